"""Whole games through messages: the same positions and records as `State` makes, and tables made again from events."""

from __future__ import annotations

import random

import pytest
from conftest import CORE, OTHERS, long, small
from talking import ask, opened, table

from hexgame.play.state import State
from hexgame.rules.program import CHANCE
from hexgame.show.records import write_record
from hexgame.web.talk.table import Table, Who


def decided(at: Table, who: Who, state: State, dice: random.Random) -> str:
    """Let whoever decides play something through messages, and return what was played."""
    if state.way == CHANCE:
        (event,) = at.think()
        assert at.apply(event)
        return str(at.course.tip.move)
    for colour in state.deciders:
        scene = at.scene(who, eyes=colour)
        assert scene["awaits"] == "you"
        move = dice.choice(scene["moves"])["text"]
        seat = state.seat(colour)
        assert ask(at, who, "play", node=scene["tip"], move=move, seat=seat)["answer"] == "play"
    return str(at.course.tip.move)


@long("*", "!blind_hex", "!dark_hex", "!hex", "!three_player_hex", "!unlur")
@pytest.mark.parametrize("name", [*sorted(CORE), *OTHERS])
def test_a_game_is_played_to_its_end(name: str):
    game, dice = small(name, 3), random.Random(name)
    options = dict(game.identity.options)
    at, state = table(name, **options), game.start(decide_chance=False)
    who, happened = Who(frozenset(range(len(game.players)))), []
    listening = at.apply
    at.apply = lambda event: happened.append(event) or listening(event)  # type: ignore[method-assign]
    while not state.is_over and len(state.moves) < 150:
        state.play(decided(at, who, state, dice))
        assert at.course.tip.state == state
        assert at.course.tip.state.moves == state.moves
    scene = at.scene(who)
    assert scene["outcome"] == (state.outcome and {
        "winner": state.outcome.winner, "label": state.outcome.label, "text": str(state.outcome),
    })  # fmt: skip
    again = Table(at.setup, happened)
    assert again.scene(who) == scene
    if state.is_over or game.rules.sees is None:
        text = ask(at, who, "record")["text"]
        assert text == write_record(state, ("human",) * len(game.players), None)
        assert opened(record=text).scene(who) == scene


@long("hex*")
@pytest.mark.parametrize("name", ["hex", "blind_hex", "dark_hex", "hex_kb"])
def test_a_table_is_made_again_after_every_event(name: str):
    """Whatever people ask, in whatever order: the events that follow make the same table again."""
    dice = random.Random(3)
    size = str(small(name, 3).options["size"])
    at, happened = table(name, size=size), []
    people = [Who(frozenset({0})), Who(frozenset({1})), Who(frozenset({0, 1})), Who()]
    for _ in range(120):
        who = dice.choice(people)
        if at.awaits_computer:
            asked = at.think()
        else:
            colour = dice.choice(at.course.tip.state.deciders or at.game.players)
            kind = dice.choice(["play"] * 40 + ["undo", "agree", "note", "prune"] * 4 + ["resign"])
            heard = at.hear(who, a_question(kind, at, who, colour, dice))
            asked = list(heard.events)
        happened += [event for event in asked if at.apply(event)]
        if len(happened) % 8 == 0:
            again = Table(at.setup, happened)
            for each in people:
                assert again.scene(each) == at.scene(each)
    assert len(happened) > 20


def a_question(kind: str, at: Table, who: Who, colour: str, dice: random.Random) -> dict[str, object]:
    node = dice.choice([*[at.scene(who)["tip"]] * 4, dice.randrange(at.course.tip.number + 1)])
    seat = at.course.tip.state.seat(colour)
    moves = at.course.tip.state.choices(colour) if colour in at.course.tip.state.deciders else ()
    fields: dict[str, dict[str, object]] = {
        "play": {"node": node, "move": str(dice.choice(moves)) if moves else "a1", "seat": seat},
        "undo": {},
        "agree": {"yes": dice.random() < 0.7},
        "note": {"node": node, "text": "well"},
        "prune": {"node": node},
        "resign": {"seat": seat},
    }
    return {"id": 1, "ask": kind, "table": "t", **fields[kind]}
