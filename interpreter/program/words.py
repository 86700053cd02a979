"""Words of restricted Python that Python itself does not have."""

from __future__ import annotations

Vector = list[int]
"""Numbers side by side that functions read and write: a state, room for codes, a tree."""

Row = tuple[int, ...]
Rows = tuple[Row, ...]
"""Tables, which never change."""

LOOK = "look()"
"""How a text looks at the clock."""


def ones(number: int) -> int:
    """Return how many bits of a number that is not negative are 1."""
    return number.bit_count()
