"""Two games side by side."""

from __future__ import annotations

from collections.abc import Sequence

from .sections import Section
from .study import Study


def compared(studies: Sequence[Study]) -> tuple[Section, ...]:
    """Return how two games differ; nothing about fewer."""
    return ()
