"""What a page asks about sheets."""

from __future__ import annotations

import pytest
from conftest import ROOT

from hexgame.diagnostics.text import Source
from hexgame.study.validation.play import Play
from hexgame.study.validation.validation import validate
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


def test_chance_decides_alike_each_time_that_a_sheet_is_tried():
    dice = (ROOT / "games" / "random_turn_hex.hexgame").read_text()
    first, again = (ask("check", text=dice, moves=["a1", "b1", "c1"]) for _ in range(2))
    assert first == again
    assert first["played"] == 3
    assert first["board"]["deciders"]


def test_no_file_is_read():
    assert ask("check", text="variant of README")["problems"][0]["code"] == "HG206"
    assert ask("sheet", name="../README")["code"] == "HG601"
