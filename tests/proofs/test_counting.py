"""Counting full boards by a frontier agrees with looking at each of them, whatever the board and the goals."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from conftest import CORE, OTHERS, long, wide

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.proofs import Limits, Proved, Refuted
from hexgame.proofs.counting.attempt import attempt
from hexgame.proofs.counting.counts import count
from hexgame.proofs.fillings import Unphrased, fillings_of

MOST = 600
"""The most full boards that a test looks at one by one."""


def by_hand(game: Game) -> dict[frozenset[int], int]:
    fillings = fillings_of(game)
    boards = product(*([content] if content else fillings.contents for content in fillings.start))
    return Counter(map(fillings.winners, boards))


def boards(game: Game) -> int:
    fillings = fillings_of(game)
    return len(fillings.contents) ** len(fillings.free)


def agree(game: Game) -> dict[frozenset[int], int]:
    """Check a count and its examples; returns it."""
    fillings = fillings_of(game)
    fast, plain = (count(fillings, examples=True, plain=is_plain) for is_plain in (False, True))
    assert fast.by_winners == plain.by_winners == by_hand(game)
    assert fast.states == plain.states
    for found in (fast, plain):
        assert found.examples.keys() == found.by_winners.keys()
        assert all(fillings.winners(example) == winners for winners, example in found.examples.items())
    return dict(fast.by_winners)


def smallest(name: str) -> Game | None:
    """The game on its largest board that is small enough, if there is one."""
    found = None
    for size in range(1, 6):
        try:
            game = hexgame.load(name, size=size)
        except hexgame.HexgameError:
            continue
        if boards(game) > MOST:
            break
        found = game
    return found


@long("*", "!torex", "!cross", "!catchup")
@pytest.mark.parametrize("name", sorted(CORE | set(OTHERS)))
def test_counting_agrees_with_looking_at_all_boards(name: str):
    try:
        game = smallest(name)
        if game is not None:
            agree(game)
    except Unphrased as why:
        assert str(why)


SHEET = """
game "Test"
players Red, Blue
board {{
  {board}
  region near = {{c for c in cells where c.q == {a}}}
  region far = {{c for c in cells where c.r == {b}}}
  relation knight = leap(2, 1)
}}
turn {{ place stone on empty }}
{endings}
"""
BOARDS = (
    ("shape rhombus(3)", ""),
    ("shape parallelogram(4, 2)", ""),
    ("shape hexagon(2)", ""),
    ("shape triangle(3)", ""),
    ("grid square shape parallelogram(3, 3)", ""),
    ("shape rhombus(3) edge top, bottom: Red edge left, right: Blue", "edges"),
    ("shape rhombus(3) edge top: Red edge left, right, bottom: Blue", ""),
    ("shape rhombus(3) wrap left, right as one", "one"),
    ("shape rhombus(3) wrap left, right as one edge top: Red edge bottom: Blue", "one"),
    ("shape rhombus(3) wrap left, right reversed as one edge top, bottom: Red", "one"),
    ("shape rhombus(3) wrap left, right as one wrap top, bottom as two", "one two"),
    ("shape rhombus(3) wrap left, right reversed as one wrap top, bottom as two", "one two"),
    ("shape triangle(4) wrap perimeter antipodal as one", "one"),
    ("shape parallelogram(3, 2) wrap left, right as one", "one"),
    ("shape rhombus(3) link cell(0, 0) - cell(2, 2) edge left: Blue edge right: Red", "linked"),
    (
        "shape rhombus(3) wrap left, right as one link c - d for c in top, d in bottom where c.q == d.q edge top: Red",
        "one",
    ),
    (
        "shape rhombus(4) - disc(cell(1, 1), 0) portal one: {cell(0, 0), cell(1, 0)} = {cell(2, 3), cell(3, 3)}"
        " by translation",
        "one",
    ),
)
PLAIN_GOALS = (
    "connects(own, [near, far])",
    "some g in groups(own): count(g) >= 4",
    "some g in groups(own): touches(g, near) and not touches(g, far)",
    "some g in groups(own): count(g & near) == 2 or count(g & far) > 2",
    "some g in groups(own): arc(g, perimeter) >= 5",
    "every g in groups(own): count(g) <= 3",
    "count(own & near) >= 2",
    "count(own) > 4",
    "connects(cells - enemy, [near, far])",
    "connects(own | enemy, [near, far])",
    "cell(0, 0) in own",
)  # fmt: skip


def goals(seams: str) -> list[str]:
    found = list(PLAIN_GOALS)
    if seams == "edges":
        found += ["connects(own, own.edges)", "connects(own, [enemy.edges[0], near])"]
    elif seams and seams != "linked":
        one, *_ = names = seams.split()
        found += [f"loop(own, odd: {name})" for name in names]
        found += [f"path(own, [near, far], odd: {one})", f"path(own, [near, near], odd: {one})"]
        found += [f"path(own, [far, near], even: {one})"]
    if len(seams.split()) == 2:
        found += [
            "loop(own, odd: [one, two])",
            "loop(own, odd: one, even: two)",
            "path(own, [near, far], odd: [one, two])",
        ]
    elif not seams:
        found += ["encloses(own)", "connects(own, [near, {cell(0, 0)}], by: knight)"]
    return found


def random_sheet(seed: int) -> str:
    draw = random.Random(seed)
    board, seams = draw.choice(BOARDS)
    known = goals(seams)

    def condition(depth: int) -> str:
        kind = draw.random() if depth else 1
        if kind < 0.3:
            return f"({condition(depth - 1)} {draw.choice(('and', 'or'))} {condition(depth - 1)})"
        if kind < 0.4:
            return f"not ({condition(depth - 1)})"
        return f"({draw.choice(known)})"

    endings = "\n".join(
        f"{draw.choice(('win', 'win', 'lose', 'draw'))} {draw.choice(('', 'for Red ', 'for Blue '))}when {condition(2)}"
        for _ in range(draw.randint(1, 3))
    )
    return SHEET.format(board=board, a=draw.randint(0, 1), b=draw.randint(0, 1), endings=endings)


def agree_at_random(seed: int) -> None:
    agree(hexgame.load(Source(f"random {seed}", random_sheet(seed))))


@pytest.mark.parametrize("seed", range(4))
def test_counting_agrees_on_random_boards_and_goals(seed: int):
    agree_at_random(seed)


@long
@wide("??")
@pytest.mark.parametrize("seed", range(4, 100))
def test_counting_agrees_on_many_random_boards_and_goals(seed: int):
    agree_at_random(seed)


def test_goals_that_a_sweep_cannot_carry_along_are_named():
    game = hexgame.load("gyre", size=4)
    found = attempt(game, "at-least-one-winner", Limits())
    assert found == "not applicable, since a sweep over the board cannot tell of a group what is asked (SomeGroup)"
    assert attempt(game, "finite", Limits()) == ""


@long
def test_a_claim_is_proved_for_more_boards_than_can_be_looked_at():
    found = attempt(hexgame.load("hex", size=6), "at-most-one-winner", Limits())
    assert isinstance(found, Proved)
    assert found.certificate["boards by winners"] == {"0": str(1 << 35), "1": str(1 << 35)}
    assert found.statement.startswith("none of the 68,719,476,736 full boards has several winners")


@long
def test_a_claim_is_refuted_by_a_full_board():
    game = hexgame.load("torex", size=4)
    found = attempt(game, "at-least-one-winner", Limits())
    assert isinstance(found, Refuted)
    assert found.statement.startswith("7,834 of the 65,536 full boards have no winner")
    assert fillings_of(game).winners(found.filling) == frozenset()
    assert found.is_reached
    assert game.start().play_all(map(game.move, found.moves)).outcome.winner is None


def test_memory_is_bounded():
    found = attempt(hexgame.load("torex", size=4), "at-most-one-winner", Limits(memory=20_000))
    assert isinstance(found, str)
    assert "needs more than" in found


def test_time_is_bounded():
    with pytest.raises(hexgame.OutOfTime), hexgame.time_limit(0.2):
        attempt(hexgame.load("torex", size=8), "at-most-one-winner", Limits())


def won(found: dict[frozenset[int], int]) -> dict[str, int]:
    return {" ".join(map(str, sorted(winners))): number for winners, number in found.items()}


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("hex", {"size": 4}, {"0": 1 << 15, "1": 1 << 15}),
        ("hex_kb", {"size": 5, "hole": 0, "inset": 1}, {"0": 1 << 16, "1": 1 << 16}),
        ("torex", {"size": 3}, {"": 60, "0": 226, "1": 226}),
        ("torex", {"size": 3, "diagonal": "Black"}, {"0": 286, "1": 226}),
        ("projex", {"size": 3}, {"0": 1 << 11, "1": 1 << 11}),
        ("hy2", {"size": 3}, {"": 54_480, "0": 234_904, "1": 234_904}),
    ],
)
def test_known_numbers(name: str, options: dict[str, object], expected: dict[str, int]):
    assert won(dict(count(fillings_of(hexgame.load(name, **options))).by_winners)) == expected
