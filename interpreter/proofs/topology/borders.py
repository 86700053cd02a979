"""The surface with a collar along its boundary, on which the players' edges are arcs."""

from __future__ import annotations

from functools import reduce
from operator import xor

from ...board.board import Board, Edge
from ...record import Record
from .triangulation import Triangle, Triangulation, Untriangulated

FREE = -1
"""The owner of an arc that is nobody's."""


class Run(Record):
    """Consecutive positions on a circle of the boundary, and the edge that lies there; None for a free run.

    A run of length 0 is at one cell. `is_circle` tells a run that goes all the way round and ends in itself.
    """

    start: int
    length: int
    edge: int | None = None
    is_circle: bool = False


class Surface(Record):
    """A triangulated surface whose boundary consists of arcs: `arcs[o]` has the links of owner o's, with `FREE` last.

    `links` are pairs of vertices, the first `cells` of which are cells. `labels[p]` has the label of each link as
    player p sees it: arcs of p have 0. `stands` gives for each edge of a player a vertex of its arc.
    """

    cells: int
    links: tuple[tuple[int, int], ...]
    triangles: tuple[Triangle, ...]
    arcs: tuple[frozenset[int], ...]
    labels: tuple[tuple[int, ...], ...]
    stands: tuple[tuple[int, int], ...]
    owners: tuple[int, ...]
    """The owner of each edge of the board."""

    runs: tuple[tuple[int, ...], ...]
    """The owners of the arcs along each circle of the boundary, in order."""

    @property
    def vertices(self) -> int:
        """How many vertices there are."""
        return 1 + max(other for _, other in self.links)

    @property
    def euler(self) -> int:
        """The Euler characteristic."""
        return self.vertices - len(self.links) + len(self.triangles)

    @property
    def has_free_boundary(self) -> bool:
        """Whether some of the boundary is nobody's."""
        return bool(self.arcs[FREE])

    def is_cocycle(self, player: int) -> bool:
        """Whether the labels that a player sees add up to 0 around every triangle and vanish on the player's arcs."""
        labels = self.labels[player]
        return not any(labels[link] for link in self.arcs[player]) and not any(
            labels[first] ^ labels[second] ^ labels[third] for first, second, third in self.triangles
        )


def surface_of(board: Board, base: Triangulation, players: int) -> Surface:
    """Return a triangulated board with a collar. Raises `Untriangulated` where an edge is no arc of the boundary."""
    collar = _Collar(base, board, players)
    positions = {
        cell: (number, place) for number, circle in enumerate(base.circles) for place, (cell, _) in enumerate(circle)
    }
    runs: list[list[Run]] = [[] for _ in base.circles]
    for number, edge in enumerate(board.edges):
        if edge.is_coloured:
            circle, run = _run(number, edge, positions, [len(each) for each in base.circles])
            runs[circle].append(run)
    for number, found in enumerate(runs):
        collar.add(number, _tiled(found, len(base.circles[number]), board))
    return collar.surface()


def _run(number: int, edge: Edge, positions: dict[int, tuple[int, int]], lengths: list[int]) -> tuple[int, Run]:
    """The circle along which an edge lies, and its run there."""
    cells = [arc.to for arc in edge.links]
    where = f"the edge {edge.name}"
    if len(set(cells)) < len(cells):
        raise Untriangulated(f"{where} lies next to a cell twice")
    if any(cell not in positions for cell in cells):
        raise Untriangulated(f"{where} lies next to a cell inside the board")
    circles = {positions[cell][0] for cell in cells}
    if len(circles) != 1:
        raise Untriangulated(f"{where} does not lie along one boundary")
    circle = circles.pop()
    length, places = lengths[circle], {positions[cell][1] for cell in cells}
    if len(places) == length:
        return circle, Run(0, length, number, is_circle=True)
    starts = [place for place in places if (place - 1) % length not in places]
    if len(starts) != 1:
        raise Untriangulated(f"{where} does not lie along one run of the boundary")
    return circle, Run(starts[0], len(places) - 1, number)


def _tiled(runs: list[Run], length: int, board: Board) -> list[Run]:
    """The runs of a circle in order, with free runs wherever two of one owner meet or two do not share a cell."""
    if not runs:
        return [Run(0, length, is_circle=True)]
    if len(runs) == 1 and runs[0].is_circle:
        return runs
    if any(run.is_circle for run in runs):
        raise Untriangulated("an edge goes all around the boundary, where another lies")
    runs = sorted(runs, key=lambda run: (run.start, run.length))
    tiled = []
    for number, run in enumerate(runs, 1):
        following = runs[number % len(runs)]
        end, start = run.start + run.length, following.start + length * (number == len(runs))
        between = [board.edges[each.edge] for each in (run, following) if each.edge is not None]
        if start < end or (start == end and run.length == following.length == 0):
            names = " and ".join(edge.name for edge in between)
            raise Untriangulated(f"the edges {names} share more than the cell where they meet")
        tiled.append(run)
        if start > end or len({edge.player for edge in between}) == 1:
            tiled.append(Run(end % length, start - end))
    return tiled


