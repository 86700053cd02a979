"""What a page asks about sheets."""

from __future__ import annotations

import subprocess
import sys
import time
from string import ascii_letters

import pytest
from conftest import ROOT

import hexgame
from hexgame import loading
from hexgame.diagnostics.text import Source
from hexgame.validation.play import Play
from hexgame.validation.validation import validate
from hexgame.web.talk.desk import Desk

HEX = (ROOT / "games" / "hex.hexgame").read_text()


def ask(kind: str, **fields: object) -> dict[str, object]:
    return Desk().answer({"id": 1, "ask": kind, **fields})


def passage(text: str, problem: dict[str, object]) -> str:
    """The text of a problem, as a browser finds it."""
    units = text.encode("utf-16-le")
    return units[2 * problem["from"] : 2 * problem["to"]].decode("utf-16-le")


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (HEX.replace("rhombus", "rhombos"), ["rhombos"]),
        (HEX.replace("Piet Hein", "𝔓iet 🙂 Hein").replace("rhombus", "rhombos"), ["rhombos"]),
        (HEX.replace("turn 2", 'turn "🙂🙂"').replace("connects", "conects"), ['"🙂🙂"', "conects"]),
        ("\ufeff" + HEX.replace("\n", "\r\n").replace("empty", "emty"), ["emty"]),
        ("variant of hxe", ["hxe"]),
        ("", [""]),
    ],
)
def test_problems_are_those_of_validate(text: str, marked: list[str]):
    problems = ask("check", text=text)["problems"]
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    found = validate(Source("sheet.hexgame", plain), {}, Play.of(0, None, 0)).diagnostics
    assert [(each["code"], each["message"], each["help"]) for each in problems] == [
        (each.code, each.message, each.help) for each in found
    ]
    assert [passage(text, each) for each in problems] == [each.span.text for each in found] == marked


def test_a_quick_check_finds_the_errors_of_the_game_itself():
    wrong, warned = (
        HEX.replace("rhombus", "rhombos").replace("connects", "conects"),
        HEX + "option idle = yes in yes, no\n",
    )
    assert ask("check", text=wrong, quick=True)["problems"] == ask("check", text=wrong)["problems"] != []
    assert [each["severity"] for each in ask("check", text=warned)["problems"]] == ["warning"]
    quick = ask("check", text=warned, quick=True)
    assert (quick["problems"], quick["title"]) == ([], "Hex")


def test_a_check_can_do_without_a_board():
    whole, lean = ask("check", text=HEX), ask("check", text=HEX, board=False)
    assert whole["board"] is not None
    assert lean == {**whole, "board": None}


EDITS = [
    ("# a comment", "turn {", "# a comment\nturn {"),
    ("# a remark, and an error", "stone on empty", "stone on emty # a remark"),
    ("another default", "size = 11", "size = 12"),
    ("yes for a number", "size = 11 in 2..26", "size = yes in yes, no"),
    ("another name", "Red, Blue", "Blue, Red"),
    ("no player of that name", "players Red, Blue", "players Rot, Blue"),
    ("a longer board", "rhombus(size)", "rhombus(size + 1)"),
    ("half a board", "edge left, right: Blue", "edge left, right:"),
]


def test_a_board_that_is_used_again_changes_no_answer():
    texts = [HEX.replace(old, new, 1) for _, old, new in EDITS]
    cold = []
    for text in texts:
        loading._BOARDS.clear()
        cold.append(ask("check", text=text, quick=True))
    ask("check", text=HEX, quick=True)
    assert [ask("check", text=text, quick=True) for text in texts] == cold
    assert len({str(each["board"]) for each in cold}) > 4


def test_a_text_with_the_same_board_does_not_build_it_again():
    boards = [hexgame.load(Source("x", HEX.replace(old, new, 1))).board for _, old, new in (EDITS[0], EDITS[2])]
    assert boards[0] is hexgame.load(Source("y", HEX)).board is not boards[1]
    relation = ROOT / "games" / "oust.hexgame"
    kept = [hexgame.load(Source("z", relation.read_text() + "\n# again" * number)).board for number in range(2)]
    assert kept[0] is kept[1]


def test_a_fix_is_an_edit():
    text = HEX.replace("Piet", "🙂").replace("rhombus", "rhombos")
    (problem,) = ask("check", text=text)["problems"]
    (edit,) = problem["fix"]
    units = text.encode("utf-16-le")
    fixed = units[: 2 * edit["from"]] + edit["insert"].encode("utf-16-le") + units[2 * edit["to"] :]
    answer = ask("check", text=fixed.decode("utf-16-le"))
    assert (answer["problems"], answer["title"]) == ([], "Hex")
    assert len(answer["board"]["cells"]) == 121
    assert "cells" not in ask("check", text=fixed.decode("utf-16-le"), has=answer["board"]["hash"])["board"]


def test_a_sheet_is_tried_with_moves():
    tried = ask("check", text=HEX, options={"size": "2"}, moves=["a1", "b2", "a9", "b1"])
    assert (tried["played"], tried["board"]["standing"], tried["board"]["awaits"]) == (2, "Red to move", "you")
    assert [move["text"] for move in tried["board"]["moves"]] == ["b1", "a2"]
    over = ask("check", text=HEX, options={"size": "2"}, moves=["a1", "b2", "a2", "b1"])
    assert (over["played"], over["board"]["awaits"], over["board"]["moves"]) == (3, "over", [])
    assert ask("check", text=HEX)["board"]["moves"] == []
    assert ask("check", text=HEX, moves=["a1"] * 1000)["played"] == 1  # a large board has room for many moves


