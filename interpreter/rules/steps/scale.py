"""The sizes that decide how much work a rule is: of the board, its sets, and the groups on it.

An elementary step is a line of the generated module that runs, in its plain form, or an operation in it. A formula says
how many of them a node takes at most, whatever the position, for the text that `machine/text`, `goals` and `turns`
write; a `Scale` gives the numbers that go in, and adds up what nodes are made of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from ...record import Record

if TYPE_CHECKING:
    from ..adjacency import Adjacency
    from ..traits import Node

T = TypeVar("T")

ENDLESS = 10**40
"""More steps than anything may take: what an undeclared node counts as."""

DEEPEST_GROUPS = 3
"""Groups nested deeper are not distinguished by their sizes: each counts as the whole board."""


class Extent(Record):
    """The steps that a set of cells takes. Each function is given the set and the scale first."""

    belongs: Callable[..., int]
    """The test whether a cell is in it; last comes what finding the cell takes, once for each time it is written."""

    most: Callable[..., int]
    """The most cells that it can hold."""

    over: Callable[..., int]
    """A loop over its cells; last comes what each of them takes."""

    visit: Callable[..., int]
    """A loop over its cells, each perhaps more than once, for a question that ends at the first answer."""


class Sizes(Record):
    """How large a game's board is, as far as the work of its rules depends on it."""

    cells: int
    nodes: int
    """Cells and edges."""

    links: int
    """Links from node to node, each counted in both directions."""

    links_of_edges: int
    """Those of them that lead from or to an edge."""

    groups: int
    """The most groups that a set can have."""

    labels: int
    """Labels of walks, where goals tell them apart; else 1."""

    players: int
    contents: int
    """Different things that a cell can hold."""

    places: int
    """Places that a loop of stones could enclose, and around them."""

    near: int
    """The links between those places, in both directions."""

    history: int
    """Boards that a game may remember."""

    layers: int
    """Numbers that each cell has; `of_pieces`, those that go with pieces."""

    of_pieces: int

    copied: int
    """Numbers that a try copies."""

    kept: int
    """Steps of updating the lists and counts that a cell is in."""

    merged: int
    """Steps of merging the chains around a stone."""

    stacks: int
    """The most pieces that may lie on a cell."""

    regions: tuple[int, ...]
    """The cells of each region that goals speak of, those next to its edges included."""


