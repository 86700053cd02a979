"""Whether a game can go on for ever.

A game ends where something can only grow: the occupied cells, the pieces of a kind, the boards that may not come
again. Decisions that make such a number grow, while all others let it be, are taken away, again and again. If what is
left leads through the script in a circle, and nothing in the endings stops it, play is followed, and the game can go on
for ever if a position comes again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ...record import Record
from ...rules import deeds, ir, program, walk
from ...rules.traits import Node, Part, united
from ..reasoning import cases
from ..reasoning.bounds import Bounds
from ..reasoning.extents import BOUNDLESS
from ..reasoning.reach import HERE, THERE, Reach, contents_of
from ..reasoning.walks import walk_of

Contents = frozenset[int]
Step = tuple[int, program.Decision | None]
"""A decision at an instruction, or the effects that are an instruction."""

_KEPT = Part.VARIABLES | Part.MARKS | Part.CARDS
_LIMITING = Part.TURN | Part.TURNS | _KEPT


def endless_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of a circle of decisions that nothing stops."""
    asked = {node for ending in reach.rules.endings for node in walk.everything(ending.condition)}
    if reach.game.facts.always_finite or _is_limited(asked):
        return
    steps = _growing_taken_away(list(_steps(reach, asked)), reach, reach.asked)
    circling = [step for step in steps if step[1] is not None and not isinstance(step[1].what, program.Random)
                and _comes_again(step[0], steps, reach)]  # fmt: skip
    if circling and walk_of(reach.game).comes_again:
        yield _warning(circling, reach)


def _warning(steps: list[Step], reach: Reach) -> Diagnostic:
    occupied = measures(reach.rules)[0]
    steps = sorted(steps, key=lambda step: least_growth(step, occupied, reach))
    decisions = [decision for _, decision in steps if decision is not None]
    changing = [decision for decision in decisions if _changes_board(decision)]
    if changing:
        return Diagnostic("HG919", "this game can go on for ever: pieces keep changing, and no rule stops it",
                          _without_effects(changing[0]),
                          help="such as: forbid repeats, or: draw when repeats, or: draw when turn > 200")  # fmt: skip
    word = decisions[0].word
    return Diagnostic("HG919", f"players can {word} forever, so the game need not end", decisions[0].span,
                      help=f"such as: {_STOPPING.get(word, 'draw when quiet == 10')}")  # fmt: skip


def _without_effects(decision: program.Decision) -> Span:
    """Return where a decision says what can be done, without the effects that follow."""
    whole, sets = decision.span, decision.spans
    return Span(whole.source, whole.start, sets[-1].end) if sets else whole


_STOPPING = {"pass": "draw when passes == 2", "swap": "may swap on turn 2"}
"""A rule that stops each kind of decision."""


def _is_limited(asked: Iterable[Node]) -> bool:
    """Whether the endings use something that ends every game, or something that the author counts."""
    return bool(united(node.traits for node in asked).reads & _LIMITING)


def _steps(reach: Reach, asked: set[Node]) -> Iterator[Step]:
    """The steps that can happen any number of times, as far as their own conditions show."""
    for number in sorted(reach.instructions):
        match reach.rules.script.instructions[number]:
            case program.Do():
                yield number, None
            case program.Rest(point):
                for tier, decisions in enumerate(reach.rules.points[point].tiers):
                    for decision in decisions:
                        forced = tier > 0 and decision.what == program.Pass()
                        if decision in reach.made and not forced and not _limits_itself(decision, asked, reach):
                            yield number, decision
            case _:
                pass  # nothing happens there


def _limits_itself(decision: program.Decision, asked: set[Node], reach: Reach) -> bool:
    """Whether a decision's own conditions limit it, or an ending counts it."""
    if decision.turn is not None or Part.HISTORY in walk.traits_of(decision.forbid).reads:
        return True
    endings = united(node.traits for node in asked).reads
    if decision.what == program.Pass() and Part.PASSES in endings:
        return True
    if (Part.HISTORY if _changes_board(decision) else Part.QUIET) in endings:
        return True
    if any(_keeps_count(node, reach.rules) for node in walk.everything(decision.effects)):
        return True
    counted = Part.TURN | Part.TURNS | Part.PASSES | Part.QUIET | _KEPT
    return bool(walk.traits_of((decision.where, decision.forbid)).reads & counted)


