"""Where everything lies in the state: one flat vector of integers.

First what makes the position (two positions are equal when these are), then what is derived from it, then scratch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from ...record import Record
from ...rules import deeds, elements, ir, program, walk, ways
from ...rules.costs.scales import remembered
from ...rules.facts.masks import mask_bits
from ...rules.steps.steady import Steady, is_truth
from .bitboards import words
from .parts import Parts
from .sections import DERIVED, POSITION, SCRATCH, Section


class GroupSections(Record):
    """Where the cells of groups are numbered and listed."""

    group: Section
    members: Section
    begin: Section
    known: Section | None


class WaySections(Record):
    """Where a search for the shortest way notes how far it came."""

    seen: Section
    walk: Section
    path: Section | None
    held: Section | None


class Layout(Record):
    """Every section a state can have, in order; None for those that a game does without."""

    content: Section
    mover: Section
    end: Section
    at: Section | None
    turn: Section | None
    passes: Section | None
    turns: Section | None
    quiet: Section | None
    has_changed: Section | None
    last: Section | None
    out: Section | None
    seat: Section | None
    vars: Section | None
    layers: Section | None
    cards: Section | None
    marks: Section | None
    high: Section | None
    below: Section | None
    history: Section | None

    left: Section | None
    free: Section | None
    spot: Section | None
    upto: Section | None
    sorted: Section | None
    place: Section | None
    around: Section | None
    print: Section | None
    bits: Section | None
    parent: Section | None
    label: Section | None
    mask: Section | None
    span: Section | None
    loops: Section | None
    stale: Section | None
    met: Section | None
    witness: Section | None
    blocked: Section | None
    lost: Section | None

    before: Section | None
    noted: Section | None
    coming: Section | None
    bringing: Section | None
    once: Section | None
    said: Section | None
    loop: Mapping[int, Section]
    plies: Section
    queue: Section | None
    origin: Section | None
    mark: Section | None
    groups: Mapping[int, GroupSections]
    ways: Mapping[int, WaySections]

    fits: bool
    """Whether every number fits in 32 bits, one of them for its sign."""

    def __repr__(self) -> str:
        return f"<Layout of {len(self.sections)} sections, {self.size:,} integers>"

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All sections that there are, in their order."""
        return tuple(_sections(self.parts()))

    @cached_property
    def position_size(self) -> int:
        """The length of the position, which begins the vector."""
        return _end(self.sections, POSITION)

    @cached_property
    def kept(self) -> int:
        """The length of all that lasts; the rest is scratch."""
        return _end(self.sections, POSITION, DERIVED)

    @property
    def places(self) -> dict[str, range]:
        """Where in the state each section lies, by name."""
        return {each.name: range(each.offset, each.offset + each.size) for each in self.sections}

    @cached_property
    def naturals(self) -> tuple[range, ...]:
        """Where no number is ever negative."""
        return tuple(self.places[each.name] for each in self.sections if not each.is_signed)

    @cached_property
    def size(self) -> int:
        """The length of the whole vector."""
        return _end(self.sections, POSITION, DERIVED, SCRATCH)


def _sections(values: tuple[object, ...]) -> Iterator[Section]:
    for value in values:
        match value:
            case Section():
                yield value
            case GroupSections() | WaySections():
                yield from _sections(value.parts())
            case dict():
                yield from _sections(tuple(value.values()))
            case _:
                pass


def _end(sections: tuple[Section, ...], *parts: str) -> int:
    return max(section.offset + section.size for section in sections if section.part in parts)


SIGNED = frozenset(
    {
        "LAST",
        "VARS",
        "LAYERS",
        "BRINGING",
        "HISTORY",
        "PRINT",
        "BITS",
        "BEFORE",
        "COMING",
        "KNOWN",
        "ONCE",
        "PATH",
        "HELD",
    }
)
"""The sections that may hold negative numbers: cells that may be missing, variables, prints, all bits of a word, and
copies of these."""


