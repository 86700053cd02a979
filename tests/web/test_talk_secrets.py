"""Nothing that a player cannot know reaches their browser: what they cannot tell apart, no message tells apart."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest
import yaml
from conftest import long
from talking import BOTH, FIRST, SECOND, WATCHER, ask, opened, play, table
from test_views import MADE, twins

from hexgame.web.talk.table import Table, Who

PROBES: list[dict[str, object]] = [
    {"ask": "look"},
    {"ask": "look", "node": 1},
    {"ask": "look", "node": 5},
    {"ask": "look", "eyes": "Red"},
    {"ask": "picture"},
    {"ask": "picture", "node": 2},
    {"ask": "record"},
    {"ask": "undo"},
    {"ask": "draw"},
    {"ask": "agree", "yes": True},
    {"ask": "resign"},
    {"ask": "analyse", "node": 0},
    {"ask": "sample", "node": 0},
    {"ask": "threats"},
    {"ask": "note", "node": 3, "text": "here?"},
    {"ask": "prune", "node": 3},
    *({"ask": "play", "node": node, "move": "a1"} for node in range(6)),
    *({"ask": "play", "node": 3, "move": move, "seat": 0} for move in ("a1", "b2", "zz9", "swap")),
]


def all_that_is_told(at: Table, who: Who) -> str:
    """Everything that a browser can learn without a move, as text."""
    heard = [at.hear(who, {"id": 1, "table": "t", **probe}).answer for probe in PROBES]
    return json.dumps([heard, at.scene(who)])


def knows(at: Table, seat: int) -> object:
    """What a seat knows by the rules."""
    state = at.course.tip.state
    colour = next(each for each in state.game.players if state.seat(each) == seat)
    view = state.view(colour)
    return view.pieces, view.marks, view.deciders, view.outcome


@long
@pytest.mark.parametrize("seed", range(3))
def test_games_in_the_dark_look_alike(seed: int):
    """Two games in which the first seat makes the same moves, and the second others: as long as the first cannot tell
    them apart, its browser and those that watch are told the same."""
    dice = random.Random(seed)
    one, other = table("dark_hex", size="4"), table("dark_hex", size="4")
    compared = 0
    while not one.course.tip.outcome and not other.course.tip.outcome:
        if one.course.tip.state.to_move == "Red" == other.course.tip.state.to_move:
            moves = [move["text"] for move in one.scene(FIRST)["moves"]]
            move = dice.choice(moves)
            play(one, FIRST, move)
            play(other, FIRST, move)
            if knows(one, 0) != knows(other, 0):
                break
        for each in (one, other):
            while each.course.tip.state.to_move == "Blue" and not each.course.tip.outcome:
                play(each, SECOND, dice.choice(each.scene(SECOND)["moves"])["text"])
        if not one.course.tip.outcome and not other.course.tip.outcome:
            assert knows(one, 0) == knows(other, 0)
            for who in (FIRST, WATCHER):
                assert all_that_is_told(one, who) == all_that_is_told(other, who)
            assert one.scene(BOTH, eyes="Red") == other.scene(BOTH, eyes="Red")
            assert one.scene(BOTH) == other.scene(BOTH)
            compared += 1
    assert compared > 1


def test_ghosts_look_alike():
    """Two games that differ only in which ghosts are good: as long as none is captured, no message tells them apart."""
    one, other = table("geister", size="4"), table("geister", size="4")
    for each, good in ((one, ["b1", "c1"]), (other, ["c2", "b2"])):
        for mine, theirs in zip(["b3", "c4"], good, strict=True):
            play(each, FIRST, f"c {mine}")
            play(each, SECOND, f"c {theirs}")
    for mine, theirs in (("b3-a3", "b2-a2"), ("c3-c2", "c1-d1")):
        for who in (FIRST, WATCHER):
            assert all_that_is_told(one, who) == all_that_is_told(other, who)
        assert one.scene(BOTH, eyes="Red") == other.scene(BOTH, eyes="Red")
        assert one.scene(BOTH) == other.scene(BOTH)
        assert one.scene(SECOND) != other.scene(SECOND)
        if mine == "b3-a3":
            for each in (one, other):
                play(each, FIRST, mine)
                play(each, SECOND, theirs)
    assert [row["text"] for row in one.scene(FIRST)["tree"]][-2:] == ["b3-a3", "b2-a2"]
    assert one.scene(FIRST)["held"]["4"] == ["Blue", "?"]
    for each in (one, other):
        play(each, FIRST, "c3-c2")  # captures a bad one, and a good one
    assert one.scene(WATCHER)["variables"] != other.scene(WATCHER)["variables"]


def test_moves_in_vain_are_not_counted():
    one, other = table("dark_hex", size="5"), table("dark_hex", size="5")
    for each, tried in ((one, ["a1"]), (other, ["b2", "c3"])):
        play(each, FIRST, "b2")
        play(each, SECOND, "e5")
        play(each, FIRST, "c3")
        ask(each, FIRST, "undo")
        before = all_that_is_told(each, FIRST), all_that_is_told(each, WATCHER)
        for move in tried[: -1 if each is one else None]:
            play(each, SECOND, move)
            assert (all_that_is_told(each, FIRST), all_that_is_told(each, WATCHER)) == before
        play(each, SECOND, "a1")
    assert all_that_is_told(one, FIRST) == all_that_is_told(other, FIRST)
    assert all_that_is_told(one, WATCHER) == all_that_is_told(other, WATCHER)
    assert all_that_is_told(one, SECOND) != all_that_is_told(other, SECOND)


def test_picks_are_secret_until_all_have_picked():
    one, other = (table("blind_hex", size="5", handicapped="X") for _ in range(2))
    for each, pick in ((one, "{3,4}"), (other, "{4,5}")):
        play(each, FIRST, "{1,2}")  # set aside by the one who lost the cut, for all to see
        play(each, FIRST, pick)
    for who in (FIRST, SECOND, WATCHER):
        assert all_that_is_told(one, who) == all_that_is_told(other, who)
    assert one.scene(BOTH) == other.scene(BOTH)
    assert one.scene(SECOND)["picked"] == ["X"]
    assert one.scene(BOTH)["curtain"] == ["O"]
    assert one.scene(BOTH)["moves"] == []
    assert one.scene(BOTH, eyes="O")["moves"]
    for each in (one, other):
        play(each, SECOND, "{1,2}")
    assert one.scene(SECOND) != other.scene(SECOND)
    assert [row["text"] for row in one.scene(WATCHER)["tree"]] == ["", "{1,2}", "{3,4}/{1,2}"]


def test_a_pick_can_be_taken_back_before_the_others_pick():
    at = table("blind_hex", size="5", handicapped="X")
    play(at, FIRST, "{1,2}")
    play(at, FIRST, "{3,4}")
    assert ask(at, FIRST, "play", node=1, move="{3,4}")["message"] == "it is not your turn"
    ask(at, FIRST, "undo")
    assert at.scene(SECOND)["picked"] == []


def test_all_is_shown_when_the_game_is_over():
    at = table("dark_hex", size="3")
    play(at, FIRST, "b2")
    play(at, SECOND, "b2", "a1")
    ask(at, FIRST, "resign")
    scene = at.scene(WATCHER)
    assert scene["standing"] == "Blue wins (Red resigned)"
    assert scene["held"] == {"0": ["Blue", "stone"], "4": ["Red", "stone"]}
    assert [row["text"] for row in scene["tree"]] == ["", "b2", "b2", "a1"]
    assert ask(at, WATCHER, "record")["answer"] == "record"


def test_what_hides_in_part_is_hidden_in_part():
    text = """game "Veil"
