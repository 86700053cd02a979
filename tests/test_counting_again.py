"""What was counted is counted again in another way, as certificates are checked."""

from __future__ import annotations

import pytest

import hexgame
from hexgame.study.proofs import Limits, Proved, Refuted
from hexgame.study.proofs.checking import counting as checking
from hexgame.study.proofs.checking.certificate import Refused, Unchecked
from hexgame.study.proofs.counting.attempt import certificate
from hexgame.study.proofs.counting.counts import Counts, count
from hexgame.study.proofs.fillings import fillings_of
from hexgame.study.proofs.topology.attempt import attempt as topology

AGAIN = [
    ("hex", {"size": 3}), ("torex", {"size": 2}), ("moebius_hex", {"size": 3}), ("projex", {"size": 2}),
    ("hy2", {"size": 2}), ("cylinder_hex", {"size": 3}), ("conect", {"size": 3}), ("diagonal_hex", {"size": 3}),
    ("three_player_hex", {"size": 2}), ("chameleon", {"size": 3}), ("quax", {"size": 2}), ("gale", {"size": 3}),
    ("cross", {"size": 2}), ("y", {"size": 4}),
]  # fmt: skip


def entry(found: Counts, claim: str = "at-most-one-winner") -> dict[str, object]:
    return {"claim": claim, "method": "counting", "verdict": "proved", "data": certificate(found)}


@pytest.mark.parametrize(("name", "options"), AGAIN, ids=[name for name, _ in AGAIN])
def test_counting_again_gives_the_same_numbers(name: str, options: dict[str, object]) -> None:
    game = hexgame.load(name, **options)
    assert checking.Recount(game).counted() == count(fillings_of(game)).by_winners


def test_a_certificate_is_checked() -> None:
    game = hexgame.load("hex", size=3)
    assert checking.check(game, entry(count(fillings_of(game)))) == "512 full boards, counted again"


def test_a_certificate_with_other_numbers_is_refused() -> None:
    game = hexgame.load("hex", size=3)
    right = entry(count(fillings_of(game)))
    wrong = {**right, "data": {"boards by winners": {"0": "255", "1": "257"}}}
    with pytest.raises(Refused, match="other numbers"):
        checking.check(game, wrong)
    with pytest.raises(Refused):
        checking.check(game, {**right, "data": {}})


def test_a_certificate_of_a_false_claim_is_refused() -> None:
    game = hexgame.load("torex", size=2)
    with pytest.raises(Refused, match="contradicts"):
        checking.check(game, entry(count(fillings_of(game)), "at-least-one-winner"))


def test_a_ring_is_not_counted_again() -> None:
    with pytest.raises(Unchecked):
        checking.check(hexgame.load("havannah", size=3), {"claim": "at-least-one-winner", "data": {}})


@pytest.mark.parametrize(
    ("name", "options"),
    [("hex", {"size": 5}), ("y", {"size": 5}), ("projex", {"size": 3}), ("torex", {"size": 4}), ("atoll", {"size": 3}),
     ("hex_kb", {"size": 5}), ("cylinder_hex", {"size": 4}), ("moebius_hex", {"size": 4})],
    ids=str,
)  # fmt: skip
def test_proofs_from_surfaces_agree_with_counts(name: str, options: dict[str, object]) -> None:
    game = hexgame.load(name, **options)
    found = count(fillings_of(game))
    for claim, least, most in (("at-least-one-winner", 0, 0), ("at-most-one-winner", 2, 2)):
        verdict = topology(game, claim, Limits())
        assert not isinstance(verdict, Proved) or found.with_winners(least, most) == 0
        assert not isinstance(verdict, Refuted) or found.with_winners(least, most) > 0
