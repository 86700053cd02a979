"""Random games of one stone a turn on any empty cell that is not forbidden, in one loop.

A cell is drawn from all that are empty; one that is forbidden goes to the back of the list, and the next draw is among
the others: so each that is allowed is as likely. Where none is left, the player passes, if the rules offer that.
"""

from __future__ import annotations

from ...rules import ir
from ...rules.program import OWN
from ..answers import PLAYING
from ..chance import ADVANCE, drawn
from ..text.writer import Writer, plus
from ..turns.script import ScriptWriter


class StoneWriter:
    def __init__(self, script: ScriptWriter, longest: int) -> None:
        self.script, self.groups, self.longest = script, script.groups, longest
        always = [block for block in script.blocks if block.decision.turn is None]
        (self.stone,) = (block for block in always if block.takes_cell)
        self.passing = next((block for block in always if not block.takes_cell), None)

    @property
    def _at_once(self) -> bool:
        """Whether what tells that a stone is allowed also tells the chains that it joins."""
        told = self.script.expressions.facts.told_forbids
        return told and not self.groups.rings and not self.groups.nodes.seams

    def rollout(self, write: Writer) -> None:
        """Leaves the code of the first decision in `out[0]`, and SPOT stale, which nothing on the way asks for.

        `ask` is how many empty cells are left when endings are asked whatever goals are reached: none, or in a set
        position that was over already, those after the next stone. Stones go where the list of empty cells ends, so
        that the first one lies last of all.
        """
        script = self.script
        write("plies, first = 0, -1")
        if "TURN" in script.layout:
            self._begin(write)
        write("before = S[LEFT]", "left = before", "p = S[MOVER]", "end = S[END]")
        reached = [f"S[MET + {number}] == 1" for number in range(len(script.rules.goals) * script.players)]
        write(f"ask = left - 1 if left > 0 and ({' or '.join(reached)}) else 0" if reached else "ask = 0")
        with write.block(f"while end == {PLAYING}:"):
            self._draw(write)
            self._put(write)
        write("S[LEFT] = left", "S[MOVER] = p", "S[END] = end", "S[PLIES] += plies")
        with write.block("if first < 0 and before > left:"):
            write(f"first = {plus(self.stone.base, 'S[FREE + before - 1]')}")
        with write.block("if first >= 0:"):
            write("out[0] = first")

    def _begin(self, write: Writer) -> None:
        """Until no more decisions are offered that have a turn's number, one after another from all that are."""
        until = self.script.expressions.facts.turn_matters_until
        with write.block(f"while S[TURN] <= {until} and S[END] == {PLAYING}:"):
            write("n = legal(S, out)", ADVANCE, f"i = out[{drawn('n')}]", "first = i if plies == 0 else first")
            write("step(S, i)", "plies += 1")

    def _draw(self, write: Writer) -> None:
        """Leave an allowed cell in `c`, and take it off the list; or pass, or end the game."""
        forbid = self.stone.decision.forbid
        write(f"v = {self.script.effects.content(self.stone.decision.kind, OWN)}")
        if forbid is None and self.passing is None:
            write(ADVANCE, f"i = {drawn('left')}", "left -= 1", "c = S[FREE + i]")
            write("S[FREE + i] = S[FREE + left]", "S[FREE + left] = c")
            return
        write("n, bad = left, True")
        with write.block("while bad and n > 0:"):
            write(ADVANCE, f"i = {drawn('n')}", "c = S[FREE + i]", "n -= 1", "S[FREE + i] = S[FREE + n]")
            write("S[FREE + n] = c")
            if forbid is None:
                write("bad = False")
            else:
                self._judge(write, forbid)
        with write.block("if bad:"):
            self._stuck(write)
        write("left -= 1", "S[FREE + n] = S[FREE + left]", "S[FREE + left] = c")

    def _judge(self, write: Writer, forbid: ir.Expression) -> None:
        if self.script.expressions.facts.told_forbids:
            self.groups.would_join(write, "c", roots=self._at_once)
            write(f"bad = {self.groups.masks.told(forbid)}")
        else:
            write(f"bad = forbidden_{self.script.blocks.index(self.stone)}(S, p, c)")

    def _stuck(self, write: Writer) -> None:
        """No stone can be put."""
        if self.passing is None:
            write(f"end = {self.script.endings.no_move}", "break")
            return
        with write.block(f"if plies >= {self.longest}:"):
            write(f"end = {self.script.endings.too_long}", "break")
        with write.block("if plies == 0:"):
            write(f"first = {self.passing.base}")
        if "PASSES" in self.script.layout:
            write("S[PASSES] += 1")
        write("plies += 1", "S[LEFT] = left", "end = judge(S, p)")
        with write.block(f"if end == {PLAYING}:"):
            write(f"p = {self.script.following}")
        write("continue")

    def _put(self, write: Writer) -> None:
        layout = self.script.layout
        write("plies += 1", "S[c] = v")
        write(*["S[PASSES] = 0"] * ("PASSES" in layout), *["S[LAST] = c"] * ("LAST" in layout))
        if self._at_once:
            self.groups.join_roots(write)
        else:
            self.groups.join(write, fresh=True)
        self.groups.note_goals(write, "end = judge(S, p)")
        with write.block("if left == ask:"):
            write("S[LEFT] = left", "ask = 0", "end = judge(S, p)")
            if self.passing is None and self.stone.decision.forbid is None:
                with write.block(f"if end == {PLAYING} and left == 0:"):
                    write(f"end = {self.script.endings.no_move}")
        with write.block(f"if end == {PLAYING}:"):
            write(f"p = {self.script.following}")
