"""What a game can cost, and the bounds within which it must stay: the whole program, before its module is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from ...board.board import Board
from ...diagnostics.text import Span
from ...record import Record
from .. import ir, program, walk
from ..facts.reach import all_codes
from ..layers import Shade, Sight
from ..steps.scale import CALL, Scale
from ..steps.steady import steady_for
from ..traits import Node
from .loops import IN_A_ROW, Loop, around_heaviest
from .memory import position_numbers, state_parts, table_parts
from .scales import scale_of, text_scale_of
from .work import Work


class Limit(Record):
    """Something that a game costs: the most that is comfortable, the most that is allowed, and the most where somebody
    who plays it alone wants more."""

    name: str
    unit: str
    meaning: str
    comfortable: int
    allowed: int
    utmost: int


ENDURED = 10**12
"""The steps after which nobody waits any longer, even where what is slow is allowed."""

TEST = Limit("legality test", "steps", "testing whether one decision is legal", 30_000_000, 300_000_000, ENDURED)
JUDGEMENT = Limit("judgement", "steps", "judging the game", 30_000_000, 300_000_000, ENDURED)
LOOK = Limit("look", "steps", "finding what a player sees", 30_000_000, 300_000_000, ENDURED)
LISTING = Limit("listing", "steps", "finding all legal decisions", 1_500_000_000, 5_000_000_000, ENDURED)
STEP = Limit("step", "steps", "making a decision and continuing to the next", 1_500_000_000, 5_000_000_000, ENDURED)
START = Limit("start", "steps", "setting the game up", 1_500_000_000, 5_000_000_000, ENDURED)
MODULE = Limit("module", "operations", "the text of the module", 30_000, 80_000, 200_000)
TABLES = Limit("tables", "numbers", "the tables of the module", 1_000_000, 3_000_000, 12_000_000)
STATE = Limit("state", "numbers", "a state", 500_000, 2_000_000, 8_000_000)

LIMITS = (TEST, JUDGEMENT, LOOK, LISTING, STEP, START, MODULE, TABLES, STATE)

OF_EVERY_GAME = 3_000
"""The operations of functions that all modules have."""

LONGEST_WORDS = 60
"""The most characters of the rule sheet that are shown as the name of a part."""

MEMORY = {MODULE: (10_000, "to compile it"), TABLES: (100, "to compile them"), STATE: (36, "in plain Python")}
"""The bytes that an operation or a number takes, and when."""


class Part(Record):
    """A part of what a game costs: its size, what it is, and the nodes of the rules that it comes from."""

    size: int
    whole: Node | str
    nodes: tuple[Node, ...] = ()
    over: tuple[Loop, ...] = ()
    """Loops around it."""

    steady: tuple[Node, ...] = ()
    """What is worked out once for all of these loops."""


class Bound(Record):
    """The most that something can cost in one game; what to blame for it is found where somebody asks."""

    limit: Limit
    most: int
    made_of: tuple[Part, ...]
    within: Parts

    @property
    def largest(self) -> int:
        """The size of the part that costs most."""
        return self._largest.size

    @cached_property
    def _largest(self) -> Part:
        return max(self.made_of, key=lambda part: part.size)

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The loops around the most expensive part of it, the outermost first."""
        return self.within.loops(self._largest)

    @cached_property
    def span(self) -> Span | None:
        """Where the file says what costs most."""
        placed = (self.within.span(part.whole) for part in sorted(self.made_of, key=lambda part: -part.size))
        return next(filter(None, (*(loop.span for loop in self.loops), *placed)), None)

    @property
    def name(self) -> str:
        """The part that costs most, as the rule sheet words it."""
        whole = self._largest.whole
        return whole if isinstance(whole, str) else _words(self.span)


class Costs(Record):
    """All bounds of a game."""

    bounds: tuple[Bound, ...]
    codes: int
    position: int
    """The numbers of a position without earlier boards: the most that a decision changes."""

    def of_game(self, decisions: int) -> int:
        """Return the most steps of setting a game up, or of so many decisions in it."""
        most = {bound.limit: bound.most for bound in self.bounds}
        return max(most[START], decisions * (most[TEST] + most[LISTING] + most[STEP]))


