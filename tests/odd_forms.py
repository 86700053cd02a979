"""Odd sheets with kinds as values, numbers on things, piles, and what players choose."""

from __future__ import annotations

from collections.abc import Callable

from odd_games import HEAD, Names, OddGame

NEWER = """
let both = kinds
let worth = [man: 1, king: 3]
var seeds = 1 in 0..3 for each cell
var pool = worth[k] in 0..3 for each k in kinds
var taken = 0 in 0..3 for each player, k in {0, 2}
var shown = none in kinds, none
"""


class OddForms(OddGame):
    """Writes one game; one in two has such forms, one in six piles."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.is_newer = self._chance(0.5)
        self.is_piled = self.is_newer and self._chance(0.33)

    def _often(self, share: float) -> bool:
        return self.is_newer and self._chance(share)

    def value(self, names: Names) -> str:
        """A kind."""
        return self._written("man", "king", "shown", "last.kind", lambda: f"{self.cell(names)}.kind")

    def number(self, names: Names, deep: int = 3) -> str:
        if not self._often(0.25):
            return super().number(names, deep)
        cell, few = self.cell(names), lambda: super(OddForms, self).number(names, 0)
        name = self._new()
        inside = {**names, "cell": (*names.get("cell", ()), name)}
        top = [f"count({cell}.pile)",
               lambda: f"count(x for x in {cell}.pile where x.owner == {self.player(names)})"
               ] if self.is_piled else [f"{cell}.height", f"sum(c.height for c in {self.cells(names, 0)})"]  # fmt: skip
        return self._written(
            *top, f"{cell}.seeds", "sum(pool)",
            lambda: f"pool[{self.value(names)}]",
            lambda: f"{self.player(names)}.taken[{self._written('0', '2', few())}]",
            lambda: f"worth[{self.value(names)}]",
            lambda: f"[1, 2, 3][{few()}]",
            lambda: f"product({self.number(inside, 0)} for {name} in {self.cells(names, 0)})",
            lambda: f"count({{n for n in 0..4 where n < {few()}}})",
            lambda: f"sum(worth[k] * count(own.k) for k in {self._written('kinds', 'both')})",
        )  # fmt: skip

    def truth(self, names: Names, deep: int = 3) -> str:
        if not self._often(0.25):
            return super().truth(names, deep)
        cell, sign, piled = self.cell(names), self._written("==", "!="), list[Callable[[], str] | str]()
        if self.is_piled:
            piled = [f"(some x in {cell}.pile: x.kind {sign} king)", f"{cell}.pile[1].owner {sign} own"]
        return self._written(
            *piled,
            lambda: f"{self.value(names)} {sign} {self._written('none', self.value(names))}",
            lambda: f"{cell}.owner {sign} {self._written('none', self.player(names))}",
            lambda: f"{self.player(names)}{self._written('', '.next')}.out",
            lambda: f"{self.player(names)}.next {sign} {self.player(names)}",
            lambda: f"{self.value(names)} in {self._written('both', '{king}')}",
            lambda: f"{self.number(names, 0)} in {self._written('1..count(own)', '{n for n in 0..4 where t}')}",
        )

    def cells(self, names: Names, deep: int = 3) -> str:
        if not self._often(0.2):
            return super().cells(names, deep)
        return self._written(
            "king", "own.both", "(both & cells)",
            lambda: f"{self.player(names)}.{self._written('both', 'man')}",
            lambda: f"{self._written('disc', 'ring')}({self.cell(names)}, {self._draw.randint(0, 2)})",
            lambda: f"[own, enemy, corners][{super(OddForms, self).number(names, 0)}]",
        )  # fmt: skip

    def effect(self, names: Names, deep: int, deciding: bool) -> str:
        if not self._often(0.35):
            return super().effect(names, deep, deciding)
        cell, other = self.cell(names), self.cell(names)
        ways: list[Callable[[], str] | str] = [
            lambda: f"set {cell}.seeds = {self.number(names, 1)}",
            lambda: f"set pool[{self.value(names)}] = {self.number(names, 1)}",
            lambda: f"set {self.player(names)}.taken[{self._written('0', '2', 'n')}] = {self.number(names, 1)}",
            lambda: f"set shown = {self._written('none', self.value(names))}",
            lambda: f"{cell} becomes {self.value(names)} of {self._written(f'{other}.owner', self.player(names))}",
            lambda: f"repeat {self._written('n', 'count(own)')} {{ {self.effects(names, 0, deciding)} }}",
        ]
        ways += [
            f"{cell} gains {self.kind()}", f"{cell} loses {self._written('1', '(n)')}", f"2 of {cell} to {other}",
            f"n of {cell} to {other}",
        ] if self.is_piled else [
            lambda: f"set {cell}.height = {self.number(names, 1)}",
            f"together {{ {cell} to {other} {other} to {cell} }}",
        ]  # fmt: skip
        return self._written(*ways)

    def decision(self, names: Names) -> str:
        if not self._often(0.35):
            return super().decision(names)
        name, there = self._new(), self._new()
        cell = {**names, "cell": (*names.get("cell", ()), name)}
        two = {**cell, "cell": (*cell["cell"], there)}
        chosen = {**names, "number": (*names.get("number", ()), name)}
        return self._written(
            lambda: f"place k among {self._written('kinds', 'both', '{king}')} on {name} among {self.cells(names, 1)}"
                    f"{self.rest(cell, name)}",
            lambda: f"move {self._written('both', 'k among both')} from {name} among own to {there} among cells"
                    f"{self.rest(two, there)}",
            lambda: f"choose {name} in {self.cells(names, 1)}{self.rest(cell, '')}",
            lambda: f"choose {name} in 0..{self._written('3', 'n', 'count(own)')}{self.rest(chosen, '')}",
            lambda: f"choose {name} in {self._written('kinds', 'players', '{man}')}{self.rest(names, '')}",
        )  # fmt: skip

    def statement(self, names: Names, deep: int, decider: bool) -> str:
        if not decider or not self._often(0.2):
            return super().statement(names, deep, decider)
        return self._written(
            lambda: f"repeat {self._written('0', '1', 'n')}..{self._written('3', 'count(own)')} "
                    f"{{ {self.decision(names)} }}",
            lambda: f"choose {self._new()} in {self._written('kinds', '1..2', 'empty', 'players')}",
        )  # fmt: skip

    def text(self) -> str:
        return self.declaring(super().text())

    def declaring(self, text: str) -> str:
        """A sheet with what it speaks of."""
        if self.is_newer:
            last = "stacks up to 3" if self.is_piled else "var height = 0 in 0..3 for each piece"
            text = text.replace(HEAD, f"{HEAD}{NEWER}{last}\n")
            if self.is_round and self._chance(0.3):
                secret = f"together {{ choose bet in {self._written('0..3', 'kinds', 'cells')} {{ set n = 1 }} }}"
                text = text.replace("round {", f"round {{ {secret}")
        return text
