"""Addresses: what they share, what they hold, and that one of them leaves room for the others."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from served import Page, served

from hexgame.web.serve import conversations
from hexgame.web.serve.app import Site
from hexgame.web.serve.conversations import FEW, Conversations, Frame
from hexgame.web.serve.hall import Hall, Refused
from hexgame.web.serve.limits import Limits
from hexgame.web.serve.lines.shares import Ledger, Slots
from hexgame.web.serve.places import OWN, Place, Places
from hexgame.web.serve.rooms import Room
from hexgame.web.serve.store import Keeper, Kept, Store, StoreError
from hexgame.web.serve.visitor import Visitor
from hexgame.web.serve.workers.jobs import Jobs
from hexgame.web.serve.workers.turns import WHOSE, Rounds

pytestmark = pytest.mark.xdist_group("serve")


@dataclass(eq=False)
class Line:
    """A connection that can be cut off."""

    place: Place
    cuts: list[Line] = field(default_factory=list)

    def cut(self) -> None:
        """Note that it is cut off."""
        self.cuts.append(self)


# Buckets


def test_connecting_again_changes_nothing() -> None:
    limits = Limits(rate=1, burst=100, rate_each=1, burst_each=100)
    known = Places(limits)
    for address, same in (
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::ffff:1"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
    ):
        first = Visitor(known.of(address), limits)
        assert sum(first.ask(0) for _ in range(100)) == 0
        known.sweep()
        assert Visitor(known.of(same), limits).ask(0) > 0.5
        assert Visitor(known.of("2001:db8:0:1::1"), limits).ask(0) == 0
        known = Places(limits)


def test_a_browser_has_no_more_than_its_own_share() -> None:
    limits, place = Limits(rate=1, burst=2, rate_each=1e6, burst_each=1e6), Place()
    first, second = Visitor(place, limits), Visitor(place, limits)
    assert [first.ask(0) > 0 for _ in range(4)] == [False, False, True, True]
    assert second.ask(0) == 0


def test_addresses_are_forgotten_when_nothing_is_to_be_known_of_them() -> None:
    known = Places(Limits(places=3, rate_each=0.01))
    kept = known.of("192.0.2.0")
    kept.visitors = 1
    known.of("192.0.2.1").asked.take(1)
    known.sweep()
    assert len(known) == 2, "one that would get its messages back is remembered"
    for number in range(2, 100):
        known.of(f"192.0.2.{number}")
        assert len(known) <= 3
    assert known.of("192.0.2.0") is kept, "where somebody is, is remembered"


def test_this_machine_has_a_larger_share_and_its_games_count_for_nobody() -> None:
    known = Places(Limits())
    assert [known.of(each).share for each in ("127.0.0.1", "::1", "192.0.2.1", "")] == [OWN, OWN, 1, 1]
    digests = [known.of(each).digest for each in ("127.0.0.1", "192.0.2.1", "192.0.2.2")]
    assert digests[0] == ""
    assert len(set(digests)) == 3
    assert "192.0.2.1" not in digests[1]


def test_a_browser_whose_address_asks_too_much_is_not_let_in(tmp_path: Path) -> None:
    limits = Limits(burst_each=10, rate_each=1, sockets_each=5)
    keeper = Keeper(Store(tmp_path))
    hall, known = Hall(keeper, limits), Places(limits)
    for _ in range(5):
        hall.admit(known.of("192.0.2.1"))
    with pytest.raises(Refused, match="too many connections"):
        hall.admit(known.of("192.0.2.1"))
    for _ in range(10):
        hall.dismiss(hall.admit(known.of("192.0.2.2")))
    with pytest.raises(Refused, match="send too many requests"):
        hall.admit(known.of("192.0.2.2"))
    known.of("192.0.2.3").pay(1)
    with pytest.raises(Refused, match="send too many requests"):
        hall.admit(known.of("192.0.2.3"))
    keeper.close()


# Shares


def test_who_holds_on_longest_at_the_address_that_holds_most_goes_first() -> None:
    one, other = Place(), Place()
    cuts = list[Line]()
    lines = [Line(place, cuts) for place in (one, one, one, other, other)]
    ledger = Ledger(10, 20)
    for line, amount in zip(lines, (4, 4, 2, 5, 5), strict=True):
        ledger.hold(line, amount)
    assert (ledger.of(one), ledger.of(other), cuts) == (10, 10, [])
    ledger.hold(lines[1], 5)
    assert cuts == [lines[0]]
    ledger.hold(lines[3], 0)
    late = Line(Place(), cuts)
    ledger.hold(late, 8)
    assert cuts == [lines[0]]
    ledger.hold(late, 9)
    assert cuts == [lines[0], late]
    assert ledger.total == 12
    for line in (*lines, late):
        ledger.hold(line, 0)
    assert ledger.total == ledger.of(one) == ledger.of(other) == 0


def test_an_address_that_has_no_slot_gets_one_from_whoever_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexgame.web.serve.lines.shares.AGAIN", 0.01)
    monkeypatch.setattr("hexgame.web.serve.lines.shares.SOON", 0.1)

    async def whole() -> None:
        slots, one, other, third = Slots(2, 3), Place(), Place(), Place()
        cuts = list[Line]()
        first, second, waiting = (Line(one, cuts) for _ in range(3))
        await slots.take(first)
        await slots.take(second)
        await slots.take(Line(other, cuts))
        task = asyncio.create_task(slots.take(waiting))
        await asyncio.wait_for(slots.take(Line(third, cuts)), 5)
        assert cuts == [first], "the oldest at the address with most"
        await asyncio.sleep(0.05)
        assert not task.done(), "no more than two at an address: the whole is taken"
        give = slots.hand_over(second)
        slots.give(second)
        await asyncio.sleep(0.05)
        assert not task.done(), "what is worked on keeps its slot"
        give()
        await asyncio.wait_for(task, 5)

    asyncio.run(whole())


def test_addresses_have_their_turns_one_after_the_other() -> None:
    done: list[str] = []

    async def whole() -> None:
        turn, many, few = Rounds(), Place("many"), Place("few")

        async def work(place: Place) -> None:
            WHOSE.set(place)
            async with turn:
                await asyncio.sleep(0)
                done.append(place.name)

        tasks = [asyncio.create_task(work(many)) for _ in range(6)]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(work(few)) for _ in range(2)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(5), turn:
            pass

    asyncio.run(whole())
    assert done == ["many", "many", "few", "many", "few", "many", "many"]


def test_what_nobody_reads_is_bounded() -> None:
    limits, cuts = Limits(), list[str]()
    ledger, place = Ledger(1000, 1500), Place()
    first, second = (Visitor(place, limits, ledger, lambda name=name: cuts.append(name)) for name in ("one", "two"))  # type: ignore[misc]
    first.tell("table", "x" * 300)
    for _ in range(10):
        first.tell("table", "y" * 301)
    second.answer({"text": "z" * 500}, lambda: None)
    assert cuts == []
    second.tell("trouble table", "w" * 300)
    assert cuts == ["one"]
    first.go()
    second.leave("table")
    assert ledger.total < 600
    second.go()
    assert ledger.total == 0


# Messages


def test_a_long_message_is_read_by_a_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read = list[int]()
    decoded = conversations.decoded

    def noted(frame: str | bytes) -> object:
        read.append(len(frame))
        return decoded(frame)

    monkeypatch.setattr(conversations, "decoded", noted)
    nest = "[" + "[]," * 300_000 + "[]]"
    with served(Site(tmp_path / "data", workers=1)) as port, Page(port) as page:
        for frame in (
            nest,
            nest.encode(),
            b"\xff" * FEW * 2,
            '{"id": 7, "ask": "check", "text": 1, "has": "' + "x" * FEW,
        ):
            page.socket.send(frame)
            assert page.hear()["answer"] == "error"
        assert read == []
        assert page.ask("check", text="#" * 100_000)["answer"] == "check"
    assert max(read) > 100_000, "what is in order holds few values"


def test_workers_say_what_is_wrong_with_a_message() -> None:
    jobs = Jobs()
    for frame, wrong in (("[", "JSON"), ('{"id": 3, "ask": "x"}', "ask"), ('{"id": 3, "ask": "library"}', "")):
        answer = jobs.answer({"do": "read", "frame": frame, "seconds": 5})["answer"]
        assert wrong in str(answer) if wrong else answer is None


def test_an_address_has_so_many_messages_answered_at_once() -> None:
    limits = Limits(waiting=8, waiting_each=3, answered=4)
    busy, most = [0], [0]

    class Slow(Conversations):
        """Answers nothing for a while."""

        async def _respond_to(self, visitor: Visitor, frame: str | bytes, free: asyncio.Semaphore) -> None:
            busy[0] += 1
            most[0] = max(most[0], busy[0])
            await asyncio.sleep(0.01)
            busy[0] -= 1
            free.release()

    class NoHall:
        """Lets browsers go."""

        def dismiss(self, visitor: Visitor) -> list[Room]:
            return []

    def conversed(places: int) -> int:
        async def whole() -> None:
            talk = Slow(NoHall(), None, None, None, limits)  # type: ignore[arg-type]
            done = list[int]()

            async def one(place: Place) -> None:
                frames = iter([*(Frame("x", lambda: done.append(1)) for _ in range(6)), None])

                async def receive() -> Frame | None:
                    found = next(frames)
                    if found is None:
                        await asyncio.sleep(0.2)
                    return found

                await talk.converse(Visitor(place, limits), receive, lambda _: asyncio.sleep(0))

            given = [Place(limits=limits) for _ in range(places)]
            await asyncio.gather(*(one(given[number % places]) for number in range(4)))
            assert len(done) == 24, "each gives back what it held"

        most[0] = 0
        asyncio.run(whole())
        return most[0]

    assert conversed(1) == 3
    assert conversed(2) == 4


def test_tables_are_asked_by_few_of_an_address_at_once_and_what_they_take_is_paid() -> None:
    limits = Limits(moving_each=2, rate_each=1000, burst_each=10)
    place, busy, most = Place(limits=limits), [0], [0]

    async def ask() -> None:
        async with place.moving():
            busy[0] += 1
            most[0] = max(most[0], busy[0])
            await asyncio.sleep(0.01)
            busy[0] -= 1

    async def whole() -> None:
        await asyncio.gather(*(ask() for _ in range(6)))
        assert most[0] == 2
        place.pay(1)
        begun = asyncio.get_running_loop().time()
        await ask()
        assert asyncio.get_running_loop().time() - begun > 0.3

    asyncio.run(whole())


# Games


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with contextlib.closing(Store(tmp_path / "data")) as found:
        yield found


def test_games_count_for_the_address_that_opened_them(store: Store) -> None:
    for name, place in (("a", "one"), ("b", "one"), ("c", "two"), ("d", "")):
        store.add_table(name, Kept({"text": "x" * 1000}, [{"event": "begun"}], {}, place))
    once = store.taken("two")
    assert 1000 < once < 1100
    assert (store.taken("one"), store.taken(""), store.taken("three")) == (2 * once, 0, 0)
    store.add("a", 1, [{"event": "y" * 500}], "deed", {"answer": "z" * 100}, most=2 * once + 700)
    grown = store.taken("one")
    assert 2 * once + 600 < grown < 2 * once + 700
    with pytest.raises(StoreError, match="have used up their space"):
        store.add("b", 1, [{"event": "y" * 500}], most=2 * once + 700)
    assert store.taken("one") == grown, "nothing is kept in part"
    loaded = store.load("b")
    assert loaded is not None
    assert (len(loaded.events), loaded.place, loaded.size) == (1, "one", once)
    store._base.execute("UPDATE tables SET used = 0 WHERE name IN ('a', 'c')")
    assert store.prune(1, 1) == 2
    assert (store.taken("one"), store.taken("two")) == (once, 0)


def test_an_address_that_has_filled_its_part_of_the_disk_opens_no_more(tmp_path: Path) -> None:
    async def whole() -> None:
        limits = Limits(kept_each=1000)
        keeper = Keeper(Store(tmp_path))
        hall, known = Hall(keeper, limits), Places(limits)
        one, other = (hall.admit(known.of(address)) for address in ("192.0.2.1", "192.0.2.2"))
        await hall.check_room(one)
        setup = {"text": "x" * 1000}
        await hall.add(Room.of("t", Kept(setup, [], {}, one.place.digest)))
        with pytest.raises(Refused, match="from your address"):
            await hall.check_room(one)
        await hall.check_room(other)
        keeper.close()

    asyncio.run(whole())


def test_tables_in_memory_are_bounded_by_address_and_in_all(tmp_path: Path) -> None:
    async def whole() -> None:
        limits = Limits(tables=6, tables_each=3, held=400_000, held_each=100_000)
        keeper, cuts = Keeper(Store(tmp_path)), list[str]()
        hall, known = Hall(keeper, limits), Places(limits)

        def room(name: str, place: str, size: int = 100, in_use: bool = False) -> Room:
            found = Room.of(name, Kept({}, [], {}, place, size=size))
            if in_use:
                found.visitors.add(hall.admit(known.of("192.0.2.1"), lambda: cuts.append(name)))
            return found

        for name in ("a1", "a2", "a3", "a4"):
            hall._put(room(name, "a"))
        assert list(hall._rooms) == ["a2", "a3", "a4"], "the oldest of the same address goes"
        hall._put(room("a5", "a", 24_000))
        assert list(hall._rooms) == ["a3", "a4", "a5"]
        hall._put(room("a6", "a", 24_000))
        assert list(hall._rooms) == ["a6"]
        with pytest.raises(Refused, match="opened from one address"):
            hall._put(room("a7", "a", 26_000))
        for number in range(3):
            hall._put(room(f"b{number}", "b", in_use=True))
            hall._put(room(f"c{number}", "c", in_use=True))
        assert "a6" not in hall._rooms, "idle ones go first"
        with pytest.raises(Refused, match="too many tables in use"):
            hall._put(room("d", "d"))
        assert len(cuts) == 1, "somebody must come again, so that there is room soon"
        large = hall._rooms["b1"]
        large.played.events.extend([{}] * 250)
        hall.sweep()
        assert cuts[1:] == ["b1"], "a table that has grown too large"
        keeper.close()

    asyncio.run(whole())
