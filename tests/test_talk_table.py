"""Games at a table: what people ask, what happens, and what each of them sees."""

from __future__ import annotations

from talking import BOTH, FIRST, SECOND, WATCHER, ask, play, table


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
