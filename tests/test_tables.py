"""The parser's tables are shipped as data. They fit the grammar, and whatever becomes of them harms nobody."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import GAMES, ROOT
from lark import Lark
from lark import Token as LarkToken
from lark import Tree as LarkTree

from hexgame.source.syntax import grammar, tables
from hexgame.source.syntax.computed import compute
from hexgame.source.syntax.grammar import TABLES, grammar_text, parser
from hexgame.source.syntax.parser import Branch
from hexgame.source.syntax.replay import read
from hexgame.source.syntax.tables import sealed

SHIPPED = TABLES.read_text("utf-8")


def test_the_tables_are_those_of_the_grammar() -> None:
    assert sealed(compute(grammar_text()), grammar_text()) == SHIPPED, "write them anew: python tests/test_tables.py"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that holds the tables, from which the parser is made anew."""
    monkeypatch.setattr(grammar, "TABLES", tmp_path / "tables.json")
    grammar.TABLES.write_text(SHIPPED, "utf-8")
    parser.cache_clear()
    yield grammar.TABLES
    parser.cache_clear()


DAMAGE = {
    "gone": None,
    "empty": b"",
    "half": SHIPPED.encode()[: len(SHIPPED) // 2],
    "a changed byte": SHIPPED.replace('"COMPARE","re"', '"COMPARE","ro"').encode(),
    "no text": b"\xff\xfe\x00",
    "a pickle": pickle.dumps(["tables"]),
}


@pytest.mark.parametrize("content", DAMAGE.values(), ids=DAMAGE)
def test_damaged_tables_are_not_used(copy: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None) -> None:
    copy.unlink() if content is None else copy.write_bytes(content)
    monkeypatch.setattr(grammar, "build_parser", lambda: "built")
    assert parser() == "built"


def test_a_parse_tree_is_that_of_lark() -> None:
    theirs = Lark(grammar_text(), parser="lalr", start="file", maybe_placeholders=True, propagate_positions=True)
    for path in GAMES:
        text = path.read_text("utf-8")
        assert shown(read(text)) == shown(theirs.parse(text)), path.stem


def shown(node: object) -> object:
    """A parse tree, ours or Lark's, as rules, texts and offsets."""
    match node:
        case Branch():
            return node.rule, node.start, node.end, [shown(child) for child in node.children]
        case LarkTree():
            return node.data, node.meta.start_pos, node.meta.end_pos, [shown(child) for child in node.children]
        case LarkToken():
            return node.type, str(node), node.start_pos, node.end_pos
        case _:
            return node


def test_tables_of_another_grammar_are_not_used() -> None:
    assert tables.loaded(SHIPPED, grammar_text() + "\n") is None


def test_a_pickle_in_the_cache_folder_is_never_opened_and_nothing_is_written(tmp_path: Path) -> None:
    """Once, tables were kept there, in a pickle that every command ran."""

    class Planted:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(tmp_path / "run"),)

    planted = tmp_path / "grammar.lalr"
    planted.write_bytes(b"x\n" + pickle.dumps(Planted()))
    command = [sys.executable, "-m", "hexgame", "validate", "hex", "--play", "0"]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "HEXGAME_CACHE": str(tmp_path)})
    assert list(tmp_path.iterdir()) == [planted]


if __name__ == "__main__":
    TABLES.write_text(sealed(compute(grammar_text()), grammar_text()), "utf-8")
