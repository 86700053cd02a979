"""All texts that people may read, for a review: `cd tests && python -m messages rules board` prints two rooms'.

What a text is made of stands in braces; texts of fewer than three words are left out.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOMS = Path(__file__).parent.parent / "interpreter"


@cache
def parsed(path: Path) -> ast.Module:
    """A module; each is parsed once."""
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module; each is walked once."""
    return tuple(ast.walk(parsed(path)))


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module with their lines, without its docstrings."""
    left_out = {id(each.value) for each in nodes(path) if isinstance(each, ast.Expr)}  # docstrings
    for each in nodes(path):
        if isinstance(each, ast.JoinedStr):
            left_out.update(id(part) for part in ast.walk(each) if part is not each)
    for node in nodes(path):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(map(_part, node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _part(part: ast.expr) -> str:
    """A part of a text: its words, or what they are made of."""
    if isinstance(part, ast.FormattedValue):
        return f"{{{ast.unparse(part.value)}}}"
    return str(part.value) if isinstance(part, ast.Constant) else ""


def listing(rooms: list[str]) -> Iterator[str]:
    """A line for each text of the modules in some rooms, or in all."""
    for path in sorted(path for room in rooms or [""] for path in (ROOMS / room).rglob("*.py")):
        for line, text in sorted(texts(path)):
            if len(text.split()) > 2:
                yield f"{path.relative_to(ROOMS)}:{line}: {' '.join(text.split())}\n"


if __name__ == "__main__":
    sys.stdout.writelines(listing(sys.argv[1:]))
