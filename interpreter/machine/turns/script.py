"""The script of a game: what a decision does, and how play goes on to the next."""

from __future__ import annotations

from contextlib import ExitStack

from ...rules import ir, program
from ..answers import PLAYING
from ..goals.groups import GroupWriter
from ..plan.actions import Block
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer, offset
from .effects import EffectWriter
from .endings import EndingWriter
from .offers import OfferWriter

MOST_LAPS = 1_000
"""After so many turns or rounds without a decision, nobody can decide anything."""


class ScriptWriter:
    """Instructions are labelled by their numbers. An `End` that a decision leads to directly has a second label, its
    number plus `count`: there the turn is counted already."""

    def __init__(self, expressions: ExpressionWriter, groups: GroupWriter, blocks: tuple[Block, ...]) -> None:
        self.expressions, self.groups, self.blocks = expressions, groups, blocks
        self.rules, self.script = expressions.rules, expressions.rules.script
        self.players, self.layout = expressions.players, expressions.layout
        self.count = len(self.script.instructions)
        self.effects = EffectWriter(expressions, groups, 2 * self.count - 1)
        self.prints = self.effects.prints
        self.endings = EndingWriter(expressions)
        self.offers = OfferWriter(expressions, self.effects, blocks)
        self._rests = {each.point: number for number, each in enumerate(self.script.instructions)
                       if isinstance(each, program.Rest)}  # fmt: skip

    def functions(self, write: Writer) -> None:
        self.prints.functions(write)
        if self.rules.sees is not None:
            with (
                write.function("seen(S, p, x)", "Whether p knows what stands on the cell x."),
                self.expressions.trying(),
            ):
                write(f"return {self.expressions.member(self.rules.sees, 'x')}")
        self.effects.functions(write)
        self.endings.functions(write)
        self.offers.functions(write)
        self._rebuild(write)
        if self._counts_turns:
            self._finish(write)
        self._resume(write)
        self._settle(write)
        self._step(write)

    # Decisions

    def _step(self, write: Writer) -> None:
        with write.function("step(S, a)", "Take the decision of code a, which must be on offer."):
            write("p = S[MOVER]")
            word = "if"
            for block in self.blocks:
                with write.block(f"{word} a < {block.base + block.size}:"):
                    self._take(write, block)
                word = "elif"
            with write.block("else:"):
                write('raise ValueError("no such code")')
            write("settle(S, p, after)")

    def _take(self, write: Writer, block: Block) -> None:
        decision, rest = block.decision, self._rests[block.point]
        self.offers.take(write, block)
        write(f"after = {self._after(rest)}")
        self.offers.lay(write, block)
        self.effects.decision(write, decision, rest)
        self.offers.note(write, block)
        if block.way == program.CHANCE:
            write("resume(S, after)", "return")

    def _after(self, rest: int) -> int:
        """Where play goes on after a decision."""
        following = rest + 1
        return following + self.count * isinstance(self.script.instructions[following], program.End)

    def _settle(self, write: Writer) -> None:
        with write.function("settle(S, p, after)", "End the game after p's decision, or go on."):
            if self._counts_turns:
                for number in self._ends:
                    with write.block(f"if after == {number + self.count}:"):
                        self._call_finish(write, number)
            write("end = judge(S, p)")
            if "HISTORY" in self.layout:
                with write.block(f"if end == {PLAYING} and not remember(S):"):
                    write(f"end = {self.endings.too_long}")
            with write.block(f"if end == {PLAYING}:"):
                write("resume(S, after)")
            with write.block("else:"):
                write("S[END] = end")

    @property
    def _ends(self) -> list[int]:
        return [number for number, each in enumerate(self.script.instructions) if isinstance(each, program.End)]

    # Turns and rounds

    @property
    def _counts_turns(self) -> bool:
        return "TURNS" in self.layout or "QUIET" in self.layout

    def _finish(self, write: Writer) -> None:
        with write.function("finish(S, p, swapped)", "Count a turn of p, or a round, that is over."):
            if "TURNS" in self.layout:
                with write.block("if not swapped:"):
                    write("S[TURNS + p] += 1")
            if "QUIET" in self.layout:
                write("S[QUIET] = 0 if S[CHANGED] == 1 else S[QUIET] + 1", "S[CHANGED] = 0")

    def _call_finish(self, write: Writer, number: int) -> None:
        end = self.script.instructions[number]
        assert isinstance(end, program.End)
        write(f"finish(S, p, {end.swapped})")

    @property
    def following(self) -> str:
        return "1 - p" if self.players == 2 else f"(p + 1) % {self.players}"

    def _begin(self, write: Writer, end: program.End) -> None:
        """The next turn or round."""
        if self.script.is_round:
            write("p = 0")
        elif not end.swapped:
            if "OUT" in self.layout:
                with write.block(f"for i in range({self.players}):"):
                    write(f"p = {self.following}")
                    with write.block("if S[OUT + p] == 0:"):
                        write("break")
            else:
                write(f"p = {self.following}")
        write("S[MOVER] = p", *(f"S[{offset('VARS', number)}] = 0" for number in self.script.forgotten))
        self._count_turn(write)
        if not self.endings.at_start:
            return
        first = self.script.instructions[self.script.start]
        if "AT" in self.layout and isinstance(first, program.Rest):
            write(f"S[AT] = {first.point}")
        write("end = judge_start(S, p)")
        with write.block(f"if end != {PLAYING}:"):
            write("S[END] = end", "return")
        if self.endings.asks_if_stuck:
            write("asked = True")

    def _count_turn(self, write: Writer) -> None:
        """The next turn's number, as far as the rules ask for it."""
        if "TURN" not in self.layout:
            return
        until = self.expressions.facts.turn_matters_until
        with write.when(f"S[TURN] <= {until}" if until >= 0 else ""):
            write("S[TURN] += 1")

    # The flow from one decision to the next

    def _resume(self, write: Writer) -> None:
        with write.function("resume(S, at)", "Follow the script from a label to the next decision."):
            write("p = S[MOVER]", "laps = 0", *["asked = False"] * self.endings.asks_if_stuck)
            with write.block("while True:"):
                for label in sorted(self._labels()):
                    with write.block(f"if at == {label}:"):
                        self._run(write, label)

    def _labels(self) -> set[int]:
        """The instructions that jumps and decisions lead to, and the start."""
        labels = {0, self.script.start}
        for number, each in enumerate(self.script.instructions):
            match each:
                case program.Rest():
                    labels |= {number, self._after(number)} | ({number + 1} if "OUT" in self.layout else set())
                case program.Test(_, to) | program.Possible(_, to) | program.Jump(to):
                    labels.add(to)
                case program.End(swapped=True):
                    labels |= {number + self.count} if "SEAT" in self.layout else set()
                case program.End():
                    labels.add(number + self.count)
        return labels

    def _run(self, write: Writer, label: int) -> None:
        """The instructions from a label up to where play rests or goes elsewhere."""
        if label >= self.count:
            end = self.script.instructions[label - self.count]
            assert isinstance(end, program.End)
            self._begin(write, end)
            write(f"at = {self.script.start}")
            return
        with ExitStack() as inside:
            self._run_on(write, label, inside)

    def _run_on(self, write: Writer, label: int, inside: ExitStack) -> None:
        """What a test leaves out goes on at a later label, which comes later in the text."""
        number, labels = label, self._labels()
        while True:
            each = self.script.instructions[number]
            match each:
                case program.Rest():
                    self._rest(write, number, each.point)
                    return
                case program.Jump():
                    write(f"at = {each.to}")
                    return
                case program.End():
                    self._end(write, number)
                    return
                case program.Do():
                    self._do(write, number, each)
                case program.Test():
                    with write.block(f"if not {self.expressions.scalar(each.condition)}:"):
                        write(f"at = {each.otherwise}")
                    inside.enter_context(write.block("else:"))
                case program.Possible():
                    if "AT" in self.layout:
                        write(f"S[AT] = {each.point}")
                    with write.block(f"if {self._is_out}offered(S) < 0:"):
                        write(f"at = {each.otherwise}")
                    inside.enter_context(write.block("else:"))
            number += 1
            if number in labels:
                write(f"at = {number}")
                return

    def _do(self, write: Writer, number: int, each: program.Do) -> None:
        self.effects.bare(write, each.effects)
        before_play = number < self.script.start and not any(
            earlier.traits.acts for earlier in self.script.instructions[:number]
        )
        if before_play and ir.traits_of(each).changes_board:
            write("rebuild(S)")
        if "CHANGED" in self.layout and number + 1 == self.script.start:  # the set-up is no part of the first turn
            write("S[CHANGED] = 0")

    @property
    def _is_out(self) -> str:
        return "S[OUT + p] == 1 or " if "OUT" in self.layout else ""

    def _rest(self, write: Writer, number: int, point: int) -> None:
        way = self.rules.points[point].way
        if "OUT" in self.layout and way == program.CHOICE:
            with write.block("if S[OUT + p] == 1:"):
                write(f"at = {number + 1}", "continue")
        if "AT" in self.layout:
            write(f"S[AT] = {point}")
        if way == program.TOGETHER:
            write("S[MOVER] = 0")
        nothing = self.offers.nothing(point)
        if nothing:
            known = "not asked and " * (number == self.script.start and self.endings.asks_if_stuck)
            with write.block(f"if {known}{nothing}:"):
                write(f"S[END] = {self.endings.no_move}")
        write("return")

    def _end(self, write: Writer, number: int) -> None:
        """A turn or round that ends without its last decision leading here directly: the endings are asked again."""
        write("laps += 1")
        with write.block(f"if laps == {MOST_LAPS}:"):
            write(f"S[END] = {self.endings.no_move}", "return")
        if self._counts_turns:
            self._call_finish(write, number)
        remembers = "HISTORY" in self.layout
        if remembers:  # the board that was noted after the last decision is not one from before
            write(f"noted = 1 if S[HISTORY + S[HISTORY]] == {self.prints.now} else 0", "S[HISTORY] -= noted")
        write(f"end = judge(S, {'0' if self.script.is_round else 'p'})")
        if remembers:
            write("S[HISTORY] += noted")
            with write.block(f"if end == {PLAYING} and noted == 0 and not remember(S):"):
                write(f"end = {self.endings.too_long}")
        with write.block(f"if end != {PLAYING}:"):
            write("S[END] = end", "return")
        write(f"at = {number + self.count}")

    # What is derived, and what is remembered

    def _rebuild(self, write: Writer) -> None:
        with write.function("rebuild(S)", "Derive everything that is derived from the position."):
            if "LEFT" in self.layout:
                self.expressions.lists.rebuild(write)
            if "AROUND" in self.layout:
                self.expressions.around.rebuild(write)
            if self.groups.witnesses.goals:
                self.groups.witnesses.rebuild(write)
            if "PARENT" in self.layout:
                self.groups.rebuild(write)
            self.prints.rebuild(write)
