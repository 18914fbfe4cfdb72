"""What can go wrong while evidence is gathered."""

from __future__ import annotations

from mgc.errors import ToolFailedError


class UnstableCountError(ToolFailedError):
    """Two runs of one executable counted differently, so neither can be trusted."""


class MutantError(Exception):
    """A mutant that does not apply: its text stands not once in its module."""


class BrokenBaselineError(Exception):
    """The differentiator as it is fails a check, so what mutants fail would mean nothing."""


class MissingTrialError(Exception):
    """A mutant has no result yet."""
