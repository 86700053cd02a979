"""Random games to the end, on a state that is thrown away afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.machine.actions import Block
from interpreter.machine.answers import PLAYING
from interpreter.machine.chance import ADVANCE, drawn
from interpreter.machine.script import ScriptWriter
from interpreter.machine.stones import StoneWriter
from interpreter.machine.writer import Writer, plus
from interpreter.rules import program


def longest_playout(cells: int) -> int:
    """After so many decisions a random game that need not end is broken off: a draw labelled `too long`."""
    return 5_000 + 50 * cells


class PlayoutWriter:
    def __init__(self, script: ScriptWriter) -> None:
        self.script = script
        self.forms = script.expressions.forms
        self.blocks = script.blocks

    def functions(self, write: Writer) -> None:
        meaning = "Play on at random to the end, with out as room for all codes; returns the generator's state."
        with write.function("rollout(S, rng, out)", meaning):
            if self.forms.moves == "inlined":
                StoneWriter(self.script, longest_playout(self.script.expressions.cells)).rollout(write)
            elif self.forms.moves == "direct":
                self._direct(write)
            elif self.forms.moves == "rejection":
                self._rejecting(write)
            else:
                self._enumerated(write)
            write("return rng")
        self._tally(write)

    def _tally(self, write: Writer) -> None:
        """`firsts` has a row of `ends` counts for each code, and one for games without a decision."""
        ends, longest = self.script.endings.too_long + 1, longest_playout(self.script.expressions.cells)
        codes = self.blocks[-1].base + self.blocks[-1].size
        meaning = "Play so many random games, counting how they end after each first decision, and how long they are."
        with write.function("tally(S, rng, games, start, opening, firsts, lengths, out)", meaning):
            write("n = len(opening)")
            with write.block("for game in range(games):"):
                write(f"S[0:{self.script.layout.kept}] = start[0:{self.script.layout.kept}]", "S[PLIES] = 0")
                chances = [block for block in self.blocks if block.way == program.CHANCE]
                if chances:
                    self._let_chance_open(write, chances, longest)
                write(f"first = {codes}")
                with write.block("if n > 0:"):
                    self._play(write, "out" if chances else "opening")
                write(f"firsts[first * {ends} + S[END]] += 1", "plies = S[PLIES]")
                write(f"lengths[plies if plies < {longest} else {longest}] += 1")
            write("return rng")

    def _play(self, write: Writer, opening: str) -> None:
        """A game from its first decision, which is noted."""
        if self.forms.moves == "inlined":
            write("rng = rollout(S, rng, out)", "first = out[0]")
        else:
            write(ADVANCE, f"first = {opening}[{drawn('n')}]", "step(S, first)")
            write("S[PLIES] += 1", "rng = rollout(S, rng, out)")

    def _let_chance_open(self, write: Writer, chances: list[Block], longest: int) -> None:
        """What chance decides before the first decision of a player."""
        points = sorted({block.point for block in chances})
        asked = " or ".join(f"S[AT] == {point}" for point in points)
        test = f"({asked}) and " if "AT" in self.script.layout else ""
        with write.block(f"while {test}S[END] == {PLAYING} and S[PLIES] < {longest}:"):
            write("n = legal(S, out)", ADVANCE, f"step(S, out[{drawn('n')}])", "S[PLIES] += 1")
        write("n = legal(S, out)")

    @contextmanager
    def _playing(self, write: Writer) -> Iterator[None]:
        """One decision after another; where play need not end by itself, it is broken off."""
        write("decisions = 0")
        with write.block(f"while S[END] == {PLAYING}:"):
            if not self.script.expressions.facts.always_finite:
                with write.block(f"if decisions == {longest_playout(self.script.expressions.cells)}:"):
                    write(f"S[END] = {self.script.endings.too_long}", "break")
            write("decisions += 1")
            yield
        write("S[PLIES] += decisions")

    def _enumerated(self, write: Writer) -> None:
        with self._playing(write):
            write("n = legal(S, out)", ADVANCE, f"step(S, out[{drawn('n')}])")

    def _rejecting(self, write: Writer) -> None:
        """Draw from what may be possible until something is: each possible decision is as likely as the others."""
        with self._playing(write):
            write("tier, a = -1, -1")
            with write.block("while a < 0:"):
                write("tier += 1", "n = propose(S, tier, out)")
                with write.block("while n > 0 and a < 0:"):
                    write(ADVANCE, f"i = {drawn('n')}")
                    with write.block("if forbidden(S, out[i]):"):
                        write("n -= 1", "out[i] = out[n]")
                    with write.block("else:"):
                        write("a = out[i]")
            write("step(S, a)")

    def _direct(self, write: Writer) -> None:
        """Any empty cell, or one of the decisions without a cell whose conditions hold."""
        place, *others = sorted(self.blocks, key=lambda block: not block.takes_cell)
        with self._playing(write):
            write("p = S[MOVER]", "left = S[LEFT]", "n = left")
            for block in others:
                with write.when(self.script.offers.guard(block)):
                    write(f"out[n - left] = {block.base}", "n += 1")
            write(ADVANCE, f"i = {drawn('n')}")
            write(f"step(S, {plus(place.base, 'S[FREE + i]')} if i < left else out[i - left])")
