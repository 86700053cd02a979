"""The fields that formulas need of nodes, for type checkers alone: formulas know no classes of nodes."""

from __future__ import annotations

from typing import Protocol

from .scale import Costly


class OfCells(Costly, Protocol):
    """What is about a set of cells."""

    cells: Costly


class OfCell(Costly, Protocol):
    """What is about a cell."""

    cell: Costly


class GroupOf(OfCell, Protocol):
    """The group of a cell."""

    by: Costly | None


class Along(OfCells, Protocol):
    """A set of cells with what its chains run by."""

    by: Costly


class GroupName(Costly, Protocol):
    """The name of a group."""

    number: int


class Fixed(Costly, Protocol):
    """Known cells."""

    cells: tuple[tuple[int, ...], ...]


class Owned(Costly, Protocol):
    """Cells by what they hold, perhaps for a player that play names."""

    of: Costly | None


class Recalled(Costly, Protocol):
    """A variable of the game, or of a player."""

    player: Costly | None


class Row(OfCell, Protocol):
    """A row of a table."""

    rows: tuple[tuple[int, ...], ...]


class Near(OfCells, Protocol):
    """Cells next to those of a set."""

    rows: tuple[tuple[int, ...], ...]


class Slide(OfCell, Protocol):
    """Cells on lines."""

    rays: tuple[tuple[tuple[int, ...], ...], ...]
    past: Costly


class OnLines(OfCell, Protocol):
    """Cells on the lines from a cell through another."""

    rays: tuple[tuple[tuple[int, ...], ...], ...]
    other: Costly
    past: Costly | None


class Rows(OfCells, Protocol):
    """A question about a set and the lines on it."""

    rays: tuple[tuple[tuple[int, ...], ...], ...]


class Filtered(OfCells, Protocol):
    """Cells that pass a test."""

    test: Costly


class Combined(Costly, Protocol):
    """Two sets."""

    symbol: str
    left: Costly
    right: Costly


class Numbers(Costly, Protocol):
    """A set of numbers."""

    numbers: Costly


class Way(OfCells, Protocol):
    """A search for a shortest way."""

    goal: Costly
    past: Costly


class Chosen(Costly, Protocol):
    """One set or the other."""

    test: Costly
    then: Costly
    other: Costly


class Span(Costly, Protocol):
    """Numbers from one to another."""

    first: Costly
    last: Costly
    most: int


class Aggregate(Costly, Protocol):
    """A number for each element."""

    among: Costly
    variable: GroupName
    test: Costly
    value: Costly
    nothing: Costly


class Parts(Costly, Protocol):
    """Some numbers, with their tests."""

    tests: tuple[Costly, ...]
    numbers: tuple[Costly, ...]
    nothing: Costly


class Operation(Costly, Protocol):
    """An operator with its operands."""

    symbol: str
    operands: tuple[Costly, ...]


class Tally(Costly, Protocol):
    """Some conditions."""

    tests: tuple[Costly, ...]


class Membership(OfCells, Protocol):
    """A test whether a cell is in a set."""

    cell: Costly


class Quantifier(OfCells, Protocol):
    """A question about each cell of a set."""

    body: Costly


class Touches(OfCells, Protocol):
    """A question whether a set touches regions."""

    regions: tuple[int, ...]


class Arc(OfCells, Protocol):
    """A question about a set and a cycle."""

    cycle: tuple[int, ...]


class Groups(Costly, Protocol):
    """What is done with each group of a set."""

    cells: Costly
    variable: GroupName
    body: Costly | tuple[Costly, ...]


class Becomes(OfCells, Protocol):
    """A piece for the cells of a set."""

    owner: Costly | None


class Marks(OfCells, Protocol):
    """Marks for the cells of a set."""

    player: Costly


class If(Costly, Protocol):
    """A test with two lists of effects."""

    test: Costly
    then: tuple[Costly, ...]
    other: tuple[Costly, ...]


class AtOnce(Costly, Protocol):
    """Effects that happen at once."""

    body: tuple[Costly, ...]


class ForElements(Costly, Protocol):
    """A loop over known elements, which a test may end."""

    elements: tuple[int, ...]
    body: tuple[Costly, ...]
    test: Costly | None


class ForCells(OfCells, Protocol):
    """A loop over the cells of a set."""

    body: tuple[Costly, ...]


class Do(Costly, Protocol):
    """Effects one after another."""

    effects: tuple[Costly, ...]