def test_the_text_of_a_game_comes_with_its_puzzles():
    puzzles = ask("sheet", name="cross")["puzzles"]
    assert puzzles
    for each in puzzles:
        tried = ask(
            "check", text=ask("sheet", name="cross")["text"], options=each["options"], moves=each["moves"], quick=True
        )
        assert tried["played"] == len(each["moves"])
        assert tried["board"]["standing"] == f"{each['player']} to move"
        assert each["answer"] in [move["text"] for move in tried["board"]["moves"]]
    assert ask("sheet", name="dark_hex")["puzzles"] == []


def test_chance_decides_alike_each_time_that_a_sheet_is_tried():
    dice = (ROOT / "games" / "random_turn_hex.hexgame").read_text()
    first, again = (ask("check", text=dice, moves=["a1", "b1", "c1"]) for _ in range(2))
    assert first == again
    assert first["played"] == 3
    assert first["board"]["deciders"]


def test_pages_of_the_manual_are_shown():
    language = ask("docs", page="language")
    assert language["text"] == (ROOT / "docs" / "language.md").read_text()
    assert len(language["examples"]) == language["text"].count("```hexgame\n")
    assert ask("check", text=language["examples"][1], quick=True)["problems"] == []
    assert ask("explain", code="HG101")["text"].startswith("HG101 unexpected word")
    assert [ask("docs", page=name)["code"] for name in ("../README", "langage")] == ["HG609", "HG609"]


def test_no_file_is_read():
    assert ask("check", text="variant of README")["problems"][0]["code"] == "HG206"
    assert ask("sheet", name="../README")["code"] == "HG601"


def completed(before: str, after: str = "") -> dict[str, str]:
    """The words that can be written between two texts, each with its kind; the word begun is left out."""
    units = len(before.encode("utf-16-le")) // 2
    answer = ask("complete", text=before + after, at=units)
    begun = before[len(before.rstrip(ascii_letters)) :]
    assert answer["from"] == units - len(begun)
    return {each["word"]: each["kind"] for each in answer["words"]}


TURN = HEX.index("turn {")
OWN = """game "🙂"
players Red, Blue
pieces knight, rook
option deep = 2 in 1..3
board { shape rhombus(3) label far(c) = c.q }
"""


@pytest.mark.parametrize(
    ("before", "some", "never"),
    [
        ("", "game option board turn win", "place size"),
        (HEX, "option win draw or", "place shape rhombus"),
        (HEX[:TURN] + "turn {\n  may pl", "place move pass swap", "stone board may"),
        (HEX[:TURN] + "turn {\n  place st", "stone Red", "empty place board"),
        (HEX[:TURN] + "turn {\n  place stone on ", "empty own cells size count", "place win"),
        (HEX[:TURN] + "turn {\n  frobnicate x\n  place stone on ", "empty own cells size count", "place win"),
        (HEX[:TURN] + "board {\n  ", "shape edge wrap grid", "place win"),
        (HEX[:TURN] + "board {\n  shape ", "rhombus hexagon size", "place edge"),
        (HEX[:TURN] + "option ", "", "size rhombus"),
        (HEX + "win when connects(own, own.", "edges turns", "own size connects"),
        ('game "x"\nclaims ', "no-draws finite", "game size"),
        ('game "Hex', "", "game board"),
        ("# a comment", "", "game board"),
        (OWN + "turn { place ", "knight rook", "empty"),
        (OWN + "turn { place rook on c among cells where ", "c deep far count", "place"),
        (OWN + "turn { place rook on c among cells where c.", "far q", "c deep"),
    ],
)
def test_what_can_be_written_is_offered(before: str, some: str, never: str):
    found = completed(before, "\n}\n")
    assert set(some.split()) <= found.keys()
    assert found.keys().isdisjoint(never.split())


@pytest.mark.parametrize(
    ("word", "about"),
    [
        ("connects", "connects(cells, regions, by: relation): a condition"),
        ("rhombus", "rhombus: shape"),
        ("size", "option size = 11 in 2..26"),
        ("own", "the player who decides or is tested"),
        ("edges", "the list of a player's edges"),
        ("may", "one of several decisions"),
        ("Red", "players Red, Blue"),
        ("at-most-one-winner", "claims at-most-one-winner"),
    ],
)
def test_a_word_is_explained_where_it_stands(word: str, about: str):
    text = HEX.replace("Piet", "🙂")
    at = len(text[: text.rindex(word)].encode("utf-16-le")) // 2
    answer = ask("hover", text=text, at=at + 1)
    assert about in str(answer["about"])
    assert passage(text, answer) == word
    assert ask("hover", text=text, at=text.index("Join") + 2)["about"] is None


@pytest.mark.parametrize(
    "text", ["x" * 200_000, "1" * 200_000, " " * 200_000, "x1 " * 60_000], ids=["letters", "digits", "spaces", "words"]
)
def test_long_words_are_completed_soon(text: str):
    began = time.process_time()
    answer = ask("complete", text=f'game "{text}', at=len(text))
    assert answer["from"] in range(len(text) + 1)
    assert time.process_time() - began < 4


def test_every_word_of_every_sheet_can_be_asked_about():
    for path in sorted((ROOT / "games").glob("*.hexgame"))[::12]:
        text = path.read_text()
        for at in range(0, len(text), 301):
            assert ask("hover", text=text, at=at)["answer"] == "hover"
            assert ask("complete", text=text[:at], at=at)["answer"] == "complete"


def test_a_conversation_begins_without_players() -> None:
    told = "print([each for each in sys.modules if each.startswith('hexgame.players')])"
    code = f"import sys, hexgame.web.talk.desk; {told}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
