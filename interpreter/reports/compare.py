"""Two games side by side."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.game import Game
from ..statistics.estimates import gap
from ..values.settings import spelt
from .headlines import HEADLINES
from .sections import Entry, Section, Table
from .study import Study


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
