"""Prose on a terminal: lines that are too long end between words, not in the middle of one."""

from __future__ import annotations

import re

from .colours import unstyled

NARROWEST = 20
"""Narrower terminals break lines where they like."""

_GUTTER = re.compile(r"\s*(\d+|\.\.\.)?\s*\|")
"""How the lines begin that show a text with what is marked below it: these stay under each other."""

_TERM = re.compile(r"\s*\S[^\n]*?\s{2,}(?=\S)")
"""What is explained by the rest of a line, and the room after it."""


def wrapped(text: str, width: int) -> str:
    """Return a text whose lines are at most so wide as far as words allow; lines go on below where they began."""
    if width < NARROWEST or len(text) <= width:
        return text
    return "\n".join(_wrapped(line, width) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    if len(unstyled(line)) <= width or _GUTTER.match(unstyled(line)):
        return line
    indent, found, room = _indent(unstyled(line), width), list[str](), width
    rest = line
    while len(unstyled(rest)) > room:
        at = _break(rest, room)
        if at is None:
            break
        found.append(rest[:at].rstrip(" "))
        rest, room = rest[at:].lstrip(" "), width - indent
    return ("\n" + " " * indent).join([*found, rest])


def _indent(line: str, width: int) -> int:
    """Where a line goes on: below what explains its first word if there is room, else below the first word."""
    term = _TERM.match(line)
    if term and 2 * term.end() <= width:
        return term.end()
    indent = len(line) - len(line.lstrip(" "))
    return indent if 2 * indent <= width else 0


def _break(line: str, room: int) -> int | None:
    """The last place before which a line fits into some room, or the first if none does; None where words never end."""
    last, begun = None, False
    for match in re.finditer(" +", line):
        begun = begun or bool(line[: match.start()].strip())
        if not begun:
            continue
        if len(unstyled(line[: match.start()])) > room:
            return last if last is not None else match.start()
        last = match.start()
    return last
