"""Where a script goes on, and how a game ends: labels and results, each a number with a name.

Instructions are labelled by their numbers. An `End` that a decision leads to directly has a second label, its number
plus the number of instructions: there the turn is counted already.
"""

from __future__ import annotations

from functools import cached_property
from typing import assert_never

from ...record import Record
from ...rules import ir, program, walk
from ...rules.facts.endings import asks_if_stuck
from ...rules.facts.facts import Facts
from ...rules.program import Rules
from ...rules.traits import Part
from .. import answers


class Constant(Record):
    """A number that has a name in the generated module."""

    name: str
    value: int
    meaning: str


# The script


class Flow(Record):
    """The script as a graph of labels."""

    instructions: tuple[program.Instruction, ...]
    start: int
    labels: tuple[Constant, ...]
    """The instructions that jumps and decisions lead to, in their order."""

    rebuilds: frozenset[int]
    """Steps of the set-up that change the board before play."""

    last_turn: int | None
    """TURN stops one beyond this number; None if it never stops."""

    @property
    def count(self) -> int:
        """The number of instructions."""
        return len(self.instructions)

    def name(self, label: int) -> str:
        """The name of a label."""
        return self._names[label]

    def is_label(self, number: int) -> bool:
        """Whether a jump or a decision leads to an instruction."""
        return number in self._names

    @cached_property
    def _names(self) -> dict[int, str]:
        return {each.value: each.name for each in self.labels}

    def rest(self, point: int) -> int:
        """The instruction that waits at a point."""
        rests = ((n, each) for n, each in enumerate(self.instructions) if isinstance(each, program.Rest))
        return [number for number, each in rests if each.point == point][-1]

    def after(self, rest: int) -> str:
        """The name of the label where play goes on after a decision."""
        return self.name(_direct(self.instructions, rest + 1))

    def stopped(self, rest: int) -> str:
        """The name of the label where play goes on after a `stop`."""
        waiting = self.instructions[rest]
        assert isinstance(waiting, program.Rest) and waiting.stop is not None
        return self.name(_direct(self.instructions, waiting.stop))

    @property
    def swapped(self) -> str:
        """The name of the label where play goes on after a swap."""
        return self.name(2 * self.count - 1)

    def end(self, number: int) -> program.End:
        """The end of a turn or round, by its number."""
        end = self.instructions[number]
        assert isinstance(end, program.End)
        return end

    @property
    def over(self) -> tuple[str, ...]:
        """The names of the labels that decisions lead to once a turn or round is over."""
        return tuple(self.name(number + self.count) for number in self.ends if self.is_label(number + self.count))

    @property
    def ends(self) -> list[int]:
        """The numbers of all ends of turns and rounds."""
        return [number for number, each in enumerate(self.instructions) if isinstance(each, program.End)]


def flow_of(rules: Rules, facts: Facts) -> Flow:
    """The labels of a game's script."""
    script = rules.script
    labels = sorted(_labels(script, facts.eliminates, facts.swap))
    until = facts.turn_matters_until if facts.turn_matters_until >= 0 else None
    return Flow(
        script.instructions,
        script.start,
        tuple(_label(rules, each) for each in labels),
        frozenset(_rebuilds(script)),
        until,
    )


def _labels(script: program.Script, eliminates: bool, swaps: bool) -> set[int]:
    labels, count = {0, script.start}, len(script.instructions)
    for number, each in enumerate(script.instructions):
        match each:
            case program.Rest(_, stop):
                labels |= {number, _direct(script.instructions, number + 1)} | ({number + 1} if eliminates else set())
                labels |= set() if stop is None else {_direct(script.instructions, stop)}
            case program.Test(_, to) | program.Possible(_, to) | program.Jump(to):
                labels.add(to)
            case program.End(swapped=True):
                labels |= {number + count} if swaps else set()
            case program.End():
                labels.add(number + count)
            case program.Do() | program.Judge():
                pass
            case _:
                assert_never(each)
    return labels


def _direct(instructions: tuple[program.Instruction, ...], number: int) -> int:
    """The label of an instruction that a decision leads to directly: a jump out of a branch is no statement."""
    while isinstance(jump := instructions[number], program.Jump):
        number = jump.to
    return number + len(instructions) * isinstance(instructions[number], program.End)


def _rebuilds(script: program.Script) -> list[int]:
    found = []
    for number, each in enumerate(script.instructions[: script.start]):
        if each.traits.acts:
            break
        if walk.traits_of(each).changes_board:
            found.append(number)
    return found