players Red, Blue
board { shape rhombus(3) }
sees top | own
turn { place stone on cells - own }
win when count(own) == 4
"""
    one, other = opened(sheet={"text": text}), opened(sheet={"text": text})
    for each, hidden in ((one, "b2"), (other, "c3")):
        play(each, FIRST, "a1")
        play(each, SECOND, hidden)
        play(each, FIRST, "b1")
    assert (
        one.scene(FIRST)["held"]
        == {"0": ["Red", "stone"], "1": ["Red", "stone"]}
        == one.scene(SECOND)["held"] | {"0": ["Red", "stone"]}
        or one.scene(SECOND)["held"]
    )
    for who in (FIRST, WATCHER, BOTH):
        assert all_that_is_told(one, who) == all_that_is_told(other, who)


@pytest.mark.parametrize("name", MADE)
def test_states_that_a_player_cannot_tell_apart_are_told_alike(name: str):
    game, different = MADE[name](), 0
    for player in game.players:
        sheet = {"name": name} if name == "dark_hex" else {"text": game.sources[0].text}
        pair = [opened(sheet=sheet, options=dict(game.identity.options)) for _ in range(2)]
        for states in islice(twins(game, player, random.Random(5)), 12):
            for at, state in zip(pair, states, strict=True):
                move = str(state.last_move)
                assert at.apply({"event": "played", "node": at.course.tip.number, "move": move})
                assert at.course.tip.state == state
            one, other = pair
            alone = Who(frozenset({game.players.index(player)}))
            assert one.scene(alone) == other.scene(alone)
            assert one.scene(WATCHER) == other.scene(WATCHER)
            assert one.scene(BOTH, eyes=player) == other.scene(BOTH, eyes=player)
            different += states[0] != states[1]
    assert different > 3


def test_where_people_play_each_other_nobody_knows_what_chance_will_draw():
    def drawn(*seats: str) -> tuple[list[str], object]:
        at = opened(sheet={"name": "random_turn_hex"}, seats=seats, seed=1)
        tosses = [str(at.think()[0]["move"]) for _ in range(20)]
        return tosses, yaml.safe_load(str(ask(at, Who(frozenset({0, 1})), "record")["text"])).get("seed")

    first, seed = drawn("human", "human")
    assert seed is None
    assert len(set(first)) == 2
    assert drawn("human", "random") == drawn("human", "random")
    assert drawn("human", "random")[1] == 1
