"""What belongs to a player: pieces, edges, cards, marks, turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.diagnostic import listed, meant
from ...source.syntax import tree
from ...values.values import WRONG, EdgeRef, Fault, Known, Player, Value
from .. import ir
from .types import CELLS, NUMBER, NUMBERS, PLAYER, Code, type_in_words

if TYPE_CHECKING:
    from .elaborate import Elaborator


def contents(player: int, kinds: int) -> frozenset[int]:
    """All that a cell with a piece of a player can hold."""
    return frozenset(range(1 + player * kinds, 1 + (player + 1) * kinds))


def pieces_of(value: Value, elaborator: Elaborator) -> Code:
    """The cells that hold a player's pieces."""
    kinds = len(elaborator.pieces)
    if isinstance(value, Known):
        return Code(CELLS, ir.Holding(tuple(contents(player.index, kinds) for player in value.values)))
    every = range(len(elaborator.players))
    return Code(CELLS, ir.Holding(tuple(contents(player, kinds) for player in every), value.ir))


def of_player(node: tree.Attribute, value: Value, elaborator: Elaborator) -> Value:
    """`player.name`, the player known before play or not."""
    name, kinds = node.name.id, [piece.name for piece in elaborator.pieces]
    zones, marks = elaborator.declared.zones, elaborator.declared.marks
    owner = elaborator.code(value)
    if name in kinds:
        return _of_kind(kinds.index(name), value, elaborator)
    known = list(kinds)
    if type_in_words(value) == PLAYER:
        if name == "edges":
            return _edges(node, value, elaborator)
        if name == "turns" and not elaborator.is_round:
            return Code(NUMBER, ir.PlayerCounter("turns", owner))
        if name in zones:
            return Code(NUMBERS, ir.Cards(zones.index(name), owner))
        if name in marks:
            return Code(CELLS, ir.Marked(marks.index(name), owner))
        if name == "opponent" and len(elaborator.players) == 2:
            return _opponent(node, value, elaborator)
        two = ["opponent"] if len(elaborator.players) == 2 else []
        known = ["edges", *([] if elaborator.is_round else ["turns"]), *two, *kinds, *zones, *marks]
    return elaborator.wrong(
        "HG208",
        f"{'a player' if type_in_words(value) == PLAYER else '`neutral`'} has no `.{name}`",
        node.name.span,
        expected=listed(f"`.{each}`" for each in known),
        **meant(name, known),
    )


def _of_kind(kind: int, value: Value, elaborator: Elaborator) -> Code:
    kinds = len(elaborator.pieces)
    whose = value.values if isinstance(value, Known) else elaborator.players
    held = tuple(frozenset({1 + player.index * kinds + kind}) for player in whose)
    return Code(CELLS, ir.Holding(held, None if isinstance(value, Known) else value.ir))


def _opponent(node: tree.Attribute, value: Value, elaborator: Elaborator) -> Value:
    if isinstance(value, Known):
        return elaborator.combine_known(node, lambda player: elaborator.players[1 - player.index], value)
    return Code(PLAYER, ir.Operation("-", (ir.Constant((1,)), value.ir)))


def _edges(node: tree.Attribute, value: Value, elaborator: Elaborator) -> Value:
    if not isinstance(value, Known):
        return elaborator.wrong("HG303", "whose edges is decided in play", node.span,
                                help="ask about `own.edges` or those of a player by name")  # fmt: skip
    if elaborator.board_is_unsure:
        return WRONG

    def edges(player: Player) -> tuple[EdgeRef, ...]:
        found = tuple(EdgeRef(number) for number in elaborator.board.edges_of(player.index))
        if not found:
            what = f"{player.name} has no edges on this board"
            raise Fault("HG403", what, f"give some: edge top, bottom: {player.name}")
        return found

    return elaborator.combine_known(node, edges, value)
