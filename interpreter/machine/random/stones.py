"""Random games of one stone a turn on any empty cell that is not forbidden, in one loop.

A cell is drawn from all that are empty; one that is forbidden goes to the back of the list, and the next draw is among
the others: so each that is allowed is as likely. Where none is left, the player passes, if the rules offer that.
"""

from __future__ import annotations

from ...program.words import LOOK
from ...rules.program import OWN
from ..chance import ADVANCE, drawn
from ..goals.chains import Neighbours
from ..plan.random import Stones
from ..text.writer import Writer, plus
from ..turns.script import ScriptWriter


class StoneWriter:
    """Writes the loop that puts stones."""

    def __init__(self, script: ScriptWriter, stones: Stones) -> None:
        self.script, self.chains, self.plan = script, script.chains, script.plan
        self.stones, self.stone, self.passing = stones, stones.stone, stones.passing

    def functions(self, write: Writer) -> None:
        """One stone of a random game, for whoever draws cells in another way."""
        if self.stones.is_free:
            meaning = "Put a stone of p in a random game, m around it; returns how a goal that it reaches ends it."
            with write.function("place(S, c, p, m)", meaning):
                write(f"v = {self._content}", "end = PLAYING")
                self._land(write, None)
                write("return end")

    def rollout(self, write: Writer) -> None:
        """Play to the end; `out[0]` becomes the code of the first decision, and SPOT stale, which nothing reads here.

        `ask` is how many empty cells are left when endings are asked whatever goals are reached: none, or in a set
        position that was over already, those after the next stone. Stones go where the list of empty cells ends, so
        that the first one lies last of all.
        """
        write("plies, first = 0, -1")
        if self.stones.opening_until is not None:
            self._begin(write, self.stones.opening_until)
        write("before = S[LEFT]", "left = before", "p = S[MOVER]", "end = S[END]")
        reached = [f"S[MET + {number}] == 1" for number in range(len(self.plan.goals.all) * self.plan.players)]
        write(f"ask = left - 1 if left > 0 and ({' or '.join(reached)}) else 0" if reached else "ask = 0")
        with write.block("while end == PLAYING:"):
            self._put(write, self._draw(write))
        write("S[LEFT] = left", "S[MOVER] = p", "S[END] = end", "S[PLIES] += plies")
        with write.block("if first < 0 and before > left:"):
            write(f"first = {plus(self.stone.block.base, 'S[FREE + before - 1]')}")
        with write.block("if first >= 0:"):
            write("out[0] = first")

    def _begin(self, write: Writer, until: int) -> None:
        """Play the turns that have decisions of their own, each drawn from all on offer."""
        with write.block(f"while S[TURN] <= {until} and S[END] == PLAYING:"):
            write(LOOK, "n = legal(S, out)", ADVANCE, f"i = out[{drawn('n')}]", "first = i if plies == 0 else first")
            write("step(S, i)", "plies += 1")

    def _draw(self, write: Writer) -> Neighbours | None:
        """Draw an allowed cell `c` and take it off the list, or pass, or end the game.

        Gives the chains around the cell, if they were looked at.
        """
        forbid = self.stone.decision.forbid
        write(f"v = {self._content}")
        if forbid is None and self.passing is None:
            write(ADVANCE, f"i = {drawn('left')}", "left -= 1", "c = S[FREE + i]")
            write("S[FREE + i] = S[FREE + left]", "S[FREE + left] = c")
            return None
        found = None
        write("n, bad = left, True")
        with write.block("while bad and n > 0:"):
            write(ADVANCE, f"i = {drawn('n')}", "c = S[FREE + i]", "n -= 1", "S[FREE + i] = S[FREE + n]")
            write("S[FREE + n] = c")
            if forbid is None:
                write("bad = False")
            elif self.stone.judged == "bits":
                found = self.chains.would_join(write, "c", roots=self.stones.at_once)
                write(f"bad = {self.chains.test(forbid, found)}")
            else:
                write(f"bad = forbidden_{self.stone.number}(S, p, c)")
        with write.block("if bad:"):
            self._stuck(write)
        write("left -= 1", "S[FREE + n] = S[FREE + left]", "S[FREE + left] = c")
        return found

    def _stuck(self, write: Writer) -> None:
        """Pass or end the game: no stone can be put."""
        if self.passing is None:
            write("end = NO_MOVE", "break")
            return
        with write.block(f"if plies >= {self.plan.playouts.longest}:"):
            write("end = TOO_LONG", "break")
        with write.block("if plies == 0:"):
            write(f"first = {self.passing.block.base}")
        if self.plan.layout.passes:
            write("S[PASSES] += 1")
        write(LOOK, "plies += 1", "S[LEFT] = left", "end = judge(S, p)")
        with write.block("if end == PLAYING:"):
            write(f"p = {self.script.following}")
        write("continue")

    def _put(self, write: Writer, found: Neighbours | None) -> None:
        write("plies += 1", *["m = around(S, c)"] * self.chains.looks_around)
        self._land(write, found)
        with write.block("if left == ask:"):
            write("S[LEFT] = left", "ask = 0", "end = judge(S, p)")
            if self.passing is None and self.stone.decision.forbid is None:
                with write.block("if end == PLAYING and left == 0:"):
                    write("end = NO_MOVE")
        with write.block("if end == PLAYING:"):
            write(f"p = {self.script.following}")

    def _land(self, write: Writer, found: Neighbours | None) -> None:
        """Put the stone `v` on `c`, and note whether a goal ends the game."""
        layout = self.plan.layout
        write("S[c] = v")
        write(*["S[PASSES] = 0"] * bool(layout.passes), *["S[LAST] = c"] * bool(layout.last))
        if found and self.stones.at_once:
            merged = self.chains.join_roots(write, found)
        else:
            merged = self.chains.join(write, fresh=True)
        self.chains.note_goals(write, merged, "end = judge(S, p)")

    @property
    def _content(self) -> str:
        assert self.stone.puts is not None
        return self.script.effects.content(self.stone.puts.kind, OWN)
