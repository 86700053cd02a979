"""What one address can do to a server, and what another person notices: `python tests/floods.py [NAME …]`.

Each flood is of a bounded count and time, and reaches the loopback only. Addresses are those that a proxy names.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

TEXT, MORE, PING, PONG = 1, 0, 9, 10
STRANGER, PERSON = "192.0.2.1", "192.0.2.99"
PAUSE, PATIENCE, WARMING, LONGEST = 0.05, 10.0, 2.0, 60.0
"""Seconds between two looks, until an answer is not waited for, before the first look, and of a flood."""

Message = dict[str, object]


def frame(kind: int, content: bytes, *, ends: bool = True, length: int | None = None) -> bytes:
    """A frame as a browser sends it; `length` is what it says of itself."""
    size = len(content) if length is None else length
    if size < 126:
        head = bytes([128 | size])
    else:
        head = b"\xfe" + size.to_bytes(2, "big") if size < 1 << 16 else b"\xff" + size.to_bytes(8, "big")
    return bytes([(128 if ends else 0) | kind]) + head + bytes(4) + content


class Line:
    """A socket that sends what no browser would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer, self.number = reader, writer, 0

    async def send(self, content: bytes) -> None:
        """Send bytes, as far as the server takes them."""
        self.writer.write(content)
        await self.writer.drain()

    async def hear(self) -> Message:
        """Return what comes next."""
        while True:
            kind, size = await self.reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            content = await self.reader.readexactly(size)
            if kind & 15 == PING:
                await self.send(frame(PONG, content))
            elif kind & 15 == TEXT:
                message: Message = json.loads(content)
                return message

    async def ask(self, ask: str, **fields: object) -> Message:
        """Return the answer to an ask."""
        self.number += 1
        await self.send(frame(TEXT, json.dumps({"id": self.number, "ask": ask, **fields}).encode()))
        while (message := await self.hear()).get("id") != self.number:
            pass
        return message


@contextlib.asynccontextmanager
async def line(port: int, address: str) -> AsyncIterator[Line]:
    """A socket from an address."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"X-Forwarded-For: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode()
        )
        if b"101" not in (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]:
            raise ConnectionError("refused")
        yield Line(reader, writer)
    finally:
        writer.transport.abort()


async def many(number: int, act: Callable[[], Awaitable[None]]) -> None:
    """Let so many do the same at once; who is cut off, ends."""

    async def one() -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await act()

    await asyncio.gather(*(one() for _ in range(number)))


# The floods, each from one address


async def unfinished(port: int, sockets: int = 64, size: int = 4 << 20) -> None:
    """Leave large messages unfinished; who is cut off comes again, in the end with a message that is not too large."""

    async def act() -> None:
        for length in (size, *itertools.repeat(1 << 20)):
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                async with line(port, STRANGER) as found:
                    await found.send(frame(TEXT, b" " * (length - 100), length=length - 1))
                    await found.reader.read()
            await asyncio.sleep(0.01)

    await many(sockets, act)


async def fragments(port: int, sockets: int = 64, number: int = 1 << 19) -> None:
    """Send messages in pieces of nothing, which never end."""

    async def act() -> None:
        async with line(port, STRANGER) as found:
            await found.send(frame(TEXT, b"", ends=False))
            for _ in range(number >> 10):
                await found.send(frame(MORE, b"", ends=False) * 1024)
            await found.reader.read()

    await many(sockets, act)


async def pings(port: int, sockets: int = 16) -> None:
    """Send nothing but pongs that nobody has asked for."""

    async def act() -> None:
        async with line(port, STRANGER) as found:
            while True:
                await found.send(frame(PONG, b"") * 1024)

    await many(sockets, act)


async def reconnecting(port: int, sockets: int = 60, number: int = 120) -> None:
    """Ask as much as a browser may at once, each at a table of its own, and connect again."""

    async def act() -> None:
        async with line(port, STRANGER) as found:
            table = (await found.ask("open", sheet={"name": "hex"}, options={"size": "26"})).get("table")
        look = frame(TEXT, json.dumps({"id": 1, "ask": "look", "table": table}).encode())
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                async with line(port, STRANGER) as again:
                    await again.ask("join", table=table)
                    await again.send(look * number)
                    for _ in range(number):
                        await again.hear()
            await asyncio.sleep(0.01)

    await many(sockets, act)


async def glances(port: int, sockets: int = 64) -> None:
    """Open tables, and ask how they stand, from many sockets that read nothing."""
    async with line(port, STRANGER) as found:
        table = (await found.ask("open", sheet={"name": "hex"}, options={"size": "20"}))["table"]
        ask = frame(TEXT, json.dumps({"id": 1, "ask": "join", "table": table}).encode())

        async def act() -> None:
            async with line(port, STRANGER) as again:
                while True:
                    await again.send(ask * 64)

        await many(sockets, act)


async def nests(port: int, sockets: int = 64, size: int = 1 << 20) -> None:
    """Send messages that are large as values."""
    content = (b"[" + b"[]," * (size // 3) + b"[]]")[: size - 1]

    async def act() -> None:
        async with line(port, STRANGER) as found:
            while True:
                await found.send(frame(TEXT, content))
                await found.hear()

    await many(sockets, act)


async def halves(port: int, number: int = 1000) -> None:
    """Begin to ask for a page, and never come to the end."""

    async def act() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(b"GET / HTTP/1.1\r\nX: " + b"x" * 8000)
            await reader.read()
        finally:
            writer.transport.abort()

    await many(number, act)


async def files(port: int, number: int = 400) -> None:
    """Ask for the largest file of the page again and again, and read nothing."""

    ask = f"GET /vendor/codemirror.js HTTP/1.1\r\nX-Forwarded-For: {STRANGER}\r\nHost: x\r\n\r\n".encode()

    async def act() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            for _ in range(20):
                writer.write(ask)
                await asyncio.sleep(0.1)
            await asyncio.sleep(60)
        finally:
            writer.transport.abort()

    await many(number, act)


async def bases(port: int, number: int = 60) -> None:
    """Open tables with texts that their game has no use for."""
    async with line(port, STRANGER) as found:
        for each in range(number):
            given = [{"name": f"b{base}", "text": f"# {each}\n" + "#" * 250_000} for base in range(4)]
            await found.ask("open", sheet={"text": "variant of hex", "bases": given})


FLOODS: dict[str, Callable[[int], Awaitable[None]]] = {
    each.__name__: each for each in (unfinished, fragments, pings, reconnecting, glances, nests, halves, files, bases)
}


# What another person notices


@dataclass
class Noticed:
    """Seconds until looks were answered, and the most memory that the server's own process took meanwhile."""

    waits: list[float] = field(default_factory=list)
    memory: int = 0

    @property
    def median(self) -> float:
        """The seconds that half of all looks waited at most."""
        return statistics.median(self.waits)

    @property
    def late(self) -> float:
        """The seconds that 95 % of all looks waited at most."""
        return sorted(self.waits)[int(0.95 * len(self.waits))]


