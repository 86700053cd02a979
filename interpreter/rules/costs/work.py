"""The steps of whole functions of a generated module: what is on offer, a decision taken, the game judged, a step."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import assert_never

from .. import elements, program
from ..facts.endings import asks_if_stuck, eliminates
from ..facts.placement import stones_only_come
from ..layers import Shade, Sight
from ..steps.scale import CALL, Scale
from ..steps.steady import steady_for
from .flow import Followed, followed

SEARCH = 300
"""The steps of finding the code of a move between two cells."""


class Work:
    """The functions of a game's module. All numbers are steps, and upper bounds."""

    def __init__(self, rules: program.Rules, scale: Scale) -> None:
        self.rules, self.scale = rules, scale
        self.offers = [(point, each) for point in rules.points for tier in point.tiers for each in tier]

    # Decisions

    def tried(self, decision: program.Decision) -> int:
        """A decision made on trial and taken back; 0 where nothing is forbidden."""
        if decision.forbid is None:
            return 0
        scale = self.scale
        copies = 30 + scale.copied // 4 + 10 * scale.contents
        forbid = decision.forbid
        return CALL + copies + scale.trying(lambda: self.taken(decision) + scale.of(forbid))

    def test(self, decision: program.Decision) -> int:
        """Whether a decision on known cells is legal, as far as its conditions say."""
        return 10 + self.asked(decision) + self.tried(decision)

    def asked(self, decision: program.Decision) -> int:
        """The conditions of a decision."""
        where = decision.where
        if where is None:
            return 0
        steady = *steady_for(decision, 0), *steady_for(decision, 1)
        return self.scale.keeping(steady, lambda: self.scale.of(where))

    def taken(self, decision: program.Decision) -> int:
        """What a decision does."""
        return 40 + 30 * self.scale.players + self.scale.all(decision.effects)

    def listed(self, point: program.Point, decision: program.Decision) -> int:
        """Find all decisions of a kind that are possible."""
        return self._listed(point, decision, lambda: 12 + self.test(decision))

    def text(self, point: program.Point, decision: program.Decision) -> int:
        """The text of a decision, on a scale on which loops run once: how it is found is written in five places, what
        it does in two. What forbids it, and long conditions, are functions."""
        asked, called = self.asked(decision), CALL if decision.is_long else 0
        forbidden = CALL if decision.forbid else 0
        listed = self._listed(point, decision, lambda: 22 + (called or self.asked(decision)) + forbidden)
        return 5 * listed + asked + self.tried(decision) + 2 * self.taken(decision)

    def _listed(self, point: program.Point, decision: program.Decision, asks: Callable[[], int]) -> int:
        """Find all decisions of a kind; each asks its conditions, and what is steady in these is worked out once."""
        return self.scale.keeping(steady_for(decision, 0), lambda: self._found(point, decision, asks))

    def _found(self, point: program.Point, decision: program.Decision, asks: Callable[[], int]) -> int:
        scale = self.scale
        each = scale.keeping(steady_for(decision, 1), asks)
        match decision.what:
            case program.Random(values, None):
                return 8 + scale.times(len(values)) * 8
            case program.Choose(among=None, values=values):
                return 8 + scale.times(len(values)) * (8 + each)
            case program.Choose(among=elements.Span() | elements.Numbers() as among):
                return 8 + scale.over(among, 4 + each)
            case program.Place() | program.Random() | program.Choose() as what:
                return 8 + scale.over(what.sets[0], each)
            case program.Move(source=source, target=target):
                steady = steady_for(decision, 1)
                moved = scale.keeping(steady, lambda: 4 + scale.over(target, SEARCH + asks()))
                return 8 + scale.over(source, moved)
            case program.Pick(choices=choices):
                ways = len(choices) ** (scale.players if point.way == program.TOGETHER else 1)
                return 8 + each + scale.times(ways) * (each + 16 * scale.players)
            case program.Stop():  # what it is on offer beside is looked for
                others = (other for tier in point.tiers for other in tier if not isinstance(other.what, program.Stop))
                return 8 + each + CALL + sum(6 + self.listed(point, other) for other in others)
            case program.Swap() | program.Pass():
                return 8 + each
            case never:
                assert_never(never)

    def offered(self, point: program.Point) -> int:
        """Find everything that is possible at a point."""
        return 8 + sum(6 + self.listed(point, each) for tier in point.tiers for each in tier)

    @cached_property
    def listing(self) -> int:
        """Find everything that is possible, wherever that takes longest."""
        return CALL + 4 + 4 * len(self.rules.points) + max(map(self.offered, self.rules.points), default=0)

    def refusal(self, point: program.Point, decision: program.Decision) -> int:
        """Find out why a decision is refused."""
        scale = self.scale
        belongs = sum(2 + scale.belongs(each) for each in decision.what.sets)
        found = CALL + 40 + 10 * len(self.offers) + 12 * scale.players + belongs
        return found + self.test(decision) + self.listing

    @property
    def longest_test(self) -> int:
        """Find out why a decision is refused, whichever takes longest."""
        return max((self.refusal(*each) for each in self.offers), default=0)

    # The game

    def judged(self, *timings: str) -> int:
        """Judge all endings of some timings, for every player."""
        return CALL + 4 + sum(self.judges(each) for each in self.rules.endings if each.timing in timings)

    def judges(self, ending: program.Ending) -> int:
        """Judge one ending, for every player that it may be about."""
        scale = self.scale
        asked = scale.players if ending.player is None and ending.timing != "start" else 1
        scores = sum(map(scale.of, self.rules.scores)) + 20 * scale.players if ending.result == "score" else 0
        return asked * (20 + CALL + scale.of(ending.condition) + 8 * scale.players) + scores

    def looks(self, sight: Sight | Shade) -> int:
        """Find on which cells a player knows something, or sees a colour."""
        return self.scale.cells * (CALL + 12 + self.scale.belongs(sight.cells))

    @property
    def remembered(self) -> int:
        """Note how the board looks."""
        return CALL + 20 + 10 * (self.scale.cells + self.scale.contents) if self.scale.history else 0

    @property
    def settled(self) -> int:
        """Count a turn that is over, judge the game and remember the board."""
        counted = 40 + 2 * len(self.rules.script.instructions)
        return counted + self.judged("", "end") + 3 * self.remembered

    @property
    def begun(self) -> int:
        """Begin a turn: whose it is, and the endings that are judged then; whether anything is possible is asked once,
        by one of them or by the choice that follows."""
        is_known = asks_if_stuck(self.rules.endings) and not eliminates(self.rules)
        judged = self.judged("start") - self.scale.listing * is_known
        return 40 + 16 * self.scale.players + 4 * len(self.rules.script.forgotten) + judged

    @property
    def rebuilt(self) -> int:
        """Work out everything that is derived from the position."""
        scale = self.scale
        mended = scale.nodes * (40 + scale.kept) + scale.links * 24 * max(scale.nodes.bit_length(), 1)
        return CALL + 40 + mended * scale.players + 12 * (scale.cells + scale.contents)

    @cached_property
    def script(self) -> Followed:
        """Follow the script from one decision to the next, over turns that end on the way."""
        judged = self.judged("") + 3 * self.remembered
        return followed(self.rules, self.scale, eliminates(self.rules), judged, self.settled + self.begun + 20)

    @property
    def step(self) -> int:
        """Take a decision and go on to the next."""
        taken = max((self.taken(each) for _, each in self.offers), default=0)
        mended = 2 * self.rebuilt if self.rules.goals and not stones_only_come(self.rules) else 0
        return CALL + 30 + 8 * len(self.offers) + taken + self.settled + self.script.between + mended

    @property
    def start(self) -> int:
        """Set the game up, as its module is made: derive everything, follow the script, judge the game."""
        rebuilds = 1 + self.rules.script.start
        return self.script.setup + self.rebuilt * rebuilds + self.script.between + self.judged("")
