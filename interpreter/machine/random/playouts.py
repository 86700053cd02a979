"""Random games, played to the end on a state that is then thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from ...program.words import LOOK
from ..chance import ADVANCE, drawn
from ..plan.random import Draws, Stones
from ..text.writer import Writer, plus
from ..turns.script import ScriptWriter
from .proposals import ProposalWriter
from .stones import StoneWriter


class PlayoutWriter:
    """Writes the functions that play random games."""

    def __init__(self, script: ScriptWriter) -> None:
        self.script, self.plan, self.playouts = script, script.plan, script.plan.playouts

    def functions(self, write: Writer) -> None:
        """The functions that play one random game, and that play and count many."""
        if self.playouts.proposes:
            ProposalWriter(self.script.offers).functions(write)
        if isinstance(self.playouts.loop, Stones):
            StoneWriter(self.script, self.playouts.loop).functions(write)
        meaning = "Play on at random to the end, with out as room for all codes; returns the generator's state."
        with write.function("rollout(S, rng, out)", meaning):
            match self.playouts.loop:
                case Stones() as stones:
                    StoneWriter(self.script, stones).rollout(write)
                case Draws() as draws:
                    self._direct(write, draws)
                case None if self.playouts.proposes:
                    self._proposed(write)
                case None:
                    self._enumerated(write)
                case never:
                    assert_never(never)
            write("return rng")
        self._tally(write)

    def _tally(self, write: Writer) -> None:
        """`firsts` has a row of counts for each code, and one for games without a decision; a row counts ends, those of
        games in which people have exchanged their seats apart."""
        ends, longest, kept = self.plan.results.too_long + 1, self.playouts.longest, self.plan.layout.kept
        row = "(first * 2 + S[SEAT])" if self.plan.layout.seat else "first"
        meaning = "Play random games; count how they end after each first decision, and how long they are."
        with write.function("block(S, rng, games, start, opening, firsts, lengths, out)", meaning):
            write("n = len(opening)")
            with write.block("for game in range(games):"):
                write(LOOK, f"S[0:{kept}] = start[0:{kept}]", "S[PLIES] = 0")
                write(f"first = {self.plan.codes}")
                if self.playouts.chance_points:
                    self._open_by_chance(write, longest)
                else:
                    self._open(write, "n > 0", ADVANCE, f"first = opening[{drawn('n')}]")
                write(f"firsts[{row} * {ends} + S[END]] += 1", "plies = S[PLIES]")
                write(f"lengths[plies if plies < {longest} else {longest}] += 1")
            write("return rng")
        meaning = "The same for blocks of games, each drawn from a generator of its own."
        with write.function("tally(S, rngs, sizes, start, opening, firsts, lengths, out)", meaning):
            with write.block("for i in range(len(rngs)):"):
                write("block(S, rngs[i], sizes[i], start, opening, firsts, lengths, out)")

    def _open(self, write: Writer, test: str, *draws: str) -> None:
        """Note the first decision of a player, and play the rest."""
        with write.block(f"if {test}:"):
            if isinstance(self.playouts.loop, Stones):
                write("rng = rollout(S, rng, out)", "first = out[0]")
            else:
                write(*draws, "step(S, first)", "S[PLIES] += 1", "rng = rollout(S, rng, out)")

    def _open_by_chance(self, write: Writer, longest: int) -> None:
        """Let chance decide before the first decision of a player: only then is it known what is on offer."""
        asked = " or ".join(f"S[AT] == {point}" for point in self.playouts.chance_points)
        test = f"({asked}) and " if self.plan.layout.at else ""
        with write.block(f"while {test}S[END] == PLAYING and S[PLIES] < {longest}:"):
            write(LOOK, *self._one("a"), "step(S, a)", "S[PLIES] += 1")
        self._open(write, "S[END] == PLAYING", *self._one("first"))

    def _one(self, code: str) -> tuple[str, ...]:
        """Any decision on offer."""
        if self.playouts.proposes:
            return (f"rng, {code} = draw(S, rng, out)",)
        return "n = legal(S, out)", ADVANCE, f"{code} = out[{drawn('n')}]"

    @contextmanager
    def _playing(self, write: Writer) -> Iterator[None]:
        """One decision after another; play that may be endless is broken off."""
        write("decisions = 0")
        with write.block("while S[END] == PLAYING:"):
            write(LOOK)
            if not self.playouts.is_bounded:
                with write.block(f"if decisions == {self.playouts.longest}:"):
                    write("S[END] = TOO_LONG", "break")
            write("decisions += 1")
            yield
        write("S[PLIES] += decisions")

    def _enumerated(self, write: Writer) -> None:
        with self._playing(write):
            write("n = legal(S, out)", ADVANCE, f"step(S, out[{drawn('n')}])")

    def _proposed(self, write: Writer) -> None:
        with self._playing(write):
            write("rng, a = draw(S, rng, out)", "step(S, a)")

    def _direct(self, write: Writer, draws: Draws) -> None:
        """Any empty cell, or one of the decisions without a cell whose conditions hold."""
        with self._playing(write):
            write("p = S[MOVER]", "left = S[LEFT]", "n = left")
            for offer in draws.others:
                with write.when(self.script.offers.guard(offer)):
                    write(f"out[n - left] = {offer.block.base}", "n += 1")
            write(ADVANCE, f"i = {drawn('n')}")
            write(f"step(S, {plus(draws.place.block.base, 'S[FREE + i]')} if i < left else out[i - left])")
