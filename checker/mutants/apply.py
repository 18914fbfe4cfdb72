"""Loading the differentiator with one module changed: in this process, without touching files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType

from checker.errors import MutantError
from checker.mutants.mutant import Mutant

ROOT = Path(__file__).resolve().parents[2]


def mutated_source(mutant: Mutant, source: str) -> str:
    """The module's text with the mutant applied.

    Raises:
        MutantError: the text before does not stand exactly once.
    """
    count = source.count(mutant.before)
    if count != 1:
        raise MutantError(
            f"mutant {mutant.id} no longer applies: its text stands {count} times in "
            f"{mutant.module}; mend its entry in the catalogue"
        )
    return source.replace(mutant.before, mutant.after)


def source_of(mutant: Mutant) -> str:
    """The unchanged text of the mutant's module."""
    return (ROOT / mutant.module).read_text(encoding="utf-8")


def load(mutant: Mutant) -> None:
    """From now on, this process imports the mutated module instead of the real one.

    The differentiator's modules and those beside the mutated one are forgotten, so that they are
    imported anew; the packages themselves stay, since they look their names up at each use.

    Raises:
        MutantError: the mutant does not apply.
    """
    source = mutated_source(mutant, source_of(mutant))
    path = ROOT / mutant.module
    name = ".".join(Path(mutant.module).with_suffix("").parts)
    forgotten = ("autograd.", f"{name.rpartition('.')[0]}.")
    for loaded in [module for module in sys.modules if module.startswith(forgotten)]:
        del sys.modules[loaded]
    sys.meta_path.insert(0, _Finder(name, _Loader(name, str(path), source)))


class _Loader(SourceFileLoader):
    """Compiles the given text in place of the file's."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self._source, self.path, "exec")
        return code


class _Finder(MetaPathFinder):
    """Finds one module."""

    def __init__(self, name: str, loader: _Loader) -> None:
        self._name = name
        self._loader = loader

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, self._loader) if fullname == self._name else None
