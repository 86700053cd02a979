"""Aggregates and lists that play decides, what stands on cells, who comes next, and what has elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .roles import Entries
from .steps import questions, sets
from .steps.scale import steps
from .traits import PURE, Node, Part, Traits

if TYPE_CHECKING:
    from .ir import Among, Cell, CellSet, Expression, Name, Player


class Aggregate(Node, cost=questions.adds_up, symmetric=True):
    """What a number for each element that passes a test adds up to: `kind` is "sum", "product", "largest" or
    "smallest". A product is kept within the largest number after each step.

    If no element passes, it is worth `nothing`.
    """

    kind: str
    variable: Name
    among: Among
    test: Expression
    value: Expression
    nothing: Expression

    traits = PURE


class Several(Node, cost=questions.adds_some, symmetric=True):
    """The same for numbers that are written out, each with its test."""

    kind: str
    tests: tuple[Expression, ...]
    numbers: tuple[Expression, ...]
    nothing: Expression

    traits = PURE


class Within(Node, cost=questions.keeps_within, symmetric=True):
    """A number that could be beyond the largest, of either sign, kept within it."""

    number: Expression

    traits = PURE


class Listed(Node, cost=steps(2), symmetric=True):
    """A list. Only a score is a list in the end: whatever else is done with one is done with its items."""

    items: tuple[Expression, ...]

    traits = PURE


class Entry(Node, cost=questions.enters, symmetric=True):
    """An item of a list known before play, by its place; where the list has none there, `nothing`."""

    values: Entries
    place: Expression
    nothing: int

    traits = PURE


Reckoned = Aggregate | Several | Within | Listed | Entry
"""What is made of other values."""


class KindOf(Node, cost=questions.stands, symmetric=True):
    """The kind of what stands on a cell; where nothing does, the number after the last kind."""

    cell: Cell

    traits = Traits(reads=Part.BOARD)


class OwnerOf(Node, cost=questions.stands, symmetric=True):
    """The player whose piece stands on a cell; where none does, or nobody's, the number after the last player."""

    cell: Cell

    traits = Traits(reads=Part.BOARD)


class Pile(Node, cost=steps(2), extent=sets.PILE, symmetric=True):
    """The pieces that lie on a cell, from the top, each by what a cell holds that it tops."""

    cell: Cell

    traits = Traits(reads=Part.BOARD)


class Lying(Node, cost=questions.looks_below, symmetric=True):
    """The piece at a place of a pile, counted from 0 at its top, by what a cell holds that it tops; 0 for none."""

    cell: Cell
    place: Expression

    traits = Traits(reads=Part.BOARD)


class PieceKind(Node, cost=steps(4), symmetric=True):
    """The kind of a piece of a pile; where there is none, the number after the last kind."""

    piece: Expression

    traits = PURE


class PieceOwner(Node, cost=steps(4), symmetric=True):
    """The player whose a piece of a pile is; where it is nobody's, the number after the last player."""

    piece: Expression

    traits = PURE


class Height(Node, cost=steps(6), symmetric=True):
    """How many pieces lie on a cell; none where there is no such cell."""

    cell: Cell

    traits = Traits(reads=Part.BOARD)


OfPieces = KindOf | OwnerOf | Height | Lying | PieceKind | PieceOwner
"""What is told of pieces, where they stand or lie."""


class Chosen(Node, extent=sets.CHOSEN, symmetric=True):
    """One set of cells or the other, as a test decides."""

    test: Expression
    then: CellSet
    other: CellSet

    traits = PURE


class Groups(Node, cost=questions.finds_groups, extent=sets.GROUPS, symmetric=True):
    """The groups of a set."""

    cells: CellSet

    traits = PURE


class Span(Node, cost=steps(2), extent=sets.SPAN, symmetric=True):
    """The numbers from the first to the last, of which there are at most `most`."""

    first: Expression
    last: Expression
    most: int

    traits = PURE


class Numbers(Node, cost=steps(2), extent=sets.NUMBERS, symmetric=True):
    """The numbers of a set of numbers."""

    numbers: Expression

    traits = PURE


class Next(Node, cost=questions.follows, symmetric=True):
    """The player whose turn comes after another's, without those who are out."""

    player: Player

    traits = Traits(reads=Part.OUT)


class Out(Node, cost=steps(4), symmetric=True):
    """Whether a player has lost and is out of the game."""

    player: Player

    traits = Traits(reads=Part.OUT)
