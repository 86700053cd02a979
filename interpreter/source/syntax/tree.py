"""The tree of a rule sheet: a frozen node for each rule of the grammar. Spans do not count when trees are compared.

This file has the items of files and boards; `expressions.py` and `statements.py` have the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from .expressions import *  # noqa: F403 - one tree, whose nodes are all found here
from .expressions import Aggregate, Binder, Expression, Gathered, Name, Node, Number, Quantified, Text
from .looks import *  # noqa: F403
from .looks import Guise, Look
from .statements import *  # noqa: F403
from .statements import Block, Chance, Choose, Each, Let, Move, Offer, Place, Round, Setup, Turn


class Title(Node):
    """`game "Title"`."""

    text: Text


class Author(Node):
    """`author "Name" 1942`."""

    name: Text
    year: Number | None


class Summary(Node):
    """`summary "…"`."""

    text: Text


class Rules(Node):
    """`rules "…"`: the rules in prose."""

    text: Text


class Variant(Node):
    """`variant of STEM`."""

    base: Name


class Claim(Node):
    """One claim about the game: words joined by `-`."""

    words: tuple[Name, ...]

    @property
    def text(self) -> str:
        """The claim as it is written."""
        return "-".join(word.id for word in self.words)


class Claims(Node):
    """`claims no-draws, finite`."""

    claims: tuple[Claim, ...]


class Option(Node):
    """`option NAME = DEFAULT in VALUES "text"`."""

    name: Name
    default: Expression
    domain: tuple[Expression, ...]
    text: Text | None


class Require(Node):
    """`require CONDITION "reason"`, in a file or a board."""

    condition: Expression
    text: Text | None


class Define(Node):
    """`define NAME(PARAMETERS) = EXPRESSION`, or without parameters."""

    name: Name
    parameters: tuple[Name, ...]
    body: Expression


class Effect(Node):
    """`effect NAME(PARAMETERS) { … }`, or without parameters: a block with a name."""

    name: Name
    parameters: tuple[Name, ...]
    block: Block


class Players(Node):
    """`players Red, Blue`, or `players N of Red, Blue, Green`: as many of them as take part."""

    number: Expression | None
    names: tuple[Name, ...]


class Piece(Node):
    """A kind of piece and its character in pictures."""

    name: Name
    glyph: Text | None


class Pieces(Node):
    """`pieces knight, stack "◉"`."""

    pieces: tuple[Piece, ...]


class Zone(Node):
    """A zone of cards, and those in it at the start."""

    name: Name
    value: Expression


class Cards(Node):
    """`cards hand = 1..5`."""

    zones: tuple[Zone, ...]


class Marks(Node):
    """`marks NAME`: a set of cells for each player."""

    names: tuple[Name, ...]


class Stacks(Node):
    """`stacks up to NUMBER`: how many pieces may lie on a cell."""

    number: Expression


class Var(Node):
    """`var NAME = VALUE in VALUES [for each HOLDER, x in ELEMENTS]`; HOLDER is player, cell, piece or empty."""

    name: Name
    default: Expression
    domain: tuple[Expression, ...]
    holder: str
    binder: Binder | None


class Sees(Node):
    """`sees CELLS`: the cells whose contents each player knows; `sees NAME on CELLS`: where they know that of them."""

    name: Name | None
    cells: Expression


# The board


class Grid(Node):
    """`grid NAME`."""

    name: Name


class Tiling(Node):
    """The name of a tiling: `cairo`, or numbers joined by points, `4.8.8`."""

    words: tuple[Name | Number, ...]

    @property
    def name(self) -> str:
        """The name as it is written."""
        return ".".join(part.id if isinstance(part, Name) else str(part.value) for part in self.words)


class Tiled(Node):
    """`grid KIND of TILING`."""

    kind: Name
    tiling: Tiling


class Shape(Node):
    """`shape SHAPE`."""

    value: Expression


class Graph(Node):
    """`graph { … }`: a board given cell by cell and link by link."""

    items: tuple[GraphItem, ...]


class GraphCell(Node):
    """`cell NAME at X, Y`; with `for`, the cells for all combinations of elements, the name being that of their set."""

    name: Name | None
    x: Expression
    y: Expression
    binders: tuple[Binder, ...]
    where: Expression | None


class Edge(Node):
    """`edge SIDES: PLAYERS`, perhaps with `split N` and `as NAME`."""

    sides: tuple[Expression, ...]
    split: Expression | None
    players: tuple[Name, ...]
    name: Name | None


class Wrap(Node):
    """`wrap A, B as NAME`, perhaps `reversed`."""

    first: Expression
    second: Expression
    is_reversed: bool
    name: Name


class Antipodal(Node):
    """`wrap perimeter antipodal as NAME`."""

    perimeter: Expression
    name: Name


class Portal(Node):
    """`portal NAME: S = T by WAY`."""

    name: Name
    first: Expression
    second: Expression
    by: Name


class Region(Node):
    """`region NAME = CELLS`."""

    name: Name
    value: Expression


class Relation(Node):
    """A set of cells for each cell: a ready-made relation, or an expression in a parameter."""

    name: Name
    parameter: Name | None
    value: Expression


class Label(Node):
    """`label NAME(c) = VALUE`: a value for each cell."""

    name: Name
    parameter: Name
    value: Expression


class Link(Node):
    """`link A - B`, or `unlink A - B`: links between each cell and the next, for each combination of elements.

    With a name, which is that of their set, the links are cells themselves.
    """

    is_cut: bool
    cells: tuple[Expression, ...]
    name: Name | None
    binders: tuple[Binder, ...]
    where: Expression | None


GraphItem = GraphCell | Link
BoardItem = (
    Let | Require | Grid | Tiled | Shape | Graph | Edge | Wrap | Antipodal | Portal | Region | Relation | Label | Link
)  # fmt: skip
Declaring = Let | Wrap | Antipodal | Portal | Region | Relation | Label
"""The items of a board that always declare a name."""


class Board(Node):
    """`board { … }`."""

    items: tuple[BoardItem, ...]

    @property
    def declarations(self) -> Iterator[tuple[Node, Name]]:
        """The names that its items give, each with the item or the part of a graph."""
        for item in self.items:
            if isinstance(item, Declaring | Edge | Link) and item.name:
                yield item, item.name
            elif isinstance(item, Graph):
                yield from ((part, part.name) for part in item.items if part.name)


# The endings


class Score(Node):
    """`score = NUMBER`, or that of one player."""

    player: Name | None
    value: Expression


class Ending(Node):
    """An ending; `result` is `win`, `lose`, `draw` or `score`, `timing` is `start` or `end` (of a turn) or empty."""

    result: str
    label: Text | None
    player: Name | None
    timing: str
    condition: Expression


Item = (
    Title | Author | Summary | Rules | Variant | Claims | Option | Require | Let | Define | Effect | Players | Pieces
    | Cards | Marks | Stacks | Var | Sees | Look | Board | Setup | Turn | Round | Score | Ending
)  # fmt: skip


class File(Node):
    """A whole rule sheet."""

    items: tuple[Item, ...]

    def __repr__(self) -> str:
        return f"<File of {len(self.items)} items>"

    @cached_property
    def declarations(self) -> tuple[tuple[Node, Name], ...]:
        """The names that mean something all over the file, each with the item that declares it."""
        return tuple(self._declarations())

    def _declarations(self) -> Iterator[tuple[Node, Name]]:
        for item in self.items:
            match item:
                case Option() | Let() | Define() | Effect() | Var():
                    yield item, item.name
                case Players() | Marks():
                    yield from ((item, name) for name in item.names)
                case Pieces():
                    yield from ((item, piece.name) for piece in item.pieces)
                case Cards():
                    yield from ((item, zone.name) for zone in item.zones)
                case Board():
                    yield from item.declarations
                case _:
                    pass

    @property
    def declared(self) -> Iterator[Name]:
        """The names that mean something all over the file; what the language calls so is hidden."""
        return (name for _, name in self.declarations)

    @property
    def local(self) -> Iterator[tuple[Node, Name]]:
        """The names that mean something in a part of the file, each with that part."""
        return ((node, name) for node in self.below for name in _bound(node))


def named_by(statement: Node) -> Name | None:
    """The name that a statement gives to a value for the rest of its block."""
    match statement:
        case Let() | Chance():
            return statement.name
        case Offer("", Choose(binder=binder)):
            return binder.name
        case _:
            return None


def _bound(node: Node) -> Iterator[Name]:
    """The names that mean something inside a node, and not in what is above it."""
    match node:
        case Define() | Effect():
            yield from node.parameters
        case Relation() | Label() if node.parameter:
            yield node.parameter
        case Quantified() | Gathered() | Aggregate() | Each() | Link() | GraphCell():
            yield from (binder.name for binder in node.binders)
        case Place():
            yield from (each.name for each in (node.kind, node.target) if each.name)
        case Move():
            yield from (each.name for each in (node.kind, node.source, node.target) if each.name)
        case Var(binder=Binder() as binder) | Offer("may" | "otherwise", Choose(binder=binder)):
            yield binder.name
        case Guise(name=Name() as name):
            yield name
        case Block():
            yield from (name for name in map(named_by, node.statements) if name)
        case _:
            return
