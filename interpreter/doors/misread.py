"""Why a text is not YAML, in plain words and where the mistake was made, which is often above the place where a parser
gives up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Reason(NamedTuple):
    """What is wrong, from the character `start` of the text up to, but not including, `end`."""

    says: str
    start: int
    end: int


_SLIPS = (
    (r"^ *(?P<mark>\t+)", "a tab indents this line; YAML is indented with spaces"),
    (r"(?:^|\s)(?P<mark>//)", "a comment begins with `#`, not with `//`"),
    (r"^\s*(?:- +)*(?P<mark>\w+:)(?=[\[{\"'\w])", "a space is missing after `:`"),
    (r"^[^\[\]{}]*(?:\[[^\[\]]*\]|\{[^{}]*\})?(?P<mark>,)\s*$", "a `,` stands only between items in `[…]` and `{…}`"),
)
"""What people get wrong in a line, by its pattern."""


def reason_for(problem: str, text: str, at: int, opened: int) -> Reason:
    """Return why a parser of YAML refused a text: `problem` is what it says, at a character, while it read what began
    at another, `opened`."""
    at = min(at, len(text))
    return next(_reasons(problem, text, at, min(opened, at)))


def _reasons(problem: str, text: str, at: int, opened: int) -> Iterator[Reason]:
    """What may be wrong, the likeliest first: `at` is where the parser gave up, `opened` where what it read began."""
    begun, ended = _line(text, at)
    above = _line(text, len(text[:begun].rstrip()))
    for pattern, says in _SLIPS:
        for start, end in ((begun, ended), above):
            found = re.search(pattern, text[start:end])
            if found:
                yield Reason(says, start + found.start("mark"), start + found.end("mark"))
    sign = text[opened : opened + 1]
    if sign in ("[", "{"):
        closed = "]" if sign == "[" else "}"
        rest = text[opened : _line(text, opened)[1]]
        if rest.count(sign) > rest.count(closed):
            yield Reason(f"`{sign}` is never closed: `{closed}` is missing", opened, opened + 1)
        yield Reason(f"a `,` or `{closed}` is missing before this", at, at + 1)
    if sign in ("'", '"') and "end of stream" in problem:
        yield Reason(f"`{sign}` is never closed", opened, opened + 1)
    if "mapping values" in problem:
        yield Reason("a second `:` in one line: put a value with `:` in quotes", at, at + 1)
    if "start any token" in problem:
        yield Reason(f"a value cannot begin with `{text[at : at + 1]}`: put it in quotes", at, at + 1)
    indent, other = _indented(text[begun:ended]), _indented(text[above[0] : above[1]])
    if begun and indent != other and not text[begun:at].strip():
        spaces = "1 space" if indent == 1 else f"{indent} spaces"
        says = f"this line is indented by {spaces}, the one above by {other}: begin all items of a list in one column"
        yield Reason(says, at, at + 1)
    yield Reason(f"this is not allowed here ({problem})", at, at + 1)


def _line(text: str, at: int) -> tuple[int, int]:
    """Where the line of a character begins and ends."""
    return text.rfind("\n", 0, at) + 1, f"{text}\n".index("\n", at)


def _indented(line: str) -> int:
    """The column in which the words of a line begin, after any dashes."""
    return len(line) - len(re.sub(r"^[ -]+", "", line))
