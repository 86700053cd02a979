"""How games end: only at goals and on full boards, or in other ways as well."""

from __future__ import annotations

from .. import ir, walk
from ..program import Rules
from .placement import EMPTY

FULL = ir.Operation("==", (ir.Count(EMPTY), ir.Constant((0,))))
"""Whether no cell is empty."""


def ends_at_goals(rules: Rules) -> bool:
    """Whether every ending is judged after a decision and made of goals, a full board and numbers of passes, and all
    goals are judged before the board counts as full."""
    judged = all(_is_of_goals(ending.condition) and ending.timing == "" for ending in rules.endings)
    return judged and _goals_come_first(rules)


def wins_at_goals_alone(rules: Rules) -> bool:
    """Whether whoever wins has reached a goal, and nothing but a draw happens on a full board."""
    return ends_at_goals(rules) and all(
        ending.result == ("draw" if _asks_full(ending.condition) else "win") for ending in rules.endings
    )


def _goals_come_first(rules: Rules) -> bool:
    """Whether no goal is judged after an ending of full boards, or with it: the first ending that holds counts."""
    full = False
    for ending in rules.endings:
        full = full or _asks_full(ending.condition)
        if full and any(isinstance(each, ir.Goal) for each in walk.everything(ending.condition)):
            return False
    return True


def _asks_full(condition: ir.Expression) -> bool:
    return any(each == FULL for each in walk.everything(condition))


def _is_of_goals(node: ir.Expression) -> bool:
    match node:
        case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.SomeGroup() | ir.Constant():
            return True
        case ir.Operation("and" | "or"):
            return all(map(_is_of_goals, node.operands))
        case ir.Operation("==" | ">=" | ">", (ir.Counter("passes"), ir.Constant(numbers))):
            return min(numbers) >= 1
        case _:
            return node == FULL


def draws_only_when_full(rules: Rules) -> bool:
    """Whether every draw is that of a full board and of both players, so that no draw comes before a win."""
    return all(each.condition == FULL and each.player is None for each in rules.endings if each.result == "draw")


def full_board_decides(rules: Rules) -> bool:
    """Whether two players play one kind of decision until somebody wins or the board is full."""
    return wins_at_goals_alone(rules) and len(rules.players) == 2 and len(rules.decisions) == 1


def eliminates(rules: Rules) -> bool:
    """Whether a player who loses is out while the others play on."""
    return len(rules.players) > 2 and any(ending.result == "lose" for ending in rules.endings)


def chance_may_stay(rules: Rules) -> bool:
    """Whether chance may go on alone: in rounds, the players who decide may all be out."""
    return rules.script.is_round and eliminates(rules) and any(each.word == "random" for each in rules.decisions)


def always_finite(rules: Rules, only_come: bool) -> bool:
    """Whether every decision but a bounded few fills a cell. No turn or round is without a decision of a player."""
    return only_come and not chance_may_stay(rules) and all(
        decision.word in ("place", "random") or decision.turn is not None or (decision.is_stop and not decision.alone)
        for decision in rules.decisions
    )  # fmt: skip
