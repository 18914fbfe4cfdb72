"""What passes over straight-line modules share: a program to change and a record of its values."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from xdsl.ir import Operation, SSAValue
from xdsl.traits import Pure

from mgc.dialect import PrintOp
from mgc.program import Let, Print, Program, Statement, operations_of


@cache
def is_pure(kind: type[Operation]) -> bool:
    """Whether operations of a class do nothing but compute their results."""
    return kind.has_trait(Pure)


class Rewriting:
    """A straight-line program that passes change in place, one after the other."""

    def __init__(self, program: Program, *, consume: bool = False) -> None:
        """Works on a copy; with `consume` on the program itself, which must not be used again."""
        values: dict[SSAValue, SSAValue] = {}
        self._module = program.module if consume else program.module.clone(value_mapper=values)
        self._source = program
        self._copies = values
        self._replacements: dict[SSAValue, SSAValue] = {}
        self._block = Program(program.source, self._module).body

    @property
    def operations(self) -> list[Operation]:
        """The operations in order, as they stand now; terminator included."""
        return list(operations_of(self._block))

    def bound_to(self, names: Collection[str]) -> set[SSAValue]:
        """The values that `let`s of these names bind, as they stand now."""
        values = (self._current(let.value) for let in self._source.lets if let.name in names)
        return {value for value in values if value is not None}

    def replace(self, operation: Operation, value: SSAValue) -> None:
        """Let another value take the place of an operation's result; the operation goes."""
        (result,) = operation.results
        self._replacements[result] = value
        result.replace_all_uses_with(value)
        self.erase(operation)

    def replace_by(self, operation: Operation, *new: Operation) -> None:
        """Put new operations where one stands; the last one's result takes its result's place."""
        for each in new:
            each.location = operation.location
        self._block.insert_ops_before(list(new), operation)
        self.replace(operation, new[-1].results[0])

    def erase(self, operation: Operation) -> None:
        """Remove an operation whose result nobody uses."""
        assert all(result.first_use is None for result in operation.results)
        self._block.detach_op(operation)
        operation.drop_all_references()

    def program(self) -> Program:
        """The rewritten program. A `let` whose value is computed no more is left out."""
        statements: list[Statement] = []
        prints = iter([op for op in self.operations if type(op) is PrintOp])
        for statement in self._source.statements:
            match statement:
                case Let(name, value, line):
                    current = self._current(value)
                    if current is not None:
                        statements.append(Let(name, current, line))
                case Print(_, line):
                    statements.append(Print(next(prints), line))
                case _:
                    statements.append(statement)
        return Program(self._source.source, self._module, statements, self._source.scalars)

    def _current(self, value: SSAValue) -> SSAValue | None:
        current = self._copies.get(value, value)
        while current in self._replacements:
            current = self._replacements[current]
        return current if current.owner.parent is self._block else None
