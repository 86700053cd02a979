"""The cache as an attacker meets it: what others can have written is not read, and nothing is written elsewhere."""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import long
from tiny import PLAY, SHEET, notes

from hexgame.__main__ import main
from hexgame.native import places, store
from hexgame.native.store import Shelf

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners, permissions and links as POSIX has them")
as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")

NOBODY = 65534
GAME, FILE = "hexgame_native_0", "tally.o"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that holds a file of one game, beside a folder that belongs to somebody else's things."""
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))
    shelf().save(FILE, b"mine")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / FILE).write_bytes(store.sealed(b"planted"))
    return tmp_path / "cache"


def shelf() -> Shelf:
    return Shelf(GAME, [])


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def everything(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
            for path in sorted(folder.rglob("*"))}  # fmt: skip


# What is made


def test_folders_and_files_are_for_their_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "new" / "cache"))
    before = os.umask(0)
    try:
        shelf().save(FILE, b"content")
    finally:
        os.umask(before)
    made = tmp_path / "new" / "cache"
    assert [mode(path) for path in (made, made / "native", made / "native" / GAME)] == [0o700] * 3
    assert mode(made / "native" / GAME / FILE) == 0o600
    assert shelf().load(FILE) == b"content"


# Whom it trusts


def given_away(path: Path) -> str:
    os.chown(path, NOBODY, -1)
    return f"{path} belongs to another user"


def open_to_all(path: Path) -> str:
    path.chmod(0o777 if path.is_dir() else 0o666)
    return f"other users can write to {path}"


def open_to_a_group(path: Path) -> str:
    path.chmod(0o770 if path.is_dir() else 0o660)
    return f"other users can write to {path}"


def link(path: Path) -> str:
    path.rename(path.with_name("moved"))
    path.symlink_to(path.with_name("moved"))
    return f"{path} is a symbolic link"


def dangling(path: Path) -> str:
    path.rename(path.with_name("moved"))
    path.symlink_to(path.with_name("nothing"))
    return f"{path} is a symbolic link"


def pipe(path: Path) -> str:
    path.rename(path.with_name("moved"))
    os.mkfifo(path)
    return str(path)


WRONGS = [pytest.param(given_away, marks=as_root), open_to_all, open_to_a_group, link, dangling]


@pytest.mark.parametrize("wrong", WRONGS)
@pytest.mark.parametrize("place", ["", "native", f"native/{GAME}"])
def test_a_folder_that_is_not_one_s_own_is_neither_read_nor_written(
    cache: Path, wrong: Callable[[Path], str], place: str
) -> None:
    assert shelf().load(FILE) == b"mine"
    reason = wrong(cache / place)
    before = everything(cache.parent)
    one = shelf()
    one.look()
    for _ in range(3):
        assert one.load(FILE) is None
        one.save(FILE, b"written")
    (note,) = one.notes
    assert note.startswith(f"compiled code is not stored: {reason}")
    assert note.endswith("HEXGAME_CACHE can name another folder, to which only you can write")
    assert everything(cache.parent) == before


@pytest.mark.parametrize("wrong", [*WRONGS, pipe])
def test_a_file_that_is_not_one_s_own_is_not_read_but_replaced(cache: Path, wrong: Callable[[Path], str]) -> None:
    file = cache / "native" / GAME / FILE
    wrong(file)
    moved = everything(cache).get(f"native/{GAME}/moved")
    one = shelf()
    assert one.load(FILE) is None
    one.save(FILE, b"written")
    assert one.load(FILE) == b"written"
    assert one.notes == []
    assert (file.lstat().st_uid, mode(file), file.is_symlink()) == (os.geteuid(), 0o600, False)
    assert everything(cache).get(f"native/{GAME}/moved") == moved


def test_a_link_that_appears_between_check_and_use_is_not_followed(cache: Path) -> None:
    """A folder stays the one that was opened, whatever its path leads to later."""
    with places.own_cache() as mine:
        cache.rename(cache.with_name("moved"))
        cache.symlink_to("elsewhere")
        with mine.folder("native") as native, native.folder(GAME) as folder:
            assert folder.read(FILE, store.LARGEST) == store.sealed(b"mine")
            folder.write("new", b"")
    assert (cache.with_name("moved") / "native" / GAME / "new").exists()
    assert [path.name for path in (cache.parent / "elsewhere").iterdir()] == [FILE]


# Where it is


@pytest.mark.parametrize("given", ["cache", "./cache", "~/cache"])
def test_a_relative_path_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXGAME_CACHE", given)
    one = shelf()
    one.look()
    (note,) = one.notes
    assert note.startswith(f"compiled code is not stored: HEXGAME_CACHE is a relative path ({given}); ")
    assert list(tmp_path.iterdir()) == []


