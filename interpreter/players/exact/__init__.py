"""Exact answers: who wins a position if everybody plays best, proved."""

from __future__ import annotations

from .solution import DRAW, NOBODY, Solution, Unsolvable
from .solve import solve

__all__ = ["DRAW", "NOBODY", "Solution", "Unsolvable", "solve"]
