"""What each part of the rules may do. Every node declares its traits in its class; facts, writers and lints read them.

Traits say what a node may do, so a flag that is missing is a promise. A node that declares nothing may do everything:
forgetting a declaration costs speed, never correctness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Flag, auto
from functools import cached_property
from typing import ClassVar

from ..record import Record
from .roles import Role, role_of
from .steps.scale import Extent, Formula, worst
from .steps.sets import WORST_EXTENT


class Part(Flag):
    """A part of the state that rules can read or write."""

    BOARD = auto()
    """What each cell holds."""
    MOVER = auto()
    """Who decides."""
    SEATS = auto()
    """Which person plays which colour."""
    FLOW = auto()
    """Where the script stands."""
    END = auto()
    """Whether the game is over, and for whom."""
    OUT = auto()
    """Which players are out of the game."""
    TURN = auto()
    """The number of the turn or round."""
    TURNS = auto()
    """How many turns each player has taken."""
    PASSES = auto()
    """How many passes there were in a row."""
    QUIET = auto()
    """How many turns there were since the board changed."""
    LAST = auto()
    """The cell of the last stone."""
    VARIABLES = auto()
    LAYERS = auto()
    """The numbers on cells and pieces."""
    CARDS = auto()
    MARKS = auto()
    HISTORY = auto()
    """The earlier boards."""
    CHOICES = auto()
    """Which decisions are possible now; derived from everything that their conditions read."""


NOTHING, EVERYTHING = Part(0), ~Part(0)
COUNTED = Part.TURN | Part.TURNS | Part.PASSES | Part.QUIET | Part.LAST | Part.OUT | Part.HISTORY
"""The parts that change as time goes by, even where no effect writes them."""


class Change(Flag):
    """What may become of a cell of the board."""

    ADDS = auto()
    """A piece comes to an empty cell."""
    REMOVES = auto()
    """A cell becomes empty."""
    REPLACES = auto()
    """Another piece stands where one stood."""


class Act(Flag):
    """Who takes part, besides the rules."""

    DECIDES = auto()
    """A player chooses."""
    DRAWS = auto()
    """Chance chooses."""


class Traits(Record):
    """What a node may do by itself, without what it is made of; `traits_of` adds that."""

    reads: Part = NOTHING
    writes: Part = NOTHING
    """The parts it may write, but for the board, of which `changes` says more."""

    changes: Change = Change(0)
    acts: Act = Act(0)

    @property
    def changes_board(self) -> bool:
        """Whether any cell may come to hold something else."""
        return bool(self.changes)

    @property
    def depends_on_time(self) -> bool:
        """Whether the same question about the same board may have another answer later."""
        return bool(self.reads & (COUNTED | Part.CHOICES))


PURE = Traits()
"""The traits of a node that only combines what its parts read."""

WORST = Traits(EVERYTHING, EVERYTHING, ~Change(0), ~Act(0))
"""The traits of a node that declares none."""


def united(traits: Iterable[Traits]) -> Traits:
    """Everything that any of several nodes may do."""
    reads, writes, changes, acts = NOTHING, NOTHING, Change(0), Act(0)
    for each in set(traits):
        reads, writes = reads | each.reads, writes | each.writes
        changes, acts = changes | each.changes, acts | each.acts
    return Traits(reads, writes, changes, acts)


class Node(Record):
    """The base of everything that rules are made of. A class declares what it costs as it is defined: what takes steps
    names a formula, a set of cells its extent; what declares neither counts as endless.

    `symmetric` promises that a node treats all cells and all players alike, but for what its fields say by their roles.
    """

    cost: ClassVar[Formula] = worst
    extent: ClassVar[Extent] = WORST_EXTENT
    symmetric: ClassVar[bool] = False
    roles: ClassVar[dict[str, Role]] = {}
    """What each field is, in their order."""

    _holding: ClassVar[tuple[str, ...]] = ()
    """The fields that may hold nodes."""

    def __init_subclass__(cls, cost: Formula = worst, extent: Extent = WORST_EXTENT, symmetric: bool = False) -> None:
        written = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - `inspect` is slow to import
        super().__init_subclass__()
        fields: tuple[str, ...] = cls.__match_args__
        cls.roles = {name: cls.roles.get(name) or role_of(str(written[name])) for name in fields}
        cls.cost, cls.extent, cls.symmetric = cost, extent, symmetric
        cls._holding = tuple(name for name, role in cls.roles.items() if role.holds_nodes)

    @property
    def traits(self) -> Traits:
        """What this node may do by itself. A class declares it: a constant, or a property where the fields matter."""
        return WORST

    @cached_property
    def children(self) -> tuple[Node, ...]:
        """The nodes in its fields, in their order."""
        held = self.__dict__
        return tuple(found for name in self._holding for found in nodes_in(held[name]))

    @property
    def names(self) -> tuple[Node, ...]:
        """What names the elements that it runs over: `Bound`, `GroupBound`."""
        return tuple(getattr(self, name) for name, role in self.roles.items() if role is Role.NAME)


def nodes_in(value: object) -> Iterator[Node]:
    """Yield a node itself, or the nodes in a tuple and in the tuples in it.

    Raises TypeError for a record that is not a node, since it has no traits.
    """
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from nodes_in(each)
    elif isinstance(value, Record):
        raise TypeError(f"{type(value).__name__} is no node of the rules")
