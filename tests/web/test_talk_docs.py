"""Every example of docs/web.md is true: what is asked is answered so."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec

from conftest import ROOT
from talking import BOTH, ask, table

from hexgame.web.talk.desk import Desk
from hexgame.web.talk.envelopes import read
from hexgame.web.talk.forms import kinds_of
from hexgame.web.talk.messages import ASKS, AtDesk, AtDoor, Qr
from hexgame.web.talk.sight import Sight, scene_of

PAGE = (ROOT / "docs" / "web.md").read_text("utf-8")
BLOCKS = [
    [json.loads(line) for line in block.splitlines()] for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
]


def fits(shown: object, real: object) -> bool:
    """Whether something is as it is shown; `…` stands for anything, or for any part of a list or a text."""
    match shown, real:
        case str(), str():
            return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), real, re.DOTALL) is not None
        case "…", _:
            return True
        case dict(), dict():
            left = real.keys() - shown.keys()
            return all(name in real and fits(each, real[name]) for name, each in shown.items() if name != "…") and (
                "…" in shown or not left
            )
        case list(), list():
            wanted = [each for each in shown if each != "…"]
            if "…" not in shown:
                return len(shown) == len(real) and all(map(fits, shown, real))
            return all(any(fits(each, one) for one in real) for each in wanted)
    return shown == real


def test_every_message_has_an_example_that_is_true():
    at, seen, open_asks = table("hex", size="3"), set[str](), dict[object, dict[str, object]]()
    for message in (each for block in BLOCKS for each in block):
        if "answer" in message:
            asked = open_asks.pop(message["id"])
            answer = asked["answer"]
            assert answer is None or fits(message, answer), (message, answer)
            continue
        seen.add(message["ask"])
        try:
            kind = read(message).ask
        except ValueError:
            kind = None
        if isinstance(kind, AtDoor) or (isinstance(kind, Qr) and find_spec("segno") is None):
            answer = None
        elif kind is None or isinstance(kind, AtDesk):
            answer = Desk().answer(message)
        else:
            answer = ask(at, BOTH, **{"kind" if name == "ask" else name: value for name, value in message.items()
                                      if name not in ("id", "table")}) | {"id": message["id"]}  # fmt: skip
        open_asks[message["id"]] = {"answer": answer}
    assert seen - {"chek"} == ASKS.keys()


def test_every_field_is_named():
    shown = {(message["ask"], name) for block in BLOCKS for message in block if "ask" in message for name in message}
    named = set(re.findall(r"`(\w+)`", PAGE))
    fields = {(word, name) for word, form in ASKS.items() for name in kinds_of(form)}
    assert {(word, name) for word, name in fields - shown if name not in named} == set()


def test_the_fields_of_a_scene_are_listed():
    rows = re.findall(r"^\| (`.*?`) \| ", PAGE[PAGE.index("## Scenes") :], re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    scene = table("hex", size="3").scene(BOTH)
    assert listed == scene.keys()
    assert listed - {"begins"} == scene_of(Sight(table("hex", size="3").course.tip.state)).keys()


def test_the_example_for_carriers_runs():
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    exec(example, names)  # noqa: S102 - it is ours
    assert len(names["table"].course.tip.path) == 3
