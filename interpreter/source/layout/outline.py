"""The lines of a file as entries: its items, with the comments that belong to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...record import Record
from ..syntax import tree
from ..syntax.vocabulary import Place, rows
from .clauses import bodies, explained

_COMMENT = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"|(#[^\n]*)')
_JOINT = re.compile("  +")
"""What stands between two items that the author keeps on one line."""

_OPENING = re.compile(r"(?<!\w)\w++(?:\s|#[^\n]*+)*+\{")


class Entry(Record):
    """An item and the comment at the end of its line, or a comment on a line of its own."""

    item: tree.Node | None
    comment: str
    is_parted: bool
    """Whether an empty line stands before it."""
    bodies: tuple[Body, ...] = ()
    is_joined: bool = False
    """Whether the author put it behind the item before it, two spaces away."""

    def parted(self) -> Entry:
        """The same entry after an empty line."""
        return Entry(self.item, self.comment, True, self.bodies)


class Body(Record):
    """The entries in a pair of braces, and the comment after the opening brace."""

    comment: str
    entries: tuple[Entry, ...]


class _Comment(Record):
    start: int
    end: int
    text: str


def outline(file: tree.File, text: str = "") -> tuple[Entry, ...]:
    """The entries of a file, its sections apart; comments and empty lines are taken from its text."""
    return tuple(_in_sections(_Reader(text).entries(file.items, len(text), 0)))


def outline_of(item: tree.Node) -> Entry:
    """The entry of an item alone, without comments."""
    (entry,) = _Reader("").entries((item,), 0, 0)
    return entry


def on_one_line(text: str) -> str:
    """Return a part of a rule sheet on one line, without its comments."""
    return " ".join(_COMMENT.sub(lambda found: "" if found.group(1) else found.group(), text).split())


_GROUPS = {node: row.group for row in rows(Place.FILE) for node in row.nodes if row.group}


def _section(item: tree.Node) -> object:
    return _GROUPS.get(type(item), type(item))


def _in_sections(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries with an empty line between sections: where the author put one, or at once after the section."""
    last: object = None
    between: list[Entry] = []
    for entry in entries:
        between.append(entry)
        if entry.item is None:
            continue
        section = _section(entry.item)
        if last not in (None, section) and not any(each.is_parted for each in between):
            between[0] = between[0].parted()
        yield from between
        between, last = [], section
    yield from between


class _Reader:
    """Walks a tree and its comments side by side, in the order of the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        found = (match for match in _COMMENT.finditer(text) if match.group(1))
        self._comments = [_Comment(match.start(), match.end(), match.group().rstrip()) for match in found][::-1]

    def entries(self, items: Sequence[tree.Node], end: int, last: int) -> list[Entry]:
        """Items and the comments around them, from the offset `last` on up to an end."""
        entries: list[Entry] = []
        before = items[0].span.start if items else 0
        for item in items:
            start = item.span.start
            for comment in self._before(start):
                entries.append(Entry(None, comment.text, self._is_parted(last, comment.start)))
                last = comment.end
            is_parted = self._is_parted(last, start)
            moved = self._alone(_first_end(item, self._text))
            inside = tuple(self._bodies(item))
            comment_behind, last = self._behind(item.span.end)
            is_joined = bool(_JOINT.fullmatch(self._text, before, start)) and not explained(item)
            before = item.span.end
            first, *others = [*moved, Entry(item, comment_behind, False, inside, is_joined)]
            entries += [first.parted() if is_parted else first, *others]
        for comment in self._before(end):
            entries.append(Entry(None, comment.text, self._is_parted(last, comment.start)))
            last = comment.end
        return entries

    def _bodies(self, item: tree.Node) -> Iterator[Body]:
        """What stands in an item's braces; a comment before `else` moves into what was closed, or what comes after."""
        inside = bodies(item)
        for body in inside:
            opening = _opening(body, self._text)
            strays = self._alone(opening)
            comment, last = ("", opening + 1) if strays else self._behind(opening + 1)
            parts = body.statements if isinstance(body, tree.Block) else body.items
            entries = self.entries(parts, body.span.end, last)
            closing = [] if body is inside[-1] else [self._behind(body.span.end)[0]]
            yield Body(comment, (*strays, *entries, *(Entry(None, text, False) for text in closing if text)))

    def _alone(self, end: int) -> list[Entry]:
        """Comments that move to lines of their own."""
        return [Entry(None, comment.text, False) for comment in self._before(end)]

    def _before(self, offset: int) -> Iterator[_Comment]:
        while self._comments and self._comments[-1].start < offset:
            yield self._comments.pop()

    def _behind(self, offset: int) -> tuple[str, int]:
        """The comment that follows on the same line, and where it ends."""
        if self._comments:
            comment = self._comments[-1]
            between = self._text[offset : comment.start]
            if not between.strip() and "\n" not in between:
                self._comments.pop()
                return comment.text, comment.end
        return "", offset

    def _is_parted(self, last: int, start: int) -> bool:
        return any(part.count("\n") > 1 for part in self._text[last:start].split(","))


def _first_end(item: tree.Node, text: str) -> int:
    """Where an item's first braces open, or where an item without braces ends."""
    first = next(iter(bodies(item)), None)
    return _opening(first, text) if first else item.span.end


def _opening(body: tree.Node, text: str) -> int:
    """The offset of an opening brace."""
    match = _OPENING.match(text, body.span.start)
    return match.end() - 1 if match else body.span.start
