"""How a message is read, answered and refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...diagnostics.diagnostic import did_you_mean
from .forms import Id, Malformed, either, filled, optional, text, whole
from .messages import ASKS, Ask

_NUMBERED = optional(either(whole(-(2**53), 2**53), text(100)))


@dataclass(frozen=True)
class Envelope:
    """A message as it was read."""

    id: Id
    ask: Ask

    @property
    def table(self) -> str:
        """The table that it is about; empty if none."""
        return getattr(self.ask, "table", "")

    def answer(self, **given: object) -> dict[str, object]:
        """Return an answer to it."""
        return {"id": self.id, "answer": type(self.ask).__name__.lower(), **given}


def refused(number: Id, why: str, code: str | None = None) -> dict[str, object]:
    """Return the answer that something cannot be done."""
    return {"id": number, "answer": "error", "message": why, **({"code": code} if code else {})}


def read(message: object) -> Envelope:
    """Return what a decoded message asks; raises Malformed if it makes no sense."""
    if not isinstance(message, Mapping):
        raise Malformed("a message is an object")
    try:
        number: Id = _NUMBERED.take(message.get("id"))  # type: ignore[assignment]
    except ValueError:
        raise Malformed(f"`id` must be {_NUMBERED.says}") from None
    word = message.get("ask")
    asked = ASKS.get(word) if isinstance(word, str) else None
    if asked is None:
        guess = did_you_mean(word[:30], ASKS) if isinstance(word, str) else ""
        raise Malformed(f"`ask` must be one of {', '.join(ASKS)}" + (f" ({guess})" if guess else ""), number)
    try:
        return Envelope(
            number, filled(asked, {key: value for key, value in message.items() if key not in ("id", "ask")})
        )
    except Malformed as error:
        raise Malformed(str(error), number) from None
