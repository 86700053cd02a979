"""The server as a process: it is killed in mid-game and started again, and ends when it is told to."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Run, long
from pace import was_soon
from served import Page

from hexgame.web.serve.store import Keeper, Kept, Seat, Store, StoreError


@contextlib.contextmanager
def running(data: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server with its port."""
    arguments = [sys.executable, "-m", "hexgame", "serve", "--port", "0", "--workers", "1", "--data", str(data), *more]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            line = process.stdout.readline()
            found = re.match(r"http://127\.0\.0\.1:(\d+)/", line)
            assert found, (line, process.stderr and process.poll() is not None and process.stderr.read())
            yield process, int(found[1])
        finally:
            process.kill()


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that a process has started."""
    return [int(each) for each in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


@long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs to know the processes that a process started")
def test_a_server_that_is_killed_loses_no_move_and_makes_none_twice(tmp_path: Path):
    tokens: dict[str, str] = {}
    table, made, last = "", list[str](), dict[str, object]()
    moves = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
    for life in range(3):
        with running(tmp_path / "data") as (process, port):
            page = Page(port, tokens)
            if life == 0:
                table = page.ask("open", sheet={"name": "hex"}, options={"size": "5"}, seed=1)["table"]
            else:
                assert page.join(table)["seats"] == [0, 1]
                page.socket.send(json.dumps(last))
                assert page.answer(last["id"])["answer"] == "play"
            assert [row["text"] for row in page.ask("look", table=table)["scene"]["tree"][1:]] == made
            for _ in range(5):
                made.append(moves[len(made)])
                last = page.send("play", table=table, node=len(made) - 1, move=made[-1])
                if len(made) % 5:
                    assert page.answer(last["id"])["answer"] == "play"
                else:
                    time.sleep(0.05 * life)  # killed before, while or after it is kept
            workers = workers_of(process)
            assert workers
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            page.__exit__()
            for _ in range(1000):
                if not any(Path(f"/proc/{each}").exists() for each in workers):
                    break
                time.sleep(0.05)
            else:
                pytest.fail("workers outlive their server")


@long
@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_server_ends_when_it_is_told_to(tmp_path: Path, number: str, code: int):
    with running(tmp_path / "data") as (process, port), Page(port) as page:
        page.ask("open", sheet={"name": "hex"})
        begun = time.monotonic()
        process.send_signal(getattr(signal, number))
        assert process.wait(60) == code
        assert was_soon(time.monotonic() - begun, 5)
        assert process.stderr
        assert process.stderr.read() == ""


def test_what_cannot_be_served_is_said(tmp_path: Path, command: Run):
    store = Store(tmp_path / "data")
    result = command("serve", "--data", str(tmp_path / "data"), "--port", "0")
    assert result.exit_code == 2
    assert "another server stores its games in" in result.output
    store.close()
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert "other users can write to" in command("serve", "--data", str(tmp_path / "open"), "--port", "0").output
    assert "no game or file" in command("serve", "hxe").output
    assert "cannot listen" in command("serve", "--host", "203.0.113.1", "--data", str(tmp_path / "data")).output


def test_the_missing_extra_is_named(command: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(sys.modules, "hexgame.web.serve.app")
    monkeypatch.setitem(sys.modules, "starlette.applications", None)
    result = command("serve")
    assert result.exit_code == 2
    assert "needs the extra `web`: pip install 'hexgame-interpreter[web]'" in result.output


def test_a_store_keeps_whole_moves(tmp_path: Path):
    store = Store(tmp_path / "data")
    store.add_table("t", Kept({"sheet": {"name": "hex"}}, [], {0: Seat("d", "Ann")}))
    store.add("t", 0, [{"event": "one"}, {"event": "two"}], "deed", {"answer": "play"})
    with pytest.raises(StoreError):
        store.add("t", 1, [{"event": "again"}])
    with pytest.raises(StoreError):
        store.add("t", 2, [{"event": "three"}], "deed", {})
    store.seat("t", {1: Seat("e", "␛")})
    store.close()
    store = Store(tmp_path / "data")
    assert store.load("t") == Kept(
        {"sheet": {"name": "hex"}}, [{"event": "one"}, {"event": "two"}], {1: Seat("e", "␛")}
    )  # fmt: skip
    assert (store.answer_to("t", "deed"), store.answer_to("t", "other")) == ({"answer": "play"}, None)
    assert store.load("u") is None
    assert store.size() > 0
    Keeper(store).close()


def test_a_damaged_store_is_named_with_a_way_out(tmp_path: Path):
    Store(tmp_path / "data").close()
    (tmp_path / "data" / "games.sqlite3").write_bytes(b"no database" * 999)
    with pytest.raises(StoreError, match=r"games\.sqlite3: file is not a database; move the file away"):
        Store(tmp_path / "data")
