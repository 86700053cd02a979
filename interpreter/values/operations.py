"""The operators and functions of the language on values known before play."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TypeGuard

from ..source.syntax import tree
from .cells import axes, runs
from .grid import HEX
from .hints import IN_BRACES, coordinate_hint, no_attribute
from .mismatch import CODE, Misplaced, misfit, mixed, out_of_range
from .shapes import SHAPES, Shape, Shapes
from .types import CELL, CELLS, KIND, LIST, NAME, NONE, NUMBER, PLAYER, RANGE, RELATION, SHAPE, TRUTH, Type
from .values import (
    Absence,
    Cells,
    Coordinate,
    Fault,
    Function,
    Item,
    Kind,
    Label,
    Parameter,
    Player,
    Relation,
    Symbol,
    Table,
    both,
    either,
    joining,
    type_of,
    without,
)

LARGEST = 2**31 - 1
"""Numbers stay within plus and minus this."""

LONGEST = 10_000
"""The most elements a list, a range or a set may have where each of them is looked at."""


def _nonzero(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def divide(left: int, right: int) -> int:
        if right == 0:
            raise Fault("HG304", "this divides by zero")
        return function(left, right)

    return divide


def _each_without(sides: tuple[Item, ...], removed: Cells) -> tuple[Cells, ...]:
    sets = [side for side in sides if isinstance(side, Cells)]
    if len(sets) < len(sides):
        other = next(side for side in sides if not isinstance(side, Cells))
        raise misfit("`without`", "a set of cells or a list of such sets", f"a list with {type_of(other)} in it")
    return tuple(without(side, removed) for side in sets)


def _in_order(compare: Callable[..., bool]) -> Callable[[Item, Item], bool]:
    """Compare lists from the left: the first items that differ decide."""

    def work(left: Item, right: Item) -> bool:
        for value in (left, right):
            _check_order(value)
        try:
            return compare(left, right)
        except TypeError:
            raise Fault("HG302", "these lists hold different things, and cannot be compared") from None

    return work


def _check_order(value: Item) -> None:
    for each in value if type(value) is tuple else ():
        if type(each) is tuple:
            _check_order(each)
        elif type(each) is not int:
            raise Fault("HG302", f"lists are compared by their numbers; this one holds {type_of(each)}")


_BINARY: dict[str, list[tuple[Type, Type, Callable[..., Item]]]] = {
    "+": [(NUMBER, NUMBER, operator.add), (SHAPE, SHAPE, operator.add)],
    "-": [
        (NUMBER, NUMBER, operator.sub),
        (CELLS, CELLS, without),
        (RELATION, RELATION, joining(without)),
        (SHAPE, SHAPE, operator.sub),
        (SHAPE, CELLS, operator.sub),
    ],
    "without": [(CELLS, CELLS, without), (LIST, CELLS, _each_without)],
    "at": [(SHAPE, CELL, Shape.at)],
    "turned": [(SHAPE, NUMBER, Shape.turned)],
    "*": [(NUMBER, NUMBER, operator.mul)],
    "/": [(NUMBER, NUMBER, _nonzero(operator.floordiv))],
    "mod": [(NUMBER, NUMBER, _nonzero(operator.mod))],
    "<": [(NUMBER, NUMBER, operator.lt), (LIST, LIST, _in_order(operator.lt))],
    ">": [(NUMBER, NUMBER, operator.gt), (LIST, LIST, _in_order(operator.gt))],
    "<=": [(NUMBER, NUMBER, operator.le), (LIST, LIST, _in_order(operator.le))],
    ">=": [(NUMBER, NUMBER, operator.ge), (LIST, LIST, _in_order(operator.ge))],
    "and": [(TRUTH, TRUTH, lambda left, right: left and right)],
    "or": [(TRUTH, TRUTH, lambda left, right: left or right)],
    "&": [
        (CELLS, CELLS, both),
        (RELATION, RELATION, joining(both)),
        (SHAPE, SHAPE, operator.and_),
        (SHAPE, CELLS, operator.and_),
    ],
    "|": [(CELLS, CELLS, either), (RELATION, RELATION, joining(either))],
    "..": [(NUMBER, NUMBER, lambda first, last: range(first, last + 1))],
    "in": [
        (CELL, CELLS, lambda cell, cells: cell in cells.items),
        (NUMBER, RANGE, lambda number, numbers: number in numbers),
    ],
}
_UNARY = {"not": TRUTH, "-": NUMBER}
_EQUALITY: dict[str, Callable[[Item, Item], bool]] = {"==": operator.eq, "!=": operator.ne}


def operand_types(symbol: str, operands: int = 2) -> list[tuple[Type, ...]]:
    """The types an operator takes together; empty for those that take any two alike."""
    if operands == 1:
        return [(_UNARY[symbol],)]
    return [(left, right) for left, right, _ in _BINARY.get(symbol, [])]


def binary(symbol: str, left: Item, right: Item) -> Item:
    """`left symbol right`; raises Fault."""
    if symbol in _EQUALITY:
        if type_of(left) != type_of(right) and not _both_names(left, right):
            raise Misplaced(symbol, (type_of(left), type_of(right)), ())
        if _is_no_set(left) or _is_no_set(right):
            one, other = _elements_of(left), _elements_of(right)
            if one is not None and other is not None:
                return (one == other) == (symbol == "==")
        if isinstance(left, Cells) and isinstance(right, Cells):
            return (set(left.items) == set(right.items)) == (symbol == "==")
        return _EQUALITY[symbol](left, right)
    if symbol in _SET_OPERATORS and (joined := _joined_elements(symbol, left, right)) is not None:
        return joined
    if symbol == "in" and type(right) is tuple and not (isinstance(left, Coordinate) and _elements_of(right)):
        return any(type(each) is type(left) and each == left for each in right)
    if symbol == "in" and isinstance(right, Cells) and not right.items:
        return False
    found = type_of(left), type_of(right)
    for left_type, right_type, function in _BINARY[symbol]:
        if found == (left_type, right_type):
            return _bounded(function(left, right))
    raise Misplaced(symbol, found, operand_types(symbol))


_SET_OPERATORS = frozenset("|&-") | {"without"}


def _is_no_set(value: Item) -> bool:
    """Whether a value is `{}`, the set without elements."""
    return isinstance(value, Cells) and not value.items


def _elements_of(value: Item) -> tuple[Item, ...] | None:
    """The elements of a set of numbers or of kinds; None where a value is none."""
    if _is_no_set(value):
        return ()
    if type(value) is range and len(value) <= LONGEST:
        return tuple(value)
    types = {type(each) for each in value} if type(value) is tuple else set()
    return value if type(value) is tuple and types in ({int}, {Kind}) else None


def _joined_elements(symbol: str, left: Item, right: Item) -> Item | None:
    """Two sets of numbers, or of kinds, as one; None where they are not."""
    one, other = _elements_of(left), _elements_of(right)
    if not one or other is None or (other and type(other[0]) is not type(one[0])):
        return None
    if symbol == "|":
        return gather((*one, *other))
    return gather(tuple(each for each in one if (each in other) == (symbol == "&")))


def _both_names(left: Item, right: Item) -> bool:
    """An option may have players and other names among its values; `none` is neither a cell nor a player."""
    if isinstance(left, Absence) or isinstance(right, Absence):
        return {type_of(left), type_of(right)} <= {CELL, PLAYER, KIND, NAME, NONE}
    return isinstance(left, Symbol | Player) and isinstance(right, Symbol | Player)


def unary(symbol: str, value: Item) -> Item:
    """`not value` or `-value`; raises Fault."""
    if symbol == "not" and isinstance(value, bool):
        return not value
    if symbol == "-" and type(value) is int:
        return _bounded(-value)
    raise Misplaced(symbol, (type_of(value),), operand_types(symbol, 1))


def _bounded(value: Item) -> Item:
    if type(value) is int and abs(value) > LARGEST:
        raise Fault("HG304", f"this number is beyond {LARGEST:,}")
    return value


def element(value: Item, index: Item) -> Item:
    """`value[index]`, an element of a list by its name, or counted from 0, or a cell of a set in its order; raises
    Fault."""
    if isinstance(value, Table):
        return _entry(value, index)
    held = value.items if isinstance(value, Cells) else value
    if type(held) is not tuple:
        raise misfit("`[…]`", LIST, type_of(value))
    if type(index) is not int:
        raise misfit("an index", NUMBER, type_of(index))
    if not 0 <= index < len(held):
        what, part = ("set", "cell") if isinstance(value, Cells) else ("list", "element")
        raise Fault("HG305", out_of_range(index, what, part, len(held)))
    return held[index]


def _entry(table: Table, key: Item) -> Item:
    """The item of a list with names; raises Fault."""
    if type_of(key) != type_of(table.keys[0]):
        raise misfit("this list", type_of(table.keys[0]), type_of(key))
    if key not in table.keys:
        name = key.name if isinstance(key, Symbol | Player) else ""
        raise Fault("HG305", f"the list has no `{name}`", f"add it: [{name}: …]")
    return table.items[table.keys.index(key)]


def tabled(names: Sequence[Item], items: tuple[Item, ...]) -> Table:
    """`[a: 1, b: 2]`: a list whose items have names; raises Fault."""
    types = {type_of(name) for name in names}
    if len(types) > 1 or not types <= {KIND, PLAYER, NAME}:
        raise Fault(CODE, mixed("a list with names", types), "the names are those of kinds, of players or of values")
    if len(set(names)) < len(names):
        raise Fault("HG305", "this list gives a name twice")
    return Table(tuple(names), listing(items))


def attribute(value: Item, node: tree.Attribute) -> Item:
    """`value.name`; raises Fault."""
    name = node.name.id
    if isinstance(value, Coordinate):
        if name in axes(value):
            return value[axes(value).index(name)]
        hint = no_attribute(node, axes(value), is_cell=True) or coordinate_hint(value)
        raise Fault("HG208", f"a cell has no `.{name}`", hint)
    if type_of(value) is KIND and name in ("own", "enemy", "neutral"):
        raise Fault("HG208", f"{KIND} has no `.{name}`", f"the player comes first: {name}.{node.of.span.text}")
    raise Fault("HG208", f"{type_of(value)} has no `.{name}`", no_attribute(node))


def _is_row(value: Item) -> TypeGuard[range | tuple[Item, ...]]:
    """Whether a value is a list or a range; a cell, a pair of numbers, is neither."""
    return type(value) in (range, tuple)


def elements(value: Item, asks: str = "`for`") -> tuple[Item, ...]:
    """What a quantifier or a loop, named by `asks`, runs over; raises Fault."""
    if isinstance(value, Cells):
        return value.items
    if isinstance(value, Shape):
        return value.cells
    if _is_row(value):
        if len(value) > LONGEST:
            raise Fault("HG304", f"this runs over {len(value):,} elements; the limit is {LONGEST:,}")
        return tuple(value)
    raise misfit(asks, "a set, a list or a range", type_of(value))


def gather(values: tuple[Item, ...]) -> Item:
    """`{a, b}`: a set of cells, or of numbers, kinds or names, which is a list in order; raises Fault."""
    if len(kinds := {*map(type, values)}) == 1 and (place := _IN_ORDER.get(kinds.pop())):
        return tuple(sorted({*values}, key=place))
    cells = [value for value in values if isinstance(value, Coordinate)]
    if len(cells) < len(values):
        other = next(value for value in values if not isinstance(value, Coordinate))
        raise misfit("a set in braces", "cells, numbers, names or kinds of piece", type_of(other), IN_BRACES)
    return Cells.of(cells)


_INDEX, _NAME = operator.attrgetter("index"), operator.attrgetter("name")
_IN_ORDER: Mapping[type, Callable[..., str | int]] = {Kind: _INDEX, Symbol: _NAME, int: int}


def listing(values: tuple[Item, ...]) -> tuple[Item, ...]:
    """`[a, b]`: a list, which may hold lists; raises Fault where it holds too much."""
    waiting, held = [values], 0
    while waiting:
        inside = waiting.pop()
        held += len(inside)
        if held > LONGEST:
            raise Fault("HG304", f"this list has more than {LONGEST:,} elements, counting those of the lists in it")
        waiting += (each for each in inside if type(each) is tuple)
    return values


def collect(values: tuple[Item, ...]) -> Item:
    """The elements that `{… for … in …}` gathered: a set where they are cells, else a list."""
    cells = [value for value in values if isinstance(value, Coordinate)]
    return Cells.of(cells) if len(cells) == len(values) else listing(values)


def _times(values: Sequence[int]) -> int:
    """Multiply numbers one after another, each result kept within the largest number."""
    return reduce(lambda one, other: max(-LARGEST, min(LARGEST, one * other)), values, 1)


AGGREGATES = dict[str, Callable[[Sequence[int]], int]](count=len, sum=sum, product=_times, largest=max, smallest=min)
"""What one number says about many, by the function's name; `count` takes elements of any type."""

