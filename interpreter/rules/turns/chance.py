"""Chance: what it can draw from, and the points at which it does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values import operations
from ...values.settings import MOST_CHANCES, spelt
from ...values.types import SCALARS
from ...values.values import WRONG, Coordinate, Fault, Item, Known, Value, type_of
from .. import deeds, ir, program
from ..expressions.elaborate import Elaborator


def spell(value: Item, elaborator: Elaborator) -> str:
    """A value as moves and positions spell it."""
    return elaborator.board.name_of(value) if isinstance(value, Coordinate) else spelt(value)


def point_of(
    name: str,
    slot: ir.Variable,
    elements: Sequence[Item],
    elaborator: Elaborator,
    span: Span,
    among: ir.CellSet | None = None,
    place: Span | None = None,
) -> program.Point:
    """A point at which chance draws one of some values; where they are all cells, perhaps one of a set of cells, which
    is written at a place."""
    values = tuple((elaborator.integer(each), f"{name}={spell(each, elaborator)}") for each in elements)
    kept = deeds.SetVariable(slot, ir.Bound(0), None)
    places = () if place is None else (place,)
    decision = program.Decision(program.Random(values, among), None, None, None, (kept,), span, places)
    return program.Point(((decision,),), (), program.CHANCE)


def drawn(node: tree.Expression, domain: Value, elaborator: Elaborator) -> tuple[Item, ...]:
    """The values that chance can draw from; empty, and reported, where it cannot."""
    if domain is WRONG:
        return ()
    elements: tuple[Item, ...] = ()
    with suppress(Fault):
        elements = operations.elements(domain.of(0)) if isinstance(domain, Known) and len(domain.values) == 1 else ()
    kinds = {type_of(element) for element in elements}
    if len(kinds) == 1 and kinds <= SCALARS and 1 < len(set(elements)) == len(elements) <= MOST_CHANCES:
        return elements
    elaborator.wrong("HG520", "`random` needs a set of cells, or different values known before play", node.span,
                     expected=f"2 to {MOST_CHANCES:,} numbers, cells, players or names")  # fmt: skip
    return ()
