"""Numbers as reports write them: as many digits as their intervals warrant."""

from __future__ import annotations

import math
import re

from markupsafe import Markup, escape

from ...reports.sections import Entry
from ...statistics.digits import UNKNOWN, ends, number, percent, plain
from ...statistics.estimates import Estimate


def entry(value: Entry, shares: bool = False) -> str:
    """Return what stands in one place of a table, estimates without their intervals."""
    match value:
        case None:
            return UNKNOWN
        case Estimate():
            return estimated(value, shares)
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{plain(100 * value, 1)} %" if shares else plain(value, 2)
        case _:
            return str(value)


def estimated(found: Estimate, shares: bool = False) -> str:
    """Return an estimate's value, in percent if it is a share."""
    if not math.isfinite(found.value):
        return UNKNOWN
    return percent(found) if shares else number(found)


def interval(found: Estimate, shares: bool = False) -> str:
    """Return the ends of an estimate's interval: `52.1 … 52.4`."""
    return ends(found, 100 if shares else 1)


MARKED = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\b10\^(\d+(?:\.\d+)?)"), r"10<sup>\1</sup>"),
    (re.compile(r"\b([np]) (=|≥|&lt;) (?=\d)"), "\\1\N{NO-BREAK SPACE}\\2\N{NO-BREAK SPACE}"),
    (re.compile(r"(?<=\d) (?=%)"), "\N{NO-BREAK SPACE}"),
    (re.compile(r"(?<=\d) … (?=[\d∞−])"), "\N{NO-BREAK SPACE}…\N{NO-BREAK SPACE}"),
)
"""What sentences may hold besides plain text, and how a page shows it."""


def prose(text: str) -> Markup:
    """Return a sentence as a page shows it: code, powers of ten, and numbers that stay on the line of their words."""
    shown = str(escape(text))
    for pattern, markup in MARKED:
        shown = pattern.sub(markup, shown)
    return Markup(shown)  # noqa: S704 - escaped before
