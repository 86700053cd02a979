"""Short rule sheets written at random, on boards of every kind: glued, linked by hand, cut out of shapes."""

from __future__ import annotations

import re
from collections.abc import Callable

from odd_forms import OddForms
from odd_games import HEAD, NAMED, Names

HUGE = (0, -1, 64, 65, 100, 4096, 10_000, 10_001, 1_000_000_000)


_SIDES = {
    "rhombus": ("top", "left", "right", "bottom", "sides[0]", "top - corners", "perimeter"),
    "hexagon": ("sides[0]", "sides[3]", "sides[1]", "sides[5]", "corners"),
    "triangle": ("sides[0]", "sides[1]", "sides[2]", "corners", "perimeter"),
    "graph": ("north", "south", "rim", "cells"),
    "any": ("perimeter", "cells", "{c for c in perimeter where c.q < 2}", "{c for c in perimeter where c.r < 1}"),
}
_ENDS = {
    "rhombus": ("left, right", "top, bottom"),
    "hexagon": ("sides[0], sides[3]", "sides[1], sides[4]", "sides[2], sides[5]"),
    "triangle": ("sides[0], sides[1]", "sides[2]"),
    "graph": ("north, south", "rim"),
}

_ABSENT = {
    "hexagon": r"\b(top|bottom|left|right)\b",
    "triangle": r"\b(top|bottom|left|right)\b",
    "graph": r"\b(top|bottom|left|right|corners|perimeter|outside|sides\b\[\d\]|sides)\b",
    "any": r"\b(top|bottom|left|right|corners|sides\b\[\d\]|sides)\b",
}
"""What the OddGame speaks of and a shape has not."""


