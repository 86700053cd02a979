"""Walking over the rules: everything in a node, what all of it may do, and how large it is."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TypeVar

from .traits import Node, Traits, nodes_in, united

_Answer = TypeVar("_Answer")


def everything(value: object) -> Iterator[Node]:
    """Yield a node, or the nodes in tuples, and everything in them.

    Raises TypeError for a record that is not a node, since it has no traits.
    """
    waiting = [*nodes_in(value)][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children[::-1])


def traits_of(value: object) -> Traits:
    """Everything that a value of the IR may do, with all that it is made of."""
    return united(node.traits for node in everything(value))


def size(value: object) -> int:
    """Return the number of nodes in a value of the IR, each counted wherever it occurs."""
    return sum(map(_size, nodes_in(value)))


def depth(value: object) -> int:
    """Return the levels of nodes in a value of the IR."""
    return max(map(_depth, nodes_in(value)), default=0)


def remembered(question: Callable[[Node], _Answer]) -> Callable[[Node], _Answer]:
    """Keep each node's answer to a question in the node: nodes are shared, and a walk is to visit each of them once."""
    name = f"{question.__module__}.{question.__name__}"

    @functools.wraps(question)
    def ask(node: Node) -> _Answer:
        known = node.__dict__
        if name not in known:
            known[name] = question(node)
        answer: _Answer = known[name]
        return answer

    return ask


@remembered
def everything_in(node: Node) -> tuple[Node, ...]:
    """Return a node and everything in it, worked out once: for rules as a whole, which many questions walk through."""
    return tuple(everything(node))


@remembered
def _size(node: Node) -> int:
    return 1 + sum(map(_size, node.children))


@remembered
def _depth(node: Node) -> int:
    return 1 + max(map(_depth, node.children), default=0)
