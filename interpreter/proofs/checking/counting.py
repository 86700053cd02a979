"""Checks what was counted by counting again, in another way.

The method packs states, forgets what no longer matters, and translates goals into fields of bits. Here a chain is what
it is: a set of nodes, each with the labels at which walks lead to it, with the regions and the cells that it holds.
Nothing is judged before a chain is whole, and nothing is left out. Cells come in an order of their own. Where that is
not known of a goal, or too much to keep, all full boards are judged anew, if there are not too many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...deadline import look
from ...play.game import Game
from ...rules import ir, walk
from ...rules.adjacency import adjacency, bare
from ...rules.facts.endings import winners
from ..fillings import Fillings
from ..statements import Tally
from .boards import check_stones, check_tally, full_boards
from .certificate import Entry, Unchecked
from .chains import Chain, Labels, Rings, View, closed, joined, settled, sums
from .judging import judged


class State(NamedTuple):
    """The chains of each view that may still grow, its loops, and the goals that whole chains have reached."""

    chains: tuple[frozenset[Chain], ...]
    loops: tuple[Labels, ...]
    reached: frozenset[tuple[int, ir.Goal]]
    hopes: frozenset[tuple[int, int]] = frozenset()
    """Views of rings, each with a cell around which, and on which, only cells of the set have been met."""


MOST, MOST_JUDGED = 400_000, 1 << 20
"""The most states at once, which take about a gigabyte, and the most full boards that are judged instead."""


def check(game: Game, entry: Entry) -> str:
    """Count again; raises Refused if that gives other numbers, and Unchecked where it cannot be done."""
    fillings = full_boards(game)
    check_stones(entry, fillings)
    try:
        found, in_turn = _counted(game, fillings)
        how = "counted again"
    except Unchecked as why:
        if fillings.total > MOST_JUDGED:
            raise Unchecked(f"{why}, and {fillings.total:,} full boards are too many to judge") from None
        found, in_turn, how = judged(fillings)
    check_tally(entry, fillings, found, in_turn)
    return f"{fillings.total:,} full boards, {how}"


def _counted(game: Game, fillings: Fillings) -> tuple[Tally, Tally]:
    """The full boards by their winners, and those filled in turn, with chains as plain sets."""
    cells, share = len(fillings.free), fillings.share
    bits = cells * len(fillings.contents).bit_length() + 1
    apart = Recount(game).counted(bits)
    in_turn = {winners: _digits(number, bits, cells)[share] for winners, number in apart.items()} if share >= 0 else {}
    return {winners: sum(_digits(number, bits, cells)) for winners, number in apart.items()}, in_turn


def _digits(number: int, bits: int, cells: int) -> list[int]:
    """The digits of a number, of so many bits each, one more than there are cells."""
    return [number >> (at * bits) & ((1 << bits) - 1) for at in range(cells + 1)]


class Recount:
    """Counts the full boards of a game by who has won."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules, self.board = game, game.rules, game.board
        self.fillings = full_boards(game)
        self.cells = len(self.board.cells)
        has_rings = any(isinstance(each, ir.Encloses) for each in walk.everything(self.rules.endings))
        self.rings = Rings(game, self.cells + len(self.board.edges)) if has_rings else None
        asked = (each for each in walk.everything(game.rules.endings) if isinstance(each, ir.Goal))
        goals = [(own, goal) for goal in dict.fromkeys(asked) for own in range(len(game.players))]
        self.views = list(dict.fromkeys(self.view(goal, own) for own, goal in goals))
        self.goals = [[each for each in goals if self.view(each[1], each[0]) == view] for view in self.views]
        self.rows = [self._rows(view) for view in self.views]
        self.noted = [frozenset().union(*(self._noted(goal, own) for own, goal in each)) for each in self.goals]
        self.regions = [frozenset().union(*(_regions(goal, own) for own, goal in each)) for each in self.goals]
        self.sized = [any(_asks_size(goal) for _, goal in each) for each in self.goals]

    def view(self, goal: ir.Goal, own: int) -> View:
        """What a goal looks at, for a player."""
        cells, by = bare(goal.cells), adjacency(goal.cells)
        if not isinstance(cells, ir.Holding) or cells.of or (by and by.test):
            raise Unchecked("this goal cannot be recounted here")
        held = cells.contents[own % len(cells.contents)]
        if isinstance(goal, ir.Encloses):
            return View(frozenset(range(self.rules.content_count)) - held, (), False, True)
        return View(held & self._all(), by.rows if by else (), not isinstance(goal, ir.SomeGroup))

    def _all(self) -> frozenset[int]:
        players = range(len(self.rules.players) + 1)
        held = {*self.fillings.contents, *self.fillings.start} - {ir.EMPTY}
        return frozenset(held.union(*map(self.rules.contents_of, players)))

    def _edges(self) -> range:
        return range(self.cells, self.cells + len(self.board.edges))

    def _rows(self, view: View) -> list[list[tuple[int, int]]]:
        """The neighbours of each node, with labels."""
        seams = len(self.board.seams)
        if view.is_around and self.rings:
            nodes = range(self.rings.places.stop)
            return [[*self.rings.row(node)] if node not in self._edges() else [] for node in nodes]
        if view.by:
            rows = [[(packed >> seams, packed & (1 << seams) - 1) for packed in row] for row in view.by]
        else:
            rows = [[(arc.to, arc.label) for arc in arcs] for arcs in self.board.arcs]
        for number, edge in zip(self._edges(), self.board.edges, strict=True):
            rows.append([(arc.to, arc.label) for arc in edge.links])
            for arc in edge.links:
                rows[arc.to].append((number, arc.label))
        return [*rows, *([] for _ in (self.rings.places if self.rings else ()))]

    def _noted(self, goal: ir.Goal, own: int) -> set[int]:
        return _named(goal.body, own, self) if isinstance(goal, ir.SomeGroup) else set()

    # Counting

    def counted(self, bits: int = 0) -> dict[frozenset[int], int]:
        """Return, for each set of winners, how many full boards they have won.

        With `bits`, the number has a digit of so many bits for each number of cells that hold the first content.
        """
        nodes = range(len(self.rows[0]) if self.rows else self.cells + len(self.board.edges))
        near = [{other for rows in self.rows for other, _ in rows[node]} for node in nodes]
        order = self._order(near)
        self._plan_hopes(order)
        last = {node: max(order.index(other) for other in [node, *near[node]]) for node in order}
        none = frozenset[Chain]()
        table = {State((none,) * len(self.views), (frozenset({0}),) * len(self.views), frozenset()): 1}
        free = {*self.fillings.free}
        for number, node in enumerate(order):
            after: dict[State, int] = {}
            gone = {each for each in order[: number + 1] if last[each] == number}
            if len(table) > MOST:
                raise Unchecked(f"more than {MOST:,} states are too many to recount")
            for state, ways in table.items():
                look()
                for content in self._options(node):
                    new = self._next(state, node, content, gone)
                    is_first = node in free and content == self.fillings.contents[0]
                    after[new] = after.get(new, 0) + (ways << bits if is_first else ways)
            table = after
        found: dict[frozenset[int], int] = {}
        for state, ways in table.items():
            winners = self._winners(state)
            found[winners] = found.get(winners, 0) + ways
        return found

    def _order(self, near: Sequence[set[int]]) -> list[int]:
        """All nodes: cells from the last on, each time one next to most of those before; edges before their cells."""
        left, order = set(range(self.cells)), list[int]()
        while left:
            cell = max(left, key=lambda node: (len(near[node].intersection(order)), node))
            left.remove(cell)
            order += [*sorted(near[cell].difference(order, range(self.cells))), cell]
        return [*order, *(edge for edge in self._edges() if edge not in order)]

    def _options(self, node: int) -> Sequence[int]:
        if node >= self.cells:
            return (ir.EMPTY,)
        held = self.fillings.start[node]
        return self.fillings.contents if held == ir.EMPTY else (held,)

    def _next(self, state: State, node: int, content: int, gone: set[int]) -> State:
        chains, loops, reached = list(state.chains), list(state.loops), set(state.reached)
        for number, view in enumerate(self.views):
            if self._belongs(view, node, content):
                chains[number], made = self._added(number, chains[number], node)
                loops[number] = sums(loops[number] | made)
            kept = set()
            for chain in chains[number]:
                places = frozenset(place for place in chain.places if place[0] not in gone)
                if places:
                    kept.add(settled(chain._replace(places=places)))
                else:
                    reached |= {(own, goal) for own, goal in self.goals[number] if self._reaches(goal, own, chain)}
            chains[number] = frozenset(kept)
        hopes = self._hoped(state.hopes, node, content)
        for number, cell in [each for each in hopes if self.ends[each[1]] == node]:
            reached.update((own, goal) for own, goal in self.goals[number])
            hopes.discard((number, cell))
        return State(tuple(chains), tuple(loops), frozenset(reached), frozenset(hopes))

    def _belongs(self, view: View, node: int, content: int) -> bool:
        """Whether a node with some content is one of those that a view looks at."""
        if node < self.cells:
            return content in view.contents
        if node in self._edges():
            return view.has_edges and not view.contents.isdisjoint(
                self.rules.contents_of(self.board.edges[node - self.cells].player)
            )
        return view.is_around

    def _plan_hopes(self, order: Sequence[int]) -> None:
        """For each cell with its surroundings: where they begin and end in the order."""
        sets = {cell: self.rings.all_around(cell) for cell in range(self.cells)} if self.rings else {}
        self.sets = {cell: each for cell, each in sets.items() if each}
        self.begins = {cell: min(each, key=order.index) for cell, each in self.sets.items()}
        self.ends = {cell: max(each, key=order.index) for cell, each in self.sets.items()}

    def _hoped(self, hopes: frozenset[tuple[int, int]], node: int, content: int) -> set[tuple[int, int]]:
        """The hopes that are left, or begin, once a node has some content."""
        found = set(hopes)
        for number, view in enumerate(self.views):
            for cell in self.sets if view.is_around else ():
                if node in self.sets[cell] and content in view.contents:
                    found.discard((number, cell))
                elif self.begins[cell] == node:
                    found.add((number, cell))
        return found

    def _added(self, number: int, chains: frozenset[Chain], node: int) -> tuple[frozenset[Chain], Labels]:
        """The chains with a node more, and the labels of loops that it closes."""
        is_cell = node < self.cells
        near = [(each, label) for each, label in self.rows[number][node] if is_cell and each >= self.cells]
        met = {(region, label) for region in self.regions[number] for each, label in [(node, 0), *near]
               if each in self.rules.regions[region]}  # fmt: skip
        noted, size = self.noted[number] & {node}, int(is_cell and self.sized[number])
        if self.views[number].is_around and self.rings:
            noted = self.rings.noted(node)
        new = Chain(frozenset({(node, 0)}), frozenset({0}), frozenset(met), noted, size)
        made = frozenset[int]()
        rest = set(chains)
        for other, label in self.rows[number][node]:
            at = {value for place, value in new.places if place == other}
            if at:
                made |= {value ^ label for value in at}
                new = closed(new._replace(loops=sums(new.loops | made)))
                continue
            for chain in list(rest):
                for value in [value for place, value in chain.places if place == other][:1]:
                    rest.remove(chain)
                    new = joined(new, chain, value ^ label)
        return frozenset({*rest, new}), made

    # Judging

    def _reaches(self, goal: ir.Goal, own: int, chain: Chain) -> bool:
        """Whether a whole chain reaches a goal."""
        match goal:
            case ir.Connects(_, regions):
                return {region for region, _ in chain.met} >= set(regions[own % len(regions)])
            case ir.Path(_, regions, wanted):
                first, last = regions[own % len(regions)]
                starts, ends = ([label for each, label in chain.met if each == region] for region in (first, last))
                return any(wanted >> (start ^ end) & 1 for start in starts for end in ends)
            case ir.SomeGroup():
                return bool(_of_group(goal.body, own, chain, self))
            case ir.Encloses() if self.rings:
                return self.rings.is_around(chain.cells)
            case _:
                return False

    def _winners(self, state: State) -> frozenset[int]:
        return winners(
            self.fillings.asked, len(self.rules.players),
            lambda each: bool(self._holds(each.ending.condition, each.player, state)),
        )  # fmt: skip

    def _holds(self, node: ir.Expression, own: int, state: State) -> int:
        match node:
            case ir.Constant(values):
                return int(values[own % len(values)])
            case ir.Operation(symbol, operands):
                return _operated(symbol, [self._holds(each, own, state) for each in operands])
            case ir.HowMany(tests):
                return sum(self._holds(each, own, state) for each in tests)
            case ir.Loop(_, wanted):
                return any(wanted >> label & 1 for label in state.loops[self.views.index(self.view(node, own))])
            case ir.Connects() | ir.Path() | ir.SomeGroup() | ir.Encloses():
                return (own, node) in state.reached
            case ir.Counter("passes"):
                return 0
            case ir.Count(ir.Holding(contents, None)) if not contents[own % len(contents)] & self._all():
                return 0
            case _:
                raise Unchecked("this ending cannot be judged here")


