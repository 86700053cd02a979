"""Computer players: at each table where one has to decide, a task that waits for it. Other tables do not notice."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence

from .hall import Refused
from .rooms import Room
from .store import StoreError
from .workers.crew import Failed, Faulty
from .workers.turns import WHOSE
from .workers.wire import Message, objects
from .workers.workshop import Workshop

log = logging.getLogger("hexgame.serve")

COMPUTER = "computer"
"""Whom a table awaits where a computer player decides."""

AGAIN = 10.0
"""Seconds until a computer player decides again whose move could not be kept."""

TRIES = 2
"""How often a computer player tries to decide: on a busy machine, preparing it may take too long the first time, or its
worker may not start in time."""

_Adopt = Callable[[Room, int, Sequence[Message]], Awaitable[object]]


class Thinking:
    """Lets computer players decide. `adopt` makes happen what one has decided, and says whom the table awaits then."""

    def __init__(self, workshop: Workshop, adopt: _Adopt) -> None:
        self._workshop, self._adopt = workshop, adopt

    def after(self, room: Room, awaits: object) -> None:
        """Let a computer player decide if a table awaits one, somebody is there, and none is thinking."""
        if awaits == COMPUTER and room.thinking is None and room.visitors:
            room.thinking = asyncio.create_task(self._play(room))

    async def _play(self, room: Room) -> None:
        awaits: object = COMPUTER
        failures = 0
        try:
            while awaits == COMPUTER and room.visitors:
                try:
                    awaits = await self._decide(room)
                    failures = 0
                except StoreError as error:
                    _tell_trouble(room, error, goes_on=True)
                    await asyncio.sleep(AGAIN)
                except Faulty as error:
                    _tell_trouble(room, error)
                    return
                except Failed as error:
                    failures += 1
                    if failures == TRIES:
                        _tell_trouble(room, error)
                        return
        except Refused as error:
            _tell_trouble(room, error)
        except Exception:
            log.exception("a computer player")
        finally:
            room.thinking = None

    async def _decide(self, room: Room) -> object:
        """Let a computer player decide once; return whom the table awaits then. Of the tables of one address, one at a
        time has its turn."""
        if self._workshop.is_cold(room.played):
            tell(room, {"tell": "preparing", "table": room.name})
        place = next(iter(room.visitors)).place
        WHOSE.set(place)
        async with place.thinking:
            number = len(room.played.events)
            reply = await self._workshop.think(room.played, {"do": "think"})
        return await self._adopt(room, number, objects(reply["events"]))


def _tell_trouble(room: Room, why: Exception, *, goes_on: bool = False) -> None:
    tell(room, {"tell": "trouble", "table": room.name, "message": f"{why}.", "again": goes_on})


def tell(room: Room, message: Message) -> None:
    """Tell everybody at a table something that is no secret."""
    text = json.dumps(message)
    for visitor in room.visitors:
        visitor.tell(f"{message['tell']} {room.name}", text)
