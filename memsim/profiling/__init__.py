"""Ways of drawing profiles beside the network's own, and what tells them apart: how rational the profiles are, and how varied."""
