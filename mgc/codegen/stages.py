"""The stages of a row kernel whose rows are too long for registers.

A stage is one pass over a row. A value that needs a finished reduction along the row belongs to a
later stage than that reduction; a full value used in a later stage than its own is kept in memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from mgc.codegen.rows import LIBRARY, REDUCTIONS, RowKernel


@dataclass(frozen=True)
class Stages:
    """`stage[i]` is the stage of node i, `kept` the full nodes that need a row of memory.

    A reduction along the row is accumulated in the stage of its operand; its own stage is the one
    from which on its result is there.
    """

    stage: tuple[int, ...]
    count: int
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
    return Stages(tuple(stage), max(stage, default=0) + 1, kept)


def _earliest(kernel: RowKernel) -> list[int]:
    stage: list[int] = []
    calling: set[int] = set()
    for node in kernel.nodes:
        earliest = max((stage[operand] for operand in node.operands if operand >= 0), default=0)
        if node.opcode in REDUCTIONS and node.kind == "column":
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
    return stage[user] - 1 if node.opcode in REDUCTIONS and node.kind == "column" else stage[user]


def _crosses(kernel: RowKernel, stage: list[int], number: int) -> bool:
    return kernel.nodes[number].kind == "full" and any(
        _needed_in(kernel, stage, user) > stage[number] for user in _users(kernel, number)
    )


def _sink(kernel: RowKernel, stage: list[int]) -> None:
    """Move full nodes to the stage of their first use where at most one operand is kept for it."""
    for number in range(len(kernel.nodes) - 1, -1, -1):
        node = kernel.nodes[number]
        users = _users(kernel, number)
        if node.kind != "full" or node.opcode in (*REDUCTIONS, *LIBRARY) or not users:
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
