"""How long the pipeline takes: with nothing to do, from nothing, after an edit, as it grows."""
