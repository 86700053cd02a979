"""What can be known of the values in a generated module before it runs: between which bounds a number lies."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import NamedTuple

BITS = 63
"""How many bits a number may have, without its sign."""


class Span(NamedTuple):
    """A number from `low` to `high`, both included; None where no bound is known."""

    low: int | None
    high: int | None

    @property
    def constant(self) -> int | None:
        """The number, where it can only be one."""
        return self.low if self.low == self.high else None

    @property
    def fits(self) -> bool:
        """Whether every such number has at most BITS bits and a sign."""
        return all(bound is None or -(1 << BITS) <= bound < 1 << BITS for bound in self)

    def where(self, kind: type[ast.cmpop], other: Span) -> Span | None:
        """Return the part of this span in which a comparison with a number of another can hold, None if in none."""
        low, high = self
        if kind in (ast.Lt, ast.LtE, ast.Eq) and other.high is not None:
            most = other.high - (kind is ast.Lt)
            high = most if high is None else min(high, most)
        if kind in (ast.Gt, ast.GtE, ast.Eq) and other.low is not None:
            least = other.low + (kind is ast.Gt)
            low = least if low is None else max(low, least)
        if kind is ast.NotEq and other.low == other.high is not None:
            low = low + 1 if low is not None and low == other.low else low
            high = high - 1 if high is not None and high == other.high else high
        return None if low is not None and high is not None and low > high else Span(low, high)


ANY = Span(None, None)


class Table(NamedTuple):
    """A table, or any of its rows: at each depth from how many to how many entries a row has, and its numbers."""

    lengths: tuple[range, ...]
    entries: Span

    @property
    def entry(self) -> Value:
        """What is known of an entry: a row where rows are nested, else a number."""
        return Table(self.lengths[1:], self.entries) if len(self.lengths) > 1 else self.entries


class Vector(NamedTuple):
    """A list of integers, such as the state."""


Value = Span | Table | Vector


def table_of(values: tuple[object, ...]) -> Table:
    """Return what is known of a table of nested tuples; raises ValueError where rows and numbers are mixed."""
    level: list[tuple[object, ...]] = [values]
    lengths: list[range] = []
    while True:
        sizes = [len(row) for row in level]
        lengths.append(range(min(sizes), max(sizes) + 1))
        below = [entry for row in level for entry in row]
        rows = [entry for entry in below if isinstance(entry, tuple)]
        numbers = [entry for entry in below if type(entry) is int]
        if len(rows) + len(numbers) < len(below) or (rows and numbers):
            raise ValueError("its entries are of several kinds")
        if not rows:
            return Table(tuple(lengths), Span(min(numbers), max(numbers)) if numbers else ANY)
        level = rows


def hull(*values: Value) -> Value:
    """Return what is known of a value that is one of several."""
    first, *rest = values
    if all(each == first for each in rest):
        return first
    spans = [each for each in values if isinstance(each, Span)]
    tables = [each for each in values if isinstance(each, Table)]
    if len(tables) == len(values) and len({len(each.lengths) for each in tables}) == 1:
        lengths = zip(*(each.lengths for each in tables), strict=True)
        ranges = (range(min(each.start for each in part), max(each.stop for each in part)) for part in lengths)
        return Table(tuple(ranges), _around([each.entries for each in tables]))
    return _around(spans) if len(spans) == len(values) else ANY


def _around(spans: list[Span]) -> Span:
    lows = [low for low, _ in spans if low is not None]
    highs = [high for _, high in spans if high is not None]
    return Span(
        min(lows) if len(lows) == len(spans) else None,
        max(highs) if len(highs) == len(spans) else None,
    )


def limited(low: int | None, high: int | None, more_high: int, more_low: int) -> Span:
    """Return the span between two bounds that are moved by so much, as far as they are known; ANY if it is empty."""
    low = None if low is None else low + more_low
    high = None if high is None else high + more_high
    return ANY if low is not None and high is not None and low > high else Span(low, high)


def _add(a: Span, b: Span) -> Span:
    return Span(
        None if a.low is None or b.low is None else a.low + b.low,
        None if a.high is None or b.high is None else a.high + b.high,
    )


def _subtract(a: Span, b: Span) -> Span:
    return _add(a, Span(None if b.high is None else -b.high, None if b.low is None else -b.low))


def _corners(operation: Callable[[int, int], int], most: int) -> Callable[[Span, Span], Span]:
    """An operation whose bounds are among those of its operands; the second lies between -most and most."""

    def bounds(a: Span, b: Span) -> Span:
        if a.low is None or a.high is None or b.low is None or b.high is None or not -most <= b.low <= b.high <= most:
            return ANY
        found = [operation(one, other) for one in (a.low, a.high) for other in (b.low, b.high)]
        return Span(min(found), max(found))

    return bounds


def _shifted(operation: Callable[[int, int], int]) -> Callable[[Span, Span], Span]:
    shifted = _corners(operation, 63)
    return lambda a, b: shifted(a, b) if b.low is not None and b.low >= 0 else ANY


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


OPERATORS: Mapping[type[ast.operator], Callable[[Span, Span], Span]] = {
    ast.Add: _add,
    ast.Sub: _subtract,
    ast.Mult: _corners(lambda a, b: a * b, 1 << 63),
    ast.FloorDiv: _divide,
    ast.Mod: _remainder,
    ast.BitAnd: _and,
    ast.BitOr: _or,
    ast.BitXor: _or,
    ast.LShift: _shifted(lambda a, b: a << b),
    ast.RShift: _shifted(lambda a, b: a >> b),
}
"""What is known of the result of each operator that generated modules use."""

FLIPPED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq
}  # fmt: skip
"""Each comparison as it reads from right to left."""

NEGATED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq
}  # fmt: skip
"""Each comparison, and the one that holds where it does not."""
