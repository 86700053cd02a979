"""What tells that a stone closes a ring, from the places around it alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from ..values.grid import HEX, SQUARE, SQUARE8, Grid
from ..values.values import Coordinate
from .board import Board
from .topology import components

JOINED = {HEX: HEX, SQUARE: SQUARE8, SQUARE8: SQUARE}
"""How the places are linked that a loop goes around: wherever no loop can pass between them."""


def around(grid: Grid) -> tuple[tuple[int, int], ...]:
    """The steps to the places around a cell, those at its corners among them, in circular order."""
    return HEX.steps if grid == HEX else SQUARE8.steps


def box(board: Board) -> list[Coordinate]:
    """All places of the board and those just around it."""
    qs, rs = [place.q for place in board.places], [place.r for place in board.places]
    return [Coordinate(q, r) for r in range(min(rs) - 1, max(rs) + 2) for q in range(min(qs) - 1, max(qs) + 2)]


def off_board(board: Board) -> list[list[Coordinate]]:
    """The places off the board: first those of the outside, then those of each hole."""
    empty = [place for place in box(board) if place not in board.places]
    return components(empty, partial(_linked, JOINED[board.grid], set(empty)))


def is_flat(board: Board) -> bool:
    """Whether a board is a piece of its grid without holes."""
    if board.seams or board.glue is None or len(board.places) != len(board.cells):
        return False
    links = [[board.places.get(near) for near in board.grid.around(cell)] for cell in board.cells]
    plain = (
        {arc.to for arc in arcs} == {near for near in linked if near is not None}
        for arcs, linked in zip(board.arcs, links, strict=True)
    )
    return len(off_board(board)) == 1 and all(plain)


def places_around(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each cell of a flat board: the cell at each place around it, or the cell itself where there is none; last,
    the cell itself."""
    steps = [*around(board.grid), (0, 0)]
    return tuple(
        tuple(board.places.get(Coordinate(cell.q + q, cell.r + r), number) for q, r in steps)
        for number, cell in enumerate(board.cells)
    )


@cache
def joints(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """For each choice of places around a cell, as bits: of each run of them with neighbours of the cell, the number of
    one neighbour."""
    steps = around(grid)
    found = []
    for bits in range(1 << len(steps)):
        chosen = {Coordinate(*step) for number, step in enumerate(steps) if bits >> number & 1}
        parts = components(chosen, partial(_linked, grid, chosen))
        beside = (sorted(steps.index(tuple(step)) for step in part if tuple(step) in grid.steps) for part in parts)
        found.append(tuple(numbers[0] for numbers in beside if numbers))
    return tuple(found)


def _linked(grid: Grid, places: set[Coordinate], place: Coordinate) -> Iterator[Coordinate]:
    return (near for near in grid.around(place) if near in places)


def full(grid: Grid) -> int:
    """The places around a cell, as bits, that all hold stones where the cell is enclosed as one of them."""
    return sum(1 << number for number, step in enumerate(around(grid)) if step in JOINED[grid].steps)


@cache
def enclosed(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """For each choice of places around a cell, as bits: the numbers of those that may have stones all around them; the
    cell's own number comes after theirs."""
    steps = [*around(grid), (0, 0)]
    found = []
    for bits in range(1 << len(steps) - 1):
        held = {(0, 0), *(step for number, step in enumerate(steps) if bits >> number & 1)}
        whole = {step for step in held if _next_to(step, grid).intersection(steps) <= held}
        beside = {(0, 0), *_next_to((0, 0), grid)}
        found.append(tuple(number for number, step in enumerate(steps) if step in whole & beside))
    return tuple(found)


def _next_to(place: tuple[int, int], grid: Grid) -> set[tuple[int, int]]:
    return {(place[0] + q, place[1] + r) for q, r in JOINED[grid].steps}