class _Collar:
    """Glues a collar to each circle of the boundary, whose outer circle consists of arcs."""

    def __init__(self, base: Triangulation, board: Board, players: int) -> None:
        self._base, self._board, self._players = base, board, players
        self._links = [(one, other) for one, other, _ in base.links]
        self._labels = [[label for _, _, label in base.links] for _ in range(players)]
        self._triangles = list(base.triangles)
        self._arcs: list[set[int]] = [set() for _ in range(players + 1)]
        self._vertices = base.cells
        self._stands: dict[int, int] = {}
        self._runs: list[tuple[int, ...]] = []

    def add(self, number: int, runs: list[Run]) -> None:
        """Glue a collar to a circle of the boundary; runs tile the circle. A free circle needs none."""
        circle = self._base.circles[number]
        self._runs.append(tuple(map(self._owner, runs)))
        if runs[0].is_circle:
            if runs[0].edge is None:
                self._arcs[FREE].update(link for _, link in circle)
            else:
                self._prism(circle, runs[0])
            return
        spokes = [self._fan(circle, run) for run in runs]
        for index, run in enumerate(runs):
            cell, _ = circle[(run.start + run.length) % len(circle)]
            following = (index + 1) % len(runs)
            self._junction(cell, run, spokes[index][-1], runs[following], spokes[following][0])

    def surface(self) -> Surface:
        """The board with its collars."""
        return Surface(
            self._base.cells,
            tuple(self._links),
            tuple(self._triangles),
            tuple(map(frozenset, self._arcs)),
            tuple(map(tuple, self._labels)),
            tuple(sorted(self._stands.items())),
            tuple(edge.player for edge in self._board.edges),
            tuple(self._runs),
        )

    def _owner(self, run: Run) -> int:
        return FREE if run.edge is None else self._board.edges[run.edge].player

    def _vertex(self) -> int:
        self._vertices += 1
        return self._vertices - 1

    def _link(self, one: int, other: int, labels: list[int]) -> int:
        """A new link; `labels` has one for each player."""
        self._links.append((min(one, other), max(one, other)))
        for known, label in zip(self._labels, labels, strict=True):
            known.append(label)
        return len(self._links) - 1

    def _sum(self, *links: int) -> list[int]:
        """The labels of some links together, as each player sees them."""
        return [reduce(xor, (labels[link] for link in links)) for labels in self._labels]

    def _triangle(self, *links: int) -> None:
        """A triangle of three links, which are put in order."""
        self._triangles.append(tuple(sorted(links, key=self._links.__getitem__)[i] for i in (0, 2, 1)))  # type: ignore[arg-type]

    def _spoke(self, run: Run, cell: int, vertex: int, otherwise: list[int]) -> int:
        """The link from an arc to a cell: the owner of the edge sees the label that it has on the board."""
        labels = list(otherwise)
        if run.edge is not None:
            edge = self._board.edges[run.edge]
            labels[edge.player] = next(arc.label for arc in edge.links if arc.to == cell)
        return self._link(cell, vertex, labels)

    def _fan(self, circle: tuple[tuple[int, int], ...], run: Run) -> list[int]:
        """The links from a new vertex to the cells of a run, with the triangles between them."""
        vertex = self._vertex()
        if run.edge is not None:
            self._stands[run.edge] = vertex
        spokes: list[int] = []
        for step in range(run.length + 1):
            cell, _ = circle[(run.start + step) % len(circle)]
            rim = circle[(run.start + step - 1) % len(circle)][1]
            spokes.append(self._spoke(run, cell, vertex, self._sum(spokes[-1], rim) if step else [0] * self._players))
            if step:
                self._triangle(rim, *spokes[-2:])
        return spokes

    def _junction(self, cell: int, run: Run, spoke: int, following: Run, next_spoke: int) -> None:
        """The point of the outer circle where two arcs meet, over the cell where their runs meet."""
        point = self._vertex()
        owners = (self._owner(run), self._owner(following))
        labels = [0] * self._players
        for owner, known in zip(owners, (spoke, next_spoke), strict=True):
            if owner != FREE:
                labels[owner] = self._labels[owner][known]
        middle = self._link(cell, point, labels)
        for owner, known in zip(owners, (spoke, next_spoke), strict=True):
            arc = self._link(self._links[known][1], point, self._sum(known, middle))
            self._arcs[owner].add(arc)
            self._triangle(known, middle, arc)

    def _prism(self, circle: tuple[tuple[int, int], ...], run: Run) -> None:
        """The collar of a circle all of which is one arc."""
        owner = self._owner(run)
        outer = [self._vertex() for _ in circle]
        self._stands[run.edge or 0] = outer[0]
        spokes = [
            self._spoke(run, cell, vertex, [0] * self._players) for (cell, _), vertex in zip(circle, outer, strict=True)
        ]
        for here, (_, rim) in enumerate(circle):
            there = (here + 1) % len(circle)
            across = self._link(self._links[spokes[there]][0], outer[here], self._sum(spokes[here], rim))
            around = self._sum(across, spokes[there])
            around[owner] = 0
            arc = self._link(outer[here], outer[there], around)
            self._arcs[owner].add(arc)
            self._triangle(spokes[here], rim, across)
            self._triangle(across, spokes[there], arc)
