"""Everything that a page is sent is made visible at one door, whatever field it stands in."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from conftest import ROOT
from served import Page, served
from talking import BOTH, FIRST, WATCHER, ask, opened
from test_visible import ACCEPTED, MARK, SHEET, TEXTS, is_visible

import hexgame
from hexgame.doors.visible import visible
from hexgame.web.serve.app import Site
from hexgame.web.talk.desk import Desk
from hexgame.web.talk.shown import Verbatim, shown, verbatim
from hexgame.web.talk.sight import Person

Found = dict[str, object]

RAW = {("sheet", "text"), ("sheet", "bases"), ("format", "text")}
"""The source of a sheet, by answer and field; in a scene, it is below `begins`, and in a problem what a fix inserts."""


def marked(mark: str) -> str:
    """A sheet with a mark in all of its comments and texts but the glyph of a piece, which is one character."""
    return TEXTS.sub(lambda found: found[0] + mark * (len(found[0]) > len('"☗')), SHEET)


WRITTEN = marked(ACCEPTED)

STRAYS = ["\x00", "\x1b[2J", "\x7f", "\x9b", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\ue000", "\U000e0041"]


def texts(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[tuple[object, ...], str]]:
    """All texts and names of fields of a value, with where they stand."""
    match value:
        case str():
            yield path, value
        case dict():
            for name, each in value.items():
                yield (*path, "name"), name
                yield from texts(each, (*path, name))
        case list() | tuple():
            for each in value:
                yield from texts(each, path)


def hidden(frame: Found) -> list[tuple[tuple[object, ...], str]]:
    """The texts of a frame in which something hides."""
    kind = str(frame.get("answer"))
    return [
        (path, text)
        for path, text in texts(frame)
        if not is_visible(text) and path != ("id",) and "begins" not in path and path[-1] != "insert"
        and not any((kind, part) in RAW for part in path)
    ]  # fmt: skip


def test_the_walk_finds_what_hides() -> None:
    frame: Found = {"answer": "look", "scene": {"tree": [{"note": f"a{MARK}"}], "a\u202e": ["\x1b"]}}
    assert len(hidden(frame)) == 3
    assert hidden({"id": MARK, "answer": "sheet", "text": MARK, "scene": {"begins": {"sheet": MARK}}}) == []


@pytest.mark.parametrize("stray", STRAYS)
def test_the_door_shows_each_and_leaves_sources(stray: str) -> None:
    given = {
        "a": f"x{stray}",
        f"b{stray}": [{"c": (f"y{stray}", 1, None)}],
        "d": Verbatim(stray),
        "e": verbatim([stray]),
    }
    found = shown(given)
    assert [text for path, text in texts(found) if not is_visible(text)] == [stray, stray]
    assert found["a"] == "x" + visible(stray)
    assert shown(found) == found
    assert json.loads(json.dumps(found))["d"] == stray


def test_what_hides_nothing_is_sent_as_it_is() -> None:
    found: Found = {"a": "Ünï\n", "b": ["六角", {"c": 1.5}], "d": "a\\u202e"}
    assert shown(found) == found


# Every frame about one sheet and one table

PEOPLE = (Person(0, MARK), Person(1, MARK, here=False), Person(None, MARK))


def _asked(kind: str, **fields: object) -> Found:
    return Desk().answer({"id": MARK, "ask": kind, **fields})


def desk_frames(sheet: str) -> Iterator[Found]:
    """What the desk answers about a sheet."""
    middle = sheet.index("place man")
    yield _asked("check", text=sheet)
    yield _asked("check", text=sheet, moves=["a1", MARK], options={"size": "2"})
    yield _asked("check", text=sheet, options={MARK: MARK}, bases=[{"name": MARK, "text": MARK}])
    yield _asked("check", text=f"variant of {MARK}")
    yield _asked("check", text=f"variant of low\n{MARK}", bases=[{"name": "low", "text": sheet + MARK}])
    yield _asked("format", text=sheet)
    for at in range(middle, len(sheet), 29):
        yield _asked("complete", text=sheet, at=at)
        yield _asked("hover", text=sheet, at=at)
    for kind in ("sheet", "docs", "explain", MARK):
        yield _asked(kind, **{"sheet": {"name": MARK}, "docs": {"page": MARK}, "explain": {"code": MARK}}.get(kind, {}))
    yield _asked("check", **{MARK: MARK})


def table_frames(sheet: str) -> Iterator[Found]:
    """What is sent about a table, and about the same game when it was saved."""
    at = opened(sheet={"text": sheet})
    at.people = PEOPLE
    for node, move in enumerate(("a1", "b2")):
        yield ask(at, BOTH, "play", node=node, move=move)
        yield ask(at, BOTH, "note", node=node + 1, text=MARK)
    yield ask(at, BOTH, "play", node=0, move="c3")
    yield ask(at, BOTH, "play", node=2, move=MARK)
    yield ask(at, BOTH, "look", eyes=MARK)
    yield ask(at, BOTH, "look", node=1)
    yield ask(at, BOTH, "threats", node=1)
    yield ask(at, BOTH, "sample", node=1, games=3)
    yield ask(at, BOTH, "analyse", node=1, seconds=0.1, by="mcts:10")
    yield ask(at, BOTH, "analyse", node=1, by=MARK)
    yield ask(at, BOTH, "picture")
    yield (saved := ask(at, BOTH, "record"))
    for who in (BOTH, FIRST, WATCHER):
        yield at.scene(who)
    again = opened(sheet={"text": sheet}, record=str(saved["text"]))
    assert MARK in [node.note for node in again.course], "a record loses what it cannot show"
    yield again.scene(BOTH)
    yield ask(again, BOTH, "resign", seat=0)
    yield again.scene(WATCHER)


def test_no_frame_about_a_table_hides_anything() -> None:
    for frame in table_frames(WRITTEN):
        assert hidden(frame) == []


def test_what_may_stand_in_a_sheet_is_shown_in_every_frame() -> None:
    assert hexgame.check(hexgame.diagnostics.text.Source("t.hexgame", WRITTEN)) == ()
    frames = [*desk_frames(WRITTEN), *table_frames(WRITTEN)]
    assert [found for frame in frames for found in hidden(frame)] == []
    assert any(visible(ACCEPTED) in text for frame in frames for _, text in texts(frame)), "the sheet has such texts"
    assert ACCEPTED in str(next(frame["text"] for frame in frames if frame["answer"] == "format"))


def test_what_may_not_is_shown_in_what_is_said_about_it() -> None:
    for sheet in (marked(MARK), SHEET + MARK, f"{MARK}\n{SHEET}"):
        assert [found for frame in desk_frames(sheet) for found in hidden(frame)] == []


@pytest.mark.xdist_group("serve")
def test_no_frame_of_a_server_hides_anything(tmp_path: Path) -> None:
    record = yaml.safe_dump({"game": "hex", "options": {"size": 3}, "moves": ["a1"], "comments": {1: MARK}})
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    (sheets / "own.hexgame").write_text(WRITTEN, "utf-8")
    with served(Site(tmp_path / "data", sheets, workers=1)) as port, Page(port) as page, Page(port) as other:
        for fields in ({"sheet": {"text": WRITTEN}}, {"record": record}, {"sheet": {"name": "own"}}, {"record": MARK}):
            found = page.ask("open", **fields)
            if found["answer"] == "open":
                table = found["table"]
                page.ask("sit", table=table, seat=0, name=MARK)
                page.ask("note", table=table, node=0, text=MARK)
                other.join(table)
                other.ask("glance", table=table, token=MARK)
                other.ask("sit", table=table, seat=0, name=MARK)
                page.ask("play", table=table, node=found["scene"]["node"], move=MARK)
        for kind in ("library", "highlight", "join", "open", "free", MARK):
            page.ask(kind, **({} if kind in ("library", "highlight") else {"table": MARK, MARK: MARK}))
        assert page.ask("sheet", name="own")["text"] == WRITTEN
        frames = [json.loads(frame) for frame in (*page.frames, *other.frames)]
    assert len(frames) > 30
    assert [found for frame in frames for found in hidden(frame)] == []


def test_the_editor_marks_what_hides() -> None:
    """`highlightSpecialChars` of CodeMirror marks control characters and what `HIDDEN` names."""
    editor = (ROOT / "interpreter" / "web" / "page" / "editor" / "editor.js").read_text("utf-8")
    assert re.search(r"^ +highlightSpecialChars\(\{ addSpecialChars: HIDDEN \}\),$", editor, re.MULTILINE)
    (pattern,) = re.findall(r"const HIDDEN =\s+/(\[.*\])/u;", editor)
    marked = re.compile(re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: chr(int(found[1], 16)), pattern))
    every = map(chr, (*range(0x80, 0xD800), *range(0xE000, 0x11000), *range(0xE0000, 0xE1000)))
    hides = [each for each in every if visible(each) != each and unicodedata.category(each) not in ("Cc", "Cn")]
    assert [hex(ord(each)) for each in hides if not marked.match(each)] == ["0x200c", "0x200d"]
    assert not any(marked.match(each) for each in "aé六☗🙂\t \n")
