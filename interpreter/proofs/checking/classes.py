"""Classes of chains by elimination, and what goals may hold of them; for the check of proofs from surfaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import xor

from ...deadline import look
from ...play.game import Game
from ...record import Record
from ...rules import ir
from ..endings import Endings
from ..fillings import fillings_of
from ..statements import contradicts
from .certificate import Refused, Unchecked
from .chains import sums

Spanned = frozenset[int]
"""All vectors of a space."""

Asked = tuple[int, ir.Connects | ir.Path | ir.Loop]
"""A goal, after the bit of its atom."""

MOST_CLASSES = 7
"""The largest bases all of whose spaces are gone through: spaces of 7 classes are 29,212."""


class Side(Record):
    """A player's side of a surface: its relative cycles, whose classes are a basis, and what they mean."""

    player: int
    links: Sequence[tuple[int, int]]
    triangles: Sequence[Sequence[int]]
    arcs: frozenset[int]
    cycles: Sequence[frozenset[int]]
    labels: Sequence[int]
    stands: Sequence[int]
    edges: Sequence[int]

    def key(self, cycle: frozenset[int]) -> tuple[int, int]:
        """Return the arcs in which a cycle ends, as bits, and its label; raises Refused if it ends elsewhere."""
        parts = [_part(self.links, self.arcs, stand) for stand in self.stands]
        ends = reduce(xor, (1 << end for link in cycle for end in self.links[link]), 0)
        bits = 0
        for number, part in enumerate(parts):
            inside = ends & sum(1 << vertex for vertex in part)
            bits |= (inside.bit_count() & 1) << number
            ends ^= inside
        if ends:
            raise Refused("a cycle has an end")
        return bits, reduce(xor, (self.labels[link] for link in cycle), 0)


def _part(links: Sequence[tuple[int, int]], arcs: frozenset[int], start: int) -> set[int]:
    part = {start}
    while grown := {end for link in arcs if part & {*links[link]} for end in links[link]} - part:
        part |= grown
    return part


def cocycles(side: Side, zero: frozenset[int]) -> list[int]:
    """Return a basis of the cochains, as bits by links, that vanish on some links and sum to 0 around triangles."""
    pivots: dict[int, int] = {}
    for row in [1 << link for link in zero] + [sum(1 << link for link in each) for each in side.triangles]:
        look()
        for bit, known in pivots.items():
            if row >> bit & 1:
                row ^= known  # noqa: PLW2901
        if row:
            bit = row.bit_length() - 1
            pivots.update({other: known ^ row for other, known in pivots.items() if known >> bit & 1})
            pivots[bit] = row
    free = [link for link in range(len(side.links)) if link not in pivots]
    return [1 << link | sum(1 << bit for bit, row in pivots.items() if row >> link & 1) for link in free]


def dual_basis(side: Side) -> list[int]:
    """Return cocycles of which each is 1 on one cycle of the basis, 0 on the others; raises Refused if the cycles are
    no basis."""
    bits = [sum(1 << link for link in cycle) for cycle in side.cycles]
    forms = cocycles(side, side.arcs)
    found = _exact([(_parities(form, bits), form) for form in forms], len(bits))
    if found is None or len(bits) != _dimension(side):
        raise Refused("the cycles are not a basis of the classes")
    return found


def _parities(form: int, rows: Sequence[int]) -> int:
    """Which rows a form meets in an odd number of bits."""
    return sum(((form & row).bit_count() & 1) << at for at, row in enumerate(rows))


