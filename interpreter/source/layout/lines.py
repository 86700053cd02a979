"""Phrases: text that is broken into lines if it is too long for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TypeAlias

from ...record import Record

WIDTH = 100
"""The longest line, if it can be broken."""

SHORT = 80
"""The longest line with a block on it, or with one quantifier inside another."""

STEP = 4
"""The indentation of continued lines."""


class Gap(Record):
    """A place where a new line may begin, and the text there if none does; `is_kept` where the author began one."""

    text: str = " "
    is_kept: bool = False


class Unit(Record):
    """A phrase on one line if it fits; otherwise each of its own gaps begins a line."""

    phrase: Phrase
    width: int = WIDTH


class Deeper(Record):
    """A phrase whose lines are indented one step more."""

    phrase: Phrase


Phrase: TypeAlias = "str | Gap | Unit | Deeper | tuple[Phrase, ...]"

_Waiting: TypeAlias = "list[tuple[int, bool, Phrase]]"
"""What is still to be written, next one last: the indentation, whether gaps begin lines, the phrase."""


def flat(phrase: Phrase) -> str:
    """A phrase on one line, however long."""
    return "".join(_flat_pieces(phrase))


def fitted(phrase: Phrase, indent: int = 0, width: int = WIDTH) -> str:
    """A phrase in lines of a width, all but the first of them indented."""
    written: list[str] = []
    column = indent
    waiting: _Waiting = [(indent, True, phrase)]
    while waiting:
        depth, is_broken, part = waiting.pop()
        match part:
            case tuple():
                waiting.extend((depth, is_broken, each) for each in reversed(part))
            case Deeper():
                waiting.append((depth + STEP, is_broken, part.phrase))
            case Unit():
                room = min(width, part.width) - column
                waiting.append((depth, is_broken and not _fits(part, room, waiting), part.phrase))
            case _:
                text = part if isinstance(part, str) else "\n" + " " * depth if is_broken else part.text
                written.append(text)
                _, line_end, last = text.rpartition("\n")
                column = len(last) + (0 if line_end else column)
    return "".join(written)


def filled(phrases: Iterable[Phrase]) -> Phrase:
    """A list that fills each line."""
    first, *others = phrases
    return (first, *((",", Unit((Gap(), other))) for other in others))


def listed(phrases: Iterable[Phrase]) -> Phrase:
    """A list on one line, or with each element on a line of its own."""
    first, *others = phrases
    return (first, *((",", Gap(), other) for other in others))


def _fits(unit: Unit, room: int, waiting: _Waiting) -> bool:
    """Whether there is room for a unit and for what follows it up to the next place where a line may begin, and the
    author began no line in it that is kept."""
    if any(isinstance(piece, Gap) and piece.is_kept for piece in _pieces(unit)):
        return False
    after = (piece for _, _, phrase in reversed(waiting) for piece in _pieces(phrase))
    for piece in chain(_flat_pieces(unit), after):
        if isinstance(piece, Gap):
            return True
        first_line, line_end, _ = piece.partition("\n")
        room -= len(first_line)
        if room < 0 or line_end:
            return room >= 0
    return True


def _flat_pieces(phrase: Phrase) -> Iterator[str]:
    return (piece.text if isinstance(piece, Gap) else piece for piece in _pieces(phrase))


def _pieces(phrase: Phrase) -> Iterator[str | Gap]:
    waiting = [phrase]
    while waiting:
        part = waiting.pop()
        match part:
            case tuple():
                waiting.extend(reversed(part))
            case Deeper() | Unit():
                waiting.append(part.phrase)
            case _:
                yield part
