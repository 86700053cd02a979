"""Where everything lies in the state: one flat vector of integers.

First what makes the position (two positions are equal when these are), then what is derived from it, then scratch.
"""

from __future__ import annotations

from ...board.board import Board
from ...record import Record
from ...rules import ir, program
from ...rules.facts.facts import Facts
from ...rules.facts.masks import mask_bits
from .around import counted
from .forms import Forms
from .lists import listed, sorts_of


class Section(Record):
    name: str
    offset: int
    size: int
    meaning: str


class Layout(Record):
    sections: tuple[Section, ...]
    position_size: int
    """How much of the vector makes the position."""

    kept: int
    """How much of it lasts: what comes after is scratch."""

    size: int
    fits: bool
    """Whether every number fits in 32 bits."""

    def __contains__(self, name: str) -> bool:
        return any(section.name == name for section in self.sections)

    def offset(self, name: str) -> int:
        return self._section(name).offset

    @property
    def places(self) -> dict[str, range]:
        """Where in the state each section lies, by name."""
        return {each.name: range(each.offset, each.offset + each.size) for each in self.sections}

    def length(self, name: str) -> int:
        return self._section(name).size

    def _section(self, name: str) -> Section:
        return next(section for section in self.sections if section.name == name)


def layout_of(rules: program.Rules, board: Board, facts: Facts, forms: Forms) -> Layout:
    """The sections that this game needs in these forms."""
    cells, players = len(board.cells), len(rules.players)
    nodes = cells + len(board.edges)
    copies = {"incremental": 1, "mended": players}.get(forms.groups, 0)
    watched = nodes * copies * (any(facts.joined_goals) or facts.told_forbids)
    lasting = cells * (forms.groups == "incremental" and any(facts.lasting_goals))
    lists = len(listed(rules)) * (forms.counts == "maintained")
    sorts = sorts_of(rules, cells)
    counts = sum(len(each.contents) for each in counted(rules))
    prints = rules.content_count * (facts.remembers and bool(lists))
    labels = 1 << rules.seams
    groups = group_numbers(rules)
    inside = set(ir.everything(rules))
    loops = sorted({node.variable.number for node in inside if isinstance(node, program.ForCells)})
    sets = any(isinstance(node, program.SetMarks) or is_many(node) for node in inside)
    scratch = (nodes * labels + 2 * cells) * bool(rules.goals or groups)
    position = [
        ("CONTENT", nodes, "what each cell holds, then each edge's colour"),
        ("MOVER", 1, "the player to decide"),
        ("END", 1, "0 while play goes on, else how it ended"),
        ("AT", len(rules.points) > 1, "the choice that is to be made"),
        ("TURN", facts.turn_matters_until != 0, "the number of this turn or round, as far as the rules ask"),
        ("PASSES", facts.counts_passes, "passes in a row"),
        ("TURNS", players * facts.counts_turns, "the turns each player has taken, without swaps"),
        ("QUIET", facts.counts_quiet, "turns or rounds since the board changed"),
        ("CHANGED", facts.counts_quiet, "whether it has changed in this one"),
        ("LAST", facts.knows_last, "the cell of the last stone, -1 before there is one"),
        ("OUT", players * facts.eliminates, "who is out"),
        ("SEAT", players * facts.swap, "who sits behind each colour"),
        ("VARS", len(rules.variables), "variables, and what scripts remember"),
        ("CARDS", players * len(rules.zones), "each zone's cards, for each player, as bits"),
        ("MARKS", players * cells * len(rules.marks), "each player's marked cells"),
        (
            "HISTORY",
            (1 + history_length(cells)) * facts.remembers,
            "how many boards there were, and their prints",
        ),
    ]
    copied = needs_copy(rules) * sum(int(size) for name, size, _ in position if name != "HISTORY")
    derived = [
        ("LEFT", lists, "how many cells are empty, and how many are in each other list"),
        ("FREE", lists * cells, "the empty cells, in any order, then the other lists"),
        ("SPOT", cells * bool(lists), "where each listed cell is in its list"),
        ("UPTO", sorts.count * bool(lists), "where each list of empty cells that are sorted ends"),
        ("SORTED", len(sorts.slots) * bool(lists), "the empty cells by what is known of them, in any order"),
        ("PLACE", len(sorts.slots) * bool(lists), "where each cell is in each of its lists"),
        ("AROUND", cells * counts * bool(lists), "how much of what decisions count lies around each cell"),
        ("PRINT", prints, "for each content, a number for where it stands"),
        ("PARENT", watched, "the tree of each chain"),
        ("LABEL", watched * bool(rules.seams), "the label of the way to the parent"),
        ("MASK", watched, "the regions that a chain's root meets"),
        ("SPAN", watched * bool(rules.seams), "the labels that the loops of a chain add up to, at its root"),
        ("LOOPS", players * bool(watched and rules.seams), "the same for all chains of a player"),
        (
            "STALE",
            players * bool(watched and forms.groups == "mended"),
            "whether stones of a player have left since its chains were built",
        ),
        ("MET", len(rules.goals) * players * bool(watched), "whether a watched goal is reached, for each player"),
        ("WITNESS", lasting, "for each cell, which goals that can only be lost were last shown by a path over it"),
        ("BLOCKED", bool(lasting), "those whose path is blocked, so that there may be none"),
        ("LOST", bool(lasting), "those that are lost"),
        (
            "BEFORE",
            copied,
            "scratch: the position before a try",
        ),
        ("NOTED", cells * sets, "scratch: the cells of a set that changes"),
        *((f"LOOP{number}", cells, "scratch: the cells a loop runs over") for number in loops),
        ("PLIES", 1, "scratch: how many decisions a random game took"),
        ("QUEUE", scratch, "scratch: the nodes being searched"),
        ("FROM", nodes * labels * bool(lasting), "scratch: where each node was reached from, plus 1"),
        ("MARK", scratch, "scratch: the nodes seen"),
        *(
            (f"{name}{number}", size, f"scratch: {meaning}")
            for number in sorted(groups.values())
            for name, size, meaning in (
                ("GROUP", cells, "the groups being asked about"),
                ("MEMBERS", cells, "their cells, one group after another"),
                ("BEGIN", cells + 2, "where each group's cells begin"),
                ("KNOWN", 2 * bool(prints), "the print that they were found for, and how many"),
            )
        ),
    ]
    sections: list[Section] = []
    offset = position_size = kept = 0
    for part in (position, derived):
        for name, size, meaning in part:
            if size:
                sections.append(Section(name, offset, int(size), meaning))
                offset += int(size)
                kept = kept if meaning.startswith("scratch") else offset
        position_size = position_size or offset
    fits = not facts.remembers and mask_bits(rules) <= 32 and _largest(rules) < 1 << 31
    return Layout(tuple(sections), position_size, kept, offset, fits)


