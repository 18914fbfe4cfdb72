"""The stages of a row kernel whose rows are too long for registers.

A stage is one pass over a row. A value that needs a finished reduction along the row belongs to a
later stage than that reduction; a full value used in a later stage than its own is kept in memory.
"""

from __future__ import annotations

from typing import NamedTuple

from mgc.codegen.rows import LIBRARY, RowKernel


class Stage(NamedTuple):
    """One pass over a row, by the numbers of the nodes.

    `columns` are computed before the pass, from what earlier ones reduced; `elements`, which are
    full nodes and totals, during the pass; `reductions` along the row are accumulated by it.
    """

    columns: tuple[int, ...]
    elements: tuple[int, ...]
    reductions: tuple[int, ...]


class Stages(NamedTuple):
    """The passes in order; `kept` are the full nodes that need a row of memory."""

    passes: tuple[Stage, ...]
    kept: tuple[int, ...]


def stages_of(kernel: RowKernel) -> Stages:
    """Give every node a stage: the earliest one, or a later one where that saves memory traffic."""
    stage = _earliest(kernel)
    _sink(kernel, stage)
    kept = tuple(
        number
        for number in range(len(kernel.nodes))
        if number not in kernel.outputs and _crosses(kernel, stage, number)
    )
    passes = tuple(_pass(kernel, stage, k) for k in range(max(stage, default=0) + 1))
    return Stages(passes, kept)


def _pass(kernel: RowKernel, stage: list[int], current: int) -> Stage:
    nodes = kernel.nodes
    due = [n for n in range(len(nodes)) if stage[n] == current and not nodes[n].reduces_row]
    return Stage(
        columns=tuple(n for n in due if nodes[n].kind == "column"),
        elements=tuple(n for n in due if nodes[n].kind != "column"),
        reductions=tuple(
            n for n, node in enumerate(nodes) if node.reduces_row and stage[n] == current + 1
        ),
    )


def _earliest(kernel: RowKernel) -> list[int]:
    """The stage of each node.

    A reduction along the row is accumulated in the stage of its operand; its own stage is the one
    from which on its result is there.
    """
    stage: list[int] = []
    calling: set[int] = set()
    for node in kernel.nodes:
        earliest = max((stage[operand] for operand in node.operands if operand >= 0), default=0)
        if node.reduces_row:
            # Running sums would not survive a call of the library in registers.
            while earliest in calling:
                earliest += 1
            earliest += 1
        elif node.opcode in LIBRARY and node.kind == "full":
            calling.add(earliest)
        stage.append(earliest)
    return stage


def _users(kernel: RowKernel, number: int) -> list[int]:
    return [user for user, node in enumerate(kernel.nodes) if number in node.operands]


def _needed_in(kernel: RowKernel, stage: list[int], user: int) -> int:
    """The stage in which a node reads its operands."""
    node = kernel.nodes[user]
    return stage[user] - 1 if node.reduces_row else stage[user]


def _crosses(kernel: RowKernel, stage: list[int], number: int) -> bool:
    return kernel.nodes[number].kind == "full" and any(
        _needed_in(kernel, stage, user) > stage[number] for user in _users(kernel, number)
    )


def _sink(kernel: RowKernel, stage: list[int]) -> None:
    """Move full nodes to the stage of their first use where at most one operand is kept for it."""
    for number in range(len(kernel.nodes) - 1, -1, -1):
        node = kernel.nodes[number]
        users = _users(kernel, number)
        if node.kind != "full" or node.opcode in LIBRARY or not users:
            continue
        target = min(_needed_in(kernel, stage, user) for user in users)
        newly_kept = [
            operand
            for operand in set(node.operands)
            if operand >= 0
            and kernel.nodes[operand].kind == "full"
            and stage[operand] < target
            and operand not in kernel.outputs
            and not _crosses(kernel, stage, operand)
        ]
        if target > stage[number] and len(newly_kept) <= 1:
            stage[number] = target
