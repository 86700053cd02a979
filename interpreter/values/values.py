"""What an expression can be worth before play begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ..record import Record
from ..source.syntax import tree


class Coordinate(NamedTuple):
    """A cell's axial coordinates."""

    q: int
    r: int


@dataclass(frozen=True)
class Cells:
    """A set of cells that keeps its order. A side also knows the places just outside it, for drawing its edge."""

    items: tuple[Coordinate, ...]
    outside: tuple[Coordinate, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, cells: Iterable[Coordinate]) -> Cells:
        return cls(tuple(dict.fromkeys(cells)))


class Symbol(Record):
    """A name that stands for itself: a value of an option."""

    name: str


class Player(Record):
    """A colour, by its place in the order of play."""

    index: int
    name: str


class Nobody(Player):
    """Whose pieces belong to no player: it owns pieces, but decides nothing and has nothing else."""

    KIND = "nobody"


class EdgeRef(Record):
    """One coloured border segment of the board, by its index."""

    index: int


class SeamRef(Record):
    """A place where the board was glued, by its bit in labels."""

    bit: int


class Relation:
    """A set of cells for each cell, worked out when it is first asked for; that may raise Fault."""

    def __init__(self, make: Callable[[], dict[Coordinate, Cells]]) -> None:
        self._make = make

    @cached_property
    def rows(self) -> dict[Coordinate, Cells]:
        return self._make()


class Label:
    """A value for each cell."""

    def __init__(self, values: dict[Coordinate, Any]) -> None:
        self.values = values


@dataclass(frozen=True)
class Known:
    """A value that is fixed before play: one for all (length 1), or one for each player who may be `own`."""

    values: tuple[Any, ...]

    @classmethod
    def always(cls, value: Any) -> Known:
        return cls((value,))

    def of(self, player: int) -> Any:
        return self.values[player if len(self.values) > 1 else 0]


class Undecided(Record):
    """The value of an option that chance decides, as the first thing in play, among others."""

    option: str
    among: tuple[Any, ...]


class Nothing(Record):
    """What a word means where it means nothing: the problem to report."""

    code: str
    message: str
    help: str = ""


class _Wrong:
    """An expression that was reported already: whatever uses it stays silent."""

    def __repr__(self) -> str:
        return "WRONG"


WRONG = _Wrong()
Value = Any
"""`Known`, `WRONG`, or what a stage that knows of play adds to them."""


class Fault(Exception):  # noqa: N818 - a value's fault, turned into a Diagnostic where it has a place
    """Why an operation has no value."""

    def __init__(self, code: str, message: str, help: str = "") -> None:  # noqa: A002
        super().__init__(message)
        self.code, self.message, self.help = code, message, help


_TYPES: dict[type, str] = {
    bool: "yes or no",
    int: "a number",
    Symbol: "a name",
    str: "a text",
    Player: "a player",
    Coordinate: "a cell",
    Cells: "a set of cells",
    EdgeRef: "an edge",
    SeamRef: "a seam",
    Relation: "a relation",
    Label: "a label",
    range: "a range of numbers",
    tuple: "a list",
}


def type_of(value: Any) -> str:
    """A known value's type in a person's words; two values are comparable when theirs are equal."""
    return _TYPES.get(type(value)) or type(value).KIND


class Function(Record):
    """A function of the language on known values; `parameters` are types as `type_of` words them."""

    name: str
    parameters: tuple[str, ...]
    apply: Callable[..., Any]


class Definition(Record):
    """A `define` of the file, applied by putting its arguments in place."""

    tree: tree.Define
