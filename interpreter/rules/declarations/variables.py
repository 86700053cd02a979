"""The variables that a file declares, and the options that chance decides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...diagnostics.diagnostic import another_name, listed, other_name
from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values.cells import axes
from ...values.hints import POSITION_WORDS, turned_range
from ...values.settings import MOST_VALUES, Settings
from ...values.types import CELL, KIND, NAME, NONE, NUMBER, PLAYER, Type
from ...values.values import (
    ABSENCE,
    WRONG,
    Cells,
    Code,
    Item,
    Known,
    Nobody,
    Nothing,
    Player,
    Symbol,
    Undecided,
    Value,
    Wrong,
    type_of,
)
from .. import ir
from ..expressions.declared import Family
from ..expressions.elaborate import Elaborator
from ..expressions.pieces import is_set_of_kinds
from ..expressions.things import kinds
from ..layers import Layer
from ..program import Point
from ..spellings import Numerals, Spellings, text_of
from ..turns import chance

ALIKE = {
    "cell": "all cells start with one value: write it here, and in `setup`: for c in cells where … {{ set c.{} = … }}",
    "piece": "all pieces start with one value: write it here, and where a piece comes to c: set c.{} = …",
}
"""What helps where a variable of each cell or piece is to begin with different values."""


def add_variables(file: tree.File, settings: Settings, elaborator: Elaborator) -> list[Point]:
    """Give the variables their words; gives the points at which chance decides options."""
    points: list[Point] = []
    begins = {item.name.id: item.span.start for item in file.items if isinstance(item, tree.Option)}
    for option in settings.options:
        meaning = settings.scope.get(option.name)
        if isinstance(meaning, Undecided):
            kind = type_of(meaning.among[0])
            slot = elaborator.declared.slot(option.name, 0, _spelt(meaning.among, kind, elaborator))
            elaborator.define(option.name, Code(kind, slot))
            span = Span(option.span.source, begins[option.name], option.span.end)
            points.append(chance.point_of(option.name, slot, meaning.among, elaborator, span))
    for item in file.items:
        if isinstance(item, tree.Var) and item.name.id not in POSITION_WORDS:
            elaborator.define(item.name.id, _variable(item, elaborator))
    return points


def _spelt(values: Sequence[Item], kind: Type, elaborator: Elaborator) -> tuple[tuple[int, str], ...]:
    return tuple((elaborator.integer(value, kind), chance.spell(value, elaborator)) for value in values)


def _texts(values: Sequence[Item], kind: Type, elaborator: Elaborator) -> Spellings:
    """What values are in the state and in texts; many variables share all cells."""
    if kind is CELL:
        return _cells(elaborator.board.names, _may_be_none(values))
    ends = _ends(values)
    return _spelt(values, kind, elaborator) if ends is None else Numerals(*ends)


def _ends(values: Sequence[Item]) -> tuple[int, int] | None:
    """The least and the largest number; None where the values are no numbers."""
    if isinstance(values, range):
        return values[0], values[-1]
    numbers = [value for value in values if type(value) is int]
    return (min(numbers), max(numbers)) if numbers else None


def _may_be_none(values: Sequence[Item]) -> bool:
    return not isinstance(values, range) and ABSENCE in values


@lru_cache
def _cells(names: tuple[str, ...], or_none: bool) -> tuple[tuple[int, str], ...]:
    return (*enumerate(names), *[(-1, ABSENCE.name)] * or_none)


def _variable(item: tree.Var, elaborator: Elaborator) -> Value | Nothing:
    """A variable: what it is at the start and what it may be."""
    found = _values(item, elaborator)
    if item.binder is not None:
        return _family(item, item.binder, found, elaborator)
    starts = _starts(item, found, elaborator)
    if found is WRONG:
        return WRONG
    values, kind = found
    if item.holder in ALIKE:
        start = 0 if starts is WRONG else starts[0]
        return _layer(item, kind, _texts(values, kind, elaborator), start, elaborator)
    if starts is WRONG:
        return WRONG
    return _declared(item, kind, values, starts, elaborator)


def _starts(item: tree.Var, found: tuple[Sequence[Item], Type] | Wrong, elaborator: Elaborator) -> list[int] | Wrong:
    """What a variable is at the start, for all or for each player; WRONG, and reported, where it cannot be that."""
    known = elaborator.advice
    if item.holder in ALIKE:
        names = re.findall(r"\w+", item.default.span.text)
        elaborator.advice = known | dict.fromkeys(names, ALIKE[item.holder].format(item.name.id))
    start = elaborator.value(item.default)
    elaborator.advice = known
    if found is WRONG or start is WRONG:
        return WRONG
    if not isinstance(start, Known) or (len(start.values) > 1 and item.holder != "player"):
        return elaborator.too_late(item.default.span)
    values, kind = found
    if {type_of(each) for each in start.values} <= {kind, NONE}:
        starts = [elaborator.integer(each, kind) for each in start.values]
        shown = _texts(values, kind, elaborator)
        if all(text_of(shown, each) for each in starts):
            return starts
    return elaborator.wrong("HG501", f"`{item.name.id}` starts with a value it cannot have", item.default.span,
                            related=((item.domain[0].span, "its values"),),
                            help=f"allow `none`: in {item.domain[-1].span.text}, none" if ABSENCE in start.values
                            else "")  # fmt: skip


def _family(
    item: tree.Var, binder: tree.Binder, found: tuple[Sequence[Item], Type] | Wrong, elaborator: Elaborator
) -> Value:
    """Make room for a variable that each of some elements has, perhaps for each player."""
    elements, declared, own = _elements(binder, elaborator), elaborator.declared, elaborator.scope["own"]
    if found is WRONG or elements is WRONG or not isinstance(own, Known):
        return WRONG
    if item.holder not in ("", "player"):
        what = f"a variable for each {item.holder} cannot also be for each of some elements"
        return elaborator.wrong(
            "HG501", what, binder.span, help=f"declare a variable `for each {item.holder}` for each of them"
        )
    values, kind = found
    family = Family(kind, len(declared.slots), elements, len(elaborator.players) if item.holder else 0)
    for element in elements:
        with elaborator.binding(binder.name, Known.always(element)):
            starts = _starts(item, found, elaborator)
        if starts is WRONG:
            return WRONG
        name = f"{item.name.id}[{chance.spell(element, elaborator)}]"
        _slots(name, bool(item.holder), kind, values, starts, elaborator)
    if item.holder:
        declared.families[item.name.id] = family
        return family.listed(lambda slot: Code(kind, ir.Variable(slot, elaborator.expression(own))))
    return family.listed(lambda slot: Code(kind, ir.Variable(slot)))


MOST_ELEMENTS = 60
"""The most elements that each have a variable of one name."""


def _elements(binder: tree.Binder, elaborator: Elaborator) -> tuple[Item, ...] | Wrong:
    """The numbers, kinds or names that each have a variable; WRONG, and reported, where they cannot."""
    value, span = elaborator.known(binder.domain), binder.domain.span
    if value is WRONG:
        return WRONG
    kind = type_of(value[0]) if isinstance(value, range | tuple) and value else None
    if kind not in (NUMBER, KIND, NAME) or not isinstance(value, range | tuple):
        holder = {CELL: "cell", PLAYER: "player"}.get(kind, "") if kind else "cell" * isinstance(value, Cells)
        return elaborator.wrong("HG501", "these elements cannot each have a variable", span,
                                expected="numbers, kinds of piece or names",
                                help=f"write: for each {holder}" if holder else "")  # fmt: skip
    if len(value) > MOST_ELEMENTS or len({*value}) < len(value) or {type_of(each) for each in value} != {kind}:
        what = f"at most {MOST_ELEMENTS} different elements of one type can each have a variable, not {len(value):,}"
        return elaborator.wrong("HG501", what, span)
    return tuple(value)


def _layer(item: tree.Var, kind: Type, shown: Spellings, start: int, elaborator: Elaborator) -> Value | Nothing:
    """Make room for a variable that each cell has, or each piece; its name alone says too little."""
    name, declared = item.name.id, elaborator.declared
    declared.of_cells[name] = kind, len(declared.layers)
    declared.layers.append(Layer(name, start, shown, item.holder == "piece"))
    if name in (*kinds.OF_CELL, *(axes(elaborator.board.cells[0]) if elaborator.board.cells else ())):
        help_text = another_name(other_name(name))
        return elaborator.wrong("HG203", f"a cell has a `.{name}` already", item.name.span, help=help_text)
    if item.holder == "piece" and declared.stacks > 1:
        return elaborator.wrong("HG527", "the pieces of piles have no variables of their own", item.name.span,
                                help="count them, as in count(c.pile), or write: for each cell")  # fmt: skip
    message = f"each {item.holder} has its own `{name}`: whose?"
    return Nothing("HG526", message, f"write the cell before it, as in `c.{name}`", item.holder)


def _declared(item: tree.Var, kind: Type, values: Sequence[Item], starts: list[int], elaborator: Elaborator) -> Value:
    """Make room for a variable in the state, for each player where each has one."""
    name, own = item.name.id, elaborator.scope["own"]
    if item.holder and not isinstance(own, Known):
        return WRONG
    first = _slots(name, bool(item.holder), kind, values, starts, elaborator)
    if not isinstance(own, Known) or not item.holder:
        return Code(kind, ir.Variable(first))
    elaborator.declared.of_players[name] = kind, first
    return Code(kind, ir.Variable(first, elaborator.expression(own)))


def _slots(
    name: str, of_players: bool, kind: Type, values: Sequence[Item], starts: list[int], elaborator: Elaborator
) -> int:
    """Make room for a value, or one for each player; gives the number of the first slot."""
    declared = elaborator.declared
    if of_players:
        starts = [starts[player.index % len(starts)] for player in elaborator.players]
    first = declared.slots_of(name, starts, _texts(values, kind, elaborator), of_players)
    declared.bounds[first] = _ends(values) or (0, 0)
    if _may_be_none(values):
        declared.perhaps_none.add(first)
    return first


def _values(item: tree.Var, elaborator: Elaborator) -> tuple[Sequence[Item], Type] | Wrong:
    """What a variable may be, and its type; WRONG, and reported, where that does not fit together."""
    values: list[Item] = []
    for node in item.domain:
        found = _held(node, item.name.id, elaborator)
        if found is WRONG:
            return WRONG
        if isinstance(found, range) and len(item.domain) == 1:
            return found, NUMBER
        if len(values) + len(found) > MOST_VALUES and type_of(found[0]) is not CELL:
            return elaborator.wrong("HG501", f"a variable has at most {MOST_VALUES:,} values, or one range of numbers",
                                    node.span)  # fmt: skip
        values.extend(found)
    if not values:
        return WRONG  # all cells of a board that was refused
    span, kinds = item.domain[0].span, {type_of(value) for value in values}
    if kinds in ({NONE, NAME}, {NONE}):
        values, kinds = [Symbol(each.name) if isinstance(each, Symbol) else each for each in values], {NAME}
    kinds -= {NONE} if kinds in ({NONE, CELL}, {NONE, PLAYER}, {NONE, KIND}) else set()
    if len(kinds) > 1:
        return elaborator.wrong(
            "HG501", f"a variable has values of one type, not {listed(sorted(map(str, kinds)), 'and')}", span
        )
    numbers = sorted({value for value in values if type(value) is int})
    if numbers and numbers[-1] - numbers[0] != len(numbers) - 1:
        return elaborator.wrong("HG501", "the numbers of a variable must not have gaps", span, expected="one range",
                                help=f"such as: {numbers[0]}..{numbers[-1]}")  # fmt: skip
    return tuple(values), kinds.pop()


def _held(node: tree.Expression, name: str, elaborator: Elaborator) -> Sequence[Item] | Wrong:
    """The values that one part of a domain stands for."""
    value = elaborator.known(node)
    match value:
        case range() if not value:
            return elaborator.wrong("HG501", "this range is empty", node.span, help=turned_range(node))
        case range():
            return value
        case Cells():
            if len(elaborator.ids(value)) == len(elaborator.board.cells):
                return value.items
            return elaborator.wrong("HG501", f"`{name}` may hold any cell, not only some", node.span,
                                    help="write: in cells, or: in cells, none")  # fmt: skip
        case tuple() if value == elaborator.players or is_set_of_kinds(value):
            return value
        case int() | Symbol() | Player() if not isinstance(value, Nobody):
            return (value,)
        case _:
            if value is WRONG:
                return WRONG
            wanted = "numbers, a range, names, players, kinds of piece, `cells`, `none`, or yes and no"
            return elaborator.mismatch(node, type_of(value), wanted, f"`var {name}`")
