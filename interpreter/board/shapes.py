"""Shapes of the hexagonal grid, each with the names it gives to its parts.

Every shape has `sides` (clockwise, from the side of smallest r), `corners` (each side's first cell) and
`perimeter` (all sides in one round). To add a shape, write a function like those below and enter it among the
functions of `operations.py`.
"""

from __future__ import annotations

from interpreter.board.grid import step
from interpreter.board.values import Cells, Coordinate, Fault, Shape

MOST_CELLS = 4096
"""The largest board."""


def rhombus(size: int) -> Shape:
    """`size` rows of `size` cells: 0 ≤ q, r < size."""
    return parallelogram(size, size)


def parallelogram(width: int, height: int) -> Shape:
    """`height` rows of `width` cells: 0 ≤ q < width, 0 ≤ r < height."""
    _check(width, height, area=width * height)
    cells = tuple(Coordinate(q, r) for r in range(height) for q in range(width))
    shape = _outlined(cells, Coordinate(0, 0), ((0, width), (1, height), (3, width), (4, height)))
    top, right, bottom, left = shape.regions["sides"]
    return Shape(cells, {**shape.regions, "top": top, "right": right, "bottom": bottom, "left": left})


def hexagon(size: int) -> Shape:
    """All cells within `size - 1` steps of (0, 0)."""
    _check(size, area=3 * size * (size - 1) + 1)
    radius = size - 1
    cells = tuple(
        Coordinate(q, r)
        for r in range(-radius, radius + 1)
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
    )
    sides = tuple((direction, size) for direction in range(6))
    return _outlined(cells, Coordinate(0, -radius), sides)


def triangle(size: int) -> Shape:
    """Rows of `size` down to one cell: q, r ≥ 0, q + r < size."""
    _check(size, area=size * (size + 1) // 2)
    cells = tuple(Coordinate(q, r) for r in range(size) for q in range(size - r))
    return _outlined(cells, Coordinate(0, 0), ((0, size), (2, size), (4, size)))


def _check(*lengths: int, area: int) -> None:
    if min(lengths) < 1:
        raise Fault("HG402", f"a shape with a side of {min(lengths)} cells", "sides have at least one cell")
    if area > MOST_CELLS:
        raise Fault("HG402", f"a board of {area:,} cells", f"boards have at most {MOST_CELLS:,} cells")


def _outlined(cells: tuple[Coordinate, ...], start: Coordinate, sides: tuple[tuple[int, int], ...]) -> Shape:
    """The shape whose sides, walked clockwise from `start`, go `length` cells in `direction` each."""
    walked: list[Cells] = []
    for direction, length in sides:
        run = tuple(step(start, direction, i) for i in range(length))
        start = run[-1]
        # clockwise, the outside lies to the left: the two steps after the sharpest left turn
        outside = dict.fromkeys(step(cell, direction + turn) for cell in run for turn in (4, 5))
        walked.append(Cells(run, tuple(outside)))
    corners = Cells.of(side.items[0] for side in walked)
    perimeter = Cells.of(cell for side in walked for cell in side.items)
    return Shape(cells, {"sides": tuple(walked), "corners": corners, "perimeter": perimeter})
