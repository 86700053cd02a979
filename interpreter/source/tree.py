"""The tree of a rule sheet: one frozen node a grammar rule. Two trees are equal when they mean the same text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from interpreter.record import Record
from interpreter.source.text import Span


class Node(Record):
    """Fields in the order of the text; `span`, given by name, is no part of what a node means."""

    span: Span = field(compare=False, repr=False, kw_only=True)

    @property
    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, in the order of the text."""
        for value in self.parts():
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, Node))


# Expressions


class Name(Node):
    id: str


class Number(Node):
    value: int


class Text(Node):
    value: str


class Operator(Node):
    symbol: str


class Conditional(Node):
    test: Expression
    then: Expression
    other: Expression


class Quantified(Node):
    """`some` or `every` element of a domain."""

    kind: str
    name: Name
    domain: Expression
    body: Expression


class Binary(Node):
    left: Expression
    operator: Operator
    right: Expression


class Unary(Node):
    operator: Operator
    value: Expression


class Attribute(Node):
    of: Expression
    name: Name


class Index(Node):
    of: Expression
    index: Expression


class Named(Node):
    """An argument given by its name."""

    name: Name
    value: Expression


class Call(Node):
    function: Name
    arguments: tuple[Expression | Named, ...]

    @property
    def plain(self) -> tuple[Expression, ...]:
        """The arguments given by their place."""
        return tuple(argument for argument in self.arguments if not isinstance(argument, Named))

    @property
    def named(self) -> dict[str, Named]:
        return {argument.name.id: argument for argument in self.arguments if isinstance(argument, Named)}


class Series(Node):
    """A list `[a, b]`."""

    items: tuple[Expression, ...]


class Braces(Node):
    """A set `{a, b}`."""

    items: tuple[Expression, ...]


class Gathered(Node):
    """`{element for name in domain where …}`."""

    element: Expression
    name: Name
    domain: Expression
    where: Expression | None


Expression = (
    Name
    | Number
    | Text
    | Conditional
    | Quantified
    | Binary
    | Unary
    | Attribute
    | Index
    | Call
    | Series
    | Braces
    | Gathered
)


# The head of a file


class Title(Node):
    text: Text


class Author(Node):
    name: Text
    year: Number | None


class Summary(Node):
    text: Text


class Rules(Node):
    text: Text


class Variant(Node):
    base: Name


class Option(Node):
    name: Name
    default: Expression
    domain: tuple[Expression, ...]
    text: Text | None


class Require(Node):
    condition: Expression
    text: Text | None


class Let(Node):
    name: Name
    value: Expression


class Define(Node):
    name: Name
    parameters: tuple[Name, ...]
    body: Expression


class Players(Node):
    names: tuple[Name, ...]


class Piece(Node):
    name: Name
    glyph: Text | None


class Pieces(Node):
    pieces: tuple[Piece, ...]


class Zone(Node):
    """Each player's cards in one place, and those there at the start."""

    name: Name
    value: Expression


class Cards(Node):
    zones: tuple[Zone, ...]


class Marks(Node):
    """Sets of cells that each player has."""

    names: tuple[Name, ...]


class Var(Node):
    """A game variable: its first value and all it may have."""

    name: Name
    default: Expression
    domain: tuple[Expression, ...]


class Sees(Node):
    """The cells whose contents each player knows."""

    cells: Expression


# The board


class Grid(Node):
    name: Name


class Shape(Node):
    value: Expression


class Graph(Node):
    """A board given cell by cell and link by link."""

    items: tuple[GraphCell | GraphLink, ...]


class GraphCell(Node):
    name: Name
    x: int
    y: int


class GraphLink(Node):
    """Each cell is linked to the next."""

    cells: tuple[Name, ...]


class Edge(Node):
    sides: tuple[Expression, ...]
    split: Expression | None
    players: tuple[Name, ...]


class Wrap(Node):
    first: Expression
    second: Expression
    is_reversed: bool
    name: Name


class Antipodal(Node):
    perimeter: Expression
    name: Name


class Portal(Node):
    name: Name
    first: Expression
    second: Expression
    by: Name


class Region(Node):
    name: Name
    value: Expression


class Relation(Node):
    """Sets of cells that belong to each cell: a ready relation, or an expression in a cell."""

    name: Name
    parameter: Name | None
    value: Expression


