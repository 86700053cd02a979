"""Names that a sheet gives its pieces and variables are for its rules: pages show the words that it has for people."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from conftest import GAMES, small

from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.rules.declarations.things import STONE
from hexgame.source.syntax import tree
from hexgame.web.talk.scene import scene

TAKEN = re.compile(r"\w+")


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_no_name_is_on_a_page_that_the_sheet_does_not_use_as_a_word(stem: str) -> None:
    """A word is what stands in a text of the sheet: its rules in prose, what it asks, says and calls things."""
    game = small(stem)
    shown = {word for state in positions(game, 8) for text in texts(state) for word in TAKEN.findall(text)}
    assert {name for name in names(game) & shown if name.lower() not in words(game)} == set()


def names(game: Game) -> set[str]:
    """What the rules call kinds of pieces, variables, cards and marks."""
    rules = game.rules
    kept = {each.name.partition("[")[0] for each in (*rules.variables, *rules.layers)}
    return {piece.name for piece in rules.pieces} - {STONE.name} | kept | {*rules.zones, *rules.marks}


def words(game: Game) -> set[str]:
    """The words in the texts of a sheet, also without the `s` of plurals."""
    found = {word for item in game.tree.items for text in _texts(item) for word in TAKEN.findall(text.lower())}
    return found | {word.removesuffix("s") for word in found}


def _texts(node: tree.Node) -> Iterator[str]:
    if isinstance(node, tree.Text):
        yield node.value
    for child in node.children:
        yield from _texts(child)


def positions(game: Game, many: int) -> Iterator[State]:
    """The first positions of a random game."""
    state, dice = game.start(seed=1), random.Random(1)
    for _ in range(many):
        yield state
        if state.is_over:
            break
        state.play(dice.choice(state.legal_moves))


def texts(state: State) -> Iterator[str]:
    """All that a page shows of a position in words: what is asked and said, menus, legends, what stands beside."""
    found = scene(state, state.legal_moves)
    yield from (found["asks"], found["standing"], *found["said"], *found["variables"])
    for move in found["moves"]:
        is_written = not {"says", "cell", "piece"} & move.keys() and move["word"] != "pick"
        yield from (move.get("says", ""), move.get("piece", ""), move["text"] if is_written else "")
    for values in (*found["values"].values(), *found["marks"].values()):
        yield from values
    yield from (kind for _, kind in found["held"].values())
    yield from (each["zone"] for each in found["hands"])
    yield from (kind for kind, *_ in found.get("kinds", ()))
