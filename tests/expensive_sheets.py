"""Rule sheets that are valid and take as long as rules can, written at random: loops in loops, on large boards."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

BOARDS = (
    "shape rhombus({n})",
    "shape rhombus({n})  edge top, bottom: Red  edge left, right: Blue",
    "grid square shape rhombus({n})",
    "grid square8 shape parallelogram({n}, {n})",
    "shape hexagon({h})",
    "shape triangle({n})",
    "shape rhombus({n}) wrap left, right as waist",
    "shape rhombus({n}) wrap left, right as waist wrap top, bottom reversed as belt",
    "shape rhombus({n}) - disc(cell(2, 2), 0)",
    "shape hexagon({h})  edge outside split {h}: Red, Blue",
    "shape star({h})",
    "shape rhombus({n})  link c - d for c in cells, d in leap1(c)  unlink cell(0, 0) - cell(1, 0)",
    *(f"grid {kind} of {name} shape {shape}({{h}})" for kind in ("faces", "vertices", "edges")
      for name, shape in (("4.8.8", "rhombus"), ("3.6.3.6", "hexagon"), ("cairo", "rhombus"))),
)  # fmt: skip
SIZES = (3, 4, 4, 5, 5, 7, 7, 11, 15, 19, 26, 64)
COUNTS = (0, 0, 0, 1, 1, 2, 3, 5, 9, 30)

WAYS = {
    "cells": (
        "empty", "own", "enemy", "cells", "perimeter", "own.k0", "<region>", "<of cell>", "<of cell>",
        "liberties(<cells>)",
        "(<cells> <&|-> <cells>)", "{@ for @ in <play> where <truth+>}", "nearest(<cells>, <cells>, past: <cells>)",
        "walks(<cells>, past: <cells>)", "walks(<name>, exactly: 3, past: <cells>, by: leap1)", "cuts(<play>)",
        "(if <truth> then <cells> else <cells>)", "group(<name>, by: leap1)", "between(<name>, last, past: <cells>)",
        "beyond(<name>, last)", "slide(<name>, past: <cells>, along: leap2)",
    ),
    "number": (
        "<small>", "turn", "quiet", "passes", "<axis>", "<axis>", "<variable>", "<label>", "count(<cells>)",
        "(<number> <+-*> <number>)", "(<number> / 7)", "(<number> mod 7)", "(if <truth> then <number> else <number>)",
        "sum(<number+> for @ in <cells>)", "largest(<number+> for @ in <cells> where <truth+>)", "<of player>",
        "count(@ for @ in 1..count(<cells>) where @ > <number>)", "steps(<cells>, <cells>, past: <cells>)",
        "smallest(count(@) for @ in groups(<play>) otherwise <number>)", "sum(<number>, <number>, <number>)",
        "row(<cells>, along: leap0)",
    ),
    "truth": (
        "<number> <compare> <number>", "(some @ in <cells>: <truth+>)", "(some @ in <cells>: <truth+>)",
        "(every @ in <cells>: <truth+>)", "(some @ in 1..<most>: <truth>)", "(every @ in 1..<most>: <truth>)",
        "(<truths>)", "count(<cells>) > <number>", "(some @ in groups(<play>): count(@) > <number>)", "not (<truth>)",
        "connects(<play> | <play>, [west, north])", "[<number>, <number>] > [<number>, <number>]",
        "connects(<play>, [west, north], by: reach)", "spot in <cells>",
        "(some @ in groups(<play>, by: leap1): count(@) > <number>)", "(some @ in 1..count(<cells>): @ > <number>)",
    ),
    "effect": (
        "<name> becomes <kind>", "set <variable> = turn - <number>", "for @ in <cells> { <effects+> }",
        "for @ in <cells>, @2 in <cells> { <effects+> }", "repeat <times> { <effects> }",
        "repeat <times> while <truth> { <effects> }", "if <truth> { <effects> }",
        "for @ in groups(enemy) where count(liberties(@)) == 0 { @ becomes empty }", "exchange <name>, spot",
        "together { for @ in <cells> { @ to <name> } <effects> }", "set spot = <name>", "much(<name>, <cells>)",
        "set own.held = turn - <number>", "for @ in players { set @.held = @.held + <number> }", "<name> to last",
    ),
}  # fmt: skip
"""How each kind of thing can be written: `<kind>` is another thing, `@` a new name, which `<kind+>` may use."""

WORDS = {
    "play": ("empty", "own", "enemy"),
    "small": ("0", "1", "2", "7", "5000", "1000000000"),
    "compare": ("==", "!=", "<", ">="),
    "most": ("3", "3", "7", "7", "30", "1000"),
    "times": ("3", "100", "1000", "10000"),
    "&|-": tuple("&|-"),
    "+-*": tuple("+-*"),
}
TIMES = ("", "", "", " at start of turn", " at end of turn")
LINES = re.compile("slide|between|beyond|row")
"""What tilings do not have."""

FIRST = {"cells": 5, "number": 6, "truth": 1, "effect": 1}
"""How many of the ways hold nothing that nests."""


def _doubling(name: str) -> str:
    """Definitions, each of which uses the one before twice."""
    twice = (f"define {name}{n + 1}(s) = {name}{n}(s) | {name}{n}(s)\n" for n in range(20))
    return f"define {name}0(s) = s | liberties(own)\n{''.join(twice)}"


DOUBLING = (
    f'game "Double"\n{"".join(map(_doubling, "abcdefgh"))}players Red, Blue\n'
    "board { shape rhombus(3) }\nturn { place stone on empty }\n"
    f"win when {' or '.join(f'count({name}20(empty)) > 5' for name in 'abcdefgh')}\n"
)
"""A sheet that takes seconds to check."""


class ExpensiveSheet:
    """Writes one sheet. Most are valid but for what they cost."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._named = 0
        self.kinds = self._dice.choice((1, 1, 1, 2, 3, 12))
        self.labels, self.relations, self.regions = (self._dice.choice(COUNTS) for _ in range(3))
        self.variables = self._dice.choice(COUNTS)
        self.board = self._dice.choice(BOARDS)
        self.has_lines = " of " not in self.board

    def _often(self) -> int:
        return self._dice.choice((1, 1, 1, 2, 2, 3, 5, 20))

    def write(self, kind: str, names: Sequence[str] = (), deep: int = 3) -> str:
        """A thing of a kind that uses names of cells, nested no deeper than that."""
        if kind in WORDS:
            return self._dice.choice(WORDS[kind])
        if kind in ("truths", "effects"):
            joined = {"truths": self._dice.choice((" and ", " or ")), "effects": " "}[kind]
            return joined.join(self.write(kind.removesuffix("s"), names, deep) for _ in range(self._often()))
        if kind not in WAYS:
            return self._named_thing(kind, names)
        ways = WAYS[kind] if deep > 0 else WAYS[kind][: FIRST[kind]]
        way = self._dice.choice([each for each in ways if self.has_lines or not LINES.search(each)])
        self._named += 1
        new = f"x{self._named}"
        within = {"": names, "+": (*names, new)}
        return re.sub("<([^<>]+?)([+]?)>", lambda at: self.write(at[1], within[at[2]], deep - 1), way.replace("@", new))

    def _named_thing(self, kind: str, names: Sequence[str]) -> str:
        """What only a sheet that declares some has: else something like it."""
        name = self._dice.choice(names) if names else "last"
        relations = [f"r{n}" for n in range(min(3, self.relations))]
        function = self._dice.choice(("adjacent", *["slide"] * self.has_lines, "group", *relations))
        return {
            "name": name,
            "of cell": f"{function}({name})",
            "axis": f"{name}.{self._dice.choice('qr')}",
            "region": f"g{self._dice.randrange(self.regions)}" if self.regions else "west",
            "kind": f"k{self._dice.randrange(self.kinds)}",
            "variable": f"v{self._dice.randrange(self.variables)}" if self.variables else "n",
            "of player": self._dice.choice(("own.held", "enemy.held", "held", "Red.turns")),
            "label": f"l{self._dice.randrange(self.labels)}({name})" if self.labels else "3",
        }[kind]

    def _decision(self) -> str:
        deep, kind = self._dice.randrange(4), self.write("kind")
        where = f" where {self.write('truth', 'c', deep)}" if self._dice.random() < 0.5 else ""
        forbid = f" forbid {self.write('truth', (), deep)}" if self._dice.random() < 0.2 else ""
        block = f" {{ c becomes {kind} {self.write('effects', 'c', deep)} }}" if self._dice.random() < 0.4 else ""
        if self._dice.random() < 0.2:
            return f"may move {kind} from c among own.{kind} to d among {self.write('cells', 'c', 1)}{where}{forbid}"
        return f"may place {kind} on c among {self._dice.choice(('empty', 'empty', 'cells'))}{where}{forbid}{block}"

    def _turn(self) -> str:
        choice = "\n  ".join(self._decision() for _ in range(self._often()))
        begin = "random luck in 1..30 random far in cells " if self._dice.random() < 0.1 else ""
        more = " then place k0 on empty" * (self._often() - 1)
        if self._dice.random() < 0.2:
            times = self._dice.choice(("up to {}", "0..{}", "2..{}")).format(self._dice.choice((2, 9, 100, 10_000)))
            more += f" repeat {times} {{ {self._decision()} }} {self.write('effects', ('spot',), 2)}"
        return f"turn {{ {begin}{choice}\n  otherwise pass{more}\n}}"

    def _scores(self) -> list[str]:
        """A score of several numbers, sometimes of very many."""
        if self._dice.random() < 0.7:
            return []
        numbers = ", ".join(self.write("number", (), 2) for _ in range(self._often()))
        return [f"score = [{numbers}, turn]", "win by score when turn > 9"]

    def text(self) -> str:
        """The sheet."""
        size = self._dice.choice(SIZES)
        board, *links = re.split("(?= link )", self.board.format(n=size, h=max(2, size // 2)))
        own = [f"region g{n} = {{c for c in cells where c.q mod {n + 2} == 0}}" for n in range(self.regions)]
        own += [f"relation r{n}(c) = adjacent(c) | leap{n % 3}(c)" for n in range(self.relations)]
        leaps = "relation leap{0} = leap({1}, {0})" if self.has_lines else "relation leap{0}(c) = adjacent(c)"
        sides = "region west = {c for c in cells where c.q < 1} region north = {c for c in cells where c.r < 1}"
        own[:0] = [sides, *(leaps.format(n, n + 1) for n in range(3)), *links]
        own += [f"label l{n}(c) = c.q * {n} + c.r" for n in range(self.labels)]
        parts = [
            'game "Expensive"',
            "players Red, Blue",
            "pieces " + ", ".join(f"k{n}" for n in range(self.kinds)),
            "var n = 0 in 0..9",
            *(f"var v{n} = 0 in -499..500" for n in range(self.variables)),
            "var spot = none in cells, none",
            "var held = 0 in 0..99 for each player",
            "board {", board, *own, "}",
            f"define reach(c) = leap0(c) & ({self.write('cells', ('c',), 1)})",
            f"effect much(c, s) {{ {self.write('effects', ('c',), 1).replace('much(', 'most(')} s becomes k0 }}",
            "effect most(c, s) { for d in s { c to d } }",
            f"sees own | {self.write('cells', (), 2)}" if self._dice.random() < 0.1 else "",
            self._turn(),
            *(f"win{self._dice.choice(TIMES)} when {self.write('truth', (), self._dice.randrange(1, 5))}"
              for _ in range(self._often())),
            *self._scores(),
            "draw when turn > 1000000" if self._dice.random() < 0.5 else "draw when repeats or quiet > 50",
        ]  # fmt: skip
        return "\n".join(part for part in parts if part) + "\n"
