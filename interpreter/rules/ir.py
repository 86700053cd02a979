"""What play decides, as plain data: the expressions, decisions and endings that the machine is written from.

`own` is the player a condition is asked for. A tuple of per-player values has one entry for all, or one for each
player who may be `own`. Cells are numbers, regions are numbers in `Rules.regions`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from interpreter.source.text import Span

PerPlayer = tuple[int, ...]

EMPTY = 0
"""What an empty cell holds. A piece of kind k of player p is `1 + p · kinds + k`."""


# Numbers, truths (0 and 1), cells and players


@dataclass(frozen=True)
class Constant:
    values: PerPlayer


@dataclass(frozen=True)
class Counter:
    """A number the state keeps: `turn`, `passes`."""

    name: str


@dataclass(frozen=True)
class PlayerCounter:
    """A number the state keeps for each player: `turns`."""

    name: str
    player: PerPlayer


@dataclass(frozen=True)
class Bound:
    """The cell that a decision or a quantifier has named; numbered from 0."""

    number: int


@dataclass(frozen=True)
class Operation:
    symbol: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Choice:
    test: Expression
    then: Expression
    other: Expression


@dataclass(frozen=True)
class Axis:
    """The q (0) or r (1) of a cell."""

    axis: int
    cell: Expression


@dataclass(frozen=True)
class Count:
    cells: CellSet


@dataclass(frozen=True)
class Member:
    cell: Expression
    cells: CellSet


@dataclass(frozen=True)
class Quantifier:
    """Whether `some` (else every) cell of a set has a property."""

    some: bool
    variable: Bound
    cells: CellSet
    body: Expression


@dataclass(frozen=True)
class Connects:
    """Whether one chain of a set of cells meets all regions. `regions` holds the region numbers for each `own`."""

    cells: CellSet
    regions: tuple[tuple[int, ...], ...]


Expression = (
    Constant | Counter | PlayerCounter | Bound | Operation | Choice | Axis | Count | Member | Quantifier | Connects
)


# Sets of cells


@dataclass(frozen=True)
class Fixed:
    """Cells known before play, for each `own`."""

    cells: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Holding:
    """The cells that hold one of some contents, for each `own`."""

    contents: tuple[frozenset[int], ...]


@dataclass(frozen=True)
class Around:
    """The neighbours of a cell."""

    cell: Expression


@dataclass(frozen=True)
class Single:
    cell: Expression


@dataclass(frozen=True)
class Combined:
    """`&`, `|` or `-` of two sets."""

    symbol: str
    left: CellSet
    right: CellSet


CellSet = Fixed | Holding | Around | Single | Combined


# Decisions and endings


@dataclass(frozen=True)
class Alternative:
    """One kind of decision. For `place`, the cell is `Bound(0)` in `where`."""

    word: str
    piece: int
    target: CellSet | None
    turn: int | None
    where: Expression | None
    span: Span
    target_span: Span | None
    where_span: Span | None


@dataclass(frozen=True)
class Point:
    """A decision point: the first tier with anything possible is on offer."""

    tiers: tuple[tuple[Alternative, ...], ...]
    never: tuple[Alternative, ...] = ()
    """Decisions that the options rule out for the whole game."""


@dataclass(frozen=True)
class Ending:
    """`win`, `lose` or `draw`, for one player or each, after a decision or when a turn begins."""

    result: str
    label: str
    player: int | None
    at_start_of_turn: bool
    condition: Expression
    span: Span


@dataclass(frozen=True)
class Piece:
    name: str
    glyph: str


@dataclass(frozen=True)
class Rules:
    players: tuple[str, ...]
    pieces: tuple[Piece, ...]
    point: Point
    endings: tuple[Ending, ...]
    goals: tuple[Connects, ...]
    regions: tuple[frozenset[int], ...]
    """Region number → the nodes that meet it: cells, and edges as `cells + edge index`."""

    def content(self, player: int, piece: int) -> int:
        """What a cell with this piece holds."""
        return 1 + player * len(self.pieces) + piece

    def contents_of(self, player: int) -> frozenset[int]:
        return frozenset(self.content(player, piece) for piece in range(len(self.pieces)))

    def owner(self, content: int) -> int:
        """Whose piece a content is; -1 for none."""
        return (content - 1) // len(self.pieces) if content else -1


def everything(value: object) -> Iterator[object]:
    """A value of the IR and all that it is made of."""
    yield value
    if is_dataclass(value) and not isinstance(value, Span):
        for part in fields(value):
            yield from everything(getattr(value, part.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from everything(each)
