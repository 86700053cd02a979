"""The types of the rules, and values that play decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...values.values import Cells, EdgeRef, Known, Value, type_of
from .. import ir

NUMBER, TRUTH, CELL, CELLS, PLAYER, NAME = "a number", "yes or no", "a cell", "a set of cells", "a player", "a name"
NOBODY = "nobody"
NUMBERS, GROUPS, SELECTION = "a set of numbers", "a set of groups", "a selection"
SCALARS = (NUMBER, TRUTH, CELL, PLAYER, NAME)
"""The types whose values the state can keep as one number."""

LARGEST_CARD = 30
"""Sets of numbers that play decides hold numbers from 0 to this."""


@dataclass(frozen=True)
class Code:
    """A value that play decides, with its type."""

    type: str
    ir: Any
    cells: Callable[[], Value] | None = field(default=None, compare=False)
    """For a selection of cells: the set of those selected."""


def type_in_words(value: Value) -> str:
    return value.type if isinstance(value, Code) else type_of(value.of(0))


def is_positive(value: Value) -> bool:
    return isinstance(value, Known) and all(type(each) is int and each > 0 for each in value.values)


def is_regions(value: Any) -> bool:
    """Whether a value is a list of regions."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(each, Cells | EdgeRef) for each in value)


def mask_of(value: Any) -> int | None:
    """The bits of a set of numbers; None where a value is none, or too large a number is in it."""
    if isinstance(value, Cells) and not value.items:
        return 0
    if type(value) not in (range, tuple) or not all(type(each) is int for each in value[: LARGEST_CARD + 2]):
        return None
    if not all(type(each) is int and 0 <= each <= LARGEST_CARD for each in value):
        return None
    bits: int = sum(1 << each for each in set(value))
    return bits


def as_numbers(value: Value) -> Value:
    """A known list or range of numbers as a set of numbers; all else as it is."""
    if isinstance(value, Known):
        masks = tuple(map(mask_of, value.values))
        if None not in masks:
            return Code(NUMBERS, ir.Constant(masks))  # type: ignore[arg-type]
    return value