def _largest(rules: program.Rules) -> int:
    """The largest number that a variable may hold, whatever its sign."""
    bounds = [node.bounds for node in ir.everything(rules) if isinstance(node, program.SetVariable) and node.bounds]
    return max(
        (abs(number) for each in (*bounds, [slot.start for slot in rules.variables]) for number in each), default=0
    )


def is_many(effect: object) -> bool:
    """Whether an effect changes a set of cells at once."""
    return isinstance(effect, program.Becomes) and not isinstance(effect.cells, ir.Single)


def history_length(cells: int) -> int:
    """How many boards a game remembers where it asks whether one repeats."""
    return 1_000 + 8 * cells


def needs_copy(rules: program.Rules) -> bool:
    """Whether some `forbid` is judged on a copy of the position."""
    return any(decision.forbid is not None for decision in rules.decisions)


def group_numbers(rules: program.Rules) -> dict[ir.GroupBound | ir.GroupOf, int]:
    """The groups that the rules speak of, each with the number of its section."""
    known: dict[ir.GroupBound | ir.GroupOf, int] = {}
    inside = dict.fromkeys(ir.everything(rules))
    known.update((node, node.number) for node in inside if isinstance(node, ir.GroupBound))
    for node in inside:
        if isinstance(node, ir.GroupOf):
            known[node] = len(known)
    return known
