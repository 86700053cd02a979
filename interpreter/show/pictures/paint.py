"""The colours of pictures: the board's, and each player's.

They are attributes of the drawing, so it looks the same everywhere; what is drawn in a player's colour says which it is
(`data-paint`, and `data-mark` for what is drawn on it), so a style sheet may give it another.
"""

from __future__ import annotations

from dataclasses import dataclass

PAPER, CELL, LINE, LABEL, GOLD = "#f6f3ed", "#eee4cd", "#b7a782", "#6d6350", "#f2a900"
WINNING = "#fbe08b"
SEAMS = "#0b8a83", "#a2379a", "#8f6b00", "#53677d"
"""One colour per seam."""

COLOURS = {
    "red": "#d23b2f", "blue": "#2a67c5", "black": "#2b2926", "white": "#fdfdfb", "green": "#2e8f4e",
    "yellow": "#f3cb3c", "orange": "#e9832b", "purple": "#7d48b3", "violet": "#7d48b3", "magenta": "#c7418f",
    "pink": "#ee92b4", "cyan": "#26a3c4", "teal": "#16857f", "brown": "#86572f", "grey": "#8b8b8b", "gray": "#8b8b8b",
}  # fmt: skip
_NAMES = {fill: name for name, fill in reversed(COLOURS.items())}
_PALETTE = ("red", "blue", "green", "orange", "purple", "cyan")


SIGNS = (
    (),
    ((-0.4, -1), (0.4, -1), (1, -0.4), (1, 0.4), (0.4, 1), (-0.4, 1), (-1, 0.4), (-1, -0.4)),
    ((0, -1.2), (1.2, 1), (-1.2, 1)),
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((-1.6, -0.6), (1.6, -0.6), (1.6, 0.6), (-1.6, 0.6)),
    ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
)
"""What marks the stones of each player besides colour, as corners; the first player's stones are plain."""


@dataclass(frozen=True)
class Paint:
    """A player's colour with its name, and the colours of the rim around it and of marks on it."""

    name: str
    fill: str
    rim: str
    mark: str


def paints(players: tuple[str, ...]) -> tuple[Paint, ...]:
    """Return each player's colours: those of the name if it is a colour, else the next of the palette."""
    named = [COLOURS.get(name.lower()) for name in players]
    left = [COLOURS[name] for name in _PALETTE if COLOURS[name] not in named]
    return tuple(_paint(fill or left.pop(0)) for fill in named)


def paint_of(colour: str) -> Paint:
    """Return the colours of a piece in a colour that a rule sheet names."""
    return _paint(COLOURS[colour])


def _paint(fill: str) -> Paint:
    red, green, blue = _channels(fill)
    light = 0.3 * red + 0.59 * green + 0.11 * blue > 150
    return Paint(_NAMES[fill], fill, mix(fill, "#000000", 0.45 if light else 0.3), "#2b2926" if light else "#ffffff")


def owners_paints(players: tuple[str, ...]) -> tuple[Paint, ...]:
    """Return the players' colours, then the colour of neutral pieces."""
    return (*paints(players), _paint(COLOURS["grey"]))


def mix(colour: str, other: str, share: float) -> str:
    """Mix a colour with a share of another; both are `#rrggbb`."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
