"""Looking into games: counting, scenarios, reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .random.bulk import playouts

__all__ = ["playouts"]


def __getattr__(name: str) -> Any:
    """What plays in bulk is imported when it is asked for: whoever checks a sheet does without it."""
    if name != "playouts":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .random.bulk import playouts  # noqa: PLC0415

    return playouts
