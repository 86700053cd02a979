"""Full boards as a sweep sees them: nodes that enter one after another, and questions about what they join.

A node is a cell, an edge of the board, the outside, or a hole. It has options: a cell what it may hold, any other
one only, since it is always there. A layer is a set of nodes with links, such as the stones of one player by the links
of the board; its blocks are the chains or groups. A block has a value in each field of its layer.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ...record import Record
from ...rules import ir

ALWAYS = -1
"""The one option of an edge of the board, and of the outside."""

Table = tuple[tuple[int, ...], ...]
"""A number for each option of each node."""


class Field(Record):
    """Something that a block gathers from its nodes, such as the regions it meets."""

    kind: Literal["bits", "labels", "number"]
    """How the values of two parts add up: bit by bit; the same, turned by the label between the parts; as numbers."""

    size: int
    """The number of bits, or the largest number: more is counted as that many."""

    gains: Table
    """What a block has from each node that holds each of its options."""

    closes: int = 0
    """Gaps of up to so many bits between others, in a cycle of all bits, never matter: they are filled."""


class Layer(Record):
    """A set of nodes, with the links along which its chains run."""

    members: Table
    """1 where a node belongs to the set."""

    rows: tuple[tuple[tuple[int, int], ...], ...]
    """For each node, its neighbours, each with the label of the link."""

    labels: int
    """How many labels links have: a power of two; 1 if nobody asks for labels."""

    fields: tuple[Field, ...]


class Connected(Record):
    """Whether some block has something in each of several fields."""

    layer: int
    fields: tuple[int, ...]


class Walked(Record):
    """Whether a walk in one block leads from one field to another with a label among those wanted."""

    layer: int
    first: int
    last: int
    wanted: int


class Looped(Record):
    """Whether the labels of loops of all blocks add up to one that is wanted."""

    layer: int
    wanted: int


class Reading(Record):
    """A number that is read off a field of a block: its value, or the length of the shortest run of a cycle that holds
    its bits."""

    field: int
    kind: Literal["value", "arc"]


class Grouped(Record):
    """Whether some whole block has a property, a condition on its readings: `Bound(n)` stands for reading n."""

    layer: int
    readings: tuple[Reading, ...]
    body: ir.Expression


class Filled(Record):
    """Whether all nodes of some set out of several have options of those that count 1."""

    members: Table
    sets: tuple[tuple[int, ...], ...]


class Tally(Record):
    """How many nodes have an option of those that count 1; more than `most` count as that many."""

    members: Table
    most: int


Question: TypeAlias = Connected | Walked | Looped | Grouped | Filled | Tally


class Verdict(Record):
    """An ending, for one player: its result and its condition, in which `Bound(n)` stands for the nth question."""

    player: int
    result: str
    condition: ir.Expression


class Model(Record):
    """All that decides who has won a full board."""

    players: int
    cells: int
    options: tuple[tuple[int, ...], ...]
    layers: tuple[Layer, ...]
    questions: tuple[Question, ...]
    endings: tuple[Verdict, ...]
    """The endings, in the order in which they are asked."""
