"""The search for a full board: a solver proposes, the machine judges, and what it finds becomes a clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Protocol

from ...deadline import look
from ...record import Record
from ..fillings import Fillings, Unphrased
from ..images import Image, images_of
from ..limits import Limits
from ..questions.phrasing import model_of
from .groups import Groups

SOLVER = "glucose4"
"""The solver that can write a proof of what it finds unsatisfiable."""

INSTALL = "a SAT solver is not installed: pip install 'hexgame-interpreter[prove]'"

SAMPLE = 200
"""How many random boards are looked at before the solver proposes any."""

STRETCH = 1_000
"""How many conflicts a solver may come to between two looks at the clock."""


class Clause(Record):
    """What a board has taught. If the player `wins`, stones of the player on `cells` are enough for it, whatever the
    other cells hold; otherwise stones of the opponent there are enough to prevent it."""

    player: int
    wins: bool
    cells: tuple[int, ...]

    @property
    def holder(self) -> int:
        """The player whose stones these are."""
        return self.player if self.wins else 1 - self.player


class Search:
    """The variable of cell c is c + 1; it is true where the cell holds a stone of the first player."""

    def __init__(self, fillings: Fillings, must_win: bool, limits: Limits) -> None:
        self._fillings, self._must_win, self._limits = fillings, must_win, limits
        rules = fillings.game.rules
        stones = [sorted(rules.contents_of(player) & {*fillings.contents}) for player in range(2)]
        if [len(each) for each in stones] != [1, 1] or len(fillings.contents) != 2:
            raise Unphrased("each player does not have one kind of stone")
        self.colours = (stones[0][0], stones[1][0])
        self._preset = {
            player: frozenset(
                cell for cell, content in enumerate(fillings.start) if content in rules.contents_of(player)
            )
            for player in range(2)
        }
        if any(
            content and cell not in self._preset[0] | self._preset[1] for cell, content in enumerate(fillings.start)
        ):
            raise Unphrased("some stones are nobody's")
        self.clauses: list[Clause] = []
        self._random = Random(0)
        self._images: tuple[Image, ...] = ()

    def run(self) -> tuple[int, ...] | None:
        """Return a full board that satisfies what is wanted, with equal shares of the colours if there is one; None if
        there is none: that is concluded from nothing but the clauses that were learnt. Raises OutOfTime."""
        from pysat.solvers import Solver  # noqa: PLC0415 - it takes a moment

        found = self._sampled()
        if found:
            return found
        self._images = images_of(self._fillings)
        with Solver(name=SOLVER) as guided, Solver(name=SOLVER) as plain:
            shares, groups = self._guide(guided)
            for solver, assumptions in ((guided, [shares, groups]), (guided, [groups]), (plain, list[int]())):
                solver.set_phases([self._random.choice((-1, 1)) * (cell + 1) for cell in self._fillings.free])
                while is_satisfied(solver, assumptions):
                    held = {literal for literal in solver.get_model() if literal > 0}
                    own = frozenset(cell for cell in self._fillings.free if cell + 1 in held)
                    learnt = self._learn(own)
                    if not learnt:
                        return self._board(own)
                    self.clauses += learnt
                    for clause in map(literals_of, learnt):
                        guided.add_clause(clause)
                        plain.add_clause(clause)
                    self._limits.came(f"after {len(self.clauses):,} clauses")
        return None

    def refutation(self) -> tuple[str, ...]:
        """Return the steps by which a solver refutes the clauses alone, in DRUP form, the empty clause last.

        Deletions are left out: solvers go on using a unit clause that they say they delete, so a checker that keeps to
        what is written would miss it.
        """
        from pysat.solvers import Solver  # noqa: PLC0415

        with Solver(
            name=SOLVER, bootstrap_with=[literals_of(each) for each in self.clauses], with_proof=True
        ) as solver:
            is_satisfied(solver, [])
            steps = [step for step in solver.get_proof() or () if not step.startswith("d")]
            return (*steps, *["0"][: steps[-1:] != ["0"]])

    def _guide(self, solver: Solving) -> tuple[int, int]:
        """Add clauses to a solver and return two assumptions: under the first it proposes boards with equal shares of
        the colours, under the second, where nobody is to win, boards on which groups do not meet what wins."""
        from pysat.card import CardEnc, EncType  # noqa: PLC0415 - it takes a moment

        literals = [cell + 1 for cell in self._fillings.free]
        shares, groups = (len(self._fillings.start) + each for each in (1, 2))
        top = groups
        if len(literals) > 1:
            equal = CardEnc.equals(literals, (len(literals) + 1) // 2, top_id=top, encoding=EncType.totalizer)
            for clause in equal.clauses:
                solver.add_clause([-shares, *clause])
            top = equal.nv
        if not self._must_win:
            with suppress(Unphrased):
                for clause in Groups(model_of(self._fillings), self._literal, groups, top).clauses():
                    solver.add_clause(clause)
        return shares, groups

    def _literal(self, cell: int, content: int) -> int:
        """The literal that says that a cell holds a content."""
        return cell + 1 if content == self.colours[0] else -cell - 1

    def _learn(self, own: frozenset[int]) -> list[Clause]:
        """Clauses that a board with these cells of the first player's breaks; none if it is what is wanted."""
        held = (own, frozenset(self._fillings.free) - own)
        winners = self._fillings.winners(self._board(own))
        found: list[Clause] = []
        for player in range(2):
            if (player in winners) != self._must_win:
                holder = player if player in winners else 1 - player
                judge = self._judge(player, holder, player in winners)
                for cells in self._reasons(held[holder], judge):
                    found += self._with_images(Clause(player, player in winners, cells))
        return list(dict.fromkeys(found))

    def _reasons(self, cells: frozenset[int], judge: Callable[[Sequence[int]], bool]) -> Iterator[tuple[int, ...]]:
        """Some of the cells that are enough, and of the others some that are as well, as long as there are any."""
        while judge(sorted(cells)):
            found = self._enough(cells, judge)
            yield found
            if not found:
                return
            cells -= {*found}

    def _with_images(self, clause: Clause) -> Iterator[Clause]:
        """A clause and its images, as far as the machine agrees with them."""
        yield clause
        for each in self._images[1:]:
            player = each.players[clause.player]
            image = Clause(player, clause.wins, tuple(sorted(each.cells[cell] for cell in clause.cells)))
            if self._judge(player, image.holder, clause.wins)(image.cells):
                yield image

    def _sampled(self) -> tuple[int, ...] | None:
        """A random board with equal shares that is what is wanted, if a few tries hit upon one."""
        order = list(self._fillings.free)
        for _ in range(SAMPLE):
            look()
            self._random.shuffle(order)
            board = self._board(frozenset(order[: (len(order) + 1) // 2]))
            if len(self._fillings.winners(board)) == (2 if self._must_win else 0):
                return board
        return None

    def _judge(self, player: int, holder: int, wins: bool) -> Callable[[Sequence[int]], bool]:
        """Whether cells of the holder's, all others being the opponent's, leave it so that the player wins, or not."""
        free = frozenset(self._fillings.free)

        def judge(cells: Sequence[int]) -> bool:
            look()
            own = frozenset(cells) if holder == 0 else free - frozenset(cells)
            return (player in self._fillings.winners(self._board(own))) == wins

        return judge

    def _enough(self, cells: frozenset[int], judge: Callable[[Sequence[int]], bool]) -> tuple[int, ...]:
        """Some of the cells that are enough, none of which can be left out: halves are tried first."""
        kept = sorted(cells)
        self._random.shuffle(kept)
        size = max(1, len(kept) // 2)
        while True:
            start = 0
            while start < len(kept):
                rest = kept[:start] + kept[start + size :]
                if judge(rest):
                    kept = rest
                else:
                    start += size
            if size == 1:
                return tuple(sorted(kept))
            size //= 2

    def _board(self, own: frozenset[int]) -> tuple[int, ...]:
        """The full board on which the first player holds some free cells."""
        return tuple(
            content or self.colours[0 if cell in own else 1] for cell, content in enumerate(self._fillings.start)
        )


class Solving(Protocol):
    """The part of a solver that is given clauses and looks for a model."""

    def add_clause(self, clause: list[int]) -> None:
        """Have it keep to one more clause."""

    def conf_budget(self, budget: int) -> None:
        """Allow so many more conflicts."""

    def solve_limited(self, *, assumptions: list[int], expect_interrupt: bool) -> bool | None:
        """Whether the clauses can hold; None if that is not known when the budget is spent. Unless an interrupt is
        expected, the solver takes Ctrl-C as an error of its own."""


def is_satisfied(solver: Solving, assumptions: list[int]) -> bool:
    """Whether the clauses of a solver can hold; raises OutOfTime between two stretches of its work."""
    found = None
    while found is None:
        look()
        solver.conf_budget(STRETCH)
        found = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    return found


def literals_of(clause: Clause) -> list[int]:
    """Return a clause as literals: one of its cells holds a stone of the other colour."""
    return [-cell - 1 if clause.holder == 0 else cell + 1 for cell in clause.cells]
