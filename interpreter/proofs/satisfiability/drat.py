"""A proof by a SAT solver as outside checkers read it: the clauses in DIMACS form, the steps that refute them in DRAT.

DRUP, which the solver writes, is part of DRAT. The file of steps has no comments, since checkers such as drat-trim take
a file with other letters than theirs for a binary one.
"""

from __future__ import annotations

from typing import TypedDict, cast

from ...doors.kinds import CLAUSES_BEGIN
from ...play.game import Game
from ..verdicts import Proved, sizes_of
from .search import Clause, literals_of


class _Data(TypedDict):
    """A clause as certificates have it."""

    player: int
    wins: bool
    cells: list[int]


def dimacs(game: Game, proved: Proved) -> str:
    """Return the clauses that a proof by SAT refutes; comments tell what the variables mean."""
    start = cast("list[int]", proved.certificate["start"])
    clauses = cast("list[_Data]", proved.certificate["clauses"])
    one, other = game.players
    names = [f"c {cell + 1} {game.board.names[cell]}\n" for cell, content in enumerate(start) if not content]
    learnt = [Clause(each["player"], each["wins"], tuple(each["cells"])) for each in clauses]
    rows = [" ".join(map(str, [*literals_of(each), 0])) + "\n" for each in learnt]
    return "".join(
        [f"{CLAUSES_BEGIN} {' '.join(game.title.split())}, {sizes_of(game)}: ",
         f"full boards that contradict {proved.claim}\n",
         f"c a variable is true where the cell holds a stone of {one}, false where one of {other}\n",
         *names, f"p cnf {len(start)} {len(rows)}\n", *rows]
    )  # fmt: skip


def steps(proved: Proved) -> str:
    """Return the steps by which the solver refutes the clauses, one a line."""
    refutation = cast("list[str]", proved.certificate["refutation"])
    return "".join(f"{step}\n" for step in refutation)
