"""How far a script can run between two decisions: its loops, and the turns that pass without one."""

from __future__ import annotations

from functools import cached_property
from math import prod

from ...record import Record
from .. import program
from ..steps.scale import Scale

MOST_LAPS = 1_000
"""The number of turns or rounds without a decision after which nobody can decide anything."""


class Followed(Record):
    """What following a script takes, in steps."""

    setup: int
    """Until the first turn, or the first decision."""

    between: int
    """From one decision to the next."""

    laps: int
    """How many turns or rounds may end on the way."""

    runs: tuple[int, ...]
    """How often each instruction may run on the way."""


def followed(rules: program.Rules, scale: Scale, passes: bool, judged: int, over: int) -> Followed:
    """Return what following a game's script takes.

    Judging takes `judged` more steps, a turn that is over `over`; with `passes`, decisions are passed by for a player
    who is out.
    """
    script = rules.script
    labels = 2 * sum(not isinstance(each, program.Do) for each in script.instructions)
    more = {program.Judge: judged, program.End: over}
    steps = tuple(2 * labels + scale.of(each) + more.get(type(each), 0) for each in script.instructions)
    ways = Ways(script.instructions, script.start, passes)
    setup = sum(ways.runs(number) * steps[number] for number in range(script.start))
    if scale.once:
        return Followed(setup, sum(steps), 1, (1,) * len(steps))
    longest = ways.longest(steps)
    if longest is not None:
        return Followed(setup, longest, 1, (1,) * len(steps))
    laps = ways.laps(scale.players)
    rests = max((steps[n] for n, each in enumerate(script.instructions) if isinstance(each, program.Rest)), default=0)
    runs = tuple(ways.runs(number) for number in range(len(steps)))
    turn = sum(runs[number] * count for number, count in enumerate(steps) if number not in ways.rests)
    between = rests + turn * (1 + laps) + 2 * labels * len(ways.rests) * (1 + laps)
    return Followed(setup, between, laps, tuple(each * (1 + laps) for each in runs))


class Ways(Record):
    """A script as a graph; each way through it ends where it waits for a decision, unless that is passed by."""

    instructions: tuple[program.Instruction, ...]
    start: int
    passes: bool

    @cached_property
    def rests(self) -> frozenset[int]:
        """The instructions that wait for a decision."""
        return frozenset(number for number, each in enumerate(self.instructions) if isinstance(each, program.Rest))

    def longest(self, steps: tuple[int, ...]) -> int | None:
        """Return the most steps of a way from one decision to the next; None where a way may lead back."""
        known: dict[int, int] = {}
        entered: set[int] = set()
        rests = [each for each in self.instructions if isinstance(each, program.Rest)]
        stops = (each.stop for each in rests if each.stop is not None)
        begins = [0, *(number + 1 for number in self.rests), *stops, len(self.instructions) - 1]
        waiting = [(each, False) for each in begins]
        while waiting:
            number, is_done = waiting.pop()
            after = self._after(number)
            if is_done:
                known[number] = steps[number] + max((known[each] for each in after), default=0)
            elif number not in known:
                if number in entered:
                    return None
                entered.add(number)
                waiting.append((number, True))
                waiting.extend((each, False) for each in after)
        return max(known[each] for each in begins)

    def runs(self, number: int) -> int:
        """Return how often an instruction can run between two decisions, within a turn: as often as a loop around it
        where a way through the loop leads over it without a decision."""
        return prod(
            1 + times if self._leads(inside.start, number, inside) and self._leads(number, inside[-1], inside) else 2
            for inside, times in self._loops
            if number in inside
        )

    def laps(self, players: int) -> int:
        """Return how many turns can end between two decisions."""
        without = Ways(self.instructions, self.start, passes=False)
        inside = range(self.start, len(self.instructions))
        ends = [number for number, each in enumerate(self.instructions) if isinstance(each, program.End)]
        if any(without._leads(self.start, end, inside) for end in ends):
            return MOST_LAPS
        return 1 + players if self.passes else 1

    @cached_property
    def _loops(self) -> tuple[tuple[range, int], ...]:
        return tuple(
            (range(each.to, number + 1), each.times)
            for number, each in enumerate(self.instructions)
            if isinstance(each, program.Jump) and each.to <= number
        )

    def _leads(self, start: int, end: int, inside: range) -> bool:
        """Whether a way leads from one instruction to another without a decision."""
        seen, waiting = {start}, [start]
        while waiting:
            number = waiting.pop()
            if number == end:
                return True
            fresh = {each for each in self._after(number) if each in inside} - seen
            seen |= fresh
            waiting.extend(fresh)
        return False

    def _after(self, number: int) -> tuple[int, ...]:
        match self.instructions[number]:
            case program.Rest():
                return (number + 1,) if self.passes else ()
            case program.Jump(to):
                return (to,)
            case program.Test(_, otherwise) | program.Possible(_, otherwise):
                return number + 1, otherwise
            case program.End():
                return (self.start,)
            case _:
                return (number + 1,)
