"""What an expression can be worth before play begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from enum import Enum
from functools import cached_property
from typing import Final, TypeAlias, TypeGuard, overload

from ..record import Record
from ..source.syntax import tree
from . import types
from .cells import Bond, Cells, Coordinate, Fault, Spot
from .shapes import Shape
from .types import Type

__all__ = [
    "ABSENCE", "LARGE", "WRONG", "Absence", "Cells", "Code", "Coordinate", "Definition", "EdgeRef", "Fault", "Function",
    "Item", "Kind", "Known", "Label", "Meaning", "Nobody", "Nothing", "Operative", "Parameter", "Player", "Relation",
    "Routine", "SeamRef", "Sound", "Spot", "Symbol", "Table", "Undecided", "Value", "Worth", "Wrong", "bare", "is_item",
    "type_named", "type_of", "weigh", "weight", "worth",
]  # fmt: skip


class Symbol(Record):
    """A name that stands for itself: a value of an option."""

    name: str


class Absence(Symbol):
    """No cell and no player. Among names it is one of them."""


ABSENCE = Absence("none")


class Kind(Symbol):
    """A kind of piece, by its place among those of the sheet."""

    index: int


class Player(Record):
    """A colour, by its place in the order of play."""

    index: int
    name: str


class Nobody(Player):
    """Whose pieces belong to no player: it owns pieces, but decides nothing and has nothing else."""


class EdgeRef(Record):
    """One coloured border segment of the board, by its index."""

    index: int


class SeamRef(Record):
    """A place where the board was glued, by its bit in labels."""

    bit: int


class Relation:
    """A set of cells for each cell, worked out when it is first asked for; that may raise Fault.

    `steps` are those that lead to the cells, if it is made of steps. `along`, of the relation of the cells on straight
    lines, gives that of the cells on lines along another relation.
    """

    def __init__(
        self,
        make: Callable[[], dict[Coordinate, Cells]],
        steps: tuple[Coordinate, ...] | None = None,
        along: Callable[[Relation], Relation] | None = None,
    ) -> None:
        self._make, self.steps, self.along = make, steps, along

    @cached_property
    def rows(self) -> dict[Coordinate, Cells]:
        """For each cell, the cells it is related to; computed once."""
        return self._make()


def both(left: Cells, right: Cells) -> Cells:
    """Return the cells of two sets that are in both."""
    kept = set(right.items)
    return Cells.of(cell for cell in left.items if cell in kept)


def either(left: Cells, right: Cells) -> Cells:
    """Return the cells of two sets together."""
    return Cells.of((*left.items, *right.items))


def without(left: Cells, right: Cells) -> Cells:
    """Return the cells of a set that are not in another."""
    removed = set(right.items)
    return Cells.of(cell for cell in left.items if cell not in removed)


def joining(join: Callable[[Cells, Cells], Cells]) -> Callable[[Relation, Relation], Relation]:
    """Return what joins two relations: for each cell, what they hold; and their steps, where both are made of steps."""

    def work(left: Relation, right: Relation) -> Relation:
        steps = None
        if left.steps is not None and right.steps is not None:
            steps = join(Cells(left.steps), Cells(right.steps)).items
        return Relation(lambda: {cell: join(near, right.rows[cell]) for cell, near in left.rows.items()}, steps)

    return work


class Label:
    """A value for each cell."""

    def __init__(self, values: dict[Coordinate, Item]) -> None:
        self.values = values


class Table(Record):
    """A list whose items have names instead of numbers: kinds, players or other names, all of one type."""

    keys: tuple[Item, ...]
    items: tuple[Item, ...]


Item: TypeAlias = (
    "int | str | Symbol | Player | Coordinate | Cells | EdgeRef | SeamRef | Relation | Label | Table | range | Shape"
    " | tuple[Item, ...]"
)
"""One value that is fixed before play; `yes` and `no` are booleans."""


class Known(Record):
    """A value that is fixed before play: one for all (length 1), or one for each player who may be `own`."""

    values: tuple[Item, ...]

    def __init__(self, values: tuple[Item, ...]) -> None:
        self.__dict__["values"] = values

    @classmethod
    def always(cls, value: Item) -> Known:
        """The same value for all players."""
        return cls((value,))

    def of(self, player: int) -> Item:
        """The value where `own` is the player of this number."""
        return self.values[player if len(self.values) > 1 else 0]

    @property
    def type(self) -> Type:
        """The type of the value; where it is `none` for some who may be `own`, that of the others."""
        kind = type_of(self.values[0])
        if kind is not types.NONE:
            return kind
        return next((type_of(value) for value in self.values if value != ABSENCE), kind)


class Code(Record):
    """A value that play decides; `ir` is its expression or set of cells in the rules' own terms."""

    type: Type
    ir: Record
    cells: Callable[[], Value] | None = field(compare=False, kw_only=True)
    """For a selection of cells: makes the set of those selected."""

    items: tuple[Known | Code, ...] = field(compare=False, kw_only=True)
    """What a list holds."""

    chosen: tuple[tuple[Known | Code, Known | Code], ...] = field(compare=False, kw_only=True)
    """For a selection of known elements: the condition under which each is in it, and the element."""

    keys: tuple[Item, ...] = field(compare=False, kw_only=True)
    """What a list is read by, if not by numbers from 0."""

    def __init__(
        self,
        type: Type,  # noqa: A002 - as the field
        ir: Record,
        cells: Callable[[], Value] | None = None,
        items: tuple[Known | Code, ...] = (),
        chosen: tuple[tuple[Known | Code, Known | Code], ...] = (),
        keys: tuple[Item, ...] = (),
    ) -> None:
        fields = self.__dict__
        fields["type"], fields["ir"], fields["cells"], fields["items"] = type, ir, cells, items
        fields["chosen"], fields["keys"] = chosen, keys


