"""Values that play decides: what can be said of their types, and sets of numbers as bits."""

from __future__ import annotations

from typing import TypeGuard

from ...values.types import NUMBERS
from ...values.values import Cells, Code, EdgeRef, Item, Known, Value, Worth
from .. import elements, ir

LARGEST_CARD = 60
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
    """A known list of numbers, or a range, as a set of numbers; all else as it is."""
    if isinstance(value, Known):
        masks = [mask for mask in map(mask_of, value.values) if mask is not None]
        if len(masks) == len(value.values):
            return Code(NUMBERS, ir.Constant(tuple(masks)))
    if isinstance(value, Code) and isinstance(value.ir, elements.Span):
        return Code(NUMBERS, _between(value.ir))
    return value


def _between(span: elements.Span) -> ir.Expression:
    """The numbers of a range, as bits: those below its end, without those below its beginning."""
    after = ir.Operation("+", (span.last, ir.Constant((1,))))
    return ir.Operation("&", (_below(after), ir.Operation("^", (_below(span.first), ir.Constant((-1,))))))


def _below(number: ir.Expression) -> ir.Expression:
    most = LARGEST_CARD + 1
    every = tuple((1 << each) - 1 for each in range(most + 1))
    is_beyond = ir.Operation(">", (number, ir.Constant((most,))))
    return ir.Choice(is_beyond, ir.Constant((every[-1],)), elements.Entry(every, number, 0))
