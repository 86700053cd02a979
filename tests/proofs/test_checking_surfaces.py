"""The checkers of proofs by topology and SAT: they accept what was proved, and refuse what has been tampered with."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import hexgame
from hexgame.play.game import Game
from hexgame.proofs.checking import sat, topology
from hexgame.proofs.checking.certificate import Refused
from hexgame.proofs.limits import Limits
from hexgame.proofs.satisfiability import attempt as by_sat
from hexgame.proofs.topology import attempt as by_topology
from hexgame.proofs.verdicts import Proved

CLAIMS = ("at-least-one-winner", "at-most-one-winner")


def entry(found: object) -> dict[str, Any]:
    """What a certificate holds of a proof, as it is read back from JSON."""
    assert isinstance(found, Proved)
    text = json.dumps({"claim": found.claim, "data": found.certificate})
    return dict(json.loads(text))


@pytest.mark.parametrize(
    ("stem", "options"),
    [
        ("hex", {"size": 5}),
        ("hex_kb", {"size": 11}),
        ("torex", {"size": 4, "diagonal": "Black"}),
        ("projex", {"size": 4}),
        ("atoll", {"size": 4}),
        ("cylinder_hex", {"size": 4}),
        ("moebius_hex", {"size": 4}),
        ("y", {"size": 6}),
        ("master_y", {"size": 4}),
    ],
)
def test_proofs_from_surfaces_are_verified(stem: str, options: dict[str, object]) -> None:
    game = hexgame.load(stem, **options)
    for claim in CLAIMS:
        assert topology.check(game, entry(by_topology.attempt(game, claim, Limits())))


def torex() -> tuple[Game, dict[str, Any]]:
    game = hexgame.load("torex", size=4, diagonal="Black")
    return game, entry(by_topology.attempt(game, CLAIMS[0], Limits()))


def test_the_proof_of_another_game_is_refused() -> None:
    _, proof = torex()
    for stem, options in (("torex", {"size": 4}), ("torex", {"size": 5, "diagonal": "Black"}), ("hex", {"size": 4})):
        with pytest.raises(Refused):
            topology.check(hexgame.load(stem, **options), proof)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stem", "path", "value"),
    [
        ("torex", ("labels", 0, 0), 3),
        ("torex", ("links", 0, 1), 9),
        ("torex", ("triangles", 0), [0, 1, 2]),
        ("torex", ("cycles", 0, 0), []),
        ("torex", ("cycles", 0), []),
        ("torex", ("arcs", 0), [0]),
        ("hex", ("arcs", 0), []),
        ("hex", ("stands", 0, 1), 0),
        ("hex", ("cycles", 1), []),
        ("hex", ("cycles", 1, 0), [0]),
    ],
)
def test_a_damaged_surface_is_refused(stem: str, path: tuple[Any, ...], value: object) -> None:
    game = torex()[0] if stem == "torex" else hexgame.load("hex", size=4)
    proof = entry(by_topology.attempt(game, CLAIMS[0], Limits()))
    assert topology.check(game, proof)
    place = proof["data"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(Refused):
        topology.check(game, proof)


def test_proofs_by_sat_are_verified_and_damaged_ones_refused() -> None:
    game = hexgame.load("hex", size=3)
    for claim in CLAIMS:
        proof = entry(by_sat.attempt(game, claim, Limits()))
        assert sat.check(game, proof)
        for change in (
            lambda data: data["clauses"][0]["cells"].pop(),
            lambda data: data["clauses"][0].update(wins=not data["clauses"][0]["wins"]),
            lambda data: data["clauses"].__delitem__(slice(2, None)),
            lambda data: data.update(contents=[2, 1]),
            lambda data: data["refutation"].insert(0, "1 0"),
        ):
            damaged = copy.deepcopy(proof)
            change(damaged["data"])
            with pytest.raises(Refused):
                sat.check(game, damaged)


def test_the_certificate_of_one_claim_does_not_prove_another() -> None:
    game = hexgame.load("torex", size=4)
    proof = entry(by_topology.attempt(game, CLAIMS[1], Limits()))
    with pytest.raises(Refused):
        topology.check(game, {**proof, "claim": CLAIMS[0]})
