"""What the loops of scripts and blocks run over."""

from __future__ import annotations

from ...source.syntax import tree
from ...values import mismatch, operations
from ...values.types import NUMBER, SCALARS, Type
from ...values.values import Fault, Item, Known, type_of
from ..expressions.elaborate import Elaborator

MOST_COPIES = 100
"""The longest list of other things than numbers, cells and players for which a block is unrolled."""


def nothing_to_run_over(binder: tree.Binder, kind: Type, elaborator: Elaborator) -> None:
    """Report a domain that has no elements."""
    elaborator.mismatch(binder.domain, kind, "a range, a list or a set, such as `1..5` or `players`", "`for`")


def known_elements(binder: tree.Binder, domain: Known, elaborator: Elaborator) -> tuple[tuple[Item, ...], Type] | None:
    """The elements that a loop runs over and their type; reports a wrong domain and returns None."""
    if len(domain.values) > 1:
        elaborator.wrong("HG303", "a loop must run over the same elements for all players", binder.domain.span)
        return None
    try:
        elements = operations.elements(domain.of(0))
    except Fault as fault:
        if fault.code == mismatch.CODE:
            nothing_to_run_over(binder, domain.type, elaborator)
        else:
            elaborator.wrong(fault.code, fault.message, binder.domain.span)
        return None
    kinds = {type_of(element) for element in elements}
    if len(kinds) > 1:
        elaborator.mismatched(mismatch.mixed("a loop", kinds), binder.domain.span)
        return None
    if not kinds <= SCALARS and len(elements) > MOST_COPIES:
        what = f"{len(elements):,} {type_of(elements[0]).plural}"
        elaborator.wrong("HG304", f"this runs over {what}; the limit is {MOST_COPIES:,}", binder.domain.span)
        return None
    return elements, kinds.pop() if kinds else NUMBER
