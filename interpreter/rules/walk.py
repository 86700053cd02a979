"""Walking over the rules: everything in a node, what all of it may do, and how large it is."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TypeVar

from ..record import Record
from .traits import Node, Traits, united

_Answer = TypeVar("_Answer")


def everything(value: object) -> Iterator[Node]:
    """Yield a value of the IR and everything in it, except the numbers and words in tables.

    Raises TypeError for a record that is not a node, since it has no traits.
    """
    waiting = [*nodes_in(value)][::-1]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Node):
            raise TypeError(f"{type(node).__name__} is no node of the rules")
        yield node
        waiting.extend(below(node)[::-1])


def traits_of(value: object) -> Traits:
    """Everything that a value of the IR may do, with all that it is made of."""
    return united(node.traits for node in everything(value))


def size(value: object) -> int:
    """Return the number of nodes in a value of the IR, each counted wherever it occurs; tables of numbers have none."""
    return _size(value) if isinstance(value, Record) else sum(map(_size, nodes_in(value)))


def depth(value: object) -> int:
    """Return the levels of nodes in a value of the IR."""
    return _depth(value) if isinstance(value, Record) else max(map(_depth, nodes_in(value)), default=0)


def nodes_in(value: object) -> Iterator[Record]:
    """Yield a node itself, or the nodes in a tuple and in the tuples in it, but for tables of numbers."""
    if isinstance(value, Record):
        yield value
    elif isinstance(value, tuple) and not _is_table(value):
        for each in value:
            yield from nodes_in(each)


def _is_table(value: tuple[object, ...]) -> bool:
    """Whether a tuple is of numbers and words, or of tuples, however deep, that begin and end with them; or of
    nothing."""
    return all(_is_plain_first(value, step) is not False for step in (1, -1))


def _is_plain_first(value: tuple[object, ...], step: int) -> bool | None:
    """Whether the first thing in a tuple, or in the tuples in it, is a number or a word, from its beginning (1) or its
    end (-1); None if there is nothing."""
    for each in value if step == 1 else reversed(value):
        found = _is_plain_first(each, step) if type(each) is tuple else type(each) in _PLAIN
        if found is not None:
            return found
    return None


_PLAIN = (int, str)


def remembered(question: Callable[[Record], _Answer]) -> Callable[[Record], _Answer]:
    """Keep each node's answer to a question in the node: nodes are shared, and a walk is to visit each of them once."""
    name = f"{question.__module__}.{question.__name__}"

    @functools.wraps(question)
    def ask(node: Record) -> _Answer:
        known = node.__dict__
        if name not in known:
            known[name] = question(node)
        answer: _Answer = known[name]
        return answer

    return ask


@remembered
def below(node: Record) -> tuple[Record, ...]:
    """Return the nodes in the fields of a node, in their order."""
    return tuple(found for part in node.parts() for found in nodes_in(part))


@remembered
def everything_in(node: Record) -> tuple[Node, ...]:
    """Return a node and everything in it, worked out once: for rules as a whole, which many questions walk through."""
    return tuple(everything(node))


@remembered
def _size(node: Record) -> int:
    return 1 + sum(map(_size, below(node)))


@remembered
def _depth(node: Record) -> int:
    return 1 + max(map(_depth, below(node)), default=0)