class _Room:
    """Allocates sections one after another; `copied` is the size of the position without its history."""

    def __init__(self) -> None:
        self._end = self.copied = 0

    def always(self, part: str, name: str, size: int, meaning: str) -> Section:
        offset, self._end = self._end, self._end + size
        self.copied = self._end if part == POSITION and name != "HISTORY" else self.copied
        meaning, is_signed = f"scratch: {meaning}" if part == SCRATCH else meaning, name.rstrip("0123456789") in SIGNED
        return Section(name, offset, size, meaning, part, is_signed)

    def position(self, name: str, size: int, meaning: str) -> Section | None:
        return self.always(POSITION, name, int(size), meaning) if size else None

    def derived(self, name: str, size: int, meaning: str) -> Section | None:
        return self.always(DERIVED, name, int(size), meaning) if size else None

    def scratch(self, name: str, size: int, meaning: str) -> Section | None:
        return self.always(SCRATCH, name, int(size), meaning) if size else None

    def group(self, number: int, cells: int, knows: bool) -> GroupSections:
        return GroupSections(
            self.always(SCRATCH, f"GROUP{number}", cells, "the group of each cell"),
            self.always(SCRATCH, f"MEMBERS{number}", cells, "the cells of groups, one group after another"),
            self.always(SCRATCH, f"BEGIN{number}", cells + 2, "where each group's cells begin"),
            self.scratch(f"KNOWN{number}", 2 * knows, "the print that the groups were found for, and their number"),
        )

    def loops(self, numbers: list[int], cells: int) -> dict[int, Section]:
        return {number: self.always(SCRATCH, f"LOOP{number}", cells, "the cells or pieces a loop runs over")
                for number in numbers}  # fmt: skip

    def way(self, number: int, cells: int, cuts: bool, knows: bool) -> WaySections:
        return WaySections(
            self.always(SCRATCH, f"SEEN{number}", cells, "how many steps away each cell is, plus 1"),
            self.always(SCRATCH, f"WALK{number}", cells + 1, "the cells that are reached, the nearest first"),
            self.scratch(f"PATH{number}", 4 * cells * cuts, "how the search for cuts came to each cell"),
            self.scratch(f"HELD{number}", 2 * cuts * knows, "the print that the cuts were found for, and their number"),
        )

    def ways(self, rules: program.Rules, cells: int, knows: bool) -> dict[int, WaySections]:
        cuts = cut_numbers(rules)
        return {number: self.way(number, cells, number in cuts, knows) for number in way_numbers(rules)}


def layout_of(parts: Parts) -> Layout:
    """The sections that a game needs in its forms."""
    rules, facts, cells, players = parts.rules, parts.facts, parts.cells, parts.players
    nodes, labels, seams, numbers = parts.nodes.count, parts.nodes.labels, bool(rules.seams), cells * len(rules.layers)
    lists, chains = len(parts.lists.held) if parts.lists else 0, nodes * parts.chains.copies if parts.chains else 0
    searched, lasting = nodes * labels + 2 * cells if rules.goals or parts.groups else 0, bool(parts.goals.lasting)
    always, position, derived, scratch = (room := _Room()).always, room.position, room.derived, room.scratch
    return Layout(
        content=always(POSITION, "CONTENT", nodes, "what each cell holds, then each edge's colour"),
        mover=always(POSITION, "MOVER", 1, "the player to decide"),
        end=always(POSITION, "END", 1, "0 while play goes on, else how it ended"),
        at=position("AT", len(rules.points) > 1, "the choice to make"),
        turn=position("TURN", facts.turn_matters_until != 0, "the turn or round, as far as the rules ask"),
        passes=position("PASSES", facts.counts_passes, "passes in a row"),
        turns=position("TURNS", players * facts.counts_turns, "the turns each player has taken, without swaps"),
        quiet=position("QUIET", facts.counts_quiet, "turns or rounds since the board changed"),
        has_changed=position("CHANGED", facts.counts_quiet, "whether it has changed in this one"),
        last=position("LAST", facts.knows_last, "the cell of the last stone, -1 before there is one"),
        out=position("OUT", players * facts.eliminates, "who is out"),
        seat=position("SEAT", players * facts.swap, "who sits behind each colour"),
        vars=position("VARS", len(rules.variables), "variables, and what scripts remember"),
        layers=position("LAYERS", numbers, "the numbers on each cell, or on its piece"),
        cards=position("CARDS", players * len(rules.zones), "each zone's cards, for each player, as bits"),
        marks=position("MARKS", players * cells * len(rules.marks), "each player's marked cells"),
        high=position("HIGH", cells * parts.piles, "how many pieces lie on each cell"),
        below=position("BELOW", cells * (rules.stacks - 1), "what lies below the top of each cell, the lowest first"),
        history=position("HISTORY", (1 + remembered(cells)) * facts.remembers, "earlier boards, and how many"),
        left=derived("LEFT", lists, "the number of empty cells, then of those in each other list"),
        free=derived("FREE", lists * cells, "the empty cells, in any order, then the other lists"),
        spot=derived("SPOT", cells * bool(lists), "where each listed cell is in its list"),
        upto=derived("UPTO", len(parts.sorts.lists), "where each list of empty cells that are sorted ends"),
        sorted=derived("SORTED", len(parts.sorts.slots), "the empty cells by what is known of them, in any order"),
        place=derived("PLACE", len(parts.sorts.slots), "where each cell is in each of its lists"),
        around=derived("AROUND", parts.around.size, "the counts of what lies around each cell"),
        print=derived("PRINT", parts.prints * parts.keeps_prints, "for each content, a print of its cells"),
        bits=derived("BITS", rules.content_count * words(cells) * parts.keeps_bits, "each content as bits of cells"),
        parent=derived("PARENT", chains, "the tree of each chain"),
        label=derived("LABEL", chains * seams, "the label of the way to the parent"),
        mask=derived("MASK", chains, "the regions that a chain's root meets"),
        span=derived("SPAN", chains * seams, "the labels that the loops of a chain add up to, at its root"),
        loops=derived("LOOPS", players * bool(chains and seams), "the same for all chains of a player"),
        stale=derived("STALE", players * parts.mends, "whether stones of a player have left since chains were built"),
        met=derived("MET", len(rules.goals) * players * bool(chains), "whether each player has reached a watched goal"),
        witness=derived("WITNESS", cells * lasting, "which goals that can only be lost a path over each cell shows"),
        blocked=derived("BLOCKED", lasting, "those whose path is blocked, so that there may be no other"),
        lost=derived("LOST", lasting, "those that are lost"),
        before=scratch("BEFORE", room.copied * needs_copy(rules), "the position before a try"),
        noted=scratch("NOTED", cells * changes_sets(rules), "the cells of a set that changes"),
        coming=scratch("COMING", cells * happens_at_once(rules), "what comes to each cell together, -1 for no change"),
        bringing=scratch("BRINGING", numbers * happens_at_once(rules), "the numbers that come to each cell together"),
        once=scratch("ONCE", len(parts.steady) + len(parts.steady_of_decisions), "what stays the same in a loop"),
        said=scratch("SAID", len(parts.said), "which players have been told each text"),
        loop=room.loops(noting_loops(rules), max(cells, rules.stacks)),
        plies=always(SCRATCH, "PLIES", 1, "the number of decisions of a random game"),
        queue=scratch("QUEUE", searched, "the nodes being searched"),
        origin=scratch("FROM", nodes * labels * lasting, "where each node was reached from, plus 1"),
        mark=scratch("MARK", searched, "the nodes seen"),
        groups={number: room.group(number, cells, parts.keeps_prints) for number in _numbered(parts)},
        ways=room.ways(rules, cells, parts.keeps_prints), fits=_fits(parts),
    )  # fmt: skip


