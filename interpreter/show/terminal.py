"""The terminal that a command runs in."""

from __future__ import annotations

import contextlib
import sys

import click

from interpreter.machine.game import Game
from interpreter.show.palette import face_for
from interpreter.show.session import Terminal


def terminal_for(game: Game) -> Terminal:
    """Standard input and output, with the face that they can show."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - lines can then be edited and called back
    return Terminal(_ask, click.echo, face_for(game, sys.stdout))


def _ask(prompt: str) -> str | None:
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
    click.echo("".join(character if character.isprintable() else "�" for character in line.rstrip("\n")))
    return line
