"""Mountain Goat's side: programs that run in our own environment."""
