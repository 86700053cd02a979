"""Certificates of solutions: for every value that is shown, a strategy that forces it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from .. import kernel
from ..aims import aims_of, are_joined_by_one
from ..judge import person
from ..solution import Solution
from .claims import Claim, Sheet
from .drawing import drawing_of
from .joins import Joins
from .lines import Lines
from .oracle import Oracle
from .placing import HOLD, WIN, OutdoneError, Placing

FORMAT = "hexgame solution 1"

MEMORY = 1 << 28
"""The bytes that the tables of searches may take."""


class Writer:
    """Writes the certificate of a solution, in at most so many numbers. With `claims`, stones of one's own never hurt,
    as whoever checks it must find, too."""

    def __init__(self, solution: Solution, room: int, *, claims: bool) -> None:
        self._solution, self._state = solution, solution.state
        game = self._game = solution.state.game
        self._sheet, self._oracle = Sheet(), Oracle(game, MEMORY)
        self._has_claims = claims and game.machine.blocks[0].takes_cell and not self._state.wins
        self._outdone = set[tuple[int, str]]()
        self._drawing, self._joins = None, None
        aims = aims_of(game.rules) if self._has_claims and kernel.carries(game.machine) else ()
        if aims and are_joined_by_one(game.machine, aims):
            self._drawing = drawing_of(game.machine)
            self._joins = Joins(game.machine, aims) if self._drawing else None
        self._placing = cache(self._make_placing)
        self._lines = Lines(game, self._oracle, self._sheet, self._claim, room)

    def certificate(self) -> dict[str, object]:
        """Return it as data for JSON; raises TooLargeError where there is not enough room."""
        state, proofs = self._state, list[list[object]]()
        for move, value in self._solution.values.items():
            after = list(state.vector)
            self._game.machine.step(after, move.code)
            proofs += self._proofs(str(move), value, after)
        proofs += self._proofs("", str(self._solution.winner), state.vector)
        return {
            "certificate": FORMAT,
            "game": self._game.name,
            "options": dict(self._game.identity.options),
            "source": self._game.source_hash,
            "position": None if state.origin is None else state.origin.as_mapping(),
            "moves": [str(move) for move in state.moves],
            "winner": self._solution.winner,
            "values": {str(move): value for move, value in self._solution.values.items()},
            "drawing": self._drawing if self._sheet.lines else None,
            "claims": self._sheet.lines,
            "positions": self._lines.lines,
            "proofs": proofs,
        }

    def _proofs(self, move: str, value: str, vector: Sequence[int]) -> Iterator[list[object]]:
        """What shows a value: that a player can win, or that none can."""
        players = self._game.players
        for colour in [value] if value in players else players:
            wins = value in players
            yield [move, colour, wins, self._lines.place(vector, self._state.seat(colour), wins=wins)]

    def _claim(self, vector: Sequence[int], who: int, wins: bool) -> Claim | None:
        """A claim that shows a position, where stones of one's own never hurt and colours are exchanged no more."""
        turn, until = self._game.machine.layout.turn, self._game.facts.turn_matters_until
        if not self._has_claims or (turn and vector[turn.offset] <= until):
            return None
        seat, aim = (who, WIN) if wins else (1 - who, HOLD)
        colour = next(each for each in range(2) if person(self._game, vector, each) == seat)
        if (colour, aim) in self._outdone:
            return None
        try:
            return self._placing(colour, seat, aim).claim(vector)
        except OutdoneError:
            self._outdone.add((colour, aim))
            return None

    def _make_placing(self, colour: int, seat: int, aim: str) -> Placing:
        return Placing(self._game, self._oracle, self._joins, colour, seat, aim)
