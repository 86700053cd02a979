"""Programs as players: they speak the Go Text Protocol, version 2, as the programs that play Hex do.

The first player of a game is black, the second white. Moves are names of cells; a program may also answer `resign`,
`pass`, and `swap` or `swap-pieces` to take over the other colour. `dialects.py` has what programs call otherwise.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence

from ..deadline import look
from ..doors.programs import MOMENT, Ended, Program
from ..doors.visible import on_one_line
from ..play.moves import MoveError
from ..play.view import View
from .dialects import RESIGN, SWAPS, Tongue, read_command
from .protocol import UNLIMITED, Choice, Limits, Withdrawn

PATIENCE = 120.0
"""Seconds that a program may take for an answer, beyond its time for a move."""

LONGEST_ANSWER = 64 * 1024
"""In characters."""


class Engine:
    """A program that answers commands."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._program = Program(command, LONGEST_ANSWER)
        except (OSError, ValueError) as error:
            raise ValueError(f"cannot start `{on_one_line(command[0])}`: {error}") from None

    def ask(self, command: str, seconds: float = PATIENCE) -> str:
        """Send a command and return the answer; raises ProgramError if there is none or it is an error."""
        try:
            answer = self._answer(command, seconds)
        except Ended:
            raise ProgramError(f"the program {self._program.ended}") from None
        if not answer.startswith("="):
            raise Refusal(f"it answered `{on_one_line(answer[:80])}` to `{on_one_line(command)}`")
        return re.sub(r"^=\d*\s*", "", answer).strip()

    def knows(self, word: str) -> bool:
        """Whether the program has a command."""
        try:
            return self.ask(f"known_command {word}").lower() == "true"
        except Refusal:
            return False

    def _answer(self, command: str, seconds: float) -> str:
        """Send a command and read lines up to an empty one, all within so many seconds, whatever comes meanwhile."""
        found, length, until = list[str](), 0, time.monotonic() + seconds
        while not self._program.send(command, MOMENT):
            self._look(until, seconds)
        while length <= LONGEST_ANSWER:
            line = self._program.line(MOMENT)
            self._look(until, seconds)
            if line is None:
                continue
            length += len(line) + 1
            if line.strip():
                found.append(line.rstrip())
            elif found:
                return "\n".join(found)
        raise ProgramError("its answer is too long")

    def _look(self, until: float, seconds: float) -> None:
        look()
        if time.monotonic() > until:
            raise ProgramError(f"no answer within {seconds:.0f} seconds")

    def end(self) -> None:
        """End the program, and whatever it has started; it has a moment to leave by itself."""
        self._program.end("quit")


class ProgramError(Exception):
    """A program does not answer as it should."""


class Refusal(ProgramError):  # noqa: N818 - named for what has happened
    """A program refuses a command."""


class Gtp:
    """A program that plays."""

    def __init__(self, command: str) -> None:
        self._dialect, self._command = read_command(command)
        self._name = on_one_line(self._command[0])
        self._engine: Engine | None = None
        self._tongue: Tongue | None = None
        self._has_clock: bool | None = None
        self._told: tuple[tuple[str, str], ...] = ()
        """What the program was told has been played: colours and cells."""

    def choose(self, view: View, limits: Limits = UNLIMITED) -> Choice:
        """Return the program's move.

        Raises Withdrawn if it resigns; if it ends, is silent or wants an illegal move, that is a fault.
        """
        state, colour = view.state, view.player
        try:
            tongue = self._tongue = self._tongue or self._dialect.of(view.game)
            stones = _stones(view, tongue)
            program = self._at(tongue, stones)
            seconds = self._dialect.seconds or limits.seconds
            if seconds and self._keeps_time(program):
                program.ask(f"time_left {tongue.colour(colour)} {math.ceil(seconds)} 1")
            answer = program.ask(f"genmove {tongue.colour(colour)}", PATIENCE + (seconds or 0.0)).lower()
            if answer == RESIGN:
                raise Withdrawn(colour, "resigned")
            move = state.play("swap" if answer in SWAPS else tongue.ours(answer))
            self._told = (*stones, (tongue.colour(colour), tongue.theirs(move.text))) if move.cell else ((" ", " "),)
        except (ProgramError, MoveError, ValueError) as error:
            raise Withdrawn(colour, f"{self._name}: {error}", is_fault=True) from None
        return Choice(move)

    def _at(self, tongue: Tongue, stones: Sequence[tuple[str, str]]) -> Engine:
        """Return the program, told of all stones."""
        if self._engine is None:
            self._engine = Engine(self._command)
            self._engine.ask(f"boardsize {self._dialect.size or tongue.size}")
            for command in self._dialect.sent:
                self._engine.ask(command)
        if self._told != tuple(stones[: len(self._told)]) or not self._told:
            self._engine.ask("clear_board")
            self._told = ()
        for colour, cell in stones[len(self._told) :]:
            self._engine.ask(f"play {colour} {cell}")
        return self._engine

    def _keeps_time(self, program: Engine) -> bool:
        """Whether the program can be told how much time it has; it is told that each move has its own."""
        if self._has_clock is None:
            self._has_clock = program.knows("time_settings") and program.knows("time_left")
            if self._has_clock:
                program.ask(f"time_settings 0 {math.ceil(self._dialect.seconds or 1)} 1")
        return self._has_clock

    def leave(self) -> None:
        """End the program."""
        if self._engine is not None:
            self._engine.end()
            self._engine = None


def _stones(view: View, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """Return the stones on the board in the order in which they were placed; raises ValueError for other moves."""
    state, found = view.state, list[tuple[str, str]]()
    moves = list(state.moves)
    while state.moves:
        state.undo()
        move = moves[len(state.moves)]
        if move.word == "place" and state.to_move is not None:
            found.append((tongue.colour(state.to_move), tongue.theirs(move.text)))
        elif move.word not in ("swap", "pass", "random"):
            raise ValueError(f"programs can only place stones: they cannot play `{move}`")
    return tuple(found[::-1])
