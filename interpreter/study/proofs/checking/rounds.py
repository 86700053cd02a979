"""Whether play can go round: a walk through the script of a turn, by decisions that nothing bounds."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TypeAlias

from ....deadline import look
from ....rules import deeds, ir, program, walk
from ....rules.facts.endings import chance_may_stay
from ....rules.program import CHOICE, Decision, Rules

Place: TypeAlias = tuple[int, frozenset[tuple[int, int]]]
"""An instruction, and which of the loops around it, each from its first instruction to its last, have run before."""


def goes_round(rules: Rules, free: Set[int], *, across: bool) -> bool:
    """Whether some walk comes back to where it was by decisions with these numbers: within a turn or, with `across`,
    from one turn to the next."""
    done, line = set[Place](), dict[Place, Iterator[Place]]()
    for start in range(len(rules.script.instructions)):
        first: Place = start, frozenset()
        if first not in done:
            line[first] = _next(rules, first, free, across)
        while line:
            look()
            last = next(reversed(line))
            place = next(line[last], None)
            if place is None:
                del line[last]
                done.add(last)
            elif place in line:
                return True
            elif place not in done:
                line[place] = _next(rules, place, free, across)
    return False


def visited(rules: Rules) -> set[int]:
    """Return the instructions that play may come to, whatever is decided."""
    free, waiting = frozenset(range(len(rules.decisions))), list[Place]([(0, frozenset())])
    seen = {*waiting}
    for each in waiting:
        fresh = {*_next(rules, each, free, across=True)} - seen
        seen |= fresh
        waiting += fresh
    return {number for number, _ in seen}


def _next(rules: Rules, place: Place, free: Set[int], across: bool) -> Iterator[Place]:
    """Where a walk may go on. A loop that counts is run at most twice: what comes after that comes after less."""
    number, loops = place
    each, instructions = rules.script.instructions[number], rules.script.instructions
    match each:
        case program.Jump(to) if to <= number:
            counts = not isinstance(instructions[to], program.Possible)
            found = [] if counts and (to, number) in loops else [to]
            loops |= {(to, number)}
        case program.Jump(to):
            found = [to]
        case program.Test(ir.Constant(values)):
            found = [number + 1] * any(values) + [each.otherwise] * (not all(values))
        case program.Test() | program.Possible():
            found = [number + 1, each.otherwise]
        case program.End():
            found = [rules.script.start] * across
        case program.Rest():
            found = [*_decided(rules, each, number, free, has_run=bool(loops))]
        case program.Do():
            found = [number + 1]
    for to in found:
        yield to, frozenset((first, last) for first, last in loops if first <= to <= last)


def _decided(rules: Rules, rest: program.Rest, number: int, free: Set[int], *, has_run: bool) -> Iterator[int]:
    """Where play may go on from a rest by free decisions."""
    point = rules.points[rest.point]
    if point.way == CHOICE and chance_may_stay(rules):
        yield number + 1
    for tier in point.tiers:
        for decision in tier:
            if rules.decisions.index(decision) in free:
                yield from _after(rules, decision, rest, number, has_run)


def _after(rules: Rules, decision: Decision, rest: program.Rest, number: int, has_run: bool) -> Iterator[int]:
    """Where play may go on after a decision; a `stop` may wait for its loop to have run before."""
    if decision.is_stop and rest.stop is not None:
        if decision.where is None or has_run:
            yield rest.stop
        return
    yield number + 1
    effects = {type(node) for node in walk.everything(decision.effects)}
    if deeds.Again in effects:
        yield number
    if deeds.Exchange in effects:
        yield from (end for end, each in enumerate(rules.script.instructions) if isinstance(each, program.End))