def test_without_a_home_nothing_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then `~` stands for itself: it would be a folder of whatever folder one is in."""

    def nobody(uid: int) -> pwd.struct_passwd:
        raise KeyError(uid)

    planted = tmp_path / "~" / ".cache" / "hexgame"
    planted.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    for variable in ("HOME", "HEXGAME_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    one = shelf()
    one.look()
    assert one.load(FILE) is None
    (note,) = one.notes
    assert note.startswith("compiled code is not stored: there is no home folder; ")
    assert list(planted.iterdir()) == []
    assert "there is no home folder" in CliRunner().invoke(main, ["cache"]).output


@pytest.mark.skipif(sys.platform != "linux", reason="a variable of Linux desktops")
@pytest.mark.parametrize(
    ("variable", "value", "wanted"),
    [
        ("XDG_CACHE_HOME", "/caches", "/caches/hexgame"),
        ("XDG_CACHE_HOME", "caches", "/home/me/.cache/hexgame"),
        ("HEXGAME_CACHE", "/mine", "/mine"),
    ],
)
def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, wanted: str) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.delenv("HEXGAME_CACHE")
    monkeypatch.setenv(variable, value)
    assert places.own_path() == Path(wanted)


def test_a_folder_that_cannot_be_made_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system", str(tmp_path / "cache"))

    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "mkdir", refuse)
    one = shelf()
    one.look()
    (note,) = one.notes
    assert note.startswith(f"compiled code is not stored: {tmp_path}/cache: Read-only file system; ")


# Games


@long
def test_planted_code_is_not_run(cache: Path) -> None:
    pytest.importorskip("llvmlite")
    notes()
    (file,) = (path for path in cache.rglob("*.o") if path.parent.name != GAME)
    planted = store.sealed(planted_code())
    file.write_bytes(planted)
    open_to_all(file)
    assert notes() == []
    file.write_bytes(planted)
    with pytest.raises(ValueError, match="no such code"):  # otherwise the plant is harmless and proves nothing
        notes()


def planted_code() -> bytes:
    """An entry that does nothing but complain."""
    from hexgame.native.engine import object_code  # noqa: PLC0415

    return object_code(
        "@flag_at = global ptr null\n@ask_at = global ptr null\n"
        'define i32 @"enter_tally"(ptr %block) {\n  ret i32 2\n}\n'
    )


@long
def test_any_bytes_name_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    environment = {**os.environ, "HEXGAME_CACHE": str(tmp_path / "\udcff")}
    command = [sys.executable, "-c", PLAY]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("True\n", "")
    assert len(list((tmp_path / "\udcff").rglob("*.o"))) == 1


def test_a_folder_whose_name_is_no_text_is_shown_with_escapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "a\udcff"))
    assert CliRunner().invoke(main, ["cache"]).output == f"{tmp_path}/a<U+DCFF>\n0 compiled games, 0.0 MB\n"


# Clearing


def test_clearing_deletes_no_more_than_was_made(cache: Path) -> None:
    others = cache / "native" / "other", cache / "native" / "hexgame_notes", cache / "mine.txt"
    for other in others:
        other.write_text("not from here")
    outside = cache.parent / "elsewhere"
    (cache / "native" / GAME / "folder").symlink_to(outside)
    (cache / "native" / GAME / "file").symlink_to(outside / FILE)
    (cache / "native" / "hexgame_native_1").symlink_to(outside)
    (cache / "grammar.lalr").symlink_to(outside / FILE)
    before = everything(outside)
    assert CliRunner().invoke(main, ["cache", "--clear"]).exit_code == 0
    assert everything(outside) == before
    assert all(other.exists() for other in others)
    assert not (cache / "native" / GAME).exists()
    assert not (cache / "grammar.lalr").is_symlink()


@pytest.mark.parametrize("wrong", WRONGS)
def test_what_is_not_one_s_own_is_not_cleared(cache: Path, wrong: Callable[[Path], str]) -> None:
    reason = wrong(cache / "native")
    before = everything(cache)
    result = CliRunner().invoke(main, ["cache", "--clear"])
    assert reason in result.output
    assert everything(cache) == before


# A cache for everyone


@pytest.fixture
def prebuilt(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that somebody has made for everyone, while one's own is empty."""
    folder = cache.parent / "everyone" / "prebuilt"
    target = partial(places.shared_cache, folder)
    before = os.umask(0o077)
    try:
        Shelf(GAME, [], target, [target]).save(FILE, b"everyone's")
    finally:
        os.umask(before)
    CliRunner().invoke(main, ["cache", "--clear"])
    cache.rmdir()
    monkeypatch.setenv("HEXGAME_PREBUILT", str(folder))
    return folder


