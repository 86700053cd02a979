"""Where a generated module looks at the clock: before whatever is expensive, in loops that may take long.

The steps of each function are bounded from its text: a line is a step and whatever it calls, a loop multiplies. Where
more than SHORT steps could pass, `look()` is written before the lines that cost most. All else is left as it is: most
games look at the clock once in each random game, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

LOOK = "look()"

SHORT = 10_000_000
"""Steps that may pass without a look: about half a second in plain Python, a hundredth of that compiled."""

CHEAP = SHORT // 100
"""Steps that are not worth a look of their own."""

LAPS = ("laps += 1", "if plies >= ")
"""How lines begin that a loop passes where it turns without a decision or a stone; its other turns are few."""

_CALL = re.compile(r"([a-z]\w*)\(")
_NUMBER = re.compile(r"\d+")
_KNOWN_RANGE = re.compile(r"for \w+ in range\([-\d, ]+\):")
_ROWS = re.compile(r"for \w+ in (\w+)")


@dataclass
class Line:
    """A line of a module, with the lines of the block that it opens."""

    text: str
    indent: int
    block: list[Line] = field(default_factory=list)
    own: int = 0
    """The most steps that it takes itself, once."""

    steps: int = 0
    """The most steps that it takes with its block, as often as that turns."""

    looks: bool = False
    """Whether a look is written before it."""

    @property
    def turns(self) -> bool:
        """Whether it is the head of a loop."""
        return self.text.startswith(("for ", "while "))

    def written(self) -> Iterator[str]:
        """Give its text, with what its block says."""
        if self.looks:
            yield " " * self.indent + LOOK
        yield " " * self.indent + self.text if self.text else ""
        for line in self.block:
            yield from line.written()


class Turns(NamedTuple):
    """How often the loops of a module turn at most: by a word in their heads, by the tables that they run over; for all
    others `most` holds."""

    words: Mapping[str, int]
    tables: Mapping[str, object]
    most: int

    def of(self, head: str) -> int:
        """Return how often the loop with a head turns at most."""
        if _KNOWN_RANGE.match(head):
            return max(map(int, _NUMBER.findall(head[head.index("(") :])))
        rows = _ROWS.match(head)
        if rows and rows[1] in self.tables:
            return _longest(self.tables[rows[1]], head.count("["))
        return next((self.words[word] for word in re.findall(r"\w+", head) if word in self.words), self.most)


def _longest(table: object, depth: int) -> int:
    """The length of a table, or that of the longest of its rows at a depth."""
    if not isinstance(table, tuple):
        return 0
    return max((_longest(row, depth - 1) for row in table), default=0) if depth else len(table)


def with_looks(lines: Iterable[str], turns: Turns) -> list[str]:
    """Return the lines of a module's functions with its looks."""
    roots = _nested(lines)
    functions = {line.text[4 : line.text.index("(")]: line for line in roots if line.text.startswith("def ")}
    _Counting(functions, turns).count_all()
    for function in functions.values():
        if function.steps > SHORT:
            _Placing(functions).place(function.block)
    return [text for root in roots for text in root.written()]


def _nested(lines: Iterable[str]) -> list[Line]:
    top = Line("", -1)
    above = [top]
    for each in lines:
        text = each.lstrip()
        line = Line(text, len(each) - len(text))
        if text:
            while above[-1].indent >= line.indent:
                above.pop()
        above[-1 if text else 0].block.append(line)
        if text.endswith(":"):
            above.append(line)
    return top.block


@dataclass
class _Counting:
    """Counts the steps of functions, each once."""

    functions: Mapping[str, Line]
    turns: Turns
    counted: set[str] = field(default_factory=set)

    def count_all(self) -> None:
        """Count the steps of all functions."""
        for name in self.functions:
            self._function(name)

    def _function(self, name: str) -> int:
        function = self.functions[name]
        if name not in self.counted:  # no function of a module calls itself
            self.counted.add(name)
            function.steps = sum(map(self._line, function.block))
        return function.steps

    def _line(self, line: Line) -> int:
        line.own = 1 + sum(map(self._function, _called(line, self.functions)))
        line.steps = line.own + sum(map(self._line, line.block))
        if line.turns:
            line.steps *= self.turns.of(line.text)
        return line.steps


def _called(line: Line, functions: Mapping[str, Line]) -> list[str]:
    """Return the functions that a line calls."""
    return [name for name in _CALL.findall(line.text) if name in functions] if "(" in line.text else []


@dataclass
class _Placing:
    """Places looks so that no more than a few times SHORT steps pass between two."""

    functions: Mapping[str, Line]

    def place(self, block: list[Line]) -> None:
        """Place looks before the expensive lines of a block."""
        first = block[0]
        for line in block:
            if not line.text.startswith(("elif ", "else:")):
                first = line  # where a look may stand: before the whole chain of tests
            if line.own > CHEAP and not line.turns:
                first.looks = True
                self._enter(line)
            if line.steps > CHEAP and line.block and not line.turns:
                self.place(line.block)
            elif line.steps > SHORT and line.turns:
                self._loop(line)
            elif line.steps > CHEAP:
                first.looks = True

    def _loop(self, loop: Line) -> None:
        inside = sum(line.steps for line in loop.block) + loop.own
        if loop.steps // inside * _light(loop) > SHORT:
            lap = next(filter(lambda line: line.text.startswith(LAPS), _all(loop.block)), None)
            (lap or loop.block[0]).looks = True
            if inside <= SHORT:
                return
        self.place(loop.block)

    def _enter(self, line: Line) -> None:
        """Where a line calls much, what it calls looks, too."""
        if line.own > SHORT:
            for name in _called(line, self.functions):
                function = self.functions[name]
                if CHEAP < function.steps <= SHORT:
                    function.block[1].looks = True  # after its docstring


def _light(line: Line) -> int:
    """The steps of a block before which no look would be placed, and those of its head."""
    steps = line.own if line.own <= CHEAP or line.turns else 0
    for each in line.block:
        if each.steps <= CHEAP:
            steps += each.steps
        elif not each.turns:
            steps += _light(each)
    return steps


def _all(block: list[Line]) -> Iterator[Line]:
    for line in block:
        yield line
        yield from _all(line.block)
