"""The numbers by which games are compared: with each other, or with themselves at other values of an option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..play.game import Game
from ..statistics import sure
from ..statistics.digits import ends, number
from ..statistics.estimates import EXPONENTIAL, Estimate, Law, gap, law_of
from ..values.settings import spelt
from .blocks import AnyKind
from .kinds.playouts import PLAYOUTS
from .kinds.walks import WALKS
from .measures.winners import capital, random_games
from .sections import Entry, Part, Plot, Section, Series, Table
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
    return sure.share(found.wins[study.game.players[0]], found.games)


def _begun(study: Study) -> Estimate:
    found = random_games(study)
    return sure.share(found.people[0], found.games)


def _drawn(study: Study) -> Estimate:
    found = random_games(study)
    return sure.share(found.draws, found.games)


def _long(study: Study) -> Estimate:
    return sure.average({float(length): games for length, games in random_games(study).lengths.items()})


def _wide(study: Study) -> Estimate:
    spans = [span for span, number in sorted(study.of(WALKS).spans.items()) for _ in range(number)]
    return sure.ratio([wide for _, wide, _ in spans], [made for made, _, _ in spans])


def _full(study: Study) -> Estimate:
    cells = len(study.game.board.cells)
    filled = Counter({number / cells: games for number, games in study.of(WALKS).filled.items()})
    return sure.average(filled, most=1.0)


HEADLINES = (
    Headline("games won by the first colour", PLAYOUTS, _won, is_share=True, is_even=True),
    Headline("games won by whoever begins", PLAYOUTS, _begun, is_share=True, is_even=True),
    Headline("games drawn", PLAYOUTS, _drawn, is_share=True),
    Headline("decisions in a game", PLAYOUTS, _long, grows=True),
    Headline("legal moves at a decision", WALKS, _wide, grows=True),
    Headline("cells filled in the end", WALKS, _full, is_share=True),
)
"""The numbers, in the order of tables."""


# Side by side


def compared(studies: Sequence[Study]) -> tuple[Section, ...]:
    """Return how two games differ; nothing about fewer.

    A difference is *found* where its interval leaves out 0 (G. Y. Zou and A. Donner, 2008, from the intervals of both).
    """
    if len(studies) != 2:
        return ()
    one, other = studies
    rows = {True: list[tuple[Entry, ...]](), False: list[tuple[Entry, ...]]()}
    for headline in HEADLINES:
        if all(study.of(headline.kind).games for study in studies):
            found = headline.of(one), headline.of(other)
            between = gap(*found)
            is_found = not between.low <= 0 <= between.high
            rows[headline.is_share].append(
                (headline.name, *found, between, "yes" if is_found else "no difference found")
            )
    columns = ("", *names_of([one.game, other.game]), "difference", "is one found?")
    tables = (Table(caption, columns, tuple(rows[is_share]), shares=is_share)
              for caption, is_share in (("Shares", True), ("Means", False)) if rows[is_share])  # fmt: skip
    kinds = [kind for kind in dict.fromkeys(headline.kind for headline in HEADLINES) if one.of(kind).games]
    bases = tuple(study.basis(kind) for kind in kinds for study in studies)
    return (Section("compared", "Side by side", (), tuple(tables), bases),)


def names_of(games: Sequence[Game]) -> list[str]:
    """Return what tells games apart: their titles or, where these are the same, the options that differ."""
    if len({game.title for game in games}) > 1:
        return [game.title for game in games]
    first, *others = ({name: spelt(value) for name, value in game.options.items()} for game in games)
    apart = [name for name in first if any(each.get(name) != first[name] for each in others)]
    return [", ".join(f"{name} = {spelt(game.options[name])}" for name in apart) or game.title for game in games]


def heading(game: Game) -> str:
    """Return a game's title with its options: `Hex: size 11, pie yes`."""
    options = ", ".join(f"{name} {spelt(value)}" for name, value in game.options.items())
    return f"{game.title}: {options}" if options else game.title


