"""Each method of `prove` by itself, beside all full boards and all positions; and its certificates, true and false."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from hexgame.deadline import OutOfTime, time_limit
from hexgame.proofs import Limits, Proved, Refuted
from hexgame.proofs.checking.certificate import Refused, Unchecked, checked
from hexgame.proofs.counting import attempt as counting
from hexgame.proofs.counting.counts import count
from hexgame.proofs.fillings import Fillings, Unphrased, fillings_of
from hexgame.proofs.prove import ALONE, FOLLOWING, METHODS, certificate, prove

from .compare import Case, Mismatch, expect
from .exact import full_boards
from .features import offers_of
from .rules import words_of

OF_BOARDS = {"at-least-one-winner": (0, 0), "at-most-one-winner": (2, 9)}
SECONDS, MOST, TOGETHER, TRIED = 5.0, 600, 3, 20
"""For a method; full boards that are looked at; one sheet of so many is also asked about by all together; random
games that may be broken off."""


@contextmanager
def _counting_few() -> Iterator[None]:
    """Let boards be counted that are so few that all would be looked at instead."""
    before, counting.FEWEST = counting.FEWEST, 0
    try:
        yield
    finally:
        counting.FEWEST = before


class Proofs:
    """What is proved of one sheet."""

    def __init__(self, case: Case, most: int = MOST, *, certificates: bool = True) -> None:
        self.case, self.game, self.certificates = case, case.game, certificates
        self.truths: dict[str, bool] = dict(case.whole.claims()) if case.whole else {}
        self.counts: Counter[frozenset[int]] = Counter()
        self.in_turn: Counter[frozenset[int]] | None = None
        contents, fillings = self._contents(), self._fillings()
        if contents and fillings and len(contents) ** len(fillings.free) <= most:
            self.counts, in_turn = full_boards(case.rules, contents)
            self.in_turn = in_turn if fillings.share >= 0 else None
            self._counted(fillings, in_turn)
            for claim, (least, greatest) in OF_BOARDS.items():
                self.truths[claim] = not any(least <= len(winners) <= greatest for winners in self.counts)

    def _contents(self) -> list[tuple[int, str]]:
        """What play can put on a cell, where each decision puts one stone on any empty cell, and nothing else does."""
        sheet = self.case.sheet
        offers = [offer for offer in offers_of(sheet.turn) if offer.word not in ("pass", "swap")]
        of_play = {"turn", "passes", "quiet", "turns", "last", "var", "of", "stuck", "next", "isout", "ofcell", "ofthe"}
        of_play |= {"ofplayer", "alltogether", "hold", "high", "pileat", "pile"}
        if (
            sheet.rounds
            or sheet.stacks > 1
            or of_play & {*words_of(sheet.endings)}
            or any((o.word != "place" or o.block or o.where or o.forbid or o.turn) for o in offers)
        ):
            return []
        if any(statement[0] == "becomes" for statement in sheet.turn):
            return []
        everyone = range(len(sheet.players))
        owners = {"": everyone, "enemy": everyone, "neutral": [len(sheet.players)]}
        kinds = {offer: (offer.kind,) if isinstance(offer.kind, str) else offer.kind for offer in offers}
        found = {(owner, kind) for offer in offers for kind in kinds[offer] for owner in owners[offer.owner]}
        return sorted(found, key=lambda each: (each[0], sheet.kinds.index(each[1])))

    def _fillings(self) -> Fillings | None:
        try:
            return fillings_of(self.game)
        except Unphrased:
            return None

    def _counted(self, fillings: Fillings, in_turn: Counter[frozenset[int]]) -> None:
        self.case.said["full boards"] += 1
        try:
            found = count(fillings, by_shares=True)
        except Unphrased:
            self.case.said["full boards: not counted"] += 1
            return
        expect("full boards by winners", dict(found.by_winners), dict(self.counts))
        self.case.said["full boards: counted"] += 1
        if fillings.share >= 0:
            expect("full boards filled in turn", {each: n for each, n in found.shared.items() if n}, dict(in_turn))
            self.case.said["full boards: in turn"] += 1

    def compare(self) -> None:
        """Ask each method for each claim whose truth is known."""
        wrong = list[str]()
        for claim, truth in self.truths.items():
            for name in METHODS:
                if ALONE.get(name, claim) == claim:
                    wrong += self._asked(name, claim, truth)
            if claim in FOLLOWING and self.case.seed % TOGETHER == 0:
                wrong += self._asked("", claim, truth)
        if wrong:
            raise Mismatch("; ".join(wrong))

    def _asked(self, name: str, claim: str, truth: bool) -> list[str]:
        try:
            with time_limit(SECONDS), _counting_few():
                if name:
                    attempt = import_module(f"hexgame.proofs.{METHODS[name]}").attempt
                    found = attempt(self.game, claim, Limits(SECONDS))
                else:
                    found = prove(self.game, claim, Limits(SECONDS))
        except OutOfTime:
            self.case.said[f"{name}: late"] += 1
            return []
        if not isinstance(found, Proved | Refuted):
            return []
        verdict = "proved" if isinstance(found, Proved) else "refuted"
        self.case.said[f"{name or 'prove'}: {claim} {verdict}"] += 1
        if isinstance(found, Proved) != truth and self._is_broken_off(found):
            self.case.said[f"{name or 'prove'}: play that is broken off"] += 1
            return []
        if isinstance(found, Proved) != truth:
            return [f"{name or 'prove'} says {claim} is {verdict}: {found.statement}"]
        return self._certified(found) if self.certificates else []

    def _is_broken_off(self, found: Proved | Refuted) -> bool:
        """Whether play ends only because more boards cannot be remembered, which the plain engine can."""
        if isinstance(found, Proved):
            ends = (self.game.start(seed=seed).rollout(seed) for seed in range(TRIED))
            return found.claim == "finite" and any(end.label == "too long" for end in ends)
        if found.filling:
            return False
        state = self.game.start(decide_chance=False)
        state.play_all([self.game.move(code) for code in found.moves])
        return state.outcome is not None and state.outcome.label == "too long"

    def _certified(self, found: Proved | Refuted) -> list[str]:
        """What is wrong with the certificate of a true verdict, and with false ones made of it."""
        data = json.loads(json.dumps(certificate(self.game, [found])))
        entry, wrong = data["verdicts"][0], list[str]()
        try:
            checked(self.game, entry)
            self.case.said[f"certificate by {found.method}: verified"] += 1
        except Unchecked:
            self.case.said[f"certificate by {found.method}: not checked"] += 1
        except Refused as refusal:
            wrong.append(f"the certificate by {found.method} of {found.claim} is refused: {refusal}")
        for what, forged in self._forged(entry):
            try:
                checked(self.game, forged)
            except (Refused, Unchecked):
                self.case.said["forgeries: not verified"] += 1
            else:
                wrong.append(f"a forged certificate by {found.method} of {found.claim} is verified: {what}")
        return wrong

    def _forged(self, entry: dict) -> list[tuple[str, dict]]:
        other = "refuted" if entry["verdict"] == "proved" else "proved"
        found = [("another verdict", {**entry, "verdict": other})]
        if self.counts and "boards by winners" in entry["data"]:
            shown = {",".join(map(str, sorted(winners))): str(n) for winners, n in self.counts.items()}
            expect("the certificate's full boards", entry["data"]["boards by winners"], shown)
        return found
