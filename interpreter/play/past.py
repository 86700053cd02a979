"""What a state remembers of the moves that led to it: what each of them changed."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import compress
from operator import ne
from typing import NamedTuple

from .moves import Move

WHOLE = 1 << 20
"""How many integers the first plies of a game may keep whole; it takes longer to find what changed than to keep all."""

_BLOCK, _PART = 128, 16
"""Integers that are compared at once; where a block differs, its parts are compared, then the numbers in them."""


class Ply(NamedTuple):
    """A move that was played, and how to get back to the position before it. A past is a chain of plies.

    Nothing in a ply changes, so states that were copied from one another share them.
    """

    before: Ply | None
    number: int
    """How many moves have been played, this one included."""

    move: Move
    places: array[int] | None
    """The indices of what the move changed in the lasting part of the machine's state; None if all of it is kept."""

    numbers: list[int]
    """What there was at these places."""

    def undone(self, after: list[int]) -> list[int]:
        """Return the state before the move, given the state after it, whose scratch stays where not all was kept."""
        if self.places is None:
            return self.numbers
        vector = list(after)
        for place, number in zip(self.places, self.numbers, strict=True):
            vector[place] = number
        return vector


def played(past: Ply | None, move: Move, before: list[int], after: list[int], lasting: int) -> Ply:
    """Return a past with one more move, which led from one state to another; so much of a state lasts."""
    number = past.number + 1 if past else 1
    if number * len(before) <= WHOLE:
        return Ply(past, number, move, None, before)
    places = array("I", _changed(before, after, lasting))
    return Ply(past, number, move, places, [before[place] for place in places])


def moves_of(past: Ply | None) -> list[Move]:
    """Return the moves of a past, the last one first."""
    found = []
    while past:
        found.append(past.move)
        past = past.before
    return found


def _changed(before: list[int], after: list[int], length: int) -> Iterator[int]:
    """The indices below a length at which two states differ."""
    for start in range(0, length, _BLOCK):
        old, new = before[start : start + _BLOCK], after[start : start + _BLOCK]
        if old == new:
            continue
        for begin in range(0, _BLOCK, _PART):
            olds, news = old[begin : begin + _PART], new[begin : begin + _PART]
            if olds != news:
                at = start + begin
                yield from compress(range(at, min(at + _PART, length)), map(ne, olds, news))
