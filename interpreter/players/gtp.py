"""Programs as players: they speak the Go Text Protocol, version 2, as the programs that play Hex do.

The first player of a game is black, the second white. Moves are names of cells; a program may also answer `resign`,
`pass`, and `swap` or `swap-pieces` to take over the other colour.
"""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Sequence

from ..deadline import look
from ..doors.programs import MOMENT, Ended, Program
from ..doors.visible import on_one_line
from ..play.game import Game
from ..play.moves import MoveError
from ..play.view import View
from .protocol import UNLIMITED, Choice, Limits, Withdrawn

COLOURS = ("black", "white")

PATIENCE = 120.0
"""Seconds that a program may take for an answer, beyond its time for a move."""

LONGEST_ANSWER = 64 * 1024
"""In characters."""

SWAPS = ("swap", "swap-pieces", "swap-sides")


class Engine:
    """A program that answers commands."""

    def __init__(self, command: str) -> None:
        try:
            self._program = Program(shlex.split(command), LONGEST_ANSWER)
        except (OSError, ValueError, IndexError) as error:
            raise ValueError(f"cannot start `{on_one_line(command)}`: {error}") from None

    def ask(self, command: str, seconds: float = PATIENCE) -> str:
        """Send a command and return the answer; raises ProgramError if there is none or it is an error."""
        try:
            answer = self._answer(command, seconds)
        except Ended:
            raise ProgramError("the program has ended") from None
        if not answer.startswith("="):
            raise ProgramError(f"it answered `{on_one_line(answer[:80])}` to `{command}`")
        return re.sub(r"^=\d*\s*", "", answer).strip()

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


class Gtp:
    """A program that plays."""

    def __init__(self, command: str) -> None:
        self._command, self._name = command, _checked(command)
        self._engine: Engine | None = None
        self._told: tuple[tuple[str, str], ...] = ()
        """What the program was told has been played: colours and cells."""

    def choose(self, view: View, limits: Limits = UNLIMITED) -> Choice:
        """Return the program's move; raises Withdrawn if it resigns, ends, is silent or wants an illegal move."""
        state, colour = view.state, view.player
        try:
            stones = _stones(view)
            program = self._at(view.game, stones)
            answer = program.ask(f"genmove {_colour(view.game, colour)}", PATIENCE + (limits.seconds or 0.0))
            if answer.lower() == "resign":
                raise Withdrawn(colour, "resigned")
            wanted = "swap" if answer.lower() in SWAPS else answer.lower()
            move = state.play(wanted)
            self._told = (*stones, (_colour(view.game, colour), move.text)) if move.cell else ((" ", " "),)
        except (ProgramError, MoveError, ValueError) as error:
            raise Withdrawn(colour, f"{self._name}: {error}") from None
        return Choice(move)

    def _at(self, game: Game, stones: Sequence[tuple[str, str]]) -> Engine:
        """Return the program, told of all stones."""
        if self._engine is None:
            self._engine = Engine(self._command)
            self._engine.ask(f"boardsize {_size(game)}")
        if self._told != tuple(stones[: len(self._told)]) or not self._told:
            self._engine.ask("clear_board")
            self._told = ()
        for colour, cell in stones[len(self._told) :]:
            self._engine.ask(f"play {colour} {cell}")
        return self._engine

    def leave(self) -> None:
        """End the program."""
        if self._engine is not None:
            self._engine.end()
            self._engine = None


def _checked(command: str) -> str:
    """Return the name of the program; raises ValueError with advice if there is none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"`gtp:{on_one_line(command[:40])}` is not a command: {error}") from None
    if not words:
        raise ValueError("name a program that speaks GTP after the colon, such as `gtp:mohex`")
    return on_one_line(words[0])


def _stones(view: View) -> tuple[tuple[str, str], ...]:
    """Return the stones on the board in the order in which they were placed; raises ValueError for other moves."""
    state, found = view.state, list[tuple[str, str]]()
    moves = list(state.moves)
    while state.moves:
        state.undo()
        move = moves[len(state.moves)]
        if move.word == "place" and state.to_move is not None:
            found.append((_colour(view.game, state.to_move), move.text))
        elif move.word not in ("swap", "pass", "random"):
            raise ValueError(f"programs play games of stones alone, not `{move}`")
    return tuple(found[::-1])


def _colour(game: Game, player: str) -> str:
    number = game.players.index(player)
    if number >= len(COLOURS):
        raise ValueError("programs play games for two")
    return COLOURS[number]


def _size(game: Game) -> str:
    """Return the size of the board as programs want it: one number for a square of cells, else columns and rows."""
    found = [re.fullmatch(r"([a-z]+)(\d+)", name) for name in game.board.names]
    if not all(found):
        raise ValueError("programs play on boards whose cells have a letter and a number")
    columns = len({match[1] for match in found if match})
    rows = max(int(match[2]) for match in found if match)
    return str(columns) if columns == rows else f"{columns} {rows}"
