"""Rules at their limits: what cannot be is refused where it is written, and what may be can be played."""

from __future__ import annotations

import pytest
from conftest import codes_of, game_of, long
from sections import EDGED


@pytest.mark.parametrize(
    "text",
    [
        "win when cell(9, 9) in own",
        "win when count(own & {cell(7, 7)}) > 0",
        "win when count(own & outside) > 1",
        "win when connects(own, [outside, corners])",
        "win when some g in groups(own): touches(g, outside)",
        "turn { place stone on outside }",
    ],
)
def test_a_place_off_the_board_is_refused_in_the_rules(text: str) -> None:
    assert codes_of(text) == ["HG405"]


def test_a_path_without_seams_is_a_connection() -> None:
    game = game_of(f"{EDGED}\nwin when path(own, own.edges)")
    assert game.position({"Red": ["b1", "b2", "b3", "b4", "b5"]}).wins == ("Red",)
    assert game.start().rollout(1).winner in ("Red", "Blue")


def test_a_game_in_which_nothing_can_be_done_at_the_start_is_a_draw() -> None:
    state = game_of("turn { place stone on own }").start()
    assert str(state.outcome) == "a draw (no move)"
    assert state.legal_moves == ()


def test_a_set_position_in_which_nothing_can_be_done_is_a_draw_unless_somebody_has_won() -> None:
    game = game_of("board { shape rhombus(2) } win when count(own) > 3")
    assert str(game.position({"Red": ["a1", "b1"], "Blue": ["a2", "b2"]}).outcome) == "a draw (no move)"
    full = game.position({"Red": ["a1", "b1", "a2", "b2"]})
    assert (full.outcome, full.wins) == (None, ("Red",))
    assert str(full.rollout(1)) == "Red wins"


@long("*", "!some i*")
@pytest.mark.parametrize(
    "condition",
    [
        "some i in 5..1000: count(own) == i",
        "count({i for i in 0..1000 where i < count(own)}) > 4",
        " or ".join(f"count(own) == {number}" for number in range(5, 140)),
    ],
)
def test_long_conditions_are_compiled(condition: str) -> None:
    outcome = game_of(f"win when {condition}").start().rollout(1)
    assert outcome.winner == "Red"


def test_definitions_stand_in_one_another_and_not_in_themselves() -> None:
    chain = "\n".join(f"define f{number}(n) = f{number - 1}(n) + 1" for number in range(1, 40))
    assert codes_of(f"define f0(n) = n + 1\n{chain}\nwin when f39(count(own)) > 44") == []
    longer = "\n".join(f"define f{number}(n) = f{number - 1}(n) + 1" for number in range(1, 70))
    assert codes_of(f"define f0(n) = n\n{longer}\nwin when f69(count(own)) > 44") == ["HG307"]
    assert codes_of("define f(n) = g(n)\ndefine g(n) = f(n)\nwin when f(count(own)) > 3") == ["HG306"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("board { shape rhombus(5) wrap left, left as w }", ["HG410"]),
        ("board { shape triangle(5) wrap sides[0], sides[1] as w }", ["HG410"]),
        ("board { shape rhombus(5) edge left: Red wrap left, right as w }", ["HG408"]),
        ("board { shape rhombus(5) edge top: Red edge top: Blue }", ["HG408"]),
        ("board { graph { } }", ["HG402"]),
        ("board { graph { cell a at 0, 0 cell b at 0, 100000 link a - b } }", ["HG402"]),
        ("board { shape rhombus(3) + (rhombus(3) at cell(100000, 0)) }", ["HG402"]),
        ("board { shape rhombus(3) - rhombus(3) }", ["HG402"]),
    ],
)
def test_boards_that_cannot_be_are_refused(text: str, codes: list[str]) -> None:
    assert codes_of(text) == codes


def test_a_requirement_may_stand_in_the_board() -> None:
    text = 'option size = 5 in 2..9\nboard { shape rhombus(size) require size mod 2 == 1 "odd" }'
    assert codes_of(text) == []
    assert codes_of(text, size=4) == ["HG605"]


def test_pieces_of_several_kinds_make_one_chain() -> None:
    game = game_of(f"pieces man, king\n{EDGED}\nturn {{ may place man on empty may place king on empty }}"
                   "\nwin when connects(own, own.edges)\nlose when connects(own.king, [left, right])")  # fmt: skip
    state = game.position({"Red": {"man": ["c1", "c2"], "king": ["c3", "c4", "c5"]}})
    assert state.wins == ("Red",)
    assert game.position({"Red": {"king": ["a2", "b2", "c2", "d2"], "man": ["e2"]}}).loses == ()
    assert game.position({"Red": {"king": ["a2", "b2", "c2", "d2", "e2"]}}).loses == ("Red",)
