"""The typed program: functions of integers of 64 bits, a few floats, vectors, and tables of constants.

Expressions have no names but those of variables, and each knows its type. Parts are evaluated from left to right, as in
Python. Statements are those of Python with one meaning each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias, TypeVar, cast

from ..record import Record

INT, FLOAT, TRUTH = "i64", "f64", "i1"
"""An integer of 64 bits; a float of 64 bits; 0 or 1."""

DONE, OUT_OF_TIME, IMPOSSIBLE, OUTSIDE = range(4)
"""How an entry ends: it has come to its end; no time was left; what was given is not possible; an index left its vector
or table, which is only seen if indexes are checked."""


class Vector(Record):
    """A parameter's type: numbers side by side. An element is `i` or `u` for signed or not, and its bits.

    In `naturals` no number is ever negative. An index that begins with a place, as in `S[FREE + i]`, stays in its run;
    one that begins with none, as in `S[c]`, stays in the first. Where it is shared, many run at once, and all only add
    to its numbers."""

    element: str
    naturals: tuple[range, ...] = ()
    is_shared: bool = False


class Matrix(Record):
    """A parameter's type: rows of equally many numbers, one for each game."""

    element: str
    width: int
    naturals: tuple[range, ...] = ()

    @property
    def row(self) -> Vector:
        """The type of a row."""
        return Vector(self.element, self.naturals)


Type: TypeAlias = str | Vector | Matrix
MADE = "#"
"""What the names of variables have that sharing makes of numbers, such as places in a state."""


def is_made(name: str) -> bool:
    """Whether a variable stands for a number that differs from place to place of a program."""
    return MADE in name


# Expressions


class Constant(Record):
    """An integer, or 0 or 1 as a truth."""

    value: int
    type: str = INT


class Real(Record):
    """A float."""

    value: float
    type: ClassVar[str] = FLOAT


class Variable(Record):
    """A parameter or a local variable; as an argument it may be a vector."""

    name: str
    type: Type


class Unary(Record):
    """`ones`, how many bits of an integer are 1; `sqrt`; `real`, an integer as a float; `truth`, whether it is not 0.

    A `truth` has the type of a truth, `ones` that of an integer, the others that of a float."""

    op: str
    a: Expression
    type: str


class Binary(Record):
    """`+ - * & | ^ << >> // %` of integers; `+ - * /` of floats."""

    op: str
    a: Expression
    b: Expression
    type: str


class Compare(Record):
    """`< <= > >= == !=` of two integers or two floats."""

    op: str
    a: Expression
    b: Expression
    type: ClassVar[str] = TRUTH


class Both(Record):
    """`and` or `or` of truths; the second is evaluated only where it decides."""

    op: str
    a: Expression
    b: Expression
    type: ClassVar[str] = TRUTH


class Not(Record):
    """Whether a truth does not hold."""

    a: Expression
    type: ClassVar[str] = TRUTH


class Choice(Record):
    """One of two values; only that one is evaluated."""

    test: Expression
    a: Expression
    b: Expression
    type: str


class Load(Record):
    """A number of a vector."""

    vector: str
    index: Expression
    type: ClassVar[str] = INT


class Entry(Record):
    """A number of a table: at level 0 those that it holds, at level k where the rows of depth k begin."""

    table: str
    level: int
    index: Expression
    type: ClassVar[str] = INT


class Length(Record):
    """How many numbers a vector has, or how many rows a matrix."""

    vector: str
    type: ClassVar[str] = INT


class Window(Record):
    """A row of a matrix, as an argument."""

    matrix: str
    index: Expression
    type: Vector
    width: int


class Call(Record):
    """A call of a function with one result, or, in `Bind`, with any number of them."""

    function: str
    arguments: tuple[Expression, ...]
    type: str


Expression: TypeAlias = (
    Constant | Real | Variable | Unary | Binary | Compare | Both | Not | Choice | Load | Entry | Length | Window | Call
)

# Statements


class Set(Record):
    """Give a variable a value."""

    name: str
    value: Expression


class Store(Record):
    """Put a number into a vector: as many of its bits as an element has."""

    vector: str
    value: Expression
    index: Expression


class Copy(Record):
    """Copy numbers from one vector into another, as if all were read before any is written."""

    to: str
    at: Expression
    of: str
    begin: Expression
    count: Expression


class If(Record):
    """One of two blocks."""

    test: Expression
    then: Block
    other: Block


class While(Record):
    """A block as long as a test holds."""

    test: Expression
    body: Block


class For(Record):
    """A block for each number from `low` to before `high`, in steps that are a constant; bounds are evaluated once."""

    name: str
    low: Expression
    high: Expression
    step: int
    body: Block


class Jump(Record):
    """`break` or `continue`."""

    word: str


class Return(Record):
    """Return values, as many as the function has results."""

    values: tuple[Expression, ...]


class Bind(Record):
    """Call a function and give its results names; none where they are not used."""

    names: tuple[str, ...]
    call: Call


class Look(Record):
    """End if no time is left."""


class Raise(Record):
    """End: what was given is not possible."""


Statement: TypeAlias = Set | Store | Copy | If | While | For | Jump | Return | Bind | Look | Raise
Block: TypeAlias = tuple[Statement, ...]


@dataclass
class Function:
    """A function; `parameters` are in order, `types` those of its parameters and local variables.

    `lengths` are the vectors whose length it asks for, itself or in what it calls. It may end before it returns if it
    looks at the clock, raises, or calls what may end.
    """

    name: str
    parameters: tuple[str, ...]
    types: dict[str, Type]
    body: Block = ()
    results: tuple[str, ...] = ()
    lengths: list[str] = field(default_factory=list)
    may_end: bool = False
    lines: dict[int, int] = field(default_factory=dict)
    """The lines of the text in which statements stand, by their identities, as they were read."""

    @property
    def vectors(self) -> dict[str, Vector | Matrix]:
        """The parameters that are vectors or matrices."""
        return {name: kind for name in self.parameters if not isinstance(kind := self.types[name], str)}


# All nodes

Part = TypeVar("Part")

LOCAL = frozenset(("name", "names", "vector", "matrix", "to", "of"))
"""The fields of nodes that hold names of parameters and local variables."""


def walk(part: object) -> Iterator[Record]:
    """Give all nodes of a node or a block, wholes before parts, in the order in which they stand."""
    waiting = [part]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            waiting.extend(reversed(each))
        elif isinstance(each, Record) and not isinstance(each, (Vector, Matrix)):
            yield each
            waiting.extend(reversed(each.parts()))


def mapped(part: Part, change: Callable[[object], object]) -> Part:
    """Return a node or a block with a function applied to each of its nodes, in order, parts before wholes."""
    return cast("Part", _mapped(part, change))


def _mapped(part: object, change: Callable[[object], object]) -> object:
    if isinstance(part, tuple):
        parts = tuple([_mapped(each, change) for each in part])
        return part if all(one is other for one, other in zip(parts, part, strict=True)) else parts
    if not isinstance(part, Record) or isinstance(part, (Vector, Matrix)):
        return part
    before = part.parts()
    after = _mapped(before, change)
    assert isinstance(after, tuple)
    return change(part if after is before else type(part)(*after))