def _label(rules: Rules, label: int) -> Constant:
    script = rules.script
    period, count = "round" if script.is_round else "turn", len(script.instructions)
    number = label % count
    match script.instructions[number]:
        case program.Rest(point):
            words = dict.fromkeys(decision.word for tier in rules.points[point].tiers for decision in tier)
            name, meaning = "REST", f"wait for choice {point}: {' or '.join(words)}"
        case program.Do():
            name, meaning = "DO", "apply effects"
        case program.Test():
            name, meaning = "TEST", "branch on a condition"
        case program.Possible(point):
            name, meaning = "TRY", f"branch on whether choice {point} offers anything"
        case program.Jump():
            name, meaning = "JUMP", "jump"
        case program.Judge():
            name, meaning = "JUDGE", "check the endings"
        case program.End(swapped) if label >= count:
            name, meaning = (
                ("SWAPPED", f"after a swap, begin a {period}") if swapped else ("NEXT", f"begin the next {period}")
            )
        case program.End():
            name, meaning = "OVER", f"end the {period}"
        case never:
            assert_never(never)
    return Constant(f"{name}_{number}", label, meaning)


# Results


class Results(Record):
    """The numbers that END may hold: 0 during play, then for each ending one for each winner and one for a draw."""

    endings: tuple[program.Ending, ...]
    players: int
    eliminates: bool

    @property
    def no_move(self) -> int:
        """The end code of a game in which nobody can decide anything."""
        return self._drawn(len(self.endings))

    @property
    def too_long(self) -> int:
        """The end code of a game that is broken off; the largest of all."""
        return self._drawn(len(self.endings) + 1)

    def _drawn(self, number: int) -> int:
        return answers.end_code(number, self.players, self.players)

    @property
    def constants(self) -> tuple[Constant, ...]:
        """All results by name; `WON_k` is the first player's, and the other players' follow it."""
        found = [Constant("PLAYING", answers.PLAYING, "the game goes on")]
        for number, ending in enumerate(self.endings):
            if ending.result != "draw":
                meaning = f"ending {number}, {ending.result}: the first player wins; the others follow"
                found.append(Constant(f"WON_{number}", answers.end_code(number, 0, self.players), meaning))
            if ending.result == "draw" or (ending.result == "lose" and self.players == 1):
                found.append(
                    Constant(f"DRAWN_{number}", self._drawn(number), f"ending {number}, {ending.result}: nobody wins")
                )
        return (
            *found,
            Constant("NO_MOVE", self.no_move, "nothing can be decided: nobody wins"),
            Constant("TOO_LONG", self.too_long, "the game is broken off: nobody wins"),
        )

    @property
    def at_start(self) -> bool:
        """Whether some ending is judged as a turn begins."""
        return any(ending.timing == "start" for ending in self.endings)

    @property
    def at_end(self) -> bool:
        """Whether some ending is judged only once a turn is over."""
        return any(ending.timing == "end" for ending in self.endings)

    def is_shared(self, ending: program.Ending) -> bool:
        """Whether an ending surely holds for all players or for none, so that it is judged for one of them."""
        return not self.eliminates and all(map(_is_of_all, walk.everything(ending.condition)))

    @property
    def asks_if_repeated(self) -> bool:
        """Whether some ending depends on earlier boards."""
        return Part.HISTORY in walk.traits_of(self.endings).reads

    @property
    def asks_if_stuck(self) -> bool:
        """Whether something can be decided in every turn that begins and goes on."""
        return not self.eliminates and asks_if_stuck(self.endings)


def _is_of_all(node: object) -> bool:
    """Whether a node by itself means the same whoever `own` is."""
    match node:
        case ir.Operation() | ir.Repeats() | ir.Count() | ir.Variable():
            return True
        case ir.Constant(each) | ir.Holding(each):
            return len(each) == 1
        case ir.Counter(name):
            return name != "mover"
        case _:
            return False


def results_of(rules: Rules, facts: Facts) -> Results:
    """The ways in which a game may end."""
    return Results(rules.endings, len(rules.players), facts.eliminates)


REFUSALS = (
    Constant("REFUSED_OVER", answers.REFUSED_OVER, "the game is over"),
    Constant("REFUSED_LATER", answers.REFUSED_LATER, "another decision is possible first"),
    Constant("REFUSED_TURN", answers.REFUSED_TURN, "not on this turn"),
    Constant("REFUSED_CELL", answers.REFUSED_CELL, "not among the cells"),
    Constant("REFUSED_WHERE", answers.REFUSED_WHERE, "a condition does not hold"),
    Constant("REFUSED_FORBIDDEN", answers.REFUSED_FORBIDDEN, "it leads to what is forbidden"),
    Constant("REFUSED_ELSEWHERE", answers.REFUSED_ELSEWHERE, "not part of this choice"),
)
"""The answers of `refusal`; 0 where a decision is on offer."""
