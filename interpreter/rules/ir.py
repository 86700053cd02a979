"""Expressions that play decides, as plain data: numbers, truths, cells, players and sets of cells.

`own` is the player a condition is asked for. A tuple of per-player values has one entry for all, or one for each who
may be `own`. Cells are numbers, regions are numbers in `Rules.regions`; a set of numbers has a bit for each.
"""

from __future__ import annotations

from .adjacency import Adjacency, Along
from .elements import Chosen, Groups, Next, Numbers, OfPieces, Out, Pile, Reckoned, Span
from .layers import OfCell
from .lines import Between, Beyond, LongestRow, Slide
from .roles import ByCell, Cells, Contents, Coordinate, Cycle, Labels, PerPlayer, Region, Rows, SlotNumber
from .steps import questions, sets
from .steps.scale import steps
from .traits import PURE, WORST, Node, Part, Traits
from .ways import Found, Steps

EMPTY = 0
"""What an empty cell holds. A piece of kind k of player p is `1 + p · kinds + k`."""

_COUNTED = {name: Part[name.upper()] for name in ("mover", "turn", "turns", "passes", "quiet", "last")}


# Numbers, truths (0 and 1), cells and players


class Constant(Node, cost=steps(2), symmetric=True):
    """A value known before play, for each `own` or one for all."""

    values: PerPlayer

    traits = PURE


class Counter(Node, cost=steps(2), symmetric=True):
    """A number the state keeps: `turn`, `passes`, `quiet`; `last` is a cell, -1 before there is one."""

    name: str

    @property
    def traits(self) -> Traits:
        """The part of the state that holds it."""
        part = _COUNTED.get(self.name)
        return Traits(reads=part) if part else WORST


class PlayerCounter(Node, cost=steps(4), symmetric=True):
    """A number the state keeps for each player: `turns`."""

    name: str
    player: Player

    @property
    def traits(self) -> Traits:
        """The part of the state that holds it."""
        part = _COUNTED.get(self.name)
        return Traits(reads=part) if part else WORST


class Variable(Node, cost=questions.recalls, symmetric=True):
    """A slot: a game variable, a loop variable, what chance has drawn; for a player, counted from the first's."""

    number: SlotNumber
    player: Player | None = None

    traits = Traits(reads=Part.VARIABLES)


class Cards(Node, cost=steps(5), symmetric=True):
    """The cards of a player in a zone, both by number, as a set of numbers."""

    zone: int
    player: Player

    traits = Traits(reads=Part.CARDS)


class Has(Node, cost=steps(14), symmetric=True):
    """Whether a set of numbers holds one."""

    number: Expression
    numbers: Expression

    traits = PURE


class Size(Node, cost=questions.looks_at_bits, symmetric=True):
    """How many numbers a set holds."""

    numbers: Expression

    traits = PURE


class Repeats(Node, cost=questions.looks_back, symmetric=True):
    """Whether the board has looked like this before, so many times at least."""

    times: int = 1

    traits = Traits(reads=Part.BOARD | Part.LAYERS | Part.HISTORY)


class Stuck(Node, cost=questions.looks_for_a_move, symmetric=True):
    """Whether the player about to move can decide nothing."""

    traits = Traits(reads=Part.MOVER | Part.CHOICES)


class Bound(Node, cost=steps(1), symmetric=True):
    """The cell, number or player that a decision, a quantifier or a loop has named; numbered from 0."""

    number: int

    traits = PURE


class Operation(Node, cost=questions.operates, symmetric=True):
    """An operator applied to numbers or truths; `-` and `not` may have one operand."""

    symbol: str
    operands: tuple[Expression, ...]

    traits = PURE


class Choice(Node, cost=steps(2), symmetric=True):
    """One value or the other, as a test decides."""

    test: Expression
    then: Expression
    other: Expression

    traits = PURE


class Axis(Node, cost=steps(3), symmetric=True):
    """The q (0) or r (1) of a cell."""

    axis: Coordinate
    cell: Cell

    traits = PURE


class Lookup(Node, cost=steps(3), symmetric=True):
    """What a label holds for a cell; `values` has one entry a cell. Where there is no cell, `nothing`."""

    values: ByCell
    cell: Cell
    nothing: int = 0

    traits = PURE


class Count(Node, cost=questions.counts, symmetric=True):
    """How many cells a set has."""

    cells: CellSet

    traits = PURE


class AtLeast(Node, cost=questions.reaches, symmetric=True):
    """Whether a set has at least `number` cells. Comparisons of counts become this, so that counting can stop early."""

    cells: CellSet
    number: int

    traits = PURE


class Alone(Node, cost=questions.reaches, symmetric=True):
    """Whether a set has one cell and no more. Comparisons of a count with 1 become this."""

    cells: CellSet

    traits = PURE


class HowMany(Node, cost=questions.tallies, symmetric=True):
    """How many of some conditions hold."""

    tests: tuple[Expression, ...]

    traits = PURE


class Member(Node, cost=questions.belongs, symmetric=True):
    """Whether a cell is in a set."""

    cell: Cell
    cells: CellSet

    traits = PURE


