"""What is asked without a table: sheets, checks, and tables that are to be opened."""

from __future__ import annotations

import contextlib
import json
from collections import OrderedDict

from ..talk import envelopes, fields, messages
from ..talk.sheets.filters import filters
from .clocks.clocks import Clocks
from .hall import Refused
from .limits import Limits
from .rooms import Room, new_name
from .shelf import Shelf
from .visitor import Visitor
from .workers.crew import Late, Lost
from .workers.wire import Message, objects
from .workers.workshop import Played, Workshop

PATIENCE = 60.0
"""Seconds for what is the same for everybody: it is worked out once, from sheets that can be trusted."""

OWN = "Your sheets"
"""The family under which the sheets of the watched folder are listed."""

KEPT, LARGEST = 200, 64 << 10
"""How many answers are kept, and how many characters one of them may have as JSON."""

SAME = (messages.Library, messages.Highlight)
"""What is always answered in the same way."""


class Counter:
    """Answers such asks, with the sheets of a folder beside those of the library.

    Every method raises `Failed` where a worker has no answer, and `Refused` where something cannot be done.
    """

    def __init__(self, workshop: Workshop, shelf: Shelf, limits: Limits) -> None:
        self._workshop, self._shelf, self._limits = workshop, shelf, limits
        self._same: dict[str, Message] = {}
        self._known: OrderedDict[str, str] = OrderedDict()
        """What was answered to whom, as JSON, without its number: everybody looks at the same gallery."""

        self._entries: dict[str, tuple[str, Message]] = {}
        """For each sheet of the folder, the text that was read and what the library says of it."""

    async def refusal(self, frame: str | bytes) -> Message | None:
        """Return what is wrong with a message; None if nothing is. Reading it may take as long as checking a sheet, if
        it holds very many values."""
        text = frame if isinstance(frame, str) else frame.decode(errors="surrogateescape")
        job: Message = {"do": "read", "frame": text}
        answer = (await self._workshop.at_desk(job, seconds=self._limits.check))["answer"]
        assert answer is None or isinstance(answer, dict)
        return answer

    async def answer(self, visitor: Visitor, envelope: envelopes.Envelope, message: Message) -> Message:
        """Return the answer to an ask."""
        ask = envelope.ask
        if isinstance(ask, messages.Sheet) and ask.name in self._shelf.sheets:
            return envelope.answer(text=self._shelf.sheets[ask.name].text, bases=self._shelf.bases(ask.name))
        if not isinstance(ask, SAME):
            return await self._asked(visitor, message)
        word = str(message["ask"])
        if word not in self._same:
            job: Message = {"do": "desk", "message": {"id": None, "ask": word}}
            self._same[word] = _answer(await self._workshop.at_desk(job, seconds=PATIENCE))
        found = {**self._same[word], "id": envelope.id}
        if isinstance(ask, messages.Library):
            found["games"] = [*await self._own(), *objects(found["games"])]
            found["filters"] = filters(objects(found["games"]))
        return found

    async def _own(self) -> list[Message]:
        """Return the sheets of the folder as the library lists its games."""
        for name, sheet in list(self._shelf.sheets.items()):
            if self._entries.get(name, ("",))[0] != sheet.text:
                self._entries[name] = sheet.text, await self._entry(name)
        return [self._entries[name][1] for name in self._shelf.sheets if name in self._entries]

    async def _entry(self, name: str) -> Message:
        text, bases = self._shelf.sheets[name].text, self._shelf.bases(name)
        checked: Message = {}
        with contextlib.suppress(Late, Lost):
            message: Message = {"id": None, "ask": "check", "text": text, "bases": bases}
            checked = _answer(await self._workshop.at_desk({"do": "desk", "message": message}))
        board = checked.get("board")
        players = objects(board["players"]) if isinstance(board, dict) else []
        return {
            "name": name, "title": checked.get("title") or name, "family": OWN, "about": "",
            "players": [each["colour"] for each in players], "options": checked.get("options") or [],
            "also": [], "tags": [], "minutes": 0, "first": 0, "middle": False, "words": "",
        }  # fmt: skip

    async def _asked(self, visitor: Visitor, message: Message) -> Message:
        """Return what the desk answers."""
        number = message.get("id")
        key = json.dumps({**message, "id": None}, sort_keys=True)
        if key in self._known:
            self._known.move_to_end(key)
            return {**json.loads(self._known[key]), "id": number}
        reply = await self._at_desk(visitor, {"do": "desk", "message": message})
        answer = _answer(reply)
        if len(key) <= LARGEST and len(text := json.dumps(answer)) + len(key) <= LARGEST:
            self._known[key] = text
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return answer

    async def _at_desk(self, visitor: Visitor, job: Message) -> Message:
        """Return the answer to a job. From each address there is one at a time, and it is expected to take as long as
        the one before; where one has taken long, or several nearly so, those that follow go to the slow worker for a
        while."""
        place = visitor.place
        async with place.turn:
            try:
                reply = await self._workshop.at_desk(job, place.is_slow, expected=place.last)
            except (Late, Lost):
                place.last = self._limits.check
                place.was_slow()
                raise
            place.last = seconds = float(str(reply["seconds"]))
        if place.weight.add(seconds) or seconds > self._limits.quick:
            place.was_slow()
        return reply

    async def opened(self, visitor: Visitor, ask: messages.Open, message: Message) -> Room:
        """Return a new table, which is not kept yet. A game that takes long to begin goes to the slow worker."""
        if isinstance(ask.sheet, fields.Shipped) and ask.sheet.name in self._shelf.sheets:
            name = ask.sheet.name
            sheet = {"text": self._shelf.sheets[name].text, "bases": self._shelf.bases(name)}
            message = {**message, "sheet": sheet}
        reply = await self._at_desk(visitor, {"do": "open", "message": message})
        setup, answer = reply.get("setup"), _answer(reply)
        if not isinstance(setup, dict) or answer["answer"] == "error":
            raise Refused(str(answer["message"]), str(answer["code"]) if answer.get("code") else None)
        is_slow = float(str(reply["seconds"])) > self._limits.quick
        events = objects(reply["events"])
        size = len(json.dumps(setup)) + len(json.dumps(events))
        room = Room(Played(new_name(), setup, events, is_slow), place=visitor.place.digest, size=size)
        room.clocks = Clocks.of(setup, room.human, {})
        return room


def _answer(reply: Message) -> Message:
    answer = reply["answer"]
    assert isinstance(answer, dict)
    return answer
