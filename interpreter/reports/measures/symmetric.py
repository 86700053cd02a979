"""Symmetries of a game, and what copying the opponent's moves is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...play.game import Game
from ...rules.symmetry import Symmetry, classes
from ...rules.symmetry.reasons import Breaking, broken
from ...rules.symmetry.structure import Pinned
from ...statistics import sure
from ...statistics.digits import ends, percent
from ...statistics.estimates import Estimate
from ..kinds.mirrors import MIRRORS, OPPONENTS, mirrors_of
from ..kinds.single import Tally
from ..sections import Basis, Entry, Finding, Section, Table, Unanswered
from ..study import Study

LISTED = 24
"""How many kinds of symmetries are listed."""

MOST = 3_000
"""The most symmetries that are sorted into kinds."""

LONGEST = 120
"""The most characters of a rule that are shown."""

PLACES = ("first", "second")
HARMLESS = 0.6
"""A mirror that can score no more than this is no trick."""

SEARCH = len(OPPONENTS) - 1
"""The opponent that counts."""

FEWEST = 10
"""The fewest games of a mirror against an opponent that tell anything."""


def symmetries_of_the_game(study: Study) -> Section:
    """The symmetries of board and rules together, which are the automorphisms of one graph of both: how many there are
    (C. Sims, 1970), how many cells each leaves in place, how often it must be done until everything is where it was,
    and whether it exchanges the players. Where the board alone has more, the rules that leave fewer are named, and what
    is not understood.
    """
    game, group, cells = study.game, study.game.symmetries, len(study.game.board.cells)
    basis = (Basis(group.order, "symmetries", study.command),)
    exchanging = group.order - group.order_keeping
    alike = len(set(classes(cells, [each.nodes for each in group.keeping])))
    number = _number(group.order, is_all=group.is_complete)
    some = f"{exchanging:,}" if exchanging > 1 else "one" if exchanging else "none"
    exchange = f"{some} of which exchange{'s' * (exchanging <= 1)} the players"
    says = [
        f"Board and rules have {number} (counting the one that changes nothing), {exchange}."
        if group.order > 1 or not group.is_complete
        else "No symmetry of board and rules was found."
        if group.pinned
        else "Board and rules have no symmetry.",
        *([] if alike == cells else [_kinds(cells, alike)]),
        *(reasons(game) if study.is_looked_into else ()),
    ]
    if group.order == 1 or group.order > MOST:
        return Section("symmetries", "Symmetries", tuple(says), (), basis)
    kinds = Counter(_described(game, each) for each in group.listed(MOST))
    rows = tuple((what, fixed, order, number) for (what, fixed, order), number in sorted(kinds.items())[:LISTED])
    table = Table("Symmetries by kind", ("players", "cells that stay", "order", "how many"), rows)
    return Section("symmetries", "Symmetries", tuple(says), (table,), basis)


def _kinds(cells: int, alike: int) -> str:
    return (
        "All cells are alike."
        if alike == 1
        else f"Of the {cells:,} cells, {alike:,} differ: the others are images of these under a symmetry."
    )


def _number(number: int, *, is_all: bool = True) -> str:
    more = "" if is_all else " or more"
    return f"{number:,}{more} symmetries" if number > 1 or more else "one symmetry"


@lru_cache(maxsize=8)
def reasons(game: Game) -> Sequence[str]:
    """Return what leaves a game fewer symmetries than its board has."""
    group = game.symmetries
    whole, rules = broken(game.rules, game.board)
    says = []
    if whole > group.order:
        says.append(f"The board alone, with its edges, has {_number(whole)}.")
        says += _left_by(rules[:LISTED])
    return (*says, *_pinned(group.pinned))


def _pinned(pinned: Sequence[Pinned]) -> Iterator[str]:
    """What keeps cells, players, or both in place, for the same reasons told once."""
    whys: dict[str, list[Pinned]] = {}
    for each in pinned:
        whys.setdefault(each.why, []).append(each)
    kept: dict[tuple[str, ...], list[str]] = {}
    for why, those in whys.items():
        rules = dict.fromkeys(f"`{_short(each.where)}`" for each in those if each.what == "cell" and each.where)
        whats = tuple(sorted({each.what for each in those}))
        kept.setdefault(whats, []).append(f"{why} ({', '.join(rules)})" if rules else why)
    for whats, reasons_why in kept.items():
        verb = "counts on its own" if len(whats) == 1 else "count on their own"
        every = " and ".join(f"every {what}" for what in whats)
        yield f"There may be more, as {every} {verb} here: {'; '.join(reasons_why)}."


def _left_by(rules: Sequence[Breaking]) -> Iterator[str]:
    """Which rules leave how many symmetries of the board, those that leave as many told together."""
    for left in dict.fromkeys(each.left for each in rules):
        names = [each.rule for each in rules if each.left == left]
        verb, each_of = "are" if left > 1 else "is", "each of " * (len(names) > 1)
        yield f"Of these, {left:,} {verb} left by {each_of}{'; '.join(names)}."


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def mirrors_score(study: Study) -> Section | Unanswered | None:
    """The scores of a player who answers every move with its image under a symmetry that undoes itself, as the first
    and as the second, against random play and against a search. A first player who mirrors begins on a cell that is its
    own image if there is one. Symmetries that others move onto one another count as one. Intervals are Wilson's and
    hold together (Z. Šidák, 1967).
    """
    found, game = study.of(MIRRORS), study.game
    if not found.games:
        return None
    scores = scores_of(found)
    search = [each.n for (*_, opponent), each in scores.items() if opponent == SEARCH]
    if max(search, default=0) < FEWEST:
        return study.lacks(MIRRORS, "Mirror strategies", FEWEST * len(mirrors_of(game)) * len(PLACES) * len(OPPONENTS))
    rows: list[tuple[Entry, ...]] = []
    for mirror, symmetry in enumerate(mirrors_of(game)):
        for seat, place in enumerate(PLACES):
            each = [scores.get((mirror, seat, opponent)) for opponent in range(len(OPPONENTS))]
            rows.append((f"{_named(game, mirror, symmetry)}, as the {place}", *each))
    columns = ("mirror", *(f"against {hand.name}" for hand in OPPONENTS))
    table = Table("The score of whoever mirrors", columns, tuple(rows), shares=True)
    return Section("mirrors", "Mirror strategies", tuple(_says(game, scores)), (table,), (study.basis(MIRRORS),))


def scores_of(found: Tally) -> dict[tuple[int, int, int], Estimate]:
    """Return the scores of whoever mirrors, by (symmetry, seat, opponent), with intervals that hold together."""
    points: dict[tuple[int, int, int], list[int]] = {}
    for (mirror, seat, opponent, half), number in found.counts.items():
        points.setdefault((mirror, seat, opponent), [0, 0, 0])[2 - half] += number
    return {key: sure.score(games[0], games[1], games[2], len(points)) for key, games in sorted(points.items())}


def _says(game: Game, scores: dict[tuple[int, int, int], Estimate]) -> list[str]:
    good = [(key, each) for key, each in scores.items() if key[-1] == SEARCH and each.low > 1 / 2]
    if good:
        (mirror, seat, _), best = max(good, key=lambda pair: pair[1].low)
        symmetry = mirrors_of(game)[mirror]
        words = (f"A cheap trick works: {_named(game, mirror, symmetry)}, as the {PLACES[seat]} player, scores "
                 f"{percent(best)} ({ends(best)}) against {OPPONENTS[SEARCH].name}.")  # fmt: skip
        return [Finding(words, best, 0.5, 1.0)]
    (mirror, seat, _), best = max(((key, each) for key, each in scores.items() if key[-1] == SEARCH),
                                  key=lambda pair: pair[1].high)  # fmt: skip
    none = f"No mirror strategy was found to score more than half against {OPPONENTS[SEARCH].name}"
    if best.high <= HARMLESS:
        return [Finding(f"{none}: the best could score {100 * best.high:.0f} % at most.", best, 0.0, best.high)]
    named = _named(game, mirror, mirrors_of(game)[mirror])
    return [f"{none}, but the games are too few to rule it out: {named}, as the {PLACES[seat]} player, scored "
            f"{percent(best)} ({ends(best)}) of {best.n:,} games."]  # fmt: skip


def _named(game: Game, number: int, symmetry: Symmetry) -> str:
    """What a mirror is called: by where it takes the first cell that it moves."""
    cell = next(cell for cell, to in enumerate(symmetry.nodes) if cell != to)
    names = game.board.names
    exchange = ", colours exchanged" if symmetry.exchanges_players else ""
    return f"mirror {number + 1} ({names[cell]} ↔ {names[symmetry.nodes[cell]]}{exchange})"


def _described(game: Game, symmetry: Symmetry) -> tuple[str, int, int]:
    """What a symmetry does: with players, how many cells stay, and after how many times it has done nothing."""
    cells = range(len(game.board.cells))
    fixed = sum(symmetry.nodes[cell] == cell for cell in cells)
    what = "exchanged" if symmetry.exchanges_players else "unchanged"
    return what, fixed, order_of(symmetry)


def order_of(symmetry: Symmetry) -> int:
    """Return how often a symmetry must be done until everything is where it was."""
    nodes, players = symmetry.nodes, symmetry.players
    now, who, times = tuple(nodes), tuple(players), 1
    while now != tuple(range(len(nodes))) or who != tuple(range(len(players))):
        now, who, times = tuple(nodes[each] for each in now), tuple(players[each] for each in who), times + 1
    return times
