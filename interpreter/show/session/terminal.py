"""The terminal that a session reads from and writes to."""

from __future__ import annotations

import contextlib
import getpass
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Protocol

import click

from ...deadline import time_out
from ...doors.streams import clear_screen, on_terminal
from ...doors.visible import on_one_line, visible
from ...play.game import Game
from ..boards.palette import PLAIN, Face, face_for

SCROLLS_BACK = (
    "This terminal keeps what scrolls off the screen, where the others can read it. To use a separate screen:\n"
    "pip install 'hexgame-interpreter[terminal]'"
)


class Ask(Protocol):
    """Reads a line; None at the end of the input. A secret line is not echoed."""

    def __call__(self, prompt: str, secret: bool = False) -> str | None: ...


@dataclass
class Terminal:
    """How a session reads and writes."""

    ask: Ask
    say: Callable[[str], None]
    face: Face = PLAIN
    clear: Callable[[], bool] = lambda: False
    """Clears the screen and the input history, and returns whether it could."""

    private: Callable[[], AbstractContextManager[bool]] = lambda: nullcontext(False)
    """Gives a screen of its own to what people hide from each other, and says whether it is wiped at the end."""

    is_interactive: bool = False
    """Whether somebody types, so that a question is worth asking."""

    def confirms(self, question: str) -> bool:
        """Ask a question; the end of the input means no."""
        answer = self.ask(f"{question} (yes/no): ")
        return answer is not None and answer.strip().lower() in ("y", "yes")


def terminal_for(game: Game) -> Terminal:
    """Return standard input and output as a terminal, with the characters and colours that it can show."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - gives `input` line editing and a history
    return Terminal(_ask, click.echo, face_for(game, sys.stdout), _clear, _private, sys.stdin.isatty())


@time_out()
def _ask(prompt: str, secret: bool = False) -> str | None:
    """Read a line, or None at the end of the input. Echo input from a pipe as if it had been typed."""
    if sys.stdin.isatty():
        try:
            prompt = on_terminal(visible(prompt))  # it goes past the door
            return _hidden(prompt) if secret else input(prompt)
        except EOFError:
            return None
    click.echo(prompt, nl=False)
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError:
        line = "\N{REPLACEMENT CHARACTER}\n"
    if not line:
        return None
    shown = "" if secret else line.rstrip("\n")
    click.echo(on_one_line(shown))
    return line


def _hidden(prompt: str) -> str:
    """Read a line that is not shown: as stars where prompt_toolkit is installed, else not at all."""
    try:
        from prompt_toolkit import prompt as ask  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        return getpass.getpass(prompt)
    return ask(prompt, is_password=True)


def _clear() -> bool:
    """Clear the screen and the input history, if this is a real terminal."""
    if not _is_real():
        return False
    clear_screen()
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
    return True


@contextmanager
def _private() -> Iterator[bool]:
    """Switch to the alternate screen, which has no scrollback; without prompt_toolkit, say that there is none."""
    if not _is_real():
        yield False
        return
    try:
        from prompt_toolkit.output import create_output  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        click.echo(f"{SCROLLS_BACK}\n")
        yield False
        return
    output = create_output()
    output.enter_alternate_screen()
    output.erase_screen()
    output.cursor_goto(0, 0)
    output.flush()
    try:
        yield True
    finally:
        output.quit_alternate_screen()
        output.flush()


def _is_real() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
