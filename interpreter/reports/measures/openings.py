"""First moves: after which of them a player wins more often, if that differs at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...experiments.random.firsts import Comparison, First
from ...experiments.random.totals import Playouts
from ...statistics.digits import ends, percent
from ...statistics.estimates import Estimate, exact_share, share, smaller_side
from ..kinds.playouts import PLAYOUTS
from ..kinds.variants import has_swap
from ..sections import Diagram, Part, Section, Table, Unanswered
from ..study import Study
from .winners import random_games

LISTED = 5
"""How many of the better and of the worse first moves are listed."""

NAMED = 3
"""So many of them, or fewer, are named in a sentence."""

TOO_MUCH = 0.5
"""Where only a larger difference would have shown, the games are too few to tell first moves apart."""


NOBODYS = "No one player always makes the first decision, so there are no first moves to compare."
"""What is said where chance decides who begins, or several do."""


@dataclass(frozen=True)
class Balance:
    """Openings compared by how often whoever makes them wins, drawn games left out."""

    comparison: Comparison
    fairest: First
    """The one whose likeliest share is nearest to one half."""

    @classmethod
    def of(cls, comparison: Comparison) -> Balance:
        """Return openings that were compared, of which there is at least one. The fairest is one of those that were
        played at least half as often as openings were on average."""
        firsts = comparison.firsts
        usual = sum(first.games for first in firsts) / len(firsts)
        known = [first for first in firsts if 2 * first.games >= usual]
        return cls(comparison, min(known, key=lambda first: abs(comparison.guess(first) - 1 / 2)))

    def after_best_swap(self) -> Estimate:
        """The share of whoever moves first, if they choose the fairest opening and the other the better side of it.

        The interval holds for all openings together, as the fairest was chosen by the same games. Where openings were
        not found to differ, it is that of all games.
        """
        firsts, player = self.comparison.firsts, self.comparison.player
        if not self.comparison.differ:
            whole = share(sum(first.wins[player] for first in firsts), sum(first.games for first in firsts))
            return smaller_side(whole, whole.value)
        seen = share(self.fairest.wins[player], self.fairest.games, together=len(firsts))
        return smaller_side(seen, self.comparison.guess(self.fairest))


def first_moves(study: Study) -> Section | Unanswered | None:
    """How often the player who begins wins random games after each first move.

    Moves that a symmetry of the game makes equal are one. Whether they differ is tested by χ² (K. Pearson, 1900) and,
    for each against the others, by R. A. Fisher's exact test; all findings are right together 95 times out of 100.
    A board is shown where they differ: its shares are drawn towards the mean by as much as chance explains (C. Stein;
    R. DerSimonian and N. Laird, 1986). Intervals are exact and hold for all moves together (C. Clopper and E. Pearson,
    1934).
    """
    found = random_games(study)
    compared = found.compared
    if not found.games or not compared.firsts:
        return None
    title, bases = "First moves", (study.basis(PLAYOUTS),)
    if found.opener is None:
        return Section("first-moves", title, (NOBODYS,), (), bases)
    if len(compared.firsts) == 1:
        first = compared.firsts[0]
        count = len(study.game.start(decide_chance=False).legal_moves) if first.alike else 1
        one = f"There is one first move, {first.move}."
        alike = f"All {count} first moves are alike: symmetries of the game lead from one to any other."
        return Section("first-moves", title, (alike if count > 1 else one, *_with_a_swap(found)), (), bases)
    if not compared.differ and compared.shows >= TOO_MUCH:
        takes = compared.takes(TOO_MUCH, len(compared.firsts)) * len(compared.firsts)
        return study.lacks(PLAYOUTS, title, takes)
    parts: list[Part] = []
    if found.by_cell and compared.differ:
        names = study.game.board.names
        shares = {names[cell]: share for cell, share in found.by_cell.items()}
        parts.append(Diagram(f"How often {compared.player} wins after each first move, in percent, "
                             f"drawn towards the mean (n = {found.games:,} random games)", shares=shares))  # fmt: skip
    some = compared.ranked if len(compared.firsts) <= 2 * LISTED else _listed(compared)
    if some:
        rows = tuple(
            (named(first), exact_share(first.wins[compared.player], first.games, len(compared.firsts)))
            for first in some
        )
        parts.append(Table(f"How often {compared.player} wins", ("first move", "share won"), rows, shares=True))
    return Section("first-moves", title, (*_finding(compared), *_with_a_swap(found)), tuple(parts), bases)


def _with_a_swap(found: Playouts) -> tuple[str, ...]:
    """What a swap would leave to whoever begins: the smaller side of the fairest first move, in games that somebody
    won. Nothing where there is a swap already, or chance or several players begin."""
    if len(found.game.players) != 2 or not found.opener or has_swap(found.game):
        return ()
    decisive = [(each, sum(each.wins.values())) for each in found.compared.firsts]
    firsts = tuple(First(each.move, games, each.wins, each.alike) for each, games in decisive if games)
    if not firsts:
        return ()
    balance = Balance.of(Comparison(found.opener, firsts))
    after, differ = balance.after_best_swap(), balance.comparison.differ and len(firsts) > 1
    where = f"beginning with {named(balance.fairest)}" if differ else "on average of all first moves"
    where = f", {where}" if len(firsts) > 1 else ""
    won = " that somebody wins" if found.draws else ""
    return (f"If the other could answer the first move by changing sides, {found.opener} would win {percent(after)} "
            f"({ends(after)}) of random games{won}{where} (n = {after.n:,}).",)  # fmt: skip


def _listed(compared: Comparison) -> tuple[First, ...]:
    """The best of those that are better, and the worst of those that are worse."""
    return (*compared.better[:LISTED], *compared.worse[-LISTED:])


def named(first: First) -> str:
    """Return what a first move is called, with how many others are the same by symmetry."""
    return str(first.move) + (f" (and {len(first.alike)} like it)" if first.alike else "")


def _which(firsts: Sequence[First], how: str) -> str:
    """Say of some first moves how they are: by name, unless they are many."""
    which = ", ".join(map(named, firsts)) if len(firsts) <= NAMED else f"{len(firsts)}"
    return f"{which} {'is' if len(firsts) == 1 else 'are'} {how}"


def _finding(compared: Comparison) -> tuple[str, ...]:
    """Whether first moves differ, and what difference would have shown."""
    count = len(compared.firsts)
    merged = ", one for all that are alike by symmetry" if any(first.alike for first in compared.firsts) else ""
    if compared.better or compared.worse:
        kinds = {"better": compared.better, "worse": compared.worse}
        told = " and ".join(_which(firsts, how) for how, firsts in kinds.items() if firsts)
        return (f"First moves differ: {told} for {compared.player} than the others (of the {count} that were played"
                f"{merged}).",)  # fmt: skip
    if compared.differ:
        return (f"First moves differ (χ²: {compared.chance}), but nothing tells yet which is better.",)
    return (
        f"No difference found between the {count} first moves that were played{merged} (χ²: {compared.chance}). "
        f"One that differs by {100 * compared.shows:.2g} percentage points would probably have shown.",
    )
