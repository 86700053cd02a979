"""The tables of the reference, `docs/language.md`, that are made from the registries of shapes and functions."""

from __future__ import annotations

from collections.abc import Iterator

from ...board.board import NOWHERE
from ...board.whole import leaping
from ...rules.expressions.primitives import PRIMITIVES, Primitive
from ...values.operations import FUNCTIONS
from ...values.shapes import SHAPES
from ...values.values import Function


def tables() -> dict[str, dict[str, str]]:
    """The rows of each table by name of shape or function; a table goes by its first line."""
    return {
        "| Shape | Cells | `sides` and `corners` |": dict(_shapes()),
        "| Function | Value | Meaning |": dict(_functions()),
    }


def written(page: str) -> str:
    """A page with the rows of its tables written afresh."""
    lines = page.split("\n")
    for head, rows in tables().items():
        start = lines.index(head) + 2
        end = lines.index("", start)
        lines[start:end] = rows.values()
    return "\n".join(lines)


def _shapes() -> Iterator[tuple[str, str]]:
    for name, row in SHAPES.items():
        parameters = ", ".join(parameter for parameter, _ in row.parameters)
        yield name, f"| `{name}({parameters})` | {row.cells} | {row.sides}{' ' * bool(row.sides)}|"


def _functions() -> Iterator[tuple[str, str]]:
    known = [row for row in FUNCTIONS.values() if row.name not in SHAPES.keys() | PRIMITIVES.keys()]
    rows: list[Function | Primitive] = [*known, leaping(NOWHERE), *PRIMITIVES.values()]
    for row in rows:
        yield row.name, f"| `{row.signature}` | {row.result} | {row.doc} |"
