"""What a turn is made of, and what is counted of turns."""

from __future__ import annotations

from .. import program, walk
from ..program import Rules
from ..traits import Node, Part
from .placement import EMPTY


def stones_or_pass(rules: Rules) -> bool:
    """Whether a turn is one stone on any empty cell that is not forbidden or, where there is none, at most a pass;
    apart from decisions that are offered on one turn only."""
    if rules.stacks > 1 or len(rules.points) != 1 or not _is_one_choice(rules.script):
        return False
    first, *others = rules.points[0].tiers
    stones = [decision for decision in first if decision.turn is None]
    others_first = [decision.what for decision in first if decision.turn is not None]
    return (
        len(stones) == 1
        and stones[0].is_plain
        and (stones[0].what.sets, stones[0].where) == ((EMPTY,), None)
        and all(isinstance(what, program.Swap | program.Pass) for what in others_first)
        and len(others) <= 1
        and all(len(tier) == 1 and _is_bare_pass(tier[0]) for tier in others)
    )


def _is_bare_pass(decision: program.Decision) -> bool:
    return decision.what == program.Pass() and decision.is_free and decision.effects == ()


def _is_one_choice(script: program.Script) -> bool:
    """Whether a turn is one choice and nothing else, and nobody decides in the set-up."""
    setup = script.instructions[: script.start]
    turn = tuple(each for each in script.instructions[script.start :] if not isinstance(each, program.End))
    return turn == (program.Rest(0),) and not any(each.traits.acts for each in setup)


def turn_matters_until(rules: Rules) -> int:
    """The largest turn number that a decision is offered on; -1 where the rules use the number in other ways."""
    if any(Part.TURN in node.traits.reads and not _has_turn(node) for node in walk.everything(rules)):
        return -1
    return max((decision.turn or 0 for decision in rules.decisions), default=0)


def _has_turn(node: Node) -> bool:
    """Whether a node is a decision that is offered on one turn only."""
    return isinstance(node, program.Decision) and node.turn is not None
