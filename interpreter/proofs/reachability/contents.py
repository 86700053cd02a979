"""What cells can hold where rules name them, and by how much decisions change how many cells hold what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import TypeAlias

from ...deadline import look
from ...rules import deeds, ir, program, walk
from ...rules.adjacency import Along
from ...rules.elements import Chosen
from ...rules.facts.placement import brings_neutral
from ...rules.program import OWN, Decision, Place, Rules
from ...rules.ways import Cuts, Nearest
from .piles import laying

Held: TypeAlias = frozenset[int]
"""Contents of cells, see `ir.EMPTY`."""

Name: TypeAlias = ir.Bound | ir.GroupBound
"""A cell or a group that rules have named."""

Seen: TypeAlias = Mapping[Name, Held]
"""What the cells that have names can hold at most; any content for those that are missing."""

Unmarked: TypeAlias = frozenset[tuple[Name, int]]
"""Cells that have names, each with a mark that the player who decides has not put there."""

NEVER = -1_000_000
"""The change where there is no least one."""

_NOTHING = frozenset({ir.EMPTY})


def mark(number: int) -> int:
    """Return what stands for a mark among contents."""
    return -1 - number


class Contents:
    """What is known of cells while a player decides; `later`, from some turn on."""

    def __init__(self, rules: Rules, *, later: bool) -> None:
        self._later = later
        neutral = frozenset() if brings_neutral(rules) else rules.contents_of(len(rules.players))
        self.rules, self.everything = rules, frozenset(range(rules.content_count)) - neutral

    def named(self, decision: Decision, player: int) -> Seen:
        """Return what the cells of a decision can hold before it."""
        seen: dict[Name, Held] = {}
        for number, cells in enumerate(decision.what.sets):
            seen[ir.Bound(number)] = self.of(cells, player, seen)
        return seen

    def of(self, cells: ir.CellSet, player: int, seen: Seen) -> Held:
        """Return what the cells of a set can hold at most, where a player decides."""
        match cells:
            case ir.Holding(contents, None):
                return contents[player % len(contents)]
            case ir.Holding(contents, ir.Constant(values)):
                return contents[values[player % len(values)] % len(contents)]
            case ir.Holding(contents):
                return frozenset().union(*contents)
            case ir.Combined(symbol, left, right):
                one, other = (self.of(each, player, seen) for each in (left, right))
                exact = isinstance(right, ir.Holding) and (right.of is None or isinstance(right.of, ir.Constant))
                return {"&": one & other, "|": one | other, "-": one - other if exact else one}[symbol]
            case ir.Filtered(_, inner) | Nearest(_, inner) | Cuts(inner) | Along(inner):
                return self.of(inner, player, seen)
            case Chosen(test, then, other):
                holds = _in_the_end(test) if self._later else None
                ways = [each for each, is_way in ((then, True), (other, False)) if holds in (None, is_way)]
                return frozenset().union(*(self.of(each, player, seen) for each in ways))
            case ir.Single(ir.Bound() as name) | (ir.GroupBound() as name):
                return seen.get(name, self.everything)
            case ir.GroupOf(ir.Bound() as name):
                return self._of_the_same(seen.get(name, self.everything))
            case _:
                return self.everything

    def unmarked(self, decision: Decision, player: int) -> Unmarked:
        """Return which marks of a player's the cell of a decision lacks before it."""
        found = set[tuple[Name, int]]()
        if not isinstance(decision.what, Place):
            return frozenset()
        cells = decision.what.target
        while isinstance(cells, ir.Combined) and cells.symbol == "-":
            if isinstance(cells.right, ir.Marked) and _is(cells.right.player, player):
                found.add((ir.Bound(0), cells.right.marks))
            cells = cells.left
        return frozenset(found)

    def change(
        self, effects: Sequence[deeds.Effect], held: Held, player: int, seen: Seen, unmarked: Unmarked = frozenset()
    ) -> Change:
        """Return by how much effects at least change the number of a class."""
        change = Change(self, held, player, seen, unmarked)
        if any(isinstance(each, deeds.SetMover) for each in walk.everything(effects)):
            if walk.traits_of(effects).changes_board or change.sets_marks(effects):
                change.least, change.seen = NEVER, {}
            return change
        return change.after(effects)

    def _of_the_same(self, held: Held) -> Held:
        """The pieces of all who own one of some."""
        owners = range(len(self.rules.owners))
        pieces = (self.rules.contents_of(owner) for owner in owners)
        return frozenset().union(*(each for each in pieces if each & held))

    def brought(self, deed: deeds.Becomes, player: int) -> Held:
        """Return what an effect may put on its cells."""
        if deed.owner is None:
            return _NOTHING
        owners: Sequence[int] = range(len(self.rules.owners))
        if deed.owner == OWN:
            owners = (player,)
        elif isinstance(deed.owner, ir.Constant):
            owners = (deed.owner.values[player % len(deed.owner.values)],)
        return frozenset(self.rules.content(owner, deed.kind) for owner in owners)