def _keeps_count(node: Node, rules: program.Rules) -> bool:
    """Whether an effect writes a variable or marks, with which the author may count."""
    if isinstance(node, deeds.SetVariable):
        return rules.variables[node.variable.number].is_declared
    return bool(node.traits.writes & (Part.MARKS | Part.VARIABLES))


def _changes_board(decision: program.Decision) -> bool:
    return walk.traits_of(decision.effects).changes_board


# What can only grow


class Measure(Record):
    """A number of the position: how many cells hold some contents, or none of them, or how many cards lie in a zone."""

    contents: Contents
    sign: int = 1
    zone: int | None = None


def measures(rules: program.Rules) -> list[Measure]:
    """The numbers that may only grow, each with its opposite."""
    kinds, owners = range(len(rules.pieces)), range(len(rules.owners))
    sets = [frozenset(rules.content(owner, kind) for owner in owners for kind in kinds)]
    sets += [frozenset(rules.content(owner, kind) for owner in owners) for kind in kinds]
    sets += [rules.contents_of(owner) for owner in owners]
    zones = [Measure(frozenset(), sign, zone) for zone in range(len(rules.zones)) for sign in (1, -1)]
    return [Measure(each, sign) for each in dict.fromkeys(sets) for sign in (1, -1)] + zones


def _growing_taken_away(steps: list[Step], reach: Reach, asked: Sequence[Bounds]) -> list[Step]:
    """The steps that are left when those that must come to an end, whichever of some players decides, are removed."""
    numbers = measures(reach.rules)
    while True:
        for measure in numbers:
            least = {number: least_growth(step, measure, reach, asked) for number, step in enumerate(steps)}
            if steps and min(least.values()) >= 0 and max(least.values()) > 0:
                steps = [step for number, step in enumerate(steps) if least[number] == 0]
                break
        else:
            return steps


def least_growth(step: Step, measure: Measure, reach: Reach, asked: Sequence[Bounds] | None = None) -> int:
    """The least growth of a measure whenever a step happens; negative where it may shrink."""
    number, decision = step
    if decision is None:
        instruction = reach.rules.script.instructions[number]
        effects = instruction.effects if isinstance(instruction, program.Do) else ()
        return min(Growth(measure, bounds, {}).of(effects) for bounds in asked or reach.asked)
    grown = 0
    if measure.zone is not None and isinstance(decision.what, program.Pick):
        pick = decision.what
        came = (pick.into == measure.zone) - (pick.source == measure.zone)
        grown = measure.sign * came * pick.choices[0].bit_count()
    return grown + min(Growth(measure, bounds, {}).of_decision(decision) for bounds in asked or reach.asked)


