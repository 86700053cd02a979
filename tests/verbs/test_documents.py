"""The YAML door: plain data is read as it was written, all else is refused at its place, and fast."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, Run, long, wide
from hypothesis import given, settings
from hypothesis import strategies as some

from hexgame.doors import documents
from hexgame.doors.documents import (
    DEEPEST,
    MOST_DIGITS,
    MOST_VALUES,
    Fields,
    Items,
    Malformed,
    Place,
    read_document,
    write_document,
)

SCENARIOS = sorted((ROOT / "games").glob("*.test.yaml"))
LOADERS = {loader.__name__: loader for loader in (documents.LOADER, yaml.SafeLoader)}


@pytest.fixture(params=LOADERS)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each parser there is: that of libyaml, and that of Python, which is used where the other is missing."""
    monkeypatch.setattr(documents, "LOADER", LOADERS[request.param])
    return str(request.param)


# What is read


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", True), ("True", True), ("ON", True), ("no", False), ("false", False), ("Off", False),
        ("~", None), ("null", None), ("NULL", None), ("", None), ("# nothing\n", None),
        ("0", 0), ("-3", -3), ("+3", 3), ("12345678901234567890", 12345678901234567890), ("0.5", 0.5), ("-1.25", -1.25),
        ("0x1F", "0x1F"), ("0b1", "0b1"), ("010", "010"), ("1_000", "1_000"), ("1:30", "1:30"), ("1e3", "1e3"),
        (".5", ".5"), (".inf", ".inf"), (".nan", ".nan"), ("2001-01-01", "2001-01-01"), ("=", "="), ("y", "y"),
        ("'yes'", "yes"), ('"3"', "3"), ("|\n  a\n  b\n", "a\nb\n"), ('"\\u202e"', "\u202e"),
        ("[a1, [1, 2], {b: ~}]", ["a1", [1, 2], {"b": None}]), ("hello you", "hello you"),
        ("{1: 2, yes: no, ~: x}", {"1": 2, "yes": False, "~": "x"}),
        ("<<: {a: 1}", {"<<": {"a": 1}}), ("a:\n- 1\n- b: 2\n  c: 3\n", {"a": [1, {"b": 2, "c": 3}]}), ("--- a", "a"),
    ],
)  # fmt: skip
def test_plain_data_is_read(text: str, value: object) -> None:
    found = read_document(text)
    assert (found, type(found) in (type(value), Fields, Items)) == (value, True)


@pytest.mark.usefixtures("loader")
@wide("*", "!*-blind_hex.test", "!*-hex.test", "!*-gonnect.test", "!*-unlur.test")
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_shipped_scenarios_are_read_as_others_read_them(path: Path) -> None:
    def with_text_keys(value: object) -> object:
        if isinstance(value, dict):
            return {{True: "yes", False: "no"}.get(key, str(key)): with_text_keys(each) for key, each in value.items()}
        return [with_text_keys(each) for each in value] if isinstance(value, list) else value

    text = path.read_text("utf-8")
    assert read_document(text) == with_text_keys(yaml.safe_load(text))


@pytest.mark.usefixtures("loader")
def test_places_are_those_of_keys_and_values() -> None:
    text = "é😀: [a1, 'b c']\noptions:\n  size: 30\n"
    found = read_document(text)
    assert isinstance(found, Fields)
    items, inside = found["é😀"], found["options"]
    assert isinstance(items, Items)
    assert isinstance(inside, Fields)
    places = [found.keys_at["é😀"], *items.items_at, found.keys_at["options"], *inside.keys_at.values()]
    places += inside.values_at.values()
    assert [text[place.start : place.end] for place in places] == ["é😀", "a1", "'b c'", "options", "size", "30"]


PLAIN = some.recursive(
    some.none() | some.booleans() | some.integers(-(10**38), 10**38) | some.text(max_size=12)
    | some.sampled_from(["yes", "0x10", "1:30", "2001-01-01", "1e3", "1.5e3", "=", "<<", "~", "010", "1_0", ".inf"]),
    lambda inside: some.lists(inside, max_size=4) | some.dictionaries(some.text(max_size=8), inside, max_size=4),
    max_leaves=12,
)  # fmt: skip


