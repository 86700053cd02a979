"""Games at a table: what people ask, what happens, and what each of them sees."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import pytest
from conftest import long
from pace import processor_limit
from talking import BOTH, FIRST, SECOND, WATCHER, ask, let_computer, opened, play, table

from hexgame.deadline import time_limit
from hexgame.diagnostics.diagnostic import HexgameError
from hexgame.play.state import State
from hexgame.web.talk.forms import Malformed
from hexgame.web.talk.game.course import Node
from hexgame.web.talk.table import Table


def test_a_game_is_played_and_taken_back():
    hex3 = table("hex", size="3")
    play(hex3, BOTH, "b1", "a2", "b2", "a3", "b3")
    assert hex3.scene(BOTH)["standing"] == "Red wins"
    assert "- b3\nresult:\n  winner: Red\n" in str(ask(hex3, BOTH, "record")["text"])
    ask(hex3, BOTH, "undo")
    assert hex3.scene(BOTH)["tip"] == 4
    play(hex3, BOTH, "c3")
    assert [row["text"] for row in hex3.scene(BOTH)["tree"]] == ["", "b1", "a2", "b2", "a3", "b3", "c3"]


def test_the_others_must_agree_to_an_undo():
    hex3 = table("hex", size="3")
    play(hex3, FIRST, "b1")
    assert ask(hex3, SECOND, "undo")["message"] == "you have no move to take back"
    ask(hex3, FIRST, "undo")
    assert hex3.scene(SECOND)["undo"] == {"by": ["Red"], "waits": ["Blue"]}
    assert ask(hex3, FIRST, "agree", yes=True)["answer"] == "error"
    ask(hex3, SECOND, "agree", yes=False)
    assert (hex3.scene(SECOND)["undo"], hex3.scene(SECOND)["tip"]) == (None, 1)
    ask(hex3, FIRST, "undo")
    ask(hex3, SECOND, "agree", yes=True)
    assert (hex3.scene(SECOND)["undo"], hex3.scene(SECOND)["tip"]) == (None, 0)


def test_what_a_seat_cannot_know_is_not_in_its_scene():
    dark = table("dark_hex", size="3")
    play(dark, FIRST, "b2")
    before = dark.scene(FIRST), dark.scene(WATCHER), dark.scene(BOTH)
    play(dark, SECOND, "b2")  # in vain
    assert (dark.scene(FIRST), dark.scene(WATCHER), dark.scene(BOTH)) == before
    assert dark.scene(SECOND)["held"] == {"4": ["Red", "stone"]}
    assert [row["text"] for row in dark.scene(SECOND)["tree"]] == ["", "", "b2"]
    play(dark, SECOND, "a1")
    assert dark.scene(FIRST)["held"] == {"4": ["Red", "stone"]}
    assert [row["text"] for row in dark.scene(FIRST)["tree"]] == ["", "b2", ""]
    assert dark.scene(WATCHER)["held"] == dark.scene(BOTH)["held"] == {}
    assert dark.scene(BOTH)["curtain"] == ["Red"]
    assert dark.scene(BOTH, eyes="Red") == {**dark.scene(FIRST), "free": False, "awaits": "you"}
    assert "hidden" in ask(dark, FIRST, "analyse", node=2)["message"]
    assert ask(dark, FIRST, "look", eyes="Blue")["message"] == "you do not play Blue"


def test_a_computer_player_answers_only_where_play_still_is():
    at = table("hex", "human", "random", size="3", pie="no")
    play(at, FIRST, "b2")
    assert at.awaits_computer
    assert at.scene(FIRST)["awaits"] == "computer"
    (late,) = at.think()
    ask(at, FIRST, "undo")
    play(at, FIRST, "a1")
    assert not at.apply(late)
    let_computer(at)
    assert len(at.course.tip.path) == 3
    assert at.scene(FIRST)["players"][1]["kind"] == "random"
    ask(at, FIRST, "undo")
    assert at.scene(FIRST)["tip"] == 0


def test_a_computer_player_makes_its_part_of_a_joint_decision():
    at = table("blind_hex", "human", "random", size="5", handicapped="O")
    let_computer(at)  # who has lost the cut sets two cards aside
    scene = at.scene(FIRST)
    assert (scene["picked"], scene["awaits"], scene["curtain"]) == (["O"], "you", None)
    play(at, FIRST, "{1,2}")
    assert at.scene(FIRST)["tip"] == 2


def test_one_person_tries_other_moves_and_goes_on_from_there():
    at = table("hex", size="3")
    play(at, BOTH, "b2", "swap")
    assert [each["seat"] for each in at.scene(BOTH)["players"]] == [1, 0]
    assert "text" in at.scene(BOTH, node=1)["moves"][0]
    assert ask(at, BOTH, "play", node=1, move="a1")["answer"] == "play"
    assert (at.scene(BOTH)["tip"], [each["seat"] for each in at.scene(BOTH)["players"]]) == (3, [0, 1])
    assert ask(at, BOTH, "play", node=1, move="swap")["answer"] == "play"
    assert (at.scene(BOTH)["tip"], len(at.scene(BOTH)["tree"])) == (2, 4)
    ask(at, BOTH, "prune", node=1)
    assert (at.scene(BOTH)["tip"], len(at.scene(BOTH)["tree"])) == (0, 1)


def test_others_try_nothing_until_the_game_is_over():
    at = table("hex", size="3")
    play(at, FIRST, "b2")
    for who in (FIRST, SECOND, WATCHER):
        assert not at.scene(who)["free"]
        assert at.scene(who, node=0)["moves"] == []
        for kind, fields in (("analyse", {"node": 1}), ("prune", {"node": 1}), ("play", {"node": 0, "move": "a1"})):
            assert ask(at, who, kind, **fields)["answer"] == "error"
    assert ask(at, FIRST, "play", node=1, move="a1", seat=1)["message"] == "that is not your seat"
    assert ask(at, WATCHER, "resign")["message"] == "you have no seat here"
    ask(at, SECOND, "resign")
    assert at.scene(FIRST)["standing"] == "Red wins (Blue resigned)"
    for node in (1, 0):  # after somebody has given up, too
        assert ask(at, FIRST, "play", node=node, move="a1")["answer"] == "play"
    assert (at.scene(WATCHER)["tip"], len(at.scene(WATCHER)["tree"])) == (1, 4)
    assert ask(at, WATCHER, "threats", node=2)["answer"] == "threats"
    for kind, fields in (
        ("play", {"node": 0, "move": "c3"}),
        ("note", {"node": 0, "text": "!"}),
        ("prune", {"node": 2}),
    ):
        assert ask(at, WATCHER, kind, **fields)["message"] == "you have no seat here"
    ask(at, FIRST, "undo")
    ask(at, SECOND, "agree", yes=True)
    assert at.scene(FIRST)["standing"] == "Blue to move"


def test_a_game_that_is_over_stays_as_it_was_played():
    at = table("hex", size="3")
    play(at, BOTH, "b1", "a2", "b2", "a3", "b3")
    for node, move in ((0, "c3"), (6, "a1"), (2, "a3")):
        assert ask(at, BOTH, "play", node=node, move=move)["answer"] == "play"
    scene = at.scene(BOTH)
    assert (scene["tip"], scene["standing"], len(scene["tree"])) == (5, "Red wins", 9)
    assert "the game is over: Red wins" in str(ask(at, BOTH, "play", node=5, move="c3")["message"])
    assert ask(at, BOTH, "prune", node=3)["message"] == "only a variation can be removed"
    assert ask(at, BOTH, "prune", node=6)["answer"] == "prune"
    assert len(at.scene(BOTH)["tree"]) == 7
    saved = str(ask(at, BOTH, "record")["text"])
    assert opened(record=saved).scene(BOTH)["standing"] == "Red wins"
    text = str(ask(at, BOTH, "record", node=2)["text"])
    again = opened(record=text, seats=["human", "random"])
    assert [row["text"] for row in again.scene(FIRST)["tree"]] == ["", "b1", "a2"]


def test_positions_are_judged_twice_and_ends_are_certain():
    at = table("hex", size="3")
    play(at, BOTH, "b1", "swap", "a1", "b2")
    before = ask(at, BOTH, "judge", node=0, seconds=0.1)
    assert (before["mover"], before["whole"]) == (0, True)
    assert before["proved"] or 0 <= before["gap"] <= 1
    assert len(before["seats"]) == 2
    assert ask(at, BOTH, "judge", node=2, seconds=0.1)["mover"] == 0, "who has been swapped plays the other colour"
    play(at, BOTH, "a2", "b3")
    end = ask(at, BOTH, "judge", node=6)
    assert (end["proved"], end["gap"], end["moves"]) == (True, None, [])
    assert end["seats"] == [0, 1], "Red is played by the second person"
    dark = table("dark_hex", size="3")
    play(dark, FIRST, "b2")
    assert "hidden" in str(ask(dark, FIRST, "judge", node=0)["message"])
    ask(dark, FIRST, "resign")
    assert ask(dark, FIRST, "judge", node=1, seconds=0.1)["whole"] is False, "a player knew only a part of it"


def test_positions_alike_have_the_same_name():
    at = table("hex", size="4")
    play(at, BOTH, "a2", "c3")
    ask(at, BOTH, "play", node=0, move="d3")  # the board turned round
    ask(at, BOTH, "play", node=3, move="b2")
    found = ask(at, BOTH, "keys", node=0)
    assert found["after"]["a2"] == found["after"]["d3"] != found["after"]["b2"]
    one, other = ask(at, BOTH, "keys", node=2), ask(at, BOTH, "keys", node=4)
    assert one["line"] == other["line"]
    assert one["line"][1] == found["after"]["a2"]
    assert one["after"]["a1"] == other["after"]["d4"]
    assert len(set(one["after"].values())) == len(one["after"]) == 14
    assert ask(table("hex", size="5"), BOTH, "keys", node=0)["game"] != found["game"]


def test_a_game_becomes_a_film_and_a_card():
    at = table("hex", size="3")
    play(at, BOTH, "b1", "a2", "b2", "a3", "b3")
    film = str(ask(at, BOTH, "film")["svg"])
    assert [film.count(text) for text in ("<script", "5. Red b3 – Red wins")] == [0, 1]
    assert film.count("@keyframes") > 6
    card = str(ask(at, BOTH, "card", node=5)["svg"])
    assert ">Red wins<" in card
    assert ">5 moves<" in card
    dark = table("dark_hex", size="3")
    for kind in ("film", "card", "record"):
        assert "hides something" in str(ask(dark, FIRST, kind)["message"])


def test_a_sample_ends_with_the_time_there_is():
    at = table("hex", size="26")
    with processor_limit(0.5):
        answer = ask(at, BOTH, "sample", node=0, games=10_000)
    assert 0 < answer["games"] < 10_000
    assert f"{answer['games']:,} of 10,000 games" in answer["note"]
    assert sum(answer["wins"].values()) + answer["draws"] == answer["games"]
    with time_limit(-1):
        assert ask(at, BOTH, "sample", node=0)["code"] == "HG615"


@pytest.mark.parametrize("name", ["hex", "gonnect", "havannah"])
def test_a_sample_is_the_same_however_it_is_played(name: str, monkeypatch: pytest.MonkeyPatch):
    asked, found = [], []
    plays, compiled = State.rolled_out, State.all_rolled_out
    monkeypatch.setattr(State, "rolled_out", lambda state, seed: asked.append("plain") or plays(state, seed))
    monkeypatch.setattr(
        State, "all_rolled_out", lambda state, seeds: asked.append("compiled") or compiled(state, seeds)
    )
    for seconds in (600, 0):
        monkeypatch.setattr("hexgame.web.talk.game.advice.PLAIN", seconds)
        found.append(ask(table(name), BOTH, "sample", node=0, games=12))
    assert found[0] == found[1]
    assert asked == 12 * ["plain"] + ["plain", "compiled"]


def test_a_sample_needs_no_compiled_machine(monkeypatch: pytest.MonkeyPatch):
    def impossible(state: State, seeds: object) -> Iterator[State]:
        raise MemoryError("no 64 MiB of WebAssembly's memory can be had")
        yield state

    monkeypatch.setattr("hexgame.web.talk.game.advice.PLAIN", 0)
    whole = ask(table("hex", size="3"), BOTH, "sample", node=0, games=12)
    monkeypatch.setattr(State, "all_rolled_out", impossible)
    assert ask(table("hex", size="3"), BOTH, "sample", node=0, games=12) == whole


def test_programs_are_never_started():
    for fields in ({"seats": ["human", "gtp:touch /tmp/no"]}, {"seats": ["human", "gtp:"]}, {"seats": ["human"]}):
        with pytest.raises(Malformed):
            opened(sheet={"name": "hex"}, **fields)
    record = "game: hex\nplayers: [human, 'gtp:touch /tmp/no']\nmoves: [b2]\n"
    assert opened(record=record).seats == ("human", "human")
    at = opened(record=record)
    for name, why in (
        ("gtp:rm x", "programs"),
        ("human", "name a"),
        ("mcts:1s@99", "one thread"),
        ("nobody", "no player"),
    ):
        assert why in str(ask(at, BOTH, "analyse", node=1, by=name)["message"])
    for name in ("/etc/passwd", "../games/hex.hexgame", "hex.hexgame", "nothing"):
        with pytest.raises(HexgameError, match="the library does not have the game of this record"):
            opened(record=f"game: {name}\nmoves: []\n")


@long
def test_it_runs_without_what_compiles():
    """In WebAssembly there is neither LLVM nor NumPy."""
    program = """
