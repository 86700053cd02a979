"""What a game's rules ask of its module, worked out once; everything else in the plan is made from it."""

from __future__ import annotations

from collections.abc import Mapping

from ...board.board import Board
from ...record import Record
from ...rules import ir
from ...rules.facts.facts import Facts
from ...rules.program import Rules
from .bits import Bits, bits_of
from .forms import Forms
from .goals import Chains, Goals, chains_of, goals_of, group_numbers
from .lists import Arounds, CellLists, Sorts, arounds_of, lists_of, sorts_of
from .nodes import Nodes, nodes_of


class Parts(Record):
    """The parts of a plan that need no other but those before them."""

    rules: Rules
    board: Board
    facts: Facts
    forms: Forms
    nodes: Nodes
    lists: CellLists | None
    """The lists of cells, where the forms keep them; then there may be sorted lists and counts as well."""

    sorts: Sorts
    around: Arounds
    groups: Mapping[ir.GroupBound | ir.GroupOf, int]
    """The number of each group that the rules speak of."""

    goals: Goals
    chains: Chains | None
    bits: Bits

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.nodes.cells

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.rules.players)

    @property
    def keeps_prints(self) -> bool:
        """Whether the prints of the board are kept as it changes."""
        return self.facts.remembers and self.lists is not None

    @property
    def puts(self) -> bool:
        """Whether cells change in one function, `put`, since what is derived from them must follow."""
        return not self.facts.stones_only_come and (self.lists is not None or bool(self.goals.watched))


def parts_of(rules: Rules, board: Board, facts: Facts, forms: Forms) -> Parts:
    """Work out the parts of a game's plan in some forms."""
    nodes = nodes_of(board, rules)
    goals = goals_of(rules, facts, forms)
    lists = lists_of(rules) if forms.counts == "maintained" else None
    return Parts(
        rules,
        board,
        facts,
        forms,
        nodes,
        lists,
        sorts_of(rules, nodes.cells) if lists else Sorts((), nodes.cells),
        arounds_of(rules, nodes.cells) if lists else Arounds((), nodes.cells),
        group_numbers(rules),
        goals,
        chains_of(rules, board, facts, forms, goals),
        bits_of(rules, nodes),
    )
