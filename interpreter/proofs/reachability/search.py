"""Claims about play by a search over all reachable positions."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from ...deadline import OutOfTime, look
from ...machine.answers import PLAYING
from ...play.game import Game
from ...record import Record
from ...rules.program import CHOICE
from ..limits import Limits
from ..verdicts import Proved, Refuted, sizes_of
from ..wording import proof, refutation
from .alike import Alike, growing

NUMBER = 100
"""About how many bytes a position takes for each eight of its numbers, in a set of positions."""


EXAMPLES = {"no-draws": "drawn", "always-a-move": "stuck", "finite": "cycle"}
"""What refutes each claim."""

ENOUGH, MORE = 2, 10_000
"""Once a claim is refuted, so many times as many positions are seen, and so many more, to find a shorter line."""

LONG = 100
"""How many positions a line has of which it is told what grows."""

WORD = 8
"""About how many bytes a number takes in a list."""


class Reached(Record):
    """What a search over reachable positions has found; each example is the codes of moves that lead to it."""

    unfinished: int
    ended: int
    """How many different positions were seen, unfinished and ended."""

    visited: int
    """How many were visited; the others are images of these."""

    is_whole: bool
    """Whether every reachable position was seen."""

    drawn: tuple[int, ...] | None
    stuck: tuple[int, ...] | None
    """A position in which the player to move can only pass, or do nothing at all."""

    cycle: tuple[int, ...] | None
    """A way to a position that came up before on the way."""

    draws: int
    stucks: int
    """How many ended positions are draws, and in how many positions somebody is stuck."""

    growing: tuple[str, ...] = ()
    """What was another number in most positions of the line that a search looked at last, if it did not see all."""

    def __len__(self) -> int:
        return self.unfinished + self.ended


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Decide a claim about play by looking at every position that play can reach."""
    if claim not in EXAMPLES:
        return ""
    found = _kept.get(game)
    if found is None:
        found = Search(game, limits).run(claim)
        if found.is_whole:
            _kept[game] = found
    example, number = _findings(found)[claim]
    seen = f"{found.unfinished:,} unfinished and {found.ended:,} ended positions"
    data: dict[str, int] = {"unfinished": found.unfinished, "ended": found.ended}
    how = f"{found.visited:,} were visited, of which the others are images" * (found.visited < len(found))
    if example is not None:
        data = {**data, "contradicting": number} if found.is_whole else {}
        how = how if found.is_whole else f"it was found among the first {seen}"
        return Refuted(claim, "reachability", refutation(claim, data), (), example, True, data, how=how)
    if not found.is_whole and not found.ended and not found.growing:
        return "there was not enough time to reach the end of a game"
    if not found.is_whole:
        return f"none of the first {seen} contradicts the claim; there are more{_growth(found)}"
    return Proved(claim, "reachability", sizes_of(game), proof(data), data, how)


def _findings(found: Reached) -> dict[str, tuple[tuple[int, ...] | None, int]]:
    """For each claim, an example against it, and how many positions are."""
    return {
        "no-draws": (found.drawn, found.draws),
        "always-a-move": (found.stuck, found.stucks),
        "finite": (found.cycle, 1),
    }


def _growth(found: Reached) -> str:
    """What grows on the line that was looked at last, so that positions do not come again."""
    if not found.growing:
        return ""
    return f", and on the line that was looked at last, {' and '.join(found.growing)} only grew"


_kept: WeakKeyDictionary[Game, Reached] = WeakKeyDictionary()
"""What whole searches have found."""


