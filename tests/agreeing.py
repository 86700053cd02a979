"""Methods of proof beside one another, on random games: `python agreeing.py 3000 --seed 7`.

Full boards of random glued boards with random goals are counted, recounted by the checker, and looked at one by one,
with symmetries and without; topology, SAT and reachability may contradict none of these. Of random turns, none that a
measure bounds may let a position come again, and a search over images must find what a search over all positions
finds. Each proof goes through the checker of its certificate. Whatever disagrees is printed, with its seed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random

from glued import random_game
from test_counting import random_sheet
from turning import random_turns

import hexgame
from hexgame.deadline import OutOfTime, time_limit
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.proofs import Limits, Proved, Refuted
from hexgame.proofs.checking.certificate import Refused, Unchecked, checked
from hexgame.proofs.checking.counting import Recount
from hexgame.proofs.counting.counts import Counts, count
from hexgame.proofs.counting.judged import judged
from hexgame.proofs.fillings import Unphrased, fillings_of
from hexgame.proofs.images import judged_alike
from hexgame.proofs.prove import certificate, prove
from hexgame.proofs.reachability import measure
from hexgame.proofs.reachability.search import Reached, Search
from hexgame.proofs.satisfiability.attempt import attempt as by_sat
from hexgame.proofs.topology.attempt import attempt as by_topology
from hexgame.proofs.wording import refutation

CLAIMS = {"at-least-one-winner": (0, 0), "at-most-one-winner": (2, 9)}
SECONDS, MEMORY = 5.0, 1 << 23
LARGEST, SMALL, SELDOM = 11, 9, 64
"""The most cells of which all full boards are looked at, and all positions visited, the latter one time in so many."""


class Agreeing:
    """Random games, and how often each method had its say."""

    def __init__(self, largest: int = LARGEST) -> None:
        self.said, self.wrong, self._largest = Counter[str](), list[str](), largest

    def board(self, seed: int) -> None:
        """Decide the claims of a random board in every way there is."""
        game = random_game(seed, self._largest) if seed % 2 else hexgame.load(Source("random", random_sheet(seed)))
        if game is None or len(game.board.cells) > self._largest:
            self.said["no game"] += 1
            return
        fillings = fillings_of(game)
        self.said["boards"] += 1
        images = judged_alike(fillings)
        plain = judged(fillings, Limits(), images[:1])
        if len(images) > 1:
            self.said["symmetric"] += 1
            alike = judged(fillings, Limits(), images)
            self._expect(seed, "images", (alike.by_winners, alike.shared) == (plain.by_winners, plain.shared))
        self._counted(seed, game, plain)
        for claim, (least, most) in CLAIMS.items():
            is_refuted = bool(plain.with_winners(least, most))
            for method in (by_topology, by_sat) if seed % 3 == 0 else (by_topology,):
                self._decided(seed, game, method, claim, is_refuted)
        if len(game.board.cells) <= SMALL and seed % SELDOM == 0:
            self._reached(seed, game)

    def _counted(self, seed: int, game: Game, plain: Counts) -> None:
        fillings = fillings_of(game)
        try:
            found = count(fillings, by_shares=True)
            self.said["counted"] += 1
            shared = {winners: number for winners, number in found.shared.items() if number}
            self._expect(seed, "counting", found.by_winners == plain.by_winners)
            self._expect(seed, "shares", fillings.share < 0 or shared == plain.shared)
            if seed % 4 == 0:
                self._expect(seed, "plain counting", count(fillings, plain=True).by_winners == plain.by_winners)
            if seed % 16 == 0:
                self._expect(seed, "recounting", Recount(game).counted() == plain.by_winners)
                self.said["recounted"] += 1
        except (Unchecked, Unphrased):
            self.said["not counted"] += 1

    def _decided(
        self, seed: int, game: Game, method: Callable[[Game, str, Limits], object], claim: str, is_refuted: bool
    ) -> None:
        name = method.__module__.split(".")[-2]
        try:
            with time_limit(SECONDS):
                found = method(game, claim, Limits(SECONDS))
        except OutOfTime:
            self.said[f"{name}, late"] += 1
            return
        if isinstance(found, Proved | Refuted):
            self.said[name] += 1
            self._expect(seed, f"{name} on {claim}", isinstance(found, Refuted) == is_refuted)
            self._checked(seed, game, found)

    def _reached(self, seed: int, game: Game) -> None:
        """Visit all positions: those alike once, and each; compare what is found with what other methods prove."""
        found, _ = self._twins(seed, game)
        if found is None or not found.is_whole:
            return
        self._expect(seed, "no-draws", self._agrees(game, "no-draws", found.drawn))
        self._expect(seed, "always-a-move", self._agrees(game, "always-a-move", found.stuck))
        self._expect(seed, "finite", self._agrees(game, "finite", found.cycle))

    def _agrees(self, game: Game, claim: str, example: object) -> bool:
        verdict = prove(game, claim, Limits(SECONDS))
        return not (isinstance(verdict, Proved) and example) and not (isinstance(verdict, Refuted) and example is None)

    def _twins(self, seed: int, game: Game) -> tuple[Reached | None, Reached | None]:
        try:
            with time_limit(SECONDS):
                found, plain = (Search(game, Limits(memory=MEMORY), by_symmetry=each).run("") for each in (True, False))
        except OutOfTime:
            return None, None
        if not found.is_whole or not plain.is_whole:
            self.said["not all positions"] += 1
            return (found, plain) if found.is_whole else (plain, found)
        self.said["all positions"] += 1
        self.said["fewer positions"] += found.visited < plain.visited
        self._expect(seed, "positions", _numbers(found) == _numbers(plain))
        return found, plain

    def turns(self, seed: int) -> None:
        """Compare a measure of random turns with a search for a position that comes again."""
        try:
            game = hexgame.load(Source("turns", random_turns(Random(seed))))
        except hexgame.HexgameError:
            self.said["no turns"] += 1
            return
        self.said["turns"] += 1
        found = measure.attempt(game, "finite", Limits(SECONDS))
        if isinstance(found, Proved):
            self.said["measured"] += 1
            self._checked(seed, game, found)
        reached, _ = self._twins(seed, game)
        cycle = reached.cycle if reached else None
        self.said["comes again"] += cycle is not None
        self._expect(seed, "measure", not (isinstance(found, Proved) and cycle))
        if reached and reached.is_whole and cycle is not None:
            verdict = Refuted("finite", "reachability", refutation("finite", {}), (), cycle, True, {})
            self._checked(seed, game, verdict)

    def _checked(self, seed: int, game: Game, found: Proved | Refuted) -> None:
        data = json.loads(json.dumps(certificate(game, [found])))
        try:
            checked(game, data["verdicts"][0])
            self.said["checked"] += 1
        except Unchecked:
            self.said["not checked"] += 1
        except Refused as refusal:
            self._expect(seed, f"the certificate by {found.method} ({refusal})", False)

    def _expect(self, seed: int, what: str, agrees: bool) -> None:
        if not agrees:
            self.wrong.append(f"seed {seed}: {what} disagrees")
            say(self.wrong[-1])


def _numbers(found: Reached) -> tuple[object, ...]:
    return (found.unfinished, found.ended, found.draws, found.stucks, found.drawn is None, found.stuck is None,
            found.cycle is None)  # fmt: skip


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Compare methods on so many random boards and turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cells", type=int, default=LARGEST, help="the most cells of a board")
    parser.add_argument("--kind", choices=("boards", "turns"))
    asked = parser.parse_args()
    agreeing, begun = Agreeing(asked.cells), time.process_time()
    for seed in range(asked.seed, asked.seed + asked.games):
        if asked.kind != "turns":
            agreeing.board(seed)
        if asked.kind != "boards":
            agreeing.turns(seed)
        if seed % 250 == 249:
            say(f"{seed} {dict(agreeing.said)} {time.process_time() - begun:.0f} s")
    seconds = time.process_time() - begun
    say(f"{dict(agreeing.said)}: {seconds:.0f} s of processor time, {len(agreeing.wrong)} wrong")
    raise SystemExit(bool(agreeing.wrong))


if __name__ == "__main__":
    main()
