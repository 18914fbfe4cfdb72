"""What can go wrong while evidence is gathered."""

from __future__ import annotations

from mgc.errors import CommandError, ToolFailedError


class UnstableCountError(ToolFailedError):
    """Two runs of one executable counted differently, so neither can be trusted."""


class MutantsError(CommandError):
    """What keeps mutants from telling how good the checks are."""

    exit_status = 1


class MutantError(MutantsError):
    """A mutant that does not apply: its text stands not once in its module."""


class BrokenBaselineError(MutantsError):
    """The differentiator as it is fails a check, so what mutants fail would mean nothing."""


class MissingTrialError(MutantsError):
    """A mutant has no result yet."""


class KilledTrialError(MutantsError):
    """A process that tried a mutant was killed from outside, which says nothing of the mutant."""
