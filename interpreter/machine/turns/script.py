"""The script of a game: what a decision does, and how play goes on to the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import assert_never

from ...program.words import LOOK
from ...rules import program
from ...rules.costs.flow import MOST_LAPS
from ...rules.layers import CONTENTS, bit_of, known_in_all
from ..goals.chains import ChainWriter
from ..plan.offers import Offer
from ..plan.sections import present
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer
from .effects import EffectWriter
from .endings import EndingWriter
from .offers import OfferWriter
from .refusals import RefusalWriter


class ScriptWriter:
    """Writes a step: what a decision does, and the way from there to the next choice (`plan/flow.py`)."""

    def __init__(self, expressions: ExpressionWriter, chains: ChainWriter) -> None:
        self.expressions, self.plan, self.chains = expressions, expressions.plan, chains
        self.rules, self.flow, self.results = self.plan.rules, self.plan.flow, self.plan.results
        self.players, self.layout = self.plan.players, self.plan.layout
        self.effects = EffectWriter(expressions, chains)
        self.prints = self.effects.prints
        self.endings = EndingWriter(expressions)
        self.offers = OfferWriter(expressions, self.effects)

    def functions(self, write: Writer) -> None:
        """All functions that a step needs, and those called before one."""
        self.prints.functions(write)
        if self.rules.hides:
            self._seen(write)
        if self.rules.shades:
            self._shaded(write)
        self.effects.functions(write)
        self.endings.functions(write)
        self.offers.functions(write)
        RefusalWriter(self.offers).functions(write)
        self._rebuild(write)
        if self.plan.counts_turns:
            self._finish(write)
        self._resume(write)
        self._settle(write)
        self._step(write)

    def _seen(self, write: Writer) -> None:
        """What a player knows of a cell: where only its contents are spoken of, the rest is known with them."""
        rules, bits = self.rules, {sight.bit: sight.cells for sight in self.rules.sees}
        rest = known_in_all(rules.layers) & ~sum(1 << bit for bit in bits if bit != CONTENTS)
        alone = {bit_of(number) for number, layer in enumerate(rules.layers) if not layer.of_pieces}
        doc = "What p knows of the cell x, as bits: what stands there, its kind, each variable."
        with write.function("seen(S, p, x)", doc), self.expressions.trying():
            write(f"n = {0 if CONTENTS in bits else rest}")
            if CONTENTS in bits:
                with write.block(f"if {self.expressions.member(bits[CONTENTS], 'x')}:"):
                    write(f"n = {rest}")
            for bit, cells in bits.items():
                if bit != CONTENTS:
                    there = "" if bit in alone or CONTENTS not in bits else "n & 1 == 1 and "
                    with write.block(f"if {there}({self.expressions.member(cells, 'x')}):"):
                        write(f"n = n | {1 << bit}")
            write("return n")

    def _shaded(self, write: Writer) -> None:
        """Which colour a cell has, counted from 1; 0 for none."""
        doc = "The shade of the cell x where p is to move, counted from 1; 0 if it has none."
        with write.function("shaded(S, p, x)", doc), self.expressions.trying():
            write("n = 0")
            for number, shade in enumerate(self.rules.shades, 1):
                with write.block(f"if {self.expressions.member(shade.cells, 'x')}:"):
                    write(f"n = {number}")
            write("return n")

    # Decisions

    def _step(self, write: Writer) -> None:
        said = self.layout.said.size if self.layout.said else 0
        with write.function("step(S, a)", "Take the decision of code a, which must be on offer."):
            write("p = S[MOVER]", *(f"S[SAID + {number}] = 0" for number in range(said)))
            word = "if"
            for offer in self.plan.offers:
                with write.block(f"{word} a < {offer.block.base + offer.block.size}:"):
                    self._take(write, offer)
                word = "elif"
            with write.block("else:"):
                write('raise ValueError("no such code")')
            write("settle(S, p, after)")

    def _take(self, write: Writer, offer: Offer) -> None:
        block, rest = offer.block, self.flow.rest(offer.block.point)
        self.offers.take(write, block)
        is_stop = isinstance(offer.decision.what, program.Stop)
        write(f"after = {self.flow.stopped(rest) if is_stop else self.flow.after(rest)}")
        self.offers.lay(write, block)
        self.effects.decision(write, offer, self.flow.name(rest))
        self.offers.note(write, block)
        if block.way in (program.CHANCE, program.SECRET):
            write("resume(S, after)", "return")

    def _settle(self, write: Writer) -> None:
        with write.function("settle(S, p, after)", "End the game after p's decision, or go on."):
            if self.plan.counts_turns:
                for number in self.flow.ends:
                    if self.flow.is_label(number + self.flow.count):
                        with write.block(f"if after == {self.flow.name(number + self.flow.count)}:"):
                            self._call_finish(write, number)
            over = self.flow.over if self.results.at_end else ()
            ending = f"judge_end(S, p) if {' or '.join(f'after == {name}' for name in over)} else judge(S, p)"
            with self._as_it_was(write, self.results.asks_if_repeated):
                write(f"end = {ending if over else 'judge(S, p)'}")
            with write.block("if end == PLAYING:"):
                write("resume(S, after)")
            with write.block("else:"):
                write("S[END] = end")

    # Turns and rounds

    def _finish(self, write: Writer) -> None:
        with write.function("finish(S, p, swapped)", "Count a turn of p, or a round, that is over."):
            if self.layout.turns:
                with write.block("if not swapped:"):
                    write("S[TURNS + p] += 1")
            if self.layout.quiet:
                write("S[QUIET] = 0 if S[CHANGED] == 1 else S[QUIET] + 1", "S[CHANGED] = 0")

    def _call_finish(self, write: Writer, number: int) -> None:
        write(f"finish(S, p, {self.flow.end(number).swapped})")

    @property
    def following(self) -> str:
        """The player after `p`, as text."""
        return "1 - p" if self.players == 2 else f"(p + 1) % {self.players}"

    def _begin(self, write: Writer, end: program.End) -> None:
        """The next turn or round."""
        if self.rules.script.is_round:
            write("p = 0")
        elif not end.swapped:
            if self.layout.out:
                with write.block(f"for i in range({self.players}):"):
                    write(f"p = {self.following}")
                    with write.block("if S[OUT + p] == 0:"):
                        write("break")
            else:
                write(f"p = {self.following}")
        write(
            "S[MOVER] = p",
            *(f"S[{present(self.layout.vars).at(number)}] = 0" for number in self.rules.script.forgotten),
        )
        self._count_turn(write)
        if not self.results.at_start:
            return
        first = self.flow.instructions[self.flow.start]
        if self.layout.at and isinstance(first, program.Rest):
            write(f"S[AT] = {first.point}")
        write("end = judge_start(S, p)")
        with write.block("if end != PLAYING:"):
            write("S[END] = end", "return")
        if self.results.asks_if_stuck:
            write("asked = True")

    def _count_turn(self, write: Writer) -> None:
        """Count the next turn, as far as the rules need it."""
        if not self.layout.turn:
            return
        last = self.flow.last_turn
        with write.when("" if last is None else f"S[TURN] <= {last}"):
            write("S[TURN] += 1")

    # The flow from one decision to the next

    def _resume(self, write: Writer) -> None:
        with write.function("resume(S, at)", "Follow the script from a label to the next decision."):
            write("p = S[MOVER]", "laps = 0", *["asked = False"] * self.results.asks_if_stuck)
            with write.block("while True:"):
                for label in self.flow.labels:
                    with write.block(f"if at == {label.name}:"):
                        self._run(write, label.value)

    def _run(self, write: Writer, label: int) -> None:
        """The instructions from a label up to the next rest or jump."""
        if label >= self.flow.count:
            self._begin(write, self.flow.end(label - self.flow.count))
            write(f"at = {self.flow.name(self.flow.start)}")
            return
        with ExitStack() as inside:
            while self._goes_on(write, label, inside):
                label += 1
                if self.flow.is_label(label):
                    write(f"at = {self.flow.name(label)}")
                    return

    def _goes_on(self, write: Writer, number: int, inside: ExitStack) -> bool:
        """Write an instruction; gives whether the next one follows. What a test leaves out goes on at a later label,
        which comes later in the text."""
        match self.flow.instructions[number]:
            case program.Rest(point):
                self._rest(write, number, point)
                return False
            case program.Jump(to):
                write(f"at = {self.flow.name(to)}")
                return False
            case program.End():
                self._end(write, number)
                return False
            case program.Judge():
                self._judge(write, "judge(S, 0)")
            case program.Do() as do:
                self._do(write, number, do)
            case program.Test(condition, otherwise):
                with write.block(f"if not {self.expressions.scalar(condition)}:"):
                    write(f"at = {self.flow.name(otherwise)}")
                inside.enter_context(write.block("else:"))
            case program.Possible(point, otherwise):
                if self.layout.at:
                    write(f"S[AT] = {point}")
                with write.block(f"if {self._is_out}offered(S) < 0:"):
                    write(f"at = {self.flow.name(otherwise)}")
                inside.enter_context(write.block("else:"))
            case never:
                assert_never(never)
        return True

    def _do(self, write: Writer, number: int, each: program.Do) -> None:
        self.effects.bare(write, each.effects)
        if number in self.flow.rebuilds:
            write("rebuild(S)")
        if self.layout.has_changed and number + 1 == self.flow.start:  # the set-up is not part of the first turn
            write("S[CHANGED] = 0")

    @property
    def _is_out(self) -> str:
        return "S[OUT + p] == 1 or " if self.layout.out else ""

    def _rest(self, write: Writer, number: int, point: int) -> None:
        way = self.rules.points[point].way
        if self.layout.out and way == program.CHOICE:
            with write.block("if S[OUT + p] == 1:"):
                write(f"at = {self.flow.name(number + 1)}", "continue")
        if self.layout.at:
            write(f"S[AT] = {point}")
        if way == program.TOGETHER:
            write("S[MOVER] = 0")
        nothing = self.offers.nothing(self.plan.point(point))
        if nothing:
            known = "not asked and " * (number == self.flow.start and self.results.asks_if_stuck)
            with write.block(f"if {known}{nothing}:"):
                write("S[END] = NO_MOVE")
        write("return")

    def _end(self, write: Writer, number: int) -> None:
        """End a turn or round that no decision leads to directly: the endings are judged again."""
        write(LOOK, "laps += 1")
        with write.block(f"if laps == {MOST_LAPS}:"):
            write("S[END] = NO_MOVE", "return")
        if self.plan.counts_turns:
            self._call_finish(write, number)
        judge = "judge_end" if self.results.at_end else "judge"
        self._judge(write, f"{judge}(S, {'0' if self.rules.script.is_round else 'p'})")
        write(f"at = {self.flow.name(number + self.flow.count)}")

    def _judge(self, write: Writer, judged: str) -> None:
        """Judge the game where no decision has just been made."""
        with self._as_it_was(write, True):
            write(f"end = {judged}")
        with write.block("if end != PLAYING:"):
            write("S[END] = end", "return")

    # What is derived, and what is remembered

    @contextmanager
    def _as_it_was(self, write: Writer, leaves_out: bool) -> Iterator[None]:
        """Judge the game and remember the board. With `leaves_out`, a board that is as it was noted last, such as
        after a pass, is not one from before."""
        if not self.layout.history:
            yield
            return
        if leaves_out:
            write(f"noted = 1 if S[HISTORY + S[HISTORY]] == {self.prints.now} else 0", "S[HISTORY] -= noted")
        yield
        if leaves_out:
            write("S[HISTORY] += noted")
        with write.block(f"if end == PLAYING and {'noted == 0 and ' * leaves_out}not remember(S):"):
            write("end = TOO_LONG")

    def _rebuild(self, write: Writer) -> None:
        with write.function("rebuild(S)", "Rebuild everything that is derived from the position."):
            if self.expressions.lists:
                self.expressions.lists.rebuild(write)
            self.expressions.around.rebuild(write)
            self.expressions.rebuild_bits(write)
            if self.plan.goals.lasting:
                self.chains.witnesses.rebuild(write)
            if self.plan.chains:
                self.chains.rebuild(write)
            self.prints.rebuild(write)
