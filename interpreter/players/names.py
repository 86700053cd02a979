"""The names of players, as people type them: `human`, `random`, `mcts:2s`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..diagnostics.diagnostic import did_you_mean, listed
from ..doors.given import given, whole
from ..doors.visible import on_one_line
from .protocol import UNLIMITED, Limits, Player
from .uniform import RandomPlayer

HUMAN = "human"

PROGRAM = "gtp:"
"""What stands before the command of a program that plays: `gtp:mohex --quiet`."""

# What searches or starts programs is imported once it is to play.
# ruff: noqa: PLC0415


@dataclass(frozen=True)
class Kind:
    """A kind of computer player: how it is made from a seed and limits, and what it is."""

    make: Callable[[int, Limits], Player]
    meaning: str
    is_limited: bool = True
    """Whether a limit may follow its name, as in `mcts:2s`."""


def _search(seed: int, limits: Limits) -> Player:
    from .search.player import TreePlayer

    return TreePlayer(seed, limits)


def _beginner(seed: int, _: Limits) -> Player:
    from .search.player import TreePlayer
    from .search.tree import SENSELESS

    return TreePlayer(seed, Limits(simulations=40), SENSELESS)


def _exact(seed: int, limits: Limits) -> Player:
    from .exact.player import ExactPlayer

    return ExactPlayer(seed, limits)


KINDS: dict[str, Kind] = {
    "random": Kind(lambda seed, _: RandomPlayer(seed), "plays any legal move", is_limited=False),
    "mcts": Kind(_search, "searches for a second, or as long as its limit says"),
    "exact": Kind(_exact, "plays what it can prove within five seconds, or as long as its limit says; else searches"),
    "easy": Kind(_beginner, "searches very little, and has no sense of connection", is_limited=False),
    "normal": Kind(lambda seed, _: _search(seed, Limits(seconds=1)), "searches for a second", is_limited=False),
    "hard": Kind(lambda seed, _: _search(seed, Limits(seconds=5)), "searches for five seconds", is_limited=False),
}
"""The computer players by name."""

CALLED_ELSEWHERE = {
    **dict.fromkeys(("me", "person", "player", "you", "user", "myself"), HUMAN),
    **dict.fromkeys(("ai", "bot", "computer", "cpu", "engine", "medium"), "normal"),
    **dict.fromkeys(("expert", "strong", "difficult", "master"), "hard"),
    **dict.fromkeys(("beginner", "weak", "novice"), "easy"),
    **dict.fromkeys(("uct", "montecarlo", "search"), "mcts"),
    **dict.fromkeys(("minimax", "alphabeta", "perfect", "solver"), "exact"),
}
"""What other programs call the players."""

_LIMIT = re.compile(r"(?P<number>\d{1,15}(?:\.\d{1,6})?)(?P<unit>s|ms|)(?:@(?P<threads>\d{1,3}))?")


def check(name: str) -> None:
    """Raise ValueError with advice for a name that no player has."""
    given("name", name, str)
    if name.startswith(PROGRAM):
        _program(name)
    elif name != HUMAN:
        _read(name)


def player(name: str, seed: int) -> Player:
    """Return a computer player by name, made for one game; raises ValueError with advice if no player has the name."""
    given("name", name, str)
    whole("seed", seed)
    if name.startswith(PROGRAM):
        return _program(name)
    kind, limits = _read(name)
    return kind.make(seed, limits)


def _program(name: str) -> Player:
    from .gtp import Gtp

    return Gtp(name.removeprefix(PROGRAM))


def _read(name: str) -> tuple[Kind, Limits]:
    word, colon, limit = name.partition(":")
    kind = KINDS.get(word)
    if kind is None:
        known = [HUMAN, *KINDS]
        guess = did_you_mean(CALLED_ELSEWHERE.get(word.casefold(), word), known)
        shown = on_one_line(name if len(name) <= 40 else name[:40] + "…")
        raise ValueError(
            f"there is no player `{shown}`; choose {listed(known)}, or `gtp:` and a command"
            + (f" ({guess})" if guess else "")
        )
    if not colon:
        return kind, UNLIMITED
    if not kind.is_limited:
        raise ValueError(f"`{word}` takes no limit: write `{word}` alone")
    return kind, limits_of(word, limit)


def limits_of(word: str, text: str) -> Limits:
    """Return the limits that follow a player's name: `2s`, `500ms`, or a number of simulations; `2s@4` on 4 threads.

    Raises ValueError with advice for anything else.
    """
    match = _LIMIT.fullmatch(text)
    if match is None or (not match["unit"] and "." in match["number"]):
        raise ValueError(
            f"`{on_one_line(text[:40])}` is not a limit: write seconds a move, such as `{word}:2s` or `{word}:500ms`, "
            f"or a number of simulations, such as `{word}:5000`"
        )
    number, unit, threads = match["number"], match["unit"], int(match["threads"] or 1)
    if not unit:
        return Limits(simulations=int(number), threads=threads)
    return Limits(seconds=float(number) / (1000 if unit == "ms" else 1), threads=threads)
