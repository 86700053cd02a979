"""How far the parser is at a place in a text, whatever is wrong before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ....source.syntax.automaton import Automaton, Stack, openings
from ....source.syntax.grammar import pattern
from ....source.syntax.row import ITEMS, Place
from ....source.syntax.vocabulary import mark, terminals


@dataclass(frozen=True)
class Word:
    """A word or sign of a text, with the parser's stack before it and the list of items in which it stands."""

    terminal: str
    text: str
    start: int
    stack: Stack
    place: Place

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


@cache
def _automaton() -> Automaton:
    return Automaton()


@dataclass(frozen=True)
class Reading:
    """The words up to a place, and the parser's stack there; `is_quiet` says that it is in a comment or a text."""

    words: tuple[Word, ...]
    stack: Stack
    place: Place
    is_quiet: bool = False

    @property
    def item(self) -> str:
        """The terminal of the item or statement that is being written."""
        return next((word.terminal for word in reversed(self.words) if word.terminal in terminals(*ITEMS)), "")

    @property
    def accepted(self) -> frozenset[str]:
        """The terminals that may come next."""
        return _automaton().accepts(self.stack)


def reading(text: str, end: int) -> Reading:
    """Read a text up to a place. A word that cannot stand where it does begins an item, or else is passed over."""
    automaton, words = _automaton(), list[Word]()
    lists = [(automaton.start, Place.FILE)]
    stack = automaton.start
    for kind, start, shown in _lexemes(text, end):
        if kind in ("COMMENT", "") and start < end <= start + len(shown) + (kind == "COMMENT"):
            return Reading(tuple(words), stack, lists[-1][1], is_quiet=True)
        if kind == "STRING" and start < end < start + len(shown):
            return Reading(tuple(words), stack, lists[-1][1], is_quiet=True)
        if start + len(shown) > end or kind in ("COMMENT", ""):
            continue
        if kind == "RBRACE" and len(lists) > 1 and automaton.step(stack, kind) is None:
            stack = lists[-1][0]
        opening, place = lists[-1]
        terminal = automaton.terminal(stack, shown) if kind == "NAME" else kind
        following = automaton.step(stack, terminal)
        if following is None:
            terminal = automaton.terminal(opening, shown) if kind == "NAME" else kind
            following, stack = automaton.step(opening, terminal), opening
        words.append(Word(terminal, shown, start, stack, place))
        stack = following or stack
        if kind == "LBRACE":
            lists.append((stack, _place_of(automaton, stack, place)))
        elif kind == "RBRACE" and len(lists) > 1:
            lists.pop()
    return Reading(tuple(words), stack, lists[-1][1])


def _place_of(automaton: Automaton, stack: Stack, outer: Place) -> Place:
    """Which list of items begins here; that around it if none does, as in a set."""
    return next((place for place in openings() if automaton.step(stack, mark(place)) is not None), outer)


def _lexemes(text: str, end: int) -> Iterator[tuple[str, int, str]]:
    """The words, signs and comments that begin before a place; a text that is never closed has no kind."""
    at = 0
    while at < end:
        match = pattern().match(text, at)
        if match is not None:
            if not match.group().isspace():
                yield str(match.lastgroup), at, match.group()
            at = match.end()
        elif text[at] == '"':
            stop = text.find("\n", at)
            stop = len(text) if stop < 0 else stop
            yield "", at, text[at:stop]
            at = stop
        else:
            at += 1
