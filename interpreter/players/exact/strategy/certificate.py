"""Certificates of solutions: for every value that is shown, a strategy that forces it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from ....play.moves import Move
from ..aims import aims_of, are_joined_by_one, drawing_of
from ..binding import carries
from ..judge import person
from ..solution import Solution
from .claims import Claim, Sheet, TooLargeError
from .joins import Joins
from .lines import Lines
from .oracle import Oracle
from .placing import HOLD, WIN, OutdoneError, Placing

FORMAT = "hexgame solution 1"

MEMORY = 1 << 28
"""The bytes that the tables of searches may take."""


Data = dict[str, object]


def certified(solution: Solution, room: int, *, claims: bool) -> tuple[Data | None, Solution, tuple[str, ...]]:
    """Return the certificate of a solution as data for JSON, the part of the solution that it shows, and for what it
    has no room, by moves; an empty text stands for the position. Of nothing there is no certificate.

    `room` is how many numbers it may have. `claims` says that a stone of one's own never hurts in the game, which
    whoever checks the certificate must find, too. Raises Unsolvable where the solver contradicts a value.
    """
    writer = _Writer(solution, room, claims=claims)
    first = {move for move in solution.moves[:1] if writer.shows(move, solution.values[move])}
    has_value = solution.winner is not None and writer.shows(None, solution.winner)
    shown = {move: value for move, value in solution.values.items() if move in first or writer.shows(move, value)}
    lacking = [""] * (solution.winner is not None and not has_value)
    lacking += [str(move) for move in solution.values if move not in shown]
    part = replace(
        solution,
        winner=solution.winner if has_value else None,
        moves=tuple(move for move in solution.moves if has_value and move in shown),
        values=shown,
        left=tuple(move for move in solution.state.legal_moves if move not in shown),
    )
    return (writer.data(part) if has_value or shown else None), part, tuple(lacking)


class _Writer:
    """Writes one value after another; they share what shows them."""

    def __init__(self, solution: Solution, room: int, *, claims: bool) -> None:
        self._state = solution.state
        game = self._game = solution.state.game
        self._sheet, self._oracle = Sheet(), Oracle(game, MEMORY)
        self._has_claims = claims and game.machine.blocks[0].takes_cell and not self._state.wins
        self._outdone = set[tuple[int, str]]()
        self._drawing, self._joins = None, None
        aims = aims_of(game.rules) if self._has_claims and carries(game.machine) else ()
        if aims and are_joined_by_one(game.machine, aims):
            self._drawing = drawing_of(game.machine)
            self._joins = Joins(game.machine, aims) if self._drawing else None
        self._placing = cache(self._make_placing)
        self._lines = Lines(game, self._oracle, self._sheet, self._claim, room)
        self._proofs = dict[int, list[list[object]]]()

    def data(self, shown: Solution) -> Data:
        """Return the certificate of what is shown."""
        state = self._state
        return {
            "certificate": FORMAT,
            "game": self._game.name,
            "options": dict(self._game.identity.options),
            "source": self._game.source_hash,
            "position": None if state.origin is None else state.origin.as_mapping(),
            "moves": [move.code for move in state.moves],
            "winner": shown.winner,
            "values": [[move.code, str(move), value] for move, value in shown.values.items()],
            "drawing": self._drawing if self._sheet.lines else None,
            "claims": self._sheet.lines,
            "positions": self._lines.lines,
            "proofs": [proof for code in sorted(self._proofs) for proof in self._proofs[code]],
        }

    def shows(self, move: Move | None, value: str) -> bool:
        """Write what shows the value of the position or of a move; return whether there is room for it."""
        vector, players = list(self._state.vector), self._game.players
        if move is not None:
            self._game.machine.step(vector, move.code)
        marks, proofs, wins = (self._sheet.mark, self._lines.mark), list[list[object]](), value in players
        try:
            for colour in [value] if wins else players:
                place = self._lines.place(vector, self._state.seat(colour), wins=wins)
                proofs.append([None if move is None else move.code, colour, wins, place])
        except (TooLargeError, RecursionError):
            self._lines.back_to(marks[1], marks[0])
            self._sheet.back_to(marks[0])
            return False
        self._proofs[-1 if move is None else move.code] = proofs
        return True

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
