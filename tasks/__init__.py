"""What `doit` can make: one module for each kind of artifact."""

import os

# Steps run side by side, and their matrices are small: threads inside NumPy would only get in the
# way. NumPy reads this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
