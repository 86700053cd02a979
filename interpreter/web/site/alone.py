"""The conversation in a browser without a server, in calls from worker.js: JSON in, JSON out.

Tables are kept by the browser, and come with each call as their setup and events; here is only a memory of them. So
this Python can be ended at any time, and another goes on. Whoever asks holds the seats of all people.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ...deadline import OutOfTime, time_limit
from ...diagnostics.diagnostic import HexgameError
from ...native.makers import get_ready
from ...players import HUMAN, Limits
from ...rules.program import CHANCE
from ..talk.answers import Answer, Refused, answered
from ..talk.desk import Desk
from ..talk.envelopes import Envelope
from ..talk.forms import Malformed
from ..talk.game.seats import Who
from ..talk.game.setup import setup_of
from ..talk.messages import Again, Free, Glance, Lobby, Open, Say, Sit, Stand
from ..talk.sight import GLANCE
from ..talk.table import Table

THINKING = Limits(memory=1 << 26)
"""What a computer player may take beside what its name says: a browser has little memory."""

QUICK = {HUMAN, "random", "easy"}
"""The players that do not search for long."""

DOOR = ("open", "lobby", "join", "glance", "sit", "stand", "free", "say", "again")
"""What is asked before one sits at a table."""

Reply = dict[str, object]


@dataclass
class _Known:
    """A table, and the events that it was made from."""

    setup: object
    table: Table
    events: list[object] = field(default_factory=list)


class Alone:
    """Answers calls; see the module and worker.js.

    A call has `seconds`, and one of: `message` with `kept` (or with the name for a new `table`); `think` with `kept`;
    `prepare`, what will be searched, with `kept` if that is known; `adopt`, events that may still fit, with `kept`. The
    reply has the `answer` to a message; `setup`, if a table was made, and whether somebody there `searches`; `events`,
    what has happened; the `scene`, if something has; and what the table `awaits`, if anybody thinks.
    """

    def __init__(self) -> None:
        self._desk = Desk()
        self._tables: dict[str, _Known] = {}

    def answer(self, text: str) -> str:
        """Return the reply to a call."""
        call = json.loads(text)
        with time_limit(call["seconds"]):
            if "think" in call:
                reply = self._think(call["kept"])
            elif "prepare" in call:
                reply = self._prepare(call.get("kept"))
            elif "adopt" in call:
                reply = self._adopt(call["kept"], call["adopt"])
            else:
                reply = self._hear(call["message"], call.get("kept"), call.get("table"))
        return json.dumps(reply, ensure_ascii=False)

    def _hear(self, message: object, kept: Mapping[str, object] | None, new: object) -> Reply:
        made: Reply = {}

        def at_door(envelope: Envelope) -> Answer:
            match envelope.ask:
                case Open(clock=None):
                    made["setup"] = setup_of(envelope.ask)
                    known = self._begin(str(new), made["setup"])
                    made["searches"] = not QUICK.issuperset(known.table.seats)
                    made.update(_standing(known.table))
                    return {"table": new, "scene": known.table.scene(_everyone(known.table))}
                case Glance():
                    table = self._table(kept).table
                    scene, seats = table.scene(_everyone(table)), sorted(_everyone(table).seats)
                    return {"seats": seats, **{name: scene[name] for name in GLANCE}}
                case Open():
                    raise Refused("clocks need a server")
                case Lobby():
                    return {"tables": []}
                case Sit() | Stand() | Free() | Say() | Again():
                    raise Refused("without a server, all seats are yours")
                case _:
                    table = self._table(kept).table
                    made.update(_standing(table))
                    return {
                        "token": "",
                        "seats": sorted(_everyone(table).seats),
                        "scene": table.scene(_everyone(table)),
                    }

        if isinstance(message, dict) and message.get("ask") in DOOR:
            answer = answered(message, at_door)
            return {"events": [], **(made if answer["answer"] != "error" else {}), "answer": answer}
        if kept is None:
            return {"events": [], "answer": self._desk.answer(message)}
        try:
            known = self._table(kept)
        except (HexgameError, Malformed, OutOfTime) as error:
            return {"events": [], "answer": answered(message, _raising(error))}
        heard = known.table.hear(_everyone(known.table), message)
        return {"answer": heard.answer, **self._apply(known, list(heard.events))}

    def _prepare(self, kept: Mapping[str, object] | None) -> Reply:
        """Make the search of a game before anybody waits for it, or get ready to make one."""
        from ...players.search import engine, kernel  # noqa: PLC0415 - only whoever searches waits for it

        if kept is None:
            get_ready(kernel.__name__)
        else:
            engine.workshop(self._table(kept).table.course.tip.state.game).compile()
        return {}

    def _think(self, kept: Mapping[str, object]) -> Reply:
        """Return what chance or a computer player decides; nothing happens yet."""
        return {"events": self._table(kept).table.think(THINKING)}

    def _adopt(self, kept: Mapping[str, object], events: list[dict[str, object]]) -> Reply:
        known = self._table(kept)
        return {"scene": known.table.scene(_everyone(known.table)), **self._apply(known, events)}

    def _apply(self, known: _Known, events: list[dict[str, object]]) -> Reply:
        """Let events happen that fit, and return them with what is then to be seen."""
        happened = [event for event in events if known.table.apply(event)]
        known.events += happened
        scene = {"scene": known.table.scene(_everyone(known.table))} if happened else {}
        return {"events": happened, **scene, **_standing(known.table)}

    def _begin(self, name: str, setup: object) -> _Known:
        assert isinstance(setup, dict)
        known = self._tables[name] = _Known(setup, Table(setup))
        return known

    def _table(self, kept: Mapping[str, object] | None) -> _Known:
        """Return a table as the browser keeps it, made anew unless what is known of it is its beginning."""
        assert kept is not None
        name, events = str(kept["table"]), kept["events"]
        assert isinstance(events, list)
        known = self._tables.get(name)
        if known is None or known.events != events[: len(known.events)]:
            known = self._begin(name, kept["setup"])
        for event in events[len(known.events) :]:
            known.table.apply(event)
            known.events.append(event)
        return known


def _everyone(table: Table) -> Who:
    return Who(frozenset(seat for seat, name in enumerate(table.seats) if name == HUMAN))


def _standing(table: Table) -> Reply:
    """How long it takes until somebody here decides, if it is chance's or a computer player's turn."""
    if not table.awaits_computer:
        return {}
    is_quick = table.course.tip.state.way == CHANCE or QUICK.issuperset(table.seats)
    return {"awaits": "a moment" if is_quick else "a while"}


def _raising(error: BaseException) -> Callable[[Envelope], Answer]:
    def work(_: Envelope) -> Answer:
        raise error

    return work
