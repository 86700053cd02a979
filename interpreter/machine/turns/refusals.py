"""Why a decision is refused."""

from __future__ import annotations

from ...rules import program
from ..plan.offers import Offer
from ..text.writer import Writer
from .offers import OfferWriter


class RefusalWriter:
    """Writes the function that says why a decision is refused."""

    def __init__(self, offers: OfferWriter) -> None:
        self._offers = offers

    def functions(self, write: Writer) -> None:
        """The function `refusal`."""
        with write.function("refusal(S, a)", "Why the decision of code a is refused; 0 if it is on offer."):
            with write.block("if S[END] != PLAYING:"):
                write("return REFUSED_OVER")
            write("p = S[MOVER]")
            for offer in self._offers.plan.offers:
                with write.block(f"if {offer.block.base} <= a < {offer.block.base + offer.block.size}:"):
                    with self._offers.keeping(write, offer):
                        self._why_not(write, offer)
            write("return REFUSED_CELL")

    def _why_not(self, write: Writer, offer: Offer) -> None:
        decision, block = offer.decision, offer.block
        if self._offers.layout.at:
            _refuse(write, f"S[AT] != {block.point}", "ELSEWHERE")
        if decision.turn is not None:
            _refuse(write, f"S[TURN] != {decision.turn}", "TURN")
        self._offers.take(write, block)
        if isinstance(decision.what, program.Choose) and decision.what.among and not decision.what.sets:
            _refuse(write, f"not {self._offers.inside(decision.what)}", "CELL")
        for cells, name in zip(decision.what.sets, block.names, strict=False):
            _refuse(write, f"not {self._offers.expressions.member(cells, name)}", "CELL")
        if isinstance(decision.what, program.Pick):
            for player, pick in self._offers.picks(block):
                _refuse(write, f"{pick} & {self._offers.held_by(decision.what, player)} != {pick}", "CELL")
        if decision.where is not None:
            _refuse(write, f"not {self._offers.expressions.scalar(decision.where)}", "WHERE")
        if offer.judged:
            _refuse(write, self._offers.forbidden_call(offer), "FORBIDDEN")
        write(f"return PLAYING if offered(S) == {block.tier} else REFUSED_LATER")


def _refuse(write: Writer, test: str, reason: str) -> None:
    with write.block(f"if {test}:"):
        write(f"return REFUSED_{reason}")
