"""Merge conflicts that are not resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....diagnostics.diagnostic import Diagnostic, Diagnostics, Doubts
from ....diagnostics.text import Source, Span
from ..quiet import outside_texts

_MARKER = re.compile(r"^[ \t]*(?P<sign>[<|=>])(?P=sign){6,}(?!(?P=sign)).*$|(?<!<)<{7}(?!<).*$", re.MULTILINE)
"""A conflict marker with the rest of its line; the first of a conflict may have come to stand after something."""

MOST_REPORTED = 50
"""So many conflicts are reported."""

MOST_LABELS = 8
"""So many more markers of one conflict are shown."""


def merged(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with the first side of each conflict alone, and report each conflict."""
    if not _MARKER.search(text):
        return text
    markers = outside_texts(_MARKER, text)
    gone: list[tuple[int, int]] = []
    for number, conflict in enumerate(_conflicts(markers)):
        dropped = [*_dropped(conflict)]
        lost = {word for start, end in dropped for word in re.findall(r"\w+", text[start:end])}
        report.doubts.add(Doubts([Span(source, conflict[0].start(), conflict[-1].end())], lost))
        gone += dropped
        if number < MOST_REPORTED:
            report.append(_unresolved(source, conflict))
    pieces, at = list[str](), 0
    for start, end in gone:
        pieces += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
        at = end
    return "".join([*pieces, text[at:]])


def _unresolved(source: Source, conflict: list[re.Match[str]]) -> Diagnostic:
    first, *others = (Span(source, _sign_start(marker), marker.end()) for marker in conflict)
    return Diagnostic(
        "HG101", "a merge conflict is not resolved", first, "one side begins here" if others else "a conflict marker",
        tuple((each, _LABELS[each.text[0]]) for each in others[:MOST_LABELS]),
        help="keep the lines you want and delete the lines with conflict markers")  # fmt: skip


_LABELS = {
    "<": "a conflict within this one",
    "|": "their common base begins here",
    "=": "the other side begins here",
    ">": "the other side ends here",
}


def _sign(marker: re.Match[str]) -> str:
    return marker["sign"] or "<"


def _sign_start(marker: re.Match[str]) -> int:
    return marker.end() - len(marker.group().lstrip(" \t"))


def _conflicts(markers: list[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    """The markers of each conflict, from `<<<<<<<` to `>>>>>>>`, with those inside; alone where some are missing."""
    ends: dict[int, int] = {}
    unfinished: list[tuple[int, bool]] = []  # where conflicts begin, and whether their other side has begun
    for place, marker in enumerate(markers):
        sign = _sign(marker)
        if sign == "<":
            unfinished.append((place, False))
        elif sign == "=" and unfinished:
            unfinished[-1] = (unfinished[-1][0], True)
        elif sign == ">" and unfinished:
            begins, is_whole = unfinished.pop()
            if is_whole:
                ends[begins] = place
    place = 0
    while place < len(markers):
        end = ends.get(place, place) + 1
        yield markers[place:end]
        place = end


def _dropped(conflict: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """The offsets of all markers of a conflict, and of its lines but those of the first side."""
    firsts: list[bool] = []  # of each conflict around, whether this is its first side
    for place, marker in enumerate(conflict):
        sign = _sign(marker)
        if sign == "<":
            firsts.append(True)
        elif sign == ">":
            del firsts[-1:]
        elif firsts:
            firsts[-1] = False
        goes_on = not all(firsts) and place + 1 < len(conflict)
        yield marker.start(), conflict[place + 1].start() if goes_on else marker.end()