def costs_of(rules: program.Rules, board: Board) -> Costs:
    """Return the bounds of a game."""
    scale = scale_of(rules, board)
    parts, texts = Parts(rules, scale), Parts(rules, text_scale_of(rules))
    tables, state = table_parts(rules, board, scale), state_parts(rules, board, scale)
    bounds = (
        parts.bound(TEST, parts.tests(), max),
        parts.bound(JUDGEMENT, parts.judgements(), sum),
        *([parts.bound(LOOK, parts.looks(), sum)] if rules.sees or rules.shades else []),
        parts.bound(LISTING, parts.offers(), lambda _: parts.work.listing),
        parts.bound(STEP, parts.steps(), lambda _: parts.work.step),
        parts.bound(START, parts.steps(), lambda _: parts.work.start),
        texts.bound(MODULE, texts.texts(), sum),
        parts.bound(TABLES, (Part(size, node or name) for name, node, size in tables), sum),
        parts.bound(STATE, (Part(size, name) for name, size in state), sum),
    )
    return Costs(bounds, all_codes(rules, scale.cells), position_numbers(rules, board))


class Parts:
    """The decisions, endings and instructions of a game as parts of what it costs."""

    def __init__(self, rules: program.Rules, scale: Scale) -> None:
        self.rules, self.scale, self.work = rules, scale, Work(rules, scale)

    def bound(self, limit: Limit, parts: Iterable[Part], together: Callable[[Iterable[int]], int]) -> Bound:
        """Return the bound that parts make together."""
        found = tuple(parts)
        return Bound(limit, together(part.size for part in found), found, self)

    def loops(self, part: Part) -> tuple[Loop, ...]:
        """Return the loops around a part and in it, the outermost first."""
        if not part.nodes or self.scale.once:
            return part.over
        return around_heaviest(part.over, part.nodes, part.steady, self.scale, self.rules.written)

    def span(self, node: Node | str) -> Span | None:
        """Return where a node was written; None where that is not known."""
        known = self.rules.written.get(id(node))
        return known[1] if known else getattr(node, "span", None)

    def tests(self) -> Iterator[Part]:
        """Give what it takes to test each kind of decision."""
        for _, decision in self.work.offers:
            yield Part(self.work.test(decision), decision, _judged(decision))

    def offers(self) -> Iterator[Part]:
        """Give what it takes to find all decisions of each kind."""
        for point, decision in self.work.offers:
            sets = decision.what.sets
            over = tuple(Loop(decision.span, self.scale.most(each), "cells") for each in sets)
            nodes, steady = (*_judged(decision), *sets), steady_for(decision, 0)
            yield Part(self.work.listed(point, decision), decision, nodes, over, steady)

    def judgements(self) -> Iterator[Part]:
        """Give what it takes to judge each ending; whether a player is stuck counts as part of a step."""
        yield Part(CALL + 4, "the call")
        for ending in self.rules.endings:
            if ending.timing != "start" or ir.Stuck() not in walk.everything(ending.condition):
                scores = self.rules.scores if ending.result == "score" else ()
                yield Part(self.work.judges(ending), ending, (ending.condition, *scores))

    def looks(self) -> Iterator[Part]:
        """Give what it takes to find what a player sees of all cells, and in which colour."""
        found: list[Sight | Shade] = [*self.rules.sees, *self.rules.shades]
        for sight in found:
            yield Part(self.work.looks(sight), sight, (sight.cells,))

    def steps(self) -> Iterator[Part]:
        """Give the parts of a step: effects, instructions of the script, judging, what can be decided next."""
        for _, decision in self.work.offers:
            yield Part(self.work.taken(decision), decision, decision.effects)
        yield from self.judgements()
        yield from self.offers()
        for runs, instruction in zip(self.work.script.runs, self.rules.script.instructions, strict=True):
            size = runs * self.scale.of(instruction)
            again = (Loop(self.span(instruction), runs, IN_A_ROW),) if runs > 1 else ()
            match instruction:
                case program.Do(inside):
                    yield Part(size, instruction, inside, again)
                case program.Test(condition):
                    yield Part(size, instruction, (condition,), again)
                case program.Possible() if again:
                    yield Part(size, instruction, (), again)

    def texts(self) -> Iterator[Part]:
        """Give how long the text of each part is, on a scale on which loops run once."""
        yield Part(OF_EVERY_GAME, "what every game has")
        for point, decision in self.work.offers:
            yield Part(self.work.text(point, decision), decision)
        for part in self.judgements():
            yield Part(part.size, part.whole)
        for goal in self.rules.goals:
            yield Part(2 * self.scale.of(goal), goal)
        for instruction in self.rules.script.instructions:
            yield Part(12 + self.scale.of(instruction), instruction)


def _judged(decision: program.Decision) -> tuple[Node, ...]:
    """The nodes that are worked out to judge a decision."""
    found = tuple(each for each in (decision.where, decision.forbid) if each is not None)
    return found if decision.forbid is None else (*found, *decision.effects)


def _words(span: Span | None) -> str:
    text = " ".join(span.text.split()) if span else "the rules"
    return text if len(text) <= LONGEST_WORDS else f"{text[: LONGEST_WORDS - 1]}…"
