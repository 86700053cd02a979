"""The numbers by which games are compared: with each other, or with themselves at other values of an option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from ..statistics.estimates import Estimate, mean, mean_share, ratio, share
from .blocks import AnyKind
from .kinds.playouts import PLAYOUTS
from .kinds.walks import WALKS
from .measures.winners import random_games
from .study import Study


@dataclass(frozen=True)
class Headline:
    """A number of a game, what it is counted in, and whether it is a share."""

    name: str
    kind: AnyKind
    of: Callable[[Study], Estimate]
    is_share: bool = False
    grows: bool = False
    """Whether a law of growth with the value of an option is looked for."""

    is_even: bool = False
    """Whether it is a player's share, which is the same for all in an even game."""


def _won(study: Study) -> Estimate:
    found = random_games(study)
    return share(found.wins[study.game.players[0]], found.games)


def _begun(study: Study) -> Estimate:
    found = random_games(study)
    return share(found.people[0], found.games)


def _drawn(study: Study) -> Estimate:
    found = random_games(study)
    return share(found.draws, found.games)


def _long(study: Study) -> Estimate:
    return mean({float(length): games for length, games in random_games(study).lengths.items()})


def _wide(study: Study) -> Estimate:
    spans = [span for span, number in sorted(study.of(WALKS).spans.items()) for _ in range(number)]
    return ratio([wide for _, wide, _ in spans], [made for made, _, _ in spans])


def _full(study: Study) -> Estimate:
    cells = len(study.game.board.cells)
    return mean_share(Counter({number / cells: games for number, games in study.of(WALKS).filled.items()}))


HEADLINES = (
    Headline("games won by the first colour", PLAYOUTS, _won, is_share=True, is_even=True),
    Headline("games won by whoever begins", PLAYOUTS, _begun, is_share=True, is_even=True),
    Headline("games drawn", PLAYOUTS, _drawn, is_share=True),
    Headline("decisions in a game", PLAYOUTS, _long, grows=True),
    Headline("legal moves at a decision", WALKS, _wide, grows=True),
    Headline("cells filled in the end", WALKS, _full, is_share=True),
)
"""The numbers, in the order of tables."""
