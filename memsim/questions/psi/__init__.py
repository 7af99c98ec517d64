"""ψ, the transforms of post-processing: `registry` finds those of an attribute."""
