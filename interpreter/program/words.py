"""Words of restricted Python that Python itself does not have."""

from __future__ import annotations

LOOK = "look()"
"""How a text looks at the clock."""


def ones(number: int) -> int:
    """Return how many bits of a number that is not negative are 1."""
    return number.bit_count()