@long
@settings(max_examples=40, deadline=None)
@given(some.dictionaries(some.text(max_size=8), PLAIN, max_size=5))
def test_what_is_written_is_read_back(fields: dict[str, object]) -> None:
    assert read_document(write_document(fields)) == fields


@pytest.mark.parametrize("value", [10**MOST_DIGITS, "\udcff", [[[[[[[[[[[]]]]]]]]]]]], ids=str)
def test_what_could_not_be_read_back_is_not_written(value: object) -> None:
    with pytest.raises(Malformed):
        write_document({"a": value})


def test_what_occurs_twice_is_written_twice() -> None:
    cells = ["a1"]
    assert "&" not in write_document({"Red": cells, "Blue": cells})


# What is refused


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("a: &x [1]\nb: *x", "&x", "`&x` is an anchor"), ("a: *x", "*x", "`*x` is an alias"),
        ("a: !!bool maybe", "!!bool", "`!!bool` is a tag"), ('a: !!int ""', "!!int", "tag"),
        ('a: !!float ""', "!!float", "tag"), ("a: !!timestamp abc", "!!timestamp", "tag"), ("! a", "!", "tag"),
        ("a: !!python/object:os.system {}", "!!python", "tag"), ("!!set {a}", "!!set", "tag"),
        ("a: !x [1]", "!x", "tag"),
        ("a: 1\nb: 2\na: 3", "a: 3", "`a` is given twice"), ("{'1': 2, 1: 3}", "1: 3", "`1` is given twice"),
        ("{[1]: 2}", "[1]", "a key must be a word or a text"), ("? {a: 1}\n: 2", "{a", "a key must be"),
        ("a: 1\n--- \nb: 2", "---", "a second document"),
        ("a: " + "9" * (MOST_DIGITS + 1), "999", "this number has more than 40"),
        ("a: 1." + "9" * MOST_DIGITS, "1.9", "this number has more than 40"),
        ("[" * (DEEPEST + 1), "", "nested more than 10"),
        ("a: \x1b", "\x1b", "unexpected character `U+001B`"), ("a: \ufeff", "\ufeff", "unexpected character `U+FEFF`"),
        ('a: "\\ud800"', "", ""), ("a: [b", "[b", "`[` is never closed"), ("a: 'b", "'b", "`'` is never closed"),
        ("a: b: c", ": c", "a second `:` in one line"), ('"\\q"', "", "not valid YAML"), ("- a\nb", "", "YAML"),
        ("@a", "@a", "a value cannot begin with `@`"), ("%FOO\n", "", "not valid YAML"), ("a: |x\n b", "", "YAML"),
        ("\ta: 1", "\t", "a tab indents this line"), ("a:\n\t- b", "\t", "a tab indents this line"),
        ("a: [b]\nmoves:[c]\nd: e", "moves:[", "a space is missing after `:`"),
        ("a: b // c\n  d: e", "// c", "a comment begins with `#`"), ("a: {b: 1},\nc: 2", ",\nc", "a `,` stands only"),
        ("- a: b\n c: d", "c", "indented by 1 space, the one above by 2"),
    ],
)  # fmt: skip
def test_all_else_is_refused_at_its_place(text: str, at: str, reason: str) -> None:
    with pytest.raises(Malformed) as error:
        read_document(text)
    assert reason in str(error.value)
    assert text[error.value.place.start :].startswith(at)
    assert 0 <= error.value.place.start < error.value.place.end <= len(text) + 1


def bomb(levels: int) -> str:
    """A text in which each list holds the one before it ten times."""
    return "options:\n  a0: &a0 [x]\n" + "".join(
        f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, levels)
    )


