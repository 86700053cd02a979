"""The types of the language, each with the words that messages use for it."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Type(Enum):
    """What kind of value an expression has. `str` gives the phrase with its article: "a number"."""

    NUMBER = "a number", "numbers"
    TRUTH = "a condition", "conditions"
    NAME = "a name", "names"
    TEXT = "a text", "texts"
    PLAYER = "a player", "players"
    NOBODY = "nobody", "nobody"
    KIND = "a kind of piece", "kinds of piece"
    NONE = "`none`", "`none`"
    CELL = "a cell", "cells"
    CELLS = "a set of cells", "sets of cells"
    EDGE = "an edge", "edges"
    SEAM = "a seam", "seams"
    RELATION = "a relation", "relations"
    LABEL = "a label", "labels"
    RANGE = "a range of numbers", "ranges of numbers"
    LIST = "a list", "lists"
    TABLE = "a list with names", "lists with names"
    SHAPE = "a shape", "shapes"
    NUMBERS = "a set of numbers", "sets of numbers"
    GROUPS = "a set of groups", "sets of groups"
    SELECTION = "a selection", "selections"
    PILE = "a pile", "piles"
    PIECE = "a piece of a pile", "pieces of a pile"

    def __init__(self, phrase: str, plural: str) -> None:
        self.phrase, self.plural = phrase, plural

    def __str__(self) -> str:
        return self.phrase


NUMBER: Final = Type.NUMBER
TRUTH: Final = Type.TRUTH
NAME: Final = Type.NAME
TEXT: Final = Type.TEXT
PLAYER: Final = Type.PLAYER
NOBODY: Final = Type.NOBODY
KIND: Final = Type.KIND
NONE: Final = Type.NONE
CELL: Final = Type.CELL
CELLS: Final = Type.CELLS
EDGE: Final = Type.EDGE
SEAM: Final = Type.SEAM
RELATION: Final = Type.RELATION
LABEL: Final = Type.LABEL
RANGE: Final = Type.RANGE
LIST: Final = Type.LIST
TABLE: Final = Type.TABLE
SHAPE: Final = Type.SHAPE
NUMBERS: Final = Type.NUMBERS
GROUPS: Final = Type.GROUPS
SELECTION: Final = Type.SELECTION
PILE: Final = Type.PILE
PIECE: Final = Type.PIECE

SCALARS: Final = frozenset({NUMBER, TRUTH, CELL, PLAYER, KIND, NAME})
"""The types whose values the state can keep as one number."""
