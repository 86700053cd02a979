"""The game that a card replays: of the kind of play that its length is told of, and of middle length."""

from __future__ import annotations

import random

from ..kinds.searched import SEARCHED, SelfPlay
from ..kinds.walks import WALKS, Walker, Walks
from ..measures.going import told_of, typical_of
from ..measures.stories import story_of
from ..measures.strengths import wins_of
from ..measures.winners import random_games
from ..sections import Course
from ..study import Study
from .dials import Dial, middle_half
from .sources import RANDOM

TRIES = 8
"""How many random games are played again to find one of middle length."""


def typical(study: Study, length: Dial) -> Course | None:
    """Return a game whose length lies within the middle half of those that the dial of the length shows; None where
    no such game is kept."""
    if length.where == RANDOM:
        return _random(study)
    kind = next((kind for kind in SEARCHED if kind.simulations == length.simulations), None)
    return _searched(study, kind) if kind else None


def _searched(study: Study, kind: SelfPlay) -> Course | None:
    low, high = middle_half(wins_of(study.game, kind, study.of(kind)).lengths)
    caption = f"A typical game at {kind.simulations:,} simulations a move"
    told = told_of(study, kind)
    among = [number for number, story in enumerate(told.stories) if low <= len(story.moves) <= high]
    if among and not study.game.hides:
        return typical_of(told, among, caption)
    games = [each for each in study.of(kind).whole if low <= len(each.ended.codes) <= high]
    return Course(caption, story_of(study.game, games[0]).moves) if games else None


def _random(study: Study) -> Course | None:
    """The first of the games that were looked at move by move, played again, that is of middle length."""
    lengths = random_games(study).lengths
    if not lengths or not study.is_looked_into:
        return None
    low, high = middle_half(lengths)
    walker = Walker(study.game)
    for number in range(min(TRIES, study.of(WALKS).games)):
        found = Walks()
        walker.walk(random.Random(f"walk {study.seed} {number}"), found)
        (codes,) = found.shortest.values()
        if low <= len(codes) <= high:
            state = study.game.start(decide_chance=False).play_all(map(study.game.move, codes))
            return Course("A typical game in random play", tuple(map(str, state.moves)))
    return None
