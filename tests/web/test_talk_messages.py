"""Whatever is sent, there is an answer, and it says what is wrong."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, long, wide
from hypothesis import given, settings
from hypothesis import strategies as st
from talking import BOTH, FIRST, SECOND, WATCHER, table

from hexgame.deadline import time_limit
from hexgame.web.talk.answers import FAULT, answered
from hexgame.web.talk.desk import Desk
from hexgame.web.talk.envelopes import read
from hexgame.web.talk.fields import Base, Shipped, Written
from hexgame.web.talk.forms import Malformed, decoded, kinds_of
from hexgame.web.talk.messages import ASKS, MOST_SECONDS, SLOW, Open
from hexgame.web.talk.table import Table, setup_of

HEX = (ROOT / "games" / "hex.hexgame").read_text()
HOSTILE = sorted((ROOT / "tests" / "hostile" / "sheets").iterdir())

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
TEXTS = st.sampled_from(
    [HEX, HEX[:300], "", "variant of hex", 'game "🙂"', "\ud800", "turn {", "x" * 400, "\r\n\ufeff"]
)
LIKELY: dict[str, st.SearchStrategy[object]] = {
    "name": st.sampled_from(["hex", "hex_kb", "nothing", "../hex", "", "\0", "/etc/passwd"]),
    "text": TEXTS,
    "at": st.integers(-2, 900),
    "code": st.sampled_from(["HG101", "hg999", "", "HG"]),
    "options": st.dictionaries(st.sampled_from(["size", "pie", "no"]), st.sampled_from(["3", "yes", "no", "99", ""]),
                               max_size=2),
    "sheet": st.sampled_from([{"name": "hex"}, {"text": HEX}, {"name": "hex", "text": ""}, None]),
    "node": st.integers(-1, 4),
    "move": st.sampled_from(["a1", "b2", "c3", "swap", "pass", "{1,2}", "", "a1-b2", "\ud800", "zz" * 500]),
    "seat": st.none() | st.integers(-1, 3),
    "eyes": st.sampled_from([None, "Red", "Blue", "Green", ""]),
    "seconds": st.just(0.02),
    "games": st.integers(-1, 5),
    "by": st.sampled_from([None, "random", "human", "easy", "nobody", "gtp:rm -rf x", "mcts:20"]),
    "table": st.just("t"),
    "yes": st.booleans(),
}  # fmt: skip


@st.composite
def questions(draw: Callable[..., object]) -> dict[str, object]:
    """A message that is right, or nearly."""
    word = draw(st.sampled_from([*ASKS, *(kind for kind in ASKS if kind in ("play", "look", "undo", "agree"))]))
    assert isinstance(word, str)
    message: dict[str, object] = {"id": draw(st.integers(0, 9) | PLAIN), "ask": word}
    for name in kinds_of(ASKS[word]):
        if draw(st.integers(0, 9)):
            message[name] = draw(LIKELY.get(name, ANYTHING) if draw(st.integers(0, 9)) else ANYTHING)
    if not draw(st.integers(0, 19)):
        message[str(draw(st.text(max_size=5)))] = draw(ANYTHING)
    return message


def check(message: object, answer: dict[str, object]) -> None:
    """An answer is one of JSON, with the message's number, and no fault of ours."""
    json.dumps(answer, allow_nan=False)
    assert answer.get("message") != FAULT, message
    assert answer["answer"] == "error" or (isinstance(message, dict) and answer["answer"] == message["ask"])


@given(ANYTHING)
@settings(max_examples=40, deadline=None)
def test_anything_is_answered(message: object):
    check(message, Desk().answer(message))
    check(message, table("hex", size="3").hear(BOTH, message).answer)


@given(st.binary(max_size=60) | st.text(max_size=60) | ANYTHING.map(json.dumps))
@settings(max_examples=100, deadline=None)
def test_any_frame_is_read_or_refused(frame: bytes | str):
    try:
        message = decoded(frame)
    except Malformed as error:
        assert "JSON" in str(error)
    else:
        check(message, Desk().answer(message))


def test_frames_are_bounded():
    for frame in ('"' + "x" * 2**20 + '"', b" " * (2**20 + 1), '"' + "é" * 2**19 + '"', "[" * 100_000, "1" * 5000):
        with pytest.raises(Malformed):
            decoded(frame)


@cache
def answered_by_desk(text: str) -> dict[str, object]:
    return Desk().answer(json.loads(text))


@given(questions())
@settings(max_examples=80, deadline=None)
def test_the_desk_answers_what_is_nearly_right(message: dict[str, object]):
    check(message, answered_by_desk(json.dumps(message)))


@given(st.lists(st.tuples(st.sampled_from([FIRST, SECOND, BOTH, WATCHER]), questions()), max_size=12),
       st.sampled_from(["hex", "dark_hex", "blind_hex"]))  # fmt: skip