NOTHING = {"product": 1}  # of nothing, others are 0
OF_NUMBERS = AGGREGATES.keys() - {"count"}
"""Those that take numbers, in a list or one by one."""


def aggregate(name: str, values: Sequence[int], nothing: int | None = None) -> int:
    """What an aggregate makes of numbers, `nothing` if there are none; raises Fault."""
    if nothing is None:
        nothing = NOTHING.get(name, 0)
    found = AGGREGATES[name](values) if values else nothing
    if abs(found) > LARGEST:
        raise Fault("HG304", f"this number is beyond {LARGEST:,}")
    return found


def look_up(name: str, table: Relation | Label, cell: Item) -> Item:
    """What a relation or a label holds for a cell, or a relation for any cell of a set; raises Fault."""
    if isinstance(cell, Cells) and isinstance(table, Relation):
        return Cells.of(near for each in cell.items for near in table.rows.get(each, Cells(())).items)
    if not isinstance(cell, Coordinate):
        raise misfit(f"`{name}`", CELL, type_of(cell))
    rows: Mapping[Coordinate, Item] = table.rows if isinstance(table, Relation) else table.values
    if cell not in rows:
        raise Fault("HG405", f"the cell ({cell.q}, {cell.r}) is not on the board")
    return rows[cell]


def _count(value: Item) -> int:
    if isinstance(value, Cells | Shape):
        return len(elements(value))
    if _is_row(value):
        return len(value)
    raise misfit("`count`", "a set of cells or a list", type_of(value))


