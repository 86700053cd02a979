"""Characters that look like plain ones, or like nothing: fullwidth characters, other spaces, what has no width."""

from __future__ import annotations

import re

from ....diagnostics.diagnostic import Diagnostic, Diagnostics
from ....diagnostics.text import Source, Span
from ...syntax.grammar import keywords
from ..quiet import outside_texts

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

MOST_REPORTED = 50
"""On so many lines they are reported."""

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
    found = outside_texts(_PARTED, text)
    if not found:
        return text
    whole, pieces, at = (found[0].start(), found[-1].end()), list[str](), found[0].start()
    shown = list[str]()
    for each in found:
        parts = re.split(f"[{UNSEEN}]+", each.group())
        gap = "" if keywords().keys().isdisjoint(parts) else " "
        before, at = text[at : each.start()], each.end()
        pieces += [before, gap.join(parts).ljust(len(each.group()))]
        shown += [before, gap.join(parts)]
    unseen = [Span(source, each.start() + place, each.start() + place + 1) for each in found
              for place in [re.search(f"[{UNSEEN}]", each.group()).start()]]  # type: ignore[union-attr]  # fmt: skip
    report.append(Diagnostic(
        "HG001", f"unexpected character `U+{ord(unseen[0].text):04X}`", unseen[0], "",
        tuple((each, "and here") for each in unseen[1 : MOST_PLACES + 1]),
        help="this character is invisible: delete it", replacement="".join(shown),
        replaced=Span(source, *whole)))  # fmt: skip
    return text[: whole[0]] + "".join(pieces) + text[whole[1] :]


def narrowed(source: Source, text: str, report: Diagnostics) -> str:
    """Return the text with plain characters in place of fullwidth ones and of other spaces.

    Fullwidth characters are reported once for each line, or once where they are on many; spaces once.
    """
    if not _WIDE.search(text):
        return text
    groups: dict[int, list[re.Match[str]]] = {}
    for wide in outside_texts(_WIDE, text):
        line = 0 if wide.group() in _SPACES else source.position(wide.start())[0]
        groups.setdefault(line, []).append(wide)
    if len(groups.keys() - {0}) > MOST_LINES:
        groups = {0: outside_texts(_ALL_WIDE, text)}
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
    lines = {source.position(each.start())[0] for each in found} if first.group() in _FULLWIDTH else set()
    if len(lines) > 1:
        others, help_text = [], f"{len(lines)} lines have such characters: write plain ones everywhere"
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
