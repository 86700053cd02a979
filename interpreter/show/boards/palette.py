"""The characters, colours and width that a terminal can show."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

from ...doors.colours import BOLD, COLOURS, DIM, styled
from ...play.game import Game
from ...record import Record

_PALETTE = ("red", "blue", "green", "yellow", "magenta", "cyan")
_NAMED = {
    "red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "white": "bright_white",
    "black": "bright_black", "purple": "magenta", "cyan": "cyan", "orange": "yellow",
}  # fmt: skip

_WARMTHS = ("blue", "cyan", "green", "yellow", "red")
"""The colours of `heat0` to `heat4`."""


class Face(Record):
    """How boards are drawn: a character per player for stones, winning stones and edges; colours; columns."""

    stones: str = "●○▲△■□"
    winning: str = "◆◇▼▽◼◻"
    edges: str = "▪▫▴▵◾◽"
    empty: str = "·"
    portal: str = "∘"
    neutral: str = "◎"
    unknown: str = "?¿"
    has_lines: bool = True
    """Whether there are single and double lines."""

    colours: tuple[str, ...] = ()
    width: int = 1000

    def paint(self, text: str, role: str) -> str:
        """Return a text in the colour of its role, if there are colours."""
        if not self.colours or not text:
            return text
        if role.startswith(("player", "edge")):
            player = int(role.removeprefix("player").removeprefix("edge"))
            return styled(text, COLOURS[self.colours[player]], *[BOLD] * role.startswith("player"))
        if role.startswith("heat"):
            return styled(text, COLOURS[_WARMTHS[int(role.removeprefix("heat"))]], *[BOLD] * (role == "heat4"))
        if role in ("mark", "frame", "neutral"):
            return styled(text, BOLD)
        return styled(text, DIM)


LINES = "─═║╔╗╚╝╠╣╦╩╬╪╫"

PLAIN = Face()
ASCII = Face(
    stones="XOABCD", winning="#@%&$*", edges="xoabcd", empty=".", portal=",", neutral="N", unknown="?!", has_lines=False
)


def face_for(game: Game, stream: TextIO) -> Face:
    """Return the face for a stream: ASCII if it cannot encode more, colours only on a terminal without NO_COLOR."""
    face = PLAIN if _can_show(stream, PLAIN) else ASCII
    if not stream.isatty():
        return face
    face = face.copy_with(width=shutil.get_terminal_size().columns)
    return face.copy_with(colours=colours_of(game.players)) if wants_colour(stream) else face


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal to colour (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def colours_of(players: tuple[str, ...]) -> tuple[str, ...]:
    """Return each player's colour: the name if it is a colour, else the next colour of the palette."""
    left = [colour for colour in _PALETTE if colour not in {_NAMED.get(name.lower()) for name in players}]
    return tuple(_NAMED.get(name.lower()) or left.pop(0) for name in players)


def _can_show(stream: TextIO, face: Face) -> bool:
    try:
        signs = face.stones + face.winning + face.edges + face.empty + face.portal + face.neutral + face.unknown + LINES
        signs.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def paint_diagnostic(text: str, role: str) -> str:
    """Return a part of a diagnostic in its colour, if standard error is a terminal to colour."""
    if not wants_colour(sys.stderr):
        return text
    colour = {"error": "red", "warning": "yellow", "note": "blue", "frame": "blue"}[role]
    return styled(text, COLOURS[colour], BOLD)