def _in_the_end(test: ir.Expression) -> bool | None:
    """Whether a test holds, or fails, from some turn on, since turns go up; None where that is not known."""
    match test:
        case ir.Operation("==" | "<" | "<=", (ir.Counter("turn"), ir.Constant())):
            return False
        case ir.Operation("!=" | ">" | ">=", (ir.Counter("turn"), ir.Constant())):
            return True
        case _:
            return None


def _is(expression: ir.Expression, player: int) -> bool:
    """Whether an expression is the player who decides."""
    return expression == OWN or (
        isinstance(expression, ir.Constant) and expression.values[player % len(expression.values)] == player
    )


class Change:
    """By how much effects at least change the number of a class, one after another; `seen` is what named cells can hold
    then, and `unmarked` which marks they lack."""

    def __init__(self, contents: Contents, held: Held, player: int, seen: Seen, unmarked: Unmarked) -> None:
        self._contents, self._class, self._player = contents, held, player
        self.unmarked = unmarked
        self.seen, self.least, self.written = dict(seen), 0, Held()
        self._others = {name: {other for other in seen if not seen[name] & seen[other]} for name in seen}
        """For each name, those of other cells, since they hold something else before the first effect."""

    def after(self, effects: Sequence[deeds.Effect]) -> Change:
        """Return this change after some effects."""
        for effect in effects:
            self._add(effect)
        return self

    def _add(self, effect: deeds.Effect) -> None:
        match effect:
            case deeds.Becomes(cells):
                self._put(cells, self._contents.brought(effect, self._player))
            case deeds.Travel(source, target):
                self._travel(source, target)
            case deeds.If(test, then, other):
                self._either(test, then, other)
            case deeds.SetMarks():
                self._mark(effect)
            case deeds.ForCells(variable, cells, body):
                self._many(variable, self._contents.of(cells, self._player, self.seen), body)
            case deeds.ForGroups(variable, cells, body):
                self._many(variable, self._contents.of(cells, self._player, self.seen), body)
            case deeds.ForElements(variable, _, body):
                self._many(variable, self._contents.everything, body)
            case _ if walk.traits_of((effect,)).changes_board or self.sets_marks((effect,)):
                self.least, self.seen, self.unmarked, self.written = NEVER, {}, frozenset(), self._contents.everything
            case _:
                pass

    def sets_marks(self, effects: Sequence[deeds.Effect]) -> bool:
        """Whether effects change marks that belong to the class."""
        return any(isinstance(each, deeds.SetMarks) and mark(each.marks) in self._class
                   for each in walk.everything(effects))  # fmt: skip

    def _mark(self, effect: deeds.SetMarks) -> None:
        """Marks may be added to those there are, one of them to a cell that lacks it; or they may be others."""
        kept = ir.Marked(effect.marks, effect.player)
        match effect.cells:
            case ir.Combined("|", left, right) if kept in (left, right):
                added = right if left == kept else left
                name = added.cell if isinstance(added, ir.Single) else None
                gain = int((name, effect.marks) in self.unmarked and _is(effect.player, self._player))
            case _:
                gain = NEVER
        self.least += gain if mark(effect.marks) in self._class else 0
        self.unmarked = frozenset(each for each in self.unmarked if each[1] != effect.marks)

    def _gain(self, before: Held, after: Held) -> int:
        """The least change of one cell; no cell counts as no change."""
        return min((int(new in self._class) - int(old in self._class) for old in before for new in after), default=0)

    def _put(self, cells: ir.CellSet, new: Held) -> None:
        before = self._contents.of(cells, self._player, self.seen)
        gain = self._gain(before, new)
        if isinstance(cells, ir.Single):
            is_there = isinstance(cells.cell, ir.Bound) and cells.cell in self.seen
            self.least += gain if is_there else min(gain, 0)
        elif gain < 0:
            self.least += NEVER
        self._note(cells.cell if isinstance(cells, ir.Single) else None, new, before)

    def _travel(self, source: ir.Expression, target: ir.Expression) -> None:
        moved, taken = (
            self.seen.get(each, self._contents.everything) if isinstance(each, ir.Bound) else self._contents.everything
            for each in (source, target)
        )
        gain = self._gain(taken, _NOTHING)  # what is taken is gone, and one more cell is empty
        is_sure = source in self.seen and target in self.seen and ir.EMPTY not in moved and not moved & taken
        self.least += gain if is_sure else min(gain, 0)
        self._note(target, moved if is_sure else moved | taken)
        self._note(source, _NOTHING if is_sure else _NOTHING | moved)

    def _note(self, cell: ir.Expression | None, new: Held, before: Held | None = None) -> None:
        """Note that a cell, or cells without a name, now hold something new; others that have names may be the same, if
        they can hold what was there `before`."""
        self.written |= new
        others = self._others.get(cell, set()) if isinstance(cell, ir.Bound) and cell in self.seen else set()
        if before is not None:
            others = others | {name for name, held in self.seen.items() if not held & before}
        self.seen = {
            name: new if name == cell else held if name in others else held | new for name, held in self.seen.items()
        }

    def _either(self, test: ir.Expression, then: Sequence[deeds.Effect], other: Sequence[deeds.Effect]) -> None:
        ways = []
        for holds, effects in ((True, then), (False, other)):
            way = self._apart()
            way._learn(test, holds)
            ways.append(way.after(effects))
        self.least += min(each.least for each in ways)
        self.written = self.written.union(*(each.written for each in ways))
        self.unmarked = self.unmarked.intersection(*(each.unmarked for each in ways))
        self._meet([each.seen for each in ways])

    def _learn(self, test: ir.Expression, holds: bool) -> None:
        """Note what a named cell can hold where a test holds, or fails, that asks for it."""
        match test:
            case ir.Member(ir.Bound() as name, ir.Holding(_, None | ir.Constant()) as cells) if name in self.seen:
                asked = self._contents.of(cells, self._player, {})
                self.seen[name] = self.seen[name] & asked if holds else self.seen[name] - asked
            case _:
                pass

    def _many(self, variable: Name, held: Held, body: Sequence[deeds.Effect]) -> None:
        """Effects for each of some cells, or for none: they may change what later ones see."""
        while True:
            each = self._apart()
            each.seen[variable] = held
            each.after(body)
            wider = {name: old | each.written for name, old in self.seen.items()}
            if wider == self.seen and each.written <= held:
                break
            self.seen, held = wider, held | each.written
        self.written |= each.written
        self.unmarked &= each.unmarked
        self.least += NEVER if each.least < 0 else 0

    def _apart(self) -> Change:
        change = Change(self._contents, self._class, self._player, self.seen, self.unmarked)
        change._others = self._others
        return change

    def _meet(self, ways: Sequence[Seen]) -> None:
        names = set(ways[0]).intersection(*ways[1:])
        self.seen = {name: frozenset().union(*(way[name] for way in ways)) for name in names}


