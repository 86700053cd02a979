"""Checks a counterexample of moves: they are replayed on the plain twin of the machine."""

from __future__ import annotations

from collections.abc import Sequence

from ....deadline import look
from ....play.game import Game
from ...wording import lone, refutation
from ..certificate import Entry, Refused, Unchecked, numbers
from .positions import MOST, Positions, counted


def check(game: Game, entry: Entry) -> str:
    """Replay moves to a position that contradicts the claim, and count anew what the statement counts."""
    claim, moves = str(entry.get("claim")), numbers(entry.get("moves"))
    if numbers(entry.get("filling")) or entry.get("reached") is not True or entry.get("out of play") != "":
        raise Refused("it speaks of full boards or of unreachable positions, which moves cannot show")
    positions = Positions(game)
    last = _replayed(positions, moves)
    shown = _contradiction(positions, claim, moves, last)
    if entry.get("method") == "SAT" and claim == "always-a-move":
        if entry.get("data") != {} or entry.get("statement") != lone(positions.mover(last)):
            raise Refused("its statement does not match its moves")
        return shown
    return f"{shown}{_statement(game, entry, claim)}"


def _replayed(positions: Positions, moves: Sequence[int]) -> list[int]:
    """The position after moves; raises Refused for one that is not legal."""
    vector = positions.start
    for number, code in enumerate(moves, 1):
        look()
        if positions.is_over(vector) or not positions.is_legal(vector, code):
            raise Refused(f"a move is not legal: number {number}")
        vector = positions.after(vector, code)
    return vector


def _contradiction(positions: Positions, claim: str, moves: Sequence[int], last: list[int]) -> str:
    """How a position contradicts a claim, in words; raises Refused if it does not."""
    found = f"{len(moves):,} moves, replayed"
    if (claim == "no-draws" and positions.is_draw(last)) or (claim == "always-a-move" and positions.is_stuck(last)):
        return found
    if claim != "finite" or positions.is_over(last):
        raise Refused("the moves lead to a position that does not contradict the claim")
    vector, name = positions.start, positions.name(last)
    for number, code in enumerate(moves):
        look()
        if positions.name(vector) == name:
            return f"{found}; then all that rules can tell is as it was after {number:,} of them"
        vector = positions.after(vector, code)
    raise Refused("the moves lead to a position that does not contradict the claim")


def _statement(game: Game, entry: Entry, claim: str) -> str:
    """What is said of the statement: raises Refused if it says something else than its data, Unchecked if it counts
    more positions than are visited here."""
    data, stated = entry.get("data"), entry.get("statement")
    if not isinstance(data, dict) or any(type(each) is not int for each in data.values()):
        raise Refused("it holds no numbers of positions")
    if entry.get("method") != "reachability":
        raise Unchecked(f"there is no checker for what the method `{entry.get('method')!s:.40}` states")
    if stated != refutation(claim, data):
        raise Refused("its statement does not match its data")
    if not data:
        return ""
    try:
        found = counted(game)
    except Unchecked:
        raise Unchecked(f"counts not checked: there are more than {MOST:,} positions; its moves are right") from None
    if data != found.refuting(claim):
        raise Refused("play can reach a different number of positions")
    return f"; {len(found):,} positions, recounted"
