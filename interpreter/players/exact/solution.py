"""What is known of a position for certain."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...play.moves import Move
from ...play.state import State

DRAW = "draw"
NOBODY = "nobody"
"""The value of a position of three or more players in which nobody can force a win against all others."""


class Unsolvable(ValueError):  # noqa: N818 - named for what the position is
    """A position that cannot be solved, with the reason."""


@dataclass(frozen=True)
class Solution:
    """The value of a position and of its moves, as far as they are proved.

    A value is the name of the player who wins if everybody plays best, or `draw`; with three or more players the name
    of whoever can force a win against all others together, or `nobody`. Where colours can be exchanged, a name stands
    for the person who has that colour in the position that was solved.
    """

    state: State = field(repr=False)
    winner: str | None
    """The value of the position; None as long as it is not proved."""

    moves: tuple[Move, ...]
    """The moves that are proved to be best. Empty as long as the value of the position is not proved."""

    values: dict[Move, str]
    """The value of each move that is proved, in the order of `state.legal_moves`."""

    left: tuple[Move, ...]
    """The moves whose value is not proved."""

    nodes: int
    """How many positions were visited."""

    seconds: float
    notes: tuple[str, ...] = ()
    """Why compiled code could not be used or kept, if it could not."""

    @property
    def proved(self) -> bool:
        """Whether the value of the position is certain."""
        return self.winner is not None

    @property
    def complete(self) -> bool:
        """Whether the value of every move is certain as well."""
        return self.proved and not self.left
