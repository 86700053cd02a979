"""A card as lines of text, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from .card import Card
from .dials import Dial

WIDTH, DIAL = 100, 21
"""The most characters of a line, and those of a dial."""


def lines_of(card: Card, title: str) -> Iterator[str]:
    """Return a card line by line: the title, the verdict, a line for each dial, what to look at next, and like
    which games it is."""
    yield title
    yield from textwrap.wrap(card.says, WIDTH)
    yield ""
    for dial in card.dials:
        yield f"{dial.scale.question:<10} {_drawn(dial)}  {dial.word}" + f": {dial.figure}" * bool(dial.figure)
        yield from (f"{'':<10} {'':<{DIAL}}  {each}" for each in (dial.trend, dial.seen) if each)
        yield f"{'':<10} {'':<{DIAL}}  {dial.told}"
    if card.advice:
        yield ""
        yield from textwrap.wrap(card.first, WIDTH)
    for each in card.advice:
        words = f"{each.title}{'' if each.title.endswith('?') else '.'} {each.finding}"
        yield from textwrap.wrap(f"{each.tag + ':':<6} {words}", WIDTH, subsequent_indent=" " * 7)
        widths = [max(map(len, column)) for column in zip(*each.rows, strict=True)]
        yield from ("       " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in each.rows)
    if card.standing.says:
        yield ""
        yield from textwrap.wrap(" ".join(("In the library:", *card.standing.says)), WIDTH)
    yield ""
    yield from textwrap.wrap(f"{card.known} {card.sure}", WIDTH)


def _drawn(dial: Dial) -> str:
    """A dial as characters: where the truth lies, and the best guess."""
    marks = ["·"] * DIAL
    if dial.is_measured:
        low, high = (round(end * (DIAL - 1)) for end in dial.band)
        marks[low : high + 1] = ["="] * (high + 1 - low)
        marks[round(dial.scale.at(dial.estimate.value) * (DIAL - 1))] = "|"
    return "".join(marks)
