"""Which endings must be judged before which others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from .. import deeds, ir, program, walk
from ..facts.goals import OWN, owner_of
from ..facts.placement import stones_only_come
from ..program import Ending, Rules


def said(rules: Rules) -> tuple[Ending, ...]:
    """Return the endings that can come about."""
    return tuple(each for each in rules.endings
                 if not (isinstance(each.condition, ir.Constant) and not any(each.condition.values)))  # fmt: skip


def ordered(rules: Rules) -> Iterator[tuple[Ending, Ending]]:
    """Yield the pairs of endings of which the first decides if both hold.

    For others it makes no difference which is judged first: both say the same of the same player, or they are won by
    stones of different players, who put them down one by one.
    """
    is_stone_by_stone = stones_only_come(rules) and all(_brings_own(each) for each in rules.decisions)
    for first, second in combinations(said(rules), 2):
        is_same = first.player is not None and _told(first) == _told(second)
        is_apart = (
            is_stone_by_stone and first.player != second.player and None not in (first.player, second.player)
            and all(each.result == "win" and not each.timing and _is_of_own(each.condition, each.player, rules)
                    for each in (first, second))
        )  # fmt: skip
        if not is_same and not is_apart:
            yield first, second


def are_told_apart(rules: Rules) -> bool:
    """Whether symmetries that leave players alone leave each ending alone, since no two say the same of a player."""
    told = [_told(each) for each in said(rules) if each.player is not None]
    return len(set(told)) == len(told)


def _told(ending: Ending) -> tuple[object, ...]:
    return ending.result, ending.label, ending.player, ending.timing


def _brings_own(decision: program.Decision) -> bool:
    """Whether a decision brings no pieces but those of whoever makes it."""
    return all(
        each.brings is not None and all(owner == program.OWN for owner in each.brings)
        for each in walk.everything(decision)
        if isinstance(each, deeds.Deed) and each.traits.changes_board
    )


def _is_of_own(node: ir.Expression, player: int | None, rules: Rules) -> bool:
    """Whether a condition can only come to hold as stones of a player come."""
    match node:
        case ir.Operation() if node.symbol in ("and", "or"):
            return all(_is_of_own(each, player, rules) for each in node.operands)
        case ir.Connects() | ir.Path() | ir.Loop():
            return owner_of(node.cells, rules) in (player, OWN)
        case _:
            return False
