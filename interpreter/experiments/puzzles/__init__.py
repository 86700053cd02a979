"""Puzzles: positions of searched games in which exactly one move wins, proved twice."""

from __future__ import annotations

from .collect import collect
from .puzzle import GRADES, Bounds, Puzzle, Unsuitable, grade_of, refuse_unsuitable
from .setter import Setter

__all__ = ["GRADES", "Bounds", "Puzzle", "Setter", "Unsuitable", "collect", "grade_of", "refuse_unsuitable"]
