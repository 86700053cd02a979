"""Reachability: where the script can lead, which decisions can be made, what can stand where.

It begins with an empty board and adds whatever decisions and scripts can do, until nothing new comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import assert_never

from ...play.game import Game
from ...rules import deeds, ir, program, walk
from ...rules.layers import Layer, Slot
from ...rules.spellings import ends_of
from . import cases
from .bounds import Bounds
from .extents import ALWAYS, ANY, Domain, Extent, Range
from .store import Store


@lru_cache(maxsize=32)
def reach_of(game: Game) -> Reach:
    """The reachability of a game, computed once."""
    return Reach(game)


HERE, THERE = ir.Bound(0), ir.Bound(1)
"""The cells that a decision takes."""


class Reach:
    """What play can reach in a game with its options. What a cell can hold may lie below its top as well."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self.store = Store(game.rules, game.board)
        self.asked = [Bounds(self.store, own) for own in range(len(game.players))]
        """For each player, the bounds of expressions where they are `own`."""

        self.instructions: set[int] = set()
        self.made: set[program.Decision] = set()
        """The instructions that play can reach, by number, and the decisions that can be made."""

        self._widened: set[int] = set()
        while self._explore():
            pass

    def truth(self, ending: program.Ending) -> Range:
        """Whether an ending can fail and hold, for those it is asked for."""
        return cases.truth_for_all(ending.condition, self.asked_of(ending))

    def asked_of(self, ending: program.Ending) -> list[Bounds]:
        """The bounds for each player for whom an ending is asked."""
        return self.asked if ending.player is None else [self.asked[ending.player]]

    def taking(self, decision: program.Decision, bounds: Bounds) -> Bounds | None:
        """The bounds with the cells that a decision can take, as it is taken; None where there are none."""
        for name, cells in zip((HERE, THERE), decision.what.sets, strict=False):
            extent = bounds.extent(cells)
            if not extent.may:
                return None
            bounds = bounds.naming(name, Domain.of_cells(extent.may, cells))
        return bounds

    def taken(self, decision: program.Decision, bounds: Bounds) -> Bounds | None:
        """The same once the decision is made, with its effects; None where it takes no cell of a set."""
        taking = self.taking(decision, bounds)
        if taking is None:
            return None
        for name in (HERE, THERE)[: len(decision.what.sets)]:
            among = self._put_down(decision) if decision.is_plain else None
            taking = taking.naming(name, Domain.of_cells(taking.names[name.number].cells, among))
        return taking

    def _put_down(self, decision: program.Decision) -> ir.CellSet | None:
        """Where the piece is that a decision puts down as `place` does without a block."""
        if not isinstance(decision.what, program.Place):
            return None
        players, kind = range(len(self.rules.players)), decision.what.kind
        return ir.Holding(tuple(frozenset((self.rules.content(player, kind),)) for player in players))

    def points(self) -> list[program.Point]:
        """The choices that play can reach."""
        rests = (self.rules.script.instructions[number] for number in sorted(self.instructions))
        return [self.rules.points[rest.point] for rest in rests if isinstance(rest, program.Rest)]

    def always(self, point: program.Point) -> tuple[int, program.Decision] | None:
        """A decision that is always possible at a choice, with its tier: later tiers are never offered."""
        for number, tier in enumerate(point.tiers):
            for decision in tier:
                if self._needs_nothing(decision):
                    return number, decision
        return None

    def _needs_nothing(self, decision: program.Decision) -> bool:
        is_bare = isinstance(decision.what, program.Pass | program.Swap)
        if isinstance(decision.what, program.Place) and self.rules.stacks == 1:
            is_bare = all(bounds.extent(decision.what.target).least > 0 for bounds in self.asked)
        if not is_bare or decision.turn is not None or decision.forbid is not None:
            return False
        if decision.where is None:
            return True
        return not decision.what.sets and cases.truth_for_all(decision.where, self.asked) == ALWAYS

    def offered(self, point: program.Point) -> list[program.Decision]:
        """The decisions of a choice, except those in tiers that are never offered."""
        last = self.always(point)
        tiers = point.tiers if last is None else point.tiers[: last[0] + 1]
        return [decision for tier in tiers for decision in tier]

    # Following the script

    def _explore(self) -> bool:
        """Follow the script once; return whether anything new was found."""
        before = self._known()
        self.instructions = set()
        waiting = [0]
        while waiting:
            number = waiting.pop()
            if number not in self.instructions:
                self.instructions.add(number)
                waiting.extend(self._following(number))
        return before != self._known()

    def _known(self) -> object:
        store = self.store
        return (tuple(store.contents), tuple(store.variables), tuple(store.layers), tuple(store.marks),
                tuple(store.counters.values()), len(self.made), len(self.instructions))  # fmt: skip

    def _following(self, number: int) -> Iterator[int]:
        """Where an instruction can lead to."""
        match self.rules.script.instructions[number]:
            case program.Do(effects):
                for bounds in self.asked:
                    self._happen(effects, bounds)
                yield number + 1
            case program.Test(condition, otherwise):
                test = cases.truth_for_all(condition, self.asked)
                yield from [number + 1] * test.high + [otherwise] * (1 - test.low)
            case program.Possible(_, otherwise):
                yield from (number + 1, otherwise)
            case program.Jump(to):
                yield to
            case program.Rest(point):
                yield from self._decided(number, self.rules.points[point])
            case program.Judge():
                yield number + 1
            case program.End():
                yield self.rules.script.start
            case instruction:
                assert_never(instruction)

    def _decided(self, number: int, point: program.Point) -> Iterator[int]:
        for decision in self.offered(point):
            by_whom = [self._make(decision, bounds) for bounds in self.asked]
            if any(by_whom):
                self.made.add(decision)
                yield from self.after(decision, number)
        if self.game.facts.eliminates:  # a player who is out is skipped
            yield number + 1

    def after(self, decision: program.Decision, number: int) -> Iterator[int]:
        """Where a decision made at an instruction can lead to."""
        rest = self.rules.script.instructions[number]
        if isinstance(decision.what, program.Stop) and isinstance(rest, program.Rest) and rest.stop is not None:
            yield rest.stop
            return
        leading = [effect for effect in _in_every_case(decision.effects) if isinstance(effect, _LEADING)]
        if not leading:
            yield number + 1
        inside = set(walk.everything(decision.effects))
        if deeds.Again() in inside:
            yield number
        if deeds.Exchange() in inside:
            yield len(self.rules.script.instructions) - 1

    def _make(self, decision: program.Decision, bounds: Bounds) -> bool:
        """Make a decision, if possible; return whether it is."""
        before, inside = self.taking(decision, bounds), self.taken(decision, bounds)
        if before is None or inside is None:
            return False
        before = before if decision.turn is None else before.on_turn(decision.turn)
        if decision.where is not None and not cases.truth(decision.where, before).high:
            return False
        match decision.what:
            case program.Pass():
                self.store.counters["passes"] = Range(0, ANY.high)
            case program.Choose(values=values) | program.Random(values, None) if values:
                inside = inside.naming(HERE, Domain.of_numbers(value for value, _ in values))
            case _:
                pass  # what it takes is named already
        self._happen(decision.effects, inside)
        return True

    # What happens

    def _happen(self, effects: Iterable[deeds.Effect], bounds: Bounds) -> None:
        for effect in effects:
            self._happen_one(effect, bounds)

    def _happen_one(self, effect: deeds.Effect, bounds: Bounds) -> None:
        match effect:
            case deeds.Becomes() | deeds.Gains() | deeds.Loses():
                self._become(effect, bounds)
            case deeds.SetVariable():
                self._set_variable(effect, bounds)
            case deeds.SetLayer():
                self._set_layer(effect, bounds)
            case deeds.Travel():
                self._travel(bounds.place(effect.source)[0], bounds.place(effect.target)[0])
            case deeds.AtOnce():
                self._happen(effect.body, bounds)
            case deeds.SetMarks():
                self.store.marks[effect.marks] |= bounds.extent(effect.cells).may
            case deeds.If():
                test = cases.truth(effect.test, bounds)
                self._happen(effect.then if test.high else (), bounds)
                self._happen(effect.other if not test.low else (), bounds)
            case _ if isinstance(effect, deeds.Loop):
                self._run(effect, bounds)
            case deeds.SetCards() | deeds.SetMover() | deeds.Exchange() | deeds.Say() | deeds.Again():
                pass  # these parts of the state are not tracked
            case _:
                assert_never(effect)

    def _run(self, effect: deeds.Loop, bounds: Bounds) -> None:
        match effect:
            case deeds.ForElements(name, numbers, body):
                if numbers:
                    self._happen(body, bounds.naming(name, Domain.of_numbers(numbers)))
            case deeds.ForCells(name, among, body):
                cells = bounds.extent(among).may
                if cells:
                    self._happen(body, bounds.naming(name, Domain.of_cells(cells)))
            case deeds.ForPieces(name, _, body):
                self._happen(body, bounds.naming(name, Domain.of_numbers(range(self.rules.content_count))))
            case deeds.ForGroups(name, among, body):
                cells = bounds.extent(among).may
                if cells:
                    self._happen(body, bounds.naming_group(name, Extent.within(cells, 1)))
            case _:
                assert_never(effect)

    def _become(self, effect: deeds.Becomes | deeds.Gains | deeds.Loses, bounds: Bounds) -> None:
        cells = bounds.extent(effect.cells).may
        for content in contents_of(effect, bounds):
            self.store.contents[content] |= cells

    def _travel(self, sources: int, targets: int) -> None:
        contents = self.store.contents
        for content, cells in enumerate(contents):
            if content != ir.EMPTY and cells & sources:
                contents[ir.EMPTY] |= cells & sources
                contents[content] = cells | targets

    def _set_variable(self, effect: deeds.SetVariable, bounds: Bounds) -> None:
        """Widen the range of a variable by a value; a range that grows twice becomes unbounded."""
        for number in bounds.slots(effect.variable):
            self._widen(number, effect, bounds)

    def _set_layer(self, effect: deeds.SetLayer, bounds: Bounds) -> None:
        """Any value may come to any cell, or to another with its piece."""
        layer, known = self.rules.layers[effect.layer], self.store.layers[effect.layer]
        least, most = effect.bounds or _range_of(layer)
        value = bounds.value(effect.value)
        if not isinstance(effect.value, ir.Constant):
            value = ANY if known.joined(value) != known else known
        found = Range(max(least, min(most, value.low)), max(least, min(most, value.high)))
        self.store.layers[effect.layer] = known.joined(found)

    def _widen(self, number: int, effect: deeds.SetVariable, bounds: Bounds) -> None:
        slot, known = self.rules.variables[number], self.store.variables[number]
        value = bounds.value(effect.value)
        if slot.is_declared:
            least, most = effect.bounds or _range_of(slot)
            value = Range(max(least, min(most, value.low)), max(least, min(most, value.high)))
        wider = known.joined(value)
        if wider != known and number in self._widened:
            least, most = _range_of(slot) if slot.is_declared else ANY
            wider = Range(
                known.low if wider.low == known.low else least, known.high if wider.high == known.high else most
            )
        if wider != known:
            self._widened |= {number} if not isinstance(effect.value, ir.Constant) else set()
            self.store.variables[number] = wider


_LEADING = deeds.Again | deeds.Exchange


def _range_of(slot: Slot | Layer) -> Range:
    return Range(*ends_of(slot.values))


def _in_every_case(effects: Iterable[deeds.Effect]) -> Iterator[deeds.Effect]:
    """The effects that happen whatever the position is."""
    for effect in effects:
        if isinstance(effect, deeds.If):
            then, other = (set(_in_every_case(branch)) for branch in (effect.then, effect.other))
            yield from then & other
        elif isinstance(effect, deeds.ForElements):
            yield from _in_every_case(effect.body if effect.elements and effect.test is None else ())
        else:
            yield effect


def contents_of(effect: deeds.Becomes | deeds.Gains | deeds.Loses, bounds: Bounds) -> list[int]:
    """What a cell can hold after an effect."""
    if isinstance(effect, deeds.Loses) or effect.owner is None:
        return [ir.EMPTY]
    rules = bounds.store.rules
    low, high = bounds.value(effect.owner)
    owners = range(max(low, 0), min(high, len(rules.players)) + 1)
    return [rules.content(owner, effect.kind) for owner in owners]
