"""A second search for wins, which shares nothing with the first but the rules: depth first, with a table of positions.

It knows no symmetries, carriers, bonds or proof numbers, and runs the plain text of the game. Guesses may say where it
looks first: wrong ones cost time, and change no answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ...deadline import look
from ...machine.answers import PLAYING
from ...play.game import Game
from ...rules.program import CHOICE

DEEPEST = 200
"""The most decisions of a line."""


class GaveUp(Exception):  # noqa: N818 - named for what has happened
    """The search met more positions than it may, a line without end, or a position with no value of its own."""


Guess = Callable[[Sequence[int]], bool | None]
"""Says whether the person probably wins a position; None if there is no telling."""


class Second:
    """Tells whether a person, numbered as seats are, can force a win. What it finds helps with the next position."""

    def __init__(self, game: Game, person: int, most: int, guess: Guess | None = None) -> None:
        self._game, self._person, self._most, self._guess = game, person, most, guess
        self._layout, self._room = game.machine.layout, [0] * (game.action_count + 1)
        winners = (game.outcome(end).winner for end in range(1, game.machine.too_long + 1))
        self._colours = [-1 if each is None else game.players.index(each) for each in winners]
        self._known = dict[tuple[int, ...], bool]()
        self._line = set[tuple[int, ...]]()
        self._useful = Counter[int]()
        self.visited = 0
        """How many positions were visited so far, of `most`."""

    def wins(self, vector: Sequence[int]) -> bool:
        """Return whether the person can force a win from a position; raises GaveUp if that takes too much."""
        self._line.clear()
        return self._wins(list(vector))

    def _wins(self, vector: list[int]) -> bool:
        if vector[self._layout.end.offset] != PLAYING:
            return self._won(vector)
        key = tuple(vector[: self._layout.position_size])
        if key not in self._known:
            self._visit(vector, key)
            self._line.add(key)
            self._known[key] = self._searched(vector)
            self._line.discard(key)
        return self._known[key]

    def _visit(self, vector: list[int], key: tuple[int, ...]) -> None:
        """Count a position; raises GaveUp if there are too many, or if it has no value of its own."""
        self.visited += 1
        at = self._layout.at
        way = self._game.rules.points[vector[at.offset] if at else 0].way
        if self.visited > self._most or key in self._line or len(self._line) >= DEEPEST or way != CHOICE:
            raise GaveUp
        look()

    def _searched(self, vector: list[int]) -> bool:
        """Whether the person wins a position that is not known: ends first, then the moves that were useful before."""
        mine = self._seat(vector, vector[self._layout.mover.offset]) == self._person
        after = list[tuple[int, list[int]]]()
        for code in self._room[: self._game.machine.legal(vector, self._room)]:
            child = list(vector)
            self._game.machine.step(child, code)
            if child[self._layout.end.offset] != PLAYING and self._won(child) is mine:
                return mine
            after.append((code, child))
        after.sort(key=lambda pair: -self._useful[pair[0]])
        for code, child in self._likeliest_first(vector, after, mine):
            if self._wins(child) is mine:
                self._useful[code] += 1
                return mine
        return not mine

    def _likeliest_first(
        self, vector: Sequence[int], after: list[tuple[int, list[int]]], mine: bool
    ) -> Iterator[tuple[int, list[int]]]:
        """Yield the positions after each move, first the one that is guessed to suit whoever decides."""
        if self._guess is not None and self._guess(vector) is mine:
            for place, (_, child) in enumerate(after):
                if self._guess(child) is mine:
                    yield after.pop(place)
                    break
        yield from after

    def _won(self, vector: Sequence[int]) -> bool:
        """Whether the person has won a game that is over."""
        colour = self._colours[vector[self._layout.end.offset] - 1]
        return colour >= 0 and self._seat(vector, colour) == self._person

    def _seat(self, vector: Sequence[int], colour: int) -> int:
        seat = self._layout.seat
        return colour if seat is None else vector[seat.offset + colour]
