"""Symmetries of a game, and what copying the opponent's moves is worth."""

from __future__ import annotations

from collections import Counter

from ....play.game import Game
from ....rules.symmetry import Symmetry, classes
from ....rules.symmetry.symmetry import MOST
from ..estimates import Estimate, score
from ..kinds.mirrors import MIRRORS, OPPONENTS, mirrors_of
from ..kinds.tallies import Tally
from ..sections import Basis, Entry, Section, Table
from ..study import Study
from .winners import ends, percent

LISTED = 24
"""How many symmetries are listed."""

PLACES = ("first", "second")

FEWEST = 10
"""The fewest games of a mirror against an opponent that tell anything."""

TOO_FEW = "These are too few games to tell what mirroring is worth."


def symmetries_of_the_game(study: Study) -> Section:
    """The symmetries of board and rules together, found as the automorphisms of one graph of both: how often each must
    be done until everything is where it was, how many cells it leaves in place, and whether it exchanges the players.
    """
    game = study.game
    found = game.symmetries
    if len(found) == 1:
        none = (
            "No symmetry of board and rules was found, so each cell counts on its own. There may be one all the same."
        )
        return Section("symmetries", "Symmetries", (none,), (), (Basis(len(game.board.cells), "cells", study.command),))
    basis = (Basis(len(found), "symmetries", study.command),)
    exchanging = sum(each.exchanges_players for each in found)
    number = f"{len(found):,}" if len(found) < MOST else f"{len(found):,} or more"
    exchange = f"{exchanging:,} of which exchange the players" if exchanging else "none of which exchanges the players"
    cells = len(game.board.cells)
    alike = len(set(classes(cells, [each.nodes for each in found if not each.exchanges_players])))
    kinds_of_cells = "All cells are alike." if alike == 1 else f"The {cells:,} cells are of {alike:,} kinds."
    says = (
        f"{number} symmetries of board and rules were found (counting the one that changes nothing), {exchange}.",
        kinds_of_cells,
    )
    kinds = Counter(_described(game, each) for each in found)
    rows = tuple((what, fixed, order, number) for (what, fixed, order), number in sorted(kinds.items())[:LISTED])
    table = Table("Symmetries by kind", ("players", "cells that stay", "order", "how many"), rows)
    return Section("symmetries", "Symmetries", says, (table,), basis)


def mirrors_score(study: Study) -> Section | None:
    """The scores of a player who answers every move with its image under a symmetry that undoes itself, as the first
    and as the second, against random play and against a search. A first player who mirrors begins on a cell that is its
    own image if there is one. Symmetries that others move onto one another count as one. Intervals are Wilson's and
    hold together (Z. Šidák, 1967).
    """
    found, game = study.of(MIRRORS), study.game
    if not found.games:
        return None
    scores = scores_of(found)
    if max(each.n for each in scores.values()) < FEWEST:
        return Section("mirrors", "Mirror strategies", (TOO_FEW,), (), (study.basis(MIRRORS),))
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
    return {
        key: score(wins, draws, losses, together=len(points)) for key, (wins, draws, losses) in sorted(points.items())
    }


def _says(game: Game, scores: dict[tuple[int, int, int], Estimate]) -> list[str]:
    search = len(OPPONENTS) - 1
    good = [(key, each) for key, each in scores.items() if key[-1] == search and each.low > 1 / 2]
    if good:
        (mirror, seat, _), best = max(good, key=lambda pair: pair[1].low)
        symmetry = mirrors_of(game)[mirror]
        return [f"A cheap trick works: {_named(game, mirror, symmetry)}, as the {PLACES[seat]} player, scores "
                f"{percent(best)} ({ends(best)}) against {OPPONENTS[search].name}."]  # fmt: skip
    seen = max((each.high for key, each in scores.items() if key[-1] == search), default=None)
    if seen is None:
        return [TOO_FEW]
    return [f"No mirror strategy was found to score more than half against {OPPONENTS[search].name}: the best could "
            f"score {100 * seen:.0f} % at most."]  # fmt: skip


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
