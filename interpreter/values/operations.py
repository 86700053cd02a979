"""The operators and functions of the language on values known before play."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from .grid import HEX, Grid
from .hints import IN_BRACES, attribute_hint
from .shapes import Shape, Shapes
from .values import Cells, Coordinate, Fault, Function, Label, Player, Relation, Symbol, type_of

LARGEST = 2**31 - 1
"""Numbers stay within plus and minus this."""

LONGEST = 10_000
"""The most elements a list, a range or a set may have where each of them is looked at."""

_NUMBER, _TRUTH, _CELL, _CELLS, _SHAPE = "a number", "yes or no", "a cell", "a set of cells", "a shape"
_LIST = "a list"


def _nonzero(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def divide(left: int, right: int) -> int:
        if right == 0:
            raise Fault("HG304", "a division by zero")
        return function(left, right)

    return divide


def _both(left: Cells, right: Cells) -> Cells:
    kept = set(right.items)
    return Cells.of(cell for cell in left.items if cell in kept)


def _either(left: Cells, right: Cells) -> Cells:
    return Cells.of((*left.items, *right.items))


def _without(left: Cells, right: Cells) -> Cells:
    removed = set(right.items)
    return Cells.of(cell for cell in left.items if cell not in removed)


def _each_without(sides: tuple[Any, ...], removed: Cells) -> tuple[Cells, ...]:
    if not all(isinstance(side, Cells) for side in sides):
        raise Fault("HG302", "`without` takes a set of cells or a list of such sets")
    return tuple(_without(side, removed) for side in sides)


_BINARY: dict[str, list[tuple[str, str, Callable[[Any, Any], Any]]]] = {
    "+": [(_NUMBER, _NUMBER, operator.add), (_SHAPE, _SHAPE, operator.add)],
    "-": [(_NUMBER, _NUMBER, operator.sub), (_CELLS, _CELLS, _without), (_SHAPE, _SHAPE, operator.sub)],
    "without": [(_CELLS, _CELLS, _without), (_LIST, _CELLS, _each_without)],
    "at": [(_SHAPE, _CELL, Shape.at)],
    "turned": [(_SHAPE, _NUMBER, Shape.turned)],
    "*": [(_NUMBER, _NUMBER, operator.mul)],
    "/": [(_NUMBER, _NUMBER, _nonzero(operator.floordiv))],
    "mod": [(_NUMBER, _NUMBER, _nonzero(operator.mod))],
    "<": [(_NUMBER, _NUMBER, operator.lt)],
    ">": [(_NUMBER, _NUMBER, operator.gt)],
    "<=": [(_NUMBER, _NUMBER, operator.le)],
    ">=": [(_NUMBER, _NUMBER, operator.ge)],
    "and": [(_TRUTH, _TRUTH, lambda left, right: left and right)],
    "or": [(_TRUTH, _TRUTH, lambda left, right: left or right)],
    "&": [(_CELLS, _CELLS, _both), (_SHAPE, _SHAPE, operator.and_)],
    "|": [(_CELLS, _CELLS, _either)],
    "..": [(_NUMBER, _NUMBER, lambda first, last: range(first, last + 1))],
    "in": [
        (_CELL, _CELLS, lambda cell, cells: cell in cells.items),
        (_NUMBER, "a range of numbers", lambda number, numbers: number in numbers),
    ],
}
_EQUALITY: dict[str, Callable[[Any, Any], bool]] = {"==": operator.eq, "!=": operator.ne}


def operand_types(symbol: str) -> list[tuple[str, str]]:
    """The pairs of types an operator takes; empty for those that take any two alike."""
    return [(left, right) for left, right, _ in _BINARY.get(symbol, [])]


def binary(symbol: str, left: Any, right: Any) -> Any:
    """`left symbol right`; raises Fault."""
    if symbol in _EQUALITY:
        if type_of(left) != type_of(right) and not _both_names(left, right):
            raise Fault("HG302", f"{type_of(left)} is compared with {type_of(right)}")
        return _EQUALITY[symbol](left, right)
    if symbol == "in" and type(right) is tuple:
        return any(type(each) is type(left) and each == left for each in right)
    if symbol == "in" and isinstance(right, Cells) and not right.items:
        return False
    for left_type, right_type, function in _BINARY[symbol]:
        if (type_of(left), type_of(right)) == (left_type, right_type):
            return _bounded(function(left, right))
    raise Fault("HG302", f"`{symbol}` does not take {type_of(left)} and {type_of(right)}")


def _both_names(left: Any, right: Any) -> bool:
    """An option may have players and other names among its values."""
    return isinstance(left, Symbol | Player) and isinstance(right, Symbol | Player)


def unary(symbol: str, value: Any) -> Any:
    """`not value` or `-value`; raises Fault."""
    wanted = _TRUTH if symbol == "not" else _NUMBER
    if type_of(value) != wanted:
        raise Fault("HG302", f"`{symbol}` takes {wanted}, not {type_of(value)}")
    return not value if symbol == "not" else _bounded(-value)


def _bounded(value: Any) -> Any:
    if type(value) is int and abs(value) > LARGEST:
        raise Fault("HG304", f"a number beyond {LARGEST}")
    return value


def element(value: Any, index: Any) -> Any:
    """`value[index]`, counted from 0; raises Fault."""
    if type(value) is not tuple:
        raise Fault("HG302", f"{type_of(value)} has no elements to choose from with `[…]`")
    if type(index) is not int:
        raise Fault("HG302", f"an index is a number, not {type_of(index)}")
    if not 0 <= index < len(value):
        raise Fault("HG305", f"there is no element {index}: the list has {len(value)}, counted from 0")
    return value[index]


def attribute(value: Any, name: str) -> Any:
    """`value.name`; raises Fault."""
    if isinstance(value, Coordinate) and name in ("q", "r"):
        return getattr(value, name)
    raise Fault("HG208", f"{type_of(value)} has no `.{name}`", attribute_hint(type_of(value), name))


def elements(value: Any) -> tuple[Any, ...]:
    """What a quantifier runs over; raises Fault."""
    if isinstance(value, Cells):
        return value.items
    if type(value) in (range, tuple):
        if len(value) > LONGEST:
            raise Fault("HG304", f"a run over {len(value):,} elements; at most {LONGEST:,} are looked at")
        return tuple(value)
    raise Fault("HG302", f"{type_of(value)} has no elements to run over")


def gather(values: tuple[Any, ...]) -> Any:
    """`{a, b}`: a set of cells, or of numbers, which is a list in order; raises Fault."""
    if values and all(type(value) is int for value in values):
        return tuple(sorted(set(values)))
    for value in values:
        if not isinstance(value, Coordinate):
            raise Fault("HG302", f"a set in braces holds cells or numbers, not {type_of(value)}", IN_BRACES)
    return Cells.of(values)


def listing(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """`[a, b]`: a list, which may hold lists; raises Fault where it holds too much."""
    waiting, held = [values], 0
    while waiting:
        inside = waiting.pop()
        held += len(inside)
        if held > LONGEST:
            raise Fault("HG304", f"a list of more than {LONGEST:,} elements, those of the lists in it counted")
        waiting += (each for each in inside if type(each) is tuple)
    return values


def collect(values: tuple[Any, ...]) -> Any:
    """The elements that `{… for … in …}` gathered: a set where they are cells, else a list."""
    if all(isinstance(value, Coordinate) for value in values):
        return Cells.of(values)
    return listing(values)


def look_up(name: str, table: Relation | Label, cell: Any) -> Any:
    """What a relation or a label holds for a cell; raises Fault."""
    if not isinstance(cell, Coordinate):
        raise Fault("HG302", f"`{name}` takes a cell, not {type_of(cell)}")
    rows: dict[Coordinate, Any] = table.rows if isinstance(table, Relation) else table.values
    if cell not in rows:
        raise Fault("HG405", f"the cell ({cell.q}, {cell.r}) is not on the board")
    return rows[cell]


def _count(value: Any) -> int:
    if isinstance(value, Cells):
        return len(value.items)
    if type(value) in (range, tuple):
        return len(value)
    raise Fault("HG302", f"`count` takes a set of cells or a list, not {type_of(value)}")


FUNCTIONS = {
    function.name: function
    for function in (
        Function("cell", (_NUMBER, _NUMBER), Coordinate),
        Function("count", ("any",), _count),
    )
}

_SHAPES = {
    "rhombus": (_NUMBER,),
    "parallelogram": (_NUMBER, _NUMBER),
    "hexagon": (_NUMBER,),
    "triangle": (_NUMBER,),
    "disc": (_CELL, _NUMBER),
    "ring": (_CELL, _NUMBER),
    "map": ("a text",),
}


def shape_functions(grid: Grid) -> dict[str, Function]:
    """The functions that make the shapes of a grid."""
    shapes = Shapes(grid)
    return {name: Function(name, types, getattr(shapes, name)) for name, types in _SHAPES.items()}


FUNCTIONS |= shape_functions(HEX)


def call(function: Function, arguments: tuple[Any, ...]) -> Any:
    """A function's value; raises Fault."""
    for position, (wanted, value) in enumerate(zip(function.parameters, arguments, strict=True), 1):
        if wanted not in ("any", type_of(value)):
            raise Fault(
                "HG302", f"`{function.name}` takes {wanted} as its {_ORDINALS[position]} argument, not {type_of(value)}"
            )
    return function.apply(*arguments)


_ORDINALS = ("", "first", "second", "third", "fourth")
