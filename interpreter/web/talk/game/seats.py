"""Who asks: a browser, by the seats that it holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Who:
    """A browser: the seats that it holds, none if it only watches, and the name of the person there."""

    seats: frozenset[int] = frozenset()
    name: str = ""
