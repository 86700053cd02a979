"""The terminal that a command runs in."""

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
    """Gives a line, or None at the end of input; a secret one is not repeated."""

    def __call__(self, prompt: str, secret: bool = False) -> str | None: ...


@dataclass
class Terminal:
    """Where a session reads and writes. `clear` wipes off what was shown and typed; it says whether it could."""

    ask: Ask
    say: Callable[[str], None]
    face: Face = PLAIN
    clear: Callable[[], bool] = lambda: False


def terminal_for(game: Game) -> Terminal:
    """Standard input and output, with the face that they can show."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - lines can then be edited and called back
    return Terminal(_ask, click.echo, face_for(game, sys.stdout), _clear)


def _ask(prompt: str, secret: bool = False) -> str | None:
    """A line without its end; None at the end of input. What is piped in is shown as if it had been typed."""
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
    """On a real terminal an empty screen, and no line that could be called back."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    click.clear()
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
    return True
