"""The symmetries of a game: which cells, with which players, can change places so that nothing in the rules tells."""

from __future__ import annotations

from .endings import are_told_apart
from .structure import Pinned
from .symmetry import Symmetries, Symmetry, classes, symmetries

__all__ = ["Pinned", "Symmetries", "Symmetry", "are_told_apart", "classes", "symmetries"]
