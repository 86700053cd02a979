"""Checks that nothing draws a game, as a certificate says: by the script and the endings, and by games at random."""

from __future__ import annotations

import random

from ....play.game import Game
from ....rules import deeds, ir, program, walk
from ....rules.program import Rules
from ....rules.traits import Part
from ...wording import NEVER_DRAWN
from ..certificate import Entry, Refused
from .rounds import visited

GAMES, LONGEST = 20, 2_000
"""How many random games are played, and how many moves each has at most."""


def check(game: Game, entry: Entry) -> str:
    """Go through endings and script; raises Refused where one of them may draw the game."""
    data, rules = entry.get("data"), game.rules
    if entry.get("claim") != "no-draws" or not isinstance(data, dict) or {*data} != {"stuck"}:
        raise Refused("it names no endings for players who can do nothing")
    if entry.get("statement") != NEVER_DRAWN:
        raise Refused("its statement does not match its data")
    if {ending.result for ending in rules.endings} - {"win", "lose"} or rules.scores:
        raise Refused("an ending may be a draw")
    if len(rules.players) != 2 or rules.script.is_round:
        raise Refused("it is about two players who take turns")
    if Part.HISTORY in walk.traits_of((rules.points, rules.script, rules.endings)).reads:
        raise Refused("a game is drawn once it has too many boards to remember")
    named = data["stuck"]
    if not isinstance(named, list) or len(named) != 2:
        raise Refused("it names no ending for each player")
    for player, number in enumerate(named):
        if type(number) is not int or not 0 <= number < len(rules.endings) or not _ends(rules, number, player):
            raise Refused("an ending that it names does not end the game for whoever can do nothing")
    if not _decides_once(rules):
        raise Refused("a choice within a turn, or before the first, may offer nothing")
    if game.start().is_over or not game.start().legal_moves:
        raise Refused("nothing can be decided at the start")
    _play(game)
    return f"no ending draws; each turn is one choice, before which whoever has none is judged; {GAMES} random games"


def _ends(rules: Rules, number: int, player: int) -> bool:
    """Whether an ending holds for a player who can do nothing as a turn begins."""
    ending = rules.endings[number]
    return ending.timing == "start" and ending.player in (player, None) and _is_implied(ending.condition)


def _is_implied(condition: ir.Expression) -> bool:
    """Whether a condition holds of whoever is stuck."""
    match condition:
        case ir.Stuck():
            return True
        case ir.Operation("or", operands):
            return any(map(_is_implied, operands))
        case _:
            return False


def _decides_once(rules: Rules) -> bool:
    """Whether the first instruction of a turn is the one place where anything is decided, once, by its player."""
    rests = [number for number in visited(rules) if isinstance(rules.script.instructions[number], program.Rest)]
    first = rules.script.instructions[rules.script.start]
    if rests != [rules.script.start] or not isinstance(first, program.Rest):
        return False
    turn = rules.script.instructions[rules.script.start :]
    done = walk.everything((rules.decisions, turn))
    again = any(isinstance(each, deeds.Again | deeds.Exchange | deeds.SetMover) for each in done)
    takes = {type(each.what) for each in rules.decisions}
    loops = any(isinstance(each, program.Jump | program.Test | program.Possible) for each in turn)
    single = rules.points[first.point].way == program.CHOICE
    return single and not again and not loops and not takes & {program.Swap, program.Random, program.Stop}


def _play(game: Game) -> None:
    """Random games, none of which may be a draw."""
    for number in range(GAMES):
        state, rng = game.start(), random.Random(number)
        for _ in range(LONGEST):
            if state.is_over:
                break
            state.play(rng.choice(state.legal_moves))
        if state.outcome is not None and state.outcome.winner is None:
            raise Refused("a random game is a draw")
