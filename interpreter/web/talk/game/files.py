"""A game as a file, and a position as a picture."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ....show.pictures.picture import svg
from ....show.records import write_record
from ..answers import Answer, Refused

if TYPE_CHECKING:
    from ..sight import Sight
    from .viewing import Viewing


def record(viewing: Viewing, seed: int | None) -> Answer:
    """Return the game as `hexgame play --from` reads it; the seed only if nobody can use it to know what comes.

    Raises Refused while something is hidden.
    """
    if viewing.hides:
        raise Refused("this game hides something: it can be saved when it is over")
    tip = viewing.course.tip
    known = seed if viewing.is_free else None
    try:
        text = write_record(tip.state, viewing.seats, known, settled=tip.settled, remarked=viewing.course.remarks)
    except ValueError:
        raise Refused("the variations and comments of this game are too many for a file") from None
    stem = re.sub("[^a-z0-9]+", "_", tip.state.game.title.lower()).strip("_") or "game"
    return {"text": text, "name": f"{stem}.yaml"}


def picture(sight: Sight) -> Answer:
    """Return what a browser sees as a drawing that stands alone."""
    return {"svg": svg(sight.shown)}
