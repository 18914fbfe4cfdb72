"""The commands that this project adds to `doit`, one a module; pyproject.toml names them."""
