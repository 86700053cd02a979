"""Every shipped game is played to its end by clicks alone, and the page's record is that of the command line."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import CORE, OTHERS, Run, small, wide
from playwright.sync_api import Page, expect

from hexgame.play.game import Game
from hexgame.play.moves import Move
from hexgame.play.state import State
from hexgame.rules.program import CHANCE
from hexgame.web.talk.scene import moves_of

from .steps import begin, press, record

TRIED = 30
"""Of so many random games, that which has most kinds of moves is played; among those the shortest."""


def moves_at_random(game: Game, seed: int) -> list[str]:
    """The moves of a random game."""
    state, dice = game.start(decide_chance=False), random.Random(seed)
    while not state.is_over:
        state.play(dice.choice(state.legal_moves))
    return [str(move) for move in state.moves]


def moves_to_play(game: Game) -> list[str]:
    """The moves of a short game in which as many kinds of moves are made as in any that was tried."""

    def kinds(moves: list[str]) -> int:
        state, found = game.start(decide_chance=False), set[str]()
        for move in moves:
            state.play(move)
            assert state.last_move is not None
            found.add(state.last_move.word)
        return len(found)

    tried = (moves_at_random(game, seed) for seed in range(TRIED))
    return max(sorted(tried, key=len), key=kinds)


def parts(state: State, move: str) -> Iterator[tuple[str, Move]]:
    """A move, or the parts of one that several make together, each with who makes it."""
    for colour, part in zip(state.deciders, move.split("/"), strict=True):
        yield colour, next(each for each in state.choices(colour) if str(each) == part)


def play_by_clicks(page: Page, game: Game) -> State:
    """Play a game to its end; return the state at its end. What chance decides is read from the page."""
    state, planned, dice = game.start(decide_chance=False), moves_to_play(game), random.Random(1)
    if any("=" in move for move in planned):
        planned = []
    while not state.is_over:
        if state.way == CHANCE:
            drawn = page.locator(f".moves .move:nth-of-type({len(state.moves) + 2}) span:last-of-type")
            state.play(drawn.text_content() or "")
            continue
        move = planned[len(state.moves)] if planned else "/".join(
            str(dice.choice(state.choices(colour))) for colour in state.deciders
        )  # fmt: skip
        for colour, part in parts(state, move):
            press(page, colour, moves_of(state.view(colour), [part])[0])
        state.play(move)
    return state


@wide(
    "*",
    "!socket-blind_hex",
    "!socket-knight_vision",
    "!socket-trax",
    "!worker-blind_hex",
)
@pytest.mark.parametrize("name", [*sorted(CORE), *OTHERS])
def test_a_game_is_played_to_its_end_by_clicks(page: Page, command: Run, tmp_path: Path, name: str) -> None:
    game = small(name, 3)
    options = dict(game.identity.options)
    begin(page, name, options, ["human"] * len(game.players))
    end = play_by_clicks(page, game)
    expect(page.locator(".standing")).to_have_text(str(end.outcome))
    clicked = record(page, tmp_path)
    (tmp_path / "record.yaml").write_text(clicked, "utf-8")
    begun, typed = [name, *(f"--set={option}={value}" for option, value in options.items())], list(map(str, end.moves))
    if any(re.search("[=/]", move) for move in typed) or game.hides:  # what cannot be typed is read
        begun, typed = ["--from", str(tmp_path / "record.yaml")], []
    lines = [*typed, f"save {tmp_path / 'typed.yaml'}", "quit", ""]
    said = command("play", *begun, input="\n".join(lines)).output
    assert str(end.outcome) in said
    kept = (tmp_path / "typed.yaml").read_text("utf-8")
    assert without_seed(clicked) == without_seed(kept)


def without_seed(text: str) -> list[str]:
    """The lines of a record, but for what chance would draw from."""
    return [line for line in text.splitlines() if not line.startswith("seed:")]
