"""Sets of cells as bits, in words: what their cells lead to is found for all of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeAlias

from ...rules import ir
from ...rules.adjacency import beside
from ..plan.bitboards import WORD, shifts, word_of, words
from ..plan.lists import Rows
from ..plan.plan import Plan
from .groups import GroupSetWriter
from .writer import Writer, plus

Words: TypeAlias = tuple[str, ...]
"""The text of each word of a set."""

FULL = (1 << WORD) - 1
"""A word with all its bits."""

_PRIME = 67
"""Leaves another remainder for each power of 2 that fits in a word."""


class BitSetWriter(GroupSetWriter):
    """Writes sets of cells as bits, and keeps the bits of each content in BITS."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._words = words(plan.cells)
        self._spreads: dict[Rows, str] = {}

    @property
    def in_bits(self) -> bool:
        """Whether searches for ways run over bits."""
        return self.plan.keeps_bits and not self._trying

    # Keeping them

    def change_bits(self, write: Writer, cell: str, before: str, after: str) -> None:
        """Update the bits for a cell whose content changed."""
        if self.plan.keeps_bits:
            write(*(f"{self._board(content, cell)} ^= {self._bit}[{cell}]" for content in (before, after)))

    def rebuild_bits(self, write: Writer) -> None:
        """Rebuild the bits of all contents."""
        if self.plan.keeps_bits:
            with write.block(f"for i in range({self.plan.rules.content_count * self._words}):"):
                write("S[BITS + i] = 0")
            with write.block(f"for c in range({self.cells}):"):
                write(f"{self._board('S[c]', 'c')} |= {self._bit}[c]")

    @property
    def _bit(self) -> str:
        return self.tables.name(tuple(1 << cell % WORD for cell in range(self.cells)), "BIT")

    def _board(self, content: str, cell: str) -> str:
        return f"S[BITS + {content} * {self._words} + {cell} // {WORD}]"

    # Sets

    def bits(self, write: Writer, cells: ir.CellSet, known: dict[ir.CellSet, Words]) -> Words:
        """Work out the words of a set; `known` has those worked out before."""
        if cells not in known:
            known[cells] = self._bits(write, cells, known)
        return known[cells]

    def _bits(self, write: Writer, cells: ir.CellSet, known: dict[ir.CellSet, Words]) -> Words:
        match cells:
            case ir.Holding(contents):
                return tuple(self._holding(contents, number) for number in range(self._words))
            case ir.Fixed(regions):
                each = (tuple(word_of(region, number) for region in regions) for number in range(self._words))
                return tuple(self.by_player(values, "SET") for values in each)
            case ir.Single(cell):
                return self._looked_up_bits(tuple((c,) for c in range(self.cells)), "ONE", cell)
            case ir.Row(rows, cell):
                return self._looked_up_bits(rows, "BESIDE", cell)
            case ir.GroupOf(cell):
                ones, held = self.bits(write, ir.Single(cell), known), f"v{len(known)}"
                write(f"{held} = S[{self.scalar(cell)}]")
                stones = self.named(write, f"b{len(known)}", tuple(
                    f"S[BITS + {held} * {self._words} + {number}] if {held} != 0 else 0"
                    for number in range(self._words)
                ))  # fmt: skip
                return self._into(write, f"g{len(known)}_", self._flood(), (*ones, *stones))
            case ir.Near(_, rows, inner):
                near = self.bits(write, inner, known)
                return self._into(write, f"n{len(known)}_", self.spread_bits(beside(rows)), near)
            case ir.Combined(symbol, left, right):
                both = zip(self.bits(write, left, known), self.bits(write, right, known), strict=True)
                if symbol == "-":
                    return tuple(f"({one} & ({FULL} ^ {other}))" for one, other in both)
                return tuple(f"({one} {symbol} {other})" for one, other in both)
            case _:
                raise TypeError(f"{cells!r} is not kept as bits")

    def _holding(self, contents: tuple[frozenset[int], ...], number: int) -> str:
        most = max(map(len, contents))
        rows = [sorted(each) + [max(each)] * (most - len(each)) for each in contents]
        places = (tuple(row[k] * self._words + number for row in rows) for k in range(most))
        texts = (f"S[BITS + {self.by_player(place, 'BOARD')}]" for place in places)
        return f"({' | '.join(texts)})"

    def _looked_up_bits(self, rows: Rows, prefix: str, cell: ir.Expression) -> Words:
        tables = (tuple(word_of(row, number) for row in rows) for number in range(self._words))
        return tuple(f"{self.tables.name(each, prefix)}[{self.scalar(cell)}]" for each in tables)

    def named(self, write: Writer, prefix: str, each: Words) -> Words:
        """Give words names that begin with a prefix."""
        names = tuple(f"{prefix}{number}" for number in range(self._words))
        write(*(f"{name} = {text}" for name, text in zip(names, each, strict=True)))
        return names

    def _into(self, write: Writer, prefix: str, function: str, arguments: Words) -> Words:
        names = tuple(f"{prefix}{number}" for number in range(self._words))
        write(f"{', '.join(names)} = {function}({', '.join(arguments)})")
        return names

    # Steps

    def spread_bits(self, rows: Rows) -> str:
        """The function that gives the cells to which a step of a relation leads from some cells."""
        if rows in self._spreads:
            return self._spreads[rows]
        name = self._spreads[rows] = f"spread_{len(self._spreads)}"
        found = shifts(rows)
        assert found is not None
        parts = (
            " | ".join(part for by, cells in found.items() for part in self._shifted(by, cells, to)) or "0"
            for to in range(self._words)
        )
        names = ", ".join(f"a{number}" for number in range(self._words))
        return self.small_function(name, names, "The cells to which a step leads.", f"return {', '.join(parts)}")

    def _shifted(self, by: int, cells: frozenset[int], to: int) -> Iterator[str]:
        """What the cells that a step takes so much further send to a word, from each word."""
        for number in range(self._words):
            mask = word_of(frozenset(cell for cell in cells if (cell + by) // WORD == to), number)
            places = by + (number - to) * WORD
            if mask and places >= 0:
                yield f"(a{number} & {mask}) << {places}"
            elif mask:
                yield f"(a{number} & {mask}) >> {-places}"

    def _flood(self) -> str:
        """The function that gives all cells of a set that are joined to some of its cells."""
        spread, every = self.spread_bits(self.nodes.cell_rows), range(self._words)
        a, b, c = (", ".join(f"{letter}{number}" for number in every) for letter in "abc")
        return self.small_function(
            "flood", f"{a}, {b}", "The cells of b that are joined to those of a.",
            "grows = 1",
            "while grows == 1:",
            f"    {c} = {spread}({a})",
            *(f"    c{number} = (a{number} | c{number}) & b{number}" for number in every),
            f"    grows = 0 if {' and '.join(f'a{number} == c{number}' for number in every)} else 1",
            *(f"    a{number} = c{number}" for number in every),
            f"return {a}",
        )  # fmt: skip

    @contextmanager
    def each_bit(self, write: Writer, names: Words, variable: str) -> Iterator[None]:
        """Loop over the cells whose bits are in some variables, which are cleared."""
        power = f"{variable}_x"
        table = [0] * _PRIME
        for bit in range(WORD):
            table[(1 << bit) % _PRIME] = bit
        places = self.tables.name(tuple(table), "POWER")
        with write.block(f"while ({' | '.join(names)}) != 0:"):
            for number, name in enumerate(names):
                word = "else:" if number == len(names) - 1 else f"{'elif' if number else 'if'} {name} != 0:"
                with write.block(word) if len(names) > 1 else nullcontext():
                    write(f"{power} = {name} & -{name}", f"{name} ^= {power}")
                    write(f"{variable} = {plus(number * WORD, f'{places}[{power} % {_PRIME}]')}")
            yield
