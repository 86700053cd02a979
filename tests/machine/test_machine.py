"""The machine against counts, against its own plain twins, and against a search written here."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache, partial
from itertools import product

import pytest
from conftest import GAMES, game_of, long, small, wide
from hypothesis import given, settings
from hypothesis import strategies as st
from lockstep import play_in_lockstep

import hexgame
from hexgame.machine.chance import generator
from hexgame.machine.plan.forms import Forms
from hexgame.machine.text.writer import Tables
from hexgame.play.game import Game
from hexgame.play.perft import perft
from hexgame.play.state import State
from hexgame.rules.program import Rest

EDGES_THAT_JOIN = """
board { shape hexagon(3) edge sides[0], sides[2], sides[4]: Red edge sides[1], sides[3], sides[5]: Blue }
win when connects(own, [sides[1], sides[4]])
lose when connects(own, [sides[0], sides[3], sides[5]])
"""
TWO_KINDS = """
pieces man, king
turn { may place man on empty may place king on empty where own.turns >= 2 may pass where own.turns > 3 }
win when connects(own, [top, bottom])
draw when passes == 2
"""
UNUSUAL = """
board { shape rhombus(4) region middle = {cell(1, 1), cell(2, 2), cell(1, 2), cell(2, 1)} edge top, bottom: Red
        edge left, right: Blue }
turn {
  may place stone on c among empty - middle where some d in adjacent(c): d in own or count(own) == 0
  otherwise place stone on empty & middle
  otherwise pass
}
win "three quarters" when 4 * count(own & middle) >= 3 * count(middle)
win for Red at start of turn when connects(own | empty, own.edges) and not connects(enemy | empty, enemy.edges)
draw when count(empty) == 0
"""
THREE = """
players Red, Blue, Green
board { shape triangle(5) }
win when connects(own, sides)
"""


OWN = {"edges that join": EDGES_THAT_JOIN, "two kinds": TWO_KINDS, "unusual": UNUSUAL, "three": THREE}
MADE: dict[str, Callable[[], Game]] = {
    **{f"{path.stem}-{least}": partial(small, path.stem, least) for path in GAMES for least in (2, 5)},
    **{name: cache(partial(game_of, text)) for name, text in OWN.items()},
    "hex without a pie": cache(partial(hexgame.load, "hex", size=4, pie=False)),
}


@long(
    "*-5",
    "!torex-5",
    "!hex_kb-5",
    "!knight_vision-5",
    "*-2",
    "knight_vision-5",
    "!gonnect-2",
    "!unlur-2",
    "!scaffold-2",
    "!three_player_hex-2",
)
@wide("*-5", "!torex-5", "!hex_kb-5", "!knight_vision-5")
@pytest.mark.parametrize("game", MADE.values(), ids=MADE, indirect=True)
def test_all_forms_play_the_same_games(game: Game) -> None:
    play_in_lockstep(game, games=30, seed=len(game.board.cells))


@pytest.mark.parametrize("game", MADE.values(), ids=MADE, indirect=True)
def test_every_name_of_the_generated_text_means_one_thing(game: Game) -> None:
    names = [name for line in game.machine.source.splitlines() for name in re.findall(r"^(\w+) = |^def (\w+)", line)]
    assert len(names) == len(set(names)) > 10


@pytest.mark.parametrize("game", MADE.values(), ids=MADE, indirect=True)
def test_what_is_legal_is_just_what_is_not_refused(game: Game) -> None:
    draw = random.Random(7)
    for _ in range(10):
        state = game.start()
        while True:
            vector = list(state.vector)
            allowed = [code for code in range(game.action_count) if not game.machine.refusal(vector, code)]
            assert allowed == state.legal_codes
            if state.is_over:
                break
            state.play(game.move(draw.choice(allowed)))


@pytest.mark.parametrize("game", MADE.values(), ids=MADE, indirect=True)
def test_a_set_position_is_as_good_as_one_that_was_played(game: Game) -> None:
    draw = random.Random(11)
    state = game.start()
    first = game.rules.script.instructions[game.rules.script.start]
    while not state.is_over:
        state.play(draw.choice(state.legal_moves))
        begins = isinstance(first, Rest) and state.point == first.point and not game.rules.script.is_round
        if state.is_over or not begins or not _turn_begins(state):
            continue
        twin = _set(game, state)
        assert (twin.wins, twin.legal_codes) == (state.wins, state.legal_codes)
        assert twin.as_position() == state.as_position()


def _turn_begins(state: State) -> bool:
    """Whether the last decision ended a turn: somebody else decides now, or seats were exchanged."""
    before = state.copy()
    last = before.undo()
    return last.word == "swap" or before.to_move != state.to_move


def _set(game: Game, state: State) -> State:
    position = state.as_position()
    pieces = {key: value for key, value in position.items() if key in game.rules.owners}
    return game.position(pieces, **{key: value for key, value in position.items() if key not in pieces})


@pytest.mark.parametrize("size", [2, 3, 5, 11])
def test_the_inlined_random_game_is_the_one_played_step_by_step(size: int) -> None:
    game = hexgame.load("hex", size=size, pie=False)
    assert game.forms.moves == "inlined"
    stepping = game.in_forms(Forms(game.forms.groups, game.forms.counts, "direct"))
    position = game.machine.layout.position_size
    for seed in range(200):
        fast, slow = list(game.machine.start), list(game.machine.start)
        out = [0] * (game.action_count + 1)
        assert game.machine.rollout(fast, generator(seed), out) == stepping.machine.rollout(slow, generator(seed), out)
        assert fast[:position] == slow[:position]


def test_a_random_game_from_a_position_that_was_over_ends_with_its_next_move() -> None:
    game = hexgame.load("hex", size=3, pie=False)
    state = game.position({"Blue": ["a2", "b2", "c2"]}, to_move="Red")
    assert {str(state.rollout(seed)) for seed in range(20)} == {"Blue wins"}


@pytest.mark.parametrize(
    ("stem", "size", "counts"),
    [
        ("hex", 3, [9, 72, 504, 3024]),
        ("hex", 4, [16, 240, 3360, 43680]),
        ("hex", 5, [25, 600, 13800]),
        ("y", 4, [10, 90, 720, 5040]),
    ],
)
def test_perft(stem: str, size: int, counts: list[int]) -> None:
    options = {"pie": False} if stem == "hex" else {}
    state = hexgame.load(stem, size=size, **options).start()
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_perft_with_the_swap() -> None:
    state = hexgame.load("hex", size=3).start()
    assert [perft(state, depth) for depth in range(6)] == [1, 9, 81, 576, 3528, 18144]


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("stem", ["hex", "y"])
def test_every_full_board_has_exactly_one_winner(stem: str, size: int) -> None:
    game = hexgame.load(stem, size=size)
    names = game.board.names
    for colours in product((0, 1), repeat=len(names)):
        stones = {player: [name for name, colour in zip(names, colours, strict=True) if colour == index]
                  for index, player in enumerate(game.players)}  # fmt: skip
        assert len(game.position(stones).wins) == 1


@long
@given(st.integers(2, 6), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_hex_is_won_by_whoever_a_search_says(size: int, draw: random.Random) -> None:
    state = hexgame.load("hex", size=size).start()
    while not state.is_over:
        state.play(draw.choice(state.legal_moves))
        assert state.wins == tuple(player for player in state.game.players if joined(state, player))


def joined(state: State, player: str) -> bool:
    """Whether a player's two sides are joined, by a search over coordinates."""
    cells = {state.game.board.cells[state.game.board.by_name[name]] for name in state.pieces[player]["stone"]}
    axis, far = ("r", 0) if player == "Red" else ("q", 0), max(cell.r for cell in state.game.board.cells)
    waiting = [cell for cell in cells if getattr(cell, axis[0]) == 0]
    seen = set(waiting)
    while waiting:
        q, r = cell = waiting.pop()
        if getattr(cell, axis[0]) == far:
            return True
        around = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q - 1, r + 1), (q + 1, r - 1)}
        waiting += [near for near in cells if near in around and near not in seen]
        seen |= {near for near in cells if near in around}
    return False


