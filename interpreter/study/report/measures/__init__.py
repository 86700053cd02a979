"""The measures of a report: one function each, which reads what was computed and returns a section, or nothing."""

from __future__ import annotations

from ..study import Measure
from .winners import who_wins

MEASURES: tuple[Measure, ...] = (who_wins,)
"""The measures in the order of the page."""
