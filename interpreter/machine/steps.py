"""Decisions: which are possible, why one is refused, what each does, and when the game has ended."""

from __future__ import annotations

from interpreter.machine.actions import Block
from interpreter.machine.answers import (
    PLAYING,
    REFUSED_CELL,
    REFUSED_LATER,
    REFUSED_OVER,
    REFUSED_TURN,
    REFUSED_WHERE,
    end_code,
)
from interpreter.machine.expressions import ExpressionWriter
from interpreter.machine.groups import GroupWriter
from interpreter.machine.writer import Writer, minus, plus
from interpreter.rules import ir


class StepWriter:
    def __init__(self, expressions: ExpressionWriter, groups: GroupWriter, blocks: tuple[Block, ...]) -> None:
        self.expressions, self.groups, self.blocks = expressions, groups, blocks
        self.rules, self.players = expressions.rules, expressions.players
        self.layout = expressions.layout
        self.no_move = end_code(len(self.rules.endings), 0, self.players)

    def functions(self, write: Writer) -> None:
        for number, ending in enumerate(self.rules.endings):
            with write.function(f"ending_{number}(S, p)", f"Whether ending {number} holds for p, whatever its timing."):
                write(f"return {self.expressions.scalar(ending.condition)}")
        self._judge(write, "judge", "How the game ends after a decision of p; 0 if it goes on.", False)
        if self._has_starts:
            self._judge(write, "judge_start", "How the game ends as p's turn begins; 0 if it goes on.", True)
        for number, block in enumerate(self.blocks):
            self._can(write, number, block)
        self._offered(write)
        self._legal(write)
        self._refusal(write)
        self._rebuild(write)
        self._settle(write)
        self._step(write)

    @property
    def _has_starts(self) -> bool:
        return any(ending.at_start_of_turn for ending in self.rules.endings)

    def _judge(self, write: Writer, name: str, meaning: str, at_start: bool) -> None:
        with write.function(f"{name}(S, p)", meaning):
            for number, ending in enumerate(self.rules.endings):
                if ending.at_start_of_turn != at_start:
                    continue
                asked = ["p"] if at_start else [f"(p + {i}) % {self.players}" for i in range(self.players)]
                for i, player in enumerate(["p", *asked[1:]]):
                    self._ask(write, number, ending, player, bool(i))
            write(f"return {PLAYING}")

    def _ask(self, write: Writer, number: int, ending: ir.Ending, player: str, other: bool) -> None:
        if ending.player is not None and other:
            return  # asked once, for its player
        if ending.player is not None:
            test = f"ending_{number}(S, {ending.player})"
            player = str(ending.player)
            if ending.at_start_of_turn:
                test = f"p == {ending.player} and {test}"
        else:
            if other:
                write(f"q = {player}")
                player = "q"
            test = f"ending_{number}(S, {player})"
        with write.block(f"if {test}:"):
            write(f"return {end_code(number, 0, self.players)} + {player}")

    # What is possible

    def guard(self, block: Block) -> str:
        """The part of a decision's conditions that does not depend on a cell."""
        alternative = block.alternative
        tests = [] if alternative.turn is None else [f"S[TURN] == {alternative.turn}"]
        if not block.takes_cell and alternative.where is not None:
            tests.append(self.expressions.scalar(alternative.where))
        return " and ".join(tests)

    def _fits(self, block: Block, cell: str) -> str:
        """Whether a decision may take a cell."""
        alternative = block.alternative
        assert alternative.target is not None
        tests = [self.expressions.member(alternative.target, cell)]
        if alternative.where is not None:
            tests.append(self.expressions.scalar(alternative.where))
        return " and ".join(tests)

    def _can(self, write: Writer, number: int, block: Block) -> None:
        fits = self._fits(block, "c0") if block.takes_cell else ""
        guard = self.guard(block)
        with write.function(f"can_{number}(S, p)", f"Whether p may {block.word}."):
            if not block.takes_cell:
                write(f"return {guard or True}")
                return
            if guard:
                with write.block(f"if not {guard}:"):
                    write("return False")
            with write.block(f"for c0 in range({self.expressions.cells}):"), write.block(f"if {fits}:"):
                write("return True")
            write("return False")

    def _tiers(self) -> range:
        return range(1 + max(block.tier for block in self.blocks))

    def _offered(self, write: Writer) -> None:
        with write.function(
            "offered(S)", "The first tier of decisions in which anything is possible; -1 if there is none."
        ):
            write("p = S[MOVER]")
            for tier in self._tiers():
                numbers = [number for number, block in enumerate(self.blocks) if block.tier == tier]
                with write.block(f"if {' or '.join(f'can_{number}(S, p)' for number in numbers)}:"):
                    write(f"return {tier}")
            write("return -1")

    def _legal(self, write: Writer) -> None:
        with write.function("legal(S, out)", "Write the codes of all decisions on offer to out; returns their number."):
            with write.block(f"if S[END] != {PLAYING}:"):
                write("return 0")
            write("p = S[MOVER]", "n = 0")
            for tier in self._tiers():
                if tier:
                    with write.block("if n > 0:"):
                        write("return n")
                for block in self.blocks:
                    if block.tier == tier:
                        self._list(write, block)
            write("return n")

    def _list(self, write: Writer, block: Block) -> None:
        with write.when(self.guard(block)):
            if block.takes_cell:
                fits = self._fits(block, "c0")
                with write.block(f"for c0 in range({self.expressions.cells}):"), write.block(f"if {fits}:"):
                    write(f"out[n] = {plus(block.base, 'c0')}", "n += 1")
            else:
                write(f"out[n] = {block.base}", "n += 1")

    def _refusal(self, write: Writer) -> None:
        with write.function("refusal(S, a)", "Why the decision of code a is refused; 0 if it is on offer."):
            with write.block(f"if S[END] != {PLAYING}:"):
                write(f"return {REFUSED_OVER}")
            write("p = S[MOVER]")
            for block in self.blocks:
                with write.block(f"if {block.base} <= a < {block.base + block.size}:"):
                    self._why_not(write, block)
            write(f"return {REFUSED_CELL}")

    def _why_not(self, write: Writer, block: Block) -> None:
        alternative = block.alternative
        if alternative.turn is not None:
            with write.block(f"if S[TURN] != {alternative.turn}:"):
                write(f"return {REFUSED_TURN}")
        if alternative.target is not None:
            write(f"c0 = {minus('a', block.base)}")
            with write.block(f"if not {self.expressions.member(alternative.target, 'c0')}:"):
                write(f"return {REFUSED_CELL}")
        if alternative.where is not None:
            with write.block(f"if not {self.expressions.scalar(alternative.where)}:"):
                write(f"return {REFUSED_WHERE}")
        write(f"return {PLAYING} if offered(S) == {block.tier} else {REFUSED_LATER}")

    # What decisions do

    def put(self, write: Writer) -> None:
        """A stone of `p` comes to the empty cell `c`, its content being `v`."""
        write("S[c] = v")
        if self.expressions.forms.counts == "maintained":
            write("left = S[LEFT] - 1", "S[LEFT] = left", "at = S[SPOT + c]", "last = S[FREE + left]")
            write("S[FREE + at] = last", "S[SPOT + last] = at")
        if self.groups.watched:
            write("join(S, c, v)")

    def content(self, piece: int) -> str:
        kinds = len(self.rules.pieces)
        return f"{piece + 1} + p" if kinds == 1 else f"{piece + 1} + p * {kinds}"

    def _step(self, write: Writer) -> None:
        with write.function("step(S, a)", "Take the decision of code a, which must be on offer."):
            write("p = S[MOVER]")
            word = "if"
            for block in self.blocks:
                with write.block(f"{word} a < {block.base + block.size}:"):
                    self._effect(write, block)
                word = "elif"
            with write.block("else:"):
                write('raise ValueError("no such code")')
            write("settle(S, p, following)")

    def _effect(self, write: Writer, block: Block) -> None:
        if block.word == "place":
            write(f"c = {minus('a', block.base)}", f"v = {self.content(block.piece)}")
            self.put(write)
        if block.word == "swap":
            write("S[SEAT], S[SEAT + 1] = S[SEAT + 1], S[SEAT]", "following = p")
        else:
            write(f"following = {self.following}")
            if "TURNS" in self.layout:
                write("S[TURNS + p] += 1")
        if "PASSES" in self.layout:
            write("S[PASSES] += 1" if block.word == "pass" else "S[PASSES] = 0")

    @property
    def following(self) -> str:
        return "1 - p" if self.players == 2 else f"(p + 1) % {self.players}"

    def count_turn(self, write: Writer) -> None:
        """The next turn's number, as far as the rules ask for it."""
        if "TURN" not in self.layout:
            return
        until = self.expressions.facts.turn_matters_until
        if until < 0:
            write("S[TURN] += 1")
        else:
            with write.block(f"if S[TURN] <= {until}:"):
                write("S[TURN] += 1")

    def _settle(self, write: Writer) -> None:
        with write.function(
            "settle(S, p, following)", "End the game after p's decision, or begin the following player's turn."
        ):
            write("end = judge(S, p)")
            with write.block(f"if end == {PLAYING}:"):
                write("S[MOVER] = following")
                self.count_turn(write)
                if self._has_starts:
                    write("end = judge_start(S, following)")
                    with write.block(f"if end == {PLAYING} and offered(S) < 0:"):
                        write(f"end = {self.no_move}")
                else:
                    with write.block("if offered(S) < 0:"):
                        write(f"end = {self.no_move}")
            write("S[END] = end")

    def _rebuild(self, write: Writer) -> None:
        with write.function("rebuild(S)", "Derive everything that is derived from the position."):
            if "LEFT" in self.layout:
                write("left = 0")
                with write.block(f"for c in range({self.expressions.cells}):"), write.block("if S[c] == 0:"):
                    write("S[FREE + left] = c", "S[SPOT + c] = left", "left += 1")
                write("S[LEFT] = left")
            if "PARENT" in self.layout:
                nodes = self.expressions.nodes
                with write.block(f"for c in range({nodes.count}):"):
                    write("S[PARENT + c] = c", f"S[MASK + c] = {self.groups.masks}[c]")
                    if nodes.seams:
                        write("S[LABEL + c] = 0", "S[SPAN + c] = 1")
                if nodes.seams:
                    with write.block(f"for i in range({self.players}):"):
                        write("S[LOOPS + i] = 1")
                with write.block(f"for i in range({len(self.rules.goals) * self.players}):"):
                    write("S[MET + i] = 0")
                with write.block(f"for c in range({nodes.count}):"), write.block("if S[c] != 0:"):
                    write("join(S, c, S[c])")
