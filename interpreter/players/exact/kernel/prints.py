"""Prints of positions, which images of a position share, and carriers as their images have them."""

from __future__ import annotations

from ....program.words import Vector
from .needs import CELLS, HAS_SEAT, IS_WIDE, SEAT
from .orders import ALL


def person(S: Vector, colour: int) -> int:
    """The seat that plays a colour."""
    return S[SEAT + colour] if HAS_SEAT else colour


def print_of(S: Vector, maker: int, images: Vector, length: int, into: Vector, at: int) -> int:
    """Note two prints of the least image of a position; returns where that image begins."""
    chosen = least_image(S, images, length)
    one = 1 + (65537 if HAS_SEAT and S[SEAT] == maker else 0)
    two = one + 4
    for k in range(chosen, chosen + length):
        x = S[images[k]]
        one = ((one ^ x) & 0xFFFFFFFF) * 698769069 + (one >> 32)
        two = ((two ^ x) & 0xFFFFFFFF) * 1791398085 + (two >> 32)
        if IS_WIDE:
            x = x >> 32
            one = ((one ^ x) & 0xFFFFFFFF) * 698769069 + (one >> 32)
            two = ((two ^ x) & 0xFFFFFFFF) * 1791398085 + (two >> 32)
    into[at] = one
    into[at + 1] = two
    return chosen


def least_image(S: Vector, images: Vector, length: int) -> int:
    """Where the image of a position begins that comes first in order."""
    chosen, first = 0, length
    while first < len(images):
        for k in range(length):
            x, y = S[images[first + k]], S[images[chosen + k]]
            if x != y:
                if x < y:
                    chosen = first
                break
        first += length
    return chosen


def to_image(carrier: int, images: Vector, first: int) -> int:
    """A carrier as an image has it."""
    if first == 0 or carrier == ALL:
        return carrier
    moved = 0
    for c in range(CELLS):
        if carrier >> images[first + c] & 1:
            moved |= 1 << c
    return moved


def from_image(carrier: int, images: Vector, first: int) -> int:
    """An image's carrier, as the position has it."""
    if first == 0 or carrier == ALL:
        return carrier
    moved = 0
    for c in range(CELLS):
        if carrier >> c & 1:
            moved |= 1 << images[first + c]
    return moved
