"""`doit why`: what would run, and for which reason."""

from __future__ import annotations

from tasks.commands.base import GraphCommand
from tasks.forecast import Outcome, forecast


class Why(GraphCommand):
    """Each task that is out of date, with everything that made it so."""

    name = "why"
    doc_purpose = "say what would run, and why"

    def _execute(self) -> int:
        found = list(forecast(self.steps()))
        stale = [one for one in found if one.outcome is not Outcome.CURRENT]
        for one in stale:
            self.say(f"{one.name} {one.outcome.value}")
            for reason in one.reasons:
                self.say(f"    {reason}")
        current = len(found) - len(stale)
        self.say(f"{current} of {len(found)} tasks are up to date")
        return 0
