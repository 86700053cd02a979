"""Dials as inline SVG: a half circle, a band where the truth lies, and a needle at the best guess."""

from __future__ import annotations

import math

from ...reports.card.dials import Dial

MIDDLE, FLOOR, RADIUS = 80.0, 84.0, 68.0
NARROWEST = 0.012
"""Bands that are narrower are drawn so wide."""

EDGE = 0.012
"""A needle stays so far from the ends of the arc that all of it is on it."""

INNER, OUTER = 50.0, 82.0
"""Where the needle begins and ends."""


def drawn(dial: Dial) -> str:
    """Return a dial as an SVG element; it is told in words beside it."""
    parts = [f'<path class="d0" d="{_arc(0.0, 1.0)}"/>']
    if dial.is_measured:
        low, high = dial.band
        at = dial.scale.at(dial.estimate.value)
        if dial.estimate.is_exact:
            x, y = _point(at, RADIUS)
            parts.append(f'<circle class="dp" cx="{x:.1f}" cy="{y:.1f}" r="7"/>')
        else:
            wider = max(0.0, NARROWEST - (high - low)) / 2
            parts.append(f'<path class="di" d="{_arc(max(0.0, low - wider), min(1.0, high + wider))}"/>')
            at = min(max(at, EDGE), 1 - EDGE)
            (x, y), (to_x, to_y) = _point(at, INNER), _point(at, OUTER)
            parts.append(f'<line class="dn" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>')
    return f'<svg class="dial-face" viewBox="0 0 160 92" aria-hidden="true">{"".join(parts)}</svg>'


def _point(at: float, radius: float) -> tuple[float, float]:
    """A point on a half circle, from 0 at the left to 1 at the right."""
    angle = math.pi * (1 - at)
    return MIDDLE + radius * math.cos(angle), FLOOR - radius * math.sin(angle)


def _arc(low: float, high: float) -> str:
    (x, y), (to_x, to_y) = _point(low, RADIUS), _point(high, RADIUS)
    return f"M{x:.1f} {y:.1f}A{RADIUS:g} {RADIUS:g} 0 0 1 {to_x:.1f} {to_y:.1f}"
