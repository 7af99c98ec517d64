"""From profiles to trajectories: which facts are told, when, and among which choices the answer stands. Plans a block at a time, on arrays."""
