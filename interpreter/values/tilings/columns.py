"""Columns and rows for the cells of a tiling, as few as there can be: their coordinates, and so their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...record import Record

SAME, WIDE = 1e-5, 0.3
"""Parts of a unit cell: places closer than the first are in line; a column or row is narrower than the second."""


class Columns(Record):
    """The columns and rows of a unit cell, and those of each class of cells."""

    width: int
    height: int
    cells: tuple[tuple[int, int], ...]

    @property
    def order(self) -> tuple[int, int, int]:
        """What makes some columns and rows better than others."""
        return self.width * self.height, max(self.width, self.height), abs(self.width - self.height)


def columns(places: Sequence[complex]) -> Columns:
    """Return the fewest columns and rows in which no two places of a unit cell meet, each nearly straight."""
    across, down = (_levels([part(place) for place in places]) for part in (_real, _imag))
    found = (_rows(number, across, down) for number in _joined(across))
    return min((each for each in found if each is not None), key=lambda each: each.order)


def _real(place: complex) -> float:
    return place.real


def _imag(place: complex) -> float:
    return place.imag


class _Levels(Record):
    """The different values of one coordinate in order, and which of them each place has."""

    values: tuple[float, ...]
    of: tuple[int, ...]


def _levels(values: Sequence[float]) -> _Levels:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > SAME:
            found.append(value)
    return _Levels(tuple(found), tuple(sum(level <= value + SAME for level in found) - 1 for value in values))


def _joined(levels: _Levels) -> Iterator[list[int]]:
    """The ways to join neighbouring levels to columns: for each level, its column."""
    gaps = range(1, len(levels.values))
    for chosen in range(1 << len(gaps)):
        column, start, found = 0, levels.values[0], [0]
        for gap in gaps:
            if chosen >> gap - 1 & 1:
                column, start = column + 1, levels.values[gap]
            elif levels.values[gap] - start >= WIDE:
                break
            found.append(column)
        else:
            yield found


def _rows(column_of: list[int], across: _Levels, down: _Levels) -> Columns | None:
    """The fewest rows for some columns; None where two places on one level share a column."""
    column = [column_of[level] for level in across.of]
    row_of: list[int] = []
    held: set[int] = set()
    start = down.values[0]
    for level, value in enumerate(down.values):
        here = [column[place] for place, other in enumerate(down.of) if other == level]
        if len(set(here)) < len(here):
            return None
        if held.intersection(here) or value - start >= WIDE:
            held, start = set(), value
            row_of.append(row_of[-1] + 1)
        else:
            row_of.append(row_of[-1] if row_of else 0)
        held.update(here)
    cells = tuple(zip(column, (row_of[level] for level in down.of), strict=True))
    return Columns(column_of[-1] + 1, row_of[-1] + 1, cells)
