"""Advice is tried before it is given: the text as it would then be is scanned and parsed past the fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import Diagnostic
from ..syntax.automaton import END
from ..syntax.grammar import keywords, pattern
from .fault import Fault, Mend, stepped
from .scan import Lexeme

LOOK = 12
"""So many tokens past the fault, a text is as good as one that goes on to its end."""


def tried(found: Diagnostic, fault: Fault, mend: Mend) -> Diagnostic:
    """Return a diagnostic without its replacement if that does not do what the change to the text does."""
    span = found.replaced or found.span
    if found.replacement is None or span is None or does(fault, mend, span.start, span.end, found.replacement):
        return found
    return found.copy_with(replacement=None, rivals=())


def does(fault: Fault, mend: Mend, start: int, end: int, new: str) -> bool:
    """Return whether the parser gets as far with `new` for the text from `start` to `end` as with a change of tokens.

    No comment may begin in the new text.
    """
    wanted = _stop(fault, mend.start, (*mend.new, *fault.lexemes[mend.end : fault.at + LOOK]), len(mend.new))
    first = next((place for place in range(fault.at, 0, -1) if fault.lexemes[place - 1].end < start), 0)
    text = fault.text[:start] + new + fault.text[end:]
    edited = start + len(new)
    tokens = [*_lexemes(text, fault.lexemes[first - 1].end if first else 0, edited, fault.at + LOOK + 1 - first)]
    if not tokens or None in tokens:
        return False
    reached = _stop(fault, first, [each for each in tokens if each is not None], 0)
    return reached >= edited and (reached == len(text) or reached - edited + end >= wanted)


def _stop(fault: Fault, place: int, tokens: Sequence[Lexeme], made: int) -> int:
    """Where the parser stops that goes on from a place with some tokens; the first of them may be made up."""
    stack = fault.stacks[place]
    for number, lexeme in enumerate(tokens):
        kind, step = stepped(fault.automaton, stack, lexeme)
        swallowed = number >= made and kind == "NAME" and lexeme.first and lexeme.text in keywords()
        if step is None or swallowed:
            return lexeme.start
        stack = step
    return tokens[-1].end


def _lexemes(text: str, at: int, edited: int, most: int) -> Iterator[Lexeme | None]:
    """The tokens of a text from a place on, some past the edited part; None for what is none, or a comment too many."""
    is_first = not text[text.rfind("\n", 0, at) + 1 : at].strip()
    while at < len(text) and most > 0:
        match = pattern().match(text, at)
        if match is None:
            yield None if at < edited else Lexeme("?", "", at, at)
            return
        kind, start, at = str(match.lastgroup), at, match.end()
        if kind == "COMMENT" and start < edited < at:
            yield None
        elif kind == "SPACE":
            is_first |= "\n" in match.group()
        elif kind != "COMMENT":
            yield Lexeme("WORD" if kind == "NAME" else kind, match.group(), start, at, is_first)
            is_first = False
            most -= at > edited
    if at >= len(text):
        yield Lexeme(END, "", len(text), len(text), True)
