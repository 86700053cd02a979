"""What a random sheet can hold, as plain data.

Expressions, effects and statements are nested tuples that begin with a word; `rules` evaluates them, `sheets` writes
them. A cell is its name.
"""

from __future__ import annotations

from dataclasses import dataclass

Cell = str
Expression = tuple
Effect = tuple
Statement = tuple
COLOURS = ("Red", "Blue", "Green", "Black")


@dataclass(frozen=True)
class Edge:
    """A border of a player, or of nobody, along a side with a name or some cells."""

    owner: str
    side: str = ""
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Board:
    """A board: a shape on a grid, a rhombus of a tiling, or a graph; with holes, glue, links and edges."""

    kind: str
    """`grid`, `tiling` or `graph`."""

    grid: str = "hex"
    """The name of the grid, or of the tiling."""

    part: str = "faces"
    shape: str = "rhombus"
    size: tuple[int, ...] = (3,)
    holes: tuple[tuple[int, int], ...] = ()
    """Coordinates of cells that the shape lacks."""

    wraps: tuple[tuple[str, bool], ...] = ()
    """Axes that are glued (`q` or `r`), and whether reversed; the seams are called s0, s1."""

    places: tuple[tuple[Cell, int, int], ...] = ()
    """The cells of a graph, with the positions where they are drawn."""

    links: tuple[tuple[Cell, Cell], ...] = ()
    cuts: tuple[tuple[Cell, Cell], ...] = ()
    edges: tuple[Edge, ...] = ()
    regions: tuple[tuple[str, tuple[Cell, ...]], ...] = ()


@dataclass(frozen=True)
class Offer:
    """A decision that may be on offer. `cell` and `source` are the names that `where` and the block use."""

    word: str
    kind: str | tuple[str, ...] = "stone"
    """A kind, or a set of kinds that are on offer under the name k; what is chosen, if the word is `choose`."""

    owner: str = ""
    """Whose piece: a colour, `neutral`, `enemy`, or nothing for one's own."""

    on: Expression = ()
    to: Expression = ()
    turn: int = 0
    where: Expression = ()
    forbid: Expression = ()
    block: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Ending:
    """An ending: `win`, `lose`, `draw` or `score`."""

    result: str
    when: Expression
    player: str = ""
    timing: str = ""
    """Nothing, `start` or `end` (of a turn)."""


@dataclass(frozen=True)
class Table:
    """Numbers from 0 that things have: each cell, each piece, or each of some elements, perhaps of each player."""

    name: str
    first: int
    most: int
    per: str
    """`cell`, `piece`, `each` or `player`."""

    over: tuple[object, ...] = ()
    """The elements: kinds or numbers."""


@dataclass(frozen=True)
class Sheet:
    """A whole game."""

    players: tuple[str, ...]
    kinds: tuple[str, ...]
    board: Board
    setup: tuple[tuple[Cell, str, str], ...]
    """Pieces that stand there from the start: cell, kind, owner."""

    variables: tuple[tuple[str, int, int, bool], ...]
    """Name, value at the start, greatest value, and whether every player has one."""

    turn: tuple[Statement, ...]
    rounds: bool
    endings: tuple[Ending, ...]
    score: Expression = ()
    stacks: int = 1
    sets: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Sets of kinds with names."""

    lists: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    """Lists with names, of numbers by kinds or players."""

    tables: tuple[Table, ...] = ()
    holders: tuple[tuple[str, str], ...] = ()
    """Variables that hold something or nothing: name, and what (`kinds`, `players` or `cells`)."""