class Growth:
    """The least growth of a measure; `held` is what bound cells may hold."""

    def __init__(self, measure: Measure, bounds: Bounds, held: Mapping[object, Contents]) -> None:
        self._measure, self._bounds, self._held = measure, bounds, dict(held)
        self._everything = frozenset(range(len(bounds.store.contents)))

    def of_decision(self, decision: program.Decision) -> int:
        """The least growth when a decision is made."""
        for name, cells in zip((HERE, THERE), decision.what.sets, strict=False):
            self._held[name] = self.contents_in(cells)
        return self.of(decision.effects)

    def of(self, effects: Iterable[deeds.Effect]) -> int:
        """The least growth through some effects, one after another."""
        return max(-BOUNDLESS, sum(map(self._of_one, effects)))

    def _of_one(self, effect: deeds.Effect) -> int:
        match effect:
            case deeds.Becomes():
                return self._becoming(effect)
            case deeds.SetCards():
                return -BOUNDLESS if effect.zone == self._measure.zone else 0
            case deeds.Travel():
                return self._travelling(effect)
            case deeds.AtOnce((deeds.Travel(one, other), deeds.Travel(there, here))) if (one, other) == (here, there):
                self._held.clear()
                return 0
            case deeds.AtOnce():
                return -BOUNDLESS if walk.traits_of(effect).changes_board else self._inside(effect.body)
            case deeds.If():
                test = cases.truth(effect.test, self._bounds)
                branches = [effect.then] * test.high + [effect.other] * (1 - test.low)
                return min(map(self._inside, branches))
            case deeds.ForElements():
                grown = len(effect.elements) * self._inside(effect.body)
                return grown if effect.test is None else min(0, grown)
            case deeds.ForCells():
                return min(0, BOUNDLESS * self._inside(effect.body, effect.variable, effect.cells))
            case deeds.ForGroups():
                return min(0, BOUNDLESS * self._inside(effect.body, effect.variable, effect.cells))
            case deeds.SetVariable() | deeds.SetMarks() | deeds.SetMover() | deeds.Exchange() | deeds.Again():
                return 0
            case _:
                assert_never(effect)

    def _inside(self, effects: Iterable[deeds.Effect], name: object = None, cells: ir.CellSet | None = None) -> int:
        """The growth of nested effects, after which nothing is known about the cells they change."""
        held: dict[object, Contents] = dict(self._held)
        if cells is not None:
            held[name] = self.contents_in(cells)
        growth = Growth(self._measure, self._bounds, held).of(effects)
        if walk.traits_of(tuple(effects)).changes_board:
            self._held.clear()
        return growth

    def _becoming(self, effect: deeds.Becomes) -> int:
        new = frozenset(contents_of(effect, self._bounds))
        old = self.contents_in(effect.cells)
        least = min(self._worth(after) - self._worth(before) for after in new for before in old) if old and new else 0
        if not isinstance(effect.cells, ir.Single):
            self._held.clear()
            return min(0, BOUNDLESS * least)
        named = effect.cells.cell
        known = {HERE, THERE} & self._held.keys()
        if named not in known:
            self._held.clear()
        self._held[named] = new
        return least

    def _travelling(self, effect: deeds.Travel) -> int:
        """A piece moves, if one is there: what it lands on is lost."""
        lost = self.contents_in(ir.Single(effect.target))
        self._held.clear()
        return min(0, *(self._worth(ir.EMPTY) - self._worth(before) for before in lost))

    def _worth(self, content: int) -> int:
        return self._measure.sign * (content in self._measure.contents)

    def contents_in(self, cells: ir.CellSet) -> Contents:
        """What the cells of a set can hold."""
        match cells:
            case ir.Holding():
                held: Contents = self._bounds.mine(cells.contents)
                return held if cells.of is None else frozenset().union(*cells.contents)
            case ir.Single() if cells.cell in self._held:
                return self._held[cells.cell]
            case ir.GroupBound() if cells in self._held:
                return self._held[cells]
            case ir.Filtered():
                return self.contents_in(cells.cells)
            case ir.Combined(symbol):
                left, right = self.contents_in(cells.left), self.contents_in(cells.right)
                if symbol == "-":
                    return left - right if isinstance(cells.right, ir.Holding) else left
                return left | right if symbol == "|" else left & right
            case _:
                return self._everything


# Circles


def _comes_again(number: int, steps: list[Step], reach: Reach) -> bool:
    """Whether play can come back to an instruction, once another player has decided or while the same one goes on."""
    handing = {each for each in reach.instructions if _hands_over(reach.rules.script.instructions[each])}
    if any(number in _reached(each, steps, reach) for each in _reached(number, steps, reach) & handing):
        return True
    return any(number in _reached(number, _growing_taken_away(steps, reach, [bounds]), reach, handing)
               for bounds in reach.asked)  # fmt: skip


def _hands_over(instruction: program.Instruction) -> bool:
    """Whether another player may decide after an instruction."""
    return isinstance(instruction, program.End) or bool(walk.traits_of(instruction).writes & Part.MOVER)


def _reached(start: int, steps: list[Step], reach: Reach, end: Collection[int] = ()) -> set[int]:
    """The instructions that play can reach from one through the remaining steps, no further than those of `end`."""
    reached: set[int] = set()
    waiting = list(_next(start, steps, reach))
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting.extend(_next(number, steps, reach) if number not in end else ())
    return reached


def _next(number: int, steps: list[Step], reach: Reach) -> Iterator[int]:
    """Where an instruction leads; loops that end by themselves are passed once."""
    instructions = reach.rules.script.instructions
    match instructions[number]:
        case program.Do():
            if (number, None) in steps:
                yield number + 1
        case program.Test(_, otherwise) | program.Possible(_, otherwise):
            yield from (number + 1, otherwise)
        case program.Jump(to):
            if to > number or isinstance(instructions[to], program.Possible):
                yield to
        case program.Rest():
            for at, decision in steps:
                if at == number and decision is not None:
                    yield from reach.after(decision, number)
        case program.End():
            yield reach.rules.script.start
        case instruction:
            assert_never(instruction)
