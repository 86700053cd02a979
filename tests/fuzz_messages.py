"""What the fuzz sends as pages send it: asks of all kinds, right or nearly, at the desk and at a table."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache

from conftest import ROOT
from talking import BOTH, FIRST, SECOND, WATCHER, table

from hexgame.deadline import time_limit
from hexgame.web.talk.answers import FAULT
from hexgame.web.talk.desk import Desk
from hexgame.web.talk.forms import Malformed, decoded, kinds_of
from hexgame.web.talk.messages import ASKS, AtTable

Dice = random.Random
GAMES = {"hex": "3", "dark_hex": "3", "blind_hex": "5", "three_player_hex": "3", "gonnect": "5",
         "bidding_hex": "3", "simultaneous_hex": "3", "tak": "3", "oware": "6", "dvonn": "3"}  # fmt: skip
"""Games at the table, and their sizes."""

PEOPLE = {"both": BOTH, "first": FIRST, "second": SECOND, "watcher": WATCHER}
SECONDS = 5.0
"""How long one ask may take."""

ODD = (None, True, False, 0, -1, 1.5, 1e308, 2**53, 2**70, "", "x", "\u202e", "\ud800", "\0", "é" * 300, [], [[]], {},
       {"": None}, ["a1"] * 600, {"name": "hex"}, "9" * 400)  # fmt: skip
MOVES = ("a1", "b2", "c3", "a2", "b1", "swap", "pass", "{1,2}", "1", "a1-b2", "", "stone a1", "A1", "a01",
         "n 0", "n 1", "n 3", "c b2", "c a1", "c a2", "s a1", "d b1", "stop", "White@b1", "Black@a1", "wall@c1", "n",
         "zz" * 500)  # fmt: skip


@cache
def _sheets() -> tuple[str, ...]:
    read = lambda name: (ROOT / "games" / f"{name}.hexgame").read_text("utf-8")  # noqa: E731
    small = read("hex").replace("= 11", "= 3")
    return (small, small[:300], read("misere_hex"), 'game "🙂"', "turn {", "\r\n\ufeff", "variant of hex", "")


LIKELY: dict[str, Callable[[Dice], object]] = {
    "name": lambda dice: dice.choice(("hex", "hex_kb", "nothing", "../hex", "", "\0", "/etc/passwd", "You")),
    "text": lambda dice: dice.choice(_sheets()),
    "at": lambda dice: dice.randrange(-2, 900),
    "code": lambda dice: dice.choice(("HG101", "hg999", "", "HG", "HG600")),
    "page": lambda dice: dice.choice(("language", "../SECURITY", "", "web", "cookbook")),
    "options": lambda dice: {dice.choice(("size", "pie", "no")): dice.choice(("3", "yes", "99", "", "²"))},
    "bases": lambda dice: [{"name": dice.choice(("hex", "me")), "text": dice.choice(_sheets())}] * dice.randrange(3),
    "moves": lambda dice: dice.choices(MOVES, k=dice.randrange(6)),
    "node": lambda dice: dice.choice((0, 0, 0, 1, 1, 2, 3, -1, 99, 20_000)),
    "move": lambda dice: dice.choice(MOVES),
    "seat": lambda dice: dice.choice((None, 0, 1, 2, -1, 99)),
    "eyes": lambda dice: dice.choice((None, "Red", "Blue", "Green", "")),
    "seconds": lambda dice: 0.01,
    "games": lambda dice: dice.choice((0, 1, 3, 10_001)),
    "by": lambda dice: dice.choice(("random", "human", "nobody", "gtp:rm -rf x", "mcts:9", "mcts:9@64", "exact")),
    "table": lambda dice: "t",
    "yes": lambda dice: dice.random() < 0.5,
    "has": lambda dice: "",
}  # fmt: skip
"""What each field may hold if it is to make sense; others get anything."""

_AT_TABLE = tuple(word for word, form in ASKS.items() if form in AtTable.__args__)


def random_messages(dice: Dice) -> bytes:
    """A game, and asks of people at its table or at the desk, a line each: who, and what is sent."""
    lines = [dice.choice(list(GAMES))]
    for _ in range(dice.randrange(1, 12)):
        who = dice.choice((*PEOPLE, "both", "desk"))
        frame = json.dumps(_ask(dice, tuple(ASKS) if who == "desk" or dice.random() < 0.05 else _AT_TABLE))
        if dice.random() < 0.05:
            at = dice.randrange(len(frame))
            frame = frame[:at] + dice.choice(("", '"', "[" * 50, "\\u", "1e999", "}")) + frame[at + dice.randrange(4) :]
        lines.append(f"{who} {frame}")
    return "\n".join(lines).encode()


def _ask(dice: Dice, words: tuple[str, ...]) -> object:
    word = dice.choice(words) if dice.random() < 0.6 else "play" if "play" in words else dice.choice(words)
    message: dict[str, object] = {"id": dice.choice((1, 2, "a", *ODD)), "ask": word}
    for name in kinds_of(ASKS[word]):
        if dice.random() < 0.9:
            likely = LIKELY.get(name)
            message[name] = likely(dice) if likely and dice.random() < 0.93 else dice.choice(ODD)
    if dice.random() < 0.04:
        message[dice.choice(("x", "", "\u202e", "__class__"))] = dice.choice(ODD)
    return message if dice.random() < 0.98 else dice.choice(ODD)


def check_messages(data: bytes) -> int:
    """Send them; return how many were refused. Every answer is JSON, has the number of its ask, and is no fault."""
    name, *lines = data.decode("utf-8", "replace").split("\n")
    at, desk, refused = table(name, size=GAMES[name]), Desk(), 0
    for line in lines:
        who, _, frame = line.partition(" ")
        try:
            message = decoded(frame)
        except Malformed:
            refused += 1
            continue
        with time_limit(SECONDS):
            heard = at.hear(PEOPLE[who], message) if who != "desk" else None
            answer = heard.answer if heard else desk.answer(message)
        json.dumps(answer, allow_nan=False)
        assert answer.get("message") != FAULT, "a fault of hexgame"
        assert answer["answer"] == "error" or answer["answer"] == message["ask"]
        assert answer["answer"] == "error" or answer["id"] == message["id"]
        refused += answer["answer"] == "error"
        for event in heard.events if heard else ():
            assert at.apply(json.loads(json.dumps(event))), "what was answered does not happen"
        for each in PEOPLE.values():
            json.dumps(at.scene(each), allow_nan=False)
    return refused
