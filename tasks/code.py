"""Which code of ours an action runs, and a digest of each piece of it.

Imports are read from the source, those inside functions included, so that a step re-runs when the
code that makes its result changes and not when other code does. Of the action's own module only
what the action reaches counts. Code is compared by its syntax tree: comments and layout are free.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from tasks.syntax_memory import Facts, SyntaxMemory

_ROOT = Path(__file__).resolve().parent.parent
_PACKAGES = ("autograd", "checker", "mgc", "tasks")
# A string that names a module of ours is an import by name: `import_module("autograd.cli")`.
_MODULE_NAME = re.compile(rf"({'|'.join(_PACKAGES)})(\.\w+)+")
_memory = SyntaxMemory(Path(__file__))


def code_behind(action: Callable[..., None]) -> dict[str, str]:
    """A digest of every piece of our code that the action runs, by the name of its file."""
    return dict(_code_behind(action.__module__, action.__qualname__))


def forget_code() -> None:
    """Look at the files again on the next question."""
    _code_behind.cache_clear()
    _file_of.cache_clear()


@cache
def _code_behind(module: str, function: str) -> dict[str, str]:
    path = _file_of(module)
    if path is None:
        return {}
    facts = _facts(path, function)
    digests = {f"{function} in {_label(path)}": facts.digest}
    for name in sorted(_modules_behind(facts)):
        file = _file_of(name)
        assert file is not None
        digests[_label(file)] = _facts(file).digest
        if file.name == "__init__.py":
            digests.update(
                {_label(data): sha256(data.read_bytes()).hexdigest() for data in _data_of(file)}
            )
    _memory.save()
    return digests


def _modules_behind(facts: Facts) -> set[str]:
    """All modules of ours that are imported, at whatever distance.

    A package that is only on the way to one of its modules runs its imports; the names that it
    loads lazily count when the package itself is used.
    """
    run: set[str] = set()
    used: set[str] = set()
    pending = [*facts.imports, *facts.names]
    while pending:
        name = _module_of(pending.pop())
        if name is None or name in used:
            continue
        used.add(name)
        path = _file_of(name)
        assert path is not None
        found = _facts(path)
        pending.extend([*found.imports, *found.names])
        if path.name == "__init__.py":
            pending.extend(found.types)
        for ancestor in _ancestors(name):
            if ancestor not in run | used:
                run.add(ancestor)
                above = _file_of(ancestor)
                if above is not None:
                    pending.extend(_facts(above).imports)
    return {name for name in run | used if _file_of(name) is not None}


def _module_of(imported: str) -> str | None:
    """The module that `module:name` is, or that it is a name of."""
    module, _, name = imported.partition(":")
    candidates = (f"{module}.{name}", module) if name else (module,)
    return next((one for one in candidates if _file_of(one) is not None), None)


def _ancestors(module: str) -> Iterator[str]:
    parts = module.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts)))


@cache
def _file_of(module: str) -> Path | None:
    parts = module.split(".")
    if parts[0] not in _PACKAGES:
        return None
    path = _ROOT.joinpath(*parts)
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def _data_of(package: Path) -> list[Path]:
    """Files of a package that are not Python, such as the sources in C."""
    return sorted(
        path
        for path in package.parent.iterdir()
        if path.is_file() and path.suffix not in {".py", ".typed"} and path.name[0] != "."
    )


def _label(path: Path) -> str:
    return path.relative_to(_ROOT).as_posix()


def _facts(path: Path, function: str | None = None) -> Facts:
    source = path.read_bytes()
    name = f"{sha256(source).hexdigest()} {function or ''}"
    return _memory.get(name, lambda: _analyse(ast.parse(source), function))


def _analyse(module: ast.Module, function: str | None) -> Facts:
    statements = module.body if function is None else _reached(module, function)
    text = "\n".join(ast.dump(statement) for statement in statements)
    facts = Facts(sha256(text.encode()).hexdigest(), [], [], [])
    _collect_imports(statements, facts)
    return facts


def _reached(module: ast.Module, function: str) -> list[ast.stmt]:
    """The statements of a module that bind what the function uses, at whatever distance."""
    bound: dict[str, list[ast.stmt]] = {}
    for statement in module.body:
        for name in _bound_names(statement):
            bound.setdefault(name, []).append(statement)
    reached: set[str] = set()
    pending = [function]
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending.extend(
                node.id
                for statement in bound.get(name, [])
                for node in ast.walk(statement)
                if isinstance(node, ast.Name)
            )
    wanted = {id(statement) for name in reached for statement in bound.get(name, [])}
    return [statement for statement in module.body if id(statement) in wanted]


def _bound_names(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module binds there."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield node.name
            continue  # What it binds inside is its own.
        if isinstance(node, ast.alias):
            yield (node.asname or node.name).split(".")[0]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        pending.extend(ast.iter_child_nodes(node))


def _collect_imports(statements: Iterable[ast.AST], facts: Facts) -> None:
    pending: list[tuple[ast.AST, bool]] = [(statement, False) for statement in statements]
    while pending:
        node, for_types = pending.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and _MODULE_NAME.fullmatch(node.value):
                facts.names.append(node.value)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            (facts.types if for_types else facts.imports).extend(_imported_by(node))
        elif isinstance(node, ast.If) and _is_type_checking(node):
            pending.extend((child, True) for child in node.body)
            pending.extend((child, for_types) for child in node.orelse)
        else:
            pending.extend((child, for_types) for child in ast.iter_child_nodes(node))


def _imported_by(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif node.module and node.level == 0:
        yield from (f"{node.module}:{alias.name}" for alias in node.names)


def _is_type_checking(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
