"""The measures of a report: one function each, which reads what was computed and returns a section, or nothing."""

from __future__ import annotations

from ..study import Measure
from .claims import claims
from .glance import at_a_glance
from .lengths import how_long, how_wide
from .openings import first_moves
from .unused import unused
from .winners import endings, who_wins

MEASURES: tuple[Measure, ...] = (
    at_a_glance,
    claims,
    who_wins,
    endings,
    how_long,
    how_wide,
    first_moves,
    unused,
)
"""The measures in the order of the page."""
