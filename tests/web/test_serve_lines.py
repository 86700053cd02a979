"""Connections that ask nothing, do not read, or never end."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator

import pytest
from floods import MORE, PING, PONG, TEXT, frame
from pace import was_soon
from served import Page, served

from hexgame.web.serve.app import Site
from hexgame.web.serve.limits import Limits
from hexgame.web.serve.lines import connections as lines

pytestmark = pytest.mark.xdist_group("serve")


LIMITS = Limits(silent=0.5, whole=0.6, lines_each=5, burst_each=300, rate_each=50)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    site = Site(tmp_path_factory.mktemp("lines"), workers=1, limits=LIMITS, is_behind_proxy=True)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"PATIENCE": 0.8, "LEAVING": 0.1, "UNREAD": 1000}.items():
            patch.setattr(lines, name, value)
        with served(site) as found:
            yield found


@pytest.fixture
def line(port: int) -> Iterator[socket.socket]:
    with socket.socket() as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        found.connect(("127.0.0.1", port))
        found.settimeout(10)
        yield found


def upgraded(line: socket.socket, port: int, address: str = "192.0.2.1") -> None:
    """Make a socket of a connection, as if it came from an address."""
    line.sendall(
        f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"X-Forwarded-For: {address}\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode()
    )
    assert b"101" in line.recv(4096)


def is_cut_off(line: socket.socket) -> bool:
    """Whether a connection ends soon."""
    with contextlib.suppress(ConnectionError):
        while line.recv(1 << 16):
            pass
    return True


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_who_does_not_ask_is_cut_off(line: socket.socket, begun: bytes):
    line.sendall(begun)
    assert is_cut_off(line)


def test_pings_of_who_does_not_read_fill_no_memory(line: socket.socket, port: int):
    upgraded(line, port, "127.0.0.6")  # which may send many
    line.settimeout(1)
    with pytest.raises(OSError):
        for _ in range(2000):
            line.sendall(frame(PING, b"x" * 125) * 1000)


def test_who_does_not_read_answers_is_cut_off(line: socket.socket, port: int):
    upgraded(line, port, "192.0.2.5")
    with pytest.raises(ConnectionError):
        for _ in range(200):
            line.sendall(frame(TEXT, json.dumps({"id": 1, "ask": "docs", "page": "language"}).encode()))
            time.sleep(0.02)


def test_an_address_has_so_many_connections(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hexgame.web.serve.places.OWN", 1)
    address = ("127.0.0.5", 0)
    with contextlib.ExitStack() as opened:
        found = [
            opened.enter_context(socket.create_connection(("127.0.0.1", port), 10, source_address=address))
            for _ in range(LIMITS.lines_each + 1)
        ]
        begun = time.monotonic()
        assert is_cut_off(found[0])
        assert time.monotonic() - begun < 0.5, "before its time was over"
        found[-1].sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"200" in found[-1].recv(4096)


UNFINISHED = {
    "a short one": frame(TEXT, b"[", length=100),
    "a long one": frame(TEXT, b" " * 300_000, length=900_000),
    "pieces": frame(TEXT, b" " * 5000, ends=False) + frame(MORE, b" " * 5000, ends=False) * 20,
    "pieces of nothing": frame(TEXT, b"", ends=False) + frame(MORE, b"", ends=False) * 200,
    "the head of a frame": frame(TEXT, b"", length=900_000)[:4],
}


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_who_does_not_finish_a_message_is_cut_off(line: socket.socket, port: int, sent: bytes):
    upgraded(line, port, "192.0.2.2")
    line.sendall(sent)
    assert is_cut_off(line)


def test_a_message_that_comes_slowly_is_not_waited_for(line: socket.socket, port: int):
    upgraded(line, port, "192.0.2.3")
    begun = time.monotonic()
    with pytest.raises(ConnectionError):
        for byte in frame(TEXT, b" " * 100):
            line.sendall(bytes([byte]))
            time.sleep(0.1)
    assert was_soon(time.monotonic() - begun, 3)


def test_long_messages_of_one_address_wait_for_each_other(port: int):
    """Those that are never finished are cut off, and then others have room."""
    content = json.dumps({"id": 1, "ask": "check", "text": "x" * 200_000, "quick": True}).encode()
    with contextlib.ExitStack() as opened:
        found = [opened.enter_context(socket.create_connection(("127.0.0.1", port), 10)) for _ in range(6)]
        for each in found:
            upgraded(each, port, "192.0.2.4")
        for each in found[:4]:
            each.sendall(frame(TEXT, b" " * 20_000, length=900_000))
        time.sleep(0.1)
        for each in found[4:]:
            each.sendall(frame(TEXT, content))
        begun = time.monotonic()
        assert all(b'"answer"' in each.recv(1 << 16) for each in found[4:])
        assert time.monotonic() - begun > 0.3, "they have waited"
        assert all(map(is_cut_off, found[:4]))


@pytest.mark.parametrize("stray", [frame(PING, b""), frame(PONG, b""), frame(MORE, b"", ends=False)])
def test_frames_that_are_no_messages_are_slowed_down(line: socket.socket, port: int, stray: bytes):
    upgraded(line, port, f"192.0.2.{10 + stray[0] % 16}")
    line.sendall(frame(TEXT, b"", ends=False) * (stray[0] & 15 == MORE))
    line.settimeout(0.5)
    sent = 0
    with contextlib.suppress(OSError):
        while sent < 4_000_000:
            sent += line.send(stray * 10_000)
    assert sent < 4_000_000, "all were read at once"


def test_a_page_that_sends_much_is_answered(port: int):
    with Page(port) as page:
        for size in (10, 9_000, 20_000, 250_000):
            assert page.ask("check", text=f"# {'x' * size}", quick=True)["answer"] == "check"
        page.socket.send(json.dumps({"id": 1, "ask": "explain", "code": "HG101"})[:9])
        assert page.hear()["answer"] == "error"


def test_a_page_that_asks_and_reads_is_not_cut_off(port: int):
    with Page(port) as page:
        time.sleep(1.2)
        assert page.ask("explain", code="HG101")["answer"] == "explain"
