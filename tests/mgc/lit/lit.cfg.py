"""Text tests of `mgc`: each file's first line is the command, its comments are what it prints."""

import os
import sys

import lit.formats

config.name = "mgc"  # noqa: F821
config.test_format = lit.formats.ShTest()  # noqa: F821
config.suffixes = [".mg"]  # noqa: F821
config.test_source_root = os.path.dirname(__file__)  # noqa: F821
config.test_exec_root = os.environ["LIT_OUTPUT"]  # noqa: F821
scripts = os.path.dirname(sys.executable)
config.environment["PATH"] = os.pathsep.join([scripts, os.environ["PATH"]])  # noqa: F821
