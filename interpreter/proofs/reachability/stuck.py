"""`no-draws` where no ending is a draw and whoever can do nothing as a turn begins has won or lost."""

from __future__ import annotations

from collections.abc import Iterator

from ...play.game import Game
from ...rules import deeds, ir, program, walk
from ...rules.program import CHOICE, Ending, Rules
from ..limits import Limits
from ..verdicts import Json, Proved, Refuted, sizes_of
from ..wording import NEVER_DRAWN


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Prove that nothing draws a game: no ending, no choice without a move, no board too many."""
    if claim != "no-draws":
        return ""
    obstacle = next(_obstacles(game), "")
    if obstacle:
        return obstacle
    data: dict[str, Json] = {"stuck": [_told(game.rules, player) for player in range(len(game.rules.players))]}
    return Proved(claim, "stuck", sizes_of(game), NEVER_DRAWN, data)


def _obstacles(game: Game) -> Iterator[str]:
    """Why a game may be drawn for all that is seen here."""
    rules = game.rules
    if len(rules.players) != 2 or rules.script.is_round:
        yield "this is for two players who take turns"
    elif any(ending.result not in ("win", "lose") for ending in rules.endings):
        yield "an ending may be a draw"
    elif any(isinstance(node, ir.Repeats) for node in walk.everything(rules)):
        yield "a game is drawn once it has too many boards to remember"
    elif any(_told(rules, player) is None for player in range(len(rules.players))):
        yield "a player who can do nothing as a turn begins has neither won nor lost"
    elif not _is_one_choice(rules):
        yield "a turn is more than one choice, and a later one may offer nothing"
    elif any(isinstance(each, program.Rest) for each in rules.script.instructions[: rules.script.start]):
        yield "something is decided before the first turn"
    elif not game.start().legal_moves:
        yield "nothing can be decided at the start"


def _told(rules: Rules, player: int) -> int | None:
    """The number of the ending that ends the game where a player can do nothing as a turn begins."""
    known = (
        number
        for number, ending in enumerate(rules.endings)
        if ending.timing == "start" and ending.player in (None, player) and _asks_if_stuck(ending)
    )
    return next(known, None)


def _asks_if_stuck(ending: Ending) -> bool:
    waiting = [ending.condition]
    for each in waiting:
        if isinstance(each, ir.Operation) and each.symbol == "or":
            waiting.extend(each.operands)
    return ir.Stuck() in waiting


def _is_one_choice(rules: Rules) -> bool:
    """Whether a turn is one choice of the player to move, before anything else, and is over after it."""
    rest, *others = rules.script.instructions[rules.script.start :]
    if not isinstance(rest, program.Rest) or not all(isinstance(each, program.Do | program.End) for each in others):
        return False
    changes = (deeds.Again, deeds.Exchange, deeds.SetMover)
    kinds = (program.Swap, program.Random, program.Stop)
    decisions = [each for tier in rules.points[rest.point].tiers for each in tier]
    return (
        rules.points[rest.point].way == CHOICE
        and not any(isinstance(each.what, kinds) for each in decisions)
        and not any(isinstance(each, changes) for each in walk.everything((tuple(decisions), tuple(others))))
    )
