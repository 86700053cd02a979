"""What a certificate is refused with, and how its numbers are read."""

from __future__ import annotations

from ..certificates import Refused

__all__ = ["Refused", "number", "row"]


def number(value: object, most: int) -> int:
    """Return a whole number from 0 up to but not including `most`; raises Refused for anything else."""
    if type(value) is not int or not 0 <= value < most:
        raise Refused(f"{value!r:.40} is not a whole number from 0 to {most - 1}")
    return value


def row(value: object) -> list[object]:
    """Return a list; raises Refused for anything else."""
    if not isinstance(value, list):
        raise Refused(f"{value!r:.40} is not a list")
    return value
