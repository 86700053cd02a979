"""What play decides, as plain data: the expressions, decisions and endings that the machine is written from.

`own` is the player a condition is asked for. A tuple of per-player values has one entry for all, or one for each
player who may be `own`. Cells are numbers, regions are numbers in `Rules.regions`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator

from interpreter.record import Record
from interpreter.source.text import Span

PerPlayer = tuple[int, ...]

EMPTY = 0
"""What an empty cell holds. A piece of kind k of player p is `1 + p · kinds + k`."""


# Numbers, truths (0 and 1), cells and players


class Constant(Record):
    values: PerPlayer


class Counter(Record):
    """A number the state keeps: `turn`, `passes`."""

    name: str


class PlayerCounter(Record):
    """A number the state keeps for each player: `turns`."""

    name: str
    player: PerPlayer


class Bound(Record):
    """The cell that a decision or a quantifier has named; numbered from 0."""

    number: int


class Operation(Record):
    symbol: str
    operands: tuple[Expression, ...]


class Choice(Record):
    test: Expression
    then: Expression
    other: Expression


class Axis(Record):
    """The q (0) or r (1) of a cell."""

    axis: int
    cell: Expression


class Lookup(Record):
    """What a label holds for a cell; `values` has one entry a cell."""

    values: tuple[int, ...]
    cell: Expression


class Count(Record):
    cells: CellSet


class HowMany(Record):
    """How many of some truths hold."""

    tests: tuple[Expression, ...]


class Member(Record):
    cell: Expression
    cells: CellSet


class Quantifier(Record):
    """Whether `some` (else every) cell of a set has a property."""

    some: bool
    variable: Bound
    cells: CellSet
    body: Expression


class Connects(Record):
    """Whether one chain of a set of cells meets all regions. `regions` holds the region numbers for each `own`."""

    cells: CellSet
    regions: tuple[tuple[int, ...], ...]


class Path(Record):
    """Whether a walk inside one chain leads from the first to the second region with a wanted label.

    `wanted` has bit v for each wanted label v, a label having a bit for each seam crossed an odd number of times.
    """

    cells: CellSet
    regions: tuple[tuple[int, ...], ...]
    wanted: int


class Loop(Record):
    """Whether some sum of loops of all chains has a wanted label."""

    cells: CellSet
    wanted: int


class Encloses(Record):
    """Whether a loop of the set goes around at least one cell."""

    cells: CellSet


class SomeGroup(Record):
    """Whether some group of a set, called `variable` in the body, has a property."""

    variable: GroupBound
    cells: CellSet
    body: Expression


class Touches(Record):
    """Whether a set holds a cell of a region or, for an edge, lies next to it; `regions` has one for each `own`."""

    cells: CellSet
    regions: PerPlayer


class ArcLength(Record):
    """The length of the shortest run of a cycle of cells that holds all cells of a set that lie on it."""

    cells: CellSet
    cycle: tuple[int, ...]


Goal = Connects | Path | Loop | Encloses | SomeGroup
"""What asks for chains and groups: it can be watched as stones come, or searched for."""

Expression = (
    Constant | Counter | PlayerCounter | Bound | Operation | Choice | Axis | Lookup | Count | HowMany
    | Member | Quantifier | Touches | ArcLength | Goal
)  # fmt: skip


# Sets of cells


class Fixed(Record):
    """Cells known before play, for each `own`."""

    cells: tuple[tuple[int, ...], ...]


class Holding(Record):
    """The cells that hold one of some contents, for each `own`."""

    contents: tuple[frozenset[int], ...]


class Row(Record):
    """The cells that a relation gives for a cell; `rows` has one entry a cell."""

    rows: tuple[tuple[int, ...], ...]
    cell: Expression


class GroupBound(Record):
    """The group that a quantifier has named; numbered from 0."""

    number: int


class GroupOf(Record):
    """The cells joined to a cell that hold pieces of the same player; none where it is empty."""

    cell: Expression


class Single(Record):
    cell: Expression


class Combined(Record):
    """`&`, `|` or `-` of two sets."""

    symbol: str
    left: CellSet
    right: CellSet


CellSet = Fixed | Holding | Row | Single | Combined | GroupBound | GroupOf


def combined(symbol: str, left: CellSet, right: CellSet) -> CellSet:
    """`&`, `|` or `-` of two sets; sets that speak of contents alone stay one set of contents."""
    if not isinstance(left, Holding) or not isinstance(right, Holding):
        return Combined(symbol, left, right)
    join = {"&": operator.and_, "|": operator.or_, "-": operator.sub}[symbol]
    width = max(len(left.contents), len(right.contents))
    pairs = (
        (left.contents[own % len(left.contents)], right.contents[own % len(right.contents)]) for own in range(width)
    )
    return Holding(tuple(join(*pair) for pair in pairs))


# Decisions and endings


class Alternative(Record):
    """One kind of decision. For `place`, the cell is `Bound(0)` in `where`."""

    word: str
    piece: int
    target: CellSet | None
    turn: int | None
    where: Expression | None
    span: Span
    target_span: Span | None
    where_span: Span | None


class Point(Record):
    """A decision point: the first tier with anything possible is on offer."""

    tiers: tuple[tuple[Alternative, ...], ...]
    never: tuple[Alternative, ...] = ()
    """Decisions that the options rule out for the whole game."""


class Ending(Record):
    """`win`, `lose` or `draw`, for one player or each, after a decision or when a turn begins."""

    result: str
    label: str
    player: int | None
    at_start_of_turn: bool
    condition: Expression
    span: Span


class Piece(Record):
    name: str
    glyph: str


class Rules(Record):
    players: tuple[str, ...]
    pieces: tuple[Piece, ...]
    point: Point
    endings: tuple[Ending, ...]
    goals: tuple[Goal, ...]
    regions: tuple[frozenset[int], ...]
    """Region number → the nodes that meet it: cells, and edges as `cells + edge index`."""

    seams: int = 0
    """How many seams the goals tell apart; labels have so many bits."""

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
    if isinstance(value, Record):
        value = value.parts()
    if isinstance(value, tuple):
        for each in value:
            yield from everything(each)
