"""Who has won a full board, found by plain searches over the board's links; nothing here is shared with the machine.

Goals that these searches do not know are judged by the plain twin of the machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product

from ...deadline import look
from ...machine.plan.forms import PLAIN
from ...play.game import Game
from ...rules import ir
from ...rules.facts.endings import Asked, asked_when_full, winners
from ..fillings import Fillings
from ..statements import Tally
from .chains import sums

Judge = Callable[[Sequence[int]], frozenset[int]]
"""Tells who has won a full board, given what each cell holds."""

Steps = list[list[tuple[int, int]]]
"""For each node, the nodes next to it, with labels."""


class Unknown(Exception):  # noqa: N818 - it is an answer, not a mistake
    """A condition is none of those that are judged here."""


def judge_of(game: Game) -> tuple[Judge, str]:
    """Return what judges the full boards of a game, and how it does that, in words."""
    steps, blank, asked = _steps(game), _with_edges(game, [0] * len(game.board.cells)), asked_when_full(game.rules)
    try:
        for each in asked:
            _holds(each.ending.condition, game, steps, blank, each.player)
    except Unknown:
        return _by_twin(game, asked), "by the plain twin of the machine"

    def judge(filling: Sequence[int]) -> frozenset[int]:
        content = _with_edges(game, filling)
        return winners(
            asked, len(game.players), lambda each: _holds(each.ending.condition, game, steps, content, each.player)
        )

    return judge, "by searches of its own"


def judged(fillings: Fillings) -> tuple[Tally, Tally, str]:
    """Judge all full boards: return their numbers by their winners, the same of those filled in turn, and how."""
    judge, how = judge_of(fillings.game)
    contents, free, board = fillings.contents, fillings.free, list(fillings.start)
    found, in_turn = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for number, filling in enumerate(product(contents, repeat=len(free))):
        if number % 64 == 0:
            look()
        for cell, content in zip(free, filling, strict=True):
            board[cell] = content
        winners = judge(board)
        found[winners] += 1
        in_turn[winners] += bool(contents) and filling.count(contents[0]) == fillings.share
    return found, in_turn, f"judged {how}"


def _with_edges(game: Game, filling: Sequence[int]) -> list[int]:
    """What cells hold, and after it -1 - player for each edge."""
    return [*filling, *(-1 - edge.player for edge in game.board.edges)]


def _by_twin(game: Game, asked: Sequence[Asked]) -> Judge:
    machine = game.in_forms(PLAIN).machine

    def judge(filling: Sequence[int]) -> frozenset[int]:
        vector = list(machine.start)
        vector[: len(filling)] = filling
        machine.rebuild(vector)
        return winners(asked, len(game.players), lambda each: bool(machine.endings[each.number](vector, each.player)))

    return judge


def _holds(condition: ir.Expression, game: Game, steps: Steps, content: Sequence[int], player: int) -> bool:
    match condition:
        case ir.Operation("and" | "or" as word, operands):
            found = [_holds(each, game, steps, content, player) for each in operands]
            return all(found) if word == "and" else any(found)
        case ir.Operation("not", (operand,)):
            return not _holds(operand, game, steps, content, player)
        case ir.Operation("==", (ir.Count(cells), ir.Constant((number,)))):
            allowed = _contents(cells, player)
            return sum(held in allowed for held in content[: len(game.board.cells)]) == number
        case ir.Constant(values):
            return bool(values[player % len(values)])
        case ir.Connects(cells, regions):
            chains = _chains(game, cells, steps, content, player)
            wanted = [_meeting(game, steps, number) for number in regions[player % len(regions)]]
            return any(all(chain.keys() & meets.keys() for meets in wanted) for chain, _ in chains)
        case ir.Path(cells, regions, labels):
            begin, end = (_meeting(game, steps, number) for number in regions[player % len(regions)])
            chains = _chains(game, cells, steps, content, player)
            return any(_joins(chain, loops, begin, end, labels) for chain, loops in chains)
        case ir.Loop(cells, labels):
            every = [label for _, loops in _chains(game, cells, steps, content, player) for label in loops]
            return any(labels >> label & 1 for label in sums(every))
        case _:
            raise Unknown


def _contents(cells: ir.CellSet, player: int) -> frozenset[int]:
    if not isinstance(cells, ir.Holding) or cells.of is not None:
        raise Unknown
    return cells.contents[player % len(cells.contents)]


def _steps(game: Game) -> Steps:
    """The links of cells and edges, with labels where the goals tell seams apart."""
    cells, keeps = len(game.board.cells), bool(game.rules.seams)
    steps: Steps = [[] for _ in range(cells + len(game.board.edges))]
    for cell, arcs in enumerate(game.board.arcs):
        steps[cell] += [(arc.to, arc.label * keeps) for arc in arcs]
    for number, edge in enumerate(game.board.edges, cells):
        for arc in edge.links:
            steps[arc.to].append((number, arc.label * keeps))
            steps[number].append((arc.to, arc.label * keeps))
    return steps


def _meeting(game: Game, steps: Steps, region: int) -> dict[int, set[int]]:
    """The nodes that meet a region, with the labels of the ways into it."""
    found: dict[int, set[int]] = {}
    for node in game.rules.regions[region]:
        found.setdefault(node, set()).add(0)
        if node >= len(game.board.cells):
            for near, label in steps[node]:
                found.setdefault(near, set()).add(label)
    return found


def _chains(
    game: Game, cells: ir.CellSet, steps: Steps, content: Sequence[int], player: int
) -> list[tuple[dict[int, int], list[int]]]:
    """Each chain: the label of a way from its first node to each node, and the labels that its loops are sums of."""
    pieces, seen = _contents(cells, player), set[int]()
    allowed = pieces | {-1 - owner for owner in range(len(game.players) + 1) if game.rules.contents_of(owner) & pieces}
    found: list[tuple[dict[int, int], list[int]]] = []
    for start, held in enumerate(content):
        if held not in allowed or start in seen:
            continue
        ways, loops, waiting = {start: 0}, list[int](), [start]
        while waiting:
            here = waiting.pop()
            for near, label in steps[here]:
                if content[near] not in allowed:
                    continue
                if near not in ways:
                    ways[near] = ways[here] ^ label
                    waiting.append(near)
                elif ways[near] != ways[here] ^ label:
                    loops.append(ways[near] ^ ways[here] ^ label)
        seen |= ways.keys()
        found.append((ways, loops))
    return found


def _joins(
    chain: dict[int, int], loops: Sequence[int], begin: dict[int, set[int]], end: dict[int, set[int]], wanted: int
) -> bool:
    """Whether a walk in a chain leads from one region to another with a wanted label."""
    every = sums(loops)
    return any(
        wanted >> (first ^ chain[one] ^ chain[other] ^ last ^ loop) & 1
        for one in chain.keys() & begin.keys()
        for other in chain.keys() & end.keys()
        for first in begin[one]
        for last in end[other]
        for loop in every
    )