class Search:
    """Visits every reachable position once, depth first, but for images: one is visited for all. Positions are told
    apart by all that the rules can see."""

    def __init__(self, game: Game, limits: Limits, *, by_symmetry: bool = True) -> None:
        self._game, self._machine, self._limits = game, game.machine, limits
        self._by_symmetry = by_symmetry
        layout = game.machine.layout
        self._end, self._at = layout.end.offset, layout.at
        self._most = limits.memory // (NUMBER * (1 + layout.position_size // 8))
        self._deepest = limits.memory // (2 * WORD * (len(game.machine.start) + game.action_count))
        self._players = len(game.players)
        self._examples: dict[str, tuple[int, ...]] = {}
        self._counts = {"drawn": 0, "stuck": 0, "unfinished": 0, "ended": 0}
        self._line: list[tuple[list[int], bytes, list[int]]] = []
        """The positions on the way to the one that is looked at."""

        self.ends: dict[int, tuple[int, ...]] = {}
        """For each value of the state's section END that was seen, the codes of the shortest moves that lead there."""

    @property
    def seen(self) -> int:
        """How many positions were seen, with the images of those that were visited."""
        return self._counts["unfinished"] + self._counts["ended"]

    def run(self, claim: str) -> Reached:
        """Search until all is seen, time is over, memory is full, or a claim is refuted and some more was seen."""
        seen: set[bytes] = set()
        try:
            self._alike = Alike(self._game, by_symmetry=self._by_symmetry)
            is_whole = self._search(EXAMPLES.get(claim, ""), seen)
        except OutOfTime:
            is_whole = False
        return self._found(is_whole, len(seen))

    def _search(self, wanted: str, seen: set[bytes]) -> bool:
        """Visit positions; return whether these are all."""
        on_line: set[bytes] = set()
        line, moves = self._line, list[int]()
        most = self._most
        self._visit(list(self._machine.start), seen, line, moves)
        on_line.add(line[-1][1])
        while line and len(seen) < most and len(line) < self._deepest:
            look()
            vector, key, codes = line[-1]
            if not codes:
                line.pop()
                on_line.discard(key)
                del moves[-1:]
                continue
            code, after = codes.pop(), list(vector)
            self._machine.step(after, code)
            name, _ = self._alike.name(after)
            if name in seen:
                if name in on_line and "cycle" not in self._examples:
                    self._note("cycle", [*moves, code])
            else:
                moves.append(code)
                self._visit(after, seen, line, moves)
                on_line.add(name)
            if wanted in self._examples and most == self._most:
                most = min(most, ENOUGH * len(seen) + MORE)
        return not line

    def _visit(self, vector: list[int], seen: set[bytes], line: list[tuple[list[int], bytes, list[int]]],
               moves: list[int]) -> None:  # fmt: skip
        """Look at a new position, and put it on the line."""
        name, alike = self._alike.name(vector)
        seen.add(name)
        if len(seen) % 256 == 0:
            self._limits.came(f"after {len(seen):,} positions")
        codes = self._alike.legal(vector)
        if vector[self._end] != PLAYING:
            self._counts["ended"] += alike
            if len(moves) <= len(self.ends.get(vector[self._end], moves)):
                self.ends[vector[self._end]] = tuple(moves)
            if self._game.outcome(vector[self._end]).winner is None:
                self._counts["drawn"] += alike
                self._note("drawn", moves)
            if vector[self._end] == self._machine.no_move:
                self._counts["stuck"] += alike
                self._note("stuck", moves)
        else:
            self._counts["unfinished"] += alike
            if self._is_stuck(vector, codes):
                self._counts["stuck"] += alike
                self._note("stuck", moves)
        line.append((vector, name, codes))

    def _is_stuck(self, vector: Sequence[int], codes: Sequence[int]) -> bool:
        point = vector[self._at.offset] if self._at else 0
        if self._game.rules.points[point].way != CHOICE:
            return False
        return all(self._game.block_of(code).is_idle for code in codes)

    def _note(self, what: str, moves: Sequence[int]) -> None:
        """Keep the shortest example."""
        if what not in self._examples or len(moves) < len(self._examples[what]):
            self._examples[what] = tuple(moves)

    def _found(self, is_whole: bool, visited: int) -> Reached:
        counts, example = self._counts, self._examples.get
        cycle = example("cycle")
        return Reached(
            counts["unfinished"], counts["ended"], visited, is_whole, example("drawn"), example("stuck"),
            None if cycle is None else self._alike.closed(cycle), counts["drawn"], counts["stuck"],
            self._growing(),
        )  # fmt: skip

    def _growing(self) -> tuple[str, ...]:
        """What grows on the line that was looked at last, if it is long."""
        late = [vector for vector, _, _ in self._line[-LONG:]]
        return growing(self._game, late) if len(late) == LONG else ()
