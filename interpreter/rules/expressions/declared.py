"""What a file declares of a game's things."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...diagnostics.text import Span
from .. import ir
from ..program import Piece, Slot


@dataclass
class Declared:
    """Pieces, cards, marks and variables; scripts add slots for what they must remember."""

    pieces: tuple[Piece, ...]
    zones: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    """The cards that lie in each zone at the start, a bit each."""

    marks: tuple[str, ...] = ()
    slots: list[Slot] = field(default_factory=list)
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The least and the most of each variable of the file, by its number; (0, 0) where it holds no number."""

    is_round: bool = False
    picks: list[tuple[Span, int, int]] = field(default_factory=list)
    """Where cards are picked, from which zone, and how many."""

    filled: set[int] = field(default_factory=set)
    """The zones that cards are laid into."""

    kept: dict[int, ir.Expression] = field(default_factory=dict)
    """What the slot of each `let` is given."""

    def slot(self, name: str, start: int, values: tuple[tuple[int, str], ...], declared: bool = False) -> ir.Variable:
        """Return a new value for the state to keep."""
        self.slots.append(Slot(name, start, values, declared))
        return ir.Variable(len(self.slots) - 1)