def test_a_prebuilt_cache_is_read_by_all_and_spares_one_s_own(cache: Path, prebuilt: Path) -> None:
    game = prebuilt / "native" / GAME
    assert [mode(path) for path in (prebuilt, prebuilt / "native", game, game / FILE)] == [0o755] * 3 + [0o644]
    one = shelf()
    one.look()
    assert one.load(FILE) == b"everyone's"
    assert one.notes == []
    assert not cache.exists()
    assert CliRunner().invoke(main, ["cache"]).output == (
        f"{cache}\n0 compiled games, 0.0 MB\n{prebuilt} (prebuilt)\n1 compiled game, 0.0 MB\n"
    )


def test_what_a_prebuilt_cache_lacks_goes_to_one_s_own(cache: Path, prebuilt: Path) -> None:
    before = everything(prebuilt)
    one = shelf()
    assert one.load("other.o") is None
    one.save("other.o", b"mine")
    assert (one.load("other.o"), one.load(FILE), one.notes) == (b"mine", b"everyone's", [])
    assert everything(prebuilt) == before


@pytest.mark.parametrize("wrong", WRONGS)
@pytest.mark.parametrize("place", ["..", "", "native", f"native/{GAME}", f"native/{GAME}/{FILE}"])
def test_a_prebuilt_cache_that_others_can_write_is_not_read(
    prebuilt: Path, wrong: Callable[[Path], str], place: str
) -> None:
    reason = wrong(Path(os.path.normpath(prebuilt / place)))
    one = shelf()
    one.look()
    for _ in range(3):
        assert one.load(FILE) is None
    assert [note.partition(" (")[0] for note in one.notes] == [f"the prebuilt cache is not used: {reason}"]


def test_above_a_prebuilt_cache_the_sticky_bit_is_enough(prebuilt: Path) -> None:
    prebuilt.parent.chmod(0o1777)
    assert shelf().load(FILE) == b"everyone's"
    prebuilt.chmod(0o1777)
    assert shelf().load(FILE) is None


def test_a_prebuilt_cache_has_an_absolute_path(prebuilt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(prebuilt.parent)
    monkeypatch.setenv("HEXGAME_PREBUILT", "prebuilt")
    one = shelf()
    assert one.load(FILE) is None
    assert one.notes == ["the prebuilt cache is not used: HEXGAME_PREBUILT is a relative path (prebuilt)"]


@long
def test_a_game_is_prebuilt_and_then_played_without_compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = pytest.importorskip("hexgame.native.compiled")
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiled, "PARAMETERS", {"tally": compiled.PARAMETERS["tally"], "none": ""})
    (tmp_path / "tiny.hexgame").write_text(SHEET)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["cache", "--prebuild", "all", "tiny.hexgame"])
    assert done.output == (
        f"compiled Test\n{tmp_path}/all: 1 compiled game, 0.0 MB\nTo use them: export HEXGAME_PREBUILT={tmp_path}/all\n"
    )
    assert not (tmp_path / "cache").exists()
    monkeypatch.setenv("HEXGAME_PREBUILT", str(tmp_path / "all"))
    assert notes() == []
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("wrong", [open_to_all, link, dangling])
def test_nothing_is_prebuilt_where_it_would_not_be_trusted(
    prebuilt: Path, wrong: Callable[[Path], str], tmp_path: Path
) -> None:
    reason = wrong(prebuilt)
    (tmp_path / "tiny.hexgame").write_text(SHEET)
    before = everything(prebuilt.parent)
    done = CliRunner().invoke(main, ["cache", "--prebuild", str(prebuilt), str(tmp_path / "tiny.hexgame")])
    assert (done.exit_code, f"cannot write `{prebuilt}`: {reason}" in done.output) == (2, True)
    assert everything(prebuilt.parent) == before


@pytest.mark.parametrize("arguments", [["hex"], ["--set", "size=4"], ["--clear", "--prebuild", "all"]])
def test_what_does_not_go_together_is_refused(arguments: list[str]) -> None:
    done = CliRunner().invoke(main, ["cache", *arguments])
    assert (done.exit_code, "GAME and --set need --prebuild" in done.output) == (2, True)


def test_clearing_forgets_what_was_proved(cache: Path) -> None:
    run = CliRunner().invoke
    assert run(main, ["solve", "hex", "--set", "size=2"]).exit_code == 0
    (solved,) = (cache / "solved").iterdir()
    kept = solved.with_name("notes.txt")
    kept.write_text("mine")
    shutil.rmtree(cache / "native")  # as where nothing was compiled
    assert run(main, ["cache", "--clear"]).exit_code == 0
    assert not solved.exists()
    assert kept.read_text() == "mine"


def test_clearing_forgets_what_reports_found(cache: Path) -> None:
    run = CliRunner().invoke
    asked = ["study", "hex", "--set", "size=2", "--work", "walks=2", "--json"]
    assert run(main, asked).exit_code == 0
    (found,) = (cache / "studied").iterdir()
    kept = found.with_name("notes")
    kept.write_text("mine")
    assert run(main, ["cache", "--clear"]).exit_code == 0
    assert not found.exists()
    assert kept.read_text() == "mine"
