"""What is kept of compiled games: whatever happens to it, games are played, and at most a note says so."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from conftest import ROOT, long
from tiny import PLAY, notes

pytest.importorskip("llvmlite")

from hexgame.native import engine, store
from hexgame.native.places import ADVICE


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("HEXGAME_CACHE", str(folder))
    return folder


def kept(cache: Path) -> list[Path]:
    return sorted((cache / "native").rglob("*.o"))


def is_sealed(path: Path) -> bool:
    return store.is_sealed(path.read_bytes())


@long("!*")
def test_what_is_kept_is_sealed_and_used_again(cache: Path) -> None:
    assert notes() == []
    files = kept(cache)
    assert files
    assert all(map(is_sealed, files))
    before = [path.stat().st_mtime_ns for path in files]
    assert notes() == []
    assert [path.stat().st_mtime_ns for path in files] == before


@long
def test_what_is_kept_is_read_by_a_process_that_compiles_nothing(cache: Path) -> None:
    tell = f"from hexgame.native import compiled\n{PLAY}\n"
    made = "compiled.object_code = lambda text: print('made')"
    assert notes() == []
    done = subprocess.run(
        [sys.executable, "-c", tell.replace("\n", f"\n{made}\n", 1)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["True"]


@long
def test_whatever_is_damaged_is_made_again(cache: Path) -> None:
    notes()
    (code,) = kept(cache)
    content = code.read_bytes()
    for damaged in (
        content[: len(content) // 2],
        content.replace(b"ELF", b"ELV"),
        b"\x80\x04 this is no function",
        b"",
    ):
        code.write_bytes(damaged)
        assert notes() == []
        assert kept(cache) == [code]
        assert is_sealed(code)


@long
def test_what_was_sealed_but_is_another_function_is_noted_and_made_again(cache: Path) -> None:
    notes()
    (code,) = kept(cache)
    code.write_bytes(store.sealed(engine.object_code("@flag_at = global ptr null\n@ask_at = global ptr null\n")))
    assert notes() == ["what was kept cannot be used (`tally` is not in it)"]
    assert notes() == []


@long
@pytest.mark.parametrize("what", ["llvm_version_info", "get_host_cpu_name"])
def test_another_llvm_or_processor_has_a_folder_of_its_own(
    cache: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    before = engine.made_with()
    monkeypatch.setattr(engine.llvm, what, (1, 2, 3) if what == "llvm_version_info" else lambda: "other")
    assert engine.made_with() != before
    assert store.name_of(engine.made_with()) != store.name_of(before)


@long
def test_what_other_code_has_made_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = [{file.relative_to(package).as_posix() for file in package.rglob("*.py")} for package in store._MAKERS]
    assert {"engine.py", "compiled.py"} <= kinds[0] and {"share.py", "llvm/module.py"} <= kinds[1]
    names = [store.name_of("text")]
    for number, (name, text) in enumerate((("a.py", "1"), ("a.py", "2"), ("b.py", "2"), ("sub/b.py", "2"))):
        package = tmp_path / str(number)
        (package / name).parent.mkdir(parents=True)
        (package / name).write_text(text)
        monkeypatch.setattr(store, "_MAKERS", (package,))
        names.append(store.name_of("text"))
    assert len({*names}) == 5
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "a.py").write_text("1")
    (tmp_path / "copy" / "a.txt").write_text("nothing that makes code")
    monkeypatch.setattr(store, "_MAKERS", (tmp_path / "copy",))
    assert store.name_of("text") == names[1]


@long
def test_without_a_folder_nothing_is_kept(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert notes() == [f"compiled code is not stored: {cache}: Not a directory; {ADVICE}"]


@long
def test_a_store_that_cannot_be_written_is_noted(cache: Path) -> None:
    cache.mkdir()
    (cache / "native").write_text("a file where the folder should be")
    (note,) = notes()
    assert note.startswith("compiled code is not stored: ")
    for use in (store.usage, store.clear):
        with pytest.raises(NotADirectoryError):
            use()
    assert (cache / "native").read_text() == "a file where the folder should be"


@long("!*")
def test_a_full_disk_is_noted(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    (note,) = notes()
    assert note.startswith(f"compiled code is not stored: {cache}/native/")
    assert note.endswith(f": No space left on device; {ADVICE}")
    assert [path for path in cache.rglob("*") if path.is_file()] == []


@long
def test_processes_that_compile_the_same_game_do_not_mind_each_other(cache: Path) -> None:
    command = [sys.executable, "-c", PLAY]
    runs = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [run.communicate()[0] for run in runs] == ["True\n"] * 3
    assert all(map(is_sealed, kept(cache)))
    assert notes() == []


@long
def test_the_store_tells_its_size_and_is_cleared(cache: Path) -> None:
    assert store.usage() == store.Usage(0, 0)
    notes()
    (cache / "native" / "stray").write_text("no game")
    used = store.usage()
    assert used.games == 1
    assert used.size > 1_000
    assert store.clear() == used
    assert store.usage() == store.Usage(0, 0)
    assert [path.name for path in (cache / "native").iterdir()] == ["stray"]
    assert notes() == []
