"""The figures by which a game is compared with the library and searched, and where it stands there."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

from ...experiments.matches.games import PAIR
from ...record import Record
from ...statistics import sure
from ...statistics.estimates import Estimate, mean, ratio, score_of_pairs, share
from ..blocks import AnyKind
from ..kinds.depth import DEPTH as DUEL
from ..kinds.playouts import PLAYOUTS
from ..kinds.walks import WALKS
from ..library.kept import BALANCE, DEPTH, DRAWS, LENGTH, MEANING, SHARES, WIDTH, Figure, Figures, kept
from ..library.places import Like, likes_of, places_of
from ..sections import Finding, Json, Section, Table
from ..study import Study
from .winners import random_games

FEWEST = 6
"""The smallest sample of which a figure is kept."""

NEAR = 2.0
"""How many steps a game may be away from one that it is said to be like."""

TOLD = {LENGTH: "length", WIDTH: "width", BALANCE: "balance", DRAWS: "draws"}
"""In what random games are alike."""

KNOWN = 0.5
"""A share whose interval is wider says nothing of what a game is like."""

HOW = "as in the table of its own section"
"""Where the interval of a figure comes from."""


class Standing(Record):
    """Where a game stands among those of the library."""

    figures: Figures
    says: tuple[Finding, ...]
    likes: tuple[Like, ...]
    """The games that it is most like, the nearest first."""


def standing_of(study: Study) -> Standing:
    """Return where a game stands among those of the library, in sentences that hold at every look.

    A game is said to be *longer than n % of the library* if that holds at the end of its interval that is nearer. What
    it is like is the game that is nearest in all figures, lengths and widths by their logarithms.
    """
    usual, lasting = figures_of(study), figures_of(study, at_every_look=True)
    if not usual or not kept():
        return Standing({}, (), ())
    own = study.game.name if study.game.name in kept() else ""
    says = list[Finding]()
    for place in places_of(lasting, own):
        if phrase := place.phrase:
            where = "In searched games" if place.figure == DEPTH else "There" if says else "In random play"
            words = f"{where}, it is{' also' * (where == 'There')} {phrase}."
            says.append(Finding(words, _estimate(lasting[place.figure]), *place.span))
    known = {name: each for name, each in usual.items() if _is_known(name, lasting.get(name))}
    likes = likes_of(known, own)
    if likes and likes[0].distance <= NEAR and LENGTH in lasting:
        beside = f", but this game is {likes[0].phrase}" if likes[0].phrase else ""
        told = f"Most like {likes[0].title} in {_compared(known)}{beside}"
        says.append(Finding(f"{told}.", _estimate(lasting[LENGTH])))
    return Standing(usual, tuple(says), likes)


def _is_known(name: str, found: Figure | None) -> bool:
    """Whether a figure is known well enough to say in what another game is like it."""
    return found is not None and (name not in SHARES or found.high - found.low <= KNOWN)


def _compared(figures: Figures) -> str:
    """In what games are alike: `length, width and draws of random games, and in depth`."""
    *others, last = [name for figure, name in TOLD.items() if figure in figures]
    random = f"{', '.join(others)} and {last}" if others else last
    return f"{random} of random games" + ", and in depth" * (DEPTH in figures)


def context(study: Study) -> Section | None:
    """The figures by which shipped games are compared, beside those of the library (`games/figures.json`)."""
    found = standing_of(study)
    if not found.figures:
        return None
    own = study.game.name if study.game.name in kept() else ""
    places = {each.figure: each for each in places_of(found.figures, own)}
    rows = {
        is_share: tuple(
            (MEANING[name], _estimate(each), f"{places[name].above} of {places[name].of}" if name in places else "")
            for name, each in found.figures.items() if (name in SHARES) is is_share
        )
        for is_share in (True, False)
    }  # fmt: skip
    columns = ("", "this game", "more than so many games")
    captions = {True: "Shares", False: "Means"}
    tables = tuple(Table(captions[is_share], columns, row, is_share) for is_share, row in rows.items() if row)
    bases = tuple({kind.name: study.basis(kind) for name, (kind, _) in FOUND.items() if name in found.figures}.values())
    numbers: dict[str, Json] = {"figures": as_numbers(found.figures), "like": [each.stem for each in found.likes]}
    return Section("context", "In the library", found.says, tables, bases, numbers)


def _estimate(found: Figure) -> Estimate:
    return Estimate(found.value, found.low, found.high, found.n, HOW)


def as_numbers(figures: Figures) -> dict[str, Json]:
    """Return figures as data for JSON: value, ends of the interval, size of the sample."""
    return {name: [each.value, each.low, each.high, each.n] for name, each in figures.items()}


# The figures of a game


def _long(study: Study, together: int) -> Estimate:
    lengths = {float(length): games for length, games in random_games(study).lengths.items()}
    return sure.average(lengths, together) if together else mean(lengths)


def _wide(study: Study, together: int) -> Estimate:
    spans = [span for span, number in sorted(study.of(WALKS).spans.items()) for _ in range(number)]
    widths, decisions = [wide for _, wide, _ in spans], [made for made, _, _ in spans]
    return sure.ratio(widths, decisions, together) if together else ratio(widths, decisions)


def _balanced(study: Study, together: int) -> Estimate:
    wins = random_games(study).wins
    some, of = wins[study.game.players[0]], sum(wins[each] for each in study.game.players)
    return sure.share(some, of, together) if together else share(some, of)


def _drawn(study: Study, together: int) -> Estimate:
    found = random_games(study)
    return sure.share(found.draws, found.games, together) if together else share(found.draws, found.games)


def _deep(study: Study, together: int) -> Estimate:
    pairs = Counter[float]()
    for (won, lost), number in study.of(DUEL).counts.items():
        pairs[1 / 2 + (won - lost) / 2 / PAIR] += number
    return sure.score_of_pairs(pairs, together) if together else score_of_pairs(pairs)


FOUND: dict[str, tuple[AnyKind, Callable[[Study, int], Estimate]]] = {
    LENGTH: (PLAYOUTS, _long),
    WIDTH: (WALKS, _wide),
    BALANCE: (PLAYOUTS, _balanced),
    DRAWS: (PLAYOUTS, _drawn),
    DEPTH: (DUEL, _deep),
}
"""Each figure's kind of work, and how it is made of that: with the interval for one look, or, of a sentence that shares
its error with so many others, with that for every look."""


def figures_of(study: Study, *, at_every_look: bool = False) -> Figures:
    """Return the figures of a game, as far as there was work for them."""
    together = len(FOUND) if at_every_look else 0
    found = {name: of(study, together) for name, (kind, of) in FOUND.items() if study.of(kind).games}
    return {name: Figure(each.value, each.low, each.high, each.n) for name, each in found.items()
            if each.n >= FEWEST and all(map(math.isfinite, (each.value, each.low, each.high)))}  # fmt: skip
