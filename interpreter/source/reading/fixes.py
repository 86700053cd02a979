"""`hexgame validate --fix`: replace what is wrong where its diagnostic knows the one right text.

Each fix is tried on the text. It is kept if the text then has fewer errors and is otherwise what was written: with all
its words and comments, and with the same items wherever the fix is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic, Severity
from ...diagnostics.text import Source, Span
from ...doors.reading import read_bytes
from ...doors.writing import replace_text
from ..recovery.clean import UNSEEN
from ..recovery.foreign import FILLERS
from ..recovery.scan import MARKS
from ..syntax import tree
from ..syntax.grammar import QUIET
from .files import LARGEST_FILE, read
from .parse import parse

_TOKEN = re.compile(rf"\w+|[^\w\s{MARKS}]+")
"""Words and signs; quotes of any kind only mark a text."""

_SPARE = frozenset(",;)]}")
"""Signs that may be left out: they separate or close what needs no separator or is not open."""


@dataclass(frozen=True)
class Fix:
    """A new text for the passage from `start` to `end`."""

    start: int
    end: int
    new: str
    rivals: tuple[Fix, ...] = ()
    """Fixes that are as likely."""

    def moved(self, at: int) -> int:
        """Return where an offset is after the fix."""
        return at + len(self.new) - (self.end - self.start) if at >= self.end else at


def is_kept(before: Source, after: Source, fix: Fix) -> bool:
    """Return whether a fix keeps everything but the mistake."""
    return (
        _keeps_tokens(before.text, fix)
        and _comments(before.text) == _comments(after.text)
        and _keeps_items(before, after, fix)
    )


def _keeps_tokens(text: str, fix: Fix) -> bool:
    """Whether each token of the passage has one in its place, but for those that are repeated or mean nothing."""
    old, new = _TOKEN.findall(re.sub(f"[{UNSEEN}]", "", text[fix.start : fix.end])), _TOKEN.findall(fix.new)
    if len(new) >= len(old):
        return True
    beside = {*_TOKEN.findall(text[: fix.start])[-1:], *_TOKEN.findall(text[fix.end :])[:1], *new}
    return all(token in beside or token in FILLERS or _SPARE.issuperset(token) for token in old)


def _comments(text: str) -> list[str]:
    return [found.group().rstrip() for found in QUIET.finditer(text) if found.group().startswith("#")]


def _keeps_items(before: Source, after: Source, fix: Fix) -> bool:
    """Whether all items and statements that the fix does not touch are read as before, but for what was in doubt."""
    file, report = _parsed(before)
    fixed, _ = _parsed(after)
    if file is None or fixed is None:
        return file is fixed
    doubts = [*report.doubts.spans, *(each.span for each in report if each.span), Span(before, fix.start, fix.end)]
    known = {(part.span.start, type(part)): part for part in _parts(fixed)}
    return all(
        known.get((fix.moved(part.span.start), type(part))) == part
        for part in _parts(file)
        if part.span.source is before and not any(_touches(part.span, doubt) for doubt in doubts)
    )


_parsed = lru_cache(2)(parse)
"""What is fixed is parsed once for all fixes that are tried in it."""


def _touches(part: Span, doubt: Span) -> bool:
    return part.start <= doubt.end and doubt.start <= part.end


def _parts(file: tree.File) -> Iterator[tree.Node]:
    """The smallest parts of a file that stand by themselves: items, and the items and statements inside them."""
    for item in file.items:
        match item:
            case tree.Board():
                yield from item.items
            case tree.Turn() | tree.Round() | tree.Setup():
                yield from item.block.statements
            case _:
                yield item


Check = Callable[[Source], Sequence[Diagnostic]]
"""Returns all that is wrong with a text."""

LONGEST_CHAIN = 50
"""So many fixes are tried together where each reveals the next, as the places of one unknown word do."""

MOST_EFFORT, A_FAULT = 250_000, 1_600
"""The most that trying may cost: the length of each text that is checked, and so much for each of its syntax errors."""

_WIDEST = 40
"""Longer passages are cut in the report of what was changed."""


@dataclass(frozen=True)
class Change:
    """A passage that was changed; its place is that in the text as it is now."""

    start: int
    old: str
    new: str

    def moved(self, fix: Fix) -> Change:
        """Return the same change, placed as it is after another fix."""
        return Change(fix.moved(self.start), self.old, self.new)

    @property
    def place(self) -> int:
        """The offset of the first new word."""
        return self.start + len(self.new) - len(self.new.lstrip())

    def __str__(self) -> str:
        if not self.new:
            return f"left out '{_shown(self.old)}'"
        if not self.old:
            return f"added '{_shown(self.new)}'"
        old, new, times = self._renamed or (self.old, self.new, 1)
        return f"'{_shown(old)}' → '{_shown(new)}'" + (f", {times} times" if times > 1 else "")

    @property
    def _renamed(self) -> tuple[str, str, int] | None:
        """The name that another took the place of, and how often, if that is all that was changed."""
        words = zip(_TOKEN.findall(self.old), _TOKEN.findall(self.new), strict=False)
        times = Counter(pair for pair in words if pair[0] != pair[1])
        if len(times) != 1:
            return None
        ((old, new), count), *_ = times.items()
        return (old, new, count) if re.sub(rf"\b{re.escape(old)}\b", new, self.old) == self.new else None


@dataclass(frozen=True)
class Draft:
    """A text, what is wrong with it, and what was changed in it so far."""

    source: Source
    problems: Sequence[Diagnostic]
    changes: tuple[Change, ...] = ()

    @cached_property
    def errors(self) -> int:
        """How many errors the text has."""
        return sum(each.severity is Severity.ERROR for each in self.problems)

    @cached_property
    def effort(self) -> int:
        """What it cost to check the text."""
        return len(self.source.text) + A_FAULT * sum(each.code < "HG2" for each in self.problems)

    @cached_property
    def fixes(self) -> list[Fix]:
        """What can be fixed, in the order of the text."""
        found = (fix for each in self.problems for fix in fixes_of(each, self.source))
        return sorted(found, key=lambda fix: fix.start)

    def after(self, fix: Fix, check: Check) -> Draft:
        """Return the draft with one more fix in it."""
        text = self.source.text
        source = Source(self.source.name, text[: fix.start] + fix.new + text[fix.end :])
        change = Change(fix.start, text[fix.start : fix.end], fix.new)
        return Draft(source, check(source), (*(each.moved(fix) for each in self.changes), change))


def mend(path: Path, check: Check) -> list[str]:
    """Fix a file in place and return what was changed, a line each.

    A file that cannot be read is left as it is. Raises `OSError` where it cannot be written.
    """
    source = read(path)
    if not isinstance(source, Source):
        return []
    draft = mended(source, check)
    if draft.changes:
        replace_text(path, _as_it_was_written(draft.source.text, read_bytes(path, LARGEST_FILE) or b""))
    changes = sorted(draft.changes, key=lambda change: change.place)
    return [f"{Span(draft.source, change.place, change.place)}: {change}" for change in changes]


def mended(source: Source, check: Check) -> Draft:
    """Return a text with all fixes that are beyond doubt."""
    draft, at = Draft(source, check(source)), 0
    efforts: list[int] = []
    while True:
        order = sorted(draft.fixes, key=lambda fix: (fix.start < at, fix.start))
        better = next(((found, fix) for fix in order if (found := _improved(draft, fix, check, efforts))), None)
        if better is None:
            return draft
        draft, at = better[0], better[1].start


def _improved(draft: Draft, fix: Fix, check: Check, efforts: list[int]) -> Draft | None:
    """A draft with a fix and those that it reveals, if it then has fewer errors; None also if too much was tried."""
    found = draft
    for _ in range(LONGEST_CHAIN):
        if sum(efforts) > MOST_EFFORT:
            return None
        before = {fix.moved(each.start) for each in found.fixes}
        earlier, found = found, found.after(fix, check)
        efforts.append(found.effort)
        following = next((each for each in found.fixes if each.start not in before), None)
        is_better = found.errors < draft.errors
        if found.errors > draft.errors or not (is_better or following):
            return None
        if not is_kept(earlier.source, found.source, fix):
            return None
        if is_better or following is None:
            return None if any(_is_as_good(draft, found, each, check, efforts) for each in fix.rivals) else found
        fix = following
    return None


def _is_as_good(draft: Draft, found: Draft, rival: Fix, check: Check, efforts: list[int]) -> bool:
    """Whether a rival of the fix that was made leaves no more errors."""
    other = draft.after(rival, check)
    efforts.append(other.effort)
    return other.errors <= found.errors


def fixes_of(problem: Diagnostic, source: Source) -> Iterator[Fix]:
    """Yield the fix of an error, if there is no doubt about it, and its rivals."""
    span = problem.replaced or problem.span
    if problem.replacement is None or span is None or span.source is not source:
        return
    if problem.severity is not Severity.ERROR:
        return
    start, end = (span.start, span.end) if problem.replacement else _with_its_space(source.text, span.start, span.end)
    rivals = (Fix(each.start, each.end, new) for each, new in problem.rivals)
    all_fixes = (Fix(start, end, problem.replacement), *rivals)
    for fix in all_fixes:
        yield replace(fix, rivals=tuple(each for each in all_fixes if each is not fix))


def _with_its_space(text: str, start: int, end: int) -> tuple[int, int]:
    """A passage to leave out, with its line if that would be empty, or with a space that would be double."""
    begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end) + 1 or len(text)
    if not f"{text[begin:start]}{text[end:stop]}".strip():
        return begin, stop
    if text[start - 1 : start] == " " and text[end : end + 1] in ("", " ", "\n"):
        start = len(text[:start].rstrip(" "))
    return start, end


def _shown(text: str) -> str:
    """A passage on one line; invisible characters by their numbers."""
    words = re.sub(r"[ \t\n]+", " ", text).strip(" ") or text
    words = "".join(each if each.isprintable() else f"U+{ord(each):04X}" for each in words)
    return words if len(words) <= _WIDEST else f"{words[:_WIDEST]}…"


def _as_it_was_written(text: str, data: bytes) -> str:
    """A text with the byte order mark and the line ends that its file has."""
    mark = "\ufeff" if data.startswith("\ufeff".encode()) else ""
    ends = {end.decode() for end in re.findall(rb"\r\n?|\n", data)}
    return mark + (text.replace("\n", *ends) if len(ends) == 1 else text)