class Scale:
    """Bounds the steps of nodes on a board of some sizes. Nothing is played or searched for that.

    `listing` gives the steps of looking for a decision that is possible, `steady` what a node works out once for all
    its elements. With `once`, every loop runs once: then steps measure the length of the text.
    """

    def __init__(
        self, sizes: Sizes, listing: Callable[[Scale], int], steady: Callable[[Node], tuple[Node, ...]],
        once: bool = False,
    ) -> None:  # fmt: skip
        self._listing, self.steady, self.once = listing, steady, once
        self.cells, self.nodes, self.links, self.labels = sizes.cells, sizes.nodes, sizes.links, sizes.labels
        self.players, self.contents, self.history = sizes.players, sizes.contents, sizes.history
        self.places, self.near, self.copied, self.kept = sizes.places, sizes.near, sizes.copied, sizes.kept
        self.numbers = self.times(sizes.layers) * sizes.cells
        self._put, self._tried = sizes.kept + sizes.merged + PUT_LAYER * sizes.of_pieces, False
        self._layers, self.layers = PUT_LAYER * sizes.of_pieces, sizes.layers
        self.most_groups, self.links_of_edges = sizes.groups, sizes.links_of_edges
        self.regions, self.stacks = sizes.regions, sizes.stacks
        self._empty: tuple[int, ...] = ()
        self._marked: tuple[object, ...] = ()
        self._kept: frozenset[Node] = frozenset()
        self._known: dict[tuple[object, ...], tuple[Node, int]] = {}
        self._lengths: dict[int, tuple[object, int]] = {}
        self._listings: dict[tuple[int, ...], int] = {}
        self._searched: set[tuple[object, ...]] = set()

    def of(self, node: Node) -> int:
        """Return the most steps that a number, a truth, an effect or an instruction can take."""
        if self._kept and node in self._kept:
            return RECALLED
        key = (node if self.once else id(node)), self._empty, self._tried, self._kept
        known = self._known.get(key)
        if known is not None:
            return known[1]
        outside, self._marked = self._marked, ()
        is_bare = not (self._kept or self.steady(node))
        found = node.cost(self) if is_bare else self.alone(node)
        self._marked = outside
        self._known[key] = node, CALL if self.once and type(node).cost in _FUNCTIONS else found
        return found

    def alone(self, node: Node) -> int:
        """Return the steps that a node declares, with what is steady in it worked out once."""
        outside, is_apart = self._kept, type(node).cost in _SEARCHES
        self._kept = frozenset() if is_apart else outside
        found = self.keeping(self.steady(node), lambda: type(node).cost(node, self))
        self._kept = outside
        return found

    def keeping(self, steady: tuple[Node, ...], steps: Callable[[], int]) -> int:
        """Return what takes some steps while steady expressions are recalled, with those of working them out."""
        first = sum(CLEARED + RECALLED + self.of(each) for each in steady if each not in self._kept)
        return first + self.recalling(steady, steps)

    def recalling(self, steady: tuple[Node, ...], answer: Callable[[], T]) -> T:
        """Answer what is asked while steady expressions are recalled."""
        outside, self._kept = self._kept, self._kept.union(steady)
        found = answer()
        self._kept = outside
        return found

    def all(self, nodes: tuple[Node, ...]) -> int:
        """Return the most steps that nodes take one after another."""
        return sum(map(self.of, nodes))

    @property
    def put(self) -> int:
        """The steps of working out what follows from a change of a cell: nothing does while a decision is tried."""
        return (TRIED + self._layers if self._tried else self._put) + self.piled

    @property
    def piled(self) -> int:
        """The steps of changing what lies below the top of a cell."""
        return BURIED * self.times(self.stacks) if self.stacks > 1 else 0

    def trying(self, steps: Callable[[], int]) -> int:
        """Return what is done on trial and taken back."""
        outside, self._tried, self._kept = (self._tried, self._kept), True, frozenset()
        found = steps()
        self._tried, self._kept = outside
        return found

    @property
    def listing(self) -> int:
        """Return the most steps that looking for a decision that is possible can take."""
        if self._empty not in self._listings:
            self._listings[self._empty] = self._listing(self)
        return self._listings[self._empty]

    def times(self, number: int) -> int:
        """Return how often a loop over so many runs."""
        return min(number, 1) if self.once else number

    def longest(self, rows: tuple[tuple[int, ...], ...]) -> int:
        """Return how often a loop over the longest row of a table runs."""
        known = self._lengths.get(id(rows))
        if known is None:
            known = self._lengths[id(rows)] = rows, max(map(len, rows), default=0)
        return self.times(known[1])

    def farthest(self, rays: tuple[tuple[tuple[int, ...], ...], ...]) -> int:
        """Return how often a loop over all lines from one cell runs."""
        known = self._lengths.get(id(rays))
        if known is None:
            known = self._lengths[id(rays)] = rays, max((sum(map(len, lines)) for lines in rays), default=0)
        return self.times(known[1])

    def on_one_line(self, rays: tuple[tuple[tuple[int, ...], ...], ...]) -> int:
        """Return how often a loop over the lines from one cell that hold another one runs."""
        if self.meet(rays):
            return self.farthest(rays)
        return self.times(max((len(line) for lines in rays for line in lines), default=0))

    def meet(self, rays: tuple[tuple[tuple[int, ...], ...], ...]) -> bool:
        """Return whether lines from one cell may meet elsewhere."""
        return any(len(frozenset().union(*lines)) < sum(map(len, lines)) for lines in rays)

    def linked(self, by: Node | None) -> tuple[int, int]:
        """Return the links that chains can run along, in both directions, and the steps of testing all of them."""
        if by is None:
            return self.links, 0
        adjacency = cast("Adjacency", by)
        arcs = self.times(sum(map(len, adjacency.rows)))
        return self.links_of_edges + arcs, arcs * (4 + self.of(adjacency.test)) if adjacency.test is not None else 0

    # Sets

    def belongs(self, cells: Node, cell: int = 0) -> int:
        """Return the steps of testing whether a cell is in a set, where finding the cell takes so many."""
        return cells.extent.belongs(cells, self, cell)

    def most(self, cells: Node) -> int:
        """Return the most cells that a set can hold."""
        return self.times(cells.extent.most(cells, self))

    def over(self, cells: Node, each: int) -> int:
        """Return the steps of a loop over a set that takes so many for each cell."""
        return cells.extent.over(cells, self, each)

    def searching(self, cells: Node, steps: Callable[[], int]) -> int:
        """Return the steps of a search for the cells of a set: it is a function of the module, written once."""
        key = cells, self._tried, self._kept
        if self.once and key in self._searched:
            return CALL
        self._searched.add(key)
        return CALL + steps()

    def visit(self, cells: Node, each: int) -> int:
        """Return the same where cells may come more than once."""
        return cells.extent.visit(cells, self, each)

    # Groups

    def group(self, number: int) -> int:
        """Return the most cells that the group of a name can hold."""
        return 0 if number in self._empty else self.cells

    def groups(self, number: int, steps: Callable[[], int]) -> int:
        """Return what all groups of a set take together, where `steps` gives what one of them takes.

        Groups share no cell. So what grows with their cells grows as if one group held all of them.
        """
        whole = steps()
        if self.once or len(self._empty) >= DEEPEST_GROUPS:
            return self.most_groups * whole
        outside, self._empty = self._empty, (*self._empty, number)
        alone = steps()
        self._empty = outside
        return self.most_groups * alone + whole

    def marking(self, groups: tuple[object, ...], steps: Callable[[], int]) -> int:
        """Return what a question takes once the groups of some cells are marked."""
        outside, self._marked = self._marked, groups
        found = steps()
        self._marked = outside
        return found

    def is_marked(self, group: object) -> bool:
        """Whether the cells of a group are marked, so that testing them takes no search."""
        return group in self._marked