def _exact(rows: list[tuple[int, int]], size: int) -> list[int] | None:
    """From forms, each after its key: forms whose keys are the single bits in order; None where there are none."""
    chosen: list[tuple[int, int]] = []
    for at in range(size):
        pivot = next((row for row in rows if row[0] >> at & 1), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        rows, chosen = (
            [(key ^ pivot[0], form ^ pivot[1]) if key >> at & 1 else (key, form) for key, form in each]
            for each in (rows, chosen)
        )
        chosen.append(pivot)
    return [form for _, form in chosen]


def _dimension(side: Side) -> int:
    """The dimension of the relative homology, from the Euler characteristic."""
    vertices = {end for link in side.links for end in link}
    inside = {end for link in side.arcs for end in side.links[link]}
    euler = len(vertices) - len(side.links) + len(side.triangles) - (len(inside) - len(side.arcs))
    faces = Counter(link for triangle in side.triangles for link in triangle)
    is_closed = all(faces[link] == 2 or link in side.arcs for link in range(len(side.links)))
    return is_closed + (not inside) - euler


def meetings(one: Side, other: Side, free: frozenset[int]) -> list[int]:
    """Return for each cycle of one side the cycles of the other that meet it an odd number of times, as bits: the cup
    product inverted, with the order of the vertices turned round."""
    forms = dual_basis(one)
    rows = []
    for each in cocycles(other, other.arcs | free):
        behind = reduce(xor, (1 << second for first, second, _ in one.triangles if each >> first & 1), 0)
        rows.append((_parities(behind, forms), each))
    duals = _exact(rows, len(forms))
    if duals is None:
        raise Refused("the pairing is not perfect")
    cycles = [sum(1 << link for link in cycle) for cycle in other.cycles]
    return [_parities(dual, cycles) for dual in duals]


def spaces(size: int) -> set[Spanned]:
    """Return all spaces of vectors of a size."""
    found: set[Spanned] = {frozenset({0})}
    waiting = list(found)
    while waiting:
        look()
        space = waiting.pop()
        for vector in range(1 << size):
            wider = space | {vector ^ each for each in space}
            if wider not in found:
                found.add(wider)
                waiting.append(wider)
    return found


def pairs_that_hold(game: Game, claim: str, one: Side, other: Side, free: frozenset[int]) -> int:
    """Return how many pairs of spaces that consist of walks there are; raises Refused if a claim may fail for one."""
    endings = Endings(fillings_of(game))
    dual_basis(other)
    meet = meetings(one, other, free)
    if max(len(one.cycles), len(other.cycles)) > MOST_CLASSES:
        raise Unchecked(f"more than {MOST_CLASSES} classes are too many to examine their spaces")
    truths, pairs = [_truths(game, endings, side) for side in (one, other)], 0
    for space, mine in truths[0].items():
        look()
        crossing = [reduce(xor, (row for at, row in enumerate(meet) if vector >> at & 1), 0) for vector in space]
        faced = frozenset(vector for vector in range(1 << len(other.cycles)) if not _parities(vector, crossing))
        for facing in [each for each in truths[1] if each == faced or (free and each <= faced)]:
            pairs += 1
            for first, second in product(mine, truths[1][facing]):
                if contradicts(claim, len(endings.winners(first | second))):
                    raise Refused("a pair of spaces contradicts the claim")
    return pairs


def _truths(game: Game, endings: Endings, side: Side) -> dict[Spanned, set[int]]:
    """For each space that walks span, which atoms may hold where a player carries it."""
    keys = [side.key(cycle) for cycle in side.cycles]
    goals = [_asked(game, endings, side, node, own) for node, own in endings.atoms]
    asked = [(bit, goal) for bit, goal in enumerate(goals) if goal is not None]
    if any(not isinstance(node, ir.Connects) for _, node in asked):
        around = [reduce(xor, (side.labels[link] for link in each)) for each in side.triangles]
        if any(around) or any(side.labels[link] for link in side.arcs):
            raise Refused("the labels do not add up to 0 around a triangle")
    found: dict[Spanned, set[int]] = {}
    for space in spaces(len(keys)):
        walks = {
            (reduce(xor, (ends for at, (ends, _) in enumerate(keys) if vector >> at & 1), 0),
             reduce(xor, (label for at, (_, label) in enumerate(keys) if vector >> at & 1), 0))
            for vector in space
        }  # fmt: skip
        joined = {ends for ends, _ in walks}
        if sums([ends for ends in joined if ends.bit_count() <= 2]) == joined:
            found[space] = _atoms(game, side, asked, walks)
    return found


def _asked(
    game: Game, endings: Endings, side: Side, node: ir.Expression, own: int
) -> ir.Connects | ir.Path | ir.Loop | None:
    """A goal that speaks of a player's chains; raises Refused if it asks for more than classes between own arcs."""
    if not isinstance(node, ir.Connects | ir.Path | ir.Loop):
        raise Refused("a goal asks for more than classes of chains")
    if endings.owner(node.cells, own) != side.player:
        return None
    arcs = {edge + len(game.board.cells) for edge in side.edges}
    regions = () if isinstance(node, ir.Loop) else node.regions[own % len(node.regions)]
    if not all(game.rules.regions[region] <= arcs for region in regions):
        raise Refused("a goal refers to more than the player's own edges")
    return node


def _atoms(game: Game, side: Side, asked: Sequence[Asked], walks: set[tuple[int, int]]) -> set[int]:
    """The sets of atoms that may hold where some walks lead from arc to arc at some labels."""
    arcs, joined = range(len(side.edges)), {ends for ends, _ in walks}
    loops = {label for ends, label in walks if not ends}
    blocks = {frozenset(to for to in arcs if to == at or (1 << at | 1 << to) in joined) for at in arcs}
    found = {0}
    for block in blocks:
        ways = set(_of_chain(game, side, asked, sorted(block), walks))
        found = {known | more for known in found for more in ways}
    sure = sum(
        1 << bit
        for bit, node in asked
        if isinstance(node, ir.Loop) and any(node.wanted >> label & 1 for label in loops)
    )
    return {known | sure for known in found}


def _of_chain(
    game: Game, side: Side, asked: Sequence[Asked], block: Sequence[int], walks: set[tuple[int, int]]
) -> Iterator[int]:
    """The atoms that may hold of a chain that joins some arcs, for all labels that it and its loops may have."""
    loops = sorted(label for ends, label in walks if not ends)
    choices = [[label for ends, label in walks if ends == 1 << block[0] | 1 << arc] for arc in block[1:]]
    regions = {
        bit: [{node - len(game.board.cells) for node in game.rules.regions[region]} for region in goal.regions[0]]
        for bit, goal in asked
        if not isinstance(goal, ir.Loop)
    }
    for own in {sums(some) for size in range(5) for some in combinations(loops, size)}:
        for chosen in product(*choices):
            at = dict(zip(block, (0, *chosen), strict=True))
            yield sum(1 << bit for bit, goal in asked if _holds(goal, regions.get(bit, []), side, at, own))


def _holds(
    goal: ir.Connects | ir.Path | ir.Loop,
    regions: Sequence[set[int]],
    side: Side,
    at: dict[int, int],
    own: frozenset[int],
) -> bool:
    here = [[arc for arc in at if side.edges[arc] in region] for region in regions]
    match goal:
        case ir.Connects():
            return all(here)
        case ir.Path():
            return any(goal.wanted >> (at[one] ^ at[other] ^ loop) & 1 for one, other in product(*here) for loop in own)
        case _:
            return False
