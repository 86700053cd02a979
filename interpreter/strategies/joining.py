"""Goals that join regions by one chain: what meets a region, and whether both players can join theirs.

Suppose that both could, by chains without a common cell. Then, with a hub that is linked to the regions, they make a
graph that no sphere holds: if both join the same three regions or more, the hub and the chains are linked to three of
them each; if each joins two of four regions that are linked in a ring, one player's and the other's in turn, the hub
and the regions are five vertices that are all linked. So where a certificate draws cells, edges, regions, hub and ring
on a sphere, at most one player can. The drawing is a list of faces, each the vertices around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..rules import ir
from .placing import Placing, is_own
from .refusal import Refused, number, row


class Joining:
    """What a game of stones has each player join. Making one of another game raises Refused."""

    def __init__(self, placing: Placing) -> None:
        game = placing.game
        wins = [each for each in game.rules.endings if each.result == "win"]
        goal = wins[0].condition if len(wins) == 1 and wins[0].player is None else None
        if not isinstance(goal, ir.Connects) or not all(is_own(goal.cells, game.rules, each) for each in range(2)):
            raise Refused("joins prove nothing in this game: joining regions is not the only goal of both players")
        self.cells, self._edges, self._arcs = placing.cells, game.board.edges, game.board.arcs
        numbers = [goal.regions[player % len(goal.regions)] for player in range(2)]
        self._regions = [[game.rules.regions[each] for each in numbers[player]] for player in range(2)]
        self._numbers = numbers
        self.near = [{arc.to for arc in arcs} - {cell} for cell, arcs in enumerate(self._arcs)]
        """The cells linked to each cell."""

        self.meeting = [[self._meeting(region) for region in regions] for regions in self._regions]
        """For each player and region, the cells that meet it."""

    def _meeting(self, region: frozenset[int]) -> frozenset[int]:
        """The cells of a region, and those linked to an edge of it."""
        beside = {arc.to for node in region if node >= self.cells for arc in self._edges[node - self.cells].links}
        return frozenset(node for node in region if node < self.cells) | beside

    def links(self) -> list[set[int]]:
        """Return the graph that is drawn: cells, edges, the hub, regions that are cells, in the order of their numbers.

        A region that is one edge of its player is that edge; raises Refused where a region is anything else.
        """
        links: list[set[int]] = [set() for _ in range(self.cells + len(self._edges) + 1)]
        hub, known = len(links) - 1, dict[int, int]()
        pairs = [(cell, near) for cell, row in enumerate(self.near) for near in row]
        pairs += [(self.cells + each, arc.to) for each, edge in enumerate(self._edges) for arc in edge.links]
        for player in range(2):
            for name, region in zip(self._numbers[player], self._regions[player], strict=True):
                first = min(region, default=0)
                if len(region) == 1 and first >= self.cells and self._edges[first - self.cells].player == player:
                    known[name] = first
                elif region and max(region) < self.cells:
                    if name not in known:
                        known[name] = len(links)
                        links.append(set())
                    pairs += [(known[name], cell) for cell in region]
                else:
                    raise Refused("joins prove nothing in this game: a region is neither cells nor a player's own edge")
        one, other = ([known[name] for name in self._numbers[player]] for player in range(2))
        pairs += [(hub, region) for region in {*one, *other}]
        if len(one) == len(other) == 2 and len({*one, *other}) == 4:
            ring = (one[0], other[0], one[1], other[1])
            pairs += zip(ring, ring[1:] + ring[:1], strict=True)
        elif set(one) != set(other) or len(set(one)) < 3:
            raise Refused("joins prove nothing in this game: both players may join their regions")
        for here, there in pairs:
            links[here].add(there)
            links[there].add(here)
        return links

    def check_drawing(self, drawing: object) -> None:
        """Raise Refused unless a drawing shows that at most one player can join their regions."""
        links = self.links()
        faces = [[number(vertex, len(links)) for vertex in row(face)] for face in row(drawing)]
        _check_sphere([near - {vertex} for vertex, near in enumerate(links)], faces)


def _check_sphere(links: Sequence[set[int]], faces: Sequence[Sequence[int]]) -> None:
    """Raise Refused unless faces make a sphere of a graph: each link borders two, the faces around each vertex make one
    ring, all of it is in one piece and has the Euler characteristic 2."""
    sides = Counter[frozenset[int]]()
    corners: list[list[tuple[int, int]]] = [[] for _ in links]
    for face in faces:
        for before, here, after in zip([*face[-1:], *face[:-1]], face, [*face[1:], *face[:1]], strict=True):
            sides[frozenset((here, after))] += 1
            corners[here].append((before, after))
    pairs = {frozenset((here, there)) for here, near in enumerate(links) for there in near}
    if sides != dict.fromkeys(pairs, 2):
        raise Refused("the drawing is wrong: a link does not border two faces, or something else does")
    if not all(_is_one([*near], around) for near, around in zip(links, corners, strict=True)):
        raise Refused("the drawing is wrong: the faces around a vertex do not make one ring")
    if not _is_one(range(len(links)), [(here, there) for here, near in enumerate(links) for there in near]):
        raise Refused("the drawing is wrong: it is not in one piece")
    if len(links) - len(pairs) + len(faces) != 2:
        raise Refused("the drawing is wrong: it is not one of a sphere")


def _is_one(things: Sequence[int], pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether pairs join all things; not where there is none."""
    near: dict[int, list[int]] = {each: [] for each in things}
    for here, there in pairs:
        near[here].append(there)
        near[there].append(here)
    reached = [*near][:1]
    seen = set(reached)
    for here in reached:
        fresh = set(near[here]) - seen
        seen |= fresh
        reached += fresh
    return bool(near) and len(seen) == len(near)
