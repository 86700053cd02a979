"""Where the values come from that a problem is about: what its words were declared as, a few steps back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ..syntax import tree
from ..syntax.vocabulary import Place, words

ABOUT_TYPES = frozenset({"HG302"})
"""The codes of problems in which the words are known and mean the wrong kind of thing: their declarations tell why."""

ABOUT_VALUES = frozenset({"HG304", "HG305", "HG402", "HG405", "HG406", "HG410", "HG412", "HG413", "HG414", "HG502"})
"""The codes of problems in which a value does not fit: the cause may lie several declarations back."""

MOST_ORIGINS = 3
"""So many declarations are shown."""

MOST_TRACED = 50
"""Of so many problems it is looked for where their values come from."""

_OF_THE_SHAPE = frozenset(words(Place.REGION))
"""The regions that a shape gives."""

_SHAPE = "shape"
"""What the shape is called: a word that can be no name."""


def with_origins(found: tuple[Diagnostic, ...], file: tree.File) -> tuple[Diagnostic, ...]:
    """The problems about values, with where their words were given a meaning unless something else is marked, or a
    sure remedy is known."""
    if not any(map(_asks, found)):
        return found
    origins = _Origins(file)
    asking = [each for each in found if _asks(each)]
    related = {id(each): origins.of(each) for each in asking[:MOST_TRACED]}
    return tuple(replace(each, related=related.get(id(each), each.related)) for each in found)


def _asks(each: Diagnostic) -> bool:
    is_open = not each.related and each.replacement is None
    return is_open and each.code in ABOUT_VALUES | ABOUT_TYPES and each.span is not None


class _Meaning(NamedTuple):
    """A name that is given a meaning, what it is given, and where it means that; None where it is everywhere."""

    name: str
    mark: Span
    value: tree.Node
    scope: Span | None = None

    def is_apart_from(self, span: Span) -> bool:
        """Whether it is worth showing beside a part of the text: it stands on another line."""
        return self.mark.line != span.line and not self.mark.within(span)


class _Origins:
    def __init__(self, file: tree.File) -> None:
        nodes = list(file.below)
        self._names = sorted((node for node in nodes if isinstance(node, tree.Name)), key=_start)
        found = [*map(_declared, nodes), *map(_local, nodes)]
        self._meanings = [meaning for meaning in found if meaning is not None]

    def of(self, each: Diagnostic) -> tuple[tuple[Span, str], ...]:
        """The declarations of a problem's words; where it is about a value, also those of the words in these."""
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
        """What the words in a part of the text mean."""
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
    return None


def _local(node: tree.Node) -> _Meaning | None:
    if isinstance(node, tree.Quantified | tree.Gathered):
        return _Meaning(node.name.id, node.domain.span, node.domain, node.span)
    return None
