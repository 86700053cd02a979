"""The terminal that a session reads from and writes to."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import click

from ...play.game import Game
from ..boards.palette import PLAIN, Face, face_for


class Ask(Protocol):
    """Reads a line; None at the end of the input. A secret line is not echoed."""

    def __call__(self, prompt: str, secret: bool = False) -> str | None: ...


@dataclass
class Terminal:
    """How a session reads and writes. `clear` clears the screen and the input history, and returns whether it could."""

    ask: Ask
    say: Callable[[str], None]
    face: Face = PLAIN
    clear: Callable[[], bool] = lambda: False


def terminal_for(game: Game) -> Terminal:
    """Return standard input and output as a terminal, with the characters and colours that it can show."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - gives `input` line editing and a history
    return Terminal(_ask, click.echo, face_for(game, sys.stdout), _clear)


def _ask(prompt: str, secret: bool = False) -> str | None:
    """Read a line, or None at the end of the input. Echo input from a pipe as if it had been typed."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            return None
    click.echo(prompt, nl=False)
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError:
        line = "\N{REPLACEMENT CHARACTER}\n"
    if not line:
        return None
    shown = "" if secret else line.rstrip("\n")
    click.echo("".join(character if character.isprintable() else "�" for character in shown))
    return line


def _clear() -> bool:
    """Clear the screen and the input history, if this is a real terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    click.clear()
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
    return True
