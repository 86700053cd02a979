"""Walking over the rules: everything in a node, what all of it may do, and how large it is."""

from __future__ import annotations

from collections.abc import Iterator

from ..record import Record
from .traits import Node, Traits, united


def everything(value: object) -> Iterator[Node]:
    """Yield a value of the IR and everything in it, except the numbers in tables.

    Raises TypeError for a record that is not a node, since it has no traits.
    """
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Node):
            yield value
            waiting.extend(reversed(value.parts()))
        elif isinstance(value, tuple) and value and type(value[0]) is not int:
            waiting.extend(reversed(value))
        elif isinstance(value, Record):
            raise TypeError(f"{type(value).__name__} is no node of the rules")


def traits_of(value: object) -> Traits:
    """Everything that a value of the IR may do, with all that it is made of."""
    return united(node.traits for node in everything(value))


def size(value: object) -> int:
    """The number of nodes in a value of the IR, each counted wherever it occurs; tables of numbers count as none."""
    if isinstance(value, tuple):
        return sum(size(each) for each in value if isinstance(each, Record))
    if not isinstance(value, Record):
        return 0
    known = value.__dict__.get("size")
    if known is None:
        known = value.__dict__["size"] = 1 + sum(map(size, value.parts()))
    return int(known)


def depth(value: object) -> int:
    """The levels of nodes in a value of the IR."""
    if isinstance(value, tuple):
        return max((depth(each) for each in value if isinstance(each, Record)), default=0)
    if not isinstance(value, Record):
        return 0
    known = value.__dict__.get("depth")
    if known is None:
        known = value.__dict__["depth"] = 1 + max(map(depth, value.parts()), default=0)
    return int(known)
