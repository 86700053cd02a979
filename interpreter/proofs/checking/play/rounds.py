"""Whether play can go round: a walk through the script of a turn, by decisions that nothing bounds."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TypeAlias

from ....deadline import look
from ....rules import deeds, ir, program, walk
from ....rules.program import CHOICE, Decision, Rules

Place: TypeAlias = tuple[int, frozenset[tuple[int, int]]]
"""An instruction, and which of the loops around it, each from its first instruction to its last, have run before."""


def goes_round(rules: Rules, free: Set[int]) -> bool:
    """Whether some walk within a turn comes back to where it was by decisions with these numbers."""
    done, line = set[Place](), dict[Place, Iterator[Place]]()
    for start in range(len(rules.script.instructions)):
        first = _at(start)
        if first not in done:
            line[first] = _next(rules, first, free)
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
                line[place] = _next(rules, place, free)
    return False


def goes_over(rules: Rules, free: Set[int]) -> bool:
    """Whether some walk from the beginning of a turn comes to its end by decisions with these numbers, one at least: of
    turns without any, only so many follow on one another."""
    decided = {
        place
        for number, loops in _walked(rules, {_at(rules.script.start)}, free)
        if isinstance(rest := rules.script.instructions[number], program.Rest)
        for to in _decided(rules, rest, number, free, has_run=bool(loops))
        for place in _left(loops, to)
    }
    return any(
        isinstance(rules.script.instructions[number], program.End) for number, _ in _walked(rules, decided, free)
    )


def visited(rules: Rules) -> set[int]:
    """Return the instructions that play may come to, by whichever decisions."""
    everything = frozenset(range(len(rules.decisions)))
    return {number for number, _ in _walked(rules, {_at(0), _at(rules.script.start)}, everything)}


def someone_may_be_out(rules: Rules) -> bool:
    """Whether a player who loses is out while others play on."""
    return len(rules.players) > 2 and any(ending.result == "lose" for ending in rules.endings)


def _walked(rules: Rules, starts: Set[Place], free: Set[int]) -> set[Place]:
    """Where walks come to, as far as the end of a turn."""
    waiting = [*starts]
    seen = {*waiting}
    for place in waiting:
        look()
        fresh = {*_next(rules, place, free)} - seen
        seen |= fresh
        waiting += fresh
    return seen


def _left(loops: frozenset[tuple[int, int]], to: int) -> Iterator[Place]:
    """Where a walk is that goes on at an instruction: in those loops only that are around it."""
    yield to, frozenset((first, last) for first, last in loops if first <= to <= last)


def _at(number: int) -> Place:
    return number, frozenset()


def _next(rules: Rules, place: Place, free: Set[int]) -> Iterator[Place]:
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
            found = []
        case program.Rest():
            found = [*_decided(rules, each, number, free, has_run=bool(loops))]
            if rules.points[each.point].way == CHOICE and rules.script.is_round and someone_may_be_out(rules):
                found.append(number + 1)
        case program.Do() | program.Judge():
            found = [number + 1]
    for to in found:
        yield from _left(loops, to)


def _decided(rules: Rules, rest: program.Rest, number: int, free: Set[int], *, has_run: bool) -> Iterator[int]:
    """Where play may go on from a rest by free decisions."""
    point = rules.points[rest.point]
    for tier in point.tiers:
        for decision in tier:
            if rules.decisions.index(decision) in free:
                yield from _after(rules, decision, rest, number, has_run)


def _after(rules: Rules, decision: Decision, rest: program.Rest, number: int, has_run: bool) -> Iterator[int]:
    """Where play may go on after a decision; a `stop` may wait for its loop to have run before."""
    if isinstance(decision.what, program.Stop) and rest.stop is not None:
        if decision.where is None or has_run:
            yield rest.stop
        return
    yield number + 1
    effects = {type(node) for node in walk.everything(decision.effects)}
    if deeds.Again in effects:
        yield number
    if deeds.Exchange in effects:
        yield from (end for end, each in enumerate(rules.script.instructions) if isinstance(each, program.End))
