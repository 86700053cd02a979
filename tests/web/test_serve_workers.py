"""Workers: what they may take, and what becomes of those that take more."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from conftest import ROOT, long
from expensive_sheets import DOUBLING
from pace import was_soon

from hexgame.play.view import View
from hexgame.players import Choice
from hexgame.web.serve.clocks.hours import Hours
from hexgame.web.serve.counter import Counter
from hexgame.web.serve.hall import Hall, Refused
from hexgame.web.serve.limits import Limits
from hexgame.web.serve.places import UNKNOWN, Bucket, Place, Places, messages_in
from hexgame.web.serve.rooms import Room, person_of
from hexgame.web.serve.shelf import Shelf
from hexgame.web.serve.store import Keeper, Store
from hexgame.web.serve.tables import Tables
from hexgame.web.serve.thinking import Thinking
from hexgame.web.serve.visitor import Visitor
from hexgame.web.serve.workers.crew import Crew, Faulty, Late, Lost, Terms, Worker
from hexgame.web.serve.workers.jobs import Jobs
from hexgame.web.serve.workers.turns import Turns
from hexgame.web.serve.workers.wire import Message, framed, objects
from hexgame.web.serve.workers.workshop import Played, Workshop
from hexgame.web.talk import envelopes, messages

pytestmark = pytest.mark.xdist_group("serve")


@pytest.fixture
def terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terms:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    return Terms(memory=256 << 20, grace=0.1, begin=0, home=tmp_path, program="hog")


def with_worker(terms: Terms, act: Callable[[Worker], Awaitable[None]]) -> None:
    """Do something with a worker."""

    async def whole() -> None:
        worker = Worker("test", terms)
        try:
            await act(worker)
        finally:
            await worker.stop()

    asyncio.run(whole())


def test_a_worker_that_takes_too_much_is_replaced(terms: Terms):
    async def act(worker: Worker) -> None:
        before = await worker.ask({"do": "babble"}, 5)
        assert await worker.ask({"do": "babble"}, 5) == before
        for job, error in (("hog", Lost), ("hang", Late), ("end", Lost)):
            begun = time.monotonic()
            with pytest.raises(error):
                await worker.ask({"do": job}, 0.2 if job == "hang" else 10)
            assert was_soon(time.monotonic() - begun, 5)
            after = await worker.ask({"do": "nothing"}, 5)
            assert after not in (before, {})
            before = after

    with_worker(terms, act)


@long
def test_a_crew_gives_work_to_those_who_have_none(terms: Terms):
    async def act(_: Worker) -> None:
        crew = Crew.of("test", 2, 5, terms)
        one, other = crew.workers
        task = asyncio.create_task(one.ask({"do": "hang"}, 0.5))
        await asyncio.sleep(0)
        assert crew.idlest() is other
        assert "process" in await crew.idlest().ask({"do": "nothing"}, 5)
        with pytest.raises(Late):
            await task
        await crew.stop()

    with_worker(terms, act)


@long
def test_a_table_that_takes_too_much_goes_to_the_slow_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    monkeypatch.setattr("hexgame.web.serve.workers.workshop.Terms", partial(Terms, program="hog"))

    async def whole() -> None:
        workshop = Workshop(1, Limits(move=1, slow=1, grace=0.1, begin=0, memory=256 << 20), tmp_path)
        slow, other = Played("slow", {}), Played("other", {})
        try:
            first = await workshop.at_table(other, {"do": "nothing"})
            for job, error in (("hang", Late), ("hog", Lost)):
                with pytest.raises(error):
                    await workshop.at_table(slow, {"do": job})
                assert slow.is_slow
            again = await workshop.at_table(other, {"do": "nothing"})
            assert first["process"] != again["process"]
            with pytest.raises(Late):
                await workshop.at_table(slow, {"do": "hang"})
            assert await workshop.at_table(other, {"do": "nothing"}) == again
        finally:
            await workshop.stop()

    asyncio.run(whole())


def test_a_table_that_takes_much_again_and_again_goes_to_the_slow_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    monkeypatch.setattr("hexgame.web.serve.workers.workshop.Terms", partial(Terms, program="hog"))

    async def whole() -> None:
        workshop, game = Workshop(1, Limits(memory=256 << 20), tmp_path), Played("heavy", {})
        try:
            for job in ["toil", "nothing"] * 4 + ["toil"] * 3:
                first = await workshop.at_table(game, {"do": job})
                assert not game.is_slow
            await workshop.at_table(game, {"do": "toil"})
            assert game.is_slow
            assert await workshop.at_table(game, {"do": "toil"}) != first
        finally:
            await workshop.stop()

    asyncio.run(whole())


def test_a_sheet_that_takes_too_much_goes_to_the_slow_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))
    monkeypatch.setattr("hexgame.web.serve.workers.workshop.Terms", partial(Terms, program="hog"))

    async def whole() -> None:
        workshop = Workshop(1, Limits(memory=256 << 20), tmp_path)
        try:
            quick, slow = [await workshop.at_desk({"do": "nothing"}, is_slow) for is_slow in (False, True)]
            assert await workshop.at_desk({"do": "spin"}) == slow != quick
            assert await workshop.at_desk({"do": "nothing"}) == quick
        finally:
            await workshop.stop()

    asyncio.run(whole())


def test_a_job_ends_after_its_processor_seconds():
    job: Message = {
        "do": "desk",
        "message": {"id": 1, "ask": "check", "text": DOUBLING},
        "seconds": 60,
        "processor": 0.1,
    }
    answer = Jobs().answer(job)
    assert answer["failed"] == "late"
    assert float(str(answer["seconds"])) < 0.5


def test_frames_hold_whatever_a_text_holds():
    message: Message = {"text": "\ud800 ␛ \x00 é", "number": 2**63}
    assert b"\\ud800" in framed(message)
    assert framed(message)[:4] == (len(framed(message)) - 4).to_bytes(4, "big")


class Desk(Workshop):
    """A desk at which everything takes so long, and computer players."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.busy, self.most = seconds, 0, 0
        self.slow: list[bool] = []
        self.expected: list[float] = []

    async def at_desk(
        self, job: Message, is_slow: bool = False, seconds: float | None = None, expected: float = 0.0
    ) -> Message:
        """Note the job."""
        self.slow.append(is_slow)
        self.expected.append(expected)
        return await self.think(Played("", {}), job)

    async def think(self, game: Played, job: Message) -> Message:
        """Note how many jobs are done at once."""
        self.busy += 1
        self.most = max(self.most, self.busy)
        await asyncio.sleep(0)
        self.busy -= 1
        return {"answer": {"answer": "check"}, "events": [], "seconds": self.seconds}

    def is_cold(self, game: Played) -> bool:
        """Return that nothing has to be prepared."""
        return False


