"""Waves over sets of spots against a plain twin: the distances of each terminal, one spot after another."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from itertools import product

import pytest
from conftest import small, wide

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players.engines import Plain
from hexgame.players.search.aims import Aims, Star, Terminal, aims_of, bridges_between, bridges_to
from hexgame.players.search.engine import Workshop
from hexgame.players.search.kernel.edges import FAR, LEVELS

WAVED = [("hex", 5), ("y", 6), ("hex_kb", 5), ("torex", 4), ("havannah", 4), ("hex", 9)]
"""Two terminals, three, labels, two seams, two of six and three of six, and sets that take more than one number."""


@pytest.fixture(autouse=True)
def in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workshop, "compile", lambda self: None)


def positions(game: Game) -> Iterator[State]:
    """Positions of random games, from an empty board to one that is half full."""
    for number in range(4):
        state, dice = game.start(seed=number), random.Random(number)
        for _ in range(number * len(game.board.cells) // 6):
            if not state.is_over:
                state.play(dice.choice(state.legal_moves))
        if not state.is_over:
            yield state


class Plainly:
    """What a player needs, as `waves.py` defines it."""

    def __init__(self, aims: Aims, vector: list[int], player: int, bridged: bool) -> None:
        nodes = aims.nodes
        self._aims, self._bridged, self._labels = aims, bridged, nodes.labels
        self._is_open = [content in (0, 1 + player) for content in vector[: nodes.count]]
        self.is_own = [content == 1 + player for content in vector[: nodes.count]]
        self._is_empty = [content == 0 for content in vector[: nodes.count]]
        self.rows = [list(row) for row in nodes.rows]
        for bridge in bridges_between(nodes) if bridged else ():
            if all(self._is_empty[cell] for cell in bridge.cells):
                self.rows[bridge.one].append(bridge.other)
        self.spots = range(nodes.count * self._labels)

    def distances(self, terminal: Terminal) -> list[int]:
        """How many empty cells are on the way from a terminal to each spot."""
        starts = [node * self._labels + label for node, label in terminal]
        if self._bridged:
            starts += [bridge.other for bridge in bridges_to(terminal, self._aims.nodes)
                       if all(self._is_empty[cell] for cell in bridge.cells)]  # fmt: skip
        found = [FAR for _ in self.spots]
        front = deque((0, spot) for spot in starts if self._is_open[spot // self._labels])
        while front:
            so_far, spot = front.popleft()
            if so_far >= found[spot]:
                continue
            found[spot] = so_far
            here, label = divmod(spot, self._labels)
            for packed in self.rows[here]:
                if self._is_open[packed // self._labels]:
                    cost = 0 if self.is_own[here] else 1
                    (front.append if cost else front.appendleft)((so_far + cost, packed ^ label))
        return found

    def needs(self, stars: tuple[Star, ...]) -> list[int]:
        """What is needed if each spot is the middle, but for the middle itself."""
        return [min(sum(self._part(terminals, least)[spot] for terminals, least in star) for star in stars)
                for spot in self.spots]  # fmt: skip

    def _part(self, terminals: frozenset[Terminal], least: int) -> list[int]:
        far = [self.distances(terminal) for terminal in terminals]
        return [min(FAR, sum(sorted(each[spot] for each in far)[:least])) for spot in self.spots]


@wide("torex-4")
@pytest.mark.parametrize(("stem", "size"), WAVED)
def test_waves_find_what_the_plain_twin_finds(stem: str, size: int) -> None:
    game = small(stem, size)
    aims = aims_of(game.plan)
    shop = Workshop(game)
    assert aims is not None
    assert isinstance(shop.plain, Plain)
    wave = shop.plain.function("wave")
    names = wave.__globals__
    tried = 0
    for state, player, bridged in product(positions(game), range(2), (False, True)):
        vector, room = state.working_copy(), [0] * shop.text.room
        best = wave(vector, room, 2 + player, int(bridged), LEVELS)
        twin = Plainly(aims, vector, player, bridged)
        needed = twin.needs(aims.way_stars[player])
        whole = [need + (0 if twin.is_own[spot // aims.nodes.labels] else 1) for spot, need in enumerate(needed)]
        least = min(*whole, FAR)
        assert best == least
        found = room[names["NEEDS"] : names["NEEDS"] + len(needed)]
        assert all(one >= other for one, other in zip(found, needed, strict=True))
        if names["MEETS"][2 + player] == 1 and least < FAR:
            near = [spot for spot in twin.spots if whole[spot] <= least + 1]
            assert [found[spot] for spot in near] == [needed[spot] for spot in near]
            tried += len(near)
    assert tried or 2 in names["MEETS"]


def test_a_chain_is_followed_up_and_down() -> None:
    """From the last numbers of a set to the first, and back, as often as it turns."""
    rows = range(1, 10)
    chain = [f"a{rows[-1]}", "c1", "d1", "f9", "g9", *(f"{file}{row}" for file in "beh" for row in rows)]
    between = [f"{file}{row}" for file in "cd" for row in rows[1:]] + [
        f"{file}{row}" for file in "fg" for row in rows[:-1]
    ]
    game = small("hex", 9)
    state, shop = game.position({"Red": between, "Blue": chain}), Workshop(game)
    wave = shop.plain.function("wave")
    assert [wave(state.working_copy(), [0] * shop.text.room, 3, bridged, LEVELS) for bridged in (0, 1)] == [1, 0]


def test_tables_count_the_pieces_around_a_cell_as_looking_does() -> None:
    game = hexgame.load("havannah", size=4)
    shop, tried = Workshop(game), 0
    assert isinstance(shop.plain, Plain)
    runs, around, held = map(shop.plain.function, ("runs", "around", "held"))
    table = runs.__globals__["RUNS"]
    for state, player in product(positions(game), range(2)):
        vector = state.working_copy()
        for cell in (cell for cell in range(len(game.board.cells)) if vector[cell] == 0):
            assert table[held(around(vector, cell), player)] == runs(vector, cell, player)
            tried += 1
    assert tried > 100
