"""Who wins: by colour, by seat, and how games end."""

from __future__ import annotations

from ...random.totals import Playouts
from ..estimates import share
from ..kinds.playouts import PLAYOUTS
from ..sections import Section, Table
from ..study import Study


def who_wins(study: Study) -> Section | None:
    """The shares of random games that each colour and each seat wins, and that nobody wins.

    A seat is a person: the first seat moves first, and keeps its person when a swap exchanges the colours. Intervals
    are E. B. Wilson's (1927).
    """
    found = random_games(study)
    if not found.games:
        return None
    rows = [(player, share(won, found.games)) for player, won in found.wins.items()]
    rows.append(("nobody", share(found.draws, found.games)))
    parts = [Table("Games won, by colour", ("who", "share"), tuple(rows), shares=True)]
    if study.game.facts.swap:
        seats = zip(("first seat", "second seat"), found.people, strict=True)
        people = tuple((seat, share(won, found.games)) for seat, won in seats)
        parts.append(Table("Games won, by seat", ("who", "share"), people, shares=True))
    return Section("who-wins", "Who wins", (), tuple(parts), (study.basis(PLAYOUTS),))


def random_games(study: Study) -> Playouts:
    """Return the random games of a study with their statistics."""
    totals, game = study.of(PLAYOUTS), study.game
    return Playouts(game, study.seed, totals.games, totals, None, 0.0, 0.0, "", game.forms, 1)
