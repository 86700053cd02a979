"""Numbers as reports write them: as many digits as their intervals warrant."""

from __future__ import annotations

import math
import re

from markupsafe import Markup, escape

from ...study.report.estimates import SAME, Estimate
from ...study.report.sections import Entry

LARGE = 10_000_000
"""From here on numbers are written with a power of ten."""

UNKNOWN = "–"


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
            return share(value, 1) if shares else plain(value, 2)
        case _:
            return str(value)


def estimated(found: Estimate, shares: bool = False) -> str:
    """Return an estimate's value, in percent if it is a share."""
    if not math.isfinite(found.value):
        return UNKNOWN
    return share(found.value, _digits(found, 100)) if shares else plain(found.value, _digits(found))


def interval(found: Estimate, shares: bool = False) -> str:
    """Return the ends of an estimate's interval: `52.1 … 52.4`."""
    digits = _digits(found, 100 if shares else 1)
    ends = [share(end, digits).removesuffix(" %") if shares else plain(end, digits) for end in (found.low, found.high)]
    return " … ".join(ends)


def share(value: float, digits: int) -> str:
    """Return a share from 0 to 1 in percent."""
    return f"{plain(100 * value, digits)} %"


def plain(value: float, digits: int) -> str:
    """Return a number with so many decimals, thousands set apart."""
    if not math.isfinite(value):
        return "−∞" if value == -math.inf else "∞" if value == math.inf else UNKNOWN
    if abs(value) >= LARGE:
        power = math.floor(math.log10(abs(value)))
        return f"{value / 10**power:.2f} · 10^{power}"
    return f"{value:,.{digits}f}".replace("-", "−")


def _digits(found: Estimate, scale: float = 1.0) -> int:
    """How many decimals show where an interval ends: two digits of half its width."""
    if scale == 1 and all(each.is_integer() for each in (found.value, found.low, found.high)):
        return 0
    ends = [end for end in (found.low, found.high) if math.isfinite(end)]
    width = scale * (found.high - found.low) / 2 if len(ends) > 1 else scale * sum(abs(found.value - e) for e in ends)
    if not math.isfinite(width) or width <= SAME * scale * abs(found.value):
        return 1 if scale > 1 else 2
    return min(7, max(0, 1 - math.floor(math.log10(width))))


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
