"""A game with several values of an option: how what is measured grows with it."""

from __future__ import annotations

from collections.abc import Sequence

from ..statistics.digits import ends, number
from ..statistics.estimates import EXPONENTIAL, Estimate, Law, law_of
from ..values.settings import spelt
from .headlines import HEADLINES, Headline
from .measures.winners import capital
from .sections import Entry, Part, Plot, Section, Series, Table
from .study import Study

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
            says.append(_told(headline.name, option, law_of(values, [each.value for each in found])))
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
    return Plot(f"{capital(headline.name)} (n ≥ {least} games each)", option, unit, (series,), description, level=level)


def _told(name: str, option: str, law: Law) -> str:
    rate = f"{number(law.rate)} ({ends(law.rate, 1)})"
    if law.kind == EXPONENTIAL:
        return f"The mean of {name} grows like e to the power {rate} × {option} over these values (n = {law.rate.n})."
    return f"The mean of {name} grows like {option} to the power {rate} over these values (n = {law.rate.n})."
