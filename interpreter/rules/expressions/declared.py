"""What a file declares of a game's things."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values.types import LIST, Type
from ...values.values import Code, Item
from .. import elements, ir
from ..layers import Layer, OfCell, Piece, Slot
from ..spellings import Spellings, text_of
from ..within import may_be_missing


class Family(NamedTuple):
    """A variable that each of some elements has, or each pair of a player and an element: players' slots lie side by
    side, the first for the first element."""

    kind: Type
    first: int
    elements: tuple[Item, ...]
    players: int
    """How many players have one for each element; 0 where no player has one of their own."""

    @property
    def slots(self) -> range:
        """The slot of each element, or the first of its players'."""
        step = max(1, self.players)
        return range(self.first, self.first + step * len(self.elements), step)

    def listed(self, of: Callable[[int], Code]) -> Code:
        """Return the values of all elements as a list that is read by them; `of` gives that of a slot."""
        items = tuple(map(of, self.slots))
        parts = tuple(item.ir for item in items if isinstance(item.ir, ir.Expression))
        return Code(LIST, elements.Listed(parts), items=items, keys=self.elements)


class Declared:
    """Pieces, cards, marks and variables; scripts add slots for what they must remember."""

    def __init__(
        self,
        pieces: tuple[Piece, ...],
        zones: tuple[str, ...],
        cards: tuple[int, ...],
        marks: tuple[str, ...],
        is_round: bool,
        eliminates: bool,
        own: frozenset[str],
    ) -> None:
        self.pieces, self.zones, self.marks, self.is_round = pieces, zones, marks, is_round
        self.own = own
        """The names of the file, which hide functions that are called so."""

        self.eliminates = eliminates
        """Whether players may lose while others play on."""

        self.cards = cards
        """The cards that lie in each zone at the start, a bit each."""

        self.slots: list[Slot] = []
        self.bounds: dict[int, tuple[int, int]] = {}
        """The least and the most of each variable of the file, by its number; (0, 0) where it holds no number."""

        self.stacks = 1
        """The most pieces that may lie on a cell."""

        self.picks: list[tuple[Span, int, int]] = []
        """Where cards are picked, from which zone, and how many."""

        self.filled: set[int] = set()
        """The zones that cards are laid into."""

        self.kept: dict[int, ir.Expression] = {}
        """What the slot of each `let` is given."""

        self._shared: dict[tuple[int, ir.Expression], ir.Variable] = {}

        self.of_players: dict[str, tuple[Type, int]] = {}
        """The variables that each player has: their types, and the numbers of the first player's."""

        self.layers: list[Layer] = []
        self.of_cells: dict[str, tuple[Type, int]] = {}
        """The variables that each cell has, or each piece: their types and numbers."""

        self.families: dict[str, Family] = {}
        """The variables that each of some elements has."""

        self.perhaps_none: set[int] = set()
        """The slots that may hold no cell or no player."""

    def may_be(self, value: ir.Expression, none: int) -> bool:
        """Whether a cell, a player or a kind may turn out to be none, for which a number stands."""
        match value:
            case ir.Constant():
                return none in value.values
            case ir.Choice():
                return self.may_be(value.then, none) or self.may_be(value.other, none)
            case ir.Variable():
                return value.number in self.perhaps_none
            case OfCell():
                is_missing = value.nothing == none and may_be_missing(value.cell)
                return is_missing or bool(text_of(self.layers[value.layer].values, none))
            case ir.Counter():
                return value.name == "last"
            case elements.KindOf() | elements.OwnerOf() | elements.PieceKind() | elements.PieceOwner():
                return True
            case ir.Lookup():
                return none in value.values or (value.nothing == none and may_be_missing(value.cell))
            case elements.Entry():
                return none in value.values
            case _:
                return False

    def slot(
        self, name: str, start: int, values: tuple[tuple[int, str], ...], *, counts: bool = False
    ) -> ir.Variable:  # fmt: skip
        """Return a new value for the state to keep; one that `counts` says how far a loop has come."""
        self.slots.append(Slot(name, start, values, False, counts=counts))
        return ir.Variable(len(self.slots) - 1)

    def kept_in(self, name: tree.Name, value: ir.Expression, shared: bool) -> ir.Variable:
        """Return the slot that keeps a value for a name, new or, if shared, wherever this name keeps the same value."""
        slot = self._shared.get((id(name), value)) if shared else None
        if slot is None:
            slot = self.slot(name.id, 0, ())
            self.kept[slot.number] = value
            if shared:
                self._shared[id(name), value] = slot
        return slot

    def slots_of(self, name: str, starts: Sequence[int], values: Spellings, each_player: bool) -> int:
        """Return the number of the first slot of a variable of the file, which has one for each start."""
        for player, start in enumerate(starts):
            self.slots.append(Slot(name, start, values, True, player if each_player else None))
        return len(self.slots) - len(starts)
