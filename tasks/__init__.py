"""What `doit` can make: one module for each kind of artifact."""