Class: TypeAlias = tuple[int, ...]
"""Some contents, in order, and some marks, see `contents.mark`: its number is that of the cells that hold one of them,
and of the cells that each player has marked so."""


def classes_of(rules: Rules, most: int) -> tuple[Class, ...]:
    """Return classes that may show that a game is finite, first all pieces; any contents are tried where there are
    fewer than `most`."""
    contents = range(1, rules.content_count)
    rows = [tuple(sorted(rules.contents_of(owner))) for owner in range(len(rules.owners))]
    rows += [tuple(rules.content(owner, kind) for owner in range(len(rules.owners)))
             for kind in range(len(rules.pieces))]  # fmt: skip
    several = chain.from_iterable(combinations((ir.EMPTY, *contents), size) for size in range(1, len(contents) + 1))
    tried = [tuple(contents), *rows, *((content,) for content in (ir.EMPTY, *contents))]
    marks = [mark(number) for number in range(len(rules.marks))]
    marked = [held for each in marks for held in ((each,), (each, *contents))]
    return tuple(dict.fromkeys([*tried, *(several if len(contents) < most else ()), *marked]))


def rising(contents: Contents, decisions: Sequence[Decision], held: Class, movers: Sequence[int]) -> list[Decision]:
    """Return those of some decisions that raise the number of a class, whichever of some players makes them; none if
    another, or the script, may lower it."""
    rules = contents.rules
    look()
    if rules.stacks > 1:  # what is below a top may come back, so that numbers of tops show nothing
        return laying(rules, decisions) if {*held} == {*range(1, rules.content_count)} else []
    repeated = rules.script.instructions[rules.script.start :]
    for each in repeated:
        if isinstance(each, program.Do):
            least = min(contents.change(each.effects, frozenset(held), player, {}).least for player in movers)
            if least < 0:
                return []
    found = []
    for decision in decisions:
        least = min(
            contents.change(
                decision.effects,
                frozenset(held),
                player,
                contents.named(decision, player),
                contents.unmarked(decision, player),
            ).least
            for player in movers
        )
        if least < 0:
            return []
        found += [decision] if least > 0 else []
    return found
