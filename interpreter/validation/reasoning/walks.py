"""What play comes to, as far as it can be followed: all of it on small boards, some random games on others.

A position in which nothing can be decided, or one that comes again, is a witness: it shows that a game can stop, or go
on for ever. Where all play was followed, what was not met does not happen. The same game is always followed alike.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, takewhile

from ...deadline import look
from ...machine.answers import PLAYING
from ...play.game import Game
from ...record import Record
from ...rules import ir
from ...rules.costs.bounds import LISTING, STEP
from ...rules.program import Decision

EFFORT = 300_000
"""How much is followed: each cell of each position counts, each decision there, and more where these may take long."""

LISTED, STEPPED = 500, 8_000
"""The steps that count as one where decisions are listed, and where one is taken; bounds on steps are wide."""

COMPARED = 16
"""The cells whose comparison counts as one."""

LEAPS = 40
"""The share of it, in percent, that is spent on following all play before random games are tried."""

BACK, MOST_BACK = 0.2, 25
"""How often a way back is looked for in random games, as a share of their positions, and how often at most."""

Position = tuple[int, ...]


class Walk(Record):
    """What was met in the play that was followed."""

    stuck: frozenset[int]
    """The choices at which nothing can be decided although a cell is empty, by their numbers."""

    circles: frozenset[frozenset[Decision]]
    """What was decided on each way from a position to where it comes again: play can go on so for ever."""

    is_whole: bool
    """Whether all play was followed."""


@lru_cache(maxsize=32)
def walk_of(game: Game) -> Walk:
    """Follow the play of a game."""
    walker = Walker(game)
    is_whole = walker.follow_all(EFFORT * LEAPS // 100)
    if not is_whole:
        walker.follow_some(EFFORT)
    return Walk(frozenset(walker.stuck), frozenset(walker.circles), is_whole)


class Walker:
    """Follows play, and notes what it meets."""

    def __init__(self, game: Game) -> None:
        self._game, self._machine, self._cells = game, game.machine, len(game.board.cells)
        layout = game.machine.layout
        self._players = len(game.players)
        self._size, self._end = layout.position_size, layout.end.offset
        self._at = layout.at.offset if layout.at else None
        self._room = [0] * (game.machine.action_count + 1)
        most = {bound.limit: bound.most for bound in game.costs.bounds}
        self._listing = self._cells + most[LISTING] // LISTED
        self._step = 1 + self._cells // 4 + most[STEP] // STEPPED
        self.stuck: set[int] = set()
        self.circles: set[frozenset[Decision]] = set()
        self._spent, self._looked_back = 0, 0

    def follow_all(self, effort: int) -> bool:
        """Follow all play, one way after another; return whether the effort was enough."""
        draw, start = random.Random(1), list(self._machine.start)
        if self._is_over(start):
            return True
        if self._listing + self._step > effort:
            return False
        path = [(self._position(start), self._next(start, draw))]
        open_, done, codes = {path[0][0]: 0}, set[Position](), list[int]()
        while path:
            if self._spent > effort:
                return False
            here, ways = path[-1]
            code, there = next(ways, (0, None))
            if there is None:
                path.pop()
                del open_[here], codes[-1:]
                done.add(here)
                continue
            position = self._position(there)
            if position in open_:
                self._note_circle([*codes[open_[position] :], code])
            elif position not in done and not self._is_over(there):
                open_[position] = len(path)
                path.append((position, self._next(there, draw)))
                codes.append(code)
        return True

    def follow_some(self, effort: int) -> None:
        """Follow random games, and now and then look for a way back."""
        draw = random.Random(2)
        while self._spent + self._listing + self._step < effort:
            vector, seen, codes = list(self._machine.start), dict[Position, int](), list[int]()
            while self._spent < effort and not self._is_over(vector):
                look()
                position = self._position(vector)
                if position in seen:
                    self._note_circle(codes[seen[position] :])
                    break
                seen[position] = len(codes)
                if self._looked_back < MOST_BACK and draw.random() < BACK:
                    self._look_back(vector, draw)
                found = self._machine.legal(vector, self._room)
                self._spent += self._listing + self._step
                codes.append(self._room[draw.randrange(found)])
                self._machine.step(vector, codes[-1])
            self._spent += 1

    def _look_back(self, start: list[int], draw: random.Random) -> None:
        """Let everybody decide once, then undo that: of all decisions, take the one that makes the board most like what
        it was."""
        self._looked_back += 1
        vector, wanted, board, codes = start, self._position(start), start[: self._cells], list[int]()
        for ply in range(2 * self._players):
            ways = self._next(vector, draw)
            going = list(islice(ways, 1) if ply < self._players else takewhile(self._may_go_on, ways))
            if not going:
                return
            code, vector = min(going, key=lambda each: _unlike(each[1], board))
            codes.append(code)
            if vector[self._end] != PLAYING:
                return
            if self._position(vector) == wanted:
                self._note_circle(codes)
                return

    def _may_go_on(self, _: object) -> bool:
        """Whether there is effort left, also for a comparison of boards."""
        self._spent += self._cells // COMPARED
        return self._spent < EFFORT

    def _note_circle(self, codes: Iterable[int]) -> None:
        """Note what was decided on a way back."""
        self.circles.add(frozenset(self._game.block_of(code).decision for code in codes))

    def _next(self, vector: list[int], draw: random.Random) -> Iterator[tuple[int, list[int]]]:
        """Give the codes of decisions and the positions that they lead to."""
        look()
        found = self._machine.legal(vector, self._room)
        codes = self._room[:found]
        self._spent += self._listing
        draw.shuffle(codes)
        for code in codes:
            after = list(vector)
            self._machine.step(after, code)
            self._spent += self._step
            yield code, after

    def _position(self, vector: list[int]) -> Position:
        return tuple(vector[: self._size])

    def _is_over(self, vector: list[int]) -> bool:
        """Whether the game is over; notes where nothing can be decided although a cell is empty."""
        end = vector[self._end]
        if end == self._machine.no_move and ir.EMPTY in vector[: self._cells]:
            self.stuck.add(vector[self._at] if self._at is not None else 0)
        return end != PLAYING


def _unlike(vector: list[int], board: list[int]) -> int:
    """On how many cells a position is unlike a board."""
    return sum(one != other for one, other in zip(vector, board, strict=False))
