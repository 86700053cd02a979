"""Randomly filled boards: where exactly one player wins every full board and no goal is ever lost, they tell who wins
random games.

The first player's cells are a random half of the board. Then one goal is looked for, in one game at a time or, where
the goal asks only whether a chain joins two regions, in one game for each bit of a number.
"""

from __future__ import annotations

from ...program.words import LOOK
from ..chance import ADVANCE, DICE, drawn
from ..plan.random import FIRST, Ends, Fillings
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer


class FillingWriter:
    """Writes the functions that fill boards."""

    def __init__(self, expressions: ExpressionWriter, fillings: Fillings) -> None:
        self.expressions, self.plan, self.fillings = expressions, expressions.plan, fillings
        self.cells, self.half = self.plan.cells, fillings.half
        self.stones = tuple(map(str, fillings.stones))

    def functions(self, write: Writer) -> None:
        """The functions that fill a board, fill many, and count fillings without exactly one winner."""
        self._filled(write)
        self._half(write)
        self._exceptions(write)
        if self.fillings.ends is None:
            self._fill(write, f"filled(S, {FIRST})")
        else:
            self._joined(write, self.fillings.ends)
            self._fill(write, "joined(S)")
            self._lanes(write, self.fillings.ends)

    def _filled(self, write: Writer) -> None:
        with write.function("filled(S, p)", "Whether p has won the full board."), self.expressions.trying():
            for ending in self.plan.rules.endings:
                if ending.result == "win":
                    mine = "" if ending.player is None else f"p == {ending.player} and "
                    with write.block(f"if {mine}{self.expressions.scalar(ending.condition)}:"):
                        write("return True")
            write("return False")

    def _half(self, write: Writer) -> None:
        """The list of cells may end in any order."""
        mine, other = self.stones
        with write.function("half(S, rng, cells)", "Fill the board at random; returns the generator's state."):
            with write.block(f"for c in range({self.cells}):"):
                write(f"S[c] = {other}")
            with write.block(f"for left in range({self.cells}, {self.cells - self.half}, -1):"):
                write(ADVANCE, f"i = {drawn('left')}", "c = cells[i]")
                write("cells[i] = cells[left - 1]", "cells[left - 1] = c", f"S[c] = {mine}")
            write("return rng")

    def _fill(self, write: Writer, won: str) -> None:
        with write.function("fill(S, rng, games, cells, wins)", "Fill the board for each game; count who wins."):
            write("won = 0")
            with write.block("for game in range(games):"):
                write(LOOK, "rng = half(S, rng, cells)")
                with write.block(f"if {won}:"):
                    write("won += 1")
            write("wins[0] += won", "wins[1] += games - won", "return rng")

    def _exceptions(self, write: Writer) -> None:
        """Fillings that both have won, or neither: of some at random, or of all, each half being the bits of a number
        (R. W. Gosper's step from one to the next)."""
        mine, other = self.stones
        with write.function(
            "exceptions(S, rng, games, cells)", "The number of random fillings without exactly one winner."
        ):
            write("found = 0")
            with write.block("for game in range(games):"):
                write(LOOK, "rng = half(S, rng, cells)")
                with write.block("if filled(S, 0) == filled(S, 1):"):
                    write("found += 1")
            write("return found")
        if not self.fillings.are_few:
            return
        with write.function("all_exceptions(S)", "The number of all fillings without exactly one winner."):
            write("found = 0", f"chosen = {(1 << self.half) - 1}")
            with write.block(f"while chosen < {1 << self.cells}:"):
                write(LOOK)
                with write.block(f"for c in range({self.cells}):"):
                    write(f"S[c] = {mine} if chosen >> c & 1 else {other}")
                with write.block("if filled(S, 0) == filled(S, 1):"):
                    write("found += 1")
                write("low = chosen & -chosen", "next = chosen + low")
                write("chosen = ((chosen ^ next) >> 2) // low | next")
            write("return found")

    def _joined(self, write: Writer, ends: Ends) -> None:
        """Every neighbour is written behind the queue and stays there if it belongs: no branch to predict."""
        tables = self.expressions.tables
        near = tables.name(ends.rows, "NEAR")
        end = tables.name(tuple(int(c in ends.ends) for c in range(self.cells)), "IN")
        take = ("S[QUEUE + n] = d", f"n += 1 if S[d] == {self.stones[FIRST]} else 0", "S[d] = 0")
        with write.function("joined(S)", "Whether a chain of the first player joins its regions; takes it off."):
            write("n = 0")
            with write.block(f"for d in {tables.name(ends.begins, 'CELLS')}:"):
                write(*take)
            with write.block("while n > 0:"):
                write("n -= 1", "c = S[QUEUE + n]")
                with write.block(f"if {end}[c] == 1:"):
                    write("return True")
                with write.block(f"for d in {near}[c]:"):
                    write(*take)
            write("return False")

    # Many games at once

    def _lanes(self, write: Writer, ends: Ends) -> None:
        """Bit i of every number belongs to game i. `W` holds for each cell the games in which it is the first player's,
        then those in which it is reached, then, for each power of two, the games with that many stones more."""
        reach, count, bits = self.cells, 2 * self.cells, self.cells.bit_length()
        with write.function(
            "fill_lanes(W, rng, games, wins)", "Fill boards, one for each bit of a number; count who wins."
        ):
            write("won, done = 0, 0")
            with write.block("while done < games:"):
                write(LOOK)
                with write.block(f"for c in range({self.cells}):"):
                    write(ADVANCE, f"low = {DICE}", ADVANCE)
                    write(f"W[c] = low | ({drawn(str(1 << self.fillings.lanes - 32))}) << 32")
                self._count_lanes(write, count, bits)
                self._even_lanes(write, count, bits)
                self._spread_lanes(write, reach, ends)
                write("lanes = 0")
                with write.block(f"for c in {self.expressions.tables.name(ends.ends, 'CELLS')}:"):
                    write(f"lanes |= W[{reach} + c]")
                with write.block(f"if games - done < {self.fillings.lanes}:"):
                    write("lanes &= (1 << games - done) - 1")
                with write.block("while lanes != 0:"):
                    write("lanes &= lanes - 1", "won += 1")
                write(f"done += {self.fillings.lanes}")
            write("wins[0] += won", "wins[1] += games - won", "return rng")

    def _count_lanes(self, write: Writer, count: int, bits: int) -> None:
        with write.block(f"for i in range({bits}):"):
            write(f"W[{count} + i] = 0")
        with write.block(f"for c in range({self.cells}):"):
            write("carry = W[c]", "i = 0")
            with write.block("while carry != 0:"):
                write(f"old = W[{count} + i]", f"W[{count} + i] = old ^ carry", "carry &= old", "i += 1")

    def _even_lanes(self, write: Writer, count: int, bits: int) -> None:
        """Random cells change hands until each game's half is right: every half is as likely as the others."""
        with write.block(f"for lane in range({self.fillings.lanes}):"):
            write("stones = 0")
            with write.block(f"for i in range({bits}):"):
                write(f"stones |= (W[{count} + i] >> lane & 1) << i")
            with write.block(f"while stones != {self.half}:"):
                write(ADVANCE, f"c = {drawn(str(self.cells))}", f"much = 1 if stones > {self.half} else 0")
                write(
                    "flip = 1 ^ (W[c] >> lane & 1) ^ much", "W[c] ^= flip << lane", "stones += flip - 2 * (flip & much)"
                )

    def _spread_lanes(self, write: Writer, reach: int, ends: Ends) -> None:
        """Forwards and backwards over the board, until nothing more is reached in any game."""
        near = self.expressions.tables.name(ends.rows, "NEAR")
        with write.block(f"for c in range({self.cells}):"):
            write(f"W[{reach} + c] = 0")
        with write.block(f"for c in {self.expressions.tables.name(ends.begins, 'CELLS')}:"):
            write(f"W[{reach} + c] = W[c]")
        write_flood(write, self.cells, near, str(reach), "")


def write_flood(write: Writer, cells: int, near: str, reach: str, through: str) -> None:
    """Write a loop that reaches, in each lane, whatever cells of it are joined to those reached already.

    `near` names the table of neighbours; `W[reach + c]` says in which lanes cell c is reached, `W[through + c]` in
    which it can be.
    """
    open_at = f"{through} + c" if through else "c"
    write("changed = 1")
    with write.block("while changed != 0:"):
        write("changed = 0")
        for way in (f"range({cells})", f"range({cells - 1}, -1, -1)"):
            with write.block(f"for c in {way}:"):
                write(f"here = W[{reach} + c]", "more = here")
                with write.block(f"for d in {near}[c]:"):
                    write(f"more |= W[{reach} + d]")
                write(f"more &= W[{open_at}]", "changed |= more ^ here", f"W[{reach} + c] = more")


def lane_room(cells: int) -> int:
    """The number of entries of `W` in `fill_lanes`."""
    return 2 * cells + cells.bit_length()
