"""What the rules of a game need of its module, worked out once; the rest of the plan is made from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import chain

from ...board.board import Board
from ...record import Record
from ...rules import deeds, elements, ir, walk, ways
from ...rules.adjacency import Adjacency
from ...rules.costs.memory import IN_PAIRS
from ...rules.facts.facts import Facts
from ...rules.facts.placement import EMPTY
from ...rules.program import Rules
from ...rules.steps.steady import Question, Steady, steady_parts
from ...rules.traits import Node
from .bitboards import searches_in_bits
from .bits import Bits, bits_of
from .forms import Forms
from .goals import Chains, Goals, chains_of, goals_of, group_numbers, group_sections
from .lists import Around, Arounds, CellLists, Sorts, around, arounds_of, lists_of, sorts_of
from .nodes import Nodes, nodes_of


class Parts(Record):
    """The parts of a plan, each made from those before it."""

    rules: Rules
    board: Board
    facts: Facts
    forms: Forms
    nodes: Nodes
    """Its links are those that kept chains run along."""

    lists: CellLists | None
    """The lists of cells, if the forms keep them; only then are there sorted lists and counts."""

    sorts: Sorts
    around: Arounds
    groups: Mapping[ir.GroupBound | ir.GroupOf, int]
    """The number of each group in the rules."""

    sections: Mapping[int, int]
    """The number of the sections of each group."""

    goals: Goals
    chains: Chains | None
    bits: Bits
    steady: Mapping[Steady, int]
    """What stays the same while a question or an effect runs over its elements, numbered."""

    steady_of_decisions: Mapping[Steady, int]
    """The same for the conditions of decisions, numbered on: these are kept while decisions are tried."""

    @cached_property
    def kept_sections(self) -> dict[int, int]:
        """The number of the sections of groups that are steady, by the number of these: nothing else uses them."""
        others = max(self.sections.values(), default=-1) + 1
        kept = chain(self.steady.items(), self.steady_of_decisions.items())
        return {number: others + number for each, number in kept if isinstance(each, elements.Groups)}

    @cached_property
    def said(self) -> tuple[str, ...]:
        """All that the rules may say, each text once."""
        found = (node.words for node in walk.everything(self.rules) if isinstance(node, deeds.Say))
        return tuple(dict.fromkeys(found))

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.nodes.cells

    def nodes_by(self, by: Adjacency | None) -> Nodes:
        """The nodes with the links that an adjacency gives."""
        return self.nodes if by == self.facts.chains_by else nodes_of(self.board, self.rules, by)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.rules.players)

    @property
    def mends(self) -> bool:
        """Whether chains are rebuilt once stones have left."""
        return bool(self.chains and self.chains.mended)

    @property
    def piles(self) -> bool:
        """Whether pieces may lie on one another."""
        return self.rules.stacks > 1

    @property
    def prints(self) -> int:
        """How many prints a board has: one for each content, and one for all that lies below tops."""
        return self.rules.content_count + self.piles

    @property
    def knows_pairs(self) -> bool:
        """Whether tables tell what two cells have in common."""
        return self.lists is not None and self.cells <= IN_PAIRS

    @property
    def keeps_prints(self) -> bool:
        """Whether the prints of the board are kept as it changes."""
        return self.facts.remembers and self.lists is not None

    @property
    def keeps_bits(self) -> bool:
        """Whether the bits of the board are kept as it changes."""
        return self.puts and self.lists is not None and searches_in_bits(self.rules, self.nodes)

    @property
    def puts(self) -> bool:
        """Whether cells change in one function, `put`, which updates what is derived from them."""
        return not self.facts.stones_only_come and (self.lists is not None or bool(self.goals.watched))

    def takes_a_loop(self, steady: Steady) -> bool:
        """Whether a steady expression takes a loop in these forms, which keep some answers as the position changes."""
        return any(self._is_looked_for(node) for node in walk.everything_in(steady))

    def _is_looked_for(self, node: Node) -> bool:
        match node:
            case ir.Count():
                around = self.around_of(node)
                return not (self.is_left(node) or around)
            case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.SomeGroup():
                return self.goals.of(node).answer == "searched"
            case _:
                return isinstance(node, Question | elements.Groups | ir.GroupOf | ways.Found)

    def is_left(self, count: ir.Count) -> bool:
        """Whether a count is the number of empty cells, which the state keeps."""
        return self.lists is not None and count.cells == EMPTY

    def around_of(self, count: ir.Count) -> tuple[Around, ir.Bound] | None:
        """A count around a cell that the state keeps, with the cell; None for any other count."""
        found = around(count.cells)
        return found if found and found[0] in self.around.counts else None


def parts_of(rules: Rules, board: Board, facts: Facts, forms: Forms) -> Parts:
    """Work out the parts of a game's plan in some forms."""
    nodes = nodes_of(board, rules, facts.chains_by)
    goals = goals_of(rules, facts, forms)
    lists = lists_of(rules) if forms.counts == "maintained" else None
    bits, groups = bits_of(rules, nodes), group_numbers(rules)
    asked, decided = steady_parts(rules)
    return Parts(
        rules,
        board,
        facts,
        forms,
        nodes,
        lists,
        sorts_of(rules, nodes.cells) if lists else Sorts((), nodes.cells),
        arounds_of(rules, nodes.cells) if lists else Arounds((), nodes.cells),
        groups,
        group_sections(rules, groups, shared=not (facts.remembers and lists)),
        goals,
        chains_of(rules, board, facts, forms, goals, bits),
        bits,
        {each: number for number, each in enumerate(asked)},
        {each: number for number, each in enumerate(decided, len(asked))},
    )
