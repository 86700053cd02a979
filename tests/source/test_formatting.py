"""`hexgame fmt`: what is written, what is only told, what is left alone."""

from __future__ import annotations

import os
import sys
from io import BytesIO
from pathlib import Path

import pytest

from hexgame.show.pages.formatting import format_all

UGLY, NEAT, BROKEN = b"turn{pass}", b"turn { pass }\n", b"turn { pass"


def fmt(*paths: Path | str, given: bytes = b"", **flags: bool) -> tuple[str, list[str], int]:
    text, problems, code = format_all(map(str, paths), BytesIO(given), **flags)
    return text, [problem.code for problem in problems], code


@pytest.fixture
def ugly(tmp_path: Path) -> Path:
    path = tmp_path / "ugly.hexgame"
    path.write_bytes(UGLY)
    return path


def test_a_file_is_formatted_once(ugly: Path) -> None:
    assert fmt(ugly) == (f"formatted {ugly}\n", [], 0)
    assert ugly.read_bytes() == NEAT
    assert fmt(ugly) == fmt(ugly, check=True) == fmt(ugly, check=True, diff=True) == ("", [], 0)
    assert list(ugly.parent.iterdir()) == [ugly]


def test_check_and_diff_only_look(ugly: Path) -> None:
    assert fmt(ugly, check=True) == (f"{ugly} would be formatted\n", [], 1)
    text, problems, code = fmt(ugly, diff=True)
    assert (problems, code) == ([], 0)
    assert "-turn{pass}\n" in text
    assert "+turn { pass }\n" in text
    assert fmt(ugly, check=True, diff=True) == (text, [], 1)
    assert ugly.read_bytes() == UGLY


def test_what_cannot_be_read_is_left_alone_and_the_rest_is_formatted(ugly: Path) -> None:
    broken = ugly.with_name("broken.hexgame")
    broken.write_bytes(BROKEN)
    (ugly.parent / "binary.hexgame").write_bytes(b"\xff\xff")
    assert fmt(ugly.parent) == (f"formatted {ugly}\n", ["HG602", "HG101"], 2)
    assert broken.read_bytes() == BROKEN
    assert ugly.read_bytes() == NEAT
    assert fmt(ugly.parent / "none.hexgame") == ("", ["HG601"], 2)


def test_a_folder_without_games_is_told(tmp_path: Path) -> None:
    assert fmt(tmp_path) == ("", ["HG601"], 2)


def test_standard_input_goes_to_standard_output() -> None:
    assert fmt("-", given=UGLY) == (NEAT.decode(), [], 0)
    assert fmt("-", given=NEAT) == (NEAT.decode(), [], 0)
    assert fmt("-", given=UGLY, check=True) == ("- would be formatted\n", [], 1)
    assert fmt("-", given=NEAT, check=True, diff=True) == ("", [], 0)
    assert fmt("-", given=BROKEN) == ("", ["HG101"], 2)
    assert fmt("-", given=b"#" * 300_000) == fmt("-", given=b"\xff") == ("", ["HG602"], 2)


def test_lines_end_with_lf(ugly: Path) -> None:
    ugly.write_bytes(b"\xef\xbb\xbf" + NEAT.replace(b"\n", b"\r\n"))
    assert fmt(ugly, diff=True) == (f"{ugly}: line endings become LF\n", [], 0)
    assert fmt(ugly, check=True)[2] == 1
    assert fmt(ugly)[2] == 0
    assert ugly.read_bytes() == NEAT


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links")
def test_permissions_and_links_stay(ugly: Path) -> None:
    ugly.chmod(0o640)
    link = ugly.with_name("link.hexgame")
    link.symlink_to(ugly)
    assert fmt(link) == (f"formatted {link}\n", [], 0)
    assert link.is_symlink()
    assert ugly.read_bytes() == NEAT
    assert ugly.stat().st_mode & 0o777 == 0o640


def test_a_file_that_cannot_be_written_stays(ugly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "replace", full)
    assert fmt(ugly) == ("", ["HG610"], 2)
    assert ugly.read_bytes() == UGLY
    assert list(ugly.parent.iterdir()) == [ugly]
