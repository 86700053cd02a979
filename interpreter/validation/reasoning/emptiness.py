"""What follows where there is no cell that has a property: `empty & rim` has none, so `rim & empty != {}` fails.

A property is put in a form in which order does not matter and comparisons are alike: `and` and `not` over what a cell
holds, where it lies, and facts of which no more is known. One property entails others if no case speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ...board.board import Board
from ...rules import ir
from ...rules.elements import Chosen

MOST_FACTS, MOST_PLACES, MOST_PARTS = 8, 12, 60
"""The most facts and sets of cells that are told apart, and the most parts of a condition; with more, nothing is known
to follow."""


@dataclass(frozen=True)
class And:
    """All of some properties; `not` of it stands for `or` too."""

    parts: frozenset[Property]


@dataclass(frozen=True)
class Not:
    """A property does not hold."""

    part: Property


@dataclass(frozen=True)
class Some:
    """Some cell has a property."""

    part: Property


@dataclass(frozen=True)
class Holds:
    """The cell holds one of some contents."""

    contents: frozenset[int]


@dataclass(frozen=True)
class Within:
    """The cell is one of some."""

    cells: frozenset[int]


@dataclass(frozen=True)
class Fact:
    """What is not looked into, of the cell or the position."""

    of: object


Leaf = Some | Holds | Within | Fact
Property = bool | And | Not | Leaf
"""Of one cell, or of the position."""


def both(*parts: Property) -> Property:
    """Return that all of some properties hold."""
    flat: set[Property] = set()
    for part in parts:
        flat |= part.parts if isinstance(part, And) else {part}
    flat.discard(True)
    if False in flat:
        return False
    return True if not flat else flat.pop() if len(flat) == 1 else And(frozenset(flat))


def negated(part: Property) -> Property:
    """Return that a property does not hold."""
    if isinstance(part, bool):
        return not part
    return part.part if isinstance(part, Not) else Not(part)


def either(*parts: Property) -> Property:
    """Return that some of some properties hold."""
    return negated(both(*map(negated, parts)))


def some(part: Property) -> Property:
    """Return that some cell has a property."""
    return Some(part) if part is not False else False


class Properties:
    """Puts expressions and sets of cells in the form of properties, for one `own`."""

    def __init__(self, own: int) -> None:
        self.own = own

    def true(self, node: ir.Expression, here: int | None = None) -> Property:
        """Return that a condition holds; where there is one, `here` is the number of the cell that it is about."""
        match node:
            case ir.Constant(values):
                return bool(values[self.own % len(values)])
            case ir.Operation("and", operands):
                return both(*(self.true(each, here) for each in operands))
            case ir.Operation("or", operands):
                return either(*(self.true(each, here) for each in operands))
            case ir.Operation("not", (operand,)):
                return negated(self.true(operand, here))
            case ir.Operation(symbol, (one, ir.Constant(values))) if symbol in _COMPARED:
                return self._compared(one, symbol, values[self.own % len(values)], here)
            case ir.Operation(symbol, (ir.Constant(values), other)) if symbol in _COMPARED:
                return self._compared(other, _TURNED.get(symbol, symbol), values[self.own % len(values)], here)
            case ir.AtLeast(cells, number):
                return self._at_least(ir.Count(cells), number, here)
            case ir.Alone(cells):
                return self._compared(ir.Count(cells), "==", 1, here)
            case ir.Member(ir.Bound(number), cells) if number == here:
                return self.inside(cells, number)
            case ir.Member(ir.Constant(values), cells):
                alone = Within(frozenset({values[self.own % len(values)]}))
                return some(both(alone, self.inside(cells, _deeper(here))))
            case ir.Quantifier(True, ir.Bound(number), cells, body) if isinstance(cells, ir.CellSet):
                return some(both(self.inside(cells, number), self.true(body, number)))
            case ir.Quantifier(False, ir.Bound(number), cells, body) if isinstance(cells, ir.CellSet):
                return negated(some(both(self.inside(cells, number), negated(self.true(body, number)))))
            case _:
                return Fact(node)

    def inside(self, cells: ir.CellSet, here: int) -> Property:
        """Return that the cell of a number is in a set."""
        match cells:
            case ir.Holding(contents, None):
                return Holds(contents[self.own % len(contents)])
            case ir.Fixed(fixed):
                return Within(frozenset(fixed[self.own % len(fixed)]))
            case ir.Combined("&", left, right):
                return both(self.inside(left, here), self.inside(right, here))
            case ir.Combined("|", left, right):
                return either(self.inside(left, here), self.inside(right, here))
            case ir.Combined("-", left, right):
                return both(self.inside(left, here), negated(self.inside(right, here)))
            case ir.Filtered(ir.Bound(number), within, test) if number == here:
                return both(self.inside(within, here), self.true(test, here))
            case Chosen(test, then, other):
                holds = self.true(test)
                return either(both(holds, self.inside(then, here)), both(negated(holds), self.inside(other, here)))
            case _:
                return Fact((here, cells))

    def _compared(self, node: ir.Expression, symbol: str, number: int, here: int | None) -> Property:
        more = self._at_least(node, number + (symbol in ("<=", ">")), here)
        match symbol:
            case ">" | ">=":
                return more
            case "<" | "<=":
                return negated(more)
            case _:
                equal = both(more, negated(self._at_least(node, number + 1, here)))
                return equal if symbol == "==" else negated(equal)

    def _at_least(self, node: ir.Expression, number: int, here: int | None) -> Property:
        if not isinstance(node, ir.Count):
            return Fact((node, number))
        if number < 1:
            return True
        found = some(self.inside(node.cells, _deeper(here)))
        return found if number == 1 else both(found, Fact((node, number)))


def _deeper(here: int | None) -> int:
    return 0 if here is None else here + 1


_COMPARED = ("<", "<=", "==", "!=", ">=", ">")
_TURNED = {"<": ">", "<=": ">=", ">=": "<=", ">": "<"}


def follows(condition: Property, missing: Sequence[Property], board: Board) -> bool | None:
    """Whether a condition is true or false where no cell has any of some properties; None where that is open."""
    match condition:
        case bool():
            return condition
        case Not(part):
            inner = follows(part, missing, board)
            return None if inner is None else not inner
        case And(parts):
            each = {follows(part, missing, board) for part in parts} if len(parts) <= MOST_PARTS else {None}
            return False if False in each else None if None in each else True
        case Some(part):
            return False if entails(part, either(*missing), board) else None
        case _:
            return None


def entails(one: Property, other: Property, board: Board) -> bool:
    """Whether every cell that has a property must have another, in any position."""
    against = both(one, negated(other))
    leaves = set(_leaves(against))
    holding = [leaf for leaf in leaves if isinstance(leaf, Holds)]
    places = [leaf for leaf in leaves if isinstance(leaf, Within)]
    facts = [leaf for leaf in leaves if isinstance(leaf, Fact | Some)]
    if len(facts) > MOST_FACTS or len(places) > MOST_PLACES:
        return False
    held = {tuple(content in leaf.contents for leaf in holding) for content in _contents(holding)}
    lying = {tuple(cell in place.cells for place in places) for cell in range(len(board.cells))}
    known = product((False, True), repeat=len(facts))
    return not any(
        _is_so(against, dict(zip((*holding, *places, *facts), (*holds, *lies, *knows), strict=True)))
        for knows, holds, lies in product(known, held, lying)
    )


def _contents(holding: Iterable[Holds]) -> set[int]:
    """The contents that are named, and one that is not."""
    return {-1}.union(*(leaf.contents for leaf in holding))


def _leaves(part: Property) -> Iterator[Leaf]:
    match part:
        case bool():
            pass
        case And(parts):
            for each in parts:
                yield from _leaves(each)
        case Not(inner):
            yield from _leaves(inner)
        case leaf:
            yield leaf


def _is_so(part: Property, case: Mapping[Property, bool]) -> bool:
    match part:
        case bool():
            return part
        case And(parts):
            return all(_is_so(each, case) for each in parts)
        case Not(inner):
            return not _is_so(inner, case)
        case leaf:
            return case[leaf]
