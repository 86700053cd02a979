"""First moves: after which of them a player wins more often, if that differs at all."""

from __future__ import annotations

from ...random.firsts import Comparison, First
from ..estimates import Estimate
from ..kinds.playouts import PLAYOUTS
from ..sections import Diagram, Part, Section, Table
from ..study import Study
from .winners import random_games

LISTED = 5
"""How many of the better and of the worse first moves are listed."""

TOO_MUCH = 0.5
"""Where only a larger difference would have shown, the games are too few to tell first moves apart."""


def first_moves(study: Study) -> Section | None:
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
    if len(compared.firsts) == 1:
        first = compared.firsts[0]
        count = len(study.game.start(decide_chance=False).legal_moves) if first.alike else 1
        one = f"There is one first move, {first.move}."
        alike = f"All {count} first moves are alike: symmetries of the game lead from one to any other."
        return Section("first-moves", title, (alike if count > 1 else one,), (), bases)
    parts: list[Part] = []
    if found.by_cell and compared.differ:
        names = study.game.board.names
        shares = {names[cell]: share for cell, share in found.by_cell.items()}
        parts.append(Diagram(f"How often {compared.player} wins after each first move, in percent, "
                             f"drawn towards the mean (n = {found.games:,} random games)", shares=shares))  # fmt: skip
    some = compared.ranked if len(compared.firsts) <= 2 * LISTED else _listed(compared)
    if some:
        rows = tuple((_named(first), _estimate(compared, first)) for first in some)
        parts.append(Table(f"How often {compared.player} wins (intervals that hold for all first moves together)",
                           ("first move", "share won"), rows, shares=True))  # fmt: skip
    return Section("first-moves", title, _finding(compared), tuple(parts), bases)


def _listed(compared: Comparison) -> tuple[First, ...]:
    """The best of those that are better, and the worst of those that are worse."""
    return (*compared.better[:LISTED], *compared.worse[-LISTED:])


def _estimate(compared: Comparison, first: First) -> Estimate:
    return Estimate(first.rate(compared.player), *compared.interval(first), first.games, "Clopper–Pearson, together")


def _named(first: First) -> str:
    return str(first.move) + (f" and {len(first.alike)} alike" if first.alike else "")


def _finding(compared: Comparison) -> tuple[str, ...]:
    """Whether first moves differ, and what difference would have shown."""
    count = len(compared.firsts)
    merged = ", one for all that are alike by symmetry" if any(first.alike for first in compared.firsts) else ""
    if compared.better or compared.worse:
        kinds = {"better": compared.better, "worse": compared.worse}
        told = " and ".join(f"{len(firsts)} {how}" for how, firsts in kinds.items() if firsts)
        return (f"First moves differ: {told} for {compared.player} than the others (of {count}{merged}).",)
    if compared.differ:
        return (f"First moves differ (χ²: p = {compared.likelihood:.2g}), but nothing tells yet which is better.",)
    power = (
        f"One that differs by {100 * compared.shows:.2g} percentage points would probably have shown."
        if compared.shows < TOO_MUCH
        else "The games are too few to show one."
    )
    return (f"No difference found between {count} first moves{merged} (χ²: p = {compared.likelihood:.2g}). {power}",)
