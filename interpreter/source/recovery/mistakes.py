"""The mistakes that people bring from other languages or often make in this one, each with its own message."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..syntax.grammar import keywords
from . import costs
from .fault import Fault, Mend
from .foreign import WORDS, meanings
from .known.blocks import unbraced
from .known.items import shapeless, trailing_comma, unfinished
from .known.matching import rewritten
from .known.names import misnamed, reserved
from .known.places import misplaced
from .known.texts import path_of_a_variant, prose, quoted_name, unopened_long, unquoted


def candidates(fault: Fault) -> Iterator[Mend]:
    """Yield the changes that mend a known mistake."""
    for find in _KNOWN:
        yield from find(fault)


# Signs


def _number(fault: Fault) -> Iterator[Mend]:
    """`2n`."""
    at, lexemes = fault.at, fault.lexemes
    for place in range(at, max(at - 2, 0), -1):
        one, here = lexemes[place - 1 : place + 1]
        if here.kind == "WORD" and one.kind == "INT" and one.end == here.start:
            yield from _glued(fault, place, one.text, here.text)


def _glued(fault: Fault, place: int, number: str, word: str) -> Iterator[Mend]:
    """A word with nothing between it and the number before it."""
    message = f"`{number}{word}` is neither a number nor a name"
    write = f"write `{number} * {word}`, or begin the name with a letter"
    with suppress(ValueError):
        message, write = "a number has decimal digits only", f"write: {int(number + word, 0)}"
    say = fault.saying(place - 1, place + 1, message, help_text=write)
    yield Mend(place, place, (fault.made("TIMES", place),), costs.NUMBER_GLUED, "own", say, word=number + word)
    yield Mend(place, place + 1, (), costs.NUMBER_GLUED_LOST, "own", say, word=number + word)


# Words


def _synonym(fault: Fault) -> Iterator[Mend]:
    """A word that another language has here, or that belongs elsewhere in this language."""
    for back, place in enumerate(range(fault.at, max(fault.begins, fault.at - 2) - 1, -1)):
        lexeme = fault.lexemes[place]
        if lexeme.kind != "WORD" or (fault.terminals[place] != "NAME" if back else fault.head):
            continue
        fitting = [(ours, terminal) for ours, terminal in meanings(lexeme.text) if terminal in fault.accepts(place)]
        plain = lexeme.text.casefold()
        is_ours = plain != lexeme.text and plain in keywords()  # in capitals, and perhaps in its right place
        is_sure = len(fitting) == 1 and not is_ours and WORDS[plain].sure
        for number, (ours, terminal) in enumerate(meanings(lexeme.text)):
            if (ours, terminal) not in fitting:
                continue
            new = lexeme._replace(kind=terminal, text=ours)
            say = fault.unexpected(place, place + 1, f"did you mean `{ours}`?", ours if is_sure else None)
            cost = costs.FOREIGN_WORD_OURS if lexeme.text in keywords() else costs.FOREIGN_WORD
            cost += costs.FOREIGN_WORD_NEXT * number + costs.FOREIGN_WORD_BACK * back
            yield Mend(place, place + 1, (new,), cost, "own", say)


def _article(fault: Fault) -> Iterator[Mend]:
    """`place a stone on the empty cells`."""
    for place in dict.fromkeys((fault.at, fault.at - 1, fault.begins - 1)):
        word = fault.lexemes[max(place, 0)].text
        if word in ("a", "an", "the") and sum(each.text == word for each in fault.lexemes) == 1:
            say = fault.unexpected(place, place + 1, "leave it out")
            yield Mend(place, place + 1, (), costs.LIKELY if word != "a" else costs.ARTICLE_A, "own", say)


_KNOWN = (
    rewritten, _number, unquoted, quoted_name, unbraced, _synonym, misplaced, shapeless, unfinished,
    trailing_comma, reserved, misnamed, path_of_a_variant, prose, unopened_long, _article,
)  # fmt: skip
