"""The page and its server: `python bench/web.py [answers|load|keys|clicks] …`.

`answers`: from a click to the answer and to the new scene, on the loopback, for one game.
`load`: 50 games at once while 200 people look on at one of them.
`keys`, `clicks`: each shipped sheet in Chromium, with a server and without one; `keys:socket` or `clicks:worker` for
one of the two (browser.py).
Every figure is by the clock, on whatever else the machine does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from websockets.asyncio.client import ClientConnection, connect

GAMES, LOOKERS, MOVES, PAUSE = 50, 200, 30, 1.0
SIZE, COLUMNS = 11, "abcdefghijk"


@contextlib.contextmanager
def server() -> Iterator[int]:
    """A server with its port."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-m", "hexgame", "serve", "--port", "0", "--data", f"{folder}/data"]
        with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            yield int(process.stdout.readline().split(":")[2].split("/")[0])
            process.terminate()


class Page:
    """A page with a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.number = socket, 0

    async def ask(self, ask: str, **fields: object) -> dict[str, object]:
        """Return the answer to an ask."""
        self.number += 1
        await self.socket.send(json.dumps({"id": self.number, "ask": ask, **fields}))
        while True:
            message: dict[str, object] = json.loads(await self.socket.recv())
            if message.get("id") == self.number:
                return message

    async def told(self) -> dict[str, object]:
        """Return how a table stands when that is told next."""
        while True:
            message: dict[str, object] = json.loads(await self.socket.recv())
            if message.get("tell") == "table":
                return message


@contextlib.asynccontextmanager
async def page(port: int):  # type: ignore[no-untyped-def]
    """A new page."""
    address = f"127.0.0.1:{port}"
    async with connect(f"ws://{address}/socket", origin=f"http://{address}", max_size=None) as socket:  # type: ignore[arg-type]
        yield Page(socket)


async def played(port: int, moves: int, pause: float) -> tuple[list[float], list[float]]:
    """A game by one page: for each move, the seconds until its answer and until the new scene."""
    answers, scenes = [], []
    async with page(port) as player:
        table = (await player.ask("open", sheet={"name": "hex"}, options={"size": str(SIZE), "pie": "no"}))["table"]
        for node in range(moves):
            await asyncio.sleep(pause)
            begun = time.perf_counter()
            move = f"{COLUMNS[node % SIZE]}{node // SIZE + 1}"
            answer = await player.ask("play", table=table, node=node, move=move)
            assert answer["answer"] == "play", answer
            answers.append(time.perf_counter() - begun)
            await player.told()
            scenes.append(time.perf_counter() - begun)
    return answers, scenes


async def look_on(port: int, table: str, told: list[float], until: asyncio.Event) -> None:
    """Look on at a table, and count what is told."""
    async with page(port) as looker:
        await looker.ask("join", table=table)
        until.set()
        while True:
            await looker.told()
            told.append(time.perf_counter())


def line(name: str, seconds: list[float]) -> str:
    """A line of the report."""
    ordered = sorted(1000 * each for each in seconds)
    middle, late, last = statistics.median(ordered), ordered[int(0.95 * len(ordered))], ordered[-1]
    return f"{name:<28} median {middle:6.1f} ms, 95 % {late:6.1f} ms, most {last:6.1f} ms"


async def answers() -> None:
    """From a click to the answer."""
    with server() as port:
        await played(port, 5, 0)
        times, scenes = await played(port, 100, 0.02)
    print(line("click to answer", times))
    print(line("click to scene", scenes))


async def load() -> None:
    """Many games and many who look on."""
    with server() as port:
        told: list[float] = []
        async with page(port) as host:
            table = str((await host.ask("open", sheet={"name": "hex"}))["table"])
            lookers = []
            for _ in range(LOOKERS):
                ready = asyncio.Event()
                lookers.append(asyncio.create_task(look_on(port, table, told, ready)))
                await ready.wait()
            games = [asyncio.create_task(played(port, MOVES, PAUSE)) for _ in range(GAMES)]
            begun = time.perf_counter()
            for node in range(3):
                await asyncio.sleep(MOVES * PAUSE / 4)
                sent = time.perf_counter()
                await host.ask("play", table=table, node=node, move=f"a{node + 1}")
                while len(told) < LOOKERS * (node + 1):
                    await asyncio.sleep(0.005)
                print(f"{LOOKERS} people see a move after    {1000 * (max(told) - sent):6.1f} ms")
            found = await asyncio.gather(*games)
            elapsed = time.perf_counter() - begun
            for each in lookers:
                each.cancel()
            await asyncio.gather(*lookers, return_exceptions=True)
    print(f"{GAMES} games, {GAMES * MOVES / elapsed:.0f} moves a second")
    print(line("answer", [each for times, _ in found for each in times]))
    print(line("scene", [each for _, times in found for each in times]))


if __name__ == "__main__":
    for name in sys.argv[1:] or ("answers", "load"):
        what, _, carrier = name.partition(":")
        if what in ("answers", "load"):
            asyncio.run({"answers": answers, "load": load}[what]())
        else:
            from browser import measure

            for each in [carrier] if carrier else ["socket", "worker"]:
                measure(what, each, server)
