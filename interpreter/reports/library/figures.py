"""The figures of a game by which the library is compared and searched: `games/figures.json` keeps those of all shipped
games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

from ...experiments.matches.games import PAIR
from ...statistics.estimates import Estimate, mean, ratio, score_of_pairs, share
from ..blocks import AnyKind
from ..kinds.depth import DEPTH as DUEL
from ..kinds.playouts import PLAYOUTS
from ..kinds.walks import WALKS
from ..measures.winners import random_games
from ..study import Study
from .kept import BALANCE, DEPTH, DRAWS, LENGTH, WIDTH, Figure, Figures


def _long(study: Study) -> Estimate:
    return mean({float(length): games for length, games in random_games(study).lengths.items()})


def _wide(study: Study) -> Estimate:
    spans = [span for span, number in sorted(study.of(WALKS).spans.items()) for _ in range(number)]
    return ratio([wide for _, wide, _ in spans], [made for made, _, _ in spans])


def _balanced(study: Study) -> Estimate:
    wins = random_games(study).wins
    return share(wins[study.game.players[0]], sum(wins[each] for each in study.game.players))


def _drawn(study: Study) -> Estimate:
    found = random_games(study)
    return share(found.draws, found.games)


def _deep(study: Study) -> Estimate:
    pairs = Counter[float]()
    for (won, lost), number in study.of(DUEL).counts.items():
        pairs[1 / 2 + (won - lost) / 2 / PAIR] += number
    return score_of_pairs(pairs)


FOUND: dict[str, tuple[AnyKind, Callable[[Study], Estimate]]] = {
    LENGTH: (PLAYOUTS, _long),
    WIDTH: (WALKS, _wide),
    BALANCE: (PLAYOUTS, _balanced),
    DRAWS: (PLAYOUTS, _drawn),
    DEPTH: (DUEL, _deep),
}
"""Each figure's kind of work, and how it is made of that."""


def figures_of(study: Study) -> Figures:
    """Return the figures of a game, as far as there was work for them."""
    found = {name: of(study) for name, (kind, of) in FOUND.items() if study.of(kind).games}
    return {name: Figure(each.value, each.low, each.high, each.n) for name, each in found.items()
            if each.n and all(map(math.isfinite, (each.value, each.low, each.high)))}  # fmt: skip
