"""Looking into games: counting, scenarios, reports."""

from interpreter.study.playouts import playouts

__all__ = ["playouts"]
