"""What a row of the table of words says, and the places where words stand."""

from __future__ import annotations

from enum import Enum, StrEnum

from ...record import Record
from . import tree


class Place(StrEnum):
    """Where a word stands."""

    FILE = "file"
    BOARD = "board"
    GRAPH = "graph"
    SCRIPT = "script"
    DECISION = "decision"
    CLAUSE = "clause"
    OPERATOR = "operator"
    PREFIX = "prefix"
    CONSTANT = "constant"
    POSITION = "position"
    REGION = "region"
    ATTRIBUTE = "attribute"
    FUNCTION = "function"

    @property
    def called(self) -> str:
        """What people call a word that stands there."""
        return _CALLED[self]


_CALLED = {
    Place.FILE: "item of a file",
    Place.BOARD: "item of a board",
    Place.GRAPH: "item of a graph",
    Place.SCRIPT: "statement",
    Place.DECISION: "decision",
    Place.CLAUSE: "part of an item or statement",
    Place.OPERATOR: "operator",
    Place.PREFIX: "begins an expression",
    Place.CONSTANT: "value",
    Place.POSITION: "value of the position",
    Place.REGION: "region",
    Place.ATTRIBUTE: "attribute",
    Place.FUNCTION: "function",
}

LISTS = {
    Place.FILE: (),
    Place.BOARD: ("board", "{"),
    Place.GRAPH: ("board", "{", "graph", "{"),
    Place.SCRIPT: ("turn", "{"),
}
"""The places that are lists of items, each with the words that open such a list."""

ITEMS = frozenset({*LISTS, Place.DECISION})
"""The places where a word begins an item or a statement."""

KEYWORDS = ITEMS | {Place.CLAUSE, Place.OPERATOR, Place.PREFIX}
"""The places of the words and signs that are in the grammar; elsewhere a word is a name with a meaning of its own."""


class Often(Enum):
    """How often a word may begin an item of its list."""

    MANY = "any number of times"
    ONCE = "at most once"
    ONE = "exactly once"
    SOME = "at least once"


class Word(Record):
    """A word or sign in one of its places."""

    word: str
    place: Place
    form: str
    """How it is written, with what belongs to it."""

    meaning: str
    """What it does, in a line."""

    nodes: tuple[type[tree.Node], ...] = ()
    """The nodes whose grammar has the word; none for a name, which is a `tree.Name`."""

    often: Often = Often.MANY
    instead_of: str = ""
    """The word that counts for `often`, where it is another."""

    declares: str = ""
    """What kind of thing the item gives a name to."""

    group: str = ""
    """The group of items that stand together, with no empty line between them."""

    sign: str = ""
    """The terminal of the grammar, where it is not the word in capitals."""

    binds: int = 0
    """How tightly an operator binds: the higher, the tighter."""

    @property
    def terminal(self) -> str:
        """The terminal of the grammar."""
        return self.sign or self.word.upper()

    @property
    def slot(self) -> str:
        """The word that counts for `often`."""
        return self.instead_of or self.word

    @property
    def has_block(self) -> bool:
        """Whether what it begins ends with a block."""
        return self.place in ITEMS and self.form.endswith("}")
