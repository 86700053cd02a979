"""The script as a graph: whether play could go on for ever by decisions that nothing bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from ...rules import deeds, ir, program, walk
from ...rules.facts.endings import eliminates
from ...rules.program import CHOICE, Decision, Rules


def goes_on(rules: Rules, free: Set[Decision]) -> bool:
    """Whether the script has a way round through some decisions within a turn."""
    ways = _ways(rules, free)
    for number, each in enumerate(rules.script.instructions):
        if isinstance(each, program.End):
            ways[number] = set()
    return _has_circle(ways)


def goes_over(rules: Rules, free: Set[Decision]) -> bool:
    """Whether some decisions may lead from the beginning of a turn to its end. Turns without any do not follow on one
    another for ever: play is broken off then."""
    ways, instructions = _ways(rules, free), rules.script.instructions
    ends = {number for number, each in enumerate(instructions) if isinstance(each, program.End)}
    return any(
        _reached(ways, to) & ends
        for number in _reached(ways, rules.script.start)
        if isinstance(rest := instructions[number], program.Rest)
        for decision in free & {*decisions_at(rules.points[rest.point])}
        for to in _after(decision, rest, number, ends)
    )


def mover_stays(rules: Rules) -> bool:
    """Whether one player makes all decisions of a turn."""
    return (
        not rules.script.is_round
        and all(point.way == CHOICE for point in rules.points)
        and not any(isinstance(each, deeds.SetMover) for each in walk.everything((rules.decisions, rules.script)))
    )


def on_offer(rules: Rules) -> set[Decision]:
    """Return the decisions at rests that play can come to, as far as tests of what is known before play tell."""
    instructions, seen = rules.script.instructions, _reached(_ways(rules, {*rules.decisions}), 0)
    rests = (each for number, each in enumerate(instructions) if number in seen and isinstance(each, program.Rest))
    return {decision for rest in rests for decision in decisions_at(rules.points[rest.point])}


def decisions_at(point: program.Point) -> Iterator[Decision]:
    """Give all decisions that are on offer at a point."""
    return (decision for tier in point.tiers for decision in tier)


def _reached(ways: Mapping[int, Set[int]], first: int) -> set[int]:
    """Where ways lead from an instruction on, with that itself."""
    seen, waiting = {first}, [first]
    while waiting:
        fresh = ways[waiting.pop()] - seen
        seen |= fresh
        waiting += fresh
    return seen


def _ways(rules: Rules, free: Set[Decision]) -> dict[int, set[int]]:
    """Where each instruction of the script may lead, where of the decisions only the free ones are made.

    A loop that runs at most so many times leads out of it where it would lead back. In rounds, a player who is out is
    passed over.
    """
    script = rules.script
    ends = {number for number, each in enumerate(script.instructions) if isinstance(each, program.End)}
    skips = rules.script.is_round and eliminates(rules)
    ways: dict[int, set[int]] = {}
    for number, each in enumerate(script.instructions):
        match each:
            case program.Do() | program.Judge():
                ways[number] = {number + 1}
            case program.Test(ir.Constant(values)) if len(set(map(bool, values))) == 1:
                ways[number] = {number + 1 if values[0] else each.otherwise}
            case program.Test() | program.Possible():
                ways[number] = {number + 1, each.otherwise}
            case program.Jump():
                ways[number] = {each.to}
            case program.End():
                ways[number] = {script.start}
            case program.Rest():
                made = free & {*decisions_at(rules.points[each.point])}
                ways[number] = {to for decision in made for to in _after(decision, each, number, ends)}
                ways[number] |= {number + 1} if skips and rules.points[each.point].way == CHOICE else set()
    for number, each in enumerate(script.instructions):
        if isinstance(each, program.Jump) and _ends(each, number, rules):
            body = range(each.to, number + 1)
            ways[number] = {to for inside in body for to in _out_of(inside, ways, rules)} - {*body}
    return ways


def _ends(jump: program.Jump, number: int, rules: Rules) -> bool:
    """Whether a jump leads back in a loop that counts how often it runs; one that runs while something is possible does
    not count."""
    return jump.to <= number and not isinstance(rules.script.instructions[jump.to], program.Possible)


def _out_of(number: int, ways: Mapping[int, Set[int]], rules: Rules) -> Set[int]:
    """Where an instruction in a loop may lead, whatever is decided there."""
    each = rules.script.instructions[number]
    return ways[number] | ({each.stop} if isinstance(each, program.Rest) and each.stop is not None else set())


def _after(decision: Decision, rest: program.Rest, number: int, ends: Set[int]) -> set[int]:
    """Where play may go on after a decision at a rest. A `stop` that waits for a loop to have run before is what a jump
    back leads to."""
    if isinstance(decision.what, program.Stop) and rest.stop is not None:
        return set() if decision.where is not None else {rest.stop}
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
