"""The decisions on offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import assert_never

from ...rules import elements, ir, program
from ...rules.steps.steady import steady_for
from ..plan.actions import Block
from ..plan.offers import Offer, PointOffers
from ..plan.sections import present
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer, minus, plus
from .effects import EffectWriter

_Loop = Callable[[Writer, ir.CellSet, str], AbstractContextManager[None]]
"""Runs over a set of cells by the name of a variable."""


class OfferWriter:
    """Writes what is on offer. Cells, picks and values of a decision have the names of its block."""

    def __init__(self, expressions: ExpressionWriter, effects: EffectWriter) -> None:
        self.expressions, self.plan, self.effects = expressions, expressions.plan, effects
        self.players, self.layout = self.plan.players, self.plan.layout

    def functions(self, write: Writer) -> None:
        """The functions that judge, offer and refuse decisions."""
        for offer in self.plan.offers:
            if offer.judged:
                self._forbidden(write, offer)
            if offer.decision.is_long:
                with write.function(self._call("allowed", offer), "Whether the decision's conditions hold."):
                    with self.keeping(Writer(), offer):
                        write(f"return {self._conditions(offer)}")
        self._offered(write)
        self._legal(write)

    def nothing(self, point: PointOffers) -> str:
        """Whether nothing can be decided at the point where the state rests; empty if something always can."""
        sure = [self._sure(offer) for offer in point.offers if offer.sure]
        if "True" in sure:
            return ""
        return " and ".join([*(f"not {test}" for test in sure), "offered(S) < 0"])

    def _sure(self, offer: Offer) -> str:
        """A quick test after which a block surely has a decision on offer."""
        match offer.sure:
            case "always":
                return "True"
            case "empty":
                return "(S[LEFT] > 0)"
            case "picks":
                players = map(str, range(self.players)) if offer.block.way == program.TOGETHER else ["p"]
                return f"({' and '.join(f'{self.held(offer, player)} > 0' for player in players)})"
            case "":
                return ""
            case never:
                assert_never(never)

    def held(self, offer: Offer, player: str) -> str:
        """How many picks a player has the cards for."""
        if offer.picks is None:
            return f"held_{offer.number}(S, {player})"
        table = self.expressions.tables.name(tuple(map(len, offer.picks)), "HELD")
        return f"{table}[{self._cards(offer, player)} & {len(offer.picks) - 1}]"

    def pick(self, offer: Offer, player: str, number: str) -> str:
        """One of those picks, by its number among them."""
        if offer.picks is None:
            return f"pick_{offer.number}(S, {player}, {number})"
        width = max(map(len, offer.picks))
        table = self.expressions.tables.name(tuple((*row, *[0] * (width - len(row))) for row in offer.picks), "PICK")
        return f"{table}[{self._cards(offer, player)} & {len(offer.picks) - 1}][{number}]"

    def _cards(self, offer: Offer, player: str) -> str:
        """The cards that a player can pick from."""
        assert isinstance(offer.decision.what, program.Pick)
        return self.held_by(offer.decision.what, player)

    @contextmanager
    def at_point(self, write: Writer, point: int) -> Iterator[None]:
        """A block for when the state rests at a point."""
        with write.when(f"S[AT] == {point}" if self.layout.at else ""):
            yield

    # Conditions

    def guard(self, offer: Offer) -> str:
        """The part of a decision's conditions that does not depend on a cell."""
        tests = [] if offer.decision.turn is None else [f"S[TURN] == {offer.decision.turn}"]
        return " and ".join([*tests, *map(self.expressions.scalar, offer.early)])

    @contextmanager
    def keeping(self, write: Writer, offer: Offer, cells: Iterable[int] = (0, 1)) -> Iterator[None]:
        """Write what keeps that which is steady while the first cells that a decision takes are known."""
        with ExitStack() as kept:
            for number in cells:
                kept.enter_context(self.expressions.keeping(write, steady_for(offer.decision, number), True))
            yield

    def where(self, offer: Offer) -> str:
        """The conditions on the cells that a decision takes, and on its result; it is called inside `keeping`."""
        return self._call("allowed", offer) if offer.decision.is_long else self._conditions(offer)

    def _conditions(self, offer: Offer) -> str:
        tests = list(map(self.expressions.scalar, offer.late))
        if offer.judged:
            tests.append(f"not {self.forbidden_call(offer)}")
        if isinstance(offer.decision.what, program.Stop):
            tests.append(f"offered(S) == {offer.block.tier}")
        return " and ".join(tests)

    def forbidden_call(self, offer: Offer) -> str:
        """The call that judges whether a decision leads to what it forbids."""
        return self._call("forbidden", offer)

    def _call(self, what: str, offer: Offer) -> str:
        return f"{what}_{offer.number}({', '.join(('S', 'p', *offer.block.names))})"

    def _forbidden(self, write: Writer, offer: Offer) -> None:
        """Whether a decision leads to what it forbids: known from the chains around it, or tried and taken back."""
        forbid = offer.decision.forbid
        assert forbid is not None
        if offer.judged == "bits":
            with write.function(self.forbidden_call(offer), "Whether the stone would join a forbidden group."):
                assert offer.puts is not None
                write(f"v = {self.effects.content(offer.puts.kind, program.OWN)}")
                found = self.effects.chains.would_join(write, "c0")
                write(f"return {self.effects.chains.test(forbid, found)}")
            return
        meaning = "Whether the decision leads to what it forbids."
        with write.function(self.forbidden_call(offer), meaning), self.expressions.trying():
            if offer.puts and offer.judged == "placed":
                write(f"S[c0] = {self.effects.content(offer.puts.kind, offer.puts.owner)}")
                write(f"bad = {self.expressions.scalar(forbid)}", "S[c0] = 0", "return bad")
                return
            size = present(self.layout.before).size
            write(f"S[BEFORE:BEFORE + {size}] = S[0:{size}]", *self.effects.prints.keep)
            self.lay(write, offer.block)
            self.effects.bare(write, offer.decision.effects)
            self.note(write, offer.block)
            write(f"bad = {self.expressions.scalar(forbid)}")
            write(f"S[0:{size}] = S[BEFORE:BEFORE + {size}]", *self.effects.prints.restore)
            write("return bad")

    def note(self, write: Writer, block: Block) -> None:
        """Count and note a decision that was taken."""
        self._note_last(write, block)
        if self.layout.passes and block.way == program.CHOICE:
            match block.decision.what:
                case program.Pass():
                    write("S[PASSES] += 1")
                case program.Stop():
                    pass  # it leaves a loop, and is no decision in a row
                case _:
                    write("S[PASSES] = 0")

    def _note_last(self, write: Writer, block: Block) -> None:
        """The cell of the last stone, once a piece has come to a cell."""
        if not self.layout.last or not isinstance(block.decision.what, program.Place | program.Move):
            return
        cell = block.names[-1]
        if block.decision.is_plain:
            write(f"S[LAST] = {cell}")
        else:
            with write.block(f"if S[{cell}] != 0:"):
                write(f"S[LAST] = {cell}")

    # Everything on offer

    @contextmanager
    def each(self, write: Writer, offer: Offer) -> Iterator[str]:
        """Do what is written inside for each decision of a block that can be taken; gives the name of its code."""
        with self._each(write, offer, self.expressions.over, self.where) as code:
            yield code

    @contextmanager
    def some(self, write: Writer, offer: Offer) -> Iterator[str]:
        """Do the same in any order."""
        with self._each(write, offer, self.expressions.each, self.where) as code:
            yield code

    @contextmanager
    def candidates(self, write: Writer, offer: Offer) -> Iterator[str]:
        """Do the same in any order, whatever the conditions on the cells say."""
        with self._each(write, offer, self.expressions.listed, lambda _: "") as code:
            yield code

    @contextmanager
    def _each(self, write: Writer, offer: Offer, over: _Loop, where: Callable[[Offer], str]) -> Iterator[str]:
        block = offer.block
        with write.when(self.guard(offer)), self.keeping(write, offer, (0,)):
            match block.decision.what:
                case program.Pick() as pick if block.way == program.TOGETHER:
                    with self._together(write, block, pick):
                        yield "a"
                case program.Pick() as pick:
                    with self._picks(write, block, pick), write.when(where(offer)):
                        write(f"a = {plus(block.base, 'i')}")
                        yield "a"
                case program.Random(among=None):
                    with write.block(f"for a in range({block.base}, {block.base + block.size}):"):
                        yield "a"
                case program.Choose() as choose if not choose.sets:
                    with self._elements(write, block, choose), write.when(where(offer)):
                        yield "a"
                case program.Place() | program.Choose() | program.Random() as taken:
                    with over(write, taken.sets[0], "c0"), write.when(where(offer)):
                        write(f"a = {plus(block.base, 'c0')}")
                        yield "a"
                case program.Move() as move:
                    with self._moves(write, offer, move, over), write.when(where(offer)):
                        yield "a"
                case program.Swap() | program.Pass() | program.Stop():
                    with write.when(where(offer)):
                        write(f"a = {block.base}")
                        yield "a"
                case never:
                    assert_never(never)

    @contextmanager
    def _picks(self, write: Writer, block: Block, pick: program.Pick) -> Iterator[None]:
        """Each pick `m` that the player has the cards for, by its number `i`."""
        choices, held = self.expressions.tables.name(pick.choices, "PICKS"), self.held_by(pick, "p")
        with write.block(f"for i in range({block.size}):"):
            write(f"m = {choices}[i]")
            with write.block(f"if m & {held} == m:"):
                yield

    @contextmanager
    def _elements(self, write: Writer, block: Block, choose: program.Choose) -> Iterator[None]:
        """Each value `c0` that can be chosen now, with its code."""
        if choose.among is None:
            with write.block(f"for a in range({block.base}, {block.base + block.size}):"):
                self.take(write, block)
                yield
            return
        with self.expressions.running(write, choose.among, ir.Bound(0)):
            write(f"a = {plus(block.base - (block.first or 0), 'c0')}")
            yield

    def inside(self, choose: program.Choose) -> str:
        """Whether `c0` is in the set that is chosen from; empty where it always is."""
        match choose.among:
            case elements.Span(first, last):
                return f"({self.expressions.scalar(first)} <= c0 <= {self.expressions.scalar(last)})"
            case elements.Numbers(numbers):
                return f"({self.expressions.scalar(numbers)} >> c0 & 1 == 1)"
            case None:
                return ""
            case cells:
                return self.expressions.member(cells, "c0")

    @contextmanager
    def _moves(self, write: Writer, offer: Offer, move: program.Move, over: _Loop) -> Iterator[None]:
        """Each pair of cells that a move can join now; its code is looked up."""
        with over(write, move.source, "c0"), self.keeping(write, offer, (1,)):
            with over(write, move.target, "c1"):
                write(f"a = {self._code_of_move(offer.block)}")
                with write.block("if a >= 0:"):
                    yield

    def firsts(self, block: Block) -> str:
        """The table of where the codes of moves from each cell begin."""
        return self.expressions.tables.name(block.firsts, "FIRST")

    def _code_of_move(self, block: Block) -> str:
        """The call that finds the code of a move from `c0` to `c1`: -1 where there is none."""
        tables, cells = self.expressions.tables, self.plan.cells
        if len(block.pairs) == cells * (cells - 1):  # from every cell to every other
            code = self.expressions.small_function(
                f"code_{block.base}", "c0, c1", "The code of a move between two cells; -1 if there is none.",
                f"return {plus(block.base, f'c0 * {cells - 1}')} + c1 - (1 if c1 > c0 else 0) if c0 != c1 else -1",
            )  # fmt: skip
            return f"{code}(c0, c1)"
        begins, ends = self.firsts(block), tables.name(tuple(there for _, there in block.pairs), "ENDS")
        code = self.expressions.small_function(
            f"code_{block.base}", "c0, c1", "The code of a move between two cells; -1 if there is none.",
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
        )  # fmt: skip
        return f"{code}(c0, c1)"

    def held_by(self, pick: program.Pick, player: str) -> str:
        """The cards that a player can pick from, where they lie in the state."""
        return f"S[{present(self.layout.cards).at(pick.source * self.players)} + {player}]"

    @contextmanager
    def _together(self, write: Writer, block: Block, pick: program.Pick) -> Iterator[None]:
        """Every way in which all players can pick: the first player's pick counts most."""
        choices = self.expressions.tables.name(pick.choices, "PICKS")
        with self._nested(write, pick, choices, 0):
            digits = "i0"
            for player in range(1, self.players):
                digits = f"({digits}) * {len(pick.choices)} + i{player}"
            write(f"a = {plus(block.base, digits)}")
            yield

    @contextmanager
    def _nested(self, write: Writer, pick: program.Pick, choices: str, player: int) -> Iterator[None]:
        if player == self.players:
            yield
            return
        held = self.held_by(pick, str(player))
        with write.block(f"for i{player} in range({len(pick.choices)}):"):
            with write.block(f"if {choices}[i{player}] & {held} == {choices}[i{player}]:"):
                with self._nested(write, pick, choices, player + 1):
                    yield

    def _offered(self, write: Writer) -> None:
        meaning = "The first tier of this choice in which anything is possible; -1 if there is none."
        with write.function("offered(S)", meaning):
            write("p = S[MOVER]")
            for point in self.plan.points:
                with self.at_point(write, point.point):
                    for tier in point.tiers:
                        for offer in tier.offers:
                            if not isinstance(offer.decision.what, program.Stop):
                                with self.some(write, offer):
                                    write(f"return {tier.tier}")
                    for offer in point.tiers[0].offers:
                        if isinstance(offer.decision.what, program.Stop) and offer.decision.what.alone is not None:
                            with write.block(f"if {self.expressions.scalar(offer.decision.what.alone)}:"):
                                write(f"return {point.tiers[0].tier}")
            write("return -1")

    def _legal(self, write: Writer) -> None:
        with write.function("legal(S, out)", "Write the codes of all decisions on offer to out; returns their number."):
            with write.block("if S[END] != PLAYING:"):
                write("return 0")
            write("p = S[MOVER]", "n = 0")
            for point in self.plan.points:
                with self.at_point(write, point.point):
                    for tier in point.tiers:
                        if tier.tier:
                            with write.block("if n > 0:"):
                                write("return n")
                        for offer in tier.offers:
                            with self.each(write, offer) as code:
                                write(f"out[n] = {code}", "n += 1")
            write("return n")

    # What codes stand for

    def take(self, write: Writer, block: Block) -> None:
        """What the code `a` stands for: the cells `c0` and `c1`, the picks `m0` …, the value `c0`."""
        code, tables = minus("a", block.base), self.expressions.tables
        match block.decision.what:
            case program.Random(values, None):
                write(f"c0 = {tables.name(tuple(value for value, _ in values), 'DRAWN')}[{code}]")
            case program.Choose(values=values):
                listed = tuple(value for value, _ in values)
                table = "" if block.first is not None else tables.name(listed, "CHOSEN")
                write(f"c0 = {table}[{code}]" if table else f"c0 = {minus('a', block.base - (block.first or 0))}")
            case program.Place() | program.Random():
                write(f"c0 = {code}")
            case program.Move():
                for name, side in (("c0", 0), ("c1", 1)):
                    write(f"{name} = {tables.name(tuple(pair[side] for pair in block.pairs), 'ENDS')}[{code}]")
            case program.Pick(choices=every) if block.way == program.TOGETHER:
                choices, count = tables.name(every, "PICKS"), len(every)
                for player in range(self.players):
                    share = count ** (self.players - 1 - player)
                    write(f"m{player} = {choices}[({code}) // {share} % {count}]")
            case program.Pick(choices=every):
                write(f"m = {tables.name(every, 'PICKS')}[{code}]")
            case program.Swap() | program.Pass() | program.Stop():
                pass
            case never:
                assert_never(never)

    def lay(self, write: Writer, block: Block) -> None:
        """The cards of a pick, if it is one, go from one zone into another."""
        if not isinstance(block.decision.what, program.Pick):
            return
        zones = block.decision.what.source, block.decision.what.into
        source, into = (present(self.layout.cards).at(zone * self.players) for zone in zones)
        for player, pick in self.picks(block):
            write(f"S[{source} + {player}] ^= {pick}", f"S[{into} + {player}] |= {pick}")

    def picks(self, block: Block) -> list[tuple[str, str]]:
        """The players of a pick, with the names of their cards."""
        if block.way != program.TOGETHER:
            return [("p", "m")]
        return [(str(player), f"m{player}") for player in range(self.players)]
