"""Where everything lies in the state: one flat vector of integers.

First what makes the position (two positions are equal when these are), then what is derived from it, then scratch.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.board.board import Board
from interpreter.machine.forms import Forms
from interpreter.rules import ir
from interpreter.rules.facts import Facts


@dataclass(frozen=True)
class Section:
    name: str
    offset: int
    size: int
    meaning: str


@dataclass(frozen=True)
class Layout:
    sections: tuple[Section, ...]
    position_size: int
    """How much of the vector makes the position."""

    size: int

    def __contains__(self, name: str) -> bool:
        return any(section.name == name for section in self.sections)

    def offset(self, name: str) -> int:
        return next(section.offset for section in self.sections if section.name == name)


def layout_of(rules: ir.Rules, board: Board, facts: Facts, forms: Forms) -> Layout:
    """The sections that this game needs in these forms."""
    cells, players = len(board.cells), len(rules.players)
    nodes = cells + len(board.edges)
    watched = nodes * (forms.groups == "incremental" and any(facts.joined_goals))
    labels = 1 << rules.seams
    groups = group_numbers(rules)
    scratch = (nodes * labels + 2 * cells) * bool(rules.goals or groups)
    position = [
        ("CONTENT", nodes, "what each cell holds, then each edge's colour"),
        ("MOVER", 1, "the player to decide"),
        ("END", 1, "0 while play goes on, else how it ended"),
        ("TURN", facts.turn_matters_until != 0, "the number of this turn, as far as the rules ask"),
        ("PASSES", facts.counts_passes, "passes in a row"),
        ("TURNS", players * facts.counts_turns, "the turns each player has taken, without swaps"),
        ("SEAT", players * facts.swap, "who sits behind each colour"),
    ]
    derived = [
        ("LEFT", forms.counts == "maintained", "how many cells are empty"),
        ("FREE", cells * (forms.counts == "maintained"), "the empty cells, in any order"),
        ("SPOT", cells * (forms.counts == "maintained"), "where each empty cell is in FREE"),
        ("PARENT", watched, "the tree of each chain"),
        ("LABEL", watched * bool(rules.seams), "the label of the way to the parent"),
        ("MASK", watched, "the regions that a chain's root meets"),
        ("SPAN", watched * bool(rules.seams), "the labels that the loops of a chain add up to, at its root"),
        ("LOOPS", players * bool(watched and rules.seams), "the same for all chains of a player"),
        ("MET", len(rules.goals) * players * bool(watched), "whether a watched goal is reached, for each player"),
        ("QUEUE", scratch, "scratch: the nodes being searched"),
        ("MARK", scratch, "scratch: the nodes seen"),
        *((f"GROUP{number}", cells, "scratch: the groups being asked about") for number in sorted(groups.values())),
    ]
    sections: list[Section] = []
    offset = position_size = 0
    for part in (position, derived):
        for name, size, meaning in part:
            if size:
                sections.append(Section(name, offset, int(size), meaning))
                offset += int(size)
        position_size = position_size or offset
    return Layout(tuple(sections), position_size, offset)


def group_numbers(rules: ir.Rules) -> dict[ir.GroupBound | ir.GroupOf, int]:
    """The groups that the rules speak of, each with the number of its section."""
    known: dict[ir.GroupBound | ir.GroupOf, int] = {}
    inside = dict.fromkeys(ir.everything(rules))
    known.update((node, node.number) for node in inside if isinstance(node, ir.GroupBound))
    for node in inside:
        if isinstance(node, ir.GroupOf):
            known[node] = len(known)
    return known
