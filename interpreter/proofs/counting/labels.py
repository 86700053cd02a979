"""Sets as bit masks: of labels, with bit v for the label v, which add up by exclusive or; and of places on a cycle."""

from __future__ import annotations

from functools import cache


@cache
def turned(mask: int, label: int) -> int:
    """Return the labels of a set, each added to a label."""
    return sum(1 << (value ^ label) for value in range(mask.bit_length()) if mask >> value & 1)


@cache
def closed(mask: int, span: int) -> int:
    """Return the labels that labels of one set and one of another add up to."""
    found = 0
    for value in range(span.bit_length()):
        if span >> value & 1:
            found |= turned(mask, value)
    return found


@cache
def least(label: int, span: int) -> int:
    """Return the smallest label that differs from a label by one of a span."""
    return min(label ^ value for value in range(span.bit_length()) if span >> value & 1)


@cache
def spanned(span: int, label: int) -> int:
    """Return the span of a span and one more label."""
    return span | turned(span, label)


@cache
def filled(bits: int, size: int, most: int) -> int:
    """Return bits in a cycle with gaps of up to `most` between them filled."""
    places = [place for place in range(size) if bits >> place & 1]
    for before, after in zip(places, [*places[1:], *places[:1]], strict=True):
        gap = (after - before - 1) % size
        if gap <= most:
            bits |= sum(1 << (before + step) % size for step in range(1, gap + 1))
    return bits


def leads(first: int, last: int, wanted: int) -> bool:
    """Whether a label of one set and one of another add up to a wanted one."""
    return bool(closed(first, last) & wanted)
