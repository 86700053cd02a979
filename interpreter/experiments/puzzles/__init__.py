"""Puzzles: positions of searched games in which exactly one move wins, proved twice.

What makes them is in `setter` and `collect`, which load the players; showing those that are made does without them.
"""

from __future__ import annotations

from .puzzle import GRADES, Bounds, Puzzle, Unsuitable, grade_of, refuse_unsuitable

__all__ = ["GRADES", "Bounds", "Puzzle", "Unsuitable", "grade_of", "refuse_unsuitable"]
