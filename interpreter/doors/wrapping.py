"""Prose on a terminal: lines that are too long end between words, not in the middle of one."""

from __future__ import annotations

import re

from .colours import unstyled

NARROWEST = 20
"""Narrower terminals break lines where they like."""

_GUTTER = re.compile(r"\s*(\d+|\.\.\.)?\s*\|")
"""How the lines begin that show a text with what is marked below it: these stay under each other."""

_COLUMN = re.compile(r"(?<=\S)\s{2,}(?=\S)")
"""The room between two columns of a line."""

_GOES_ON = re.compile(r"[\w`(\"“'<*]")
"""How a line begins that may go on with the sentence of the line above: no list, no table, no heading."""

_FENCE = "```"
_NEW = re.compile(r"\d+[.)]\s|[*+-] ")


def wrapped(text: str, width: int) -> str:
    """Return a text whose lines are at most so wide as far as words allow; lines go on below where they began.

    What a line of a paragraph has no room for goes before the next line of it, unless it is indented, as sources are.
    What stands between fences stays as it is.
    """
    if width < NARROWEST or len(text) <= width:
        return text
    lines, found, is_fenced = text.split("\n"), list[str](), False
    for number, line in enumerate(lines):
        is_fenced ^= line.startswith(_FENCE)
        first, *more = [line] if is_fenced else _wrapped(line, width)
        found.append(first)
        after = lines[number + 1] if number + 1 < len(lines) else ""
        if more and _is_prose(line) and _goes_on(line, after):
            lines[number + 1] = f"{more.pop()} {after.lstrip(' ')}"
        found.extend(more)
    return "\n".join(found)


def _is_prose(line: str) -> bool:
    return not line.startswith(" ") and not _COLUMN.search(unstyled(line))


def _goes_on(line: str, after: str) -> bool:
    """Whether a line is the next of the same paragraph."""
    plain = unstyled(after)
    words = plain.lstrip(" ")
    is_below = len(plain) - len(words) == _begin(unstyled(line))
    is_new = _NEW.match(words) or words.startswith(_FENCE) or _COLUMN.search(words)
    return is_below and bool(_GOES_ON.match(words)) and not is_new


def _wrapped(line: str, width: int) -> list[str]:
    if len(unstyled(line)) <= width or _GUTTER.match(unstyled(line)):
        return [line]
    indent, found, room = " " * _indent(unstyled(line), width), list[str](), width
    rest = line
    while len(unstyled(rest)) > room:
        at = _break(rest, room)
        if at is None:
            break
        found.append(rest[:at].rstrip(" "))
        rest, room = indent + rest[at:].lstrip(" "), width
    return [*found, rest]


def _indent(line: str, width: int) -> int:
    """Where a line goes on: below its last column that leaves half the room, else below its first word."""
    columns = [match.end() for match in _COLUMN.finditer(line) if 2 * match.end() <= width]
    begin = _begin(line)
    return max(columns, default=begin if 2 * begin <= width else 0)


def _begin(line: str) -> int:
    """Where the words of a line begin, or of an item in a list."""
    indent = len(line) - len(line.lstrip(" "))
    item = _NEW.match(line[indent:])
    return indent + (item.end() if item else 0)


def _break(line: str, room: int) -> int | None:
    """Where a line is broken: before a column that begins late, else before the last word that has no room, or the
    first if none has; None where words never end."""
    last, width = None, 0
    begin = len(line) - len(line.lstrip(" "))
    for match in re.finditer(" +", line):
        if match.start() < begin:
            continue
        width = len(unstyled(line[: match.start()]))
        if width > room:
            return last if last is not None else match.start()
        last = match.start()
        if len(match.group()) > 1 and 2 * width > room:
            return last
    return last
