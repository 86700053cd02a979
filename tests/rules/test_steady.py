"""What stays the same in a loop is worked out once, counts once, and never outlives what it was worked out from."""

from __future__ import annotations

import random

import pytest
from conftest import game_of

from hexgame.machine.plan.forms import PLAIN
from hexgame.machine.text.functions import FunctionWriter
from hexgame.rules import deeds, walk
from hexgame.rules.steps.steady import steady_in

UNKNOWN = "-2147483648"
BOARD = "board { shape rhombus(4) }\n"
CROWDED = "count({x for x in own where count(adjacent(x) & own) > 1}) > 2"
NEARBY = "count(g for g in groups({0}) where g & adjacent({1}) != {{}})"
"""How many groups are next to a cell: the groups stay the same, whatever the cell."""

STEADY = {
    "a condition of a decision": f"turn {{ place stone on c among empty where {CROWDED} or c.q < 3 }}",
    "a condition on the cell alone": "turn { place stone on c among empty "
    f"where count(adjacent(c) & own) < 2 and {CROWDED.replace('> 2', '< 4')} otherwise pass }}\ndraw when passes > 1",
    "a condition on where a move begins": """
pieces man
turn { may move man from s among own to t among empty where count(group(s)) > 1 or t in adjacent(s)
  otherwise place man on empty }
draw when turn > 30""",
    "a question in a question": f"win when some c in own: some d in adjacent(c) & own: d in top and {CROWDED}",
    "a sum": "var n = 0 in 0..99\nturn { place stone on c among empty { c becomes stone "
    "set n = sum(count(own) * x.q + count(groups(enemy)) for x in own) } }\nwin when n > 70",
    "a goal": f"win when some g in groups(own): count(g) > 4 and {CROWDED}",
    "groups in a question": f"win when some c in empty: {NEARBY.format('own', 'c')} > 2",
    "groups in a decision": f"""
turn {{ place stone on c among empty where {NEARBY.format("own", "c")} < 2 and {NEARBY.format("enemy", "c")} < 2
  forbid not some d in empty: {NEARBY.format("own", "d")} < 2 otherwise pass }}
draw when passes > 1""",
    "groups in groups": "win when count(h for h in groups(enemy) "
    f"where some c in h: {NEARBY.format('own', 'c')} > 1) > 1",
    "groups of a set that is chosen": "turn { place stone on c among empty "
    "where count(g for g in groups({x for x in own where count(adjacent(x) & own) < 2}) "
    "where not c in adjacent(g)) < 3 otherwise pass }\ndraw when passes > 1",
    "the same in a decision and an ending": f"turn {{ place stone on c among empty where c.q < 3 or {CROWDED} "
    f"otherwise pass }}\nwin when some c in own: c in top and {CROWDED}\ndraw when passes > 1",
    "the same groups in a decision and an ending": "turn { place stone on c among empty "
    f"where {NEARBY.format('own', 'c')} < 2 otherwise pass }}\ndraw when passes > 1\n"
    f"win when some c in empty: {NEARBY.format('own', 'c')} > 2",
    "cells that are noted": "define late = {x for x in own where x in top and count(groups(enemy)) > 3}\n"
    "turn { place stone on c among empty { c becomes stone late becomes empty } }\ndraw when turn > 40",
}
CHANGED = {
    "a piece that comes": "turn { place stone on c among empty { c becomes stone "
    "for d in adjacent(c) & empty { if count(own) < 5 { d becomes stone } } } }",
    "a piece that leaves": "turn { place stone on c among empty { c becomes stone "
    "for d in adjacent(c) & own { if count(groups(own)) < 3 { d becomes empty } } } }\ndraw when turn > 60",
    "a variable": "var n = 0 in 0..9\nturn { place stone on c among empty { c becomes stone set n = 0 "
    "for d in adjacent(c) & own { if count({x for x in own where x.q >= n}) > 2 { set n = n + 1 } } } }\n"
    "win when n > 2",
    "who decides": "round { for p in players { as p { place stone on empty "
    "where count({x for x in own where x in top}) < 3 otherwise pass } } }\ndraw when turn > 20",
    "a mark": "marks seen\nturn { place stone on c among empty { c becomes stone "
    "for d in adjacent(c) { if count(seen) < 4 { set seen = seen | {d} } } } }\nwin when count(seen) > 3",
}


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "fast"])
@pytest.mark.parametrize("name", [*STEADY, *CHANGED])
def test_what_is_recalled_is_what_is_true(name: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is played beside itself in a module that recalls nothing."""
    text = BOARD + {**STEADY, **CHANGED}[name]
    game, fresh = (each.in_forms(PLAIN) if plain else each for each in (game_of(text), game_of(text)))
    assert (UNKNOWN in game.machine.source) or name in CHANGED
    monkeypatch.setattr(FunctionWriter, "_is_dear", lambda *_: False)
    assert UNKNOWN not in fresh.machine.source
    draw = random.Random(1)
    for seed in range(5):
        one, other = game.start(seed=seed), fresh.start(seed=seed)
        while not one.is_over:
            assert one.legal_codes == other.legal_codes
            code = draw.choice(one.legal_codes)
            one.play(game.move(code))
            other.play(fresh.move(code))
            assert one == other
        assert one.outcome == other.outcome


def bound(text: str, name: str) -> int:
    """A bound of a game."""
    return next(each.most for each in game_of(text).costs.bounds if each.limit.name == name)


LOOPS = "some a in own: some b in own: some d in own: a.q * b.q + d.q == 50"


@pytest.mark.parametrize(("once", "often"), [
    (f"win when {LOOPS}", f"win when some c in own: c in top and {LOOPS}"),
    (f"win when {LOOPS}", f"win when some g in groups(own): count(g) > 2 and {LOOPS}"),
    (f"win when {LOOPS}", f"win when count({{c for c in own where c in top and {LOOPS}}}) > 2"),
], ids=["cells", "groups", "a set"])  # fmt: skip
def test_what_is_steady_counts_once(once: str, often: str) -> None:
    assert bound(BOARD + often, "judgement") < 1.2 * bound(BOARD + once, "judgement")


def test_groups_that_are_steady_are_found_once() -> None:
    one = bound(f"{BOARD}win when {NEARBY.format('own', 'cell(0, 0)')} > 2", "judgement")
    many = bound(f"{BOARD}win when some c in empty: {NEARBY.format('own', 'c')} > 2", "judgement")
    assert many < 10 * one  # over 16 cells


def test_what_is_steady_in_a_decision_counts_once() -> None:
    listing = bound(BOARD + f"turn {{ place stone on c among empty where c.q < 3 or {LOOPS} }}", "listing")
    assert listing < 1.2 * bound(BOARD + f"win when {LOOPS}", "judgement")


def test_a_refusal_does_not_blame_loops_around_what_is_steady() -> None:
    costs = game_of(BOARD + f"win when some c in own: c in top and {LOOPS}").costs
    (judged,) = (each for each in costs.bounds if each.limit.name == "judgement")
    assert [str(loop) for loop in judged.loops] == ["16 cells"] * 3


def test_what_a_loop_changes_is_not_steady_in_it() -> None:
    for name, text in CHANGED.items():
        rules = game_of(BOARD + text).rules
        loops = [node for node in walk.everything(rules.decisions) if isinstance(node, deeds.ForCells)]
        assert not any(map(steady_in, loops)), name
