"""Values that play decides: what can be said of their types, and sets of numbers as bits."""

from __future__ import annotations

from typing import TypeGuard

from ...values.types import NUMBERS
from ...values.values import Cells, Code, EdgeRef, Item, Known, Value, Worth
from .. import ir

LARGEST_CARD = 30
"""Sets of numbers that play decides hold numbers from 0 to this."""


def is_positive(value: Value) -> bool:
    """Whether a value is a number above 0, known before play."""
    return isinstance(value, Known) and all(type(each) is int and each > 0 for each in value.values)


def is_regions(value: Item) -> TypeGuard[tuple[Cells | EdgeRef, ...]]:
    """Whether a value is a list of regions."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(each, Cells | EdgeRef) for each in value)


def mask_of(value: Item) -> int | None:
    """The bits of a set of numbers; None where a value is none, or holds too large a number."""
    if isinstance(value, Cells) and not value.items:
        return 0
    if type(value) is tuple or (type(value) is range and len(value) <= LARGEST_CARD + 1):
        numbers = [each for each in value if type(each) is int and 0 <= each <= LARGEST_CARD]
        return sum(1 << each for each in set(numbers)) if len(numbers) == len(value) else None
    return None


def as_numbers(value: Worth) -> Worth:
    """A known list or range of numbers as a set of numbers; all else as it is."""
    if isinstance(value, Known):
        masks = [mask for mask in map(mask_of, value.values) if mask is not None]
        if len(masks) == len(value.values):
            return Code(NUMBERS, ir.Constant(tuple(masks)))
    return value
