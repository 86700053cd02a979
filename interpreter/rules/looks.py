"""How a game's things look and what they are called: nothing here touches the rules."""

from __future__ import annotations

from collections.abc import Mapping

from ..record import Record

PIECES = (
    "disc", "ring", "square", "slab", "block", "cone", "pawn", "peg", "bar", "letter", "tile", "nothing",
)  # fmt: skip
"""How a piece can look."""

CELLS = ("squares", "hexes", "points", "holes", "bowls", "area", "nothing")
"""How cells can look."""

VALUES = ("digits", "dots", "pile", "nothing")
"""How numbers, cards and marks can look; words alone put them beside the board."""

COLOURS = (
    "red", "blue", "black", "white", "green", "yellow", "orange", "purple", "violet", "magenta", "pink", "cyan",
    "teal", "brown", "grey", "gray",
)  # fmt: skip
"""The colours that there are, called as players are: `Red`."""

Tracks = tuple[tuple[int, tuple[int, ...]], ...]
"""For each colour, by its owner's number, the sides between which its track lies, clockwise from the top."""


class Form(Record):
    """How one thing looks: a form, a colour other than its owner's, words to be read; empty where nothing is said."""

    shape: str = ""
    colour: str = ""
    words: str = ""
    tracks: Tracks = ()


PLAIN = Form()


class Looks(Record):
    """How all things of a game look, as far as its sheet says."""

    pieces: Mapping[tuple[int, int], Form]
    """By the owner's number and the kind's."""

    cells: Mapping[int, str]
    """The form of each cell, by its number."""

    values: Mapping[str, Form]
    """By the name of a variable, of cards, of marks, of a label."""

    def piece(self, owner: int, kind: int) -> Form:
        """Return how a piece looks."""
        return self.pieces.get((owner, kind), PLAIN)

    def value(self, name: str) -> Form:
        """Return how something with a name looks."""
        return self.values.get(name, PLAIN)


UNSAID = Looks({}, {}, {})
"""The looks of a game whose sheet says nothing."""
