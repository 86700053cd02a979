"""What full boards are and who has won them, as the rules say it, against all play on small boards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from conftest import game_of, wide

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.proofs.fillings import fillings_of
from hexgame.rules import ir
from hexgame.rules.facts.placement import Unphrased, stones_put

EDGES = "edge top, bottom: Red edge left, right: Blue"
WIN = "win when connects(own, own.edges)"
TURNS = (
    "turn { place stone on empty }",
    "turn { may place stone on empty may swap on turn 2 }",
    "turn { place stone on empty then place stone of enemy on empty }",
    "turn { may place stone on empty may place stone of neutral on empty where turn > 2 }",
    "turn { may place stone of Red on empty may place stone on empty forbid count(group(last)) > 2 }",
    "turn { may place stone on empty may pass }",
    "turn { if turn == 1 { place stone of neutral on empty } else { place stone on empty } }",
    "round { random who in players as who { place stone on empty } }",
    "round { as Red { place stone on empty } as Blue { place stone on empty } }",
)
ENDINGS = (
    WIN,
    f"{WIN}\ndraw when count(empty) == 0",
    f"draw when count(empty) == 0\n{WIN}",
    f"draw when count(empty) == 0 and cell(0, 0) in Red\n{WIN}",
    "lose when connects(own, own.edges)",
    "win for Red when connects(own, own.edges)\nlose for Red when count(empty) == 0",
    "lose for Red when count(empty) == 0\nwin for Red when connects(own, own.edges)",
    f"draw when passes == 2\n{WIN}",
    f"{WIN}\ndraw when turn > 3",
    "win for Blue when count(own) > 1\nwin for Red when count(empty) == 0",
)
TIMED = (
    f"draw at start of turn when count(empty) == 0\n{WIN}",
    f"draw at end of turn when count(empty) == 0\n{WIN}",
    "win at end of turn when connects(own, own.edges)\ndraw when count(empty) == 0",
    "win at end of turn when connects(own, own.edges)\ndraw at end of turn when count(empty) == 0",
    "draw at end of turn when count(empty) == 0\nwin at end of turn when connects(own, own.edges)",
)
"""Orders of timings, for turns of one stone: in rounds there are none."""

CASES = [(turn, ending) for turn in TURNS for ending in ENDINGS] + [(TURNS[0], ending) for ending in TIMED]


def small(turn: str, endings: str) -> Game:
    return game_of(f"board {{ shape rhombus(2) {EDGES} }}\n{turn}\n{endings}")


def steps_of(game: Game) -> Iterator[tuple[State, State]]:
    """All steps of all play, each position once."""
    start = game.start(decide_chance=False)
    waiting, seen = [start], {start}
    for state in waiting:
        for move in () if state.is_over else state.legal_moves:
            after = state.copy()
            after.play(move)
            yield state, after
            if after not in seen:
                seen.add(after)
                waiting.append(after)


@pytest.mark.parametrize(("turn", "endings"), CASES)
def test_nothing_is_put_but_what_the_rules_say_and_the_first_ending_in_play_decides(turn: str, endings: str) -> None:
    game = small(turn, endings)
    cells = len(game.board.cells)
    most, put = stones_put(game.rules, cells), [set[int]() for _ in range(cells)]
    full = 0
    for before, after in steps_of(game):
        for cell in range(cells):
            if before.vector[cell] == ir.EMPTY != after.vector[cell]:
                put[cell].add(after.vector[cell])
        filling = tuple(after.vector[:cells])
        if ir.EMPTY in before.vector[:cells] and ir.EMPTY not in filling:
            full += 1
            won = {game.players[player] for player in fillings_of(game).winners(filling)}
            outcome = after.outcome
            winner = outcome.winner if outcome else None
            assert (winner in won) if winner else not won, (filling, outcome)
    assert all(found <= known for found, known in zip(put, most, strict=True))
    if "where" not in turn and "forbid" not in turn and "if" not in turn and "count(own) > 1" not in endings:
        assert put == list(map(set, most))
    assert full or "count(own) > 1" in endings


@pytest.mark.parametrize(
    ("turn", "endings", "why"),
    [
        (TURNS[0], f"draw when turn == 4\n{WIN}", "more than the board decides"),
        (TURNS[0], "win when connects(own, own.edges) and turn > 2", "more than the board decides"),
        (TURNS[0], "win when connects(own, own.edges) and last in own", "more than the board decides"),
        (TURNS[2], f"draw at end of turn when count(empty) == 0\n{WIN}", "whether the last stone ends a turn"),
        (TURNS[0], "win at start of turn when connects(own, own.edges)", "as a turn begins"),
        ("turn { place stone on empty - top }", WIN, "no decision puts a stone on a cell"),
        ("turn { may place stone on empty may place stone of neutral on top & empty }", WIN, "not all cells"),
        ("turn { pass }", WIN, "no decision puts a stone on a cell"),
        ("turn { place stone on cells }", WIN, "pieces move, change or leave"),
        ("score = count(own)\nturn { place stone on empty }", "win by score when count(empty) == 0", "scores decide"),
    ],
)
def test_where_full_boards_tell_nothing_that_is_said(turn: str, endings: str, why: str) -> None:
    with pytest.raises(Unphrased, match=why):
        fillings_of(small(turn, endings))


def test_an_ending_that_reads_the_turn_counts_where_it_says_who_wins_after_it() -> None:
    """On the fourth turn the board is full and play is drawn, whoever has joined their edges."""
    game = small(TURNS[0], f"draw when turn == 4\n{WIN}")
    ends = {game.start().rollout(seed).winner for seed in range(40)}
    assert None in ends


@wide("1?", "2?")
@pytest.mark.parametrize("seed", range(30))
def test_stones_come_only_where_the_rules_say_in_random_games_of_shipped_games(seed: int) -> None:
    draw = Random(seed)
    name = draw.choice(["hex", "torex", "chameleon", "coil", "unlur", "quax", "minefield", "three_player_hex", "hy2"])
    game = hexgame.load(name)
    cells = len(game.board.cells)
    most, state = stones_put(game.rules, cells), game.start(seed)
    while not state.is_over and state.legal_moves:
        state.play(draw.choice(state.legal_moves))
    start = game.machine.start
    assert all(held in most[cell] for cell, held in enumerate(state.vector[:cells]) if held != start[cell])