Formula = Callable[..., int]

_FUNCTIONS: set[Formula] = set()


def written_once(formula: Formula) -> Formula:
    """Mark the formula of what is a function of the module: equal nodes are its calls."""
    _FUNCTIONS.add(formula)
    return formula


_SEARCHES: set[Formula] = set()


def searched(formula: Formula) -> Formula:
    """Mark the formula of what is searched for by itself: it recalls nothing that was kept around it."""
    _SEARCHES.add(formula)
    return formula


CALL = 4
"""A call of a function, with its return."""

TURN = 3
"""A turn of a loop, with the test of a condition in it."""

PUT_LAYER = 22
"""Changing a number that goes with a piece, or noting it for later."""

TRIED = 20
"""Changing a cell on trial, where the board's print may follow."""

BURIED = 22
"""Changing a piece below the top of a cell, where the board's print may follow."""

RECALLED = 14
"""Recalling what is steady."""

CLEARED = 4
"""A turn of a loop that clears, notes or copies a number."""


def worst(node: Node, scale: Scale) -> int:
    """Return the steps of a node that declares none."""
    return ENDLESS


def steps(own: int) -> Formula:
    """Return the formula of a node that takes some steps, and those of its parts once each."""

    def formula(node: Node, scale: Scale) -> int:
        return own + sum(scale.of(part) for part in node.children)

    return formula
