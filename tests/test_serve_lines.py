"""Connections that ask nothing, do not read, or never end."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator

import pytest
from served import Page, served

from hexgame.web.serve.app import Site
from hexgame.web.serve.limits import Limits
from hexgame.web.serve.lines import connections as lines

pytestmark = pytest.mark.xdist_group("serve")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    site = Site(tmp_path_factory.mktemp("lines"), workers=1, limits=Limits(silent=0.5))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"PATIENCE": 0.8, "LEAVING": 0.1, "UNREAD": 1000, "EACH": 5}.items():
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


def upgraded(line: socket.socket, port: int) -> None:
    """Make a socket of a connection."""
    line.sendall(
        f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode()
    )
    assert b"101" in line.recv(4096)


def frame(kind: int, content: bytes) -> bytes:
    """A frame as a browser sends it."""
    length = bytes([128 | len(content)]) if len(content) < 126 else b"\xfe" + len(content).to_bytes(2, "big")
    return bytes([128 | kind]) + length + bytes(4) + content


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
    upgraded(line, port)
    with pytest.raises(ConnectionError):
        for _ in range(2000):
            line.sendall(frame(9, b"x" * 125) * 1000)


def test_who_does_not_read_answers_is_cut_off(line: socket.socket, port: int):
    upgraded(line, port)
    with pytest.raises(ConnectionError):
        for _ in range(200):
            line.sendall(frame(1, json.dumps({"id": 1, "ask": "docs", "page": "language"}).encode()))
            time.sleep(0.02)


def test_an_address_has_so_many_connections(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lines, "is_loopback", lambda _: False)
    with contextlib.ExitStack() as opened:
        for _ in range(4):
            opened.enter_context(Page(port))
        found = [opened.enter_context(socket.create_connection(("127.0.0.1", port), 10)) for _ in range(3)]
        assert is_cut_off(found[-1])


def test_a_page_that_asks_and_reads_is_not_cut_off(port: int):
    with Page(port) as page:
        time.sleep(1.2)
        assert page.ask("explain", code="HG101")["answer"] == "explain"