@pytest.mark.parametrize(("seconds", "quick"), [(0.01, 6), (0.9, 4), (3, 1)])
def test_many_browsers_at_an_address_get_no_more_of_the_desk_than_one(tmp_path: Path, seconds: float, quick: int):
    limits, desk = Limits(), Desk(seconds)
    keeper = Keeper(Store(tmp_path))
    hall, counter, given = Hall(keeper, limits), Counter(desk, Shelf(None), limits), Places(limits)

    async def check(address: str, number: int) -> None:
        message: Message = {"id": 1, "ask": "check", "text": f"sheet {number}"}
        await counter.answer(hall.admit(given.of(address)), envelopes.read(message), message)

    async def whole() -> None:
        await asyncio.gather(*(check("192.0.2.1", number) for number in range(6)))

    asyncio.run(whole())
    assert desk.most == 1
    assert desk.slow == [False] * quick + [True] * (6 - quick)
    assert desk.expected == [UNKNOWN] + [seconds] * 5
    asyncio.run(check("192.0.2.2", 6))
    assert not desk.slow[-1]
    keeper.close()


def test_whoever_takes_longer_waits_longer():
    done: list[str] = []

    async def work(turns: Turns, name: str, seconds: float) -> None:
        async with turns.of(seconds):
            done.append(name)
            await asyncio.sleep(0)

    async def whole() -> None:
        turns = Turns(1, clock=itertools.count().__next__)
        names = [("first", 5), ("slow", 3), ("gone", 1), ("quick", 0.1), ("as quick", 0.1)]
        names += [(f"{number}", 0.1) for number in range(40)]
        tasks = [asyncio.create_task(work(turns, *each)) for each in names]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await work(turns, "after all", 1)

    asyncio.run(whole())
    later = [str(number) for number in range(40)]
    assert done == ["first", "quick", "as quick", *later[:25], "slow", *later[25:], "after all"]


def test_a_turn_that_is_called_as_its_taker_goes_is_passed_on():
    async def whole() -> None:
        turns, may_end = Turns(1), asyncio.Event()

        async def hold() -> None:
            async with turns.of(1):
                await may_end.wait()

        first = asyncio.create_task(hold())
        await asyncio.sleep(0)
        second = asyncio.create_task(hold())
        await asyncio.sleep(0)
        may_end.set()
        await first
        second.cancel()
        async with asyncio.timeout(30), turns.of(1):
            pass

    asyncio.run(whole())


@pytest.mark.parametrize(("places", "most"), [(1, 1), (3, 3)])
def test_of_the_tables_of_an_address_one_at_a_time_lets_a_computer_player_decide(places: int, most: int):
    desk, given = Desk(0), [Place() for _ in range(places)]

    async def adopt(room: Room, number: int, events: Sequence[Message]) -> object:
        return None

    async def whole() -> None:
        thinking, rooms = Thinking(desk, adopt), [Room(Played(f"table {each}", {})) for each in range(3)]
        for number, room in enumerate(rooms):
            room.visitors.add(Visitor(given[number % places], Limits()))
            thinking.after(room, "computer")
        await asyncio.gather(*(room.thinking for room in rooms if room.thinking))

    asyncio.run(whole())
    assert desk.most == most


