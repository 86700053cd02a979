"""The kinds of work that a report is made of: each plays blocks without end, and adds up what it finds."""

from __future__ import annotations

from ...play.game import Game
from ..blocks import AnyKind
from .depth import DEPTH
from .ladder import LADDER
from .mirrors import MIRRORS
from .openings import OPENINGS
from .playouts import FILLED, PLAYOUTS, UNSWAPPED
from .puzzles import PUZZLES
from .searched import NO_SWAP, SEARCHED
from .trials import TRIALS
from .walks import WALKS

KINDS: tuple[AnyKind, ...] = (
    PLAYOUTS, UNSWAPPED, FILLED, WALKS, *SEARCHED, NO_SWAP, DEPTH, OPENINGS, LADDER, MIRRORS, TRIALS, PUZZLES,
)  # fmt: skip
"""All kinds, in the order in which they are played."""


def kinds_for(game: Game) -> tuple[AnyKind, ...]:
    """Return the kinds of work that make sense for a game."""
    return tuple(kind for kind in KINDS if kind.suits(game))
