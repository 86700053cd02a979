"""Saving the game of a session."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ...doors.writing import replace_text
from ..records import write_record

if TYPE_CHECKING:
    from .session import Session


def save(session: Session, name: str) -> None:
    """Write the game to a file; ask before another is replaced."""
    say = session.terminal.say
    if not name:
        say("Name a file, for example: save game.yaml")
        return
    path = Path(name)
    if not _may_replace(session, path):
        say("Nothing was saved.")
        return
    try:
        state, seats = session.state, tuple(session.seats)
        text = write_record(state, seats, session.seed, path.parent, session.resigned, session.remarked)
        replace_text(path, text)
    except (OSError, ValueError) as error:
        say(f"Could not save to {path}: {getattr(error, 'strerror', None) or error}.")
        return
    session.is_saved = True
    say(f"Saved to {path}.{' It holds what is hidden from the players.' if session.table.hides else ''}")


def _may_replace(session: Session, path: Path) -> bool:
    """Ask before what has a name already is replaced."""
    if not os.path.lexists(path) or path.is_dir():
        return True
    found = f"{path} leads to {os.path.realpath(path)}" if path.is_symlink() else f"{path} exists already"
    return session.terminal.confirms(f"{found}. Replace it?")
