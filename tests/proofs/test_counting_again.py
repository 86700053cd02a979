"""What was counted is counted again in another way, as certificates are checked."""

from __future__ import annotations

import math
from typing import Any

import pytest
from conftest import game_of, long, wide

import hexgame
from hexgame.proofs import Limits, Proved, Refuted
from hexgame.proofs.checking import counting as checking
from hexgame.proofs.checking.certificate import Refused, Unchecked
from hexgame.proofs.checking.counting import Recount
from hexgame.proofs.counting.attempt import certificate
from hexgame.proofs.counting.counts import Counts, count
from hexgame.proofs.counting.judged import judged
from hexgame.proofs.fillings import by_winners, fillings_of
from hexgame.proofs.topology.attempt import attempt as topology

AGAIN = [
    ("hex", {"size": 3}), ("torex", {"size": 2}), ("moebius_hex", {"size": 3}), ("projex", {"size": 2}),
    ("hy2", {"size": 2}), ("cylinder_hex", {"size": 3}), ("conect", {"size": 3}), ("diagonal_hex", {"size": 3}),
    ("three_player_hex", {"size": 2}), ("chameleon", {"size": 3}), ("quax", {"size": 2}), ("gale", {"size": 3}),
    ("cross", {"size": 2}), ("y", {"size": 4}),
]  # fmt: skip


def entry(found: Counts, claim: str = "at-most-one-winner") -> dict[str, Any]:
    return {"claim": claim, "method": "counting", "verdict": "proved", "data": certificate(found)}


@long("*", "!torex")
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
    wrong = {**right, "data": {**right["data"], "boards by winners": {"0": "255", "1": "257"}}}
    with pytest.raises(Refused, match="different number"):
        checking.check(game, wrong)
    with pytest.raises(Refused):
        checking.check(game, {**right, "data": {}})


def test_a_certificate_of_a_false_claim_is_refused() -> None:
    game = hexgame.load("torex", size=2)
    with pytest.raises(Refused, match="contradicts"):
        checking.check(game, entry(count(fillings_of(game)), "at-least-one-winner"))


HOLES = [
    ("rhombus(4) - disc(cell(1, 2), 0)", "hex"),
    ("rhombus(4) - disc(cell(1, 1), 0) - disc(cell(2, 2), 0)", "square"),
    ("rhombus(4) - disc(cell(1, 2), 0)", "square8"),
    ("parallelogram(5, 3) - disc(cell(1, 1), 0) - disc(cell(3, 1), 0)", "hex"),
    ("rhombus(4)", "square"),
]


@wide("*", "!rhombus(4) - disc(cell(1, 2), 0)-hex", "!parallelogram*")
@pytest.mark.parametrize(("shape", "grid"), HOLES)
def test_rings_around_holes_are_counted_and_counted_again(shape: str, grid: str) -> None:
    grid = f"grid {grid}\n" if grid != "hex" else ""
    game = game_of(f"board {{ {grid}shape {shape} }}\nwin when encloses(own)")
    fillings = fillings_of(game)
    counted = count(fillings).by_winners
    assert counted == count(fillings, plain=True).by_winners == judged(fillings, Limits()).by_winners
    assert Recount(game).counted() == counted


def test_a_goal_that_is_not_known_is_not_counted_again_but_judged() -> None:
    game = game_of("board { shape rhombus(3) }\nwin when encloses(adjacent(own))")
    with pytest.raises(Unchecked):
        Recount(game)
    found = judged(fillings_of(game), Limits())
    claim = "at-least-one-winner" if not found.with_winners(0, 0) else "at-most-one-winner"
    data = {"verdict": "refuted" if found.with_winners(2, 2) else "proved", **entry(found, claim)}
    assert checking.check(game, data) == "512 full boards, judged by the plain twin of the machine"


@long
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


@wide("torex-options1")
@pytest.mark.parametrize(("name", "options"), [("torex", {"size": 3}), ("torex", {"size": 4}), ("hex", {"size": 4})])
def test_boards_that_are_filled_in_turn_are_counted(name: str, options: dict[str, object]) -> None:
    fillings = fillings_of(hexgame.load(name, **options))
    plain, arrays = (count(fillings, by_shares=True, plain=each) for each in (True, False))
    assert plain.shared == arrays.shared and plain.by_winners == arrays.by_winners
    assert sum(plain.shared.values()) == math.comb(len(fillings.free), fillings.share)
    if len(fillings.free) < 10:
        even = judged(fillings, Limits()).shared
        assert even == {winners: number for winners, number in plain.shared.items() if number}
        assert even[frozenset()] == 27
    data = {**certificate(plain), "boards in turn by winners": by_winners(plain.shared)}
    claim = "at-most-one-winner"
    checking.check(fillings.game, {"claim": claim, "data": data})
    data["boards in turn by winners"]["0"] = "9"
    with pytest.raises(Refused, match="filled in turn"):
        checking.check(fillings.game, {"claim": claim, "data": data})
