"""Effects as plain data: what a decision does, and what a script does between decisions."""

from __future__ import annotations

from . import elements, ir
from .roles import Clamp, Elements, LayerNumber, Words
from .steps import effects
from .steps.scale import steps
from .traits import PURE, Change, Node, Part, Traits


class Deed(Node):
    """The base of all effects. What follows here is asked of those that change the board."""

    @property
    def puts(self) -> Becomes | None:
        """The one piece that it puts on one cell, where that is all it does to the board; None where it may do more."""
        return None

    @property
    def brings(self) -> tuple[ir.Expression, ...] | None:
        """Whose pieces it may bring onto the board; None where they may be anybody's."""
        return None


class Becomes(Deed, cost=effects.puts, symmetric=True):
    """A piece of a kind and an owner, or nothing where the owner is None, comes to all cells of a set at once."""

    cells: ir.CellSet
    kind: int
    owner: ir.Player | None

    @property
    def traits(self) -> Traits:
        """A piece comes, or what stands there leaves."""
        return _EMPTYING if self.owner is None else _FILLING

    @property
    def puts(self) -> Becomes | None:
        """Itself, where it puts a piece on one cell."""
        return self if isinstance(self.cells, ir.Single) and self.owner is not None else None

    @property
    def brings(self) -> tuple[ir.Expression, ...]:
        """The owner of its piece."""
        return () if self.owner is None else (self.owner,)


_FILLING = Traits(changes=Change.ADDS | Change.REPLACES)
_EMPTYING = Traits(changes=Change.REMOVES)


class Gains(Deed, cost=effects.puts, symmetric=True):
    """A piece of a kind and an owner comes to lie on each cell of a set that has room for it."""

    cells: ir.CellSet
    kind: int
    owner: ir.Player

    traits = Traits(reads=Part.BOARD, changes=Change.ADDS | Change.REPLACES)

    @property
    def brings(self) -> tuple[ir.Expression, ...]:
        """The owner of its piece."""
        return (self.owner,)


class Loses(Deed, cost=effects.takes, symmetric=True):
    """So many pieces are taken from the top of each cell of a set, or all where there are fewer."""

    cells: ir.CellSet
    number: ir.Expression

    traits = Traits(reads=Part.BOARD, changes=Change.REMOVES | Change.REPLACES)

    @property
    def brings(self) -> tuple[ir.Expression, ...]:
        """Nobody's pieces."""
        return ()


class Travel(Deed, cost=effects.changes(2), symmetric=True):
    """What stands on a cell comes to another, which loses what it held; the first is left empty.

    Nothing happens where a cell is missing, where the first is empty, or where both are the same. Where pieces lie on
    one another, so many from the top of the pile, by default all, come to lie on the other cell, if it has room.
    """

    source: ir.Cell
    target: ir.Cell
    number: ir.Expression | None = None

    traits = Traits(reads=Part.BOARD, changes=Change.ADDS | Change.REMOVES | Change.REPLACES)

    @property
    def brings(self) -> tuple[ir.Expression, ...]:
        """Nobody's pieces: they are on the board already."""
        return ()


class AtOnce(Deed, cost=effects.gathers, symmetric=True):
    """Effects that see the board as it is before the first of them; then the board changes as they say.

    If several change a cell, the last one that brings a piece there counts.
    """

    body: tuple[Effect, ...]

    traits = PURE


class SetVariable(Deed, cost=steps(12), symmetric=True):
    """Assign to a variable; numbers are clamped to the bounds."""

    variable: ir.Variable
    value: ir.Expression
    bounds: Clamp | None

    traits = Traits(writes=Part.VARIABLES)


class SetLayer(Deed, cost=steps(24), symmetric=True):
    """A new value for a cell, or for the piece on it; nothing happens where there is none. Numbers are clamped."""

    layer: LayerNumber
    cell: ir.Cell
    value: ir.Expression
    bounds: Clamp | None
    of_pieces: bool

    @property
    def traits(self) -> Traits:
        """Whether it asks for a piece."""
        return _ON_PIECES if self.of_pieces else _ON_CELLS


_ON_CELLS = Traits(writes=Part.LAYERS)
_ON_PIECES = Traits(reads=Part.BOARD, writes=Part.LAYERS)


class SetCards(Deed, cost=steps(8), symmetric=True):
    """New cards for a player in a zone, as a set of numbers."""

    zone: int
    player: ir.Player
    numbers: ir.Expression

    traits = Traits(writes=Part.CARDS)


class SetMarks(Deed, cost=effects.marks_cells, symmetric=True):
    """New marks for a player: the cells of a set, as they are before the effect."""

    marks: int
    player: ir.Player
    cells: ir.CellSet

    traits = Traits(writes=Part.MARKS)


class SetMover(Deed, cost=steps(4), symmetric=True):
    """Who decides from here on."""

    player: ir.Player

    traits = Traits(writes=Part.MOVER)


class If(Deed, cost=effects.branches, symmetric=True):
    """One list of effects or the other."""

    test: ir.Expression
    then: tuple[Effect, ...]
    other: tuple[Effect, ...]

    traits = PURE


class ForElements(Deed, cost=effects.runs_over, symmetric=True):
    """Once for each known element: a number, a cell or a player; as long as a test holds, if there is one."""

    variable: ir.Bound
    elements: Elements
    body: tuple[Effect, ...]
    test: ir.Expression | None = None

    traits = PURE


class ForCells(Deed, cost=effects.runs_over_cells, symmetric=True):
    """Once for each cell that a set holds when the loop begins."""

    variable: ir.Bound
    cells: ir.CellSet
    body: tuple[Effect, ...]

    traits = PURE


class ForGroups(Deed, cost=effects.runs_over_groups, symmetric=True):
    """Once for each group that a set has when the loop begins."""

    variable: ir.GroupBound
    cells: ir.CellSet
    body: tuple[Effect, ...]

    traits = PURE


class ForPieces(Deed, cost=effects.runs_over_pieces, symmetric=True):
    """Once for each piece that lies on a cell when the loop begins, from the top."""

    variable: ir.Bound
    pile: elements.Pile
    body: tuple[Effect, ...]

    traits = PURE


class Exchange(Deed, cost=steps(12), symmetric=True):
    """The two people change seats; the same colour moves next."""

    traits = Traits(reads=Part.SEATS, writes=Part.SEATS | Part.FLOW)


class Say(Deed, cost=steps(8), symmetric=True):
    """Words are said to a player, or to all where there is none. Nothing in the position tells of it."""

    words: Words
    player: ir.Player | None

    traits = PURE


class Again(Deed, cost=steps(2), symmetric=True):
    """The same choice is made once more."""

    traits = Traits(writes=Part.FLOW)


Loop = ForElements | ForCells | ForGroups | ForPieces

Effect = (
    Becomes | Gains | Loses | Travel | AtOnce | SetVariable | SetLayer | SetCards | SetMarks | SetMover
    | If | Loop | Exchange | Say | Again
)  # fmt: skip
