"""The programs in `examples/`, and what each says about its differentiation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograd.directives import declared_loss, declared_parameters

_FOLDER = Path("examples")


@dataclass(frozen=True)
class Example:
    """A program, with the parameters and the loss that its comments declare."""

    path: str
    parameters: tuple[str, ...]
    loss: int

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return Path(self.path).stem

    @property
    def gradient_path(self) -> str:
        """Where its gradient program stands."""
        return f"outputs/generated/{self.name}_grad.mg"


def examples() -> Iterator[Example]:
    """All example programs, by name. One that cannot be read fails where it is compiled."""
    for path in sorted(_FOLDER.glob("*.mg")):
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            text = ""
        yield Example(str(path), tuple(declared_parameters(text)), declared_loss(text))


def differentiable_examples() -> Iterator[Example]:
    """The example programs that name parameters."""
    return (example for example in examples() if example.parameters)
