"""What people can type in a game besides moves: one table, from which `help` is made."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..boards.overlays import all_moves, moves_on
from ..pages.games import rules_of
from .advice import analyse, hint
from .history import history
from .saving import save
from .undoing import redo, undo

if TYPE_CHECKING:
    from .session import Session

MOVE = (
    "a move",
    "a cell such as `c3`; `piece@c3` to place another kind of piece; `c3-e5` to move a piece; `{1,4}` or just `1 4` to "
    "pick cards; `swap`, `pass` and `stop` where the rules allow them",
)


@dataclass(frozen=True)
class Command:
    """Something to type: how it is written, what it does, and how many words may follow it."""

    usage: str
    about: str
    run: Callable[[Session, str], None]
    most: float = 0

    def takes(self, words: Sequence[str]) -> bool:
        """Whether these words may follow the command."""
        return len(words) <= self.most


def _moves(session: Session, cell: str) -> None:
    view, face = session.view, session.terminal.face
    session.terminal.say(moves_on(view, cell, face) if cell else all_moves(view, face))


def _board(session: Session, _: str) -> None:
    session.show()


def _rules(session: Session, _: str) -> None:
    session.terminal.say(rules_of(session.state.game))


def _history(session: Session, _: str) -> None:
    session.terminal.say(history(session))


def _resign(session: Session, _: str) -> None:
    player = session.awaited
    if player is None:
        session.terminal.say("The game is over.")
    elif len(session.state.game.players) != 2:
        session.terminal.say("Only in a game for two can a player resign: the others would play on.")
    else:
        session.resign(player)


def _help(session: Session, _: str) -> None:
    session.terminal.say(HELP)


def _quit(session: Session, _: str) -> None:
    """Leave; at a terminal, ask once if the game would be lost."""
    if session.is_saved or not session.terminal.is_interactive:
        session.leaving = True
        return
    session.is_saved = True  # as good as: the question is asked once
    session.terminal.say("This game is not saved. Type `save FILE` to keep it, or `quit` again to leave.")


COMMANDS = {
    command.usage.split()[0]: command
    for command in (
        Command("moves", "list the legal moves; `moves c3` lists those on one cell", _moves, 1),
        Command("hint", "show a move that a computer player likes", hint),
        Command("analyse", "show what a computer player thinks of the moves, on the board", analyse),
        Command("board", "draw the board again", _board),
        Command("rules", "show the rules", _rules),
        Command("history", "list the moves played so far", _history),
        Command(
            "undo",
            "take back a move (along with the computer's replies); if somebody has learned something hidden since, "
            "everyone must agree",
            undo,
        ),
        Command("redo", "play again what was taken back", redo),
        Command("resign", "give up, in a game for two", _resign),
        Command("save FILE", "save the game; `hexgame play --from FILE` resumes it", save, float("inf")),
        Command("help", "show this list", _help),
        Command("quit", "leave the game", _quit),
    )
}
"""The commands by their words."""


def _help_text() -> str:
    rows = [MOVE, *((command.usage, command.about) for command in COMMANDS.values())]
    width = max(len(usage) for usage, _ in rows) + 3
    return "\n".join(
        textwrap.fill(f"{usage:{width}}{about}", 100, subsequent_indent=" " * width, break_on_hyphens=False)
        for usage, about in rows
    )


HELP = _help_text()
