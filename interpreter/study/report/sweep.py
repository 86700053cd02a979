"""A game with several values of an option: how what is measured grows with it."""

from __future__ import annotations

from collections.abc import Sequence

from .sections import Section
from .study import Study


def swept(studies: Sequence[Study]) -> tuple[Section, ...]:
    """Return how a game changes with an option; nothing about fewer than two values."""
    return ()
