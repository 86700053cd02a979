"""The tree of a rule sheet: one frozen node a grammar rule. Two trees are equal when they mean the same text.

Here are the items of a file and of a board; the nodes of expressions and of scripts have files of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from .expressions import *  # noqa: F403 - one tree, whose nodes are all found here
from .expressions import Expression, Gathered, Name, Node, Number, Quantified, Text
from .statements import *  # noqa: F403
from .statements import Block, Chance, Each, Let, Move, Place, Round, Setup, Turn

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


class Claim(Node):
    """What the author says of the game, in words joined by `-`."""

    words: tuple[Name, ...]

    @property
    def text(self) -> str:
        return "-".join(word.id for word in self.words)


class Claims(Node):
    claims: tuple[Claim, ...]


class Option(Node):
    name: Name
    default: Expression
    domain: tuple[Expression, ...]
    text: Text | None


class Require(Node):
    condition: Expression
    text: Text | None


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
    Title | Author | Summary | Rules | Variant | Claims | Option | Require | Let | Define | Players | Pieces | Cards
    | Marks | Var | Sees | Board | Setup | Turn | Round | Score | Ending
)  # fmt: skip


class File(Node):
    items: tuple[Item, ...]

    @property
    def declarations(self) -> Iterator[tuple[Node, Name]]:
        """The names that mean something all over the file, each with the item that declares it."""
        for item in self.items:
            match item:
                case Option() | Let() | Define() | Var():
                    yield item, item.name
                case Players() | Marks():
                    yield from ((item, name) for name in item.names)
                case Pieces():
                    yield from ((item, piece.name) for piece in item.pieces)
                case Cards():
                    yield from ((item, zone.name) for zone in item.zones)
                case Board():
                    yield from ((part, part.name) for part in item.items if isinstance(part, Declaring))
                    graphs = (part for part in item.items if isinstance(part, Graph))
                    yield from ((cell, cell.name) for graph in graphs for cell in graph.items
                                if isinstance(cell, GraphCell))  # fmt: skip
                case _:
                    pass

    @property
    def declared(self) -> Iterator[Name]:
        """The names that mean something all over the file."""
        return (name for _, name in self.declarations)

    @property
    def local(self) -> Iterator[tuple[Node, Name]]:
        """The names that mean something in a part of the file, each with that part."""
        return ((node, name) for node in self.below for name in _bound(node))


def _bound(node: Node) -> Iterator[Name]:
    """The names that mean something inside a node, and not in what is above it."""
    match node:
        case Define():
            yield from node.parameters
        case Relation() | Label() if node.parameter:
            yield node.parameter
        case Quantified() | Gathered():
            yield node.name
        case Each():
            yield from (binder.name for binder in node.binders)
        case Place() if node.target.name:
            yield node.target.name
        case Move():
            yield from (target.name for target in (node.source, node.target) if target.name)
        case Block():
            yield from (each.name for each in node.statements if isinstance(each, Let | Chance))
        case _:
            pass
