"""`doit plan`: a dry run, with what would follow from it."""

from __future__ import annotations

from collections import Counter

from tasks.commands.base import GraphCommand
from tasks.forecast import Outcome, forecast
from tasks.record import read_record


class Plan(GraphCommand):
    """The tasks of the next run in their order, what they write, and how long it may take."""

    name = "plan"
    doc_purpose = "show what a run would do, without doing it"

    def _execute(self) -> int:
        counts: Counter[Outcome] = Counter()
        seconds = 0.0
        for one in forecast(self.steps()):
            counts[one.outcome] += 1
            if one.outcome is Outcome.CURRENT:
                continue
            self.say(f"{_WORDS[one.outcome]:8} {one.name} -> {', '.join(one.step.targets)}")
            record = read_record(one.step)
            if one.outcome is not Outcome.RESTORE and record is not None:
                seconds += record.seconds
        self.say(
            f"{counts[Outcome.RUN]} would run, {counts[Outcome.MAYBE]} may follow, "
            f"{counts[Outcome.RESTORE]} would come from the cache, "
            f"{counts[Outcome.CURRENT]} are up to date"
        )
        if seconds:
            self.say(f"at most {seconds:.1f} s of work, as far as earlier runs tell")
        return 0


_WORDS = {Outcome.RUN: "run", Outcome.MAYBE: "perhaps", Outcome.RESTORE: "restore"}
