"""Lines of the Go Text Protocol: commands as they come, answers as they go.

Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002), sections 2.3 to 2.6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from ...doors.visible import visible

LONGEST = 4096
"""Characters of a line that are read; a longer one is refused."""

_NUMBER = re.compile(r"(?a:\d{1,18})")


class Command(NamedTuple):
    """A line that asks for something: its number, empty if it has none, its word and what follows."""

    number: str
    word: str
    rest: tuple[str, ...]
    is_whole: bool = True
    """Whether the line was short enough to be read to its end."""


def commands(stream: TextIO) -> Iterator[Command]:
    """Give what a stream of lines asks for until it ends; empty lines and comments ask for nothing."""
    while line := stream.readline(LONGEST + 1):
        is_whole = line.endswith("\n") or len(line) <= LONGEST
        rest = line
        while rest and not rest.endswith("\n"):
            rest = stream.readline(LONGEST)
        words = "".join(sign if sign.isprintable() else " " for sign in line.partition("#")[0]).split()
        number = words.pop(0) if words and _NUMBER.fullmatch(words[0]) else ""
        if words or number:
            yield Command(number, words[0] if words else "", tuple(words[1:]), is_whole)


def answer(command: Command, text: str, *, is_refused: bool = False) -> str:
    """Return what is sent back: an answer or a refusal, ended by an empty line as no line in it is.

    >>> answer(Command("7", "genmove", ("b",)), "c3")
    '=7 c3\\n\\n'
    >>> answer(Command("", "play", ("b", "z9")), "illegal move", is_refused=True)
    '? illegal move\\n\\n'
    """
    first, *more = visible(text).split("\n")
    lines = [first, *filter(str.strip, more)]
    return f"{'?' if is_refused else '='}{command.number} " + "\n".join(lines) + "\n\n"
