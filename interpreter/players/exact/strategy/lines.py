"""Strategies as positions: each with the move of those who claim, or the answers to all moves of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....deadline import look
from ....machine.answers import PLAYING
from ....play.game import Game
from ..judge import end_value, person
from ..solution import Unsolvable
from .claims import Claim, Sheet, TooLargeError
from .oracle import Oracle

SMALL = 12
"""The most positions of a part of play that is left to the checker."""

DEEPEST = 3_000
"""The longest line of play that is written."""

Place = int | None
Find = Callable[[Sequence[int], int, bool], Claim | None]
"""Gives the claim that shows a position, where there is one: who wins, or with false is kept from winning."""


@dataclass
class _Frame:
    """A position whose line is being written: what it is known by, the codes that are left, the line so far."""

    key: tuple[object, ...]
    codes: list[int]
    line: list[Place]
    vector: Sequence[int]


class Lines:
    """The positions of a certificate, each once for whoever claims what of it; at most so many numbers."""

    def __init__(self, game: Game, oracle: Oracle, sheet: Sheet, find: Find, room: int) -> None:
        self._game, self._oracle, self._sheet, self._find, self._room = game, oracle, sheet, find, room
        self._layout, self._codes = game.machine.layout, [0] * (game.action_count + 1)
        self.lines = list[list[Place]]()
        self._places: dict[tuple[object, ...], Place] = {}

    @property
    def mark(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    def back_to(self, mark: int, claims: int) -> None:
        """Forget all lines but so many, and all claims of lines but so many."""
        self._room += sum(len(line) + 1 for line in self.lines[mark:])
        del self.lines[mark:]
        kept = range(-claims, mark)
        self._places = {key: place for key, place in self._places.items() if place is None or place in kept}

    def place(self, vector: Sequence[int], who: int, *, wins: bool) -> Place:
        """Return the place that shows a position; it must be won by the person, or else not be."""
        place, frame = self._start(vector, who, wins)
        frames = [frame] if frame else []
        while frames:
            look()
            frame = frames[-1]
            if not frame.codes:
                self._places[frame.key] = len(self.lines)
                self.lines.append(frame.line)
                self._room -= len(frame.line) + 1
                if self._room < 0:
                    raise TooLargeError
                place = len(self.lines) - 1
                frames.pop()
            else:
                place, further = self._start(after(self._game, frame.vector, frame.codes.pop()), who, wins)
                if further:
                    if len(frames) == DEEPEST:
                        raise TooLargeError
                    frames.append(further)
                    continue
            if frames:
                frames[-1].line.append(place)
        return place

    def _start(self, vector: Sequence[int], who: int, wins: bool) -> tuple[Place, _Frame | None]:
        """The place of a position that is known or needs no line; else what is to be written."""
        if vector[self._layout.end.offset] != PLAYING:
            return None, None
        key = (who, wins, *vector[: self._layout.position_size])
        if key not in self._places:
            claim = self._find(vector, who, wins)
            if claim is not None:
                self._places[key] = -1 - self._sheet.place(claim)
            elif self._game.facts.always_finite and _Few(self._game).are_few(vector, who):
                self._places[key] = None
            else:
                return None, self._frame(key, vector, who, wins)
        return self._places[key], None

    def _frame(self, key: tuple[object, ...], vector: Sequence[int], who: int, wins: bool) -> _Frame:
        codes = self._legal(vector)
        if (person(self._game, vector, vector[self._layout.mover.offset]) == who) != wins:
            return _Frame(key, codes[::-1], [], vector)
        best = self._best(vector, codes, who, wins)
        return _Frame(key, [best], [best], vector)

    def _best(self, vector: Sequence[int], codes: Sequence[int], who: int, wins: bool) -> int:
        """A move that keeps what is claimed: one that leads to what is known, or the first that the solver finds."""
        playing = list[tuple[int, list[int]]]()
        for code in codes:
            there = after(self._game, vector, code)
            is_over = there[self._layout.end.offset] != PLAYING
            if is_over and (end_value(self._game, there) == who) == wins:
                return code
            if not is_over and (who, wins, *there[: self._layout.position_size]) in self._places:
                return code
            playing += [] if is_over else [(code, there)]
        for fuel in (0, SMALL, 3_000):
            for code, there in playing:
                if self._oracle.glance(there, who, fuel) is wins:
                    return code
        for code, there in playing:
            if self._oracle.wins(there, who) == wins:
                return code
        raise Unsolvable("the solver does not find a value again")

    def _legal(self, vector: Sequence[int]) -> list[int]:
        return sorted(self._codes[: self._game.machine.legal(list(vector), self._codes)])


def after(game: Game, vector: Sequence[int], code: int) -> list[int]:
    """Return the position after a move."""
    found = list(vector)
    game.machine.step(found, code)
    return found


class _Few:
    """Whether so little is left to play that a checker may play it all."""

    def __init__(self, game: Game) -> None:
        self._game, self._layout = game, game.machine.layout
        self._known: dict[tuple[int, ...], bool] = {}

    def are_few(self, vector: Sequence[int], who: int) -> bool:
        """Return whether few positions tell whether a person can force a win."""
        try:
            self._wins(vector, who)
        except TooLargeError:
            return False
        return True

    def _wins(self, vector: Sequence[int], who: int) -> bool:
        if vector[self._layout.end.offset] != PLAYING:
            return end_value(self._game, vector) == who
        key = tuple(vector[: self._layout.position_size])
        if key not in self._known:
            if len(self._known) == SMALL:
                raise TooLargeError
            mine = person(self._game, vector, vector[self._layout.mover.offset]) == who
            self._known[key] = not mine
            codes = [0] * (self._game.action_count + 1)
            legal = sorted(codes[: self._game.machine.legal(list(vector), codes)])
            self._known[key] = (any if mine else all)(
                self._wins(after(self._game, vector, code), who) for code in legal
            )
        return self._known[key]
