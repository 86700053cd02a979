"""Choices of elements: what a `choose` can take, known before play or as play decides it."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from ...source.syntax import tree
from ...values import operations
from ...values.settings import MOST_CHANCES
from ...values.types import CELL, CELLS, NUMBER, NUMBERS, RANGE, SCALARS, Type
from ...values.values import WRONG, Code, Fault, Item, Known, Worth, type_of
from .. import elements, ir
from ..expressions.elaborate import Elaborator
from ..expressions.many.aggregates import elements_of
from ..expressions.types import LARGEST_CARD, as_numbers
from .chance import spell


class Choosable(NamedTuple):
    """What can be chosen: its type, the set in which it is, and where that holds no cells, all that could ever be."""

    kind: Type
    among: ir.Offered | None
    values: tuple[tuple[int, str], ...]

    @property
    def ends(self) -> tuple[int, int] | None:
        """The least and the largest number, if it is one."""
        numbers = [value for value, _ in self.values]
        return (min(numbers), max(numbers)) if self.kind is NUMBER else None


def choosable(node: tree.Expression, elaborator: Elaborator) -> Choosable | None:
    """What can be chosen; None, and reported, where there is nothing."""
    if isinstance(node, tree.Braces) and any(_is_set(each, elaborator) for each in node.items):
        _refuse_sets(node, f"[{', '.join(each.span.text for each in node.items)}]", len(node.items), elaborator)
        return None
    domain = elaborator.as_domain(elaborator.evaluate(node))
    if domain is WRONG:
        return None
    numbers = domain if domain.type is RANGE else as_numbers(domain)
    if domain.type is CELLS or (isinstance(numbers, Code) and numbers.type in (RANGE, NUMBERS)):
        return _in_play(node, domain if domain.type is CELLS else numbers, elaborator)
    items: tuple[Item, ...] = ()
    with suppress(Fault):
        items = operations.elements(domain.of(0)) if isinstance(domain, Known) and len(domain.values) == 1 else ()
    kinds = {type_of(item) for item in items}
    if len(kinds) == 1 and kinds <= SCALARS and len(set(items)) == len(items) <= MOST_CHANCES:
        values = tuple((elaborator.integer(item), spell(item, elaborator)) for item in items)
        return Choosable(kinds.pop(), None, values)
    if kinds == {CELLS}:
        _refuse_sets(node, node.span.text, len(items), elaborator)
        return None
    elaborator.wrong("HG520", "`choose` needs a set of cells or a range, or different values known before play",
                     node.span, expected=f"1 to {MOST_CHANCES:,} numbers, cells, players or names")  # fmt: skip
    return None


def _is_set(node: tree.Expression, elaborator: Elaborator) -> bool:
    """Whether a name stands for a region of the board."""
    meaning = elaborator.scope.meaning(node.id) if isinstance(node, tree.Name) else None
    return isinstance(meaning, Known) and meaning.type is CELLS


def _refuse_sets(node: tree.Expression, listed: str, number: int, elaborator: Elaborator) -> None:
    """Report a choice among sets of cells: a number can stand for one."""
    elaborator.wrong("HG520", "`choose` takes one cell, not one of several sets of cells", node.span,
                     help=f"choose a number: choose n in 0..{number - 1}, and write {listed}[n]")  # fmt: skip


def _in_play(node: tree.Expression, domain: Worth, elaborator: Elaborator) -> Choosable | None:
    """What can be chosen of a set that play decides, or of cells."""
    among = elements_of(elaborator, node, domain, "`choose`")
    if among is WRONG or isinstance(among, elements.Groups | elements.Pile):
        return None
    if isinstance(among, ir.CellSet):
        return Choosable(CELL, among, ())
    known = elaborator.extremes
    least, most = (0, LARGEST_CARD) if isinstance(among, elements.Numbers) else (
        known.at_least(among.first), known.at_most(among.last))  # fmt: skip
    if least > most:
        elaborator.wrong("HG520", "this range is always empty", node.span)
        return None
    return Choosable(NUMBER, among, tuple((number, str(number)) for number in range(least, most + 1)))
