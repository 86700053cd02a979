"""Heat maps: percentages on the cells of a board, coloured by size, as text and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ..boards.palette import Face
from ..boards.text import Overlay
from .captions import Cover, Key
from .paint import mix

STOPS = "#f4ecc9", "#a9d5a6", "#46a7ae", "#2c6fa6", "#2a3a7c"
"""Colours from the smallest share to the largest, each darker than the last, so that they differ in grey as well."""

DARK = 0.55
"""The level from which texts are light."""


SPANS = 0.2, 0.5, 1.0
"""What colours may span. They are the same for all maps, so that a wide scale means that shares are far apart."""

STEPS = 5


@dataclass(frozen=True)
class Heat:
    """A share from 0 to 1 for each cell. The colours span the first of `SPANS` that holds all of them."""

    shares: Mapping[int, float]

    @cached_property
    def scale(self) -> tuple[float, float]:
        """The shares at which the colours begin and end."""
        least, most = min(self.shares.values()), max(self.shares.values())
        scales = (_about((least + most) / 2, span) for span in SPANS)
        return next((low, high) for low, high in scales if low <= least and most <= high)

    def level(self, cell: int) -> float:
        """Return where a cell's share lies between the beginning of the scale (0) and its end (1)."""
        low, high = self.scale
        return (self.shares[cell] - low) / (high - low)

    def key(self, face: Face) -> str:
        """Return a line that explains the colours; empty where there are none."""
        low, high = map(percent, self.scale)
        signs = "".join(face.paint("■", f"heat{step}") for step in range(STEPS))
        return f"Colours: {low} {signs} {high} %" if face.colours else ""

    def overlay(self) -> Overlay:
        """Return percentages for a text board, in the colours of `key`."""
        texts = {cell: percent(share) for cell, share in self.shares.items()}
        roles = {cell: f"heat{min(STEPS - 1, int(STEPS * self.level(cell)))}" for cell in self.shares}
        return Overlay(texts, {}, room=3, roles=roles)

    def cover(self, caption: str = "") -> Cover:
        """Return colours and percentages for a picture."""
        return Cover(
            {cell: colour(self.level(cell)) for cell in self.shares},
            {cell: percent(share) for cell, share in self.shares.items()},
            {cell: "#ffffff" if self.level(cell) > DARK else "#2b2926" for cell in self.shares},
            caption,
            Key(percent(self.scale[0]), f"{percent(self.scale[1])} %", STOPS),
        )


def _about(middle: float, span: float) -> tuple[float, float]:
    """The scale of a span whose middle is nearest to a share; it begins at a multiple of half the span."""
    half = span / 2
    begin = half * min(max(round(middle / half) - 1, 0), round(1 / half) - 2)
    return round(begin, 3), round(begin + span, 3)


def percent(share: float) -> str:
    """Return a share as a whole number of percent, without the sign."""
    return f"{100 * share:.0f}"


def colour(level: float) -> str:
    """Return the colour of a level from 0 to 1."""
    place = min(max(level, 0.0), 1.0) * (len(STOPS) - 1)
    below = min(int(place), len(STOPS) - 2)
    return mix(STOPS[below], STOPS[below + 1], place - below)
