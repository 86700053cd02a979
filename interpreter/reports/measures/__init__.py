"""The measures of a report: one function each, which reads what was computed and returns a section, or nothing."""

from __future__ import annotations

from ...play.game import Game
from ..exact.puzzles import puzzles
from ..study import Measure
from .claims import claims, criteria_of
from .context import context
from .glance import at_a_glance
from .going import how_it_goes
from .lengths import how_long, how_wide
from .openings import balance_by_opening, first_moves
from .shortest import shortest_of, shortest_win
from .size import complexity
from .skill import does_skill_matter
from .strengths import who_wins_searched
from .symmetric import mirrors_score, reasons, symmetries_of_the_game
from .tree import opening_tree
from .unused import idle_options, unused
from .winners import endings, who_wins

MEASURES: tuple[Measure, ...] = (
    at_a_glance,
    claims,
    who_wins,
    who_wins_searched,
    endings,
    how_long,
    how_wide,
    complexity,
    how_it_goes,
    does_skill_matter,
    first_moves,
    balance_by_opening,
    opening_tree,
    puzzles,
    symmetries_of_the_game,
    mirrors_score,
    shortest_win,
    unused,
    context,
)
"""The measures in the order of the page."""


def look_into(game: Game) -> None:
    """Find out what takes measures seconds and follows from the rules alone; they remember it."""
    reasons(game)
    idle_options(game)
    criteria_of(game)
    for player in game.players:
        shortest_of(game, player)
