"""The kernels of one module: one function for each distinct computation, emitted once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mgc.codegen.matmul import MatmulKernel, matmul_body, matmul_scratch
from mgc.codegen.movement import PermuteKernel, permute_body
from mgc.codegen.row_code import row_body, row_scratch
from mgc.codegen.rows import RowKernel
from mgc.codegen.target import Target
from mgc.codegen.text import LANES, WIDE_LANES
from mgc.codegen.wide import ATTRIBUTES, choice

Kernel: TypeAlias = RowKernel | MatmulKernel | PermuteKernel


@dataclass(frozen=True)
class KernelFunction:
    """A kernel as a function of pointers: outputs, then inputs, then scratch memory.

    `scratch` are the sizes of the scratch memory in doubles, `work` is the number of scalar
    operations of a call. Code in two widths needs the functions of `mgc.codegen.wide`.
    """

    name: str
    outputs: int
    inputs: int
    scratch: tuple[int, ...]
    text: str
    work: int
    is_in_two_widths: bool = False

    @property
    def parameters(self) -> int:
        """The number of its parameters."""
        return self.outputs + self.inputs + len(self.scratch)


class Kernels:
    """The kernels of one module by what they compute."""

    def __init__(self, target: Target, *, unroll: bool = True) -> None:
        self._target = target
        self._unroll = unroll
        self._functions: dict[Kernel, KernelFunction] = {}

    def __iter__(self) -> Iterator[KernelFunction]:
        return iter(self._functions.values())

    def of(self, kernel: Kernel) -> KernelFunction:
        """The function that computes this kernel."""
        function = self._functions.get(kernel)
        if function is None:
            function = self._function(f"{kernel.label}.k{len(self._functions)}", kernel)
            self._functions[kernel] = function
        return function

    def _function(self, name: str, kernel: Kernel) -> KernelFunction:
        if isinstance(kernel, RowKernel):
            outputs, inputs = len(kernel.outputs), len(kernel.inputs)
            scratch = row_scratch(kernel)
            body = row_body(kernel).text()
        elif isinstance(kernel, MatmulKernel):
            outputs, inputs, scratch = 1, 2, matmul_scratch(kernel)
            body = self._product(kernel, LANES)
            if kernel.is_large and self._target.may_be_wide:
                wide_body = self._product(kernel, WIDE_LANES)
                return _in_two_widths(name, kernel, scratch, body, wide_body)
        else:
            outputs, inputs, scratch = 1, 1, ()
            body = permute_body(kernel).text()
        pointers = _pointers(outputs, inputs, scratch)
        text = _text(name, pointers, body)
        return KernelFunction(name, outputs, inputs, scratch, text, kernel.work)

    def _product(self, kernel: MatmulKernel, lanes: int) -> str:
        return matmul_body(kernel, self._target, lanes, unroll=self._unroll).text()


def _in_two_widths(
    name: str, kernel: MatmulKernel, scratch: tuple[int, ...], narrow_body: str, wide_body: str
) -> KernelFunction:
    pointers = _pointers(1, 2, scratch)
    narrow, wide = f"{name}.narrow", f"{name}.wide"
    arguments = ", ".join(f"ptr {pointer}" for pointer in pointers)
    text = (
        _text(narrow, pointers, narrow_body)
        + _text(wide, pointers, wide_body, ATTRIBUTES)
        + _text(name, pointers, choice(wide, narrow, arguments))
    )
    return KernelFunction(name, 1, 2, scratch, text, kernel.work, is_in_two_widths=True)


def _pointers(outputs: int, inputs: int, scratch: tuple[int, ...]) -> dict[str, str]:
    """The parameters' names, with what is known of each."""
    return {
        **{f"%out{k}": "noalias" for k in range(outputs)},
        **{f"%in{k}": "readonly" for k in range(inputs)},
        **{f"%scratch{k}": "noalias" for k in range(len(scratch))},
    }


def _text(name: str, pointers: dict[str, str], body: str, attributes: str = "") -> str:
    parameters = ", ".join(f"ptr {known} {pointer}" for pointer, known in pointers.items())
    return (
        f"define internal void @{name}({parameters}) noinline nounwind{attributes} {{\n"
        f"entry:\n{body}\n  ret void\n}}\n"
    )
