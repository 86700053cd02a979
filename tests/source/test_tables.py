"""The parser's tables are shipped as data. They fit the grammar, and whatever becomes of them harms nobody."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from hexgame.source.syntax import grammar, tables
from hexgame.source.syntax.grammar import TABLES, build_parser, grammar_text, parser
from hexgame.source.syntax.tables import tables_text

SHIPPED = TABLES.read_text("utf-8")


def test_the_tables_are_those_of_the_grammar() -> None:
    assert tables_text(build_parser(), grammar_text()) == SHIPPED, "write: cd tests && python -m source.test_tables"


def test_the_parser_has_the_tables_that_are_shipped() -> None:
    assert type(parser().parser.parser) is tables._Ready
    assert tables_text(parser(), grammar_text()) == SHIPPED


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


def test_tables_that_another_lark_cannot_use_are_not_used(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tables.Lark, "_load_from_dict")
    monkeypatch.setattr(grammar, "build_parser", lambda: "built")
    assert parser() == "built"


def test_tables_of_another_grammar_are_not_used() -> None:
    assert tables.loaded(SHIPPED, grammar_text() + "\n", grammar._OPTIONS) is None


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
    TABLES.write_text(tables_text(build_parser(), grammar_text()), "utf-8")
