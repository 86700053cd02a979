"""A saved game as a film and as a card, for `hexgame show`."""

# Each function imports the rooms it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, TypeVar

from ..diagnostics.diagnostic import Diagnostic
from ..doors.kinds import PNG, SVG
from .command import fail, write_file, written_option

if TYPE_CHECKING:
    from ..show.records import Replay

Command = TypeVar("Command", bound=Callable[..., object])

CARD = 1200
"""The width of a card in pixels."""


class Told(TypedDict):
    """The files that are to tell of a saved game."""

    animate: Path | None
    card: Path | None


def telling_options(command: Command) -> Command:
    """Add the options for files that tell of a saved game."""
    film = written_option("--animate", SVG, "Write a saved game as an animated SVG file; print nothing else.")
    card = written_option("--card", PNG, "Write a PNG picture that sums up a saved game, for sharing.")
    return film(card(command))


def tell(saved: Replay, told: Told) -> None:
    """Write the files that are wanted, or report why that fails and exit."""
    from ..show.pictures import card, film, picture
    from ..show.remarks import positions

    if told["animate"]:
        shown = [state.copy() for state in positions(saved.start, map(str, saved.end.moves))]
        write_file(told["animate"], film.film_of(shown).encode())
    if told["card"]:
        people = {colour: name for colour, name in zip(saved.end.game.players, saved.players, strict=False)
                  if name != "human"}  # fmt: skip
        what = card.Told(people, len(saved.end.moves), str(saved.outcome or ""))
        try:
            write_file(told["card"], picture.png(card.card_of(saved.end, what), CARD))
        except picture.MissingExtra as error:
            fail([Diagnostic("HG611", str(error))])