LARGE = 100_000
COSTLY = {
    "aliases": bomb(9), "brackets": "[" * LARGE, "braces": "{" * LARGE, "nested keys": '{"a":' * (LARGE // 5),
    "brackets in lines": "[\n" * (LARGE // 2), "dashes": "- " * (LARGE // 2), "question marks": "? " * (LARGE // 2),
    "indents": "".join(" " * at + "a:\n" for at in range(600)), "digits": "a: " + "9" * LARGE,
    "hexadecimal digits": "a: 0x" + "f" * LARGE, "base 60": "a: " + ":".join(["59"] * (LARGE // 3)),
    "keys": "".join(f"k{at}: 1\n" for at in range(LARGE // 20)), "the same key": "a: 1\n" * (LARGE // 10),
    "numbers that collide": "{" + ",".join(f"{at * (2**61 - 1)}: 1" for at in range(LARGE // 50)) + "}",
    "quotes": "'" * (LARGE + 1), "escapes": '"' + "\\x41" * (LARGE // 8) + '"', "one word": "x" * LARGE,
    "blank lines": " \n" * (LARGE // 4), "documents": "---\n" * (LARGE // 10), "anchors": "&a " * (LARGE // 10),
    "comments": "#\n" * (LARGE // 2), "merges": "<<: [" + "{a: 1}, " * (LARGE // 40) + "]",
    "tags": "!!x " * (LARGE // 10),
}  # fmt: skip


@pytest.mark.parametrize("text", COSTLY.values(), ids=COSTLY)
def test_what_is_costly_elsewhere_is_read_or_refused_at_once(text: str) -> None:
    started = time.process_time()
    try:
        read_document(text)
    except Malformed as error:
        assert error.place.start <= len(text)
    assert time.process_time() - started < 2


def test_no_more_values_are_read_than_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_VALUES <= 100_000
    monkeypatch.setattr(documents, "MOST_VALUES", 1_000)
    with pytest.raises(Malformed, match="more than 1,000 values"):
        read_document("[" + "1," * 1_001 + "]")


def odd_texts() -> Iterator[str]:
    """Scenarios with signs of YAML thrown in."""
    rng = random.Random(1)
    signs = [*"[]{}:,-?&*!|>'\"%@`#~=\n\t \\\u2028\x85é😀", "\n  ", "\n- ", ": ", "&a ", "*a", "!!int ", "---\n", "..."]
    texts = [path.read_text("utf-8")[:600] for path in SCENARIOS[:6]]
    for _ in range(100):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 6)):
            at = rng.randint(0, len(text))
            text = text[:at] + rng.choice(signs) + text[at + rng.choice((0, 0, 1, 9)) :]
        yield text


@pytest.mark.usefixtures("loader")
def test_odd_texts_are_read_or_refused() -> None:
    for text in odd_texts():
        try:
            read_document(text)
        except Malformed as error:
            assert isinstance(error.place, Place)


# As a user sees it


@pytest.mark.parametrize("verb", ["record", "scenario"])
@pytest.mark.parametrize(
    ("options", "line", "words"),
    [
        ("options: &a {size: 3}", "2:10", "`&a` is an anchor, which is not supported: leave it out"),
        ("options: {size: !!int ''}", "2:17", "`!!int` is a tag, which is not supported: leave it out"),
        ("options: [3]", "2:10", "`options` must be a mapping"), ("option: {}", "2:1", "has no `option`"),
    ],
)  # fmt: skip
def test_a_problem_is_told_with_its_line_and_column(
    command: Run, tmp_path: Path, verb: str, options: str, line: str, words: str
) -> None:
    path = tmp_path / "x.test.yaml"
    path.write_text(f"game: hex\n{options}\n" + ("cases: [{expect: {}}]\n" if verb == "scenario" else ""))
    result = command(*(["test"] if verb == "scenario" else ["show", "--from"]), str(path))
    assert words in result.output
    assert f"--> {path}:{line}\n" in result.output
    assert result.exit_code == 2


def test_a_number_as_a_key_is_an_unknown_option(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.test.yaml"
    path.write_text("game: hex\noptions: {1: 2}\ncases: [{expect: {}}]\n")
    assert "this game has no option `1`" in command("test", str(path)).output


def test_a_move_of_a_record_that_is_refused_is_marked(command: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("game: hex\nmoves:\n- b2\n- zz\n")
    assert f"--> {path}:4:3\n" in command("show", "--from", str(path)).output
