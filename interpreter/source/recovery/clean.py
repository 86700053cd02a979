"""What belongs in no rule sheet, whatever stands around it: merge conflicts, margins, characters that are not plain.

All are reported and replaced before the text is scanned, by as many characters, so that all offsets stay.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import takewhile

from ...diagnostics.diagnostic import Diagnostic, Diagnostics, Doubts
from ...diagnostics.text import Source, Span
from ..syntax.grammar import QUIET, keywords
from .scan import with_changes

# Characters


_FULLWIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "＂；"} | {"、": ","}
"""The wide forms of plain characters, as input methods for Chinese and Japanese make them; `；` is scanned later, and
quotes are where the rest of a sheet is plain."""

_SPACES = dict.fromkeys(
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
)
_PLAIN = _FULLWIDTH | _SPACES | {"＂": '"'}
_WIDE = re.compile(f"[{''.join(map(re.escape, _FULLWIDTH | _SPACES))}]")
_ALL_WIDE = re.compile(f"[{''.join(map(re.escape, _PLAIN))}]")

MOST_LINES = 3
"""Fullwidth characters on more lines are one problem: the whole sheet was written so."""

MOST_PLACES = 3
"""So many more of them are shown."""

GAP = 10
"""Signs with fewer spaces between them stand side by side."""

UNSEEN = "\u00ad\u200b-\u200f\u2060\ufeff"
"""The characters without width, as a class of a pattern."""

_PARTED = re.compile(rf"(?<!\w)\w++(?:[{UNSEEN}]++\w++)++")


def joined(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text without what has no width amid words: what follows in a word moves up.

    Where a keyword ends or begins there, words are parted by spaces instead.
    """
    found = _outside_texts(_PARTED, text)
    if not found:
        return text
    whole, changes = (found[0].start(), found[-1].end()), list[tuple[int, int, str]]()
    for each in found:
        parts = re.split(f"[{UNSEEN}]+", each.group())
        gap = "" if keywords().keys().isdisjoint(parts) else " "
        changes.append((*each.span(), gap.join(parts)))
    unseen = [Span(source, each.start() + place, each.start() + place + 1) for each in found
              for place in [re.search(f"[{UNSEEN}]", each.group()).start()]]  # type: ignore[union-attr]  # fmt: skip
    report.append(Diagnostic(
        "HG001", f"unexpected character `U+{ord(unseen[0].text):04X}`", unseen[0], "",
        tuple((each, "and here") for each in unseen[1 : MOST_PLACES + 1]),
        help="this character is invisible: delete it", replacement=with_changes(text, changes, *whole),
        replaced=Span(source, *whole)))  # fmt: skip
    return with_changes(text, ((start, end, new.ljust(end - start)) for start, end, new in changes))


