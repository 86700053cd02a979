"""Random games of one stone a turn on any empty cell that is not forbidden, in one loop.

A cell is drawn from all that are empty; one that is forbidden goes to the back of the list, and the draw is among the
others: so each that is allowed is as likely. Where none is left, the player passes, if the rules offer that.
"""

from __future__ import annotations

from interpreter.machine.answers import PLAYING
from interpreter.machine.chance import ADVANCE, drawn
from interpreter.machine.script import ScriptWriter
from interpreter.machine.writer import Writer
from interpreter.rules.program import OWN


class StoneWriter:
    def __init__(self, script: ScriptWriter, longest: int) -> None:
        self.script, self.groups, self.longest = script, script.groups, longest
        self.stone, *passes = script.blocks
        self.passing = passes[0] if passes else None

    def rollout(self, write: Writer) -> None:
        """Leaves SPOT stale, which nothing on the way asks for."""
        script = self.script
        goals = len(script.rules.goals) * script.players
        write("plies = 0")
        if goals:
            reached = " or ".join(f"S[MET + {number}] == 1" for number in range(goals))
            with write.block(f"if S[END] == {PLAYING} and ({reached}):"):
                # a set position that was over already: its next decision is judged for everyone
                write("n = legal(S, out)", ADVANCE, f"step(S, out[{drawn('n')}])", "plies = 1")
        with write.block(f"while S[END] == {PLAYING}:"):
            write("left = S[LEFT]", "p = S[MOVER]", f"end = {PLAYING}")
            with write.block("while True:"):
                self._draw(write)
                self._put(write)
            write("S[LEFT] = left", "S[MOVER] = p", "S[END] = end")
            self._after(write)
        write("S[PLIES] += plies")

    def _draw(self, write: Writer) -> None:
        """Leave an allowed cell in `c`, the place `i` among the first `n` of the list; or leave the loop."""
        write(f"v = {self.script.effects.content(self.stone.decision.kind, OWN)}", "n = left", "bad = True")
        with write.block("while bad and n > 0:"):
            write(ADVANCE, f"i = {drawn('n')}", "c = S[FREE + i]")
            self._judge(write)
        with write.block("if bad:"):
            write("break")

    def _judge(self, write: Writer) -> None:
        forbid = self.stone.decision.forbid
        if forbid is None:
            write("bad = False")
            return
        self.groups.would_join(write, "c")
        write(f"bad = {self.groups.masks.told(forbid)}")
        with write.block("if bad:"):
            write("n -= 1", "S[FREE + i] = S[FREE + n]", "S[FREE + n] = c")

    def _put(self, write: Writer) -> None:
        layout = self.script.layout
        write("left -= 1", "plies += 1", "S[FREE + i] = S[FREE + n - 1]", "S[FREE + n - 1] = S[FREE + left]")
        write("S[c] = v", *["S[PASSES] = 0"] * ("PASSES" in layout), *["S[LAST] = c"] * ("LAST" in layout))
        self.groups.join(write, fresh=True)
        self.groups.note_goals(write, "end = judge(S, p)")
        with write.block("if left == 0:"):
            write("S[LEFT] = 0", "end = judge(S, p)")
        with write.block(f"if end != {PLAYING}:"):
            write("break")
        write(f"p = {self.script.following}")

    def _after(self, write: Writer) -> None:
        """No stone can be put, or the game is over."""
        with write.block(f"if end == {PLAYING}:"):
            if self.passing is None:
                write(f"S[END] = {self.script.endings.no_move}")
                return
            with write.block(f"if plies >= {self.longest}:"):
                write(f"S[END] = {self.script.endings.too_long}")
            with write.block("else:"):
                write(f"step(S, {self.passing.base})", "plies += 1")
