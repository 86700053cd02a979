"""What can be decided: which decisions are on offer, and why one is refused."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby

from ...rules import ir, program
from ...rules.facts.placement import put_of, within_empty
from ...rules.traits import Part
from .. import answers
from ..answers import PLAYING
from ..plan.actions import Block
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer, minus, offset, plus
from .effects import EffectWriter


class OfferWriter:
    def __init__(self, expressions: ExpressionWriter, effects: EffectWriter, blocks: tuple[Block, ...]) -> None:
        self.expressions, self.effects, self.blocks = expressions, effects, blocks
        self.rules, self.players, self.layout = expressions.rules, expressions.players, expressions.layout

    def functions(self, write: Writer) -> None:
        for number, block in enumerate(self.blocks):
            if block.decision.forbid is not None:
                self._forbidden(write, number, block)
        self._offered(write)
        self._legal(write)
        self._refusal(write)

    def nothing(self, point: int) -> str:
        """Whether nothing can be decided at a point, where the state rests; empty where something always can."""
        sure = [self._certain(number) for number, block in enumerate(self.blocks) if block.point == point]
        if "True" in sure:
            return ""
        return " and ".join([*(f"not {test}" for test in sure if test), "offered(S) < 0"])

    def _certain(self, number: int) -> str:
        """What is soon asked and makes sure that a block has a decision on offer; empty where that takes long."""
        block = self.blocks[number]
        decision = block.decision
        if decision.turn is not None or decision.where is not None or decision.forbid is not None:
            return ""
        if decision.picking is not None:
            players = map(str, range(self.players)) if block.way == program.TOGETHER else ["p"]
            counts = [self.held(decision.picking, player) for player in players]
            return f"({' and '.join(f'{count} > 0' for count in counts)})" if all(counts) else ""
        if block.word == "place":
            kept = self.expressions.forms.counts == "maintained" and decision.target == _EMPTY
            return "(S[LEFT] > 0)" if kept else ""
        return "" if block.word == "move" else "True"

    def held(self, picking: program.Picking, player: str) -> str:
        """How many picks a player has the cards for, looked up by the cards; empty where there are too many cards."""
        rows = _picks_by_cards(picking.choices)
        if rows is None:
            return ""
        table = self.expressions.tables.name(tuple(map(len, rows)), "HELD")
        return f"{table}[{self._held(picking, player)} & {len(rows) - 1}]"

    def pick(self, picking: program.Picking, player: str, number: str) -> str:
        """One of those picks, by its number among them."""
        rows = _picks_by_cards(picking.choices)
        assert rows is not None
        width = max(map(len, rows))
        table = self.expressions.tables.name(tuple((*row, *[0] * (width - len(row))) for row in rows), "PICK")
        return f"{table}[{self._held(picking, player)} & {len(rows) - 1}][{number}]"

    @contextmanager
    def at_point(self, write: Writer, point: int) -> Iterator[None]:
        with write.when(f"S[AT] == {point}" if "AT" in self.layout else ""):
            yield

    def points(self) -> Iterator[tuple[int, dict[int, list[int]]]]:
        """The points with the numbers of the blocks in each of their tiers."""
        numbered = enumerate(self.blocks)
        for point, blocks in groupby(numbered, key=lambda each: each[1].point):
            tiers: dict[int, list[int]] = {}
            for number, block in blocks:
                tiers.setdefault(block.tier, []).append(number)
            yield point, tiers

    # Conditions

    def guard(self, block: Block) -> str:
        """The part of a decision's conditions that does not depend on a cell."""
        decision = block.decision
        tests = [] if decision.turn is None else [f"S[TURN] == {decision.turn}"]
        if decision.target is None and decision.where is not None:
            tests.append(self.expressions.scalar(decision.where))
        return " and ".join(tests)

    def where(self, number: int, block: Block, tries: bool) -> str:
        """What is asked of the cells that a decision takes; with `tries`, also what it leads to."""
        decision = block.decision
        tests = []
        if decision.target is not None and decision.where is not None:
            tests.append(self.expressions.scalar(decision.where))
        if decision.forbid is not None and tries:
            tests.append(f"not {self.forbidden_call(number, block)}")
        return " and ".join(tests)

    def forbidden_call(self, number: int, block: Block) -> str:
        return f"forbidden_{number}(S, p{''.join(f', {name}' for name in self._names(block))})"

    def _names(self, block: Block) -> list[str]:
        return {"place": ["c0"], "move": ["c0", "c1"], "pick": ["m"]}.get(block.word, [])

    def _forbidden(self, write: Writer, number: int, block: Block) -> None:
        """Whether a decision leads to what it forbids: it is tried, then taken back."""
        decision = block.decision
        assert decision.forbid is not None
        name = f"forbidden_{number}(S, p{''.join(f', {name}' for name in self._names(block))})"
        reads = ir.traits_of(decision.forbid).reads
        put = put_of(decision) if block.word == "place" and len(decision.effects) == 1 else None
        noted = _NOTED | Part.HISTORY if "PRINT" in self.layout else _NOTED
        groups = self.effects.groups
        if groups.kept and self.expressions.facts.told_forbids:
            with write.function(name, "Whether the stone comes into a group that is forbidden."):
                write(f"v = {self.effects.content(decision.kind, program.OWN)}")
                groups.would_join(write, "c0")
                write(f"return {groups.masks.told(decision.forbid)}")
            return
        with write.function(name, "Whether the decision leads to what it forbids."), self.expressions.trying():
            if put is not None and decision.target is not None and within_empty(decision.target) and not reads & noted:
                write(f"S[c0] = {self.effects.content(put.kind, put.owner)}")
                write(f"bad = {self.expressions.scalar(decision.forbid)}", "S[c0] = 0", "return bad")
                return
            size = self.layout.length("BEFORE")
            write(f"S[BEFORE:BEFORE + {size}] = S[0:{size}]", *self.effects.prints.keep)
            self.lay(write, block)
            self.effects.bare(write, decision.effects)
            self.note(write, block)
            write(f"bad = {self.expressions.scalar(decision.forbid)}")
            write(f"S[0:{size}] = S[BEFORE:BEFORE + {size}]", *self.effects.prints.restore)
            write("return bad")

    def note(self, write: Writer, block: Block) -> None:
        """What is counted and kept of a decision that is taken."""
        self._note_last(write, block)
        if "PASSES" in self.layout and block.way == program.CHOICE:
            write("S[PASSES] += 1" if block.word == "pass" else "S[PASSES] = 0")

    def _note_last(self, write: Writer, block: Block) -> None:
        """The cell of the last stone, once a piece has come to a cell."""
        if "LAST" not in self.layout or block.word not in ("place", "move"):
            return
        cell = self._names(block)[-1]
        if block.decision.is_plain:
            write(f"S[LAST] = {cell}")
        else:
            with write.block(f"if S[{cell}] != 0:"):
                write(f"S[LAST] = {cell}")

    # Everything on offer

    @contextmanager
    def each(self, write: Writer, number: int, block: Block, tries: bool = True) -> Iterator[None]:
        """What is written inside is done for each decision of a block that can be taken; `a` is its code."""
        decision, where = block.decision, self.where(number, block, tries)
        with write.when(self.guard(block)):
            if block.way == program.TOGETHER:
                with self._together(write, block):
                    yield
            elif decision.picking is not None:
                choices = self.expressions.tables.name(decision.picking.choices, "PICKS")
                held = self._held(decision.picking, "p")
                with write.block(f"for i in range({block.size}):"):
                    write(f"m = {choices}[i]")
                    with write.block(f"if m & {held} == m:"), write.when(where):
                        write(f"a = {plus(block.base, 'i')}")
                        yield
            elif block.word == "random":
                with write.block(f"for a in range({block.base}, {block.base + block.size}):"):
                    yield
            elif block.word == "place":
                assert decision.target is not None
                with self.expressions.over(write, decision.target, "c0"), write.when(where):
                    write(f"a = {plus(block.base, 'c0')}")
                    yield
            elif block.word == "move":
                with self._moves(write, block), write.when(where):
                    yield
            else:
                with write.when(where):
                    write(f"a = {block.base}")
                    yield

    @contextmanager
    def _moves(self, write: Writer, block: Block) -> Iterator[None]:
        """Each pair of cells that a move can join now; its code is looked up."""
        assert block.decision.source is not None and block.decision.target is not None
        with self.expressions.over(write, block.decision.source, "c0"):
            with self.expressions.over(write, block.decision.target, "c1"):
                write(f"a = {self._code_of_move(block)}")
                with write.block("if a >= 0:"):
                    yield

    def firsts(self, block: Block) -> str:
        """The table of where the codes of moves from each cell begin."""
        firsts = tuple(bisect_left(block.pairs, (cell, -1)) for cell in range(block.cells + 1))
        return self.expressions.tables.name(firsts, "FIRST")

    def _code_of_move(self, block: Block) -> str:
        """The call that finds the code of a move from `c0` to `c1`: -1 where there is none."""
        tables = self.expressions.tables
        begins, ends = self.firsts(block), tables.name(tuple(there for _, there in block.pairs), "ENDS")
        return self.expressions.called_once(
            f"code_{block.base}", "c0, c1", "The code of a move between two cells; -1 where there is none.",
            f"low, high = {begins}[c0], {begins}[c0 + 1]",
            "while low < high:",
            "    middle = (low + high) // 2",
            f"    if {ends}[middle] == c1:",
            f"        return {plus(block.base, 'middle')}",
            f"    if {ends}[middle] < c1:",
            "        low = middle + 1",
            "    else:",
            "        high = middle",
            "return -1",
        ).format("c0, c1")  # fmt: skip

    def _held(self, picking: program.Picking, player: str) -> str:
        return f"S[{offset('CARDS', picking.source * self.players)} + {player}]"

    @contextmanager
    def _together(self, write: Writer, block: Block) -> Iterator[None]:
        """Every way in which all players can pick: the first player's pick counts most."""
        picking = block.decision.picking
        assert picking is not None
        choices = self.expressions.tables.name(picking.choices, "PICKS")
        with self._nested(write, picking, choices, 0):
            digits = "i0"
            for player in range(1, self.players):
                digits = f"({digits}) * {len(picking.choices)} + i{player}"
            write(f"a = {plus(block.base, digits)}")
            yield

    @contextmanager
    def _nested(self, write: Writer, picking: program.Picking, choices: str, player: int) -> Iterator[None]:
        if player == self.players:
            yield
            return
        held = self._held(picking, str(player))
        with write.block(f"for i{player} in range({len(picking.choices)}):"):
            with write.block(f"if {choices}[i{player}] & {held} == {choices}[i{player}]:"):
                with self._nested(write, picking, choices, player + 1):
                    yield

    def _offered(self, write: Writer) -> None:
        meaning = "The first tier of this choice in which anything is possible; -1 if there is none."
        with write.function("offered(S)", meaning):
            write("p = S[MOVER]")
            for point, tiers in self.points():
                with self.at_point(write, point):
                    for tier, numbers in tiers.items():
                        for number in numbers:
                            with self.each(write, number, self.blocks[number]):
                                write(f"return {tier}")
            write("return -1")

    def _legal(self, write: Writer) -> None:
        with write.function("legal(S, out)", "Write the codes of all decisions on offer to out; returns their number."):
            with write.block(f"if S[END] != {PLAYING}:"):
                write("return 0")
            write("p = S[MOVER]", "n = 0")
            for point, tiers in self.points():
                with self.at_point(write, point):
                    for tier, numbers in tiers.items():
                        if tier:
                            with write.block("if n > 0:"):
                                write("return n")
                        for number in numbers:
                            with self.each(write, number, self.blocks[number]):
                                write("out[n] = a", "n += 1")
            write("return n")

    # Refusals

    def _refusal(self, write: Writer) -> None:
        with write.function("refusal(S, a)", "Why the decision of code a is refused; 0 if it is on offer."):
            with write.block(f"if S[END] != {PLAYING}:"):
                write(f"return {answers.REFUSED_OVER}")
            write("p = S[MOVER]")
            for number, block in enumerate(self.blocks):
                with write.block(f"if {block.base} <= a < {block.base + block.size}:"):
                    self._why_not(write, number, block)
            write(f"return {answers.REFUSED_CELL}")

    def _why_not(self, write: Writer, number: int, block: Block) -> None:
        decision = block.decision
        if "AT" in self.layout:
            self._refuse(write, f"S[AT] != {block.point}", answers.REFUSED_ELSEWHERE)
        if decision.turn is not None:
            self._refuse(write, f"S[TURN] != {decision.turn}", answers.REFUSED_TURN)
        self.take(write, block)
        if decision.source is not None:
            self._refuse(write, f"not {self.expressions.member(decision.source, 'c0')}", answers.REFUSED_CELL)
        if decision.target is not None:
            cell = self._names(block)[-1]
            self._refuse(write, f"not {self.expressions.member(decision.target, cell)}", answers.REFUSED_CELL)
        if decision.picking is not None:
            for player, pick in self.picks(block):
                held = self._held(decision.picking, player)
                self._refuse(write, f"{pick} & {held} != {pick}", answers.REFUSED_CELL)
        if decision.where is not None:
            self._refuse(write, f"not {self.expressions.scalar(decision.where)}", answers.REFUSED_WHERE)
        if decision.forbid is not None:
            self._refuse(write, self.forbidden_call(number, block), answers.REFUSED_FORBIDDEN)
        write(f"return {PLAYING} if offered(S) == {block.tier} else {answers.REFUSED_LATER}")

    def _refuse(self, write: Writer, test: str, answer: int) -> None:
        with write.block(f"if {test}:"):
            write(f"return {answer}")

    def take(self, write: Writer, block: Block) -> None:
        """What the code `a` stands for: the cells `c0` and `c1`, the picks `m0` …, the value `c0`."""
        decision, code = block.decision, minus("a", block.base)
        tables = self.expressions.tables
        if block.word == "place":
            write(f"c0 = {code}")
        elif block.word == "move":
            for name, side in (("c0", 0), ("c1", 1)):
                write(f"{name} = {tables.name(tuple(pair[side] for pair in block.pairs), 'ENDS')}[{code}]")
        elif block.word == "random":
            write(f"c0 = {tables.name(tuple(value for value, _ in decision.values), 'DRAWN')}[{code}]")
        elif decision.picking is not None:
            choices, count = tables.name(decision.picking.choices, "PICKS"), len(decision.picking.choices)
            if block.way != program.TOGETHER:
                write(f"m = {choices}[{code}]")
                return
            for player in range(self.players):
                share = count ** (self.players - 1 - player)
                write(f"m{player} = {choices}[({code}) // {share} % {count}]")

    def lay(self, write: Writer, block: Block) -> None:
        """The cards of a pick, if it is one, go from one zone into another."""
        picking = block.decision.picking
        if picking is None:
            return
        for player, pick in self.picks(block):
            source, into = (offset("CARDS", zone * self.players) for zone in (picking.source, picking.into))
            write(f"S[{source} + {player}] ^= {pick}", f"S[{into} + {player}] |= {pick}")

    def picks(self, block: Block) -> list[tuple[str, str]]:
        """The players of a pick, with the names of their cards."""
        if block.way != program.TOGETHER:
            return [("p", "m")]
        return [(str(player), f"m{player}") for player in range(self.players)]


def _picks_by_cards(choices: tuple[int, ...]) -> list[list[int]] | None:
    """For each set of cards, the numbers of the picks from it; None where there are too many sets."""
    sets = 1 << max(choices).bit_length() if choices else 1
    if sets * len(choices) > 1 << 14:
        return None
    return [[number for number, pick in enumerate(choices) if pick & cards == pick] for cards in range(sets)]


_EMPTY = ir.Holding((frozenset({ir.EMPTY}),))
_NOTED = Part.LAST | Part.PASSES
"""What a decision writes besides its effects, and a `forbid` may read."""
