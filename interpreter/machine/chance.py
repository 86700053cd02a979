"""Random numbers, drawn alike by every way of running a game.

The generator is a multiply-with-carry of 64 bits that never leaves them, so that no way of running overflows
(G. Marsaglia, "Random number generators", 2003). Seeds are spread by S. Vigna's splitmix64.
"""

from __future__ import annotations

FACTOR = 698769069
"""What a generator multiplies with."""

ADVANCE = f"rng = (rng & 0xFFFFFFFF) * {FACTOR} + (rng >> 32)"
"""The text of a generator's step; no other variable of a generated function is called `rng`."""


DICE = "(rng ^ (rng >> 32)) & 0xFFFFFFFF"
"""The text of a number of 32 bits, from the generator's present state."""


def drawn(number: str) -> str:
    """The text of a number from 0 up to, not including, another of at most 31 bits."""
    return f"({DICE}) * {number} >> 32"


def generator(seed: int) -> int:
    """A generator's state from any seed: never one of its two fixed points."""
    return (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % (FACTOR * 2**32 - 2) + 1


def mixed(number: int) -> int:
    """A number of 64 bits that is as good as random, from one of as many."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


def numbers(count: int, seed: int = 0) -> tuple[int, ...]:
    """A sequence of 64-bit numbers that are as good as random."""
    return tuple(mixed((seed + index * 0x9E3779B97F4A7C15) & _MASK) for index in range(1, count + 1))


_MASK = (1 << 64) - 1