def narrowed(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with plain characters in place of fullwidth ones and of other spaces.

    Fullwidth characters are reported once for each line, or once where they are on many; spaces once.
    """
    if not _WIDE.search(text):
        return text
    groups: dict[int, list[re.Match[str]]] = {}
    for wide in _outside_texts(_WIDE, text):
        line = 0 if wide.group() in _SPACES else source.position(wide.start())[0]
        groups.setdefault(line, []).append(wide)
    if len(groups.keys() - {0}) > MOST_LINES:
        groups = {0: _outside_texts(_ALL_WIDE, text)}
    for found in [*groups.values()][:MOST_REPORTED]:
        report.append(_not_plain(source, text, found))
    return with_changes(text, _plain(sorted((each for found in groups.values() for each in found), key=re.Match.start)))


def _plain(found: Iterable[re.Match[str]]) -> Iterator[tuple[int, int, str]]:
    """What takes the places of some characters."""
    return ((*wide.span(), _PLAIN[wide.group()]) for wide in found)


def _not_plain(source: Source, text: str, found: list[re.Match[str]]) -> Diagnostic:
    """What is reported of some characters, all of which one replacement mends."""
    first, *others = found
    start, end = first.start(), found[-1].end()
    plain = with_changes(text, _plain(found), start, end)
    together = (each for number, each in enumerate(found) if each.start() == first.start() + number)
    word = "".join(each.group() for each in takewhile(lambda each: each.group().isalnum(), together)) or first.group()
    what = "written in fullwidth characters" if word[1:] else "a fullwidth character"
    message, help_text = f"`{word}` is {what}: write `{''.join(map(_PLAIN.__getitem__, word))}`", ""
    if first.group() in _SPACES:
        message = f"unexpected character `U+{ord(first.group()):04X}`"
        help_text = "this character is invisible: write a plain space"
    lines = {source.position(each.start())[0] for each in found} if first.group() in _FULLWIDTH else set()
    if len(lines) > 1:
        others, help_text = [], f"{len(lines)} lines have such characters: write plain ones everywhere"
    return Diagnostic(
        "HG001", message, Span(source, start, start + 1), "",
        tuple((Span(source, each.start(), each.end()), "and here") for each in others[:MOST_PLACES]),
        help=help_text, replacement=None if any(_is_double(text, each) for each in found) else plain,
        replaced=Span(source, start, end))  # fmt: skip


def _is_double(text: str, wide: re.Match[str]) -> bool:
    """Whether a fullwidth sign stands beside its plain form: one of them was left there by mistake."""
    before, after = text[max(0, wide.start() - GAP) : wide.start()], text[wide.end() : wide.end() + GAP]
    beside = before.rstrip()[-1:] + after.lstrip()[:1]
    return wide.group() in _FULLWIDTH and not wide.group().isalnum() and _PLAIN[wide.group()] in beside


# Margins


_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@.*$", re.MULTILINE)
_HEADER = re.compile(r"diff |index |--- |\+\+\+ |@@ |\\ No newline")
_MARGINS = (re.compile(r"(?:[>+|] ?)+"), re.compile(r" *\d+ ?[.:|]?(?:[ \t]|$)"))
FEWEST_LINES = 3
"""So many lines must begin alike."""


def unquoted_lines(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with spaces for what stands before its lines and belongs to none, and report that once."""
    lines = text.split("\n")
    written = [line for line in lines if line.strip()]
    if not written:
        return text
    first = text.find(written[0])
    if _HUNK.search(text) and all(line[0] in "+- " or _HEADER.match(line) for line in written):
        return "\n".join(map(_after, _without_diff(source, lines, first, report)))
    for margin in _MARGINS:
        matches = [margin.match(line) for line in written]
        if len(written) >= FEWEST_LINES and all(matches):
            sign = matches[0].group().strip()  # type: ignore[union-attr]
            said = f"each line begins with `{sign}`" if not sign[0].isdecimal() else "each line begins with its number"
            help_text = "copy the sheet without what stands before its lines"
            report.append(Diagnostic("HG101", said, Span(source, first, first + len(sign)), help=help_text))
            return "\n".join(margin.sub(lambda found: " " * len(found.group()), line, 1) for line in lines)
    return text


def _without_diff(source: Source, lines: list[str], first: int, report: Diagnostics) -> list[str]:
    """The lines of a diff, blank where they were removed or are not of the sheet."""
    gone = [line for line in lines if _HEADER.match(line) or line.startswith("-")]
    lost = {word for line in gone for word in re.findall(r"\w+", line)}
    report.doubts.add(Doubts([Span(source, 0, 0)], lost))
    report.append(Diagnostic(
        "HG101", "this is a diff, not a rule sheet", Span(source, first, source.text.find("\n", first)),
        help="keep the lines that begin with `+` or a space, without that first character"))  # fmt: skip
    return [" " * len(line) if _HEADER.match(line) or line.startswith("-") else line for line in lines]


def _after(line: str) -> str:
    return f" {line[1:]}" if line else line


# Merge conflicts


_MARKER = re.compile(r"^[ \t]*(?P<sign>[<|=>])(?P=sign){6,}(?!(?P=sign)).*$|(?<!<)<{7}(?!<).*$", re.MULTILINE)
"""A conflict marker with the rest of its line; the first of a conflict may have come to stand after something."""

MOST_REPORTED = 50
"""So many conflicts, and lines with characters that are not plain, are reported."""

MOST_LABELS = 8
"""So many more markers of one conflict are shown."""


def merged(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with the first side of each conflict alone, and report each conflict."""
    if not _MARKER.search(text):
        return text
    markers = _outside_texts(_MARKER, text)
    gone: list[tuple[int, int]] = []
    for number, conflict in enumerate(_conflicts(markers)):
        dropped = [*_dropped(conflict)]
        lost = {word for start, end in dropped for word in re.findall(r"\w+", text[start:end])}
        report.doubts.add(Doubts([Span(source, conflict[0].start(), conflict[-1].end())], lost))
        gone += dropped
        if number < MOST_REPORTED:
            report.append(_unresolved(source, conflict))
    return with_changes(text, ((start, end, re.sub(r"[^\n]", " ", text[start:end])) for start, end in gone))


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


# What is plain text


def _outside_texts(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """The matches that begin neither in a text nor in a comment."""
    quiet, found = list(QUIET.finditer(text)), list[re.Match[str]]()
    for match in pattern.finditer(text):
        inside = bisect_right(quiet, match.start(), key=re.Match.start) - 1
        if inside < 0 or quiet[inside].end() <= match.start():
            found.append(match)
    return found


_CLEANERS = (merged, unquoted_lines, joined, narrowed)


def cleaned(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with one side of each merge conflict, without margins and with plain characters."""
    for clean in _CLEANERS:
        text = clean(source, text, report)
    return text
