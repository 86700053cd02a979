"""Boards of lines: what joins cells that are points or holes, and the names of columns and rows beside a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from ...board.board import Board
from ...values.grid import column_letters
from ..boards.lattice import lattice_of
from .geometry import PITCH, Layout, Point

ON_LINES = frozenset({"points", "holes"})
"""How cells look that lie on lines along their links."""


def are_lined(board: Board, forms: Mapping[int, str]) -> bool:
    """Return whether all cells, but links, lie on lines."""
    return all(forms.get(cell) in ON_LINES for cell in range(len(board.cells)) if cell not in board.bonds)


def links(layout: Layout, forms: Collection[str]) -> list[tuple[Point, Point]]:
    """Return the lines between the cells of a graph board, between the vertices of a tiling, and wherever cells lie on
    lines; diagonals of a grid that cross each other are left out."""
    board, mesh = layout.board, layout.board.mesh
    if ON_LINES.isdisjoint(forms) and (board.glue is not None if mesh is None else mesh.kind != "vertices"):
        return []
    lines = list(_lines(layout))
    if board.glue is None:
        return lines
    middles = Counter(((one + other) * 0.5).key for one, other in lines)
    return [line for line in lines if middles[((line[0] + line[1]) * 0.5).key] == 1]


def _lines(layout: Layout) -> Iterator[tuple[Point, Point]]:
    board = layout.board
    for cell, arcs in enumerate(board.arcs):
        start = layout.centre(board.cells[cell])
        for other in dict.fromkeys(arc.to for arc in arcs if arc.to > cell and arc.to not in board.bonds):
            yield start, layout.centre(board.cells[other])


def names_beside(layout: Layout) -> list[tuple[Point, str]]:
    """Return the names of the columns and rows that the cells of a graph are called after, at both ends of each."""
    lattice = lattice_of(layout.board) if layout.board.given_names else None
    if lattice is None:
        return []
    centres = {place: layout.centre(place) for place in layout.board.drawn}
    xs, ys = ([*sorted(getattr(at, axis) for at in centres.values())] for axis in ("x", "y"))
    columns = {column_letters(rank): next(at.x for place, at in centres.items() if place.q == q)
               for q, rank in lattice.columns.items()}  # fmt: skip
    rows = {str(rank + 1): next(at.y for place, at in centres.items() if place.r == r)
            for r, rank in lattice.rows.items()}  # fmt: skip
    found = [(Point(x, y), name) for name, x in columns.items() for y in (ys[0] - PITCH, ys[-1] + PITCH)]
    return found + [(Point(x, y), name) for name, y in rows.items() for x in (xs[0] - PITCH, xs[-1] + PITCH)]
