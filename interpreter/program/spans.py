"""What can be known of a number before a program runs: between which bounds it lies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

BITS = 63
"""How many bits a number may have, without its sign."""


class Span(NamedTuple):
    """A number from `low` to `high`, both included; None where no bound is known."""

    low: int | None
    high: int | None

    @property
    def is_known(self) -> bool:
        """Whether both bounds are known."""
        return self.low is not None and self.high is not None

    @property
    def fits(self) -> bool:
        """Whether every such number has at most BITS bits and a sign."""
        return all(bound is None or -(1 << BITS) <= bound < 1 << BITS for bound in self)

    def where(self, sign: str, other: Span) -> Span | None:
        """Return the part of this span in which a comparison with a number of another can hold, None if in none."""
        low, high = self
        if sign in ("<", "<=", "==") and other.high is not None:
            most = other.high - (sign == "<")
            high = most if high is None else min(high, most)
        if sign in (">", ">=", "==") and other.low is not None:
            least = other.low + (sign == ">")
            low = least if low is None else max(low, least)
        if sign == "!=" and other.low == other.high is not None:
            low = low + 1 if low is not None and low == other.low else low
            high = high - 1 if high is not None and high == other.high else high
        return None if low is not None and high is not None and low > high else Span(low, high)

    def leaves(self, size: int, surely: bool = False) -> bool:
        """Whether it may be outside 0 … size - 1, as far as is known; with `surely`, whether it must be."""
        if self.is_known and not surely:
            return (self.low or 0) < 0 or (self.high or 0) >= size
        return (self.low or 0) >= size or (self.high or 0) < 0


ANY, TRUE_OR_FALSE = Span(None, None), Span(0, 1)


def around(spans: Iterable[Span]) -> Span:
    """Return the least span that holds several, of which there is one or more."""
    lows, highs = zip(*spans, strict=True)
    return Span(None if None in lows else min(lows), None if None in highs else max(highs))


def between(low: Span, high: Span, step: int) -> Span:
    """Return the numbers of a loop; ANY if there are none."""
    least, most = (low.low, high.high) if step > 0 else (high.low, low.high)
    least = None if least is None else least + (step < 0)
    most = None if most is None else most - (step > 0)
    return ANY if least is not None and most is not None and least > most else Span(least, most)


def _add(a: Span, b: Span) -> Span:
    return Span(
        None if a.low is None or b.low is None else a.low + b.low,
        None if a.high is None or b.high is None else a.high + b.high,
    )


def _subtract(a: Span, b: Span) -> Span:
    return _add(a, Span(None if b.high is None else -b.high, None if b.low is None else -b.low))


def _corners(operation: Callable[[int, int], int], most: range) -> Callable[[Span, Span], Span]:
    """An operation whose bounds are among those of its operands; the second lies in a range."""

    def bounds(a: Span, b: Span) -> Span:
        if a.low is None or a.high is None or b.low is None or b.high is None or not (b.low in most and b.high in most):
            return ANY
        found = [operation(one, other) for one in (a.low, a.high) for other in (b.low, b.high)]
        return Span(min(found), max(found))

    return bounds


def _divide(a: Span, b: Span) -> Span:
    if a.low is None or a.high is None or b.low is None or b.low != b.high or b.low <= 0:
        return ANY
    return Span(a.low // b.low, a.high // b.low)


def _remainder(_: Span, b: Span) -> Span:
    return ANY if b.low is None or b.high is None or b.low <= 0 else Span(0, b.high - 1)


def _is_positive(span: Span) -> bool:
    return span.low is not None and span.low >= 0


def _and(a: Span, b: Span) -> Span:
    highs = [each.high for each in (a, b) if _is_positive(each) and each.high is not None]
    return Span(0 if _is_positive(a) or _is_positive(b) else None, min(highs) if highs else None)


def _or(a: Span, b: Span) -> Span:
    if not (_is_positive(a) and _is_positive(b)) or a.high is None or b.high is None:
        return ANY
    return Span(0, min(a.high + b.high, (1 << max(a.high.bit_length(), b.high.bit_length())) - 1))


OPERATORS: Mapping[str, Callable[[Span, Span], Span]] = {
    "+": _add,
    "-": _subtract,
    "*": _corners(lambda a, b: a * b, range(-(1 << BITS), 1 << BITS)),
    "//": _divide,
    "%": _remainder,
    "&": _and,
    "|": _or,
    "^": _or,
    "<<": _corners(lambda a, b: a << b, range(BITS + 1)),
    ">>": _corners(lambda a, b: a >> b, range(BITS + 1)),
}
"""What is known of the result of each operator of integers."""

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
"""Each comparison as it reads from right to left."""

NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
"""Each comparison, and the one that holds where it does not."""
