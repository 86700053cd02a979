"""Random games to the end, on a state that is thrown away afterwards.

The generator is a multiply-with-carry of 64 bits that never leaves them, so that every way of running the module
draws the same numbers (G. Marsaglia, "Random number generators", 2003).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.machine.answers import PLAYING
from interpreter.machine.script import ScriptWriter
from interpreter.machine.writer import Writer, plus
from interpreter.rules.program import OWN

ADVANCE = "x = (x & 0xFFFFFFFF) * 698769069 + (x >> 32)"


def drawn(number: str) -> str:
    """A number from 0 up to, not including, another, from the generator's present state."""
    return f"((x ^ (x >> 32)) & 0xFFFFFFFF) * {number} >> 32"


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
        with write.function("rollout(S, x, out)", meaning):
            if self.forms.moves == "inlined":
                self._placements(write)
            elif self.forms.moves == "direct":
                self._direct(write)
            elif self.forms.moves == "rejection":
                self._rejecting(write)
            else:
                self._enumerated(write)
            write("return x")

    @contextmanager
    def _playing(self, write: Writer) -> Iterator[None]:
        """One decision after another; where play need not end by itself, it is broken off."""
        finite = self.script.expressions.facts.always_finite
        if not finite:
            write("decisions = 0")
        with write.block(f"while S[END] == {PLAYING}:"):
            if not finite:
                write("decisions += 1")
                with write.block(f"if decisions > {longest_playout(self.script.expressions.cells)}:"):
                    write(f"S[END] = {self.script.endings.too_long}", "break")
            yield

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

    def _placements(self, write: Writer) -> None:
        """One stone a turn on any empty cell: everything in one loop. Leaves SPOT and the counts of turns stale."""
        script, groups = self.script, self.script.groups
        goals = len(script.rules.goals) * script.players
        reached = " or ".join(f"S[MET + {number}] == 1" for number in range(goals))
        with write.block(f"if S[END] == {PLAYING} and ({reached}):"):
            # a set position that was over already: its next decision is judged for everyone
            write(ADVANCE, f"step(S, S[FREE + ({drawn('S[LEFT]')})])")
        with write.block(f"if S[END] != {PLAYING}:"):
            write("return x")
        write("left = S[LEFT]", "p = S[MOVER]", "end = 0")
        with write.block("while True:"):
            write(ADVANCE, f"i = {drawn('left')}", "left -= 1")
            write(
                "c = S[FREE + i]",
                "S[FREE + i] = S[FREE + left]",
                f"v = {script.effects.content(self.blocks[0].decision.kind, OWN)}",
            )
            write("S[c] = v")
            groups.join(write, fresh=True)
            groups.note_goals(write, "end = judge(S, p)")
            with write.block(f"if end != {PLAYING}:"):
                write("break")
            with write.block("if left == 0:"):
                write("S[LEFT] = 0", "end = judge(S, p)")
                with write.block(f"if end == {PLAYING}:"):
                    write(f"end = {script.endings.no_move}")
                write("break")
            write(f"p = {script.following}")
        write("S[LEFT] = left", "S[MOVER] = p", "S[END] = end")
