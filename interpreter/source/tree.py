"""The tree of a rule sheet: one frozen node a grammar rule. Two trees are equal when they mean the same text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache

from interpreter.source.text import Span


@dataclass(frozen=True)
class Node:
    span: Span = field(compare=False, repr=False, kw_only=True)

    @property
    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, in the order of the text."""
        for name in _field_names(type(self)):
            value = getattr(self, name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, Node))


@cache
def _field_names(node: type[Node]) -> tuple[str, ...]:
    return tuple(part.name for part in fields(node) if part.name != "span")


# Expressions


@dataclass(frozen=True)
class Name(Node):
    id: str


@dataclass(frozen=True)
class Number(Node):
    value: int


@dataclass(frozen=True)
class Text(Node):
    value: str


@dataclass(frozen=True)
class Operator(Node):
    symbol: str


@dataclass(frozen=True)
class Conditional(Node):
    test: Expression
    then: Expression
    other: Expression


@dataclass(frozen=True)
class Quantified(Node):
    """`some` or `every` element of a domain."""

    kind: str
    name: Name
    domain: Expression
    body: Expression


@dataclass(frozen=True)
class Binary(Node):
    left: Expression
    operator: Operator
    right: Expression


@dataclass(frozen=True)
class Unary(Node):
    operator: Operator
    value: Expression


@dataclass(frozen=True)
class Attribute(Node):
    of: Expression
    name: Name


@dataclass(frozen=True)
class Index(Node):
    of: Expression
    index: Expression


@dataclass(frozen=True)
class Call(Node):
    function: Name
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Series(Node):
    """A list `[a, b]`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True)
class Braces(Node):
    """A set `{a, b}`."""

    items: tuple[Expression, ...]


Expression = (
    Name | Number | Text | Conditional | Quantified | Binary | Unary | Attribute | Index | Call | Series | Braces
)


# The head of a file


@dataclass(frozen=True)
class Title(Node):
    text: Text


@dataclass(frozen=True)
class Author(Node):
    name: Text
    year: Number | None


@dataclass(frozen=True)
class Summary(Node):
    text: Text


@dataclass(frozen=True)
class Rules(Node):
    text: Text


@dataclass(frozen=True)
class Variant(Node):
    base: Name


@dataclass(frozen=True)
class Option(Node):
    name: Name
    default: Expression
    domain: tuple[Expression, ...]
    text: Text | None


@dataclass(frozen=True)
class Require(Node):
    condition: Expression
    text: Text | None


@dataclass(frozen=True)
class Let(Node):
    name: Name
    value: Expression


@dataclass(frozen=True)
class Define(Node):
    name: Name
    parameters: tuple[Name, ...]
    body: Expression


@dataclass(frozen=True)
class Players(Node):
    names: tuple[Name, ...]


@dataclass(frozen=True)
class Piece(Node):
    name: Name
    glyph: Text | None


@dataclass(frozen=True)
class Pieces(Node):
    pieces: tuple[Piece, ...]


# The board


@dataclass(frozen=True)
class Grid(Node):
    name: Name


@dataclass(frozen=True)
class Shape(Node):
    value: Expression


@dataclass(frozen=True)
class Edge(Node):
    sides: tuple[Expression, ...]
    player: Name


@dataclass(frozen=True)
class Region(Node):
    name: Name
    value: Expression


@dataclass(frozen=True)
class Board(Node):
    items: tuple[Let | Grid | Shape | Edge | Region, ...]


# The turn and the endings


@dataclass(frozen=True)
class Filters(Node):
    """When (`on turn N`) and where a decision may be taken."""

    turn: Number | None
    where: Expression | None


@dataclass(frozen=True)
class Place(Node):
    piece: Name
    name: Name | None
    target: Expression
    filters: Filters


@dataclass(frozen=True)
class Swap(Node):
    filters: Filters


@dataclass(frozen=True)
class Pass(Node):
    filters: Filters


Decision = Place | Swap | Pass


@dataclass(frozen=True)
class Statement(Node):
    """A decision and how it is offered: `may`, `otherwise`, or alone (an empty word)."""

    word: str
    decision: Decision


@dataclass(frozen=True)
class Turn(Node):
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Ending(Node):
    result: str
    label: Text | None
    player: Name | None
    at_start_of_turn: bool
    condition: Expression


Item = (
    Title | Author | Summary | Rules | Variant | Option | Require | Let | Define
    | Players | Pieces | Board | Turn | Ending
)  # fmt: skip


@dataclass(frozen=True)
class File(Node):
    items: tuple[Item, ...]

    @property
    def declared(self) -> Iterator[Name]:
        """The names that the file gives to options, values, definitions, players, pieces and regions."""
        for item in self.items:
            match item:
                case Option() | Let() | Define():
                    yield item.name
                case Players():
                    yield from item.names
                case Pieces():
                    yield from (piece.name for piece in item.pieces)
                case Board():
                    yield from (part.name for part in item.items if isinstance(part, Let | Region))
