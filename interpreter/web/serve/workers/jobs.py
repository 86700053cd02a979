"""What a worker does: it answers at the desk, and keeps the tables at which it has been asked something."""

from __future__ import annotations

import math
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

from ....deadline import Deadline, OutOfTime, time_limit, within
from ....diagnostics.diagnostic import OUT_OF_TIME
from ....players import Limits
from ....rules.program import CHANCE
from ...talk import envelopes, messages
from ...talk.answers import answered
from ...talk.desk import Desk
from ...talk.forms import Malformed, decoded
from ...talk.game.seats import Who
from ...talk.game.setup import setup_of
from ...talk.sight import Person
from ...talk.table import PlayerFault, Table
from .wire import Message, objects

MOST_TABLES = 100
"""How many tables a worker keeps; of those that it has dropped, it is told everything again."""

MOST_SEARCHED, MOST_MEMORY = 20, 64 << 20
"""At how many tables a worker keeps what its computer players have searched, and how many bytes a player may keep."""


class Jobs:
    """The conversation with pages, a job at a time. Whatever a job is, there is an answer."""

    def __init__(self) -> None:
        self._desk = Desk()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._jobs: Mapping[str, Callable[[Message], Message]] = {
            "read": self._read, "desk": self._at_desk, "open": self._open, "hear": self._hear, "weigh": self._weigh,
            "flag": self._flag, "scenes": self._scenes, "think": self._think,
        }  # fmt: skip

    def answer(self, job: Message) -> Message:
        """Return the answer to a job, with the processor seconds that it took; `failed` says why there is none, and
        `told` what people may know of it."""
        begun = time.process_time()
        try:
            with time_limit(float(str(job["seconds"]))) as whole:
                processor = Deadline(float(str(job.get("processor", math.inf))), whole, clock=time.process_time)
                with within(processor):
                    found = self._jobs[str(job["do"])](job)
                if "processor" in job and processor.is_over:
                    found = {"failed": "late"}
        except OutOfTime:
            found = {"failed": "late"}
        except MemoryError:
            found = {"failed": "memory"}
        except PlayerFault as error:
            found = {"failed": _where(error.__cause__ or error), "told": str(error)}
        except Exception as error:
            found = {"failed": _where(error)}
        if "failed" in found:
            self._tables.pop(str(job.get("table")), None)
        return found | {"seconds": time.process_time() - begun}

    def _read(self, job: Message) -> Message:
        """Read a message; `answer` says what is wrong with it, null if nothing is."""
        try:
            envelopes.read(decoded(str(job["frame"])))
        except Malformed as error:
            return {"answer": envelopes.refused(error.id, str(error))}
        return {"answer": None}

    def _at_desk(self, job: Message) -> Message:
        """Answer without a table."""
        return _timely({"answer": self._desk.answer(job["message"])})

    def _open(self, job: Message) -> Message:
        """Try a setup: it is returned with its seats filled in, if a game can begin with it."""
        found: Message = {}

        def work(envelope: envelopes.Envelope) -> Message:
            assert isinstance(envelope.ask, messages.Open)
            setup = setup_of(envelope.ask)
            table = Table(setup)
            table.scene(Who())
            found["setup"] = {**setup, "seats": list(table.seats)}
            found["events"] = self._drawn(table)
            return {}

        found["answer"] = answered(job["message"], work)
        return _timely(found)

    def _hear(self, job: Message) -> Message:
        """Let somebody ask something at a table, and let it happen there."""
        table = self._table(job)
        if table is None:
            return {"missing": True}
        heard = table.hear(_who(job["who"]), job["message"])
        events = [event for event in map(dict, heard.events) if table.apply(event)]
        events += self._drawn(table) if events else []
        return _timely({"answer": heard.answer, **self._happened(table, job, events)})

    def _flag(self, job: Message) -> Message:
        """Let the time of seats run out."""
        table = self._table(job)
        if table is None:
            return {"missing": True}
        seats: Sequence[int] = job["seats"]  # type: ignore[assignment]
        return self._happened(table, job, [event for event in table.flag(seats) if table.apply(event)])

    def _happened(self, table: Table, job: Message, events: list[Message]) -> Message:
        scenes = self._seen(table, job) if events else []
        return {"events": events, "scenes": scenes, "awaits": _awaits(table), "turn": table.turn}

    def _weigh(self, job: Message) -> Message:
        """Answer what changes nothing and may take long."""
        table = self._table(job)
        if table is None:
            return {"missing": True}
        return {"answer": table.hear(_who(job["who"]), job["message"]).answer}

    def _scenes(self, job: Message) -> Message:
        """Show a table to everybody."""
        table = self._table(job)
        return (
            {"missing": True} if table is None else self._happened(table, job, []) | {"scenes": self._seen(table, job)}
        )

    def _think(self, job: Message) -> Message:
        """Let a computer player decide."""
        table = self._table(job)
        if table is None:
            return {"missing": True}
        self._keep(MOST_SEARCHED)
        return {"events": table.think(Limits(seconds=float(str(job["budget"])), memory=MOST_MEMORY))}

    def _table(self, job: Message) -> Table | None:
        """Return the table of a job, as far as it has come; None if its setup is needed."""
        name = str(job["table"])
        table = self._tables.pop(name, None)
        if "setup" in job:
            setup = job["setup"]
            assert isinstance(setup, dict)
            table = Table(setup)
        if table is None:
            return None
        for event in objects(job["events"]):
            table.apply(event)
        table.people = tuple(_person(each) for each in objects(job.get("people", [])))
        self._tables[name] = table
        self._keep(MOST_TABLES)
        return table

    def _keep(self, most: int) -> None:
        """Drop the tables that were asked about longest ago."""
        while len(self._tables) > most:
            self._tables.popitem(last=False)[1].leave()

    def _seen(self, table: Table, job: Message) -> list[Message]:
        """Return the scene of each audience of a job."""
        return [table.scene(_who(each), has=str(each["has"])) for each in objects(job["audiences"])]

    def _drawn(self, table: Table) -> list[Message]:
        """Let chance decide as long as it is its turn."""
        found: list[Message] = []
        while table.course.tip.outcome is None and table.course.tip.state.way == CHANCE:
            events = table.think()
            if not [event for event in events if table.apply(event)]:
                break
            found += events
        return found


def _where(error: BaseException) -> str:
    """What went wrong, and where, for the log."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {where.filename}:{where.lineno}: {error}"


def _timely(found: Message) -> Message:
    """Return an answer, or that it has come too late where it says so itself."""
    answer = found["answer"]
    assert isinstance(answer, dict)
    return {"failed": "late"} if answer.get("code") == OUT_OF_TIME else found


def _awaits(table: Table) -> str:
    """Return whether a table awaits a computer player."""
    return "computer" if table.awaits_computer else ""


def _who(given: object) -> Who:
    assert isinstance(given, dict)
    seats: Sequence[int] = given["seats"]
    return Who(frozenset(seats), str(given.get("name", "")))


def _person(given: Message) -> Person:
    seat = given["seat"]
    assert isinstance(seat, int)
    return Person(seat, str(given["name"]), bool(given["here"]))
