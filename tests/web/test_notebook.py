"""The board of a notebook: what clicks do, whatever a browser sends, and what is said where it is not installed."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from conftest import ROOT

import hexgame

pytest.importorskip("anywidget")
SCRIPT = ROOT / "interpreter" / "web" / "notebook" / "widget.js"


def board(name: str, **options: object) -> Any:
    """A board as it begins, and a function that does what the browser's message does."""
    return hexgame.widget(hexgame.load(name, **options).start())


def send(widget: Any, *contents: object) -> None:
    """Send messages as a browser does."""
    for content in contents:
        widget._handle_custom_msg(content, [])  # what the kernel calls


def cell(widget: Any, name: str) -> dict[str, int]:
    """A press on a cell."""
    return {"press": widget.state.game.board.by_name[name]}


def test_clicks_make_moves_and_state_and_moves_follow():
    state = hexgame.load("hex", size=3).start()
    widget = hexgame.widget(state)
    heard: list[tuple[str, ...]] = []
    widget.observe(lambda change: heard.append(change.new), "moves")
    send(widget, cell(widget, "b1"), {"play": "swap"}, cell(widget, "a2"), {"undo": True})
    assert heard == [("b1",), ("b1", "swap"), ("b1", "swap", "a2"), ("b1", "swap")]
    assert widget.moves == tuple(map(str, widget.state.moves)) == ("b1", "swap")
    assert (state.moves, widget.undoable, widget.standing) == ((), True, "Blue to move")
    widget.play("c3")
    assert len(widget.drawing) > 1000
    assert widget.buttons == []
    send(widget, {"undo": True}, {"undo": True}, {"undo": True}, {"undo": True})
    assert (widget.moves, widget.undoable) == ((), False)


def test_a_piece_is_chosen_and_moved_and_a_choice_is_asked():
    widget = board("lines_of_action", size=8)
    send(widget, cell(widget, "b1"))
    assert widget.chosen == widget.state.game.board.by_name["b1"]
    targets = {move.cell for move in widget.state.legal_moves if move.source == "b1"}
    assert {widget.state.game.board.names[each] for each in widget.able} == targets
    send(widget, cell(widget, "b3"))
    assert widget.moves == ("b1-b3",)
    widget = board("chameleon", size=4)
    send(widget, cell(widget, "b2"))
    assert (widget.moves, len(widget.buttons)) == ((), 2)
    send(widget, {"play": widget.buttons[1][0]})
    assert len(widget.moves) == 1


HOSTILE = [
    None, 3, [], {}, {"press": -1}, {"press": 9}, {"press": 1e9}, {"press": True}, {"press": "0"}, {"press": [0]},
    {"press": 0, "play": "a1"}, {"play": 3}, {"play": ["a1"]}, {"undo": 1}, {"undo": "yes"}, {"eval": "1"},
]  # fmt: skip


@pytest.mark.parametrize("content", HOSTILE, ids=str)
def test_what_makes_no_sense_is_not_heard(content: object):
    widget = board("hex", size=3)
    send(widget, content)
    assert (widget.moves, widget.notice) == ((), "")


@pytest.mark.parametrize("text", ["<b>", "a9", "a1" * 10_000, "\0\u202e", "", "swap"])
def test_moves_that_are_refused_are_told(text: str):
    widget = board("hex", size=3)
    send(widget, cell(widget, "a1"), {"undo": True}, {"play": text})
    assert widget.moves == ()
    assert 0 < len(widget.notice) <= 300
    widget = board("hex", size=3)
    send(widget, cell(widget, "a1"), cell(widget, "a1"))
    assert (widget.moves, widget.notice) == (("a1",), "You cannot play at a1.")


def test_traits_are_not_the_browser_s_to_change():
    widget = board("hex", size=3)
    shown = widget.get_state()
    widget.set_state({"drawing": "<script>", "buttons": [], "able": [99], "chosen": 10**9, "moves": ["a1"]})
    assert widget.get_state() == shown


def test_a_drawing_and_words_become_no_markup():
    text = SCRIPT.read_text()
    assert not any(word in text for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval("))


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in sys.modules if name.startswith("hexgame.web.notebook")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'hexgame-interpreter\[notebook\]'"):
        hexgame.widget(hexgame.load("hex").start())
