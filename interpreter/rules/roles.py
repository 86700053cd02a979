"""What the fields of nodes are to their nodes. The type of a field says so: each type here has one role.

Some types are numbers by another name, for no other reason than to say which: a `Region` is not a `Variable`'s slot.
"""

from __future__ import annotations

import re
from enum import Enum

Rows = tuple[tuple[int, ...], ...]
"""The cells that a relation gives for each cell."""

ByCell = tuple[int, ...]
"""A value for each cell."""

PerPlayer = tuple[int, ...]
"""A value for each `own`, or one for all."""

Cells = tuple[int, ...]
"""Known cells."""

Cycle = tuple[int, ...]
"""Known cells, each next to the one before it, the first next to the last."""

Elements = tuple[int, ...]
"""What a loop runs over: known numbers, cells or players."""

Contents = frozenset[int]
"""What a cell may hold."""

Picks = tuple[int, ...]
"""Sets of cards."""

Entries = tuple[int, ...]
"""Plain numbers in order."""

Spelt = tuple[int, str]
"""A value, with its text."""

Clamp = tuple[int, int]
"""The least and the largest number."""

Region = int
Labels = int
"""Sums of seams, as a set of numbers."""

SlotNumber = int
LayerNumber = int
Coordinate = int
"""The q (0) or r (1) of cells."""

Words = str
"""What a sheet says to people; empty where it says nothing."""

PlayerNumber = int
OwnerName = str
"""A player's name, or another word."""


class Role(Enum):
    """What a field is, with the names of the types that say so, alone or in tuples."""

    PART = (
        "Expression CellSet Among Members Offered Pile Adjacency Effect Decided Decision Point Script Instruction Piece"
    )
    """Other nodes, which stand for numbers, truths and sets, or do what they say."""

    CELL = "Cell"
    """A node that stands for a cell."""

    PLAYER = "Player"
    """A node that stands for a player."""

    NAME = "Bound GroupBound Name"
    """What names the elements that the node runs over."""

    VARIABLE = "Variable"
    """The variable that an effect assigns to."""

    UNSAID = "Span Idle Words"
    """What makes no difference to what the node means."""

    PLAIN = "Spelt Spellings Clamp Picks Entries"
    """Numbers and words that stand for no cell and no player; whole numbers, truths and texts have no other name."""

    RELATION = "Rows Rays"
    VALUES = "PerPlayer"
    BY_CELL = "ByCell"
    CELLS = "Cells"
    CONTENTS = "Contents"
    ELEMENTS = "Elements"
    REGIONS = "Region"
    LABELS = "Labels"
    CYCLE = "Cycle"
    SLOT = "SlotNumber"
    LAYER = "LayerNumber"
    COORDINATE = "Coordinate"
    WHO = "PlayerNumber"
    OWNER = "OwnerName"
    UNKNOWN = ""
    """What nobody has said."""

    @property
    def holds_nodes(self) -> bool:
        """Whether a field may hold other nodes."""
        return self in _OF_NODES


_OF_NODES = frozenset({Role.PART, Role.CELL, Role.PLAYER, Role.NAME, Role.VARIABLE, Role.UNSAID, Role.UNKNOWN})
_ROLES = {name: role for role in Role for name in role.value.split()}
_PLAIN = frozenset({"int", "str", "bool"})
_AROUND = re.compile(r"(tuple\[)*([a-z]+\.)?(\w+)(, \.\.\.\])*")


def role_of(kind: str) -> Role:
    """Return the role of a field, from the text of its type."""
    kind = kind.removesuffix(" | None")
    if kind in _PLAIN:
        return Role.PLAIN
    within = _AROUND.fullmatch(kind)
    return _ROLES.get(within[3], Role.UNKNOWN) if within else Role.UNKNOWN
