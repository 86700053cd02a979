"""What belongs in no rule sheet, whatever stands around it: merge conflicts, fullwidth characters, other spaces.

Both are reported and replaced before the text is scanned, by as many characters, so that all offsets stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...diagnostics.diagnostic import Diagnostic, Diagnostics, Doubts
from ...diagnostics.text import Source, Span

_MARKER = re.compile(r"^[ \t]*(?P<sign>[<|=>])(?P=sign){6,}(?!(?P=sign)).*$|(?<!<)<{7}(?!<).*$", re.MULTILINE)
"""A conflict marker with the rest of its line; the first of a conflict may have come to stand after something."""

_QUIET = re.compile(r'"""(?:[^"]|"(?!""))*"""|"(?!"")[^"\n]*"|#[^\n]*')
"""Texts and comments, in which anything may stand."""

_FULLWIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "＂；"} | {"、": ","}
"""The wide forms of plain characters, as input methods for Chinese and Japanese make them; quotes and `；` are
scanned later."""

_SPACES = dict.fromkeys(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
)
_PLAIN = _FULLWIDTH | _SPACES
_WIDE = re.compile(f"[{''.join(map(re.escape, _PLAIN))}]")
MOST_REPORTED = 50
"""So many of them are reported."""

MOST_PLACES = 3
"""So many more fullwidth characters of one line are shown."""

MOST_LABELS = 8
"""So many more markers of one conflict are shown."""

GAP = 10
"""Signs with fewer spaces between them stand side by side."""


def cleaned(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with one side of each merge conflict and with plain characters, and report both."""
    if _MARKER.search(text):
        text = _merged(source, text, report)
    return _narrowed(source, text, report) if _WIDE.search(text) else text


# Merge conflicts


def _merged(source: Source, text: str, report: Diagnostics) -> str:
    """The text with the first side of each conflict alone."""
    markers = _outside_texts(_MARKER, text)
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


# Fullwidth characters and spaces


def _narrowed(source: Source, text: str, report: Diagnostics) -> str:
    """The text with plain characters in place of fullwidth ones and of other spaces.

    Fullwidth characters are reported once for each line, spaces once.
    """
    groups: dict[int, list[re.Match[str]]] = {}
    for wide in _outside_texts(_WIDE, text):
        line = 0 if wide.group() in _SPACES else source.position(wide.start())[0]
        groups.setdefault(line, []).append(wide)
    for found in [*groups.values()][:MOST_REPORTED]:
        report.append(_not_plain(source, text, found))
    plain = list(text)
    for wide in (each for found in groups.values() for each in found):
        plain[wide.start()] = _PLAIN[wide.group()]
    return "".join(plain)


def _not_plain(source: Source, text: str, found: list[re.Match[str]]) -> Diagnostic:
    """What is reported of some characters, all of which one replacement mends."""
    first, *others = found
    start, end = first.start(), found[-1].end()
    plain = list(text[start:end])
    for wide in found:
        plain[wide.start() - start] = _PLAIN[wide.group()]
    message, help_text = f"`{first.group()}` is a fullwidth character: write `{_PLAIN[first.group()]}`", ""
    if first.group() in _SPACES:
        message = f"unexpected character `U+{ord(first.group()):04X}`"
        help_text = "this character is invisible: write a plain space"
    return Diagnostic(
        "HG001", message, Span(source, start, start + 1), "",
        tuple((Span(source, each.start(), each.end()), "and here") for each in others[:MOST_PLACES]),
        help=help_text, replacement=None if any(_is_double(text, each) for each in found) else "".join(plain),
        replaced=Span(source, start, end))  # fmt: skip


def _is_double(text: str, wide: re.Match[str]) -> bool:
    """Whether a fullwidth sign stands beside its plain form: one of them was left there by mistake."""
    before, after = text[max(0, wide.start() - GAP) : wide.start()], text[wide.end() : wide.end() + GAP]
    beside = before.rstrip()[-1:] + after.lstrip()[:1]
    return wide.group() in _FULLWIDTH and not wide.group().isalnum() and _PLAIN[wide.group()] in beside


def _outside_texts(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """The matches that begin neither in a text nor in a comment."""
    return [*_beside(pattern, text, list(_QUIET.finditer(text)))]


def _beside(pattern: re.Pattern[str], text: str, quiet: list[re.Match[str]]) -> Iterator[re.Match[str]]:
    waiting = iter(quiet)
    inside = next(waiting, None)
    for found in pattern.finditer(text):
        while inside is not None and inside.end() <= found.start():
            inside = next(waiting, None)
        if inside is None or found.start() < inside.start():
            yield found
