"""Lints that read a sheet as it is written: operands, effects and heads that say nothing, whatever play is."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.diagnostic import Diagnostic
from ....play.game import Game
from .effects import effect_warnings
from .heads import head_warnings
from .operands import operand_warnings


def written_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of what the text of a sheet itself shows; what a base game holds is not told again."""
    for check in (head_warnings, operand_warnings, effect_warnings):
        for warning in check(game.tree):
            if warning.span is None or warning.span.source is game.sources[0]:
                yield warning
