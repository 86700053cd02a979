"""Random numbers as kernels draw them, like generated modules (`chance.py`): restricted Python."""

from __future__ import annotations

from .chance import FACTOR


def advanced(rng: int) -> int:
    """The next state of a generator."""
    return (rng & 0xFFFFFFFF) * FACTOR + (rng >> 32)


def drawn(rng: int, number: int) -> int:
    """A number from 0 up to, not including, another of at most 31 bits, from a generator's state."""
    return ((rng ^ (rng >> 32)) & 0xFFFFFFFF) * number >> 32
