"""Puts sets on the Hugging Face Hub: what a release holds, its card, and one commit that has all of it."""
