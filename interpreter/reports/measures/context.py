"""The figures by which a game is compared with the library and searched, and where it stands there."""

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
from ..library.kept import BALANCE, DEPTH, DRAWS, LENGTH, MEANING, SHARES, WIDTH, Figure, Figures, kept
from ..library.places import likes_of, places_of
from ..sections import Section, Table
from ..study import Study
from .winners import random_games

FEWEST = 6
"""The smallest sample of which a figure is kept."""

HOW = "as in the table of its own section"
"""Where the interval of a figure comes from."""


def context(study: Study) -> Section | None:
    """The figures by which shipped games are compared, beside those of the library (`games/figures.json`).

    A game is said to be *longer than n % of the library* if that holds at the lower end of its interval. What it is
    like is the game that is nearest in all figures, lengths and widths by their logarithms.
    """
    figures = figures_of(study)
    if not figures or not kept():
        return None
    own = study.game.name if study.game.name in kept() else ""
    places, likes = {each.figure: each for each in places_of(figures, own)}, likes_of(figures, own)
    says = [f"{phrase[0].upper()}{phrase[1:]}." for place in places.values() if (phrase := place.phrase)]
    if likes:
        says.append(f"Most like {', '.join(filter(None, [likes[0].stem, likes[0].phrase]))}.")
    rows = {
        is_share: tuple(
            (MEANING[name], Estimate(each.value, each.low, each.high, each.n, HOW),
             f"{places[name].above} of {places[name].of}" if name in places else "")
            for name, each in figures.items() if (name in SHARES) is is_share
        )
        for is_share in (True, False)
    }  # fmt: skip
    columns = ("", "this game", "more than so many games")
    captions = {True: "Shares", False: "Means"}
    tables = tuple(Table(captions[is_share], columns, found, is_share) for is_share, found in rows.items() if found)
    bases = tuple({kind.name: study.basis(kind) for name, (kind, _) in FOUND.items() if name in figures}.values())
    return Section("context", "In the library", tuple(says), tables, bases, {"figures": as_numbers(figures)})


def as_numbers(figures: Figures) -> dict[str, list[float]]:
    """Return figures as data for JSON: value, ends of the interval, size of the sample."""
    return {name: [each.value, each.low, each.high, each.n] for name, each in figures.items()}


# The figures of a game


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
            if each.n >= FEWEST and all(map(math.isfinite, (each.value, each.low, each.high)))}  # fmt: skip
