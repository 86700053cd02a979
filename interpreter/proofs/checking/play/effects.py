"""What effects do to the number of a class, case by case: every content that the cells with names can hold is followed
through the effects one by one. Nothing here is shared with the search for a measure, which follows sets of contents.

A class is some contents, and some marks as -1, -2 …; its number is how many cells hold one of them, and how many cells
each player has marked so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from ....deadline import look
from ....play.game import Game
from ....rules import deeds, ir, walk
from ....rules.adjacency import Along
from ....rules.elements import Chosen
from ....rules.program import OWN, Decision, Move, Place, Rules
from ....rules.ways import Cuts, Nearest
from .cases import NO_GROUPS, Case, Cases, Groups, Name, Spot, aliases, all_of, all_same, any_of, negated

LOST = -1_000_000
"""The change where nothing bounds it from below."""

MOST = 20_000
"""How many cases are followed of one decision; with more, nothing is known."""


class Unfollowed(Exception):  # noqa: N818 - it is an answer, not a mistake
    """There are too many cases to follow."""


class Effects:
    """Follows effects for one class; `later`, from some turn on."""

    def __init__(self, game: Game, held: Iterable[int], *, later: bool) -> None:
        self._rules, self._class, self._later = game.rules, frozenset(held), later
        self._contents = contents_in_play(game)

    def least(self, decision: Decision, player: int) -> int:
        """By how much a decision of a player changes the number at least, a great deal if it is never possible; raises
        Unfollowed."""
        cases = [self._after({case: 0}, decision.effects) for case in self.before(decision, player)]
        return min((least for each in cases for least in each.values()), default=-LOST)

    def least_of(self, effects: Sequence[deeds.Effect], player: int) -> int:
        """By how much effects of the script do; raises Unfollowed."""
        return min(self._after({Case((), (), (player,)): 0}, effects).values(), default=0)

    def changes(self, decision: Decision, player: int) -> bool:
        """Whether a cell that the decision names surely holds something else after it; raises Unfollowed."""
        return all(
            any(before.content != now.content for before, now in zip(case.spots, after.spots, strict=True))
            for case in self.before(decision, player)
            for after in self._after({case: 0}, decision.effects)
        )

    def before(self, decision: Decision, player: int) -> Iterator[Case]:
        """The cases there are before a decision, by the contents and marks of its cells."""
        start = Case((), (), (player,))
        if not isinstance(decision.what, Place | Move):
            yield start
            return
        cases = [start]
        for number, cells in enumerate(decision.what.sets):
            name = ir.Bound(number)
            cases = [
                found
                for case in cases
                for found in (*aliases(case, name), *self._fresh(case, name))
                if self.holds(cells, found.spots[found.names[-1][1]], found.names[-1][1], case, NO_GROUPS) is not False
            ]
        for case in cases:
            if decision.where is None or self.truth(decision.where, case, NO_GROUPS) is not False:
                yield case

    def _fresh(self, case: Case, name: Name) -> Iterator[Case]:
        """A case for each content and marks of a cell that gets a name."""
        marks = sorted(-1 - each for each in self._class if each < 0)
        for content in sorted(self._contents):
            for known in product((False, True), repeat=len(marks)):
                spot = Spot(content, tuple(zip(marks, known, strict=True)))
                yield Case((*case.names, (name, len(case.spots))), (*case.spots, spot), case.movers)

    # Sets and tests

    def holds(self, cells: object, spot: Spot, number: int | None, case: Case, groups: Groups) -> bool | None:
        """Whether a set holds a cell; None where that cannot be told. `number` is that of the spot, if it has one."""

        def ask(each: object) -> bool | None:
            return self.holds(each, spot, number, case, groups)

        match cells:
            case ir.Holding(contents, of):
                return all_same(spot.content in contents[own % len(contents)] for own in self._owners(of, case))
            case ir.Combined("&", left, right):
                return all_of(ask(left), ask(right))
            case ir.Combined("|", left, right):
                return any_of(ask(left), ask(right))
            case ir.Combined(_, left, right):
                return all_of(ask(left), negated(ask(right)))
            case ir.Filtered(_, inner) | Nearest(_, inner) | Cuts(inner):
                return False if ask(inner) is False else None
            case Along(inner):
                return ask(inner)
            case Chosen(test, then, other):
                way = self.truth(test, case, groups)
                found = [ask(each) for each, is_way in ((then, True), (other, False)) if way in (None, is_way)]
                return found[0] if len({*found}) == 1 else None
            case ir.Marked(mark, player):
                return spot.marked(mark) if self._is_mover(player, case) else None
            case ir.Single(cell):
                named = case.spot(cell)
                return None if named is None else named == number
            case ir.GroupOf(cell):
                named = case.spot(cell)
                same = named is None or self._owner(case.spots[named].content) == self._owner(spot.content)
                return None if same and spot.content != ir.EMPTY else False
            case ir.GroupBound(each):
                known = groups.of(each)
                return False if known is not None and spot.content not in known else None
            case _:
                return None

    def truth(self, test: ir.Expression, case: Case, groups: Groups) -> bool | None:
        """Whether a test holds; None where that cannot be told."""
        match test:
            case ir.Constant(values):
                return all_same(bool(values[own % len(values)]) for own in case.movers)
            case ir.Operation("and", operands):
                return all_of(*(self.truth(each, case, groups) for each in operands))
            case ir.Operation("or", operands):
                return any_of(*(self.truth(each, case, groups) for each in operands))
            case ir.Operation("not", (operand,)):
                return negated(self.truth(operand, case, groups))
            case ir.Operation("==" | "<" | "<=" as word, (ir.Counter("turn"), ir.Constant())) if self._later:
                return word not in ("==", "<", "<=")
            case ir.Operation("!=" | ">" | ">=", (ir.Counter("turn"), ir.Constant())) if self._later:
                return True
            case ir.Member(cell, cells):
                named = case.spot(cell)
                return None if named is None else self.holds(cells, case.spots[named], named, case, groups)
            case _:
                return None

    def _owners(self, of: ir.Expression | None, case: Case) -> Sequence[int]:
        """Who may be asked for by a set that speaks of a player's pieces."""
        if of is None or of == OWN:
            return case.movers
        if isinstance(of, ir.Constant):
            return [of.values[own % len(of.values)] for own in case.movers]
        return range(len(self._rules.owners))

    def _is_mover(self, player: ir.Expression, case: Case) -> bool:
        """Whether an expression is surely the player who decides, of whom marks are known."""
        return len(case.movers) == 1 and [*self._owners(player, case)] == [*case.movers]

    def _owner(self, content: int) -> int:
        """Whose piece a content is; -1 for nobody's, as where there is none."""
        return (content - 1) // len(self._rules.pieces) if content else -1

    # Effects

    def _after(self, cases: Cases, effects: Sequence[deeds.Effect], groups: Groups = NO_GROUPS) -> Cases:
        for effect in effects:
            found: Cases = {}
            for case, so_far in cases.items():
                look()
                for after, change in self._effect(effect, case, groups):
                    found[after] = min(found.get(after, so_far + change), so_far + change)
                if len(found) > MOST:
                    raise Unfollowed
            cases = found
        return cases

    def _effect(self, effect: deeds.Effect, case: Case, groups: Groups) -> Iterator[tuple[Case, int]]:
        match effect:
            case deeds.Becomes(ir.Single(cell)):
                yield from self._one(effect, cell, case)
            case deeds.Becomes():
                yield from self._all(effect, case, groups)
            case deeds.Travel(source, target):
                yield from self._travel(source, target, case)
            case deeds.If(test, then, other):
                way = self.truth(test, case, groups)
                for effects in [each for each, is_way in ((then, True), (other, False)) if way in (None, is_way)]:
                    yield from self._after({case: 0}, effects, groups).items()
            case deeds.SetMarks():
                yield self._mark(effect, case)
            case deeds.SetMover():
                spots = tuple(Spot(each.content) for each in case.spots)
                yield Case(case.names, spots, (*range(len(self._rules.players)),)), 0
            case deeds.ForCells(variable, cells, body):
                yield from self._loop(variable, cells, body, case, groups)
            case deeds.ForElements(variable, _, body):
                yield from self._loop(variable, None, body, case, groups)
            case deeds.ForGroups(variable, cells, body):
                written = self._written(body, case)
                held = frozenset(
                    each for each in self._contents if self.holds(cells, Spot(each), None, case, groups) is not False
                )
                inside = Groups((*groups.held, (variable.number, held | written)))
                yield from self._again(case, lambda each: self._after({each: 0}, body, inside))
            case deeds.SetVariable() | deeds.SetCards() | deeds.Exchange() | deeds.Say() | deeds.Again():
                yield case, 0
            case _:
                touches = walk.traits_of((effect,)).changes_board or any(
                    isinstance(each, deeds.SetMarks) for each in walk.everything(effect)
                )
                yield (case, LOST) if touches else (case, 0)

    def _gain(self, before: int, after: int) -> int:
        return (after in self._class) - (before in self._class)

    def _brought(self, effect: deeds.Becomes, case: Case) -> set[int]:
        """What an effect may put on its cells."""
        if effect.owner is None:
            return {ir.EMPTY}
        return {self._rules.content(owner, effect.kind) for owner in self._owners(effect.owner, case)}

    def _one(self, effect: deeds.Becomes, cell: ir.Expression, case: Case) -> Iterator[tuple[Case, int]]:
        """One cell, or none, comes to hold something."""
        named = case.spot(cell)
        for new in self._brought(effect, case):
            if named is None:
                yield case, min(0, *(self._gain(old, new) for old in self._contents))
            for number in range(len(case.spots)) if named is None else [named]:
                spot = case.spots[number]
                yield case.holding(number, Spot(new, spot.marks)), self._gain(spot.content, new)

    def _all(self, effect: deeds.Becomes, case: Case, groups: Groups) -> Iterator[tuple[Case, int]]:
        """All cells of a set come to hold something: any number of cells without names, and those with names."""
        for new in self._brought(effect, case):
            losing = (old for old in self._contents if self._gain(old, new) < 0)
            if any(self.holds(effect.cells, Spot(old), None, case, groups) is not False for old in losing):
                yield case, LOST
                return
            found = [(case, 0)]
            for number, spot in enumerate(case.spots):
                held = self.holds(effect.cells, spot, number, case, groups)
                changed, gain = Spot(new, spot.marks), self._gain(spot.content, new)
                put = [(each.holding(number, changed), change + gain) for each, change in found]
                found = found if held is False else put if held else found + put
            yield from found

    def _travel(self, source: ir.Expression, target: ir.Expression, case: Case) -> Iterator[tuple[Case, int]]:
        """What stands on a cell comes to another; nothing happens where that cannot be."""
        here, there = case.spot(source), case.spot(target)
        if here is None or there is None:
            yield case, 0
        spots = [*range(len(case.spots)), None]
        for one, other in product(spots if here is None else [here], spots if there is None else [there]):
            if one is not None and one == other:
                yield case, 0
                continue
            for moved in self._contents if one is None else [case.spots[one].content]:
                if moved == ir.EMPTY:
                    yield case, 0
                    continue
                for lost in self._contents if other is None else [case.spots[other].content]:
                    after = case
                    if other is not None:
                        after = after.holding(other, Spot(moved, case.spots[other].marks))
                    if one is not None:
                        after = after.holding(one, Spot(ir.EMPTY, case.spots[one].marks))
                    yield after, (ir.EMPTY in self._class) - (lost in self._class)

    def _mark(self, effect: deeds.SetMarks, case: Case) -> tuple[Case, int]:
        """Marks are added to those there are, or replaced, so that any may be lost."""
        is_own, counts = self._is_mover(effect.player, case), -1 - effect.marks in self._class
        kept, added, gain = ir.Marked(effect.marks, effect.player), None, 0
        match effect.cells:
            case ir.Combined("|", left, right) if kept in (left, right):
                added = right if left == kept else left
            case _:
                gain = LOST * counts
        named = case.spot(added.cell) if isinstance(added, ir.Single) else None
        for number, spot in enumerate(case.spots):
            had = spot.marked(effect.marks)
            if named not in (None, number):
                continue
            if named == number and is_own:
                gain += counts and had is False
                case = case.holding(number, spot.with_mark(effect.marks, True))
            elif not (had and added is not None):
                case = case.holding(number, spot.with_mark(effect.marks, None))
        return case, gain

    # Loops

    def _loop(
        self, variable: ir.Bound, cells: ir.CellSet | None, body: Sequence[deeds.Effect], case: Case, groups: Groups
    ) -> Iterator[tuple[Case, int]]:
        """Effects for each of some cells, or for none. A cell may hold by now what an earlier round put there."""
        written, count = self._written(body, case), len(case.spots)
        outside = tuple(each for each in case.names if each[0] != variable)
        may = [cells is None or self.holds(cells, spot, number, case, groups) is not False
               for number, spot in enumerate(case.spots)]  # fmt: skip
        fresh = {
            content
            for content in self._contents
            if cells is None or self.holds(cells, Spot(content), None, case, groups) is not False
        } | written

        def once(each: Case) -> Cases:
            found: Cases = {}
            inside = [Case((*outside, (variable, number)), each.spots, each.movers)
                      for number in range(count) if may[number]]  # fmt: skip
            names = (*outside, (variable, count))
            inside += [Case(names, (*each.spots, Spot(content)), each.movers) for content in sorted(fresh)]
            for one in inside:
                for after, change in self._after({one: 0}, body, groups).items():
                    left = Case(case.names, after.spots[:count], after.movers)
                    found[left] = min(found.get(left, change), change)
            return found

        yield from self._again(case, once)

    def _again(self, case: Case, once: Callable[[Case], Cases]) -> Iterator[tuple[Case, int]]:
        """What any number of rounds leads to; gains of rounds do not count, since there may be none."""
        seen, waiting = {case}, [case]
        for each in waiting:
            look()
            for after, change in once(each).items():
                if change < 0:
                    yield case, LOST
                    return
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
            if len(seen) > MOST:
                raise Unfollowed
        yield from ((each, 0) for each in seen)

    def _written(self, body: Sequence[deeds.Effect], case: Case) -> frozenset[int]:
        """What effects may put on cells."""
        nodes = [*walk.everything(body)]
        if any(isinstance(each, deeds.Travel | deeds.SetMover) for each in nodes):
            return self._contents
        return frozenset(new for each in nodes if isinstance(each, deeds.Becomes) for new in self._brought(each, case))


def contents_in_play(game: Game) -> frozenset[int]:
    """Return what cells hold at the start, or may be given by decisions and the script."""
    rules: Rules = game.rules
    everybody = range(len(rules.owners))
    found = {ir.EMPTY, *game.machine.start[: len(game.board.cells)]}
    for each in walk.everything((rules.decisions, rules.script)):
        if isinstance(each, deeds.Becomes) and each.owner is not None:
            whose: Iterable[int] = everybody
            if each.owner == OWN:
                whose = range(len(rules.players))
            elif isinstance(each.owner, ir.Constant):
                whose = each.owner.values
            found |= {rules.content(owner, each.kind) for owner in whose}
    return frozenset(found)
