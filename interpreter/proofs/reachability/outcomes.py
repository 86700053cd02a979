"""Which endings play can reach: each that the rules name, for each who may win by it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from ...deadline import OutOfTime, look, time_limit
from ...machine.answers import PLAYING, read_end
from ...play.game import Game
from ...play.outcome import Outcome
from ...record import Record
from ...rules import ir
from ..limits import Limits
from .search import Search

GAMES = 200
"""How many random games are played at most."""

SHARE = 0.5
"""How much of the time random games may take."""


class Reaching(Record):
    """What was found out about one way to end: moves that lead there, as codes, or that there are none."""

    outcome: Outcome
    line: int
    """The line of the rule in its file; 0 where no rule says it, as where somebody cannot move."""

    moves: tuple[int, ...] | None = None
    """None if no moves were found."""

    is_never: bool = False
    """Whether all positions that play can reach were seen, and none ends so."""


class Reachings(Record):
    """What was found out about all ways to end, and what was looked at."""

    found: tuple[Reaching, ...]
    games: int
    """How many random games were played."""

    positions: int
    """How many positions a search has seen; all there are where something is said to happen never."""


def reachings(game: Game, limits: Limits) -> Reachings:
    """Return which endings play can reach: by random games, then by a search over positions, within the limits."""
    wanted, seen = set(_possible(game)), dict[tuple[int, int | None], tuple[int, ...]]()
    until, games, positions, is_whole = time.monotonic() + limits.seconds, 0, 0, False
    with suppress(OutOfTime), time_limit(limits.seconds * SHARE):
        draw = Random(0)
        while wanted - seen.keys() and games < GAMES:
            _note(game, seen, *_played(game, draw))
            games += 1
    if wanted - seen.keys():
        with time_limit(max(0.0, until - time.monotonic())):
            search = Search(game, limits)
            is_whole = search.run("").is_whole
        positions = search.seen
        for end, moves in search.ends.items():
            _note(game, seen, end, moves)
    found = tuple(
        Reaching(_outcome(game, *each), _line(game, each[0]), seen.get(each), is_whole and each not in seen)
        for each in sorted(wanted | seen.keys(), key=lambda each: (each[0], each[1] is None, each[1]))
    )
    return Reachings(found, games, positions)


def _possible(game: Game) -> Iterator[tuple[int, int | None]]:
    """The endings that the rules name, by number, each with those who may win by it."""
    players = range(len(game.players))
    for number, ending in enumerate(game.rules.endings):
        if _is_excluded(ending.condition):
            continue
        for player in players if ending.player is None else (ending.player,):
            if ending.result == "lose":
                yield from ((number, other) for other in players if other != player and len(players) == 2)
            else:
                yield number, None if ending.result == "draw" else player


def _is_excluded(condition: ir.Expression) -> bool:
    """Whether a condition never holds with the options that are chosen."""
    match condition:
        case ir.Constant(values):
            return not any(values)
        case ir.Operation("and", operands):
            return any(map(_is_excluded, operands))
        case _:
            return False


def _line(game: Game, ending: int) -> int:
    endings = game.rules.endings
    return endings[ending].span.line if ending < len(endings) else 0


def _outcome(game: Game, ending: int, winner: int | None) -> Outcome:
    endings = game.rules.endings
    label = endings[ending].label if ending < len(endings) else ("no move", "too long")[ending - len(endings)]
    return Outcome(None if winner is None else game.players[winner], label)


def _note(game: Game, seen: dict[tuple[int, int | None], tuple[int, ...]], end: int, moves: tuple[int, ...]) -> None:
    """Keep the fewest moves that were seen to lead to an ending."""
    key = read_end(end, len(game.players))
    if len(moves) <= len(seen.get(key, moves)):
        seen[key] = moves


def _played(game: Game, draw: Random) -> tuple[int, tuple[int, ...]]:
    """How a random game ends, and its moves. Raises OutOfTime."""
    machine, vector, moves = game.machine, list(game.machine.start), list[int]()
    end, codes = machine.layout.end.offset, [0] * (game.action_count + 1)
    while vector[end] == PLAYING:
        look()
        moves.append(codes[draw.randrange(machine.legal(list(vector), codes))])
        machine.step(vector, moves[-1])
    return vector[end], tuple(moves)
