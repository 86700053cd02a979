"""Random decisions without a list of all: what lists of cells hold is proposed, and drawn again where it cannot be.

Whatever can be decided is proposed once, so that each possible decision is as likely as the others. Where too many
proposals are in vain, the rest is drawn from the list of all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ...rules import program
from ..chance import ADVANCE, drawn
from ..plan.offers import FromAll, FromCards, FromEmpty, FromList, FromSearch, FromSort, Offer
from ..plan.sections import present
from ..text.lists import SortWriter
from ..text.writer import Writer, plus
from ..turns.offers import OfferWriter

TRIES = 64
"""The most proposals of a tier that are tried before all its decisions are listed."""


class ProposalWriter:
    """Writes how a decision is drawn."""

    def __init__(self, offers: OfferWriter) -> None:
        self.offers, self.expressions, self.plan = offers, offers.expressions, offers.plan
        self.players = offers.players

    def functions(self, write: Writer) -> None:
        """`draw`, and the functions that propose and list for it."""
        for offer in self.plan.offers:
            if isinstance(offer.decision.what, program.Pick) and offer.picks is None:
                self._picks(write, offer, offer.decision.what)
        self._extent(write)
        self._proposal(write)
        self._listed(write)
        if self.plan.refuses:
            self._refused(write)
        self._draw(write)

    def _draw(self, write: Writer) -> None:
        meaning = "Any decision on offer, each as likely as the others; returns the generator's state and the code."
        with write.function("draw(S, rng, out)", meaning):
            write("tier, a = -1, -1")
            with write.block("while a < 0:"):
                write("tier += 1", "n = extent(S, tier)", self._tries)
                with write.block("while a < 0 and n > 0 and tries > 0:"):
                    write(ADVANCE, f"a = proposal(S, tier, {drawn('n')})", "tries -= 1")
                with write.block("if a < 0 and n > 0:"):
                    write("n = propose(S, tier, out)")
                    with write.block("while a < 0 and n > 0:"):
                        write(ADVANCE, f"i = {drawn('n')}", "a = out[i]")
                        if self.plan.refuses:
                            with write.block("if refused(S, a):"):
                                write("n -= 1", "out[i] = out[n]", "a = -1")
            write("return rng, a")

    @property
    def _tries(self) -> str:
        """How many of a tier's proposals are tried: none where a proposal takes as long as a part of the list."""
        tries, searched = f"n if n < {TRIES} else {TRIES}", []
        several = any(offer.block.tier for offer in self.plan.offers)
        for point in self.plan.points:
            for tier in point.tiers:
                if any(isinstance(offer.proposed, FromSearch) for offer in tier.offers):
                    at = [f"S[AT] == {point.point}"] * bool(self.plan.layout.at)
                    searched.append(" and ".join([*at, *[f"tier == {tier.tier}"] * several]) or "True")
        if not searched:
            return f"tries = {tries}"
        return "tries = 0" if "True" in searched else f"tries = 0 if {' or '.join(searched)} else {tries}"

    # Proposals

    def _each_tier(self, write: Writer) -> Iterator[tuple[Offer, ...]]:
        """The offers of each tier, inside a test for the point and the tier."""
        several = any(offer.block.tier for offer in self.plan.offers)
        for point in self.plan.points:
            with self.offers.at_point(write, point.point):
                for tier in point.tiers:
                    with write.when(f"tier == {tier.tier}" if several else ""):
                        yield tier.offers

    def _extent(self, write: Writer) -> None:
        meaning = "The number of proposals of a tier; 0 if it offers nothing or does not exist."
        with write.function("extent(S, tier)", meaning):
            write("p = S[MOVER]")
            for offers in self._each_tier(write):
                write(f"return {' + '.join(map(self._size, offers))}")
            write("return 0")

    def _proposal(self, write: Writer) -> None:
        meaning = "The code of a tier's proposal, by its number; -1 if it cannot be taken."
        with write.function("proposal(S, tier, i)", meaning):
            write("p = S[MOVER]")
            for offers in self._each_tier(write):
                for offer in offers:
                    if offer == offers[-1]:
                        self._propose(write, offer)
                        continue
                    write(f"n = {self._size(offer)}")
                    with write.block("if i < n:"):
                        self._propose(write, offer)
                    write("i -= n")
            write("return -1")

    def _size(self, offer: Offer) -> str:
        """How many proposals a block makes now."""
        guard, size = self.offers.guard(offer), self._reach(offer)
        return f"({size} if {guard} else 0)" if guard else size

    def _reach(self, offer: Offer) -> str:
        match offer.proposed:
            case FromCards():
                players = map(str, range(self.players)) if offer.block.way == program.TOGETHER else ["p"]
                return " * ".join(self.offers.held(offer, player) for player in players)
            case FromSort(sort):
                lot = self.expressions.small_function(
                    f"lot_{offer.number}", "S, p", "The number of empty cells with the key that a decision asks for.",
                    f"k = {self.expressions.scalar(sort.key)}", f"return {self._sorts.size(sort, 'k')}",
                )  # fmt: skip
                return f"{lot}(S, p)"
            case FromEmpty():
                return "S[LEFT]"
            case FromList(lists, most):
                return f"S[{self.expressions.part('LEFT', lists, 1)}] * {most}"
            case FromAll() | FromSearch():
                return str(offer.block.size)
            case never:
                assert_never(never)

    @property
    def _sorts(self) -> SortWriter:
        assert self.expressions.lists is not None
        return self.expressions.lists.sorts

    def _propose(self, write: Writer, offer: Offer) -> None:
        """Return what the `i`-th proposal of a block is, if it can be taken."""
        with self.offers.keeping(write, offer):
            self._proposed(write, offer)

    def _proposed(self, write: Writer, offer: Offer) -> None:
        what, base = offer.decision.what, offer.block.base
        match offer.proposed:
            case FromCards():
                assert isinstance(what, program.Pick)
                self._pick(write, offer, what)
            case FromSort(sort):
                write(f"k = {self.expressions.scalar(sort.key)}", f"c0 = {self._sorts.cell(sort, 'k', 'i')}")
                forbidden = f"not {self.offers.forbidden_call(offer)}" if offer.judged else ""
                _return(write, plus(base, "c0"), forbidden)
            case FromEmpty(all_of_them):
                write("c0 = S[FREE + i]")
                inside = "" if all_of_them else self.expressions.member(what.sets[0], "c0")
                self._answer(write, offer, plus(base, "c0"), inside)
            case FromList() as proposed:
                self._move_from(write, offer, proposed)
            case FromSearch():
                write("return -1")
            case FromAll() if isinstance(what, program.Move):
                self._move(write, offer, what)
            case FromAll() if what.sets:
                write("c0 = i")
                self._answer(write, offer, plus(base, "c0"), self.expressions.member(what.sets[0], "c0"))
            case FromAll() if isinstance(what, program.Choose):
                write(f"a = {plus(base, 'i')}")
                self.offers.take(write, offer.block)
                self._answer(write, offer, "a", self.offers.inside(what))
            case FromAll():
                self._answer(write, offer, plus(base, "i"), "")
            case never:
                assert_never(never)

    def _answer(self, write: Writer, offer: Offer, code: str, inside: str) -> None:
        _return(write, code, " and ".join(filter(None, [inside, self.offers.where(offer)])))

    def _move_from(self, write: Writer, offer: Offer, proposed: FromList) -> None:
        """Propose codes by the cell they lead from, as many for each cell as any has."""
        ends, most, firsts = self._ends(offer), proposed.most, self.offers.firsts(offer.block)
        inside = self.expressions.member(offer.decision.what.sets[-1], "c1")
        part = self.expressions.part("FREE", proposed.lists, self.plan.cells)
        write(f"c0 = S[{part} + i // {most}]", f"a = {firsts}[c0] + i % {most}")
        with write.block(f"if a >= {firsts}[c0 + 1]:"):
            write("return -1")
        write(f"c1 = {ends}[a]")
        self._answer(write, offer, plus(offer.block.base, "a"), inside)

    def _move(self, write: Writer, offer: Offer, move: program.Move) -> None:
        """Every code of a move."""
        ends, inside = self._ends(offer), self.expressions.member(move.target, "c1")
        begins = self.expressions.tables.name(tuple(here for here, _ in offer.block.pairs), "ENDS")
        write(f"c0 = {begins}[i]", "a = i", f"c1 = {ends}[a]")
        inside = f"{self.expressions.member(move.source, 'c0')} and {inside}"
        self._answer(write, offer, plus(offer.block.base, "a"), inside)

    def _ends(self, offer: Offer) -> str:
        return self.expressions.tables.name(tuple(there for _, there in offer.block.pairs), "ENDS")

    def _pick(self, write: Writer, offer: Offer, pick: program.Pick) -> None:
        block = offer.block
        if block.way != program.TOGETHER:
            choices = self.expressions.tables.name(pick.choices, "PICKS")
            write(f"i = {self.offers.pick(offer, 'p', 'i')}", f"m = {choices}[i]")
            self._answer(write, offer, plus(block.base, "i"), "")
            return
        code, count = "", len(pick.choices)
        for player in range(self.players - 1, -1, -1):
            write(*([f"n = {self.offers.held(offer, str(player))}"] if player else []))
            share = "i % n" if player else "i"
            write(f"i{player} = {self.offers.pick(offer, str(player), share)}", *(["i //= n"] if player else []))
        for player in range(self.players):
            code = f"({code}) * {count} + i{player}" if code else f"i{player}"
        self._answer(write, offer, plus(block.base, code), "")

    def _picks(self, write: Writer, offer: Offer, pick: program.Pick) -> None:
        """Find the picks that a player has the cards for among all."""
        choices = self.expressions.tables.name(pick.choices, "PICKS")
        cards = f"S[{present(self.plan.layout.cards).at(pick.source * self.players)} + p]"
        with write.function(f"held_{offer.number}(S, p)", "How many picks p has the cards for."):
            write("n = 0", f"cards = {cards}")
            with write.block(f"for m in {choices}:"):
                write("n += 1 if m & cards == m else 0")
            write("return n")
        with write.function(f"pick_{offer.number}(S, p, n)", "The n-th pick that p has the cards for."):
            write(f"cards = {cards}")
            with write.block(f"for i in range({len(pick.choices)}):"):
                write(f"m = {choices}[i]")
                with write.block("if m & cards == m:"):
                    with write.block("if n == 0:"):
                        write("return i")
                    write("n -= 1")
            write("return -1")

    # The list of all

    def _listed(self, write: Writer) -> None:
        meaning = "Write the codes of a tier to out, refused ones among them; returns their number."
        with write.function("propose(S, tier, out)", meaning):
            write("p = S[MOVER]", "n = 0")
            for offers in self._each_tier(write):
                for offer in offers:
                    with self.offers.candidates(write, offer) as code:
                        write(f"out[n] = {code}", "n += 1")
            write("return n")

    def _refused(self, write: Writer) -> None:
        with write.function("refused(S, a)", "Whether the decision of code a, which was listed, cannot be taken."):
            write("p = S[MOVER]")
            for offer in self.plan.offers:
                if offer.refuses:
                    with write.block(f"if {offer.block.base} <= a < {offer.block.base + offer.block.size}:"):
                        self.offers.take(write, offer.block)
                        with self.offers.keeping(write, offer):
                            write(f"return not ({self.offers.where(offer)})")
            write("return False")


def _return(write: Writer, code: str, test: str) -> None:
    write(f"return {code} if {test} else -1" if test else f"return {code}")
