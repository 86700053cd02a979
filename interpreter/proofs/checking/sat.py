"""Checks what a SAT solver says: each clause by judging a board, and that the clauses contradict one another."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from ...deadline import look
from ...play.game import Game
from ...rules import ir
from ...rules.facts.endings import FULL
from ...rules.facts.masks import only_grows
from .. import statements
from ..statements import AT_MOST
from .boards import data_of, full_boards, only, said
from .certificate import Entry, Refused, Unchecked, numbers
from .judging import Judge, judge_of


def check(game: Game, entry: Entry) -> str:
    """Verify that every full board satisfies the clauses, and that no board does; raises Refused otherwise."""
    data, claim, fillings = data_of(entry), str(entry.get("claim")), full_boards(game)
    colours, clauses, steps = numbers(data.get("contents")), data.get("clauses"), data.get("refutation")
    stones = [game.rules.contents_of(player) for player in range(len(game.players))]
    if (len(stones), sorted(colours)) != (2, [*fillings.contents]) or any(map(_is_outside, colours, stones)):
        raise Refused("the players have different stones")
    if numbers(data.get("start")) != [*fillings.start]:
        raise Refused("the game starts with different pieces")
    if not isinstance(clauses, list) or not isinstance(steps, list):
        raise Refused("it holds no clauses, or no steps")
    if any(len(own) > 1 for own in stones):
        raise Unchecked("players with stones of several kinds are not supported here")
    for each in fillings.asked:
        result, player = each.ending.result, each.player
        owner = player if result == "win" else 1 - player
        if result == "draw" or not _grows(game, each.ending.condition, player, owner):
            raise Unchecked("it is not certain here that more stones never cost a player the win")
    judge, how = judge_of(game)
    learnt = [_clause(game, each, colours, claim == AT_MOST, judge) for each in clauses]
    if not _is_refuted(learnt, steps):
        raise Refused("the clauses do not contradict one another by these steps")
    said(entry, statements.of_clauses(claim, len(learnt)))
    only(data, ("contents", "start", "clauses", "refutation"))
    return f"{len(learnt):,} clauses, each judged on a board {how}, and {len(steps):,} steps that refute them"


def _is_outside(colour: int, stones: frozenset[int]) -> bool:
    return colour not in stones


def _grows(game: Game, node: ir.Expression, own: int, owner: int) -> bool:
    """Whether more stones of `owner` never make a condition false that is asked for `own`."""
    match node:
        case ir.Operation("and" | "or", operands):
            return all(_grows(game, each, own, owner) for each in operands)
        case ir.Operation("not", (operand,)):
            return _grows(game, operand, own, 1 - owner)
        case ir.Constant():
            return True
        case _ if node == FULL:
            return True
        case ir.SomeGroup(variable, ir.Holding() as cells, body):
            return only_grows(body, variable) and _are_stones(game, cells, own, owner)
        case ir.Connects(ir.Holding() as cells) | ir.Path(ir.Holding() as cells) | ir.Loop(ir.Holding() as cells):
            return _are_stones(game, cells, own, owner)
        case ir.Encloses(ir.Holding() as cells):
            return _are_stones(game, cells, own, owner)
        case _:
            return False


def _are_stones(game: Game, cells: ir.Holding, own: int, owner: int) -> bool:
    held = cells.contents[own % len(cells.contents)]
    return cells.of is None and held - {ir.EMPTY} == game.rules.contents_of(owner)


def _clause(game: Game, data: object, colours: Sequence[int], must_win: bool, judge: Judge) -> frozenset[int]:
    """A clause as literals, once the machine has judged the board on which its cells stand alone."""
    if not isinstance(data, dict) or data.get("wins") is not (not must_win):
        raise Refused("a clause says something different from what the claim needs")
    look()
    only(data, ("player", "wins", "cells"))
    (player,), cells = numbers([data["player"]]), numbers(data["cells"])
    if player not in (0, 1):
        raise Refused("a clause is about nobody")
    holder = player if not must_win else 1 - player
    board = [held or colours[1 - holder] for held in game.machine.start[: len(game.board.cells)]]
    for cell in cells:
        if not 0 <= cell < len(board) or game.machine.start[cell]:
            raise Refused("a clause speaks of a cell that is not free")
        board[cell] = colours[holder]
    if (player in judge(board)) == must_win:
        raise Refused("the stones are not enough for what a clause says")
    return frozenset(-cell - 1 if holder == 0 else cell + 1 for cell in cells)


_STEP = re.compile(r"(d )?((?:-?[1-9][0-9]{0,9} )*)0")
"""A step: a clause that follows, or is deleted."""


def _is_refuted(clauses: Sequence[frozenset[int]], steps: Sequence[object]) -> bool:
    """Whether each step follows from what is before it and not deleted, by unit propagation, and so does the empty
    clause in the end."""
    known = _Known(clauses)
    for step in [*steps, "0"]:
        found = _STEP.fullmatch(step) if isinstance(step, str) else None
        if found is None:
            raise Refused("a step is not a clause")
        clause = frozenset(map(int, found[2].split()))
        if found[1]:
            known.delete(clause)
        elif known.imply(clause):
            known.add(clause)
        else:
            return False
    return True


class _Known:
    """Clauses, each watched by two of its literals: as long as neither fails, it says nothing."""

    def __init__(self, clauses: Sequence[frozenset[int]]) -> None:
        self._watched: dict[int, list[list[int]]] = defaultdict(list)
        self._same: dict[frozenset[int], list[list[int]]] = defaultdict(list)
        self._units: list[int] = []
        for clause in clauses:
            self.add(clause)

    def add(self, clause: frozenset[int]) -> None:
        """Note one more clause."""
        held = [*clause]
        self._same[clause].append(held)
        for literal in held[:2] if len(held) > 1 else ():
            self._watched[literal].append(held)
        self._units += held if len(held) == 1 else ()

    def delete(self, clause: frozenset[int]) -> None:
        """Forget a clause once, if it is known."""
        if self._same[clause]:
            held = self._same[clause].pop()
            if len(held) == 1:
                self._units.remove(held[0])
            held.clear()

    def imply(self, clause: frozenset[int]) -> bool:
        """Whether unit propagation from the opposite of a clause leaves some clause without a literal that may hold."""
        if self._same.get(frozenset()):
            return True
        waiting, true = [*(-literal for literal in clause), *self._units], set[int]()
        for literal in waiting:
            if -literal in true:
                return True
            if literal not in true:
                true.add(literal)
                waiting += self._left(-literal, true)
        return False

    def _left(self, failed: int, true: set[int]) -> list[int]:
        """The literals that alone are left of clauses as one of theirs fails."""
        look()
        found, kept = list[int](), list[list[int]]()
        for held in self._watched[failed]:
            if not held:
                continue
            if held[0] == failed:
                held[0], held[1] = held[1], failed
            place = 1 if held[0] in true else next((n for n in range(2, len(held)) if -held[n] not in true), 0)
            if place > 1:
                held[1], held[place] = held[place], failed
                self._watched[held[1]].append(held)
                continue
            kept.append(held)
            found += held[:1] if place == 0 else ()
        self._watched[failed] = kept
        return found