def test_a_chain_runs_through_its_own_edges() -> None:
    game = game_of(EDGES_THAT_JOIN)
    assert game.position({"Red": ["c1", "a5", "e3"]}).loses == ()
    joined_by_an_edge = {"Red": [game.board.names[game.board.places[cell]] for cell in [(0, -2), (-1, -1), (-2, 0)]]}
    assert game.position(joined_by_an_edge).pieces["Red"]["stone"] == ("c1", "b2", "a3")


def test_a_game_that_nobody_can_go_on_with_is_a_draw() -> None:
    state = game_of("board { shape rhombus(2) } win when count(own) > 3").start()
    state.play_all(["a1", "b1", "a2", "b2"])
    assert str(state.outcome) == "a draw (no move)"
    assert state.legal_moves == ()


def test_the_generator_draws_evenly() -> None:
    game = hexgame.load("hex", size=3, pie=False)
    state, counts = game.position({}), dict.fromkeys(range(9), 0)
    x = generator(1)
    for _ in range(9000):
        x = (x & 0xFFFFFFFF) * 698769069 + (x >> 32)
        counts[((x ^ (x >> 32)) & 0xFFFFFFFF) * 9 >> 32] += 1
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 26.1  # one in a thousand for 8 degrees of freedom
    wins = sum(state.rollout(seed).winner == "Red" for seed in range(2000)) / 2000
    assert 0.55 < wins < 0.70


def test_random_games_of_hex_11_have_the_known_length_and_share() -> None:
    game = hexgame.load("hex", pie=False)
    out, x, lengths, wins = [0] * 122, generator(2), 0, 0
    for _ in range(3000):
        vector = list(game.machine.start)
        x = game.machine.rollout(vector, x, out)
        lengths += sum(map(bool, vector[:121]))
        wins += State(game, vector).wins == ("Red",)
    assert 107.5 - 1.5 < lengths / 3000 < 107.5 + 1.5
    assert 0.523 - 0.03 < wins / 3000 < 0.523 + 0.03


def test_no_table_has_the_name_of_a_section() -> None:
    """A table once hid where the cells of groups begin."""
    tables = Tables({"BEGIN0", "BEGIN2"})
    assert [tables.name(each, "BEGIN") for each in ((1,), (2,), (1,))] == ["BEGIN1", "BEGIN3", "BEGIN1"]