@settings(max_examples=25, deadline=None)
def test_a_table_answers_what_is_nearly_right(asked: list[tuple[object, dict[str, object]]], name: str):
    at, happened = table(name, size="5" if name == "blind_hex" else "3"), list[dict[str, object]]()
    for who, message in asked:
        if message["ask"] == "analyse":
            message["by"] = "random"
        heard = at.hear(who, message)  # type: ignore[arg-type]
        check(message, heard.answer)
        happened += [event for event in heard.events if at.apply(event)]
    assert Table(at.setup, happened).scene(BOTH) == at.scene(BOTH)


def test_a_question_that_is_wrong_is_told_how():
    said = [
        ({}, "`ask` must be one of library,"),
        ({"ask": "chek"}, "did you mean `check`?"),
        ({"ask": "check"}, "`text` is missing: a text of at most 262,144 bytes"),
        ({"ask": "check", "text": 3}, "`text` must be a text of at most 262,144 bytes"),
        ({"ask": "check", "text": "", "txt": ""}, "there is no field `txt` here: text, options"),
        ({"ask": "play", "table": "t", "node": -1, "move": "a1"}, "`node` must be a whole number in 0..20000"),
        ({"ask": "look", "table": "../t"}, "`table` must be a text"),
        ({"ask": "open", "sheet": {"name": "hex", "text": ""}}, "`sheet` must be an object of name, or an object of"),
        ({"ask": "analyse", "table": "t", "node": 0, "seconds": 1e999}, "`seconds` must be a number from 0.01 to 10"),
        ({"id": [], "ask": "library"}, "`id` must be"),
    ]
    for message, why in said:
        with pytest.raises(Malformed, match=r"`") as refused:
            read(message)
        assert why in str(refused.value)
    assert len(SLOW) == 7 and MOST_SECONDS == 10


@long("*", "!b*")
@wide("*", "!b*", "!c*")
@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: path.stem)
def test_a_hostile_sheet_is_checked_within_its_limit(path: Path):
    text = path.read_bytes().decode(errors="replace").replace("\0", " ")
    began = time.process_time()
    with time_limit(5):
        answer = Desk().answer({"id": 1, "ask": "check", "text": text})
    assert time.process_time() - began < 8
    check({"ask": "check"}, answer)
    assert answer["answer"] == "check" or answer["code"] in (None, "HG615") or "bytes" in answer["message"]


def test_hostile_records_are_opened_or_refused():
    found = []
    for path in sorted((ROOT / "tests" / "hostile" / "records").iterdir()):
        message = {"id": 1, "ask": "open", "record": path.read_bytes().decode(errors="replace"), "seed": 1}
        with time_limit(5):
            answer = answered(message, lambda envelope: {"scene": begins(envelope.ask)})
        check(message, answer)
        found.append(answer["answer"])
    assert {"open", "error"} == set(found)


OPENING = {
    "ask": st.just("open"),
    "sheet": LIKELY["sheet"],
    "options": LIKELY["options"],
    "seats": st.lists(st.sampled_from(["human", "easy", "gtp:x", "x"])),
    "record": st.sampled_from([None, "game: hex", "game: hex\noptions: {size: [1]}", "moves: 3", "\0", "&a [*a]"]),
}


@given(st.fixed_dictionaries(OPENING))
@settings(max_examples=30, deadline=None)
def test_a_table_is_opened_or_refused(message: dict[str, object]):
    check(message, answered(message, lambda envelope: {"scene": begins(envelope.ask)}))


def begins(asked: object) -> dict[str, object]:
    assert isinstance(asked, Open)
    return Table(setup_of(asked)).scene(BOTH)


def test_a_table_keeps_only_the_texts_that_its_game_is_made_from():
    bases = (Base("idle", "#" * 1000), Base("mid", "variant of low"), Base("low", "variant of hex"), Base("hex2", "x"))
    setup = setup_of(Open(sheet=Written("variant of mid", bases)))
    assert [base["name"] for base in setup["sheet"]["bases"]] == ["mid", "low"]
    assert Table(setup).game.title == Table(setup_of(Open(sheet=Shipped("hex")))).game.title
    assert setup_of(Open(sheet=Written("variant of hex", bases)))["sheet"]["bases"] == ()
    twice = Base("low", 'variant of hex\ntitle "Not this one"'), *bases
    kept = setup_of(Open(sheet=Written("variant of mid", twice)))
    assert len(kept["sheet"]["bases"]) == 2, "of each name one"
    broken = setup_of(Open(sheet=Written("variant of mid", (Base("mid", "variant of nothing"), bases[0]))))
    assert "idle" not in str(broken)
