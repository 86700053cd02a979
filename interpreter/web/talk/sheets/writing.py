"""What an editor asks at a place in a sheet: what can stand there, and what stands there."""

from __future__ import annotations

from ..answers import Answer
from ..messages import Complete, Hover


def complete(ask: Complete) -> Answer:
    """Return the words that can be written at a place."""
    return {"from": ask.at, "words": []}


def hover(ask: Hover) -> Answer:
    """Return what the word at a place is."""
    return {"from": ask.at, "to": ask.at, "about": None}
