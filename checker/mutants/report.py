"""The mutation report as text: what caught each mutant, and what the checks are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap

from checker.mutants.catalogue import CHAPTER_COUNT, MUTANTS
from checker.mutants.mutant import Mutant
from checker.mutants.trial import Fate, Trial

# The chapter's own big programs, whose checks alone were its first evidence.
_BIG = ("h33_attention", "h34_layer_norm", "h35_transformer_step1")

# What the chapter says that its big programs alone would have missed.
_MISSED_BY_THE_CHAPTER = (
    "scalar-minus-sign",
    "scalar-over-sign",
    "neg-sign",
    "reshape",
    "broadcast-axis",
    "max-ties-full",
)


def passes(trials: Sequence[Trial]) -> bool:
    """Whether every mutant was killed or crashed."""
    return all(trial.fate in (Fate.KILLED, Fate.CRASHED) for trial in trials)


def report_text(trials: Sequence[Trial]) -> str:
    """The report; the same trials give the same bytes."""
    by_id = {mutant.id: mutant for mutant in MUTANTS}
    lines = [
        "Each entry is a deliberately wrong version of the differentiator. To be killed is the",
        "wanted end: a check found a wrong value or verdict. The version as it is passes them all.",
        "",
    ]
    for trial in trials:
        lines.extend(_entry(by_id[trial.mutant], trial))
    lines.append("")
    lines.extend(_summary(trials))
    return "\n".join(lines) + "\n"


def _entry(mutant: Mutant, trial: Trial) -> list[str]:
    lines = [f"{mutant.id}: {mutant.sentence}"]
    match trial.fate:
        case Fate.KILLED:
            lines.append(f"    killed by {_count(len(trial.killed_by), 'check')}")
        case Fate.CRASHED:
            crashed = _count(len(trial.crashed), "check")
            lines.append(
                f"    crashed: {crashed} could not finish" if trial.crashed else "    crashed"
            )
        case Fate.SURVIVED:
            lines.append("    SURVIVED: programs changed, and every check passes")
        case Fate.NOT_REACHED:
            lines.append("    NOT REACHED: every generated program came out the same")
        case Fate.TIMED_OUT:
            lines.append("    TIMED OUT")
    lines.extend(f"        {line}" for line in wrap(", ".join(trial.killed_by), 88))
    if trial.reason:
        lines.append(f"        {trial.reason[:160]}")
    return lines


def _summary(trials: Sequence[Trial]) -> list[str]:
    fates = Counter(trial.fate for trial in trials)
    counts = ", ".join(f"{fates[fate]} {fate}" for fate in Fate if fates[fate])
    lines = [f"{_count(len(trials), 'mutant')}: {counts}."]
    only = only_killers(trials)
    if only:
        lines += ["", "Checks that alone kill a mutant:"]
        lines += [f"    {check}: {', '.join(mutants)}" for check, mutants in only.items()]
    chapter = [trial for trial in trials if trial.mutant in _chapter_ids()]
    missed = [trial.mutant for trial in chapter if not _caught_by_big_programs(trial)]
    lines += [
        "",
        f"Of the chapter's {len(chapter)} mutants the checks of its three big programs alone catch",
        f"{len(chapter) - len(missed)} and miss {len(missed)}. The chapter found that they miss "
        f"{len(_MISSED_BY_THE_CHAPTER)}.",
        f"    there and here:  {_list(m for m in missed if m in _MISSED_BY_THE_CHAPTER)}",
        f"    there, not here: {_list(m for m in _MISSED_BY_THE_CHAPTER if m not in missed)}",
        f"    here, not there: {_list(m for m in missed if m not in _MISSED_BY_THE_CHAPTER)}",
    ]
    return lines


def _list(mutants: Iterable[str]) -> str:
    return ", ".join(mutants) or "none"


def only_killers(trials: Sequence[Trial]) -> dict[str, list[str]]:
    """Each check that is the only one to kill some mutant, with those mutants."""
    only: dict[str, list[str]] = {}
    for trial in trials:
        if len(trial.killed_by) == 1:
            only.setdefault(trial.killed_by[0], []).append(trial.mutant)
    return dict(sorted(only.items()))


def _caught_by_big_programs(trial: Trial) -> bool:
    """Whether a check of a big program killed it, or could not finish."""
    seen = [*trial.killed_by, *trial.crashed]
    return any(check.startswith("descent:") or check.endswith(_BIG) for check in seen)


def _chapter_ids() -> set[str]:
    return {mutant.id for mutant in MUTANTS[:CHAPTER_COUNT]}


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
