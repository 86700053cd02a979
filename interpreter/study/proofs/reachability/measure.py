"""`finite` by a measure: what decisions lower for good, and that play cannot go round without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from ....play.game import Game
from ....rules import deeds, ir, program, walk
from ....rules.facts.endings import chance_may_stay, eliminates
from ....rules.facts.placement import within_empty
from ....rules.program import CHOICE, Decision, Rules
from ....rules.traits import Change
from ..limits import Limits
from ..verdicts import Json, Proved, Refuted, sizes_of

FILLS, ONCE, PASSES, TIED, FREE = "fills a cell", "possible once", "passes", "tied to a turn", "free"
"""What bounds how often a decision is made: cells that are empty; a variable that it sets for good; an ending after so
many passes in a row; the one turn on which it is on offer; nothing."""


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Prove that a game is finite: all but finitely many decisions lower something, and no turn goes on without one."""
    if claim != "finite":
        return ""
    rules = game.rules
    bounded = bounds_of(rules)
    if goes_round(rules, bounded):
        free = [decision.word for decision, bound in bounded.items() if bound == FREE]
        if Change.REMOVES in walk.traits_of(rules).changes:
            return "cells may become empty again, so they are no measure"
        return f"`{free[0]}` may come again and again" if free else "a turn may be over without a decision"
    cells = game.machine.start[: len(game.board.cells)].count(ir.EMPTY)
    data: dict[str, Json] = {"empty cells": cells, "decisions": [[each.word, bounded[each]] for each in bounded]}
    return Proved(claim, "measure", sizes_of(game), _statement(bounded, cells), data)


def _statement(bounded: Mapping[Decision, str], cells: int) -> str:
    """How the measure works, in words."""
    words = {
        ONCE: "can be made once, since it sets a variable for good",
        PASSES: "ends the game after so many in a row",
        TIED: "is on offer on one turn only",
    }
    aside = dict.fromkeys(f"`{each.word}` {words[bound]}" for each, bound in bounded.items() if bound in words)
    return "; ".join(
        [f"play cannot go on without filling one of the {cells} cells that are empty at the start, and none is emptied",
         *aside]
    )  # fmt: skip


def bounds_of(rules: Rules) -> dict[Decision, str]:
    """What bounds how often each kind of decision is made."""
    keeps = Change.REMOVES not in walk.traits_of(rules).changes
    bounded = {each: _bound(each, rules, keeps) for each in rules.decisions}
    if ends_by_passes(rules) and _only_bounded_interrupt(rules, bounded):
        passes = {each for point in rules.points if point.way == CHOICE for each in _decisions(point)}
        bounded |= {each: PASSES for each in passes if each.word == "pass" and bounded[each] == FREE}
    return bounded


def _bound(decision: Decision, rules: Rules, keeps: bool) -> str:
    if keeps and _fills(decision):
        return FILLS
    if _is_once(decision, rules):
        return ONCE
    return FREE if decision.turn is None else TIED


def _fills(decision: Decision) -> bool:
    """Whether a decision puts a piece on its cell, which is empty."""
    return decision.word == "place" and decision.target is not None and within_empty(decision.target) and any(
        isinstance(effect, deeds.Becomes) and effect.owner is not None and effect.cells == ir.Single(ir.Bound(0))
        for effect in decision.effects
    )  # fmt: skip


def _is_once(decision: Decision, rules: Rules) -> bool:
    """Whether a decision asks for a variable to hold and sets it to 0, and nothing ever sets it to anything else."""
    if any(point.way != CHOICE for point in rules.points):
        return False  # what chance decides is kept in variables, too
    asked = {each.number for each in _conjuncts(decision.where) if isinstance(each, ir.Variable) and not each.player}
    reset = {each.variable.number for each in _assignments(decision.effects) if _is_to_nothing(each)}
    at_once = {each.variable.number for each in decision.effects if isinstance(each, deeds.SetVariable)}
    others = {
        each.variable.number
        for each in _assignments((rules.decisions, rules.script))
        if each.variable.player or not _is_to_nothing(each)
    }
    return bool(asked & reset & at_once - others)


def _assignments(value: object) -> Iterator[deeds.SetVariable]:
    return (node for node in walk.everything(value) if isinstance(node, deeds.SetVariable))


