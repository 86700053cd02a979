"""Conditions judged by cases: `contract or not contract` always holds, whatever `contract` is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import islice, product
from math import prod

from ...rules import ir, walk
from .bounds import Bounds
from .extents import ALWAYS, BOUNDLESS, COMPARISONS, NEVER, OPEN, Range, joined, worked_out

MOST_CASES = 200
"""The most cases that are examined; beyond that, parts of a condition are taken to be independent."""

MOST_LOOKED_AT = 20_000
"""The most parts that are examined in all cases together."""

_JOINING = ("and", "or", "not")


def truth(condition: ir.Expression, bounds: Bounds) -> Range:
    """Whether a condition can be false and true."""
    plain = bounds.value(condition)
    if plain != OPEN or not isinstance(condition, ir.Operation | ir.Choice):
        return plain
    numbers_of: dict[ir.Expression, list[ir.Constant | None]] = defaultdict(list)
    for leaf, number in islice(leaves(condition), MOST_LOOKED_AT):
        numbers_of[leaf].append(number)
    repeated = {leaf: numbers for leaf, numbers in numbers_of.items() if len(numbers) > 1}
    if not repeated or len(repeated) > MOST_CASES:
        return plain
    values = {leaf: _representing(bounds.value(leaf), {bounds.value(each).low for each in numbers if each is not None})
              for leaf, numbers in repeated.items()}  # fmt: skip
    most = min(MOST_CASES, MOST_LOOKED_AT // walk.size(condition))
    if not 0 < prod(map(len, values.values())) <= most:
        return plain
    cases = (dict(zip(values, case, strict=True)) for case in product(*values.values()))
    return joined(_in_case(condition, case, bounds) for case in cases)


def truth_for_all(condition: ir.Expression, asked: Iterable[Bounds]) -> Range:
    """Whether a condition can be false and true, whichever player it is asked for."""
    return joined(truth(condition, bounds) for bounds in asked)


def is_decided_before_play(condition: ir.Expression, bounds: Bounds) -> bool:
    """Whether the options alone decide a condition, although parts of it depend on play."""
    return _by_options(condition, bounds) != OPEN


def _by_options(node: ir.Expression, bounds: Bounds) -> Range:
    match node:
        case ir.Constant():
            return bounds.value(node)
        case ir.Operation(symbol, operands) if symbol in _JOINING:
            return worked_out(symbol, [_by_options(operand, bounds) for operand in operands])
        case _:
            return OPEN


Leaf = tuple[ir.Expression, ir.Constant | None]
"""A part of a condition that can be chosen freely, and the number it is compared with."""


def leaves(node: ir.Expression) -> Iterable[Leaf]:
    """The parts of a condition that can be chosen freely."""
    match node:
        case ir.Operation(symbol, operands) if symbol in _JOINING:
            for operand in operands:
                yield from leaves(operand)
        case ir.Choice():
            for part in (node.test, node.then, node.other):
                yield from leaves(part)
        case ir.Operation(symbol, (one, ir.Constant() as number)) if symbol in COMPARISONS:
            yield one, number
        case ir.Operation(symbol, (ir.Constant() as number, other)) if symbol in COMPARISONS:
            yield other, number
        case ir.Constant():
            pass
        case _:
            yield node, None


def _representing(within: Range, numbers: set[int]) -> list[int]:
    """Numbers of a range that stand for all others in comparisons with some numbers."""
    ends = {end for end in within if abs(end) < BOUNDLESS}
    near = {number + step for number in numbers for step in (-1, 0, 1)} | ends
    return sorted(number for number in near if within.low <= number <= within.high)


def _in_case(node: ir.Expression, case: Mapping[ir.Expression, int], bounds: Bounds) -> Range:
    """A condition where some parts have the values of a case."""
    match node:
        case ir.Operation(symbol, operands) if symbol in _JOINING or (symbol in COMPARISONS and len(operands) == 2):
            return worked_out(symbol, [_in_case(operand, case, bounds) for operand in operands])
        case ir.Choice():
            test = _in_case(node.test, case, bounds)
            branches = [_in_case(branch, case, bounds) for branch in (node.then, node.other)]
            return branches[0] if test == ALWAYS else branches[1] if test == NEVER else joined(branches)
        case ir.Constant():
            return bounds.value(node)
        case _:
            return Range(case[node], case[node]) if node in case else bounds.value(node)
