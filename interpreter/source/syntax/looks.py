"""Nodes of `look`, how things look and what they are called, and the names of forms and colours."""

from __future__ import annotations

__all__ = ["Form", "Guise", "Look"]

from .expressions import Expression, Name, Node, Text

PIECES = (
    "disc", "ring", "square", "slab", "block", "cone", "pawn", "peg", "bar", "letter", "tile", "nothing",
)  # fmt: skip
"""How a piece can look."""

CELLS = ("squares", "hexes", "points", "holes", "bowls", "area", "nothing")
"""How cells can look."""

VALUES = ("digits", "dots", "nothing")
"""How numbers on cells, and cards, can look; words alone say what stands beside the board."""

COLOURS = (
    "red", "blue", "black", "white", "green", "yellow", "orange", "purple", "violet", "magenta", "pink", "cyan",
    "teal", "brown", "grey", "gray",
)  # fmt: skip
"""The colours that there are, called as players are: `Red`."""


class Form(Node):
    """`disc in Red "marble"`: a drawing, its colour, and the words to be read; one of them may be all there is."""

    shape: Name | None
    arguments: tuple[Expression, ...]
    colour: Name | None
    words: Text | None


class Guise(Node):
    """`THING as FORM`, or `k among KINDS as FORM`: how something looks, and what it is called; or `THING in COLOUR`."""

    name: Name | None
    thing: Expression
    form: Form


class Look(Node):
    """`look { … }`."""

    items: tuple[Guise, ...]
