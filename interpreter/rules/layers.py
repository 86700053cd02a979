"""What the state keeps beside the board, as plain data: variables, the values that each cell or piece has, and who
knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .roles import LayerNumber, PlayerNumber
from .spellings import Spellings
from .steps.scale import steps
from .traits import PURE, Node, Part, Traits

if TYPE_CHECKING:
    from .ir import Cell, CellSet


class Slot(Node):
    """A value that the state keeps: its name in the file, what it is at the start, and how its values are spelt."""

    name: str
    start: int
    values: Spellings
    is_declared: bool
    """Whether it is a game variable; else a script's or chance's."""

    player: PlayerNumber | None = None
    """Whose it is, where each player has one."""

    counts: bool = False
    """Whether it says how far a loop has come, which is nothing that players speak of."""

    traits = PURE


class Layer(Node):
    """A value for each cell: its name in the file, what it is at the start, and how its values are spelt.

    Where pieces have it, it goes where they go, and a cell without a piece has the first value.
    """

    name: str
    start: int
    values: Spellings
    of_pieces: bool

    traits = PURE


CONTENTS, KINDS = 0, 1
"""The numbers of what a player may know of a cell: that something stands there and whose it is, and its kind."""


def bit_of(layer: int) -> int:
    """Return the number of what a layer holds, counted after contents and kinds."""
    return KINDS + 1 + layer


class Sight(Node, symmetric=True):
    """Where players know something of a cell, given by its number: its contents, its kind, or what a layer holds."""

    bit: int
    cells: CellSet

    traits = PURE


class Shade(Node, symmetric=True):
    """Cells that have a colour for as long as play says so; `own` is the player to move."""

    cells: CellSet
    colour: str

    traits = PURE


def known_in_all(layers: Sequence[Layer]) -> int:
    """Return all that can be known of a cell, as bits."""
    return (1 << bit_of(len(layers))) - 1


def known_to_all(sees: Sequence[Sight], layers: Sequence[Layer]) -> int:
    """Return what those who only watch know of a cell, as bits: nothing that may be hidden from a player."""
    hidden = {sight.bit for sight in sees}
    return 0 if CONTENTS in hidden else known_in_all(layers) & ~sum(1 << bit for bit in hidden)


class OfCell(Node, cost=steps(10), symmetric=True):
    """What a layer holds for a cell; `nothing` where there is no cell."""

    layer: LayerNumber
    cell: Cell
    nothing: int
    of_pieces: bool

    @property
    def traits(self) -> Traits:
        """What pieces have changes with the board."""
        return _OF_PIECES if self.of_pieces else _OF_CELLS


_OF_CELLS, _OF_PIECES = Traits(reads=Part.LAYERS), Traits(reads=Part.LAYERS | Part.BOARD)


class Piece(Node, symmetric=True):
    """A kind of piece, with the sign that text boards draw."""

    name: str
    glyph: str

    traits = PURE