# All values of an option


FEWEST = 3
"""The fewest values through which a law of growth is drawn."""


def swept(studies: Sequence[Study]) -> tuple[Section, ...]:
    """Return how a game changes with an option; nothing about fewer than two values.

    A *law of growth* is a power or an exponential, whichever fits better: the line through the logarithms, with the
    interval of its slope by regression (A.-M. Legendre, 1805). It sums up the values that were swept, and says nothing
    about others.
    """
    if len(studies) < 2:
        return ()
    option = next(name for name in studies[0].game.options
                  if len({spelt(study.game.options[name]) for study in studies}) > 1)  # fmt: skip
    missing = _missing(option, studies)
    studies = [study for study in studies if _is_measured(study)]
    if len(studies) < 2:
        return (Section("sweep", f"As {option} grows", missing),)
    values = [float(str(study.game.options[option])) for study in studies]
    says, parts, rows = [*missing], list[Part](), list[list[Entry]]([] for _ in studies)
    for headline in HEADLINES:
        found = [headline.of(study) for study in studies]
        for row, each in zip(rows, found, strict=True):
            row.append(each)
        if not any(each.value for each in found):
            says.append(f"{capital(headline.name)}: none (n ≥ {min(each.n for each in found):,} games each).")
            continue
        level = 100 / len(studies[0].game.players) if headline.is_even else None
        parts.append(_plot(headline, option, values, found, level))
        if headline.grows and len(values) >= FEWEST:
            says.append(_told(headline.name, option, law_of(values, [each.value for each in found], sure.GROUPS)))
    for is_share in (True, False):
        places = [place for place, headline in enumerate(HEADLINES) if headline.is_share == is_share]
        table = tuple((spelt(study.game.options[option]), *(row[place] for place in places))
                      for study, row in zip(studies, rows, strict=True))  # fmt: skip
        columns = (option, *(HEADLINES[place].name for place in places))
        parts.append(Table("Shares" if is_share else "Means", columns, table, shares=is_share))
    kinds = dict.fromkeys(headline.kind for headline in HEADLINES)
    bases = tuple(study.basis(kind) for kind in kinds for study in studies)
    return (Section("sweep", f"As {option} grows", tuple(says), tuple(parts), bases),)


def _is_measured(study: Study) -> bool:
    return all(study.of(headline.kind).games for headline in HEADLINES)


def _missing(option: str, studies: Sequence[Study]) -> tuple[str, ...]:
    """What there was no time for, if there was not enough for all."""
    missing = [spelt(study.game.options[option]) for study in studies if not _is_measured(study)]
    names = ", ".join(f"{option} = {value}" for value in missing)
    return (f"There was no time for {names}: a longer --time adds what is missing.",) if missing else ()


def _plot(
    headline: Headline, option: str, values: Sequence[float], found: Sequence[Estimate], level: float | None
) -> Plot:
    scale = 100 if headline.is_share else 1
    series = Series(headline.name, tuple(values), tuple(scale * each.value for each in found),
                    tuple(scale * each.low for each in found), tuple(scale * each.high for each in found))  # fmt: skip
    least = f"{min(each.n for each in found):,}"
    description = (
        f"A curve: {headline.name} from {series.ys[0]:.3g} at {option} = {values[0]:g} to {series.ys[-1]:.3g} at "
        f"{option} = {values[-1]:g}."
    )
    unit = "percent" if headline.is_share else "mean"
    return Plot(
        f"{capital(headline.name)} (n ≥ {least} games each)",
        option,
        unit,
        (series,),
        description,
        level=level,
        is_small=True,
    )


def _told(name: str, option: str, law: Law) -> str:
    rate = f"{number(law.rate)} ({ends(law.rate, 1)})"
    if law.kind == EXPONENTIAL:
        return f"The mean of {name} grows like e to the power {rate} × {option} over these values (n = {law.rate.n})."
    return f"The mean of {name} grows like {option} to the power {rate} over these values (n = {law.rate.n})."
