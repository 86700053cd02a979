"""The house rules: how large folders, files and functions may get, how tangled, how vague, and what is documented."""

from __future__ import annotations

import ast
import io
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("house")
"""The modules are parsed in one process."""

ROOT = Path(__file__).parent.parent
FILES = sorted([*(ROOT / "interpreter").rglob("*.py"), ROOT / "cli.py"])
FOLDERS = sorted({file.parent for file in FILES if file.name != "cli.py"})

MOST_FILES, MOST_LINES, LONGEST_FUNCTION, MOST_COMPLEX = 15, 400, 60, 15
MOST_ANY = 17
"""Mentions of `Any`, imports among them. The bound only ever goes down."""


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


def functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    return (each for each in ast.walk(node) if isinstance(each, ast.FunctionDef))


def public(node: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """The public functions, classes and methods of a module, each with its dotted name."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.ClassDef) and not each.name.startswith("_"):
            yield f"{name}.{each.name}", each
            if isinstance(each, ast.ClassDef):
                yield from public(each, f"{name}.{each.name}")


def mentions_of_any(file: Path) -> int:
    text = file.read_text()
    tokens = tokenize.generate_tokens(io.StringIO(text).readline) if "Any" in text else ()
    return sum(token.type == tokenize.NAME and token.string == "Any" for token in tokens)


def test_no_folder_holds_too_many_modules():
    modules = {shown(folder): len({*folder.glob("*.py")} - {folder / "__init__.py"}) for folder in FOLDERS}
    assert {folder: number for folder, number in modules.items() if number > MOST_FILES} == {}


def test_files_stay_short():
    lines = {shown(file): len(file.read_text().splitlines()) for file in FILES}
    assert {file: number for file, number in lines.items() if number > MOST_LINES} == {}


def test_functions_stay_short():
    lines = {
        f"{shown(file)}: {each.name}": (each.end_lineno or 0) - each.lineno + 1
        for file in FILES
        for each in functions(parsed(file))
    }
    assert {function: number for function, number in lines.items() if number > LONGEST_FUNCTION} == {}


def test_the_linter_bounds_complexity():
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    assert "C90" in lint["select"]
    assert lint["mccabe"]["max-complexity"] == MOST_COMPLEX


def test_few_types_are_left_open():
    found = {shown(file): count for file in FILES if (count := mentions_of_any(file))}
    assert sum(found.values()) <= MOST_ANY, found


def test_everything_public_has_a_docstring():
    missing = set()
    for file in FILES:
        module = parsed(file)
        missing |= {name for name, each in public(module, file.stem) if not ast.get_docstring(each)}
        missing |= set() if ast.get_docstring(module) else {shown(file)}
    assert not missing, f"no docstring: {sorted(missing)}"
