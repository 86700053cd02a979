"""Rules that take long, though not so long that they are refused."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Diagnostic
from ...play.game import Game
from ...rules.costs.findings import warnings


def cost_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of what makes playing slow."""
    return warnings(game.costs, "HG940", game.tree.span)
