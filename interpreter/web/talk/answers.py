"""Whatever is sent, there is one answer: work is done, or refused with the reason."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable

from ...deadline import OutOfTime
from ...diagnostics.diagnostic import OUT_OF_TIME, HexgameError
from ...doors.visible import visible
from ...play.moves import MoveError
from .envelopes import Envelope, read, refused
from .forms import Malformed
from .shown import shown

Answer = dict[str, object]


class Refused(ValueError):  # noqa: N818 - named for what happened
    """Something that cannot be done; `code` is that of its page, if it has one."""

    def __init__(self, why: str, code: str | None = None) -> None:
        super().__init__(why)
        self.code = code


FAULT = "this could not be answered: a bug in hexgame, not your mistake"
"""What is answered where the program is wrong; tests see to it that nobody reads this."""


def answered(message: object, work: Callable[[Envelope], Answer]) -> Answer:
    """Return the answer to a message: the fields that the work on it returns, or why there are none.

    All that it says is made visible; its number is the page's own.
    """
    found = _answered(message, work)
    return {**shown(found), "id": found["id"]}


def _answered(message: object, work: Callable[[Envelope], Answer]) -> Answer:
    try:
        envelope = read(message)
    except Malformed as error:
        return refused(error.id, str(error))
    try:
        return envelope.answer(**work(envelope))
    except Refused as error:
        return refused(envelope.id, str(error), error.code)
    except HexgameError as error:
        return refused(envelope.id, _worded(error), error.diagnostics[0].code)
    except (Malformed, MoveError) as error:
        return refused(envelope.id, str(error))
    except OutOfTime as end:
        return refused(envelope.id, str(end), OUT_OF_TIME)
    except MemoryError:
        raise  # whoever carries the messages begins anew, with memory to spare
    except Exception:
        sys.stderr.write(visible(traceback.format_exc()))  # in a browser, its console
        return refused(envelope.id, FAULT)


def _worded(error: HexgameError) -> str:
    """The first problem in words: in which line it is, what is wrong, and what helps."""
    first, *others = error.diagnostics
    where = f"line {first.span.line}: " if first.span else ""
    advice = f" ({first.help})" if first.help else ""
    more = f"; and {len(others)} more problem{'s' * (len(others) > 1)}" if others else ""
    return f"{where}{first.message}{advice}{more}"
