"""A game as a file, as an animated drawing and as a card; a position as a picture."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ....players import HUMAN
from ....show.pictures.card import Told, card_of
from ....show.pictures.film import film_of
from ....show.pictures.picture import svg
from ....show.records import write_record
from ..answers import Answer, Refused

if TYPE_CHECKING:
    from ..sight import Sight
    from .course import Node
    from .viewing import Viewing


def record(viewing: Viewing, seed: int | None, number: int | None = None) -> Answer:
    """Return the game as `hexgame play --from` reads it; the seed only if nobody can use it to know what comes.

    With the number of a position, only the moves that led there, without remarks. Raises Refused while something is
    hidden.
    """
    node = _shown(viewing, number)
    known = seed if viewing.is_free else None
    settled, remarked = (node.settled, viewing.course.remarks) if number is None else (None, None)
    try:
        text = write_record(node.state, viewing.seats, known, settled=settled, remarked=remarked)
    except ValueError:
        raise Refused("this game has too many variations and comments for a file") from None
    return {"text": text, "name": f"{_stem(viewing)}.yaml"}


def film(viewing: Viewing, number: int | None) -> Answer:
    """Return the game up to a position as an animated drawing; raises Refused while something is hidden."""
    node = _shown(viewing, number)
    return {"svg": film_of([each.state for each in node.path]), "name": f"{_stem(viewing)}.svg"}


def card(viewing: Viewing, number: int | None) -> Answer:
    """Return a drawing that tells of the game, with a position of it; raises Refused while something is hidden."""
    node = _shown(viewing, number)
    names = {person.seat: person.name for person in viewing.people}
    people = {}
    for colour in node.state.game.players:
        seat = node.state.seat(colour)
        kind = viewing.seats[seat]
        people[colour] = names.get(seat) or ("" if kind == HUMAN else kind)
    told = Told(people, node.ply, str(node.outcome or ""))
    return {"svg": card_of(node.state, told), "name": f"{_stem(viewing)}.svg"}


def picture(sight: Sight) -> Answer:
    """Return what a browser sees as a drawing that stands alone."""
    return {"svg": svg(sight.shown, follows=True)}


def _shown(viewing: Viewing, number: int | None) -> Node:
    """The position of a number, by default where play stands; raises Refused while something is hidden."""
    if viewing.hides:
        raise Refused("this game hides something, so it can be saved only when it is over")
    return viewing.node(number, None)


def _stem(viewing: Viewing) -> str:
    title = viewing.course.tip.state.game.title
    return re.sub("[^a-z0-9]+", "_", title.lower()).strip("_") or "game"
