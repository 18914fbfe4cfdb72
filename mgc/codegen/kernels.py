"""The kernels of one module: one function for each distinct computation, emitted once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mgc.codegen.matmul import MatmulKernel, matmul_body, matmul_scratch
from mgc.codegen.movement import PermuteKernel, permute_body
from mgc.codegen.row_code import row_kernel_body, scratch_sizes
from mgc.codegen.rows import RowKernel
from mgc.codegen.target import Target
from mgc.codegen.text import Body

Kernel: TypeAlias = RowKernel | MatmulKernel | PermuteKernel


@dataclass(frozen=True)
class KernelFunction:
    """A kernel as a function of pointers: outputs, then inputs, then scratch memory.

    `scratch` are the sizes of the scratch memory in doubles.
    """

    name: str
    outputs: int
    inputs: int
    scratch: tuple[int, ...]
    text: str

    @property
    def parameters(self) -> int:
        """The number of its parameters."""
        return self.outputs + self.inputs + len(self.scratch)


class Kernels:
    """The kernels of one module by what they compute."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._functions: dict[Kernel, KernelFunction] = {}

    def __iter__(self) -> Iterator[KernelFunction]:
        return iter(self._functions.values())

    def of(self, kernel: Kernel) -> KernelFunction:
        """The function that computes this kernel."""
        function = self._functions.get(kernel)
        if function is None:
            function = _function(f"{kernel.label}.k{len(self._functions)}", kernel, self._target)
            self._functions[kernel] = function
        return function


def _function(name: str, kernel: Kernel, target: Target) -> KernelFunction:
    if isinstance(kernel, RowKernel):
        outputs, inputs = len(kernel.outputs), len(kernel.inputs)
        scratch = scratch_sizes(kernel)
        body = row_kernel_body(kernel)
    elif isinstance(kernel, MatmulKernel):
        outputs, inputs, scratch = 1, 2, matmul_scratch(kernel)
        body = matmul_body(kernel, target)
    else:
        outputs, inputs, scratch = 1, 1, ()
        body = permute_body(kernel)
    return KernelFunction(
        name, outputs, inputs, scratch, _text(name, outputs, inputs, scratch, body)
    )


def _text(name: str, outputs: int, inputs: int, scratch: tuple[int, ...], body: Body) -> str:
    parameters = [
        *(f"ptr noalias %out{k}" for k in range(outputs)),
        *(f"ptr readonly %in{k}" for k in range(inputs)),
        *(f"ptr noalias %scratch{k}" for k in range(len(scratch))),
    ]
    return (
        f"define internal void @{name}({', '.join(parameters)}) noinline nounwind {{\n"
        f"entry:\n{body.text()}\n  ret void\n}}\n"
    )