def _fits(parts: Parts) -> bool:
    """Whether every number of a state fits in 32 bits."""
    if parts.facts.remembers or parts.keeps_bits or any(map(_is_wide, (*parts.steady, *parts.steady_of_decisions))):
        return False
    return mask_bits(parts.rules) <= 31 and _largest(parts.rules) < 1 << 31 and not _holds_large_cards(parts.rules)


def _holds_large_cards(rules: program.Rules) -> bool:
    """Whether a zone may hold a card whose bit is beyond 32."""
    laid = (node.numbers for node in walk.everything_in(rules) if isinstance(node, deeds.SetCards))
    made = (part for cards in laid for part in walk.everything(cards))
    known = (part.values for part in made if isinstance(part, ir.Constant | ir.Lookup | elements.Entry))
    return any(mask >> 31 > 0 for masks in (rules.cards, *known) for mask in masks)


def _numbered(parts: Parts) -> list[int]:
    """The numbers of the sections in which groups are numbered and listed."""
    return sorted({*parts.sections.values(), *parts.kept_sections.values()})


def _is_wide(steady: Steady) -> bool:
    """Whether a steady expression may be a number of any size."""
    return isinstance(steady, elements.Aggregate | elements.Several | ir.Operation) and not is_truth(steady)


def _largest(rules: program.Rules) -> int:
    """The largest number that a variable may hold, whatever its sign."""
    bounds = [
        node.bounds
        for node in walk.everything(rules)
        if isinstance(node, deeds.SetVariable | deeds.SetLayer) and node.bounds
    ]
    starts = [slot.start for slot in rules.variables] + [layer.start for layer in rules.layers]
    return max((abs(number) for each in (*bounds, starts) for number in each), default=0)


def noting_loops(rules: program.Rules) -> list[int]:
    """The numbers of the variables of all loops that note their cells or pieces as they begin."""
    noting = deeds.ForCells | deeds.ForPieces
    return sorted({node.variable.number for node in walk.everything(rules) if isinstance(node, noting)})


def way_numbers(rules: program.Rules) -> list[int]:
    """The numbers of all searches for ways."""
    return sorted({node.number for node in walk.everything(rules) if isinstance(node, ways.Steps | ways.Found)})


def cut_numbers(rules: program.Rules) -> set[int]:
    """The numbers of all searches for cuts."""
    return {node.number for node in walk.everything_in(rules) if isinstance(node, ways.Cuts)}


def changes_sets(rules: program.Rules) -> bool:
    """Whether some effect changes a set of cells at once."""
    return any(
        isinstance(node, deeds.SetMarks)
        or (isinstance(node, deeds.Becomes | deeds.Gains | deeds.Loses) and not isinstance(node.cells, ir.Single))
        for node in walk.everything(rules)
    )


def happens_at_once(rules: program.Rules) -> bool:
    """Whether some changes of the board are gathered before they are made."""
    return any(isinstance(node, deeds.AtOnce) for node in walk.everything(rules))


def needs_copy(rules: program.Rules) -> bool:
    """Whether some `forbid` may be judged on a copy of the position."""
    return any(decision.forbid is not None for decision in rules.decisions)
