"""Names of positions: those that a symmetry of the game takes to each other have the same name.

With them a page counts, over games that it keeps, what was played in positions like the one that it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from ....deadline import look
from ....play.game import Game
from ....play.state import State
from ....players.exact.images import images_of
from ..answers import Answer
from .course import Node

MOST_KEYED = 40
"""After how many moves positions have no names any more: by then, hardly two games are alike."""

WORK = 1 << 21
"""How many numbers are compared at most to name all positions that may follow one: more symmetries are not used."""

LENGTH = 12
"""Digits of a name."""


def keys(node: Node) -> Answer:
    """Return the name of the game, those of the positions up to a node, and that after each move."""
    state = node.state
    after = {}
    if node.ply < MOST_KEYED and not state.is_over:
        for move in state.legal_moves:
            look()
            then = state.copy()
            then.play(move)
            after[str(move)] = key_of(then)
    line = [key_of(each.state) for each in node.path[: MOST_KEYED + 1]]
    return {"game": _game(state.game), "line": line, "after": after}


def key_of(state: State) -> str:
    """Return the name of a position."""
    vector, (places, length) = state.vector, _images(state.game)
    found = [vector[place] for place in places]
    least = min(tuple(found[at : at + length]) for at in range(0, len(found), length))
    return _digest(_game(state.game), least)


@lru_cache(32)
def _images(game: Game) -> tuple[Sequence[int], int]:
    """Where each number of a position's images is read from, as far as there is time for them, and their length."""
    places, length = images_of(game)
    return places[: max(1, WORK // length**2) * length], length


@lru_cache(32)
def _game(game: Game) -> str:
    return _digest(game.identity)


def _digest(*known: object) -> str:
    return sha256(repr(known).encode()).hexdigest()[:LENGTH]
