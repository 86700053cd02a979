"""What the state keeps beside the board, as plain data: variables, and the values that each cell or piece has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .roles import LayerNumber, PlayerNumber
from .spellings import Spellings
from .steps.scale import steps
from .traits import PURE, Node, Part, Traits

if TYPE_CHECKING:
    from .ir import Cell


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
