"""The tables of the reference, `docs/language.md`, that are made from the registries of shapes and functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...board.board import NOWHERE
from ...board.whole import leaping
from ...diagnostics.diagnostic import listed
from ...rules.expressions.primitives import PRIMITIVES, Primitive
from ...values.operations import FUNCTIONS
from ...values.shapes import SHAPES
from ...values.tilings.catalogue import UNITS, tiling
from ...values.values import Function

TILINGS = "| Tiling | Corners of its faces | Faces around a point | Directions | `n` counts |"
"""The first line of the table of tilings."""


def tables() -> dict[str, dict[str, str]]:
    """The rows of each table by name of shape or function; a table goes by its first line."""
    return {
        "| Shape | Cells | `sides` and `corners` |": dict(_shapes()),
        TILINGS: dict(_tilings()),
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


def _tilings() -> Iterator[tuple[str, str]]:
    for name in UNITS:
        here = tiling(name)
        corners, degrees = (_numbers(map(len, each)) for each in (here.corners_of, here.faces_at))
        directions = "six" if here.is_hexagonal else "four"
        counts = "faces" if here.has_centred_face else f"blocks of {len(here.polygons)} faces"
        yield name, f"| `{name}` | {corners} | {degrees} | {directions} | {counts} |"


def _numbers(numbers: Iterable[int]) -> str:
    return listed([str(number) for number in sorted(set(numbers))], "and")


def _functions() -> Iterator[tuple[str, str]]:
    known = [row for row in FUNCTIONS.values() if row.name not in SHAPES.keys() | PRIMITIVES.keys()]
    rows: list[Function | Primitive] = [*known, leaping(NOWHERE), *PRIMITIVES.values()]
    for row in rows:
        yield row.name, f"| `{row.signature}` | {row.result} | {row.doc} |"
        if row.name == "adjacent":
            yield "crossing", f"| `crossing(cells)` | {row.result} | the cells on links that cross the link of a cell |"
