"""Checks what a SAT solver says: each clause by judging a board, and that the clauses contradict one another."""

from __future__ import annotations

from collections.abc import Sequence

from ....deadline import look
from ....play.game import Game
from ....rules import ir
from ....rules.facts.masks import only_grows
from .certificate import Entry, Refused, Unchecked, numbers
from .judging import Judge, judge_of


def check(game: Game, entry: Entry) -> str:
    """Verify that every full board satisfies the clauses, and that no board does; raises Refused otherwise."""
    data = entry.get("data")
    if not isinstance(data, dict) or len(game.players) != 2:
        raise Refused("it holds no clauses about two players")
    colours, clauses = numbers(data.get("contents")), data.get("clauses")
    stones = [game.rules.contents_of(player) for player in range(2)]
    if len(colours) != 2 or any(colour not in own for colour, own in zip(colours, stones, strict=True)):
        raise Refused("the players have other stones")
    if not isinstance(clauses, list):
        raise Refused("it holds no clauses")
    if any(len(own) > 1 for own in stones):
        raise Unchecked("players with stones of several kinds are not looked at here")
    for player in range(2):
        for ending in game.rules.endings:
            if ending.player in (None, player) and ending.result != "draw":
                wins = ending.result == "win"
                if not _grows(game, ending.condition, player, player if wins else 1 - player):
                    raise Unchecked("that more stones never cost a player the win is not seen here")
    must_win = entry.get("claim") == "at-most-one-winner"
    judge, how = judge_of(game)
    learnt = [_clause(game, each, colours, must_win, judge) for each in clauses]
    steps = data.get("refutation")
    if not isinstance(steps, list) or not _is_refuted(learnt, [str(step) for step in steps]):
        raise Refused("the clauses do not contradict one another by these steps")
    return f"{len(learnt):,} clauses, each judged on a board {how}, and {len(steps):,} steps that refute them"


def _grows(game: Game, node: ir.Expression, own: int, owner: int) -> bool:
    """Whether more stones of `owner` never make a condition false that is asked for `own`."""
    match node:
        case ir.Operation("and" | "or", operands):
            return all(_grows(game, each, own, owner) for each in operands)
        case ir.Operation("not", (operand,)):
            return _grows(game, operand, own, 1 - owner)
        case ir.Constant():
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
    if not isinstance(data, dict) or data.get("wins") is not (not must_win) or data.get("player") not in (0, 1):
        raise Refused("a clause says something else than the claim needs")
    look()
    player, cells = int(data["player"]), numbers(data.get("cells"))
    holder = player if not must_win else 1 - player
    board = [held or colours[1 - holder] for held in game.machine.start[: len(game.board.cells)]]
    for cell in cells:
        if not 0 <= cell < len(board) or game.machine.start[cell]:
            raise Refused("a clause speaks of a cell that is not free")
        board[cell] = colours[holder]
    if (player in judge(board)) == must_win:
        raise Refused("some stones are not enough for what a clause says")
    return frozenset(-cell - 1 if holder == 0 else cell + 1 for cell in cells)


def _is_refuted(clauses: Sequence[frozenset[int]], steps: Sequence[str]) -> bool:
    """Whether each step follows from what is before it by unit propagation, and the last is the empty clause."""
    known = list(clauses)
    for step in [*steps, "0"]:
        look()
        if step.startswith("d"):
            continue
        clause = frozenset(int(word) for word in step.split()[:-1])
        if not _contradicts(known, {-literal for literal in clause}):
            return False
        if not clause:
            return True
        known.append(clause)
    return False


def _contradicts(clauses: Sequence[frozenset[int]], true: set[int]) -> bool:
    """Whether unit propagation from some literals leaves a clause without a literal that may hold."""
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if clause & true:
                continue
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return True
            if len(left) == 1:
                true.add(left[0])
                changed = True
    return False
