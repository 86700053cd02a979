"""What belongs to a player: pieces, edges, cards, marks, variables, turns."""

from __future__ import annotations

from collections.abc import Container

from ....diagnostics.diagnostic import Guess, guesses, judged, listed
from ....source.syntax import tree
from ....values.hints import no_attribute
from ....values.types import CELL, CELLS, NUMBER, NUMBERS, PLAYER, TRUTH, Type
from ....values.values import WRONG, Code, EdgeRef, Fault, Item, Kind, Known, Player, Value, Worth
from ... import elements, ir
from ..absence import is_somebody, none_of, where_somebody
from ..base import RuleEvaluator
from ..pieces import players_in
from .kinds import named, of_kinds

_NOTHING = ir.Constant((0,))
"""What nobody has."""


def of_player(node: tree.Attribute, value: Worth, elaborator: RuleEvaluator) -> Value:
    """`player.name`, the player known before play or not."""
    name, kinds = node.name.id, [piece.name for piece in elaborator.pieces]
    zones, marks, variables = elaborator.declared.zones, elaborator.declared.marks, elaborator.declared.of_players
    families = {each: family for each, family in elaborator.declared.families.items() if family.players}
    owner = elaborator.expression(value)
    if name in kinds:
        return of_kinds(Known.always(Kind(name, kinds.index(name))), value, elaborator)
    known = list(kinds)
    if value.type is PLAYER:
        if name == "edges":
            return _edges(node, value, elaborator)
        if name == "turns" and not elaborator.is_round:
            return Code(NUMBER, where_somebody(owner, ir.PlayerCounter("turns", owner), _NOTHING, elaborator))
        if name in zones:
            return Code(NUMBERS, where_somebody(owner, ir.Cards(zones.index(name), owner), _NOTHING, elaborator))
        if name in marks:
            marked, test = ir.Marked(marks.index(name), owner), is_somebody(owner, elaborator)
            return Code(CELLS, elements.Chosen(test, marked, ir.Fixed(((),))) if test else marked)
        if name in variables:
            return _variable(*variables[name], owner, elaborator)
        if name in families:
            family = families[name]
            return family.listed(lambda slot: _variable(family.kind, slot, owner, elaborator))
        if name == "out":
            return Code(TRUTH, where_somebody(owner, elements.Out(owner), _NOTHING, elaborator))
        if name == "next" or (name == "opponent" and len(elaborator.players) == 2):
            return _following(value, elaborator)
        two = ["opponent"] if len(elaborator.players) == 2 else []
        counters = [] if elaborator.is_round else ["turns"]
        known = ["edges", *counters, "next", "out", *two, *kinds, *zones, *marks, *variables, *families]
    found = named(node, value, elaborator)
    if found is not None:
        return found
    whose = "a player" if value.type is PLAYER else "`neutral`"
    attributes = listed(f"`.{each}`" for each in known)
    message = f"{whose} has no `.{name}`"
    guess: Guess = {"help": no_attribute(node, known)}
    if not guess["help"] and (among := guesses(name, known)):
        elaborator.guess(node.name, among)
        guess = judged(name, among)
    if name == "opponent" and value.type is PLAYER:
        guess = {"help": f"here {len(elaborator.players)} players play: write `own.next`, or `enemy` for all others"}
    return elaborator.wrong("HG208", message, node.name.span, expected=attributes, **guess)


def _variable(kind: Type, first: int, owner: ir.Expression, elaborator: RuleEvaluator) -> Code:
    nothing = none_of(kind, elaborator) if kind in (CELL, PLAYER) else _NOTHING
    return Code(kind, where_somebody(owner, ir.Variable(first, owner), nothing, elaborator))


def _following(value: Worth, elaborator: RuleEvaluator) -> Value:
    """The player whose turn comes next; of two, one never goes out before the game is over."""
    players = elaborator.players
    if isinstance(value, Known) and (len(players) == 2 or not elaborator.declared.eliminates):
        return Known(tuple(players[(player.index + 1) % len(players)] for player in players_in(value)))
    player = elaborator.expression(value)
    return Code(PLAYER, where_somebody(player, elements.Next(player), none_of(PLAYER, elaborator), elaborator))


def _sides(regions: Container[str]) -> str:
    """Sides of a board that an edge may lie along."""
    return "top, bottom" if "top" in regions else "sides[0]" if "sides" in regions else "REGION"


def _edges(node: tree.Attribute, value: Worth, elaborator: RuleEvaluator) -> Value:
    if not isinstance(value, Known):
        return elaborator.wrong("HG303", "`.edges` needs a player known before play", node.span,
                                help="ask about `own.edges` or those of a player by name")  # fmt: skip
    if elaborator.board_is_unsure:
        return WRONG

    def edges(player: Item) -> Item:
        assert isinstance(player, Player)
        found = tuple(EdgeRef(number) for number in elaborator.board.edges_of(player.index))
        if not found:
            what = f"{player.name} has no edges on this board"
            raise Fault("HG403", what, f"give some: edge {_sides(elaborator.board.regions)}: {player.name}")
        return found

    return elaborator.combine_known(node, edges, value)
