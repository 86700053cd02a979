"""What is forbidden: which `forbid` conditions can be answered without trying the decision."""

from __future__ import annotations

from ...board.board import Board
from .. import program, walk
from ..program import Rules
from .goals import asks_arcs
from .masks import GROUP, WORD, is_in_bits, mask_bits
from .placement import brings_neutral, within_empty


def forbidding(rules: Rules) -> list[program.Decision]:
    """The decisions that are judged by the position they lead to."""
    return [decision for decision in rules.decisions if decision.forbid is not None]


def board_forbids(rules: Rules, only_come: bool) -> bool:
    """Whether each of them puts down a stone and then asks only about the board."""
    return only_come and all(
        decision.is_plain and not walk.traits_of(decision.forbid).depends_on_time for decision in forbidding(rules)
    )


def forbids_in_bits(rules: Rules, board: Board, only_come: bool) -> bool:
    """Whether the bits of the groups that its stone joins answer each of them."""
    decisions = forbidding(rules)
    if not decisions or not only_come or board.edges or mask_bits(rules) > WORD or brings_neutral(rules):
        return False
    return all(_is_in_bits(decision, rules) for decision in decisions)


def _is_in_bits(decision: program.Decision, rules: Rules) -> bool:
    forbid = decision.forbid
    if forbid is None or not decision.is_plain or not all(map(within_empty, decision.what.sets)):
        return False
    return is_in_bits(forbid, GROUP) and not (rules.seams and asks_arcs(forbid))
