"""C sources that native executables are linked with."""
