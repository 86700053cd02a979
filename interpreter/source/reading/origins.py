"""Where the values in a problem come from: the declarations of its words, a few steps back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ..syntax import tree
from ..syntax.vocabulary import Place, words

ABOUT_TYPES = frozenset({"HG302"})
"""The codes of problems with known words of the wrong type, which their declarations explain."""

ABOUT_VALUES = frozenset({"HG304", "HG305", "HG402", "HG405", "HG406", "HG410", "HG412", "HG413", "HG414", "HG502"})
"""The codes of problems with a value, whose cause may lie several declarations back."""

MOST_ORIGINS = 3
"""How many declarations are shown with a problem."""

MOST_TRACED = 50
"""How many problems are traced."""

_OF_THE_SHAPE = frozenset(words(Place.REGION))
"""The regions that a shape gives."""

_SHAPE = "shape"
"""The name under which the shape is kept: a keyword, so no declared name can clash with it."""


def with_origins(found: tuple[Diagnostic, ...], file: tree.File) -> tuple[Diagnostic, ...]:
    """Add the declarations of its words to each problem about values that marks no other place and has no fix."""
    if not any(map(_asks, found)):
        return found
    origins = _Origins(file)
    asking = [each for each in found if _asks(each)]
    related = {id(each): origins.of(each) for each in asking[:MOST_TRACED]}
    return tuple(each.copy_with(related=related.get(id(each), each.related)) for each in found)


def _asks(each: Diagnostic) -> bool:
    is_open = not each.related and each.replacement is None
    return is_open and each.code in ABOUT_VALUES | ABOUT_TYPES and each.span is not None


class _Meaning(NamedTuple):
    """A declared name, its value and its scope; None is the whole file."""

    name: str
    mark: Span
    value: tree.Node
    scope: Span | None = None

    def is_apart_from(self, span: Span) -> bool:
        """Whether it is on another line than a span, and so worth showing."""
        return self.mark.line != span.line and not self.mark.within(span)


class _Origins:
    def __init__(self, file: tree.File) -> None:
        nodes = list(file.below)
        self._names = sorted((node for node in nodes if isinstance(node, tree.Name)), key=_start)
        found = [*map(_declared, nodes), *map(_local, nodes)]
        self._meanings = [meaning for meaning in found if meaning is not None]

    def of(self, each: Diagnostic) -> tuple[tuple[Span, str], ...]:
        """The declarations of a problem's words, and if it is about a value, of the words in those in turn."""
        assert each.span is not None
        deep = each.code in ABOUT_VALUES
        known: list[_Meaning] = []
        waiting = [each.span]
        while waiting and len(known) < MOST_ORIGINS:
            found = self._in(waiting.pop(0), deep)
            new = [meaning for meaning in found if meaning not in known and meaning.is_apart_from(each.span)]
            known += new
            waiting += (meaning.value.span for meaning in new if deep)
        return tuple((meaning.mark, f"`{meaning.name}` is given here") for meaning in known[:MOST_ORIGINS])

    def _in(self, span: Span, or_shape: bool) -> Iterator[_Meaning]:
        """The declarations of the words in a span."""
        first = bisect_left(self._names, span.start, key=_start)
        last = bisect_left(self._names, span.end, key=_start)
        words = {name.id for name in self._names[first:last] if name.span.source is span.source}
        if or_shape and words & _OF_THE_SHAPE:
            words.add(_SHAPE)
        for meaning in self._meanings:
            if meaning.name in words and (meaning.scope is None or span.within(meaning.scope)):
                yield meaning


def _start(name: tree.Name) -> int:
    return name.span.start


def _declared(node: tree.Node) -> _Meaning | None:
    match node:
        case tree.Option():
            return _Meaning(node.name.id, node.name.span, node.default)
        case tree.Let() | tree.Region():
            return _Meaning(node.name.id, node.name.span, node.value)
        case tree.Define():
            return _Meaning(node.name.id, node.name.span, node.body)
        case tree.Shape():
            return _Meaning(_SHAPE, node.value.span, node.value)
        case _:
            return None


def _local(node: tree.Node) -> _Meaning | None:
    if isinstance(node, tree.Quantified | tree.Gathered | tree.Aggregate):
        return _Meaning(node.name.id, node.domain.span, node.domain, node.span)
    return None
