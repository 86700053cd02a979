"""What a tree says of a decision, as a `Choice`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...play.game import Game
from ...play.moves import Move
from ...play.state import State
from ...play.view import View
from ..protocol import DRAW, LOSS, WIN, Choice, Weighed
from .tree import Edge, Tree, edges_of

FAR = 12
"""How many moves ahead a variation shows at most."""


def choice_of(trees: Sequence[Tree], state: State, player: str, nodes: int) -> Choice:
    """Return what one player decides alone, from trees of the same position."""
    tree = next((each for each in trees if each.result), trees[0])
    game, seat, seats = state.game, state.seat(player), len(state.game.players)
    mover = game.players.index(player)
    edges = sorted(edges_of(trees), key=lambda edge: _rank(edge, seat, seats), reverse=True)
    visits = max(sum(edge.visits for edge in edges), 1)
    weighed = tuple(
        Weighed(game.move(edge.code, mover), edge.visits / visits, edge.value if sure is None else sure, sure)
        for edge in edges
        if edge.visits or edge.result
        for sure in [worth_of(edge.result, seat, seats)]
    )
    proved = tree.result != 0
    done = sum(each.done for each in trees)
    if proved:
        values = tuple(worth_of(tree.result, each, seats) or LOSS for each in range(seats))
    else:
        known = [(each.done, each.values()) for each in trees if each.values()]
        values = tuple(
            sum(share * found[seat] for share, found in known) / done for seat in range(seats if known else 0)
        )
    variation = _variation(trees[0], game, edges[0])
    return Choice(game.move(edges[0].code, mover), done, nodes, values, weighed, variation, proved, tree.notes)


def choice_of_parts(tree: Tree, view: View, nodes: int, dice: random.Random) -> Choice:
    """Return what one player contributes to a decision made together: drawn from the mixture that the search found."""
    colour = view.game.players.index(view.player)
    shares = tree.shares(colour)
    parts = [(move, shares[move.code]) for move in view.choices]
    total = sum(share for _, share in parts)
    weighed = []
    for move, share in parts:
        edges = [edge for edge in tree.edges() if edge.visits and _parts_of(view.game, edge.code)[colour] == move.code]
        visits = sum(edge.visits for edge in edges)
        value = sum(edge.visits * edge.value for edge in edges) / visits if visits else DRAW
        weighed.append(Weighed(move, share / total if total else 1 / len(parts), value if colour == 0 else WIN - value))
    weighed.sort(key=lambda each: each.share, reverse=True)
    (drawn,) = dice.choices(weighed, [each.share for each in weighed])
    return Choice(drawn.move, tree.done, nodes, tree.values(), tuple(weighed), notes=tree.notes)


def united(choices: Sequence[Choice], view: View) -> Choice:
    """Return one choice from several, each made in a state in which the player may be; all count alike."""
    shares: dict[Move, list[tuple[float, float]]] = {}
    for choice in choices:
        for each in choice.moves or (Weighed(choice.move, 1.0, DRAW),):  # none, if it was searched too little
            shares.setdefault(each.move, []).append((each.share, each.value))
    weighed = tuple(
        Weighed(
            move,
            sum(share for share, _ in found) / len(choices),
            sum(value for _, value in found) / len(found),
        )
        for move, found in shares.items()
    )
    weighed = tuple(sorted(weighed, key=lambda each: (each.share, each.value), reverse=True))
    seats = len(view.game.players)
    values = tuple(sum(choice.values[seat] for choice in choices) / len(choices) for seat in range(seats))
    simulations, nodes = (sum(getattr(choice, name) for choice in choices) for name in ("simulations", "nodes"))
    best = weighed[0].move
    return Choice(best, simulations, nodes, values, weighed, (best,), notes=choices[-1].notes)


def _parts_of(game: Game, code: int) -> tuple[int, int]:
    """The numbers of the two picks of a decision that two make together."""
    block = game.block_of(code)
    one, other = divmod(code - block.base, len(block.choices))
    return one, other


def _rank(edge: Edge, seat: int, seats: int) -> tuple[float, int, float]:
    """What is proved to win comes first, what is proved to lose last; between them what was tried most."""
    sure = worth_of(edge.result, seat, seats)
    return (0 if sure is None or sure == DRAW else 1 if sure == WIN else -1), edge.visits, edge.value


def worth_of(result: int, seat: int, seats: int) -> float | None:
    """Return what a proved result is worth to a seat; None if nothing is proved."""
    if result == 0:
        return None
    return DRAW if result == 1 + seats else WIN if result == 1 + seat else LOSS


def _variation(tree: Tree, game: Game, edge: Edge) -> tuple[Move, ...]:
    """How play goes on if everybody does what was tried most."""
    moves = [game.move(edge.code)]
    while len(moves) < FAR and (edges := [each for each in tree.edges(edge.at) if each.visits]):
        edge = max(edges, key=lambda each: each.visits)
        moves.append(game.move(edge.code))
    return tuple(moves)
