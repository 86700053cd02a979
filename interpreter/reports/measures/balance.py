"""First moves: who wins after each if both players search and nobody swaps, and what that leaves to a swap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...experiments.random.firsts import Comparison, First
from ...play.game import Game
from ...play.state import State
from ...players.exact.images import orbits
from ...statistics.digits import ends, percent
from ...statistics.estimates import Estimate, share
from ..kinds.desk import swaps_of
from ..kinds.openings import LAPS, OPENINGS, few_of, openings_of
from ..kinds.tallies import Tally
from ..kinds.variants import has_swap
from ..sections import Diagram, Part, Section, Table, Unanswered
from ..study import Study
from .openings import TOO_MUCH, Balance, named

SHOWN = 5
"""How many openings are listed from either end."""


def balance_by_opening(study: Study) -> Section | Unanswered | None:
    """How often whoever moves first wins after each first move, in searched games without a swap, merged over moves
    that lead to images of the same position.

    Each share is drawn towards the mean by as much as chance explains (C. Stein; R. DerSimonian and N. Laird, 1986);
    moves are called better or worse only if a test finds it (R. A. Fisher's, with C. E. Bonferroni's correction), and
    intervals hold together (Z. Šidák, 1967). After a swap, whoever moves first can expect the smaller of the shares of
    the two sides: the fairest opening is the best to choose.
    """
    found = study.of(OPENINGS)
    balance = balance_of(study.game, found)
    if balance is None:
        return None
    comparison, swaps = balance.comparison, bool(swaps_of(study.game))
    cells = {
        move.cell: comparison.guess(first)
        for first in comparison.firsts if first.move
        for move in (first.move, *first.alike) if move.cell
    }  # fmt: skip
    parts: list[Part] = [_table(comparison)]
    if cells and comparison.differ:
        decisive = sum(first.games for first in comparison.firsts)
        caption = f"How often whoever moves first wins, in percent, drawn towards the mean (n = {decisive:,} games)"
        parts.insert(0, Diagram(caption, shares=cells))
    basis = (study.basis(OPENINGS),)
    if not comparison.differ and comparison.shows >= TOO_MUCH:
        return study.lacks(OPENINGS, "Balance by first move", enough(study.game, found, comparison))
    changes = has_swap(study.game) and not swaps  # colours change hands in another way
    says = (*_says(comparison), *([] if changes else [_swapped(balance, swaps=swaps)]))
    return Section("openings", "Balance by first move", says, tuple(parts), basis)


FIRST = "first"
"""What stands for whoever moves first."""


def enough(game: Game, found: Tally, comparison: Comparison) -> float:
    """Return about how many games it takes to tell first moves apart, as openings are dealt out."""
    decided = sum(first.games for first in comparison.firsts) / found.games
    few = few_of(game) or openings_of(game)
    each = comparison.takes(TOO_MUCH, len(few)) / decided
    if few_of(game) and each > LAPS:
        few = openings_of(game)
        each = comparison.takes(TOO_MUCH, len(few)) / decided
    return each * len(few)


def balance_of(game: Game, found: Tally) -> Balance | None:
    """Compare the openings of which somebody has won a game; None if there are fewer than two."""
    wins, games = Counter[int](), Counter[int]()
    for (code, seat), number in found.counts.items():
        if seat >= 0:
            games[code] += number
            wins[code] += number * (seat == 0)
    state = State(game, list(game.machine.start))
    alike: dict[int, list[int]] = {}
    for code, first in orbits(state).items():
        alike.setdefault(first, []).append(code)
    firsts = tuple(
        First(game.move(code), games[code], {FIRST: wins[code]},
              tuple(game.move(other) for other in alike[code] if other != code))
        for code in openings_of(game) if games[code]
    )  # fmt: skip
    if len(firsts) <= 1:
        return None
    return Balance.of(Comparison(FIRST, firsts))


def _table(comparison: Comparison) -> Table:
    """The best and the worst first moves, or those most played where no difference was found."""

    def seen(first: First) -> Estimate:
        return share(first.wins[FIRST], first.games, len(comparison.firsts))

    if comparison.differ:
        ranked = tuple((named(first), comparison.guess(first), seen(first)) for first in _ends(comparison.ranked))
        return Table("First moves, the best first", ("move", "likeliest", "seen"), ranked, shares=True)
    most = sorted(comparison.firsts, key=lambda first: -first.games)[: 2 * SHOWN]
    rows = tuple((named(first), seen(first)) for first in most)
    return Table("How often whoever moves first wins", ("first move", "share won"), rows, shares=True)


def _says(comparison: Comparison) -> list[str]:
    if not comparison.differ:
        return [f"No difference between first moves was found. A difference of {100 * comparison.shows:.0f} percentage "
                "points would probably have shown."]  # fmt: skip
    says = []
    for word, those in (("better", comparison.better), ("worse", comparison.worse)):
        if those:
            says.append(f"Found to be {word} than the others: {', '.join(named(first) for first in those)}.")
    return says or ["First moves differ, but the games do not tell which is better."]


def _swapped(balance: Balance, *, swaps: bool) -> str:
    after = balance.after_best_swap()
    differ = balance.comparison.differ
    begin = "After the best swap" if swaps else "With a swap, which this game does not have"
    where = f"by opening with {named(balance.fairest)}" if differ else "on average of these openings"
    verb = "scores" if swaps else "would score"
    return f"{begin}, whoever moves first {verb} {percent(after)} ({ends(after)}) {where} (n = {after.n:,})."


def _ends(ranked: Sequence[First]) -> Sequence[First]:
    return ranked if len(ranked) <= 2 * SHOWN else (*ranked[:SHOWN], *ranked[-SHOWN:])
