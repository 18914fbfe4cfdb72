"""Operations that are printed and parsed by a format."""

from __future__ import annotations

from abc import ABC
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.irdl import IRDLOperation

if TYPE_CHECKING:
    from xdsl.irdl.declarative_assembly_format import FormatProgram
    from xdsl.parser import Parser
    from xdsl.printer import Printer


class FormattedOperation(IRDLOperation, ABC):
    """An operation whose text follows `FORMAT`, in the words of xDSL's assembly formats.

    xDSL's own `assembly_format` would do, but is worked out when a class is defined, for which the
    parser and the printer have to be loaded.
    """

    FORMAT: ClassVar[str]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _format(cls).parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _format(type(self)).print(printer, self)


@cache
def _format(operation: type[FormattedOperation]) -> FormatProgram:
    from xdsl.irdl.declarative_assembly_format import FormatProgram

    return FormatProgram.from_str(operation.FORMAT, operation.get_irdl_definition())
