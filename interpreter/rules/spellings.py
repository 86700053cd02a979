"""How the values that the state keeps are spelt: a text for each number, or all numbers of a range, however many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import overload

from ..record import Record
from .roles import Spelt


@dataclass(frozen=True)
class Numerals:
    """All numbers from one to another, each spelt as itself: what a tuple of them would be, were it not too long."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __iter__(self) -> Iterator[Spelt]:
        return ((number, str(number)) for number in range(self.first, self.last + 1))

    @overload
    def __getitem__(self, place: int) -> Spelt: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Spelt, ...]: ...
    def __getitem__(self, place: int | slice) -> Spelt | tuple[Spelt, ...]:
        found = range(self.first, self.last + 1)[place]
        return (found, str(found)) if isinstance(found, int) else tuple((number, str(number)) for number in found)


Spellings = tuple[Spelt, ...] | Numerals


def text_of(values: Spellings, number: int) -> str:
    """Return how a number is spelt; empty where it is no value."""
    if isinstance(values, Numerals):
        return str(number) if values.first <= number <= values.last else ""
    return next((text for value, text in values if value == number), "")


def number_of(values: Spellings, text: str) -> int | None:
    """Return the number that a text spells; None where it spells no value."""
    if isinstance(values, Numerals):
        number = int(text) if text.removeprefix("-").isdecimal() and len(text) < 12 else None
        return number if number is not None and str(number) == text and text_of(values, number) else None
    return next((value for value, each in values if each == text), None)


def ends_of(values: Spellings) -> tuple[int, int]:
    """Return the least and the largest number that stand for values."""
    if isinstance(values, Numerals):
        return values.first, values.last
    numbers = [value for value, _ in values]
    return min(numbers), max(numbers)


# How things look, and what they are called


Tracks = tuple[tuple[int, tuple[int, ...]], ...]
"""For each colour, by its owner's number, the sides between which its track lies, clockwise from the top."""


class Form(Record):
    """How one thing looks: a form, a colour other than its owner's, words to be read; empty where nothing is said."""

    shape: str = ""
    colour: str = ""
    words: str = ""
    tracks: Tracks = ()


PLAIN = Form()


class Looks(Record):
    """How all things of a game look, as far as its sheet says."""

    pieces: Mapping[tuple[int, int], Form]
    """By the owner's number and the kind's."""

    cells: Mapping[int, str]
    """The form of each cell, by its number."""

    shades: Mapping[int, str]
    """The colour of each cell that has one, by its number."""

    values: Mapping[str, Form]
    """By the name of a variable, of cards, of marks, of a label."""

    def piece(self, owner: int, kind: int) -> Form:
        """Return how a piece looks."""
        return self.pieces.get((owner, kind), PLAIN)

    def value(self, name: str) -> Form:
        """Return how something with a name looks."""
        return self.values.get(name, PLAIN)


UNSAID = Looks({}, {}, {}, {})
"""The looks of a game whose sheet says nothing."""
