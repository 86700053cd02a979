"""The hexagonal grid in axial coordinates: steps, drawing positions and cell names.

See https://www.redblobgames.com/grids/hexagons/ for the geometry.
"""

from __future__ import annotations

from string import ascii_lowercase

from interpreter.board.values import Coordinate

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six steps to a neighbour, clockwise on a drawing whose r runs downwards, from the step to the right."""


def step(cell: Coordinate, direction: int, length: int = 1) -> Coordinate:
    dq, dr = STEPS[direction % 6]
    return Coordinate(cell.q + length * dq, cell.r + length * dr)


def position(cell: Coordinate) -> tuple[float, float]:
    """Where a cell is drawn: x to the right and y downwards, neighbours in a row one apart, rows one apart in y."""
    return cell.q + cell.r / 2, float(cell.r)


def column_letters(number: int) -> str:
    """a … z, aa, ab … for 0, 1 …"""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = ascii_lowercase[rest] + letters
    return letters
