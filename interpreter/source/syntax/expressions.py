"""Nodes of the tree, and those of expressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property

from ...diagnostics.text import Span
from ...record import Record


class Node(Record):
    """A node: its fields are in the order of the text, and `span` does not count when nodes are compared."""

    span: Span = field(compare=False, repr=False, kw_only=True)

    @cached_property
    def children(self) -> tuple[Node, ...]:
        """The nodes directly below this one, in the order of the text."""
        found: list[Node] = []
        for value in self.parts():
            if isinstance(value, Node):
                found.append(value)
            elif isinstance(value, tuple):
                found += [item for item in value if isinstance(item, Node)]
        return tuple(found)

    @property
    def below(self) -> Iterator[Node]:
        """This node and all below it, in the order of the text."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.children[::-1])


# Expressions


class Name(Node):
    """A name."""

    id: str


class Number(Node):
    """A whole number."""

    value: int


class Text(Node):
    """A text, without its quotes."""

    value: str


class Operator(Node):
    """The sign or word of an operator."""

    symbol: str


class Conditional(Node):
    """`if TEST then VALUE else VALUE`."""

    test: Expression
    then: Expression
    other: Expression


class Binder(Node):
    """`x in ELEMENTS`: a name and what it runs over."""

    name: Name
    domain: Expression


class Quantified(Node):
    """`some` or `every` combination of elements, the last name changing fastest."""

    kind: str
    binders: tuple[Binder, ...]
    body: Expression


class Binary(Node):
    """Two operands with an operator between them."""

    left: Expression
    operator: Operator
    right: Expression


class Unary(Node):
    """`not` or `-` with its operand."""

    operator: Operator
    value: Expression


class Attribute(Node):
    """`VALUE.NAME`."""

    of: Expression
    name: Name


class Index(Node):
    """`VALUE[INDEX]`."""

    of: Expression
    index: Expression


class Named(Node):
    """An argument with its name: `odd: seams`."""

    name: Name
    value: Expression


class Call(Node):
    """A function with its arguments."""

    function: Name
    arguments: tuple[Expression | Named, ...]

    @property
    def plain(self) -> tuple[Expression, ...]:
        """The positional arguments."""
        return tuple(argument for argument in self.arguments if not isinstance(argument, Named))

    @property
    def named(self) -> dict[str, Named]:
        """The arguments given by name, by their names."""
        return {argument.name.id: argument for argument in self.arguments if isinstance(argument, Named)}


class Series(Node):
    """A list `[a, b]`, or one whose items have names: `[a: 1, b: 2]`."""

    items: tuple[Expression | Named, ...]

    @property
    def plain(self) -> tuple[Expression, ...]:
        """The items, without their names."""
        return tuple(item.value if isinstance(item, Named) else item for item in self.items)


class Braces(Node):
    """A set `{a, b}`."""

    items: tuple[Expression, ...]


class Gathered(Node):
    """`{element for x in ELEMENTS, … where …}`."""

    element: Expression
    binders: tuple[Binder, ...]
    where: Expression | None


class Aggregate(Node):
    """`sum(element for x in ELEMENTS, … where … otherwise …)`."""

    function: Name
    element: Expression
    binders: tuple[Binder, ...]
    where: Expression | None
    otherwise: Expression | None


Running = Quantified | Gathered | Aggregate
"""What runs over elements."""

Expression = (
    Name
    | Number
    | Text
    | Conditional
    | Quantified
    | Binary
    | Unary
    | Attribute
    | Index
    | Call
    | Series
    | Braces
    | Gathered
    | Aggregate
)