def _aggregate_of(name: str) -> Callable[[Item], Item]:
    def work(value: Item) -> Item:
        numbers = value if _is_row(value) else () if isinstance(value, Cells) and not value.items else None
        if numbers is None:
            raise misfit(f"`{name}`", "a list or a set of numbers", type_of(value))
        other = next((each for each in numbers if type(each) is not int), None)
        if other is not None:
            raise misfit(f"`{name}`", "a list or a set of numbers", f"a list with {type_of(other)} in it")
        return aggregate(name, [each for each in elements(numbers) if type(each) is int])

    return work


FUNCTIONS = {
    function.name: function
    for function in (
        Function(
            "cell", (Parameter("q", NUMBER), Parameter("r", NUMBER)), Coordinate, CELL,
            "the cell at the coordinates (q, r)", "cell(2, 2) in own",
        ),
        Function(
            "runs", (Parameter("cells", CELLS), Parameter("n", NUMBER)), runs, LIST,
            "the cells of a set, in order, cut into n runs whose lengths are as equal as possible",
            "connects(own, runs(perimeter, 3))",
        ),
        Function(
            "count", (Parameter("cells", None),), _count, NUMBER,
            "how many cells, numbers or elements there are", "count(sides) == 4",
        ),
        *(
            Function(name, (Parameter("numbers", None),), _aggregate_of(name), NUMBER, doc, example)
            for name, doc, example in (
                ("sum", "the sum of some numbers", "sum([1, 2, 3]) == 6"),
                ("product", "the product of some numbers; 1 if there are none", "product([2, 3, 4]) == 24"),
                ("largest", "the largest of some numbers; 0 if there are none", "largest([1, 2, 3]) == 3"),
                ("smallest", "the smallest of some numbers; 0 if there are none", "smallest([1, 2, 3]) == 1"),
            )
        ),
    )
}  # fmt: skip
"""The functions on known values that need no board, by name; with the shapes of the hex grid."""


def shape_functions(shapes: Shapes) -> dict[str, Function]:
    """The functions that make the shapes of a grid or a tiling."""
    return {
        name: Function(
            name, tuple(Parameter(*each) for each in row.parameters), shapes.maker(name), SHAPE, row.cells, ""
        )
        for name, row in SHAPES.items()
    }


FUNCTIONS |= shape_functions(Shapes(HEX))