class Quantifier(Node, cost=questions.visits, symmetric=True):
    """Whether `some` (else every) cell or number of several has a property."""

    some: bool
    variable: Bound
    cells: Members
    body: Expression

    traits = PURE


class Connects(Node, cost=questions.floods, symmetric=True):
    """Whether one chain of a set of cells meets all regions. `regions` holds the region numbers for each `own`."""

    cells: CellSet
    regions: tuple[tuple[Region, ...], ...]

    traits = PURE


class Path(Node, cost=questions.walks, symmetric=True):
    """Whether a walk inside one chain leads from the first to the second region with a wanted label.

    `wanted` has bit v for each wanted label v, a label having a bit for each seam crossed an odd number of times.
    """

    cells: CellSet
    regions: tuple[tuple[Region, ...], ...]
    wanted: Labels

    traits = PURE


class Loop(Node, cost=questions.loops, symmetric=True):
    """Whether some sum of loops of all chains has a wanted label."""

    cells: CellSet
    wanted: Labels

    traits = PURE


class Encloses(Node, cost=questions.encloses, symmetric=True):
    """Whether a loop of the set goes around at least one cell."""

    cells: CellSet

    traits = PURE


class SomeGroup(Node, cost=questions.asks_groups, symmetric=True):
    """Whether some group of a set, called `variable` in the body, has a property."""

    variable: GroupBound
    cells: CellSet
    body: Expression

    traits = PURE


class Touches(Node, cost=questions.touches, symmetric=True):
    """Whether a set holds a cell of a region or, for an edge, lies next to it; `regions` has one for each `own`."""

    cells: CellSet
    regions: tuple[Region, ...]

    traits = PURE


class ArcLength(Node, cost=questions.goes_around, symmetric=True):
    """The length of the shortest run of a cycle of cells that holds all cells of a set that lie on it."""

    cells: CellSet
    cycle: Cycle

    traits = PURE


Goal = Connects | Path | Loop | Encloses | SomeGroup
"""Questions about chains and groups: they are watched as stones come, or searched for."""

Expression = (Reckoned | OfPieces | Steps | OfCell | Next | Out |
    Constant | Counter | PlayerCounter | Variable | Cards | Has | Size | Repeats | Stuck | Bound | Operation | Choice
    | Axis | Lookup | Count | AtLeast | Alone | HowMany | Member | Quantifier | Touches | LongestRow | ArcLength | Goal
)  # fmt: skip

Cell = Expression
"""What stands for a cell."""

Player = Expression
"""What stands for a player."""


# Sets of cells


class Fixed(Node, extent=sets.FIXED, symmetric=True):
    """Cells known before play, for each `own`."""

    cells: tuple[Cells, ...]

    traits = PURE


class Holding(Node, extent=sets.HOLDING, symmetric=True):
    """The cells that hold one of some contents, for each `own`, or for each who may be the player `of`."""

    contents: tuple[Contents, ...]
    of: Player | None = None

    traits = Traits(reads=Part.BOARD)


class Marked(Node, extent=sets.MARKED, symmetric=True):
    """The cells that a player has marked; marks are numbered."""

    marks: int
    player: Player

    traits = Traits(reads=Part.MARKS)


class Near(Node, extent=sets.NEAR, symmetric=True):
    """The cells whose row has some cell of a set, which is called `variable` while it is looked for."""

    variable: Bound
    rows: Rows
    cells: CellSet

    traits = PURE


class Filtered(Node, extent=sets.FILTERED, symmetric=True):
    """The cells of a set, called `variable`, that pass a test."""

    variable: Bound
    cells: CellSet
    test: Expression

    traits = PURE


class Row(Node, extent=sets.ROW, symmetric=True):
    """The cells that a relation gives for a cell; `rows` has one entry a cell."""

    rows: Rows
    cell: Cell

    traits = PURE


class GroupBound(Node, extent=sets.GROUP_BOUND, symmetric=True):
    """The group that a quantifier has named; numbered from 0."""

    number: int

    traits = PURE


class GroupOf(Node, extent=sets.GROUP_OF, symmetric=True):
    """The cells joined to a cell that hold pieces of the same player; none where it is empty."""

    cell: Cell
    by: Adjacency | None = None

    traits = Traits(reads=Part.BOARD)


class Single(Node, extent=sets.SINGLE, symmetric=True):
    """The set of one cell; empty where the cell is -1."""

    cell: Cell

    traits = PURE


class Combined(Node, extent=sets.COMBINED, symmetric=True):
    """`&`, `|` or `-` of two sets."""

    symbol: str
    left: CellSet
    right: CellSet

    traits = PURE


_Chained = GroupBound | GroupOf | Along
_OnLines = Slide | Between | Beyond
CellSet = Chosen | Found | Fixed | Holding | Marked | Row | Near | _OnLines | Single | Filtered | Combined | _Chained

Offered = CellSet | Span | Numbers
"""What has elements of which one can be chosen."""

Members = Offered | Pile
Among = Members | Groups
"""What has elements that an expression can run over."""

Name = Bound | GroupBound
"""What names an element."""
