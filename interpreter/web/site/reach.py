"""Which modules of the package a module may import while it runs, as their texts say."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ABSENT = {"numpy", "llvmlite"}
"""What is not there in a browser: modules that import it when they are imported cannot be used, and are left out."""


@dataclass(frozen=True)
class Reached:
    """The files of the modules that are reached, by module, and the names of packages from elsewhere."""

    modules: dict[str, Path]
    others: frozenset[str]


def reach(folder: Path, package: str, root: str) -> Reached:
    """Return what a module of a package imports, at once or in its functions, and what that imports, and so on.

    What is imported for type checkers alone does not count; what a text of the module imports does, which is written
    into code made while it runs.
    """
    modules: dict[str, Path] = {}
    others: set[str] = set()
    waiting, seen = [root], set[str]()
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        if module.partition(".")[0] != package:
            others.add(module.partition(".")[0])
            continue
        path = _file(folder, module)
        if path is None:
            continue
        text = path.read_text("utf-8")
        body = ast.parse(text).body
        parts = module.split(".")
        inside = parts if path.name == "__init__.py" else parts[:-1]
        if any(each.partition(".")[0] in ABSENT for each in _imports(body, inside, in_functions=False)):
            continue
        modules[module] = path
        waiting.extend(_imports(body, inside, in_functions=True))
        waiting.extend(_written(text, package))
        waiting.extend(_bound(path, module))
        waiting.extend(".".join(parts[:length]) for length in range(1, len(parts)))
    return Reached(modules, frozenset(others))


def _file(folder: Path, module: str) -> Path | None:
    """The file of a module; None for a name that is something in a module."""
    base = folder.joinpath(*module.split(".")[1:])
    return next((path for path in (base / "__init__.py", base.with_suffix(".py")) if path.is_file()), None)


def _bound(path: Path, module: str) -> Iterator[str]:
    """Give the modules of a folder of kernels, which are run for a game by their names."""
    if path.name == "__init__.py" and path.with_name("needs.py").is_file():
        yield from (f"{module}.{each.stem}" for each in sorted(path.parent.glob("*.py")) if each != path)


def _written(module: str, package: str) -> Iterator[str]:
    """Give the full names of what the texts in a module import from the package."""
    begins = f"from {package}.", f"import {package}"
    for node in ast.walk(ast.parse(module)) if any(begin in module for begin in begins) else ():
        match node:
            case ast.Constant(str(text)) if text.startswith(begins):
                with contextlib.suppress(SyntaxError):
                    yield from _imports(ast.parse(text).body, [], in_functions=True)


def _imports(body: list[ast.stmt], inside: list[str], *, in_functions: bool) -> Iterator[str]:
    """Give the full names of what statements import."""
    for statement in body:
        match statement:
            case ast.Import(names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module, names, level):
                above = inside[: len(inside) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                yield base
                yield from (f"{base}.{each.name}" for each in names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield from _imports(statement.orelse, inside, in_functions=in_functions)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not in_functions:
                continue
            case _:
                for part in ("body", "orelse", "finalbody", "handlers", "cases"):
                    for each in getattr(statement, part, ()):
                        inner = [each] if isinstance(each, ast.stmt) else each.body
                        yield from _imports(inner, inside, in_functions=in_functions)
