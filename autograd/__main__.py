"""`python -m autograd` is the command `autograd`."""

import sys

from autograd.cli import main

sys.exit(main())
