"""Programs as players: they speak the Go Text Protocol, version 2, as the programs that play Hex do.

The first player of a game is black, the second white. Moves are names of cells; a program may also answer `resign`,
`pass`, and `swap` or `swap-pieces` to take over the other colour.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread

from ..deadline import look
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

AHEAD = 1000
"""Lines that are read before they are needed."""

MOMENT = 0.1
"""Seconds between two looks at the clock."""

LEAVE = 0.2
"""Seconds that a program has to end; after a signal, two programs of a match must be gone in less than a second."""

SWAPS = ("swap", "swap-pieces", "swap-sides")


class Program:
    """A program that answers commands."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - what the user typed
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                process_group=0,  # Ctrl-C at the terminal is for this process alone
            )
        except (OSError, ValueError, IndexError) as error:
            raise ValueError(f"cannot start `{on_one_line(command)}`: {error}") from None
        self._lines: Queue[str | None] = Queue(AHEAD)
        self._is_ended = Event()
        Thread(target=self._listen, daemon=True).start()

    def ask(self, command: str, seconds: float = PATIENCE) -> str:
        """Send a command and return the answer; raises ProgramError if there is none or it is an error."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        except OSError:
            raise ProgramError("the program has ended") from None
        answer = self._answer(seconds)
        if not answer.startswith("="):
            raise ProgramError(f"it answered `{on_one_line(answer[:80])}` to `{command}`")
        return re.sub(r"^=\d*\s*", "", answer).strip()

    def _answer(self, seconds: float) -> str:
        """Read lines up to an empty one."""
        found, length, waited = list[str](), 0, 0.0
        while length <= LONGEST_ANSWER:
            try:
                line = self._lines.get(timeout=MOMENT)
            except Empty:
                look()
                waited += MOMENT
                if waited > seconds:
                    raise ProgramError(f"no answer within {seconds:.0f} seconds") from None
                continue
            if line is None:
                raise ProgramError("the program has ended")
            length += len(line)
            if line.strip():
                found.append(line.rstrip())
            elif found:
                return "\n".join(found)
        raise ProgramError("its answer is too long")

    def _listen(self) -> None:
        """Read lines ahead until the program ends."""
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while (line := self._process.stdout.readline(LONGEST_ANSWER)) and not self._is_ended.is_set():
                self._put(line)
        self._put(None)

    def _put(self, line: str | None) -> None:
        while not self._is_ended.is_set():
            with suppress(Full):
                self._lines.put(line, timeout=MOMENT)
                return

    def end(self) -> None:
        """End the program, and whatever it has started; it has a moment to leave by itself."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write("quit\n")
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVE)
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._is_ended.set()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert stream is not None
                stream.close()


class ProgramError(Exception):
    """A program does not answer as it should."""


class Gtp:
    """A program that plays."""

    def __init__(self, command: str) -> None:
        self._command, self._name = command, _checked(command)
        self._program: Program | None = None
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

    def _at(self, game: Game, stones: Sequence[tuple[str, str]]) -> Program:
        """Return the program, told of all stones."""
        if self._program is None:
            self._program = Program(self._command)
            self._program.ask(f"boardsize {_size(game)}")
        if self._told != tuple(stones[: len(self._told)]) or not self._told:
            self._program.ask("clear_board")
            self._told = ()
        for colour, cell in stones[len(self._told) :]:
            self._program.ask(f"play {colour} {cell}")
        return self._program

    def leave(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.end()
            self._program = None


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
        elif move.word not in ("swap", "pass", "draw"):
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
