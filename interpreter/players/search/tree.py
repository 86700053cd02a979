"""A tree that a search grows: run on, moved to a later position, read. Several of one position may grow at once."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from ...deadline import look
from ...doors.system import cores
from ...machine.chance import generator, mixed
from ...machine.random.sampling import Numbers
from ...process import THREADS
from ..engines import Engine
from .engine import Workshop
from .kernel import edges as layout
from .kernel.edges import ROOT, WIDTH

MOMENT = 0.008
"""Seconds that one call of the kernel should take: between two calls, Python looks at the clock and at signals."""

FIRST = 16
"""How many simulations compiled code makes before the clock is first looked at where no time is given."""

PATIENCE = 0.1
"""Seconds that the plain text may take before the kernel is compiled."""


COMPILING = "the search is still being compiled for this game; until then it is many times slower"


@dataclass(frozen=True)
class Manners:
    """How a search weighs what it knows: after how many visits an edge gets edges; the others in thousandths."""

    expand: int = 1
    rave: int = 1000
    explore: int | None = None
    """By default nothing where ends of games tell of cells, and much elsewhere."""

    bridges: bool = True
    """Whether a chain that could be joined through either of two cells counts as joined, where full boards judge."""

    sense: int | None = None
    """After how many visits the edges of an edge learn which stones win at once; 0: never, and no ways either."""

    ways: int | None = None
    """After how many visits they learn which cells are on shortest ways; by default the later, the more that costs."""

    prior: int | None = None
    """How many simulations it counts as that a cell is on a shortest way to a goal; 0: nothing. By default 40
    where all that wins is known to be ways, 6 where rings win as well, 0 elsewhere."""

    urgent: int | None = None
    """How many times as much that counts where somebody needs one stone at most, bridges counted as joined, and half as
    many times where it is two. By default 4 where rings win as well, 1 elsewhere."""

    threats: bool = True
    """Whether stones that win at once are seen, and answered."""

    replies: bool = True
    """Whether random games answer whoever enters a bridge, where no rings win."""

    rings: int = 1
    """How many stones next to the last one of a ring must have stood before a random game, lest it is ignored there; 0:
    every ring counts."""

    saves: int | None = None
    """How many simulations it counts as that a move keeps a bridge that was entered; by default 4, or 0 where rings
    win."""

    idle: int = 64
    """After how many visits the edges of an edge learn which cells can no longer matter; 0: never."""


USUAL = Manners()

SENSELESS = Manners(sense=0, idle=0, replies=False, rings=0, bridges=False, saves=0)
"""Without any sense of connection."""


@dataclass(frozen=True)
class Edge:
    """A decision in the tree: how often it was tried, what that was worth on average to the seat that takes it, and its
    result if that is proved."""

    at: int
    code: int
    visits: int
    value: float
    result: int


class Tree:
    """Grows in a fixed number of integers, run by the fastest engine that a workshop has at the time."""

    def __init__(self, workshop: Workshop, size: int, manners: Manners, root: Sequence[int]) -> None:
        self._workshop, self._size = workshop, size
        try:
            self._begin(workshop.best, root)
        except MemoryError:
            workshop.abandon()
            self._begin(workshop.plain, root)
        explore = workshop.text.explore if manners.explore is None else manners.explore
        sense = workshop.text.sense if manners.sense is None else manners.sense
        ways = workshop.text.ways if manners.ways is None else manners.ways
        prior = workshop.text.prior if manners.prior is None else manners.prior
        header = {
            layout.USED: ROOT + WIDTH,
            layout.SIZE: size,
            layout.EXPAND: manners.expand,
            layout.RAVE: manners.rave,
            layout.EXPLORE: explore,
            layout.BRIDGES: int(manners.bridges),
            layout.SENSE: max(sense, manners.expand + 1) if sense else -1,
            layout.PATHS: max(ways, manners.expand + 1) if sense else -1,
            layout.STOOD: manners.rings,
            layout.PRIOR: prior * workshop.text.ends,
            layout.THREATS: int(manners.threats),
            layout.REPLIES: int(manners.replies),
            layout.IDLE: manners.idle or -1,
            layout.SAVES: workshop.text.saves if manners.saves is None else manners.saves,
            layout.URGENT: workshop.text.urgent if manners.urgent is None else manners.urgent,
        }
        for at, value in header.items():
            self._edges[at] = value

    # Engines

    def _begin(self, engine: Engine, root: Sequence[int]) -> None:
        """Have an engine search from a root, of which nothing is known."""
        self._move_to(engine, root)
        self._edges = self._blank(engine)

    def _move_to(self, engine: Engine, root: Sequence[int]) -> None:
        """Have another engine search, from a root."""
        numbers, codes = engine.numbers, self._workshop.codes
        self._engine = engine
        self._root = numbers(root)
        self._state, self._trial = numbers(root), numbers(root)
        self._learnt, self._codes = engine.zeros(self._workshop.text.room), numbers([0] * (codes + 1))

    def _blank(self, engine: Engine) -> Numbers:
        """An empty tree. Compiled code sees all of it, and the system gives it memory as it is used; a list grows."""
        return engine.zeros(self._size if engine.is_compiled else min(self._size, _PAGE))

    def _improve(self) -> None:
        """Go over to a faster engine that has come: what the tree holds is the same."""
        best = self._workshop.best
        if self._engine is not best:
            edges = self._edges
            try:
                blank = self._blank(best)
            except MemoryError:
                self._workshop.abandon()
            else:
                self._move_to(best, self._root)
                self._edges = blank
                self._edges[: edges[layout.USED]] = best.words(edges[: edges[layout.USED]])

    def _make_room(self, simulations: int) -> None:
        """Let a list grow before simulations that could fill it."""
        if not self._engine.is_compiled:
            more = self._edges[layout.USED] + simulations * self._workshop.codes * WIDTH - len(self._edges)
            if more > 0:
                self._edges += [0] * min(more + _PAGE, self._size - len(self._edges))

    # Growing

    def restart(self, root: Sequence[int]) -> None:
        """Forget what grew, and make another position the root."""
        edges, kept = self._edges, self._workshop.kept
        self._root[:kept] = self._engine.numbers(root[:kept])
        for at in (layout.DONE, layout.FULL, *range(layout.TOTALS, layout.TOTALS + self._workshop.players),
                   *range(ROOT, ROOT + WIDTH)):  # fmt: skip
            edges[at] = 0
        edges[layout.USED] = ROOT + WIDTH

    def follow(self, codes: Sequence[int], root: Sequence[int]) -> bool:
        """Make the position after some decisions the root; return whether the tree knows it, with what to decide there.

        A node may be proved by a wave, and nothing was tried after it.
        """
        at = ROOT
        for code in codes:
            at = next((edge.at for edge in self.edges(at) if edge.code == code), 0)
            if not at or not self._edges[at + layout.FIRST]:
                return False
        try:
            edges, self._edges = self._edges, self._blank(self._engine)
        except MemoryError:
            self._workshop.abandon()
            return False
        self._make_room_for(edges[layout.USED])
        self._engine.function("transplant")(edges, self._edges, at)
        self._move_to(self._engine, root)
        return True

    def _make_room_for(self, used: int) -> None:
        if len(self._edges) < used:
            self._edges += [0] * (used - len(self._edges))

    def run(
        self, rng: int, simulations: int | None, until: float, is_over: Callable[[], bool] = lambda: False
    ) -> int:  # fmt: skip
        """Search until a time of `time.monotonic`, until so many simulations are done, the position is proved or
        somebody says that it is over, but at least once. Where no limit is given, until the tree is full. Return the
        generator's state."""
        begun = now = time.monotonic()
        count, pace = FIRST if until == math.inf and self._engine.is_compiled else 1, 0.0
        is_open = simulations is None and until == math.inf
        while not self.result and (self.is_blank or now + pace < until) and not (is_open and self._edges[layout.FULL]):
            if now - begun > PATIENCE:
                self._workshop.compile()
            self._improve()
            batch = count if simulations is None else min(count, simulations - self.done)
            if batch <= 0 or (is_over() and not self.is_blank):
                break
            look()
            self._make_room(batch)
            search = self._engine.function("search")
            rng = int(search(self._root, self._state, self._trial, self._edges, self._learnt, self._codes, rng, batch))
            before, now = now, time.monotonic()
            pace = max(now - before, 1e-7) / batch
            count = max(1, min(2 * count, int(min(MOMENT, (until - now) / 2) / pace)))
        return rng

    # Reading

    @property
    def is_blank(self) -> bool:
        """Whether nothing was searched yet."""
        return not self._edges[layout.ROOT + layout.FIRST]

    @property
    def done(self) -> int:
        """The number of simulations since the root became the root."""
        return int(self._edges[layout.DONE])

    @property
    def used(self) -> int:
        """The number of edges."""
        return (int(self._edges[layout.USED]) - ROOT) // WIDTH

    @property
    def result(self) -> int:
        """How the root ends if that is proved: 1 + a seat, or 1 + the number of seats for a draw; else 0."""
        return int(self._edges[ROOT + layout.RESULT])

    def values(self) -> tuple[float, ...]:
        """What each seat can expect, by the simulations since the root became the root; empty if there were none."""
        worth, players = layout.WON * self._workshop.text.ends * self.done, self._workshop.players
        return tuple(int(self._edges[layout.TOTALS + seat]) / worth for seat in range(players)) if worth else ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What keeps the search from being faster."""
        return (*self._workshop.notes, *((COMPILING,) if self._workshop.compiled.is_under_way else ()))

    def shares(self, player: int) -> list[int]:
        """Return how often each pick was to be made by one of two who decide together at the root."""
        picks, edges = self._workshop.text.picks, self._edges
        beyond = int(edges[ROOT + layout.FIRST]) + int(edges[ROOT + layout.COUNT]) * WIDTH
        first = beyond - (2 - player) * picks * WIDTH
        return [int(edges[arm + layout.WORTH]) for arm in range(first, first + picks * WIDTH, WIDTH)]

    def edges(self, at: int = ROOT) -> Iterator[Edge]:
        """Return the decisions that are known to be possible after an edge; after the root by default."""
        edges, worth = self._edges, layout.WON * self._workshop.text.ends
        first, count = int(edges[at + layout.FIRST]), int(edges[at + layout.COUNT])
        for f in range(first, first + count * WIDTH, WIDTH):
            visits = int(edges[f + layout.VISITS])
            value = int(edges[f + layout.WORTH]) / (worth * visits) if visits else 0.5
            if edges[f + layout.CODE] < 0:  # the arms of a decision made together
                break
            yield Edge(f, int(edges[f + layout.CODE]), visits, value, int(edges[f + layout.RESULT]))

    def favourite(self, seat: int, besides: Container[int] = ()) -> int:
        """Return the decision at the root that a seat should take: one that is proved to win, else the one that was
        tried most, and none that is proved to lose if there is another. -1 if all are among those it may not take."""
        known = {1 + seat: 1, 0: 0, 1 + self._workshop.players: 0}
        codes, visits, worths, results = map(self._column, (layout.CODE, layout.VISITS, layout.WORTH, layout.RESULT))
        ranks = [known.get(result, -1) for result in results] if any(results) else results
        rows: Iterable[tuple[int, ...]] = zip(ranks, visits, worths, codes, strict=True)
        if besides:
            rows = (row for row in rows if row[-1] not in besides)
        return max(rows, default=(-1,))[-1]

    def _column(self, at: int) -> Sequence[int]:
        """One integer of each edge of the root; numbers of an array come faster together."""
        first, count = int(self._edges[ROOT + layout.FIRST]), int(self._edges[ROOT + layout.COUNT])
        column: Numbers = self._edges[first + at : first + count * WIDTH : WIDTH]
        return cast(Sequence[int], column.tolist() if self._engine.is_compiled else column)


_PAGE = 1 << 16
"""By how many integers a list grows."""


def thread_count(wanted: int) -> int:
    """Return how many threads to run on; 0 stands for one a core. Where there are none, it is 1."""
    if not THREADS:
        return 1
    return wanted or cores()


NAME = "searching"
"""What the threads are called that search beside the one that chooses."""


def run_all(trees: Sequence[Tree], rng: int, simulations: int | None, until: float) -> int:
    """Run the first tree in this thread and the others in theirs until it ends, however it ends; share simulations.

    Returns the generator's state, which with one tree is the same each time.
    """
    over, failures = threading.Event(), list[BaseException]()
    shares = [None if simulations is None else (simulations + each) // len(trees) for each in range(len(trees))]

    def help_out(tree: Tree, seed: int, share: int | None) -> None:
        try:
            tree.run(generator(seed), share, until, over.is_set)
        except Exception as error:
            failures.append(error)

    seeds = [mixed(rng + number) & (1 << 63) - 1 for number in range(len(trees))]
    helpers = [
        threading.Thread(target=help_out, args=(tree, seeds[number], share), name=NAME, daemon=True)
        for number, (tree, share) in enumerate(zip(trees[1:], shares, strict=False), 1)
    ]
    for helper in helpers:
        helper.start()
    try:
        rng = trees[0].run(rng, shares[-1], until, lambda: any(tree.result for tree in trees[1:]))
        if trees[0].result or simulations is None:
            over.set()
        for helper in helpers:
            helper.join()
    finally:
        over.set()
    if failures:
        raise failures[0]
    return rng


def edges_of(trees: Sequence[Tree]) -> Iterator[Edge]:
    """Return the decisions after the root as all trees know them; each lies where the first tree has it."""
    others = [{edge.code: edge for edge in tree.edges()} for tree in trees[1:]]
    for edge in trees[0].edges():
        found = [edge, *(known[edge.code] for known in others if edge.code in known)]
        visits = sum(each.visits for each in found)
        value = sum(each.visits * each.value for each in found) / visits if visits else edge.value
        yield Edge(edge.at, edge.code, visits, value, max(each.result for each in found))
