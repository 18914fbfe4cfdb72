"""Line information: which source line each call of a kernel comes from, as DWARF metadata."""

from __future__ import annotations

import os

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Operation


class DebugInfo:
    """Collects the metadata of one module."""

    def __init__(self, file: str) -> None:
        folder, name = os.path.split(os.path.abspath(file))
        self._nodes = [
            f'!DIFile(filename: "{_quoted(name)}", directory: "{_quoted(folder)}")',
            "distinct !DICompileUnit(language: DW_LANG_C99, file: !0, emissionKind: FullDebug)",
            "!DISubroutineType(types: !{null})",
            '!{i32 2, !"Debug Info Version", i32 3}',
            '!{i32 7, !"Dwarf Version", i32 4}',
        ]
        self._scope = 0

    def function(self, name: str) -> str:
        """The attachment of a function, in which the following lines lie."""
        self._scope = self._add(
            f'distinct !DISubprogram(name: "{name}", file: !0, line: 1, type: !2, unit: !1, '
            "spFlags: DISPFlagDefinition | DISPFlagLocalToUnit)"
        )
        return f" !dbg !{self._scope}"

    def line(self, operation: Operation) -> str:
        """The place of an operation."""
        line, column = 0, 0
        if isinstance(operation.location, FileLineColLoc):
            line, column = operation.location.line.data, operation.location.column.data
        return (
            f"!{self._add(f'!DILocation(line: {line}, column: {column}, scope: !{self._scope})')}"
        )

    def text(self) -> str:
        """The metadata of the module."""
        nodes = "".join(f"!{number} = {node}\n" for number, node in enumerate(self._nodes))
        return f"!llvm.dbg.cu = !{{!1}}\n!llvm.module.flags = !{{!3, !4}}\n{nodes}"

    def _add(self, node: str) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1


def _quoted(text: str) -> str:
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}"
        for byte in text.encode()
    )
