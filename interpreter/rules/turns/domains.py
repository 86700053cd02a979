"""What the loops of scripts and blocks run over."""

from __future__ import annotations

from collections.abc import Iterable

from ...source.syntax import tree
from ...values import mismatch, operations
from ...values.types import LIST, NUMBER, PILE, SCALARS, Type
from ...values.values import Fault, Item, Known, type_of
from ..expressions.elaborate import Elaborator

MOST_COPIES = 100
"""The longest list of other things than numbers, cells and players for which a block is unrolled."""


def nothing_to_run_over(binder: tree.Binder, kind: Type, elaborator: Elaborator) -> None:
    """Report a domain that has no elements, or of which play decides what they are."""
    if kind == LIST:
        elaborator.wrong("HG302", "`for` runs over lists that are known before play; play decides this one",
                         binder.domain.span, help="of cells, write a set, such as {a, b}; of players: "
                         "for p in players where …")  # fmt: skip
        return
    wanted = "a range, a list or a set, such as `1..5` or `players`"
    elaborator.mismatch(binder.domain, kind, wanted, "`for`", like=PILE)


def known_elements(
    binder: tree.Binder, domain: Known, elaborator: Elaborator
) -> tuple[tuple[Known, ...], Type] | None:  # fmt: skip
    """The elements that a loop runs over and their type; reports a wrong domain and returns None."""
    try:
        rows = [operations.elements(value) for value in domain.values]
    except Fault as fault:
        if fault.code == mismatch.CODE:
            nothing_to_run_over(binder, domain.type, elaborator)
        else:
            elaborator.wrong(fault.code, fault.message, binder.domain.span)
        return None
    kinds = {type_of(element) for row in rows for element in row}
    if len(kinds) > 1:
        elaborator.mismatched(mismatch.mixed("a loop", kinds), binder.domain.span)
        return None
    if len(rows) > 1 and (kinds <= SCALARS or len({len(row) for row in rows}) > 1):
        elaborator.wrong("HG303", "a loop must run over the same elements for all players", binder.domain.span,
                         help="write a loop for each: if own == … { for … } else { for … }")  # fmt: skip
        return None
    elements = tuple(map(Known, zip(*rows, strict=True)))
    if not kinds <= SCALARS and len(elements) > MOST_COPIES:
        what = f"{len(elements):,} {elements[0].type.plural}"
        elaborator.wrong("HG304", f"this runs over {what}; the limit is {MOST_COPIES:,}", binder.domain.span)
        return None
    return elements, kinds.pop() if kinds else NUMBER


def same_for_all(elements: Iterable[Item]) -> tuple[Known, ...]:
    """Elements that are the same whoever is `own`."""
    return tuple(map(Known.always, elements))
