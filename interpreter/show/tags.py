"""What is unusual about a game, in a word or two each: one table for the terminal, the page and the search."""

from __future__ import annotations

import random
from collections.abc import Callable

from ..board.topology import surface
from ..play.game import Game
from ..record import Record
from ..rules.program import CHANCE, SECRET, TOGETHER, Move


class Tag(Record):
    """A word for what is unusual."""

    name: str
    about: str
    also: str
    """Other words by which it is searched for."""

    holds: Callable[[Game], bool]


SURFACES = {
    (2, False): "sphere", (0, False): "torus", (-2, False): "double torus",
    (1, True): "projective plane", (0, True): "klein bottle",
}  # fmt: skip
"""Closed surfaces, by their Euler characteristics and whether they have one side only."""

HOLED = {(2, 2, False): "cylinder", (1, 1, True): "moebius strip"}
"""Surfaces that are called after their rims: Euler characteristic once these are closed, how many, one side only."""

LONGEST = 400
"""So many decisions of a random game are looked at for what they take from the board."""


def surface_of(game: Game) -> str:
    """Return what a game's board is as a surface; nothing for what lies flat, or has no name."""
    found = surface(game.board)
    if found.euler is None or found.boundaries is None:
        return ""
    closed, twisted = found.euler + found.boundaries, not found.orientable
    named = HOLED.get((closed, found.boundaries, twisted))
    is_flat = closed == 2 and found.boundaries > 0
    return named or ("" if is_flat else SURFACES.get((closed, twisted), ""))


def _is_on(name: str) -> Callable[[Game], bool]:
    return lambda game: surface_of(game) == name


def _waits(*ways: str) -> Callable[[Game], bool]:
    return lambda game: any(point.way in ways for point in game.rules.points)


def _has_kinds(game: Game) -> bool:
    """Whether somebody has pieces of several kinds; tiles that differ in how they lie are of one."""
    tiles = {kind for (_, kind), form in game.rules.looks.pieces.items() if form.tracks}
    return len(game.rules.pieces) - len(tiles) > 1


def _has_tiles(game: Game) -> bool:
    return any(form.tracks for form in game.rules.looks.pieces.values())


def _moves(game: Game) -> bool:
    return any(isinstance(each.what, Move) for each in game.rules.decisions)


def _captures(game: Game) -> bool:
    """Whether somebody loses pieces in a random game by what others decide."""
    state, dice = game.start(seed=1), random.Random(1)
    for _ in range(LONGEST):
        if state.is_over:
            break
        movers, before = state.deciders, {each: len(state.cells_of(each)) for each in game.players}
        state.play(dice.choice(state.legal_moves))
        if any(len(state.cells_of(each)) < count for each, count in before.items() if each not in movers and movers):
            return True
    return False


TAGS = (
    Tag("3 players", "three people play", "three", lambda game: len(game.players) == 3),
    Tag("hidden", "players do not see everything", "secret fog blind imperfect information", lambda game: game.hides),
    Tag("at once", "players decide at the same time", "simultaneous together secret", _waits(TOGETHER, SECRET)),
    Tag("chance", "chance decides something", "dice die luck random coin lot", _waits(CHANCE)),
    Tag("cards", "players hold cards", "hand", lambda game: bool(game.rules.zones)),
    Tag("torus", "the board closes round in two ways", "donut doughnut ring glued wraps", _is_on("torus")),
    Tag("double torus", "the board has two handles", "genus two glued", _is_on("double torus")),
    Tag("cylinder", "two sides of the board are joined", "tube glued wraps", _is_on("cylinder")),
    Tag("moebius strip", "two sides of the board are joined with a twist", "möbius band glued twisted",
        _is_on("moebius strip")),
    Tag("klein bottle", "a closed board with one side", "glued twisted", _is_on("klein bottle")),
    Tag("projective plane", "opposite points of the rim are the same", "antipodal cross-cap glued twisted",
        _is_on("projective plane")),
    Tag("sphere", "a closed board", "globe ball", _is_on("sphere")),
    Tag("cone", "two sides of the board are joined around a point", "glued wraps", lambda game: False),
    Tag("captures", "pieces are taken from the board", "capture take remove", _captures),
    Tag("moving", "pieces move", "move slide jump", _moves),
    Tag("stacks", "pieces stand on pieces", "piles stacking towers", lambda game: game.rules.stacks > 1),
    Tag("kinds", "there are pieces of several kinds", "different pieces", _has_kinds),
    Tag("tiles", "tiles carry tracks", "tracks", _has_tiles),
    Tag("links", "pieces lie between cells", "edges bridges pegs", lambda game: bool(game.board.bonds)),
)  # fmt: skip
"""All tags, in the order in which they are told."""


def tags_of(game: Game) -> tuple[str, ...]:
    """Return the names of the tags that a game has."""
    return tuple(tag.name for tag in TAGS if tag.holds(game))
