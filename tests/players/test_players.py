"""What computer players have in common: names, limits, choices."""

from __future__ import annotations

import pytest

import hexgame
from hexgame.players import KINDS, Choice, Limits, player, seat
from hexgame.players.names import limits_of

BAD_NAMES = {
    "rnadom": "(did you mean `random`?)",
    "random:2s": "`random` takes no limit: write `random` alone",
    "": "there is no player ``",
    "\x1b[2J": "there is no player `",
}
BAD_LIMITS = ["", "s", "2 s", "2m", "-1", "1.5", "1e3", "0", "0s", "9" * 16, "5000000s", "\n", "2s@", "@4", "2s@999"]


@pytest.mark.parametrize(("name", "message"), BAD_NAMES.items())
def test_a_name_that_nobody_has_is_refused_with_advice(name: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        player(name, 1)
    assert message in str(error.value)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("2s", Limits(seconds=2)),
        ("0.5s", Limits(seconds=0.5)),
        ("250ms", Limits(seconds=0.25)),
        ("5000", Limits(simulations=5000)),
        ("2s@4", Limits(seconds=2, threads=4)),
        ("50@0", Limits(simulations=50, threads=0)),
    ],
)
def test_limits_as_people_type_them(text: str, limits: Limits) -> None:
    assert limits_of("mcts", text) == limits


@pytest.mark.parametrize("text", BAD_LIMITS)
def test_what_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"limit: write seconds|must be"):
        limits_of("mcts", text)


def test_the_tighter_of_two_limits_holds() -> None:
    one, other = Limits(seconds=2, nodes=10), Limits(seconds=1, simulations=5, memory=7)
    assert one.within(other) == other.within(one) == Limits(1, 5, 10, 7)
    assert Limits().are_open
    assert not one.are_open


def test_limits_that_cannot_be_are_refused() -> None:
    for bad in (
        {"seconds": 0},
        {"seconds": float("nan")},
        {"simulations": 0},
        {"nodes": -1},
        {"memory": 0},
        {"threads": -1},
    ):
        with pytest.raises(ValueError, match="must be"):
            Limits(**bad)  # type: ignore[arg-type]


def test_every_seat_has_a_player_of_its_own() -> None:
    seating = seat(["random", "random"], 2, 7)
    state = hexgame.load("hex", size=5).start()
    one, other = ([seating.choosers[seat].choose(state.view("Red")) for _ in range(20)] for seat in (0, 1))
    assert one != other
    again = seat(["random", "random"], 2, 7)
    assert [again.choosers[0].choose(state.view("Red")) for _ in range(20)] == one


@pytest.mark.parametrize("name", KINDS)
def test_a_player_chooses_among_its_choices(name: str) -> None:
    state = hexgame.load("hex", size=3).start()
    choice = player(name, 1).choose(state.view("Red"), Limits(seconds=0.2))
    assert isinstance(choice, Choice)
    assert choice.move in state.legal_moves
