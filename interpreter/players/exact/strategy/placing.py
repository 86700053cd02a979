"""Strategies of games in which a stone of one's own never hurts: claims about as few cells as will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....deadline import look
from ....machine.answers import PLAYING
from ....play.game import Game
from ..solution import Unsolvable
from .claims import Claim, TooLargeError, cells_of, common, meet, play, stones
from .joins import Joins
from .lines import after
from .oracle import Oracle

MOST_COMPARED = 12
"""How many claims that fit are compared."""

MOST = 200_000
"""The most claims that are kept."""


class Store:
    """The claims that are known of one colour to one aim, looked up by position: for each cell, which of them speak of
    it, as bits of one number."""

    def __init__(self, cells: int) -> None:
        self._claims = list[Claim]()
        self._own, self._used, self._half = [0] * cells, [0] * cells, 0

    def add(self, claim: Claim) -> None:
        """Keep a claim; raises TooLargeError if there are too many."""
        if len(self._claims) == MOST:
            raise TooLargeError
        bit = 1 << len(self._claims)
        self._claims.append(claim)
        self._half |= bit * claim.is_half
        for cell in cells_of(claim.own):
            self._own[cell] |= bit
        for cell in cells_of(claim.own | claim.needs):
            self._used[cell] |= bit

    def fitting(self, own: int, other: int, *, half: bool) -> Claim | None:
        """Return a claim that holds in a position with these stones, among the first the one that needs least; half
        ones only where asked for."""
        wrong = 0 if half else self._half
        for cell, (needing, using) in enumerate(zip(self._own, self._used, strict=True)):
            if other >> cell & 1:
                wrong |= using
            elif not own >> cell & 1:
                wrong |= needing
        right, found = ((1 << len(self._claims)) - 1) & ~wrong, list[Claim]()
        while right and len(found) < MOST_COMPARED:
            found.append(self._claims[right.bit_length() - 1])
            right ^= 1 << right.bit_length() - 1
        return min(found, key=lambda each: each.needs.bit_count(), default=None)


WIN, HOLD = "win", "hold"

GLANCES = (0, 300, 5_000, 100_000)
"""How far all moves are searched for one that wins, one glance after another."""


class OutdoneError(Exception):
    """A goal does not keep the other player from theirs, so that claims about some cells say too little."""


class Placing:
    """Finds claims for one colour and one aim: to win, or to hold, which is to keep the other from winning.

    `person` is who has that colour. Every position that is asked about must be won, or held.
    """

    def __init__(self, game: Game, oracle: Oracle, joins: Joins | None, colour: int, person: int, aim: str) -> None:
        self._game, self._oracle, self._joins = game, oracle, joins if aim == WIN else None
        self._colour, self._person, self._aim = colour, person, aim
        self._cells, self._layout = len(game.board.cells), game.machine.layout
        self._all = (1 << self._cells) - 1
        self._found = Store(self._cells)
        self._goals: dict[tuple[int, int], bool] = {}

    def claim(self, vector: Sequence[int]) -> Claim:
        """Return a claim that fits a position in which play goes on."""
        look()
        own, other = self._held(vector, self._colour), self._held(vector, 1 - self._colour)
        is_ours = vector[self._layout.mover.offset] == self._colour
        found = self._found.fitting(own, other, half=is_ours)
        if found is None:
            found = self._seen(vector, own, other, is_ours)
            self._found.add(found)
        return found

    def _seen(self, vector: Sequence[int], own: int, other: int, is_ours: bool) -> Claim:
        """A claim that holds without looking ahead, if there is one; else one that rests on others."""
        if self._aim == HOLD and not self._has_goal(1 - self._colour, self._all & ~own):
            return self._stones(own)
        fulls, halves = self._joins.wins(self._colour, own, other) if self._joins else ([], [])
        if fulls or (halves and is_ours):
            return fulls[0] if fulls else halves[0]
        return self._ours(vector) if is_ours else self._theirs(vector, own, other, halves)

    def _ours(self, vector: Sequence[int]) -> Claim:
        """A move, and a claim after it."""
        afters = [(code, after(self._game, vector, code)) for code in self._codes(vector)]
        for code, there in afters:
            if there[self._layout.end.offset] != PLAYING and self._is_reached(there):
                return play(code, self._stones(self._held(there, self._colour)))
        code, there = self._best(afters)
        return play(code, self.claim(there))

    def _best(self, afters: Sequence[tuple[int, list[int]]]) -> tuple[int, list[int]]:
        """A move that keeps the aim: one after which a claim is known, or the first that the solver finds."""
        for code, there in afters:
            own, other = self._held(there, self._colour), self._held(there, 1 - self._colour)
            if self._found.fitting(own, other, half=False):
                return code, there
        playing = [each for each in afters if each[1][self._layout.end.offset] == PLAYING]
        for fuel in (*GLANCES, None):
            for code, there in playing:
                if self._keeps(there, fuel):
                    return code, there
        raise Unsolvable("the solver does not find a value again")

    def _keeps(self, vector: Sequence[int], fuel: int | None) -> bool:
        """Whether the solver finds that a position keeps the aim, in so many steps."""
        who = self._person if self._aim == WIN else 1 - self._person
        wins = self._oracle.wins(vector, who) if fuel is None else self._oracle.glance(vector, who, fuel)
        return wins is not None and wins == (self._aim == WIN)

    def _theirs(self, vector: Sequence[int], own: int, other: int, halves: Sequence[Claim]) -> Claim:
        """Claims for when the other has moved, until whatever the other does leaves one."""
        parts = list(halves)
        if not parts:
            passed = list(vector)
            passed[self._layout.mover.offset] = self._colour
            parts.append(self.claim(passed))
        while cells := common(parts, own) & ~(own | other):
            cell = (cells & -cells).bit_length() - 1
            parts.append(self.claim(after(self._game, vector, cell)))
        return meet(parts, own)

    def _codes(self, vector: Sequence[int]) -> Iterator[int]:
        """The empty cells, whose numbers are the codes of moves there."""
        return (cell for cell in range(self._cells) if not vector[cell])

    def _held(self, vector: Sequence[int], colour: int) -> int:
        return sum(1 << cell for cell in range(self._cells) if vector[cell] == 1 + colour)

    def _is_reached(self, vector: Sequence[int]) -> bool:
        """Whether a game that is over ended as the aim asks."""
        winner = self._game.outcome(vector[self._layout.end.offset]).winner
        return winner == self._game.players[self._colour] or (self._aim == HOLD and winner is None)

    def _stones(self, own: int) -> Claim:
        """As few of some stones as reach the aim, whatever stands elsewhere."""
        if not self._suffice(own):
            raise OutdoneError
        for cell in cells_of(own):
            if self._suffice(own & ~(1 << cell)):
                own &= ~(1 << cell)
        return stones(self._aim, self._colour, own)

    def _suffice(self, own: int) -> bool:
        return not self._has_goal(1 - self._colour, self._all & ~own) and (
            self._aim == HOLD or self._has_goal(self._colour, own)
        )

    def _has_goal(self, colour: int, own: int) -> bool:
        """Whether a colour has a goal with stones on some cells, and the other's on all others."""
        if (colour, own) not in self._goals:
            machine = self._game.machine
            vector = list(machine.start)
            for cell in range(self._cells):
                vector[cell] = 1 + (colour if own >> cell & 1 else 1 - colour)
            machine.rebuild(vector)
            self._goals[colour, own] = any(
                ending.result == "win" and ending.player in (None, colour) and machine.endings[number](vector, colour)
                for number, ending in enumerate(self._game.rules.endings)
            )
        return self._goals[colour, own]
