"""What is kept of compiled games: whatever happens to it, games are played, and at most a note says so."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import pytest
from conftest import ROOT
from tiny import PLAY, notes

pytest.importorskip("numba")

from hexgame.native import store
from hexgame.native.places import ADVICE


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("HEXGAME_CACHE", str(folder))
    return folder


def kept(cache: Path) -> list[Path]:
    return sorted((cache / "native").rglob("*.nbc"))


def is_sealed(path: Path) -> bool:
    return store.is_sealed(path.read_bytes())


def test_what_is_kept_is_sealed_and_used_again(cache: Path) -> None:
    assert notes() == []
    files = kept(cache)
    assert files
    assert all(map(is_sealed, files))
    before = [path.stat().st_mtime_ns for path in files]
    assert notes() == []
    assert [path.stat().st_mtime_ns for path in files] == before


def test_what_is_kept_is_read_by_a_process_that_compiles_nothing(cache: Path) -> None:
    """Which takes a third of a second less: Numba then leaves alone whatever it could compile."""
    tell = f"{PLAY}\nimport sys\nprint('numba.np.arraymath' in sys.modules)"
    runs = [
        subprocess.run([sys.executable, "-c", tell], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        for _ in range(2)
    ]
    assert [run.stdout.split() for run in runs] == [["True", "True"], ["True", "False"]]


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


def test_what_was_sealed_but_cannot_be_read_is_noted_and_made_again(cache: Path) -> None:
    notes()
    (code,) = kept(cache)
    code.write_bytes(store.sealed(pickle.dumps("not what Numba wrote")))
    assert [note.split(" (")[0] for note in notes()] == ["the first attempt to compile failed"]
    assert notes() == []


@pytest.mark.parametrize("made_with", ["numba", "llvmlite"])
def test_another_numba_has_a_folder_of_its_own(cache: Path, monkeypatch: pytest.MonkeyPatch, made_with: str) -> None:
    before = store.name_of("")
    monkeypatch.setattr(store, "version", lambda name: "0.1.0" if name == made_with else version(name))
    assert store.name_of("") != before


def test_another_python_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.name_of("")
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    assert store.name_of("") != before


def test_without_a_folder_nothing_is_kept(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert notes() == [f"compiled code is not stored: {cache}: Not a directory; {ADVICE}"]


def test_a_store_that_cannot_be_written_is_noted(cache: Path) -> None:
    cache.mkdir()
    (cache / "native").write_text("a file where the folder should be")
    (note,) = notes()
    assert note.startswith("compiled code is not stored: ")
    for use in (store.usage, store.clear):
        with pytest.raises(NotADirectoryError):
            use()
    assert (cache / "native").read_text() == "a file where the folder should be"


def test_a_full_disk_is_noted(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    (note,) = notes()
    assert note.startswith(f"compiled code is not stored: {cache}/native/")
    assert note.endswith(f": No space left on device; {ADVICE}")
    assert [path for path in cache.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("gone", ["Inner", "_Linked", "_abridged"])
def test_a_numba_that_is_not_as_we_know_it_compiles_by_its_own_steps(
    cache: Path, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    """What we ask of its inner workings may be gone, when a module is made or when it is compiled."""
    from hexgame.native import compiler  # noqa: PLC0415

    monkeypatch.delattr(compiler, gone)
    (note,) = notes()
    assert note.startswith("this Numba compiles by its own passes" if gone == "Inner" else "the first attempt")
    assert gone in note


def test_processes_that_compile_the_same_game_do_not_mind_each_other(cache: Path) -> None:
    command = [sys.executable, "-c", PLAY]
    runs = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [run.communicate()[0] for run in runs] == ["True\n"] * 3
    assert all(map(is_sealed, kept(cache)))
    assert notes() == []


def test_the_store_tells_its_size_and_is_cleared(cache: Path) -> None:
    assert store.usage() == store.Usage(0, 0)
    notes()
    (cache / "native" / "stray").write_text("no game")
    used = store.usage()
    assert used.games == 1
    assert used.size > 10_000
    assert store.clear() == used
    assert store.usage() == store.Usage(0, 0)
    assert [path.name for path in (cache / "native").iterdir()] == ["stray"]
    assert notes() == []
