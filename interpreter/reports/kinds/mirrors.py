"""Games against a player that answers every move with its image under a symmetry of the game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...experiments.codes import legal
from ...play.game import Game
from ...rules.symmetry import Symmetry
from .desk import RANDOM, Chooser, chooser, is_veiled, played, searching
from .single import Tallied, Tally, one

MOST = 12
"""How many symmetries are tried at most."""

ENOUGH = 400
"""How many symmetries are looked at for that."""

EACH = 22
"""So many games of each symmetry, seat and opponent come before other work."""

OPPONENTS = (RANDOM, searching(64))


class Mirrors(Tallied):
    """Counts by (symmetry, seat of whoever mirrors, opponent, half points of whoever mirrors, 0 to 2)."""

    name = "mirrors"
    unit = "games against a player that mirrors"
    share = 0.7
    most = 20_000

    def enough(self, game: Game) -> int:
        """Return how many games tell of each trick whether it wins."""
        return EACH * 2 * len(OPPONENTS) * len(mirrors_of(game))

    def suits(self, game: Game) -> bool:
        """Whether two players put stones down in the open, on a board with a symmetry that undoes itself."""
        takes = any(block.takes_cell for block in game.machine.blocks)
        return len(game.players) == 2 and takes and not is_veiled(game) and bool(mirrors_of(game))

    def play(self, game: Game, seed: int, number: int, dice: random.Random) -> Tally:
        """Play one game."""
        found = mirrors_of(game)
        rest, opponent = divmod(number, len(OPPONENTS))
        rest, seat = divmod(rest, 2)
        mirror = rest % len(found)
        choosers: list[Chooser] = [chooser(game, OPPONENTS[opponent], dice) for _ in range(2)]
        choosers[seat] = Mirror(game, found[mirror], dice)
        return one(mirror, seat, opponent, round(2 * played(game, choosers, dice).score(seat)))


MIRRORS = Mirrors()


@dataclass
class Mirror:
    """Answers with the image of the other player's last placement, if it can; else takes a cell that is its own image,
    else any decision that it may, but never a swap."""

    game: Game
    symmetry: Symmetry
    dice: random.Random

    def __call__(self, vector: list[int], codes: Sequence[int], _: int) -> int:
        """Return the code of a decision."""
        possible, nodes = legal(self.game, vector), self.symmetry.nodes
        if codes:
            block = self.game.block_of(codes[-1])
            image = block.base + nodes[codes[-1] - block.base] if block.takes_cell else codes[-1]
            if block.takes_cell and image in possible:
                return image
        placed = [(code, code - block.base) for code in possible for block in [self.game.block_of(code)]
                  if block.takes_cell]  # fmt: skip
        fixed = [code for code, cell in placed if nodes[cell] == cell]
        return self.dice.choice(fixed or [code for code, _ in placed] or possible)


@lru_cache(maxsize=8)
def mirrors_of(game: Game) -> tuple[Symmetry, ...]:
    """Return symmetries that undo themselves, one of each class: two of which a third makes one from the other are
    the same trick elsewhere on the board. At most `MOST`, those that leave the fewest cells in place first."""
    cells = len(game.board.cells)
    every = game.symmetries.listed(ENOUGH)
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Symmetry] = {}
    for each in every[1:]:
        if undoes_itself(each) and each.nodes[:cells] != tuple(range(cells)):
            found.setdefault((each.nodes, each.players), each)
    classes: list[Symmetry] = []
    while found:
        (_, first), *_ = found.items()
        classes.append(first)
        for by in every:
            found.pop(_moved(first, by), None)
    classes.sort(key=lambda each: sum(to == cell for cell, to in enumerate(each.nodes[:cells])))
    return tuple(classes[:MOST])


def undoes_itself(symmetry: Symmetry) -> bool:
    """Return whether a symmetry done twice changes nothing."""
    moves = (symmetry.nodes, symmetry.players)
    return all(each[each[place]] == place for each in moves for place in range(len(each)))


def _moved(symmetry: Symmetry, by: Symmetry) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The symmetry that does after a move of the whole board what another does before it."""
    nodes, players = [0] * len(symmetry.nodes), [0] * len(symmetry.players)
    for node, to in enumerate(symmetry.nodes):
        nodes[by.nodes[node]] = by.nodes[to]
    for player, to in enumerate(symmetry.players):
        players[by.players[player]] = by.players[to]
    return tuple(nodes), tuple(players)
