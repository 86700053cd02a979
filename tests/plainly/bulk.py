"""Random games in bulk, and reports, beside exact shares."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from hexgame.experiments import playouts
from hexgame.experiments.random.bulk import Playouts
from hexgame.experiments.random.licence import may_be_filled
from hexgame.machine.answers import read_end

from .compare import Case, Mismatch, expect
from .exact import DRAW
from .rules import NO_MOVE

ALARM = 1e-12
"""How likely a right number is called wrong, at most."""


def check_share(what: str, games: int, number: int, share: Fraction) -> None:
    """Raise Mismatch where so many of some games are hardly possible, by Chernoff's bound."""
    p, q = float(share), number / games
    if (number and share == 0) or (number < games and share == 1):
        raise Mismatch(f"{what}: {number} of {games} games, but the share is exactly {share}")
    distance = sum(a * math.log(a / b) for a, b in ((q, p), (1 - q, 1 - p)) if a > 0)
    if games * distance > math.log(2 / ALARM):
        raise Mismatch(f"{what}: {number} of {games} games, but the share is {share} ({p:.4f})")


class Bulk:
    """Random games of one sheet."""

    def __init__(self, case: Case, games: int) -> None:
        self.case, self.number = case, games
        self.shares = case.whole.shares
        self.plain: Playouts = playouts(case.game, games, seed=case.seed, engine="plain")

    def compare(self) -> None:
        """Compare winners, endings and lengths with their exact shares."""
        self.case.said["playouts"] += 1
        ends, lengths = Counter[object](), Counter[int]()
        for (end, length), share in self.shares.items():
            ends[end] += share
            lengths[length] += share
        names = self.case.sheet.players
        played = Counter[object]()
        for (_, end), games in self.plain.totals.ends.items():
            swapped, code = divmod(end, self.case.game.machine.too_long + 1)
            ending, winner = read_end(code, len(names))
            played[winner, NO_MOVE if code == self.case.game.machine.no_move else ending, bool(swapped)] += games
        for end in {*ends, *played}:
            check_share(f"random games that end {end}", self.number, played[end], ends[end])
        for length in {*lengths, *self.plain.lengths}:
            check_share(
                f"random games of {length} decisions", self.number, self.plain.lengths.get(length, 0), lengths[length]
            )
        expect("wins and draws", sum(self.plain.wins.values()) + self.plain.draws, self.number)

    def winners(self) -> dict[int, Fraction]:
        """How likely each player wins, and `DRAW`."""
        found = dict.fromkeys((*self.case.rules.players, DRAW), Fraction(0))
        for (end, _), share in self.shares.items():
            found[DRAW if end[0] is None else end[0]] += share
        return found

    def winners_only(self, in_turn: Counter[frozenset[int]] | None) -> None:
        """Where full boards decide, they must give the shares of play; else they must be refused."""
        game, share = self.case.game, self.winners()
        try:
            may_be_filled(game)
        except ValueError:
            self.case.said["winners only: not applicable"] += 1
            return
        has_one = in_turn is not None and all(len(winners) == 1 for winners in in_turn)
        try:
            found = playouts(game, 20 * self.number, seed=self.case.seed, engine="plain", winners_only=True)
        except ValueError as why:
            if has_one:
                raise Mismatch(f"winners only is refused: {why}") from None
            self.case.said["winners only: refused"] += 1
            return
        if in_turn is not None:
            expect("whether each board filled in turn has one winner", True, has_one)
            total = in_turn.total()
            for player in self.case.rules.players:
                filled = Fraction(in_turn[frozenset({player})], total)
                expect(f"the share of {self.case.sheet.players[player]}'s full boards", filled, share[player])
        self.case.said["winners only"] += 1
        for player, name in enumerate(self.case.sheet.players):
            check_share(f"{name} wins, winners only", found.games, found.wins[name], share[player])

    def compiled(self) -> None:
        """Compiled games, and several jobs, must be the same games."""
        game, seed = self.case.game, self.case.seed
        for jobs, engine in ((1, "compiled"), (2, "compiled")):
            found = playouts(game, self.number, seed=seed, jobs=jobs, engine=engine)
            expect(f"random games, {engine}, {jobs} jobs", found.totals, self.plain.totals)
            self.case.said[f"playouts: {engine}, {jobs} jobs"] += 1

    def processes(self) -> None:
        """Plain games in several processes must be the same games."""
        found = playouts(self.case.game, self.number, seed=self.case.seed, jobs=2, engine="plain")
        expect("random games, plain, 2 jobs", found.totals, self.plain.totals)
        self.case.said["playouts: plain, 2 jobs"] += 1
