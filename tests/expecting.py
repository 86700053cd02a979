"""What messages say is expected, put where they say it: the same complaint must not come back there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import habits

from hexgame import Diagnostic, Source

EXAMPLES = {
    "an expression": ("count(own)",),
    "a value": ("size",),
    "a name": ("spot",),
    "a player": ("Red",),
    "a number": ("3",),
    'a text in "quotes"': ('"text"',),
    "a comparison (`==`, `<` …)": ("==", "<"),
    "an operator": ("and turn > 1", "== 3"),
    "an operator (`and`, `or`, `+` …)": ("and turn > 1",),
    "an operator of sets (`|`, `&`, `-` …)": ("| own", "& own", "- own"),
    "the next item (`option`, `board`, `turn`, `win` …)": ("let spot = 3",),
    "an item of the board (`shape`, `edge`, `wrap`, `region` …)": ("let spot = 3",),
    "a statement (`place`, `may`, `if`, `for` …)": ("let spot = 3",),
    "a decision (`place`, `move`, `pick`, `choose`, `swap`, `pass`)": ("pass",),
    "a rule sheet, beginning with its title": ('game "My game"',),
    "cells that may hold one, such as": (),
    "one range": ("0..5",),
}
"""What can be put where something is expected that is not written out."""

UNTRIED = re.compile(r"\d[\d,]* to [\d,]+ numbers, cells, players or names"
                     r"|a set of numbers from 0 to \d+, clockwise from the top"
                     r"|a variable \(`var`\), or a player's cards or marks|the end of the file")  # fmt: skip
"""What is expected in words that no program can follow."""

CODE = re.compile(r"`([^`]+)`")
RANGE = re.compile(r"from (\d+) to (\d+)")
FORMS = re.compile("|".join(re.escape(each) for each in sorted(EXAMPLES, key=len, reverse=True)))


def alternatives(expected: str) -> Iterator[str]:
    """What can be put where something is expected: each word that is named, and examples of the rest."""
    rest = UNTRIED.sub("", expected)
    if span := RANGE.search(rest):
        yield from span.groups()
        return
    for form in FORMS.findall(rest):
        yield from EXAMPLES[form]
    rest = FORMS.sub("", rest)
    yield from CODE.findall(rest)
    rest = CODE.sub("", rest)
    yield from (word for word in re.split(r", | or ", rest.strip(" ,")) if word.strip() not in ("", "or"))


def put(text: str, found: Diagnostic, word: str) -> Iterator[tuple[str, int, int]]:
    """The sheets in which a word stands at a mark, in its place, before it or after it, with where both stand then."""
    span = found.span
    assert span is not None
    word = re.sub(r"…|\b[a-z]+: …", "own", word) if "…" in word else word
    word = word[1:] if word.startswith(".") and len(word) > 1 and text[: span.start].endswith(".") else word
    for start, end in ((span.start, span.end), (span.start, span.start), (span.end, span.end)):
        begun = text[:start] + (" " if text[:start][-1:] not in (".", "") else "")
        first = min(span.start, len(begun))
        last = len(begun) + len(word) + (1 + span.end - start if end == span.start else 0)
        yield f"{begun}{word} {text[end:]}", first, last


def comes_back(text: str, found: Diagnostic, word: str) -> bool:
    """Whether a word that is expected is refused with the same complaint wherever it is put at the mark."""
    for sheet, start, end in put(text, found, word):
        told = [each for each in habits.errors(Source("my.hexgame", sheet)) if each.code == found.code and each.span]
        if not any(each.span and each.span.start < end and each.span.end > start for each in told):
            return False
    return True


def refused(text: str) -> list[str]:
    """What a sheet's messages expect and then refuse, with what they say."""
    told = [each for each in habits.errors(Source("my.hexgame", text)) if each.expected and each.span]
    return [f"{word}: {each.message} (expected {each.expected})" for each in told
            for word in dict.fromkeys(alternatives(each.expected)) if comes_back(text, each, word)]  # fmt: skip
