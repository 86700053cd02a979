"""Bits of numbers, in plain Python and in compiled code."""

from __future__ import annotations


def ones(number: int) -> int:
    """Return how many bits of a number that is not negative are 1."""
    return number.bit_count()
