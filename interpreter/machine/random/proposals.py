"""Random decisions without a list of all: what lists of cells hold is proposed, and drawn again where it cannot be.

Whatever can be decided is proposed once, so that each possible decision is as likely as the others. Where too many
proposals are in vain, the rest is drawn from the list of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...rules import ir, program
from ...rules.facts.placement import within_empty
from ..chance import ADVANCE, drawn
from ..plan.actions import Block
from ..plan.lists import list_of
from ..plan.sorts import Sorting, sorting
from ..text.writer import Writer, offset, plus
from ..turns.offers import OfferWriter

TRIES = 64
"""So many proposals of a tier are tried at most before all its decisions are listed; fewer where there are fewer."""

_EMPTY = ir.Holding((frozenset({ir.EMPTY}),))


class ProposalWriter:
    def __init__(self, offers: OfferWriter) -> None:
        self.offers, self.expressions, self.blocks = offers, offers.expressions, offers.blocks
        self.rules, self.players = offers.rules, offers.players
        self._has_lists = "LEFT" in offers.layout

    def functions(self, write: Writer) -> None:
        for number, block in enumerate(self.blocks):
            if block.decision.picking is not None and not self.offers.held(block.decision.picking, "p"):
                self._picks(write, number, block)
        self._extent(write)
        self._proposal(write)
        self._listed(write)
        if self.expressions.facts.forbids:
            self._forbidden(write)
        self._draw(write)

    def _draw(self, write: Writer) -> None:
        meaning = "Any decision on offer, each as likely as the others; returns the generator's state and the code."
        with write.function("draw(S, rng, out)", meaning):
            write("tier, a = -1, -1")
            with write.block("while a < 0:"):
                write("tier += 1", "n = extent(S, tier)", f"tries = n if n < {TRIES} else {TRIES}")
                with write.block("while a < 0 and n > 0 and tries > 0:"):
                    write(ADVANCE, f"a = proposal(S, tier, {drawn('n')})", "tries -= 1")
                with write.block("if a < 0 and n > 0:"):
                    write("n = propose(S, tier, out)")
                    with write.block("while a < 0 and n > 0:"):
                        write(ADVANCE, f"i = {drawn('n')}", "a = out[i]")
                        if self.expressions.facts.forbids:
                            with write.block("if forbidden(S, a):"):
                                write("n -= 1", "out[i] = out[n]", "a = -1")
            write("return rng, a")

    # Proposals

    def _each_tier(self, write: Writer) -> Iterator[list[int]]:
        """The blocks of each tier; what is written meanwhile is done where that tier of that point is asked for."""
        several = any(block.tier for block in self.blocks)
        for point, tiers in self.offers.points():
            with self.offers.at_point(write, point):
                for tier, numbers in tiers.items():
                    with write.when(f"tier == {tier}" if several else ""):
                        yield numbers

    def _extent(self, write: Writer) -> None:
        meaning = "How many proposals there are of what a tier offers; 0 where it offers nothing, or is none."
        with write.function("extent(S, tier)", meaning):
            write("p = S[MOVER]")
            for numbers in self._each_tier(write):
                write(f"return {' + '.join(self._size(number) for number in numbers)}")
            write("return 0")

    def _proposal(self, write: Writer) -> None:
        meaning = "The code of a tier's proposal, by its number; -1 where it cannot be taken."
        with write.function("proposal(S, tier, i)", meaning):
            write("p = S[MOVER]")
            for numbers in self._each_tier(write):
                for number in numbers:
                    if number == numbers[-1]:
                        self._propose(write, number, self.blocks[number])
                        continue
                    write(f"n = {self._size(number)}")
                    with write.block("if i < n:"):
                        self._propose(write, number, self.blocks[number])
                    write("i -= n")
            write("return -1")

    def _size(self, number: int) -> str:
        """How many proposals a block makes now."""
        block = self.blocks[number]
        guard, size = self.offers.guard(block), self._reach(number, block)
        return f"({size} if {guard} else 0)" if guard else size

    def _reach(self, number: int, block: Block) -> str:
        decision = block.decision
        if decision.picking is not None:
            players = map(str, range(self.players)) if block.way == program.TOGETHER else ["p"]
            return " * ".join(self._held(number, player) for player in players)
        sort = self._sorting(block)
        if sort:
            call = self.expressions.called_once(
                f"lot_{number}", "S, p", "How many empty cells there are for what is asked.",
                f"k = {self.expressions.scalar(sort.key)}", f"return {self.expressions.lists.sorts.size(sort, 'k')}",
            )  # fmt: skip
            return call.format("S, p")
        if block.word == "place" and self._within_free(block):
            return "S[LEFT]"
        if block.word == "move" and self._source(block):
            return f"S[{self._place('LEFT', self._source(block), 1)}] * {self._most(block)}"
        return str(block.size)

    def _within_free(self, block: Block) -> bool:
        return self._has_lists and within_empty(block.decision.target)  # type: ignore[arg-type]

    def _sorting(self, block: Block) -> Sorting | None:
        return sorting(block.decision) if self._has_lists else None

    def _source(self, block: Block) -> str:
        """The list that a move's pieces are in."""
        numbers = list_of(block.decision.source, self.rules) if self._has_lists else None
        return self.expressions.by_player(numbers, "LIST") if numbers else ""

    def _place(self, section: str, number: str, size: int) -> str:
        return f"{section} + {number} * {size}" if size > 1 else f"{section} + {number}"

    def _most(self, block: Block) -> int:
        """How many codes a move has from one cell at most."""
        froms = [one for one, _ in block.pairs]
        return max(map(froms.count, set(froms)), default=1)

    def _propose(self, write: Writer, number: int, block: Block) -> None:
        """Return what the `i`-th proposal of a block is, if it can be taken."""
        decision = block.decision
        if decision.picking is not None:
            self._pick(write, number, block)
        elif block.word == "place" and self._sorting(block):
            sort = self._sorting(block)
            assert sort is not None
            write(f"k = {self.expressions.scalar(sort.key)}")
            write(f"c0 = {self.expressions.lists.sorts.cell(sort, 'k', 'i')}")
            forbidden = f"not {self.offers.forbidden_call(number, block)}" if decision.forbid is not None else ""
            self._return(write, plus(block.base, "c0"), forbidden)
        elif block.word == "place":
            write("c0 = S[FREE + i]" if self._within_free(block) else "c0 = i")
            listed = self._has_lists and decision.target == _EMPTY
            inside = "" if listed else self.expressions.member(decision.target, "c0")  # type: ignore[arg-type]
            self._answer(write, number, block, plus(block.base, "c0"), inside)
        elif block.word == "move":
            self._move(write, number, block)
        else:
            self._answer(write, number, block, plus(block.base, "i"), "")

    def _answer(self, write: Writer, number: int, block: Block, code: str, inside: str) -> None:
        self._return(write, code, " and ".join(filter(None, [inside, self.offers.where(number, block, tries=True)])))

    def _return(self, write: Writer, code: str, test: str) -> None:
        write(f"return {code} if {test} else -1" if test else f"return {code}")

    def _move(self, write: Writer, number: int, block: Block) -> None:
        """Codes by where they lead from, as many for each cell as any has."""
        tables, cells = self.expressions.tables, self.expressions.cells
        source, target = block.decision.source, block.decision.target
        assert source is not None and target is not None
        ends = tables.name(tuple(there for _, there in block.pairs), "ENDS")
        inside = self.expressions.member(target, "c1")
        if self._source(block):
            most, firsts = self._most(block), self.offers.firsts(block)
            part = self._place("FREE", self._source(block), cells)
            write(f"c0 = S[{part} + i // {most}]", f"a = {firsts}[c0] + i % {most}")
            with write.block(f"if a >= {firsts}[c0 + 1]:"):
                write("return -1")
        else:
            write(f"c0 = {tables.name(tuple(here for here, _ in block.pairs), 'ENDS')}[i]", "a = i")
            inside = f"{self.expressions.member(source, 'c0')} and {inside}"
        write(f"c1 = {ends}[a]")
        self._answer(write, number, block, plus(block.base, "a"), inside)

    def _pick(self, write: Writer, number: int, block: Block) -> None:
        picking = block.decision.picking
        assert picking is not None
        if block.way != program.TOGETHER:
            write(
                f"i = {self._pick_of(number, 'p', 'i')}",
                f"m = {self.expressions.tables.name(picking.choices, 'PICKS')}[i]",
            )
            self._answer(write, number, block, plus(block.base, "i"), "")
            return
        code, count = "", len(picking.choices)
        for player in range(self.players - 1, -1, -1):
            write(*([f"n = {self._held(number, str(player))}"] if player else []))
            share = "i % n" if player else "i"
            write(f"i{player} = {self._pick_of(number, str(player), share)}", *(["i //= n"] if player else []))
        for player in range(self.players):
            code = f"({code}) * {count} + i{player}" if code else f"i{player}"
        self._answer(write, number, block, plus(block.base, code), "")

    def _held(self, number: int, player: str) -> str:
        """How many picks a player has the cards for."""
        picking = self.blocks[number].decision.picking
        assert picking is not None
        return self.offers.held(picking, player) or f"held_{number}(S, {player})"

    def _pick_of(self, number: int, player: str, share: str) -> str:
        picking = self.blocks[number].decision.picking
        assert picking is not None
        if self.offers.held(picking, player):
            return self.offers.pick(picking, player, share)
        return f"pick_{number}(S, {player}, {share})"

    def _picks(self, write: Writer, number: int, block: Block) -> None:
        picking = block.decision.picking
        assert picking is not None
        choices = self.expressions.tables.name(picking.choices, "PICKS")
        cards = f"S[{offset('CARDS', picking.source * self.players)} + p]"
        with write.function(f"held_{number}(S, p)", "How many picks p has the cards for."):
            write("n = 0", f"cards = {cards}")
            with write.block(f"for m in {choices}:"):
                write("n += 1 if m & cards == m else 0")
            write("return n")
        with write.function(f"pick_{number}(S, p, n)", "The n-th pick that p has the cards for."):
            write(f"cards = {cards}")
            with write.block(f"for i in range({len(picking.choices)}):"):
                write(f"m = {choices}[i]")
                with write.block("if m & cards == m:"):
                    with write.block("if n == 0:"):
                        write("return i")
                    write("n -= 1")
            write("return -1")

    # The list of all

    def _listed(self, write: Writer) -> None:
        meaning = "Write the codes of a tier to out, those that are forbidden among them; returns their number."
        with write.function("propose(S, tier, out)", meaning):
            write("p = S[MOVER]", "n = 0")
            for numbers in self._each_tier(write):
                for number in numbers:
                    with self.offers.each(write, number, self.blocks[number], tries=False):
                        write("out[n] = a", "n += 1")
            write("return n")

    def _forbidden(self, write: Writer) -> None:
        with write.function("forbidden(S, a)", "Whether the decision of code a, proposed, is forbidden."):
            write("p = S[MOVER]")
            for number, block in enumerate(self.blocks):
                if block.decision.forbid is not None:
                    with write.block(f"if {block.base} <= a < {block.base + block.size}:"):
                        self.offers.take(write, block)
                        write(f"return {self.offers.forbidden_call(number, block)}")
            write("return False")
