"""What stands for the cells of pieces: players and kinds, where a set of cells is wanted."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TypeGuard

from ...board.board import Board
from ...values.evaluate import Evaluator
from ...values.shapes import Shape
from ...values.types import CELLS, KIND, PLAYER
from ...values.values import Cells, Code, Item, Kind, Known, Player, Value, Worth
from .. import elements, ir
from ..layers import Piece
from .declared import Declared


class Pieces(Evaluator):
    """Tells the cells that hold pieces of players and kinds."""

    board: Board
    pieces: tuple[Piece, ...]
    players: tuple[Player, ...]
    declared: Declared

    @abstractmethod
    def expression(self, value: Worth) -> ir.Expression:
        """The IR of a value that is no set of cells."""

    @abstractmethod
    def bound(self) -> AbstractContextManager[ir.Bound]:
        """A number for something that play names for a while."""

    def as_cells(self, value: Value) -> Value:
        """A player, a kind or a set of kinds stands for the cells of their pieces where a set is wanted, a shape for
        those of its cells that are on the board."""
        if isinstance(value, Known) and all(isinstance(each, Shape) for each in value.values):
            shapes = (each.cells for each in value.values if isinstance(each, Shape))
            return Known(tuple(Cells.of(cell for cell in shape if cell in self.board.places) for shape in shapes))
        if isinstance(value, Code) and value.cells:
            return value.cells()
        if isinstance(value, Known) and all(isinstance(each, Player) for each in value.values):
            return self.pieces_of(value)
        if isinstance(value, Code) and value.type is PLAYER:
            return self.pieces_of(value)
        return self.cells_of_kinds(value) if is_kinds(value) else value

    def as_domain(self, value: Value) -> Value:
        """What something runs over: the cells of a player or a kind; the elements of a list, as of a set of kinds."""
        is_list = isinstance(value, Known) and all(type(each) is tuple for each in value.values)
        return value if is_list else self.as_cells(value)

    def contents(self, player: int) -> frozenset[int]:
        """All that a cell with a piece of a player can hold."""
        kinds = len(self.pieces)
        return frozenset(range(1 + player * kinds, 1 + (player + 1) * kinds))

    def pieces_of(self, value: Worth) -> Code:
        """The cells that hold a player's pieces."""
        if isinstance(value, Known):
            return Code(CELLS, ir.Holding(tuple(self.contents(player.index) for player in players_in(value))))
        every = map(self.contents, range(len(self.players)))
        return Code(CELLS, ir.Holding(self.by_owner(every, value), self.expression(value)))

    def by_owner(self, contents: Iterable[frozenset[int]], value: Code) -> tuple[frozenset[int], ...]:
        """What cells hold for each who may be a player that play decides; `none` has nothing."""
        may_be_none = self.declared.may_be(self.expression(value), len(self.players))
        return (*contents, frozenset()) if may_be_none else tuple(contents)

    def holding_kinds(self, kinds: Iterable[int], owners: Iterable[int]) -> frozenset[int]:
        """All that a cell with a piece of some kinds and owners can hold."""
        whose = tuple(owners)
        return frozenset(1 + owner * len(self.pieces) + kind for kind in kinds for owner in whose)

    def cells_of_kinds(self, value: Worth) -> Code:
        """The cells that hold anybody's pieces of a kind or a set of kinds."""
        owners = range(len(self.players) + 1)
        if isinstance(value, Known):
            found = tuple(self.holding_kinds(numbers_of(each), owners) for each in value.values)
            return Code(CELLS, ir.Holding(found))
        everything = self.holding_kinds(range(len(self.pieces)), owners)
        return self.of_one_kind(ir.Holding((everything,)), self.expression(value))

    def of_one_kind(self, cells: ir.CellSet, kind: ir.Expression) -> Code:
        """Those cells of a set that hold pieces of a kind that play decides."""
        with self.bound() as variable:
            same = ir.Operation("==", (elements.KindOf(variable), kind))
            return Code(CELLS, ir.Filtered(variable, cells, same))


def players_in(value: Known) -> tuple[Player, ...]:
    """The players among the values for each `own`."""
    return tuple(player for player in value.values if isinstance(player, Player))


def numbers_of(value: Item) -> tuple[int, ...]:
    """The numbers of the kinds that a kind or a set of kinds stands for."""
    return tuple(each.index for each in (value if type(value) is tuple else (value,)) if isinstance(each, Kind))


def is_kinds(value: Value) -> TypeGuard[Worth]:
    """Whether a value is a kind, or a set of kinds."""
    if isinstance(value, Known):
        return all(isinstance(each, Kind) or is_set_of_kinds(each) for each in value.values)
    return isinstance(value, Code) and value.type is KIND


def is_set_of_kinds(value: Item) -> bool:
    """Whether a known value is a set of kinds."""
    return type(value) is tuple and bool(value) and all(isinstance(each, Kind) for each in value)