class OddSheet(OddForms):
    """Writes a short sheet with anything on its board. Its script is small, its endings ask for goals of every kind."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.is_round = self._chance(0.1)
        self.swaps = not self.is_round and len(self.players) == 2
        self._wild = self._one_of(0, 0, 0, 0.02, 0.1)
        self._shape = self._one_of("rhombus", "rhombus", "hexagon", "triangle", "any", "graph")
        self._seats = len(self.players) > 1 and self._chance(0.2)
        self._ropes = False
        self._seams: list[str] = []
        self._tables: list[str] = []
        self._edges: list[str] = []

    def size(self, least: int = 1, most: int = 5) -> str:
        """A small number, and sometimes one that nobody would write."""
        if self._chance(self._wild):
            return str(self._one_of(*HUGE))
        usual = str(self._draw.randint(least, most))
        return self._written(usual, "size", "size + 1", "half(size)") if self._chance(0.2) else usual

    # The board

    def shape(self, deep: int = 2) -> str:
        place = f"cell({self.size(-3, 3)}, {self.size(-3, 3)})"
        ways: list[Callable[[], str] | str] = [
            lambda: f"rhombus({self.size(2)})",
            lambda: f"parallelogram({self.size(2, 7)}, {self.size(1, 4)})",
            lambda: f"disc({place}, {self.size(0, 2)})",
            lambda: f"ring({place}, {self.size(1, 2)})",
            lambda: f'map("""\n{self._map()}\n""")',
        ]
        if deep:
            ways += [
                lambda: f"({self.shape(deep - 1)} {self._written('+', '-', '&')} {self.shape(deep - 1)})",
                lambda: f"({self.shape(deep - 1)} at {place})",
                lambda: f"({self.shape(deep - 1)} turned {self.size(0, 6)})",
            ]
        return self._written(*ways)

    def _map(self) -> str:
        rows = (" " * row + " ".join(self._draw.choice("ooo. ") for _ in range(self._draw.randint(1, 5)))
                for row in range(self._draw.randint(1, 4)))  # fmt: skip
        return "\n".join(rows)

    def side(self) -> str:
        """Cells at the border, most often some that the board has."""
        if self._chance(0.1):
            return self._written("top", "sides[4]", "corners", "{}", f"{{{self.cell({})}}}",
                                 f"{{c for c in cells where c.q == {self.size(0, 3)}}}")  # fmt: skip
        return self._written(*_SIDES[self._shape])

    def cell(self, names: Names) -> str:
        there = "g0" if self._shape == "graph" else f"cell({self._written('0', '0', '1', self.size(0, 1))}, 0)"
        return self._written("last", "spot", there, *names.get("cell", ()) * 3)

    def glue(self) -> str:
        name, times = self._new(), self._written("translation", "reflection")
        self._seams.append(name)
        one, other = (f"{{cell({self.size(0, 3)}, {self.size(0, 3)})}}" for _ in range(2))
        ends = self._written(*_ENDS.get(self._shape, ("perimeter, perimeter",)), f"{self.side()}, {self.side()}")
        if self._shape == "triangle" and self._chance(0.5):
            return f"wrap perimeter antipodal as {name}"
        return self._written(
            *[f"wrap {ends}{self._written('', '', ' reversed')} as {name}"] * 4,
            f"portal {name}: {one} = {other} by {times}",
            f"portal {name}: ring(cell(1, 1), 1) = ring(cell(4, 1), 1) by {times}",
        )

    def edge(self) -> str:
        split = self._written("perimeter" if self._shape in ("graph", "glued") else "outside", "perimeter")
        one, *others = _ENDS.get(self._shape, (f"{self.side()}, {self.side()}",))
        return self._written(
            f"edge {one}: {self.players[0]} " + "".join(f"edge {each}: {self.players[-1]} " for each in others),
            f"edge {self.side()}, {self.side()}: {self._written(', '.join(self.players), *self.players)}",
            f"edge {split} split {self.size(2, 6)}: {', '.join(self.players)}",
            f"edge {self.side()}, {self.side()}: {self._written('neutral', self.players[0])} as {self._edges_named()}",
            f"edge {split} split {self.size(2, 6)}: neutral as {self._edges_named()}",
        )

    def _edges_named(self) -> str:
        self._edges.append(self._new())
        return self._edges[-1]

    def graph(self) -> str:
        names = [f"g{number}" for number in range(self._draw.randint(1, 7))]
        self._ropes = len(names) > 3
        cells = " ".join(f"cell {name} at {self._draw.randint(-4, 4)}, {number}" for number, name in enumerate(names))
        cells += self._written("", f" cell block at x + 9, y for x in 0..{self.size(0, 3)}, y in 0..1 where x + y != 2")
        chains = (f"link {' - '.join(self._draw.sample(names, k=min(len(names), 3)))}" for _ in names[1:])
        links = " ".join(chain + " as ropes" * (len(names) == 4 + number) for number, chain in enumerate(chains))
        regions = " ".join(f"region {name} = {{{self._draw.choice(names)}, {self._draw.choice(names)}}}"
                           for name in ("north", "south", "rim"))  # fmt: skip
        return f"graph {{ {cells} {links} }} {regions}"

    def table(self) -> str:
        """A relation or a label."""
        name = self._new()
        here: Names = {"cell": ("c",)}
        self._tables.append(name)
        return self._written(
            lambda: f"relation {name} = leap({self.size(0, 3)}, {self.size(0, 2)})",
            lambda: f"relation {name}(c) = {self.known_cells(here)}",
            lambda: f"label {name}(c) = c.q * {self.size()} - c.r",
            lambda: f"label {name}(c) = count({self.known_cells(here)})",
        )

    def link(self) -> str:
        """Links that are added or cut by a rule; on glued boards some would lead either way."""
        domain = self.known_cells({"cell": ("c",)})
        where = self._written("where c.q < d.q", "where c != d", "where d in adjacent(c) and c.r > d.r")
        return f"{self._written('link', 'unlink', 'unlink')} c - d for c in cells, d in {domain} {where}"

    def known_cells(self, names: Names, deep: int = 1) -> str:
        ways = ["cells", "corners", "{}", *(f"adjacent({cell})" for cell in names.get("cell", ())),
                f"{{d for d in cells where d.q == {self.size(0, 3)}}}"]  # fmt: skip
        if deep:
            ways.append(f"({self.known_cells(names, 0)} {self._written('&', '|', '-')} {self.known_cells(names, 0)})")
        return self._written(*ways)

    def board(self) -> str:
        grid = "" if self._shape in ("hexagon", "triangle") else self._written("", "", "grid square ", "grid square8 ")
        shape = (self.graph() if self._shape == "graph" else f"shape {self.shape()}" if self._shape == "any"
                 else f"shape {self._shape}({self.size(2, 3)})")  # fmt: skip
        parts = [self.glue() for _ in range(0 if self._shape == "graph" else self._one_of(0, 0, 0, 1, 1, 2))]
        parts += [self.edge() for _ in range(self._one_of(0, 1, 1, 2))]
        parts += [self.table() for _ in range(self._one_of(0, 0, 1, 2))]
        if self._chance(0.3):
            parts.append(f"region {self._new()} = {self.side()}")
        if self._chance(0.2):
            parts.append(self.link())
        if self._chance(0.1):
            parts.append(f"require count(cells) > {self.size()}")
        places = "weight(c) = 1 label digits(c) = [1, 2]" if self._shape == "graph" else (
            "weight(c) = c.q label digits(c) = [c.q, c.r]")  # fmt: skip
        regions = f"region belt = {self.side()}"
        return " ".join(
            [f"{grid}{shape} {regions}", f"label {places}", "relation far(c) = cells - adjacent(c)", *parts]
        )

    # The rules

    def cells(self, names: Names, deep: int = 3) -> str:
        if self._shape != "rhombus" and not deep:
            return self._written("own", "enemy", "empty", "neutral", "cells", "seen", self.side(), "belt")
        if self._tables and self._chance(0.2):
            return f"{self._draw.choice(self._tables)}({self.cell(names)})"
        if self._ropes and self._chance(0.2):
            return f"crossing({self.cell(names)})"
        return super().cells(names, deep)

    def goal(self) -> str:
        names: Names = {}
        crossing = f", odd: {self._one_of(*self._seams)}" if self._seams else ""
        some = self.cells(names, 1)
        return self._written(
            "connects(own, own.edges)",
            lambda: f"connects({some}, [{self.side()}, {self.side()}])",
            lambda: f"path({some}, [{self.side()}, {self.side()}]{crossing})" if crossing else "connects(own, [belt])",
            lambda: f"loop({some}{crossing})" if crossing else f"encloses({some})",
            lambda: f"encloses({some})",
            lambda: f"connects({some}, {self._one_of(*self._edges)})" if self._edges else f"connects({some}, [belt])",
            lambda: f"steps({some}, {self.side()}, past: {some}) {self._written('<', '==')} {self.size(0, 4)}",
            lambda: f"some g in groups({some}): count({{s for s in sides where touches(g, s)}}) >= {self.size(1, 3)}",
            lambda: f"every g in groups({some}): touches(g, {self.side()}) or count(g & {self.cells(names, 1)}) < 3",
            lambda: f"arc({some}, {self._written('perimeter', 'outside')}) > {self.size(1, 9)}",
            lambda: f"some c in {some}: count(slide(c, past: own)) {self._written('<', '==')} {self.size()}",
            lambda: f"row({some}{self._written('', ', along: leap(1, 1)')}) > {self.size(1, 9)}",
            lambda: f"some c in {some}: count({self._written('between', 'beyond')}(c, last)) > {self.size(1, 3)}",
            lambda: f"twice(twice(count({some}))) > {self.size(1, 30)}",
            lambda: self.truth(names, 2),
            "repeats", f"count(empty) == 0 and size > {self.size()}",
        )  # fmt: skip

    def ending(self) -> str:
        result = self._written("win", "win", "win", "lose", "draw")
        label = self._written("", "", ' "so it ends"')
        whose = self._written("", "", "", f" for {self.players[0]}") if result != "draw" else ""
        timing = self._written("", "", "", " at start of turn", " at end of turn")
        goals = f" {self._written('and', 'or')} ".join(self.goal() for _ in range(self._one_of(1, 1, 1, 2)))
        return f"{result}{label}{whose}{timing} when {goals}"

    def turn(self) -> str:
        names: Names = {}
        if self.is_round:
            return f"round {{ for p in players {{ as p {{ {self.choice(names).removesuffix(' then')} }} }} }}"
        return self._written(
            "turn { place man on empty }",
            "turn { may place man on empty may pass may swap on turn 2 }",
            lambda: f"turn {{ {self.choice(names).removesuffix(' then')} }}",
            lambda: f"turn {{ may place man on empty may {self.decision(names)} }}",
            lambda: f"turn {{ {self.script(names, 1, True)} {self.choice(names)} pass }}",
        )

    def text(self) -> str:
        least = self._draw.randint(1, 3)
        board = self.board()
        players = ", ".join(self.players)
        most = len(self.players)
        seats = f"option seats = {self._one_of(most, most, 1)} in 1..{most} players seats of " if self._seats else ""
        lines = ['game "Odd"', f"{seats or 'players '}{players}", HEAD, f"var who = {self.players[-1]} in {players}",
                 f"option size = {least} in {least}..{self._draw.randint(3, 6)}", "define twice(x) = x + x",
                 "define half(x) = x / 2 + 1"]  # fmt: skip
        lines += [
            f"let {self._new()} = {self.size()} {self._written('+', '*', '-', 'mod')} {self.size()}"
        ] * self._chance(0.2)
        lines += [f"require size >= {self.size(1, 2)}"] * self._chance(0.1)
        lines += [f"board {{ {board} }}", NAMED]
        lines += [f"setup {{ {self.script({}, 1, False)} }}"] * self._chance(0.1)
        lines += [self.turn(), *(self.ending() for _ in range(self._one_of(1, 1, 2, 3)))]
        lines += ["claims " + self._written("no-draws", "finite", "always-a-move, no-draws")] * self._chance(0.05)
        text = self.declaring("\n".join(lines) + "\n")
        return re.sub(_ABSENT[self._shape], "belt", text) if self._shape in _ABSENT else text
