"""Random games in bulk, matches, analysed games, and the work that they are shared out as."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .random.bulk import playouts

__all__ = ["playouts"]


def __getattr__(name: str) -> object:
    """Import `playouts` on first use; checking a sheet does without it."""
    if name != "playouts":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .random.bulk import playouts  # noqa: PLC0415

    return playouts