import sys
for name in ("llvmlite", "numpy", "click"):
    sys.modules[name] = None
from hexgame.players.search import tree
from hexgame.web.talk.desk import Desk
from hexgame.web.talk.fields import Shipped
from hexgame.web.talk.messages import Open
from hexgame.web.talk.table import Table, Who, setup_of
tree.PATIENCE = 0  # however fast the machine is
assert Desk().answer({"ask": "check", "text": "variant of hex"})["title"] == "Hex"
at = Table(setup_of(Open(sheet=Shipped("hex"), options={"size": "5"}, seats=("human", "easy"))))
who = Who(frozenset({0}))
for event in at.hear(who, {"ask": "play", "table": "t", "node": 0, "move": "b2"}).events:
    assert at.apply(event)
assert all(map(at.apply, at.think()))
answer = at.hear(who, {"ask": "analyse", "table": "t", "node": 2, "seconds": 9, "by": "mcts:200"}).answer
assert "without a compiler" in answer["notes"][0], answer
assert at.hear(who, {"ask": "sample", "table": "t", "node": 2, "games": 5}).answer["games"] == 5
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def tree_of(at: Table) -> object:
    """The tree of a table, without the numbers of its nodes."""

    def branch(node: Node) -> object:
        return str(node.move), node.note, sorted(map(branch, node.children), key=str), node in at.course.tip.path

    return branch(at.course.root)


