"""Heat maps: percentages on the cells of a board, coloured by size, as text and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .picture import Cover, mix
from .text import Overlay

STOPS = "#f4ecc9", "#a9d5a6", "#46a7ae", "#2c6fa6", "#2a3a7c"
"""Colours from the smallest share to the largest, each darker than the last, so that they differ in grey as well."""

DARK = 0.55
"""The level from which texts are light."""


@dataclass(frozen=True)
class Heat:
    """A share from 0 to 1 for each cell. The colours span the range from the smallest share to the largest."""

    shares: Mapping[int, float]

    def level(self, cell: int) -> float:
        """Return where a cell's share lies between the smallest (0) and the largest (1)."""
        least, most = min(self.shares.values()), max(self.shares.values())
        return (self.shares[cell] - least) / (most - least) if most > least else 0.5

    def overlay(self) -> Overlay:
        """Return percentages for a text board, in five colours."""
        texts = {cell: percent(share) for cell, share in self.shares.items()}
        roles = {cell: f"heat{min(4, int(5 * self.level(cell)))}" for cell in self.shares}
        return Overlay(texts, {}, room=3, roles=roles)

    def cover(self, caption: str = "") -> Cover:
        """Return colours and percentages for a picture."""
        return Cover(
            {cell: colour(self.level(cell)) for cell in self.shares},
            {cell: percent(share) for cell, share in self.shares.items()},
            {cell: "#ffffff" if self.level(cell) > DARK else "#2b2926" for cell in self.shares},
            caption,
        )


def percent(share: float) -> str:
    """Return a share as a whole number of percent, without the sign."""
    return f"{100 * share:.0f}"


def colour(level: float) -> str:
    """Return the colour of a level from 0 to 1."""
    place = min(max(level, 0.0), 1.0) * (len(STOPS) - 1)
    below = min(int(place), len(STOPS) - 2)
    return mix(STOPS[below], STOPS[below + 1], place - below)
