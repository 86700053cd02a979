"""What the tests of the conversation share: tables, and people who ask."""

from __future__ import annotations

import json

from hexgame.web.talk.forms import filled
from hexgame.web.talk.messages import Open
from hexgame.web.talk.table import Table, Who, setup_of

BOTH, FIRST, SECOND, WATCHER = Who(frozenset({0, 1})), Who(frozenset({0})), Who(frozenset({1})), Who()


def opened(**fields: object) -> Table:
    """A table made by the fields of `open`."""
    return Table(setup_of(filled(Open, {"seed": 1, **fields})))


def table(name: str, *seats: str, **options: str) -> Table:
    """A game of the library."""
    return opened(sheet={"name": name}, options=options, seats=seats)


def ask(at: Table, who: Who, kind: str, **fields: object) -> dict[str, object]:
    """Ask, and let happen what follows; return the answer."""
    heard = at.hear(who, json.loads(json.dumps({"id": 1, "ask": kind, "table": "t", **fields})))
    assert all(map(at.apply, json.loads(json.dumps(heard.events))))
    json.dumps(heard.answer)
    return heard.answer


def play(at: Table, who: Who, *moves: str) -> None:
    """Play moves at the last position, as this browser counts positions."""
    for move in moves:
        answer = ask(at, who, "play", node=at.scene(who)["tip"], move=move)
        assert answer["answer"] == "play", answer


def let_computer(at: Table) -> None:
    """Let chance and computer players decide for as long as they can."""
    while at.awaits_computer:
        assert all(map(at.apply, at.think()))