@pytest.mark.parametrize("failures", [0, 1, 2])
def test_a_computer_player_tries_once_more(failures: int):
    class Tired(Desk):
        """Computer players that are late so often."""

        async def think(self, game: Played, job: Message) -> Message:
            """Be late, or decide."""
            if self.busy < failures:
                self.busy += 1
                raise Late("this takes longer than 10 s")
            return {"events": []}

    told, room, visitor = list[str](), Room(Played("table", {})), Visitor(Place(), Limits())

    async def adopt(room: Room, number: int, events: Sequence[Message]) -> object:
        return None

    async def send(text: str) -> None:
        told.append(text)

    async def whole() -> None:
        thinking = Thinking(Tired(0), adopt)
        room.visitors.add(visitor)
        thinking.after(room, "computer")
        assert room.thinking
        await room.thinking
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(visitor.write(send), 0.02)

    asyncio.run(whole())
    assert len(told) == (failures == 2)
    assert all(
        json.loads(text)
        == {"tell": "trouble", "table": "table", "message": "this takes longer than 10 s.", "again": False}
        for text in told
    )


def test_a_computer_player_that_fails_is_told_of_at_once_and_play_can_go_on(monkeypatch: pytest.MonkeyPatch):
    """Whatever it fails of: those at the table hear which player it was, and it tries again after another move."""

    class Broken:
        """Fails once, then plays."""

        def __init__(self) -> None:
            self.tries = 0

        def choose(self, view: View, limits: Limits) -> Choice:
            """Fail, or choose the first move."""
            self.tries += 1
            if self.tries == 1:
                raise IndexError("list index out of range")
            return Choice(view.state.legal_moves[0])

    broken, jobs = Broken(), Jobs()
    monkeypatch.setattr("hexgame.web.talk.table.player", lambda name, seed: broken)
    setup = {
        "sheet": {"name": "hex"},
        "options": {"size": "3"},
        "seats": ["human", "exact"],
        "seed": None,
        "record": None,
    }
    begun: Message = {"id": 1, "ask": "open", **setup}
    opened = jobs.answer({"do": "open", "message": begun, "seconds": 60})
    events: list[Message] = []

    def ask(do: str, **fields: object) -> Message:
        answer = jobs.answer(
            {"do": do, "table": "t", "setup": opened["setup"], "events": events, "seconds": 60, **fields}
        )
        events.extend(objects(answer.get("events", [])))
        return answer

    def hear(**message: object) -> Message:
        who = {"seats": [0], "name": "Ann"}
        return ask("hear", who=who, audiences=[], message={"id": 1, "table": "t", **message})

    assert hear(ask="play", node=0, move="b2")["awaits"] == "computer"
    failed = ask("think", budget=1)
    assert failed["told"] == "`exact` has failed here (IndexError): a bug in hexgame, not your mistake"
    assert "IndexError in " in str(failed["failed"])
    assert hear(ask="undo")["awaits"] == ""
    assert hear(ask="play", node=0, move="a1")["awaits"] == "computer"
    assert objects(ask("think", budget=1)["events"])
    assert broken.tries == 2


def test_a_fault_is_not_tried_again():
    class Wrong(Desk):
        """Computer players that fail each time."""

        async def think(self, game: Played, job: Message) -> Message:
            """Fail."""
            self.busy += 1
            raise Faulty("`exact` has failed here")

    desk, told = Wrong(0), list[str]()
    room, visitor = Room(Played("table", {})), Visitor(Place(), Limits())

    async def adopt(room: Room, number: int, events: Sequence[Message]) -> object:
        return None

    async def send(text: str) -> None:
        told.append(text)

    async def whole() -> None:
        thinking = Thinking(desk, adopt)
        room.visitors.add(visitor)
        thinking.after(room, "computer")
        assert room.thinking
        await room.thinking
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(visitor.write(send), 0.02)
        assert room.thinking is None

    asyncio.run(whole())
    assert desk.busy == 1
    assert [json.loads(text)["message"] for text in told] == ["`exact` has failed here."]


def test_who_has_left_while_others_moved_does_nothing_more(tmp_path: Path):
    keeper, limits, room = Keeper(Store(tmp_path)), Limits(), Room(Played("table", {}))
    tables, visitor = Tables(keeper, Desk(0), limits, Hours()), Visitor(Place(), limits)
    visitor.people[room.name] = person_of(None)
    message: Message = {"id": 1, "ask": "play", "table": "table", "node": 0, "move": "a1"}
    ask = envelopes.read(message).ask
    assert isinstance(ask, messages.Play)

    async def whole() -> None:
        async with room.lock:
            leaving = asyncio.create_task(tables.leave(visitor, room))
            await asyncio.sleep(0)
            acting = asyncio.create_task(tables.act(visitor, room, ask, message))
            await asyncio.sleep(0)
        await leaving
        with pytest.raises(Refused, match="you have left"):
            await acting

    asyncio.run(whole())
    keeper.close()


def test_what_is_long_counts_as_several_messages():
    short, long = Bucket(10, 20), Bucket(10, 20)
    assert [short.take() for _ in range(20)] == [0] * 20
    assert long.take(messages_in(1 << 20)) > 4