def _is_to_nothing(each: deeds.SetVariable) -> bool:
    """Whether an assignment sets its variable to 0, whoever asks."""
    return isinstance(each.value, ir.Constant) and not any(each.value.values) and each.bounds is None


def _conjuncts(condition: ir.Expression | None) -> Iterator[ir.Expression]:
    match condition:
        case None:
            return
        case ir.Operation("and", operands):
            for each in operands:
                yield from _conjuncts(each)
        case _:
            yield condition


def _decisions(point: program.Point) -> Iterator[Decision]:
    return (decision for tier in point.tiers for decision in tier)


def ends_by_passes(rules: Rules) -> bool:
    """Whether the game ends after some number of passes in a row, whatever else is the case."""
    return any(
        ending.timing == "" and _ends_for_good(ending, rules) and _is_of_passes(ending.condition)
        for ending in rules.endings
    )


def _ends_for_good(ending: program.Ending, rules: Rules) -> bool:
    """Whether play is over once an ending's condition holds: with more than two players a loss puts only the loser
    out, and the endings of a player who is out are skipped."""
    return not eliminates(rules) or (ending.result != "lose" and ending.player is None)


def _is_of_passes(condition: ir.Expression) -> bool:
    match condition:
        case ir.Operation("or", operands):
            return any(map(_is_of_passes, operands))
        case ir.Operation("==" | ">=", (ir.Counter("passes"), ir.Constant(numbers))):
            return min(numbers) >= 1
        case _:
            return False


def _only_bounded_interrupt(rules: Rules, bounded: Mapping[Decision, str]) -> bool:
    """Whether only decisions that are bounded come between passes: any other that a player makes ends a row of them."""
    chosen = [each for point in rules.points if point.way == CHOICE for each in _decisions(point)]
    return all(bounded[each] != FREE or each.word == "pass" or each.is_stop for each in chosen)


# The script as a graph


def goes_round(rules: Rules, bounded: Mapping[Decision, str]) -> bool:
    """Whether play could go on for ever by decisions that nothing bounds: the script has a way round through them.

    A decision that is tied to a turn may come again within it, but not in later ones: they count as ways within a turn
    and not from one turn to another.
    """
    within = _ways(rules, {each for each in bounded if bounded[each] in (FREE, TIED)})
    for number, each in enumerate(rules.script.instructions):
        if isinstance(each, program.End):
            within[number] = set()
    return _has_circle(within) or _has_circle(_ways(rules, {each for each in bounded if bounded[each] == FREE}))


def _ways(rules: Rules, free: Set[Decision]) -> dict[int, set[int]]:
    """Where each instruction of the script may lead, where of the decisions only the free ones are made."""
    script = rules.script
    ends = {number for number, each in enumerate(script.instructions) if isinstance(each, program.End)}
    skips = chance_may_stay(rules)
    ways: dict[int, set[int]] = {}
    for number, each in enumerate(script.instructions):
        match each:
            case program.Do():
                ways[number] = {number + 1}
            case program.Test() | program.Possible():
                ways[number] = {number + 1, each.otherwise}
            case program.Jump():
                ways[number] = {each.to}
            case program.End():
                ways[number] = {script.start}
            case program.Rest():
                made = free & {*_decisions(rules.points[each.point])}
                ways[number] = {to for decision in made for to in _after(decision, each, number, ends)}
                ways[number] |= {number + 1} if skips and rules.points[each.point].way == CHOICE else set()
    return ways


def _after(decision: Decision, rest: program.Rest, number: int, ends: Set[int]) -> set[int]:
    """Where play may go on after a decision at a rest."""
    if decision.is_stop and rest.stop is not None:
        return {rest.stop}
    effects = {type(node) for node in walk.everything(decision.effects)}
    again = {number} if deeds.Again in effects else set()
    return {number + 1} | again | (ends if deeds.Exchange in effects else set())


def _has_circle(ways: Mapping[int, Set[int]]) -> bool:
    """Whether some way leads back to where it began: what has no way on is taken away until nothing changes."""
    left = {number: set(to) & ways.keys() for number, to in ways.items()}
    while True:
        done = {number for number, to in left.items() if not to}
        if not done:
            return bool(left)
        left = {number: to - done for number, to in left.items() if number not in done}