def _operated(symbol: str, numbers: list[int]) -> int:
    match symbol, numbers:
        case "and", _:
            return all(numbers)
        case "or", _:
            return any(numbers)
        case "not", [one]:
            return not one
        case "-", [one]:
            return -one
        case _, [one, other]:
            return {"+": one + other, "-": one - other, "*": one * other, "==": one == other, "!=": one != other,
                    "<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[symbol]  # fmt: skip
        case _:
            raise Unchecked("this operator cannot be computed here")


def _regions(goal: ir.Goal, own: int) -> tuple[int, ...]:
    """The regions that a goal asks chains to meet."""
    return goal.regions[own % len(goal.regions)] if isinstance(goal, ir.Connects | ir.Path) else ()


# Groups


def _asks_size(goal: ir.Goal) -> bool:
    """Whether a goal asks how many cells a group has."""
    counts = (each for each in walk.everything(goal) if isinstance(each, ir.Count | ir.AtLeast | ir.Alone))
    return isinstance(goal, ir.SomeGroup) and any(each.cells == goal.variable for each in counts)


def _part(cells: ir.CellSet, own: int) -> frozenset[int] | None:
    """The known cells that a set takes of a group; None for all of it."""
    match cells:
        case ir.GroupBound():
            return None
        case ir.Combined("&", ir.GroupBound(), ir.Fixed(regions)) | ir.Combined(
            "&", ir.Fixed(regions), ir.GroupBound()
        ):
            return frozenset(regions[own % len(regions)])
        case _:
            raise Unchecked("this set cannot be found in a group here")


def _touching(region: int, recount: Recount) -> set[int]:
    """The cells of a region, and those next to its edges."""
    nodes = recount.rules.regions[region]
    found = {node for node in nodes if node < recount.cells}
    edges = (recount.board.edges[node - recount.cells] for node in nodes if node >= recount.cells)
    return found.union(arc.to for edge in edges for arc in edge.links)


def _named(node: ir.Expression, own: int, recount: Recount) -> set[int]:
    """The cells that a property of groups asks about by themselves."""
    match node:
        case ir.Constant():
            return set()
        case ir.Operation(_, parts) | ir.HowMany(parts):
            return set().union(*(_named(part, own, recount) for part in parts))
        case ir.Count(cells) | ir.AtLeast(cells) | ir.Alone(cells):
            return set(_part(cells, own) or ())
        case ir.Touches(ir.GroupBound(), regions):
            return _touching(regions[own % len(regions)], recount)
        case ir.ArcLength(ir.GroupBound(), cycle):
            return set(cycle)
        case _:
            raise Unchecked("this property of groups cannot be judged here")


def _of_group(node: ir.Expression, own: int, chain: Chain, recount: Recount) -> int:
    """The value of a condition or number about a whole group."""
    match node:
        case ir.Constant(values):
            return int(values[own % len(values)])
        case ir.Operation(symbol, parts):
            return _operated(symbol, [_of_group(part, own, chain, recount) for part in parts])
        case ir.HowMany(parts):
            return sum(_of_group(part, own, chain, recount) for part in parts)
        case ir.Count(cells):
            return _size(cells, own, chain)
        case ir.AtLeast(cells, number):
            return _size(cells, own, chain) >= number
        case ir.Alone(cells):
            return _size(cells, own, chain) == 1
        case ir.Touches(_, regions):
            return bool(chain.cells & _touching(regions[own % len(regions)], recount))
        case ir.ArcLength(_, cycle):
            lengths = range(len(cycle) + 1)
            wanted = chain.cells & set(cycle)
            return next(n for n in lengths if any(wanted <= set((cycle * 2)[i : i + n]) for i in range(len(cycle))))
        case _:
            raise Unchecked("this property of groups cannot be judged here")


def _size(cells: ir.CellSet, own: int, chain: Chain) -> int:
    part = _part(cells, own)
    return chain.size if part is None else len(chain.cells & part)