def memory_of(process: int) -> int:
    """The bytes that a process holds in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def looked(port: int, process: int, seconds: float) -> Noticed:
    """Look at a table again and again from an address of one's own."""
    noticed, end = Noticed(), time.monotonic() + seconds
    async with line(port, PERSON) as person:
        table = (await person.ask("open", sheet={"name": "hex"}))["table"]
        while time.monotonic() < end:
            begun = time.monotonic()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    assert (await person.ask("look", table=table))["answer"] == "look"
            noticed.waits.append(time.monotonic() - begun)
            noticed.memory = max(noticed.memory, memory_of(process))
            await asyncio.sleep(PAUSE)
    return noticed


async def noticed(port: int, process: int, flood: str, seconds: float) -> Noticed:
    """Look while another process floods the server."""
    strangers = await asyncio.create_subprocess_exec(sys.executable, __file__, f"{flood}:{port}")
    try:
        await asyncio.sleep(WARMING)
        return await looked(port, process, seconds)
    finally:
        if strangers.returncode is None:
            strangers.kill()
        await strangers.wait()


@contextlib.contextmanager
def server(data: Path) -> Iterator[tuple[int, int]]:
    """A server with its port and process."""
    arguments = ["-m", "hexgame", "serve", "--port", "0", "--proxy", "--data", str(data)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=quiet, text=True) as process:
        assert process.stdout
        try:
            yield int(process.stdout.readline().split(":")[2].split("/")[0]), process.pid
        finally:
            process.terminate()


def kept_in(data: Path) -> int:
    """The bytes of all games on disk."""
    return sum(path.stat().st_size for path in data.glob("games.sqlite3*"))


def main(names: list[str], seconds: float = 10) -> None:
    """Report on each flood by itself."""
    for name in names:
        with tempfile.TemporaryDirectory() as folder, server(data := Path(folder) / "data") as (port, process):
            before, kept = asyncio.run(looked(port, process, 2)), kept_in(data)
            found = asyncio.run(noticed(port, process, name, seconds))
            sys.stdout.write(
                f"{name:<13} median {1000 * before.median:.1f} ms, then {1000 * found.median:.1f} ms, "
                f"95 % {1000 * found.late:.1f} ms, most {1000 * max(found.waits):.1f} ms; "
                f"{before.memory / 1e6:.0f} MB, then at most {found.memory / 1e6:.0f} MB; "
                f"{(kept_in(data) - kept) / 1e6:.1f} MB more kept\n"
            )
            sys.stdout.flush()


async def flood(name: str, port: int) -> None:
    """Flood a server for a minute at most."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST):
            await FLOODS[name](port)


if __name__ == "__main__":
    if ":" in "".join(sys.argv[1:2]):
        asyncio.run(flood(*sys.argv[1].split(":")[:1], int(sys.argv[1].split(":")[1])))
    else:
        main(sys.argv[1:] or list(FLOODS))
