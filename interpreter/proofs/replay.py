"""Whether play can reach a full board: an order of moves that leads there is searched for and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..deadline import OutOfTime, look
from ..machine.answers import PLAYING
from ..play.game import Game
from ..record import Record
from ..rules import ir
from .statements import NOT_IN_PLAY
from .verdicts import ALL_BOARDS, THIS_BOARD, Json, Refuted

FUEL = 2_000
"""How many positions are tried for a full board, and 50 more for each cell."""


class Route(Record):
    """What a search for moves that lead to a full board has found."""

    moves: tuple[int, ...] | None
    """Their codes; None if none were found."""

    is_whole: bool = False
    """Whether all play that could lead there was tried: then, without moves, play cannot reach the board."""


def refuted(
    game: Game, claim: str, method: str, statement: str, boards: Iterable[tuple[int, ...]], *, number: int = 0,
    data: Mapping[str, Json] | None = None, how: str = "",
) -> Refuted:  # fmt: skip
    """Return a refutation by the first of some full boards that play reaches, else by the first.

    `number` is how many contradict the claim, 0 if that is not known. Time that is over ends the search for moves, not
    the refutation.
    """
    first: tuple[int, ...] = ()
    excluded: list[bool] = []
    try:
        for board in boards:
            first = first or board
            route = route_to(game, board)
            if route.moves is not None:
                return Refuted(claim, method, statement, board, route.moves, True, data or {}, how=how)
            excluded.append(route.is_whole)
    except OutOfTime:
        excluded.append(False)
    if len(excluded) == number and all(excluded):
        return Refuted(claim, method, statement + NOT_IN_PLAY, first,
                       certificate=data or {}, out_of_play=ALL_BOARDS, how=how)  # fmt: skip
    out_of_play = THIS_BOARD if excluded[0] else ""
    return Refuted(claim, method, statement, first, certificate=data or {}, out_of_play=out_of_play, how=how)


def route_to(game: Game, filling: Sequence[int]) -> Route:
    """Return the codes of moves that lead from the start to a full board, if they are found among a few thousand.

    Stones only come in a game with full boards, so a position with another stone than the board leads nowhere.
    """
    machine, cells = game.machine, len(filling)
    end, size, fuel = machine.layout.end.offset, machine.layout.position_size, FUEL + 50 * cells
    line: list[tuple[list[int], list[int]]] = [(list(machine.start), _towards(game, list(machine.start), filling))]
    seen: set[tuple[int, ...]] = set()
    moves: list[int] = []
    while line:
        look()
        vector, left = line[-1]
        if tuple(vector[:cells]) == tuple(filling):
            return Route(tuple(moves))
        if not left:
            line.pop()
            moves = moves[:-1]
            continue
        if fuel <= 0:
            return Route(None)
        code, after = left.pop(), list(vector)
        machine.step(after, code)
        fuel -= 1
        position = tuple(after[:size])
        is_there = tuple(after[:cells]) == tuple(filling)
        if position not in seen and _fits(after, filling) and (after[end] == PLAYING or is_there):
            seen.add(position)
            moves.append(code)
            line.append((after, [] if after[end] != PLAYING else _towards(game, after, filling)))
    return Route(None, game.facts.stones_only_come)


def _fits(vector: Sequence[int], filling: Sequence[int]) -> bool:
    return all(vector[cell] in (ir.EMPTY, content) for cell, content in enumerate(filling))


def _towards(game: Game, vector: list[int], filling: Sequence[int]) -> list[int]:
    """The legal codes of a position, those that fill cells last, so that they are tried first."""
    codes = [0] * (game.action_count + 1)
    found = codes[: game.machine.legal(list(vector), codes)]
    fills = [code for code in found if game.block_of(code).takes_cell]
    return [code for code in found if code not in fills] + fills[::-1]