class Label(Node):
    """A value for each cell."""

    name: Name
    parameter: Name
    value: Expression


BoardItem = (
    Let | Require | Grid | Shape | Graph | Edge | Wrap | Antipodal | Portal | Region | Relation | Label
)  # fmt: skip
Declaring = Let | Wrap | Antipodal | Portal | Region | Relation | Label
"""The items of a board that give a name to something."""


class Board(Node):
    items: tuple[BoardItem, ...]


# Scripts


class Filters(Node):
    """When (`on turn N`), where, and to what end a decision may be taken."""

    turn: Number | None
    where: Expression | None
    forbid: Expression | None


class Kind(Node):
    """A piece, or `empty`; and whose, where it is not the mover's."""

    piece: Name
    owner: Expression | None


class Target(Node):
    """The cells a decision may take, perhaps with a name for the one it takes."""

    name: Name | None
    cells: Expression


class Place(Node):
    kind: Kind
    target: Target
    filters: Filters
    effect: Block | None


class Move(Node):
    kind: Kind
    source: Target
    target: Target
    filters: Filters
    effect: Block | None


class Pick(Node):
    """A number of cards to be chosen from one zone and laid into another."""

    number: Expression
    source: Expression
    into: Expression
    filters: Filters
    effect: Block | None


class Swap(Node):
    filters: Filters
    effect: Block | None


class Pass(Node):
    filters: Filters
    effect: Block | None


Decision = Place | Move | Pick | Swap | Pass


class Offer(Node):
    """A decision and how it is offered: `may`, `otherwise`, or alone (an empty word)."""

    word: str
    decision: Decision


class Then(Node):
    """The next choice begins."""


class Branch(Node):
    test: Expression
    block: Block
    other: Block | None


class Binder(Node):
    name: Name
    domain: Expression


class Each(Node):
    """`for`: a block once for every element, the last name changing fastest."""

    binders: tuple[Binder, ...]
    where: Expression | None
    block: Block


class Repeat(Node):
    times: Expression
    block: Block


class Persist(Node):
    """`repeat while possible`."""

    block: Block


class Acting(Node):
    """`as p { … }`: a player decides."""

    player: Expression
    block: Block


class Together(Node):
    """All players decide in secret."""

    block: Block


class Chance(Node):
    """A value drawn at random."""

    name: Name
    domain: Expression


class Assign(Node):
    subject: Expression
    value: Expression


class Transfer(Node):
    """All cards of one zone are laid into another."""

    source: Expression
    into: Expression


class Becomes(Node):
    """What stands on a cell, or on all cells of a set."""

    subject: Expression
    kind: Kind


class Again(Node):
    """The same choice is to be made once more."""


Statement = (
    Offer | Then | Branch | Each | Repeat | Persist | Acting | Together | Chance
    | Let | Assign | Transfer | Becomes | Again
)  # fmt: skip


class Block(Node):
    statements: tuple[Statement, ...]


class Setup(Node):
    block: Block


class Turn(Node):
    block: Block


class Round(Node):
    block: Block


# The endings


class Score(Node):
    """What a player has, or each."""

    player: Name | None
    value: Expression


class Ending(Node):
    """`result` is `win`, `lose`, `draw` or `score`."""

    result: str
    label: Text | None
    player: Name | None
    at_start_of_turn: bool
    condition: Expression


Item = (
    Title | Author | Summary | Rules | Variant | Option | Require | Let | Define | Players | Pieces | Cards | Marks
    | Var | Sees | Board | Setup | Turn | Round | Score | Ending
)  # fmt: skip


class File(Node):
    items: tuple[Item, ...]

    @property
    def declared(self) -> Iterator[Name]:
        """The names that the file gives: to options, values, definitions, players, pieces, zones, regions."""
        for item in self.items:
            match item:
                case Option() | Let() | Define() | Var():
                    yield item.name
                case Players():
                    yield from item.names
                case Pieces():
                    yield from (piece.name for piece in item.pieces)
                case Cards():
                    yield from (zone.name for zone in item.zones)
                case Marks():
                    yield from item.names
                case Board():
                    yield from (part.name for part in item.items if isinstance(part, Declaring))
                    graphs = (part for part in item.items if isinstance(part, Graph))
                    yield from (cell.name for graph in graphs for cell in graph.items if isinstance(cell, GraphCell))
