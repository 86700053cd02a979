"""The symmetries of a game: which cells, with which players, can change places so that nothing in the rules tells."""

from __future__ import annotations

from .symmetry import Symmetry, classes, symmetries

__all__ = ["Symmetry", "classes", "symmetries"]
