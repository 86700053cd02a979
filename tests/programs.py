"""Random texts of restricted Python, made from a seed: every form of the language, with numbers that stay small."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from hexgame.program.words import ones

TABLES = """
NUMBERS = (3, -1, 4, 1, 5, 9, 2, 6)
ROWS = ((1, 2, 3), (), (4,), (0, 5, 6, 7))
PAIRS = ((2, 7), (1, 8), (2, 8))
"""
LENGTH = 8
"""How many numbers a vector has."""

_BINARY = ("+", "-", "*", "&", "|", "^")
_COMPARED = ("<", "<=", ">", ">=", "==", "!=")


class Text:
    """Draws one module: `main(S, W, a)` and the functions that it may call."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._names: list[str] = []
        self._loops = 0
        self._callable: list[str] = []

    def module(self) -> str:
        """Return its text."""
        lines = [TABLES]
        for number in range(self._dice.randrange(3)):
            lines += self._function(f"help_{number}", "S, W, a, b", self._dice.choice((1, 1, 2)))
            self._callable.append(f"help_{number}")
        lines += self._function("main", "S, W, a", 1)
        return "\n".join(lines) + "\n"

    def _function(self, name: str, parameters: str, results: int) -> list[str]:
        self._names = [each for each in parameters.split(", ") if each not in "SW"]
        self._results, self._loops, self._counters = results, 0, list[str]()
        body = list(self._block(3, "    ", loops=0))
        returned = ", ".join(self._small() for _ in range(results))
        self._wide = {**getattr(self, "_wide", {}), name: results}
        return ["", "", f"def {name}({parameters}):", *body, f"    return {returned}"]

    def _block(self, depth: int, indent: str, loops: int) -> Iterator[str]:
        for _ in range(self._dice.randrange(1, 4)):
            yield from self._statement(depth, indent, loops)

    def _statement(self, depth: int, indent: str, loops: int) -> Iterator[str]:
        kinds = ["simple"] * 6
        kinds += ["if", "call", "leave", "return"] if depth else ["leave"]
        kinds += ["for", "while", "over"] if depth and loops < 2 else []
        dice = self._dice
        match dice.choice(kinds):
            case "if":
                yield f"{indent}if {self._test(2)}:"
                yield from self._inner(depth, indent, loops)
                if dice.random() < 0.5:
                    yield f"{indent}else:"
                    yield from self._inner(depth, indent, loops)
            case "call" if self._callable and not loops:
                name = dice.choice(self._callable)
                call = f"{name}(S, W, {self._small()}, {self._small()})"
                into = ", ".join(self._new() for _ in range(self._wide[name]))
                yield f"{indent}{into} = {call}"
            case "leave" if loops:
                yield f"{indent}if {self._test(1)}:"
                yield f"{indent}    {dice.choice(('break', 'continue'))}"
            case "return" if dice.random() < 0.3:
                yield f"{indent}if {self._test(1)}:"
                yield f"{indent}    return {', '.join(self._small() for _ in range(self._results))}"
            case "for" | "while" | "over" as kind:
                yield from self._head(kind, indent)
                yield from self._inner(depth, indent, loops + 1)
            case _:
                yield from (indent + line for line in self._simple())

    def _head(self, kind: str, indent: str) -> Iterator[str]:
        """The head of a loop."""
        dice = self._dice
        if kind == "while":
            name = self._loop()
            yield f"{indent}{name} = {dice.randrange(6)}"
            yield f"{indent}while {name} > 0 and {self._test(1)}:"
            yield f"{indent}    {name} -= 1"
            return
        low, step = dice.randrange(-3, 4), dice.choice((1, 1, 2, -1, -3))
        rows = f"ROWS[({self._small()}) % 4]", "NUMBERS", "PAIRS[2]"
        over = f"range({low}, ({self._small()}) % 5 + {dice.randrange(-3, 7)}, {step})"
        yield f"{indent}for {self._loop()} in {over if kind == 'for' else dice.choice(rows)}:"

    def _simple(self) -> list[str]:
        dice = self._dice
        match dice.choice(["set", "set", "add", "store", "store_add", "tuple", "copy"]):
            case "set":
                value = self._small()
                return [f"{self._new()} = {value}"]
            case "add" if self._names:
                name = dice.choice(self._names)
                return [f"{name} {dice.choice(_BINARY[:2])}= {self._small()}", f"{name} = {name} % 1000"]
            case "store_add":
                return [f"{self._at()} {dice.choice(('|', '^', '&'))}= {self._small()}"]
            case "tuple":
                return [f"{self._at()}, {self._at()} = {self._small()}, {self._small()}"]
            case "copy":
                at, begin, count = dice.randrange(4), dice.randrange(4), dice.randrange(5)
                to, of = dice.choice("SW"), dice.choice("SW")
                return [f"{to}[{at}:{at + count}] = {of}[{begin}:{begin + count}]"]
        return [f"{self._at()} = {self._small()}"]

    def _inner(self, depth: int, indent: str, loops: int) -> Iterator[str]:
        """A block whose names are known nowhere else."""
        known, counters = list(self._names), list(self._counters)
        yield from self._block(depth - 1, indent + "    ", loops)
        self._names, self._counters = known, counters

    def _new(self) -> str:
        """A name to set; one that is new is known from the next statement on."""
        if self._names and self._dice.random() < 0.5:
            return self._dice.choice(self._names)
        self._names.append(f"x{len(self._names)}")
        return self._names[-1]

    def _loop(self) -> str:
        """A name that only its loop sets."""
        self._loops += 1
        self._counters.append(f"k{self._loops}")
        return self._counters[-1]

    def _at(self) -> str:
        return f"{self._dice.choice('SW')}[({self._small()}) % {LENGTH}]"

    def _small(self) -> str:
        """A number between -1,000 and 1,000."""
        value = self._value(self._dice.randrange(3))
        return f"({value}) % 1000" if self._dice.random() < 0.7 else f"-(({value}) % 1000)"

    def _value(self, depth: int) -> str:
        dice = self._dice
        if depth == 0:
            leaves = [str(dice.randrange(-9, 10)), f"S[{dice.randrange(LENGTH)}]", f"W[{dice.randrange(LENGTH)}]"]
            return dice.choice([*leaves, *self._names, *self._counters, "NUMBERS[2]", "len(W)", "ROWS[3][1]"])
        a, b = self._value(depth - 1), self._value(depth - 1)
        match dice.randrange(9):
            case 0:
                return f"(({a}) // {dice.randrange(1, 9)} + ({b}) % {dice.randrange(1, 9)})"
            case 1:
                return f"((({a}) & 1023) << {dice.randrange(6)})"
            case 2:
                return f"(({a}) >> {dice.randrange(6)})"
            case 3:
                return f"({a} if {self._test(1)} else {b})"
            case 4:
                return f"({self._test(1)})"
            case 5:
                return f"PAIRS[(({a}) % 3)][({b}) % 2]"
            case 6:
                return f"ones(({a}) & 4095)"
        return f"(({a}) % 4096 {dice.choice(_BINARY)} ({b}) % 4096)"

    def _test(self, depth: int) -> str:
        dice = self._dice
        if depth == 0:
            return f"{self._value(0)} {dice.choice(_COMPARED)} {self._value(0)}"
        match dice.randrange(6):
            case 0:
                return f"not ({self._test(depth - 1)})"
            case 1 | 2:
                return f"({self._test(depth - 1)} {dice.choice(('and', 'or'))} {self._test(depth - 1)})"
            case 3:
                return f"{self._value(0)} in ROWS[({self._value(0)}) % 4]"
            case 4:
                signs = dice.choice(_COMPARED), dice.choice(_COMPARED)
                return f"{self._value(0)} {signs[0]} {self._value(0)} {signs[1]} {self._value(0)}"
        return self._test(0)


def by_python(text: str, state: Sequence[int], wide: Sequence[int], number: int) -> tuple[int, list[int], list[int]]:
    """What Python makes of a text: what it returns, and what the vectors hold then."""
    names: dict[str, object] = {"ones": ones, "look": lambda: None}
    exec(compile(text, "<text>", "exec"), names)  # noqa: S102 - a text of this test
    narrow, long = list(state), list(wide)
    return int(names["main"](narrow, long, number)), narrow, long  # type: ignore[operator]
