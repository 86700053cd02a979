"""Random games to the end, on a state that is thrown away afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...rules import program
from ..answers import PLAYING
from ..chance import ADVANCE, drawn
from ..text.writer import Writer, plus
from ..turns.script import ScriptWriter
from .proposals import ProposalWriter
from .stones import StoneWriter


def longest_playout(cells: int) -> int:
    """After so many decisions a random game that need not end is broken off: a draw labelled `too long`."""
    return 5_000 + 50 * cells


class PlayoutWriter:
    def __init__(self, script: ScriptWriter) -> None:
        self.script = script
        self.forms = script.expressions.forms
        self.blocks = script.blocks

    def functions(self, write: Writer) -> None:
        if self.forms.moves == "proposed":
            ProposalWriter(self.script.offers).functions(write)
        meaning = "Play on at random to the end, with out as room for all codes; returns the generator's state."
        with write.function("rollout(S, rng, out)", meaning):
            if self.forms.moves == "inlined":
                StoneWriter(self.script, longest_playout(self.script.expressions.cells)).rollout(write)
            elif self.forms.moves == "direct":
                self._direct(write)
            elif self.forms.moves == "proposed":
                self._proposed(write)
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
                write(f"first = {codes}")
                if any(block.way == program.CHANCE for block in self.blocks):
                    self._open_by_chance(write, longest)
                else:
                    self._open(write, "n > 0", ADVANCE, f"first = opening[{drawn('n')}]")
                write(f"firsts[first * {ends} + S[END]] += 1", "plies = S[PLIES]")
                write(f"lengths[plies if plies < {longest} else {longest}] += 1")
            write("return rng")

    def _open(self, write: Writer, test: str, *draws: str) -> None:
        """The first decision of a player, which is noted, and all that follow."""
        with write.block(f"if {test}:"):
            if self.forms.moves == "inlined":
                write("rng = rollout(S, rng, out)", "first = out[0]")
            else:
                write(*draws, "step(S, first)", "S[PLIES] += 1", "rng = rollout(S, rng, out)")

    def _open_by_chance(self, write: Writer, longest: int) -> None:
        """What chance decides before the first decision of a player; so what is on offer then is not known before."""
        points = sorted({block.point for block in self.blocks if block.way == program.CHANCE})
        asked = " or ".join(f"S[AT] == {point}" for point in points)
        test = f"({asked}) and " if "AT" in self.script.layout else ""
        with write.block(f"while {test}S[END] == {PLAYING} and S[PLIES] < {longest}:"):
            write(*self._one("a"), "step(S, a)", "S[PLIES] += 1")
        self._open(write, f"S[END] == {PLAYING}", *self._one("first"))

    def _one(self, code: str) -> tuple[str, ...]:
        """Any decision on offer."""
        if self.forms.moves == "proposed":
            return (f"rng, {code} = draw(S, rng, out)",)
        return "n = legal(S, out)", ADVANCE, f"{code} = out[{drawn('n')}]"

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

    def _proposed(self, write: Writer) -> None:
        with self._playing(write):
            write("rng, a = draw(S, rng, out)", "step(S, a)")

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