def test_a_record_holds_the_whole_tree():
    """Random trees with comments: a table that is opened with the record of another has the same tree."""
    for seed in range(12):
        dice, at = random.Random(seed), table("hex", size="3")
        for _ in range(30):
            node = dice.choice(list(at.course.nodes.values()))
            if not node.outcome:
                move = str(dice.choice(node.state.legal_moves))
                ask(at, BOTH, "play", node=node.number, move=move)
            ask(at, BOTH, "note", node=node.number, text=dice.choice(["", "", "well", "\x07: [é\n  - #", "no", "3"]))
        if seed % 2:
            ask(at, BOTH, "resign")
        text = str(ask(at, BOTH, "record")["text"])
        again = opened(record=text)
        assert tree_of(again) == tree_of(at)
        assert again.course.tip.outcome == at.course.tip.outcome
        assert ask(again, BOTH, "record")["text"] == text


def test_a_tree_that_is_too_large_for_a_file_is_refused(monkeypatch: pytest.MonkeyPatch):
    at = table("hex", size="3")
    for move in map(str, at.course.root.state.legal_moves):
        assert at.apply({"event": "varied", "node": 0, "move": move})
    assert ask(at, BOTH, "record")["answer"] == "record"
    monkeypatch.setattr("hexgame.doors.documents.MOST_VALUES", 60)
    assert "too many variations and comments for a file" in str(ask(at, BOTH, "record")["message"])


@long
def test_a_search_plays_sample_games(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hexgame.web.talk.game.advice.MOST_SECONDS", 600)  # however busy the machine is
    at = table("hex", size="3")
    found = ask(at, BOTH, "sample", node=0, games=4, by="mcts:20")
    assert found["games"] == 4
    assert isinstance(found["wins"], dict)
    assert sum(found["wins"].values()) == 4
    assert found["heat"]
    for by in ("human", "gtp:x", "nobody"):
        assert ask(at, BOTH, "sample", node=0, games=1, by=by)["answer"] == "error"
    chosen = table("blind_hex", size="5", handicapped="X")
    assert ask(chosen, BOTH, "sample", node=0, games=1, by="easy")["games"] == 1
    with time_limit(0.2):
        assert ask(at, BOTH, "sample", node=0, games=9, by="mcts:5s")["answer"] in ("sample", "error")
