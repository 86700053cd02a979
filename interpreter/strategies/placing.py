"""Games in which a stone of one's own never hurts, read off the rules by a check that is too strict rather than not.

Two players in turn put one stone of their own on any empty cell. They win by goals that ask for nothing but chains of
their own stones, and that more stones of their own keep; nothing else ends play but a full board, which counts last.
"""

from __future__ import annotations

from ..play.game import Game
from ..rules import deeds, ir
from ..rules.program import CHOICE, Decision, End, Ending, Place, Rest, Rules, Swap
from .refusal import Refused

_EMPTY = ir.Holding((frozenset({ir.EMPTY}),))
_FULL = ir.Operation("==", (ir.Count(_EMPTY), ir.Constant((0,))))
_OWN_STONE = (deeds.Becomes(ir.Single(ir.Bound(0)), 0, ir.Counter("mover")),)


class Placing:
    """Such a game; making one of another game raises Refused, with the reason."""

    def __init__(self, game: Game) -> None:
        self.game, self.cells, rules = game, len(game.board.cells), game.rules
        if why := _objection(rules):
            raise Refused(f"a player's own stones may hurt in this game: {why}")
        self.last_turn = max((each.turn or 0 for each in rules.decisions), default=0)
        """From the turn after this one on, nobody can do anything but put down a stone."""

        self._known: dict[tuple[int, int], frozenset[int]] = {}

    def winners(self, colour: int, stones: int) -> frozenset[int]:
        """Return who has reached a goal where a colour has just these cells, as bits, and the other all others."""
        if (colour, stones) not in self._known:
            held: list[list[str]] = [[], []]
            for cell, name in enumerate(self.game.board.names):
                held[colour if stones >> cell & 1 else 1 - colour].append(name)
            state = self.game.position(dict(zip(self.game.players, held, strict=True)))
            self._known[colour, stones] = frozenset(map(self.game.players.index, state.wins))
        return self._known[colour, stones]


def _objection(rules: Rules) -> str:
    """Why a game is not of this kind; empty if it is."""
    turn = [each for each in rules.script.instructions[rules.script.start :] if not isinstance(each, End)]
    early = any(isinstance(each, Rest) for each in rules.script.instructions[: rules.script.start])
    stones = [each for each in rules.decisions if isinstance(each.what, Place)]
    others = [each for each in rules.decisions if not isinstance(each.what, Place)]
    draws = [number for number, each in enumerate(rules.endings) if each.result == "draw"]
    wins = [number for number, each in enumerate(rules.endings) if each.result == "win"]
    return next((why for why, holds in {
        "there are not two players with one kind of stone": len(rules.players) != 2 or len(rules.pieces) != 1,
        "it remembers more than the board": bool(rules.variables or rules.layers or rules.marks or rules.zones),
        "it hides something": rules.hides,
        "a turn is more than one choice": turn != [Rest(0)] or early or rules.script.is_round,
        "the choice is not between all empty cells": len(rules.points) != 1 or rules.points[0].way != CHOICE
        or len(rules.points[0].tiers) != 1 or len(stones) != 1 or not _is_bare(stones[0]),
        "something other than placing stones is possible": any(each.what != Swap() or not each.turn for each in others),
        "it may end in another way": len(wins) + len(draws) != len(rules.endings)
        or any(each.timing for each in rules.endings),
        "a draw comes before a goal or a full board": bool(wins and draws and min(draws) < max(wins))
        or any(rules.endings[each].condition != _FULL or rules.endings[each].player is not None for each in draws),
        "a goal may be lost": not all(_lasts(rules.endings[each], rules) for each in wins),
    }.items() if holds), "")  # fmt: skip


def _is_bare(decision: Decision) -> bool:
    """Whether it puts down the mover's own stone, on any empty cell and on every turn."""
    return decision.is_free and decision.what.sets == (_EMPTY,) and decision.effects == _OWN_STONE


def _lasts(ending: Ending, rules: Rules) -> bool:
    """Whether a goal that is reached stays reached, whatever stones come."""
    return all(_grows(ending.condition, rules, player) for player in range(2) if ending.player in (None, player))


def _grows(condition: ir.Expression, rules: Rules, player: int) -> bool:
    """Whether a condition holds on for a player when more stones of theirs stand there, whatever the other's do."""
    match condition:
        case ir.Constant():
            return True
        case ir.Operation("and" | "or", operands):
            return all(_grows(each, rules, player) for each in operands)
        case ir.Connects(cells) | ir.Path(cells) | ir.Loop(cells) | ir.Encloses(cells):
            return is_own(cells, rules, player)
        case ir.SomeGroup(_, cells, body):
            return is_own(cells, rules, player) and _grows(body, rules, player)
        case ir.Operation(">=" | ">", (ir.Count(cells), ir.Constant())):
            return _is_of_group(cells)
        case ir.Operation(">=" | ">", (ir.HowMany(tests), ir.Constant())):
            return all(_grows(each, rules, player) for each in tests)
        case ir.Touches(cells):
            return _is_of_group(cells)
        case _:
            return False


def is_own(cells: ir.CellSet, rules: Rules, player: int) -> bool:
    """Whether a set is all cells with stones of a player, its chains by the links of the board."""
    if not isinstance(cells, ir.Holding) or cells.of is not None:
        return False
    return cells.contents[player % len(cells.contents)] == rules.contents_of(player)


def _is_of_group(cells: ir.CellSet) -> bool:
    """Whether a set is a group that a condition has named, or the part of it that lies in certain cells."""
    match cells:
        case ir.GroupBound():
            return True
        case ir.Combined("&", left, right):
            parts = (left, right) if isinstance(left, ir.Fixed) else (right, left)
            return isinstance(parts[0], ir.Fixed) and _is_of_group(parts[1])
        case _:
            return False