class Undecided(Record):
    """The value of an option that chance draws at the start of play, among others."""

    option: str
    among: tuple[Item, ...]


class Nothing(Record):
    """What a word means where it means nothing: the problem to report."""

    code: str
    message: str
    help: str = ""
    of_each: str = ""
    """What each has one of its own: `cell` or `piece`."""


class Wrong(Enum):
    """An expression that was reported already: whatever uses it stays silent."""

    WRONG = "wrong"

    def __repr__(self) -> str:
        return "WRONG"


WRONG: Final = Wrong.WRONG
Worth = Known | Code
"""What an expression is worth where nothing is wrong with it."""

Value = Worth | Wrong
"""What an expression is worth."""

Sound: TypeAlias = "Item | Known | Code"
"""What an expression is worth, where a value known to be one for all players stands for itself, which is quicker."""

Found: TypeAlias = "Item | Known | Code | Wrong"
"""The same, or that something is wrong with it."""

_NO_ITEMS = frozenset({Known, Code, Wrong})


@overload
def worth(found: Sound) -> Worth:
    """What is not wrong is worth something."""


@overload
def worth(found: Found) -> Value:
    """What may be wrong may be worth nothing."""


def worth(found: Found) -> Value:
    """What an expression is worth that was found to be so."""
    return found if found.__class__ in _NO_ITEMS else Known((found,))  # type: ignore[return-value, arg-type]


def bare(value: Value) -> Found:
    """A value that is one for all players by itself; any other as it is."""
    return value.values[0] if isinstance(value, Known) and len(value.values) == 1 else value


_TYPES: dict[type, Type] = {
    bool: types.TRUTH,
    int: types.NUMBER,
    Symbol: types.NAME,
    Absence: types.NONE,
    str: types.TEXT,
    Kind: types.KIND,
    Player: types.PLAYER,
    Nobody: types.NOBODY,
    Coordinate: types.CELL,
    Spot: types.CELL,
    Bond: types.CELL,
    Cells: types.CELLS,
    EdgeRef: types.EDGE,
    SeamRef: types.SEAM,
    Relation: types.RELATION,
    Label: types.LABEL,
    Table: types.TABLE,
    range: types.RANGE,
    tuple: types.LIST,
}


def type_of(value: object) -> Type:
    """The type of a known value; two values are comparable when theirs are the same."""
    return _TYPES.get(type(value), types.SHAPE)


_ITEMS = frozenset({*_TYPES, Shape})


def is_item(meaning: object) -> TypeGuard[Item]:
    """Whether something is a known value by itself."""
    return type(meaning) in _ITEMS


LARGE = frozenset({Cells, Shape, tuple})
"""What may be so large that its size costs steps."""


def weight(value: object) -> int:
    """Return the steps that a value's size costs."""
    if type(value) is Cells:
        return len(value.items) // 4
    if type(value) is Shape:
        return len(value.cells)
    return len(value) // 10 if type(value) is tuple else 0


def weigh(found: Found) -> int:
    """The same of what was found, whoever it is for."""
    return sum(map(weight, found.values)) if isinstance(found, Known) else weight(found) if is_item(found) else 0


def type_named(kind: type) -> Type:
    """The type whose values are of a Python class."""
    return _TYPES.get(kind, types.SHAPE)


class Parameter(Record):
    """A parameter of a function on known values: its name in the reference, and its type; None takes any."""

    name: str
    type: Type | None


class Function(Record):
    """A function of the language on known values, with its line in the reference."""

    name: str
    parameters: tuple[Parameter, ...]
    apply: Callable[..., Item]
    result: Type
    doc: str
    example: str
    named: tuple[Parameter, ...] = ()
    """Parameters that may be left out; `apply` takes those that are given after the others."""

    @property
    def signature(self) -> str:
        """How it is written: `cell(q, r)`."""
        return f"{self.name}({', '.join(parameter.name for parameter in self.parameters)})"


class Definition(Record):
    """A `define` of the file, applied by putting its arguments in place."""

    tree: tree.Define


class Routine(Record):
    """An `effect` of the file, put in place where it is used."""

    tree: tree.Effect


class Operative:
    """A function that rules add: what it makes of its arguments, play decides."""


Meaning = Value | Function | Definition | Routine | Operative | Undecided | Nothing
"""What a name can stand for."""


def is_given(meaning: Meaning | None) -> bool:
    """Whether a name stands for a function of the language."""
    return isinstance(meaning, Function | Operative)
