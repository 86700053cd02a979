"""Whether a fixed text is still what was written: its tokens, its comments, and the items beside the fix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...diagnostics.text import Source, Span
from ..recovery.foreign import FILLERS
from ..recovery.known.characters import UNSEEN
from ..recovery.scan import MARKS
from ..syntax import tree
from .parse import parse

_QUIET = re.compile(r'"""(?:[^"]|"(?!""))*"""|"(?!"")[^"\n]*"|#[^\n]*')
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
    return [found.group().rstrip() for found in _QUIET.finditer(text) if found.group().startswith("#")]


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
