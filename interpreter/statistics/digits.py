"""Estimates in figures: as many digits as their intervals warrant, and as it takes to tell an end from 0."""

from __future__ import annotations

import math

from .estimates import SAME, Estimate

LARGE = 10_000_000
"""From here on numbers are written with a power of ten."""

UNKNOWN = "–"

MARKS = {1: (0,), 100: (0, 100)}
"""What numbers are told from however near they are, by what shares are multiplied with: a share in percent from all."""


def number(found: Estimate) -> str:
    """Return the value of an estimate."""
    return _value(found, 1)


def upwards(value: float) -> str:
    """Return a number with two digits that count, rounded up."""
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return f"{math.ceil(value / unit - ROUNDING) * unit:.2g}"


ROUNDING = 1e-9
"""By so much, relative to the last digit, a number may lie above another and still be the same."""


def percent(found: Estimate) -> str:
    """Return the value of a share in percent."""
    return f"{_value(found, 100)} %"


def ends(found: Estimate, scale: int = 100) -> str:
    """Return the ends of an estimate's interval, those of a share in percent: `52.1 … 52.4`."""
    return "exact" if found.is_exact else " … ".join(_ends(found, scale))


def points(found: Estimate) -> str:
    """Return a difference between shares, with its interval."""
    value, low, high = map(_signed, (_value(found, 100), *_ends(found, 100)))
    return f"{value} percentage points ({low} … {high})"


def plain(value: float, digits: int) -> str:
    """Return a number with so many decimals, thousands set apart."""
    if not math.isfinite(value):
        return "−∞" if value == -math.inf else "∞" if value == math.inf else UNKNOWN
    if abs(value) >= LARGE:
        power = math.floor(math.log10(abs(value)))
        return f"{value / 10**power:.2f} · 10^{power}"
    return f"{value:z,.{digits}f}".replace("-", "−")


def _value(found: Estimate, scale: int) -> str:
    return _at_a_mark(scale * found.value, scale) or plain(scale * found.value, _digits(found, scale))


def _ends(found: Estimate, scale: int) -> list[str]:
    return [_end(scale * each, _digits(found, scale), scale) for each in (found.low, found.high)]


def _end(value: float, digits: int, scale: int) -> str:
    """An end of an interval: with more digits where it would pass for 0, or that of a share for 100 %."""
    while (
        math.isfinite(value)
        and not _at_a_mark(value, scale)
        and not all(round(abs(value - mark), digits) for mark in MARKS[scale])
    ):
        digits += 1
    return _at_a_mark(value, scale) or plain(value, digits)


def _at_a_mark(value: float, scale: int) -> str:
    """The number that a value is, but for what rounding makes of it; empty if it is none of those told apart."""
    return next((str(mark) for mark in MARKS[scale] if abs(value - mark) <= SAME * scale), "")


def _signed(shown: str) -> str:
    return shown if shown == "0" or shown.startswith("−") else f"+{shown}"


def _digits(found: Estimate, scale: int) -> int:
    """How many decimals show where an interval ends: two digits of half its width."""
    if scale == 1 and all(each.is_integer() for each in (found.value, found.low, found.high)):
        return 0
    if found.is_exact:
        return 3
    limits = [limit for limit in (found.low, found.high) if math.isfinite(limit)]
    width = (found.high - found.low) / 2 if len(limits) > 1 else sum(abs(found.value - each) for each in limits)
    if not math.isfinite(width) or width <= SAME * abs(found.value):
        return 1 if scale > 1 else 2
    return min(7, max(0, 1 - math.floor(math.log10(scale * width))))
