"""The player that searches: Monte-Carlo tree search, kept from one choice of a game to the next."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

from ...machine.chance import generator, mixed
from ...play.state import State
from ...play.view import View
from ...process import THREADS
from ..protocol import UNLIMITED, Choice, Limits
from ..uniform import RandomPlayer
from .engine import Workshop, workshop
from .guesses import Guesses
from .kernel.edges import ROOT, WIDTH
from .reading import choice_of, choice_of_parts, united
from .tree import USUAL, Manners, Tree, run_all, thread_count

SECONDS = 1.0
"""How long a choice takes where nobody says so."""

MEMORY = 1 << 28 if THREADS else 1 << 27
"""How many bytes trees take at most where more are allowed: one, and the one that it is copied to. A browser has little
memory."""

SPARE = 0.003
"""Seconds that are kept for making a choice of what was found."""

GUESSES = 16
"""How many states are searched where a player does not see all."""

BLIND = "this player plays any legal move here, because it cannot guess what it does not see"


class TreePlayer:
    """Chooses by Monte-Carlo tree search; see `docs/players.md`."""

    def __init__(self, seed: int, limits: Limits = UNLIMITED, manners: Manners = USUAL) -> None:
        self._limits, self._manners = limits, manners
        self._rng = generator(mixed(seed & (1 << 64) - 1))
        self._trees: list[Tree] = []
        self._root: State | None = None

    def choose(self, view: View, limits: Limits = UNLIMITED) -> Choice:
        """Return the move that the search has tried most, or one that is proved best.

        Where several decide together, the player's part is drawn from the mixture that the search has found.
        """
        begun = time.monotonic()
        limits = limits.within(self._limits)
        if limits.are_open:
            limits = Limits(seconds=SECONDS, memory=limits.memory)
        until = math.inf if limits.seconds is None else begun + max(limits.seconds - SPARE, 0)
        shop = workshop(view.game)
        if not view.knows_all:
            return self._guessing(view, shop, limits, until)
        if len(view.deciders) > 1 and not shop.text.picks:
            return RandomPlayer(self._rng).choose(view)
        state = view.state
        trees = self._trees_for(state, shop, limits, 1 if len(view.deciders) > 1 else thread_count(limits.threads))
        before = sum(tree.used for tree in trees)
        self._rng = run_all(trees, self._rng, limits.simulations, until)
        nodes = max(sum(tree.used for tree in trees) - before, 0)
        if len(view.deciders) > 1:
            return choice_of_parts(trees[0], view, nodes, random.Random(self._rng))
        return choice_of(trees, state, view.player, nodes)

    def _trees_for(self, state: State, shop: Workshop, limits: Limits, number: int) -> list[Tree]:
        """The trees of the last choice if the position has followed from that one, else new ones."""
        kept, self._trees = self._trees, []
        codes = _codes_between(self._root, state)
        trees = [tree for tree in kept[:number] if codes is not None and tree.follow(codes, state.vector)]
        while len(trees) < number:
            trees.append(Tree(shop, _size(state, limits, number), self._manners, state.vector))
        self._trees, self._root = trees, state
        return trees

    def _guessing(self, view: View, shop: Workshop, limits: Limits, until: float) -> Choice:
        """Search several states that the player may be in, each by itself, and weigh what was found in all."""
        dice = random.Random(self._rng)
        wanted = GUESSES if limits.simulations is None else min(GUESSES, limits.simulations)
        found: list[Choice] = []
        guesses = Guesses(view)
        for number in range(wanted):
            now = time.monotonic()
            if found and now >= until:
                break
            state = guesses.draw(dice, until)
            if state is None:
                break
            tree = Tree(shop, _size(state, limits, wanted), self._manners, state.vector)
            share = None if limits.simulations is None else (limits.simulations + number) // wanted
            self._rng = tree.run(self._rng, share, now + (until - now) / (wanted - number))
            found.append(choice_of([tree], state, view.player, tree.used))
        self._rng = generator(dice.getrandbits(63))
        if not found:
            return RandomPlayer(self._rng).choose(view).with_note(BLIND)
        return united(found, view)


def _size(state: State, limits: Limits, trees: int) -> int:
    """How many integers a tree may have."""
    most = min(limits.memory, MEMORY) // 16 // trees
    if limits.nodes is not None:
        most = min(most, limits.nodes * WIDTH // trees)
    return ROOT + max(most, (state.game.action_count + 1) * WIDTH)


def _codes_between(before: State | None, now: State) -> Sequence[int] | None:
    """The decisions that led from one state to another; None if they did not."""
    if before is None or before.game is not now.game:
        return None
    past, count = now.copy(), len(now.moves) - len(before.moves)
    if count < 0:
        return None
    codes = [past.undo().code for _ in range(count)][::-1]
    return codes if past.moves == before.moves and past.vector == before.vector else None
