"""Certificates of solutions: what is written is verified, and shows what the whole tree of the game says."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from conftest import GAMES, game_of, sizes_of, wide
from glued import random_sheet
from test_brute_force import NOBODY_WINS, BruteForce, TooManyError
from test_brute_force import line as line_of
from turning import random_turns

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.moves import Move
from hexgame.play.state import State
from hexgame.players import Limits
from hexgame.players.exact import DRAW, NOBODY, Unsolvable, solve
from hexgame.players.exact.strategy.certificate import certified
from hexgame.strategies.certificate import check
from hexgame.strategies.placing import Placing
from hexgame.strategies.refusal import Refused

ROOM = 100_000


def has_claims(game: hexgame.Game) -> bool:
    try:
        Placing(game)
    except Refused:
        return False
    return True


def written(state: State, nodes: int | None = None) -> tuple[dict[str, Any] | None, Mapping[Move, str]]:
    """A certificate as it is read back, and the values that a solution shows with it."""
    found = solve(state, Limits(nodes=nodes))
    data, shown, _ = certified(found, ROOM, claims=has_claims(state.game))
    return json.loads(json.dumps(data)), shown.values


def truth(state: State) -> dict[Move | None, str]:
    """The values of a position and its moves, from all lines of play."""
    brute, vector = BruteForce(state.game), list(state.vector)
    nobody = DRAW if len(state.game.players) == 2 else NOBODY
    names = {state.seat(colour): colour for colour in state.game.players} | {NOBODY_WINS: nobody}
    moves = {move.code: move for move in state.legal_moves}
    after = {moves[code]: brute.value(there) for code, there in brute.moves(vector)}
    return {None: names[brute.value(vector)], **{move: names[value] for move, value in after.items()}}


@wide("hex-options2", "torex-*")
@pytest.mark.parametrize(("name", "options"), [
    ("hex", {"size": 3, "pie": "no"}),
    ("hex", {"size": 3, "pie": "yes"}),
    ("hex", {"size": 4, "pie": "no"}),
    ("misere_hex", {"size": 3, "pie": "no"}),
    ("y", {"size": 4}),
    ("torex", {"size": 3}),
    ("cross", {"size": 2}),
    ("chameleon", {"size": 2}),
    ("three_player_hex", {"size": 2}),
    ("hy2", {"size": 2}),
    ("cylinder_hex", {"size": 3}),
])  # fmt: skip
def test_what_is_solved_has_a_certificate(name: str, options: dict[str, object]) -> None:
    state = hexgame.load(name, **options).start(seed=1)
    data, values = written(state)
    assert data is not None
    shown = check(data, state.game)
    assert shown.values == values
    assert len(values) == len(state.legal_moves)
    assert shown.winner == solve(state).winner
    assert len(json.dumps(data)) < 200_000


def test_joins_make_certificates_short() -> None:
    """Hex on 16 cells, all openings: without joins this takes thousands of lines."""
    data, _ = written(hexgame.load("hex", size=4, pie="no").start())
    assert data is not None
    assert not data["positions"]
    assert len(data["claims"]) < 1_000
    assert any(claim[0] == "reach" for claim in data["claims"])


def test_a_position_that_was_set_up_and_played_on_from() -> None:
    state = hexgame.load("hex", size=4, pie="no").position({"Red": ["b2"], "Blue": ["c3"]})
    state.play("a4")
    data, values = written(state)
    assert data is not None
    assert check(data, state.game).values == values
    assert check(data, state.game).state == state


@wide("*", "!chameleon", "!havannah", "!three_player_hex", "!hy2", "!torex")
@pytest.mark.parametrize("name", [path.stem for path in GAMES])
def test_late_positions_of_all_games(name: str) -> None:
    """Certificates of positions that brute force can solve show the values that brute force finds."""
    game = hexgame.load(name, size=min(sizes_of(name)))
    if len(game.board.cells) > 60:
        return
    positions = line_of_or_nothing(game)
    agreed = 0
    for state in positions[::-1][:6]:
        with suppress(TooManyError, RecursionError, Unsolvable):
            agreed += agrees(state, nodes=3_000)
    assert agreed or not positions or len(game.board.cells) > 16


def line_of_or_nothing(game: hexgame.Game, seed: int = 1) -> list[State]:
    try:
        return line_of(game, random.Random(seed))
    except Unsolvable:
        return []


def agrees(state: State, nodes: int | None = None) -> bool:
    """Whether a position has a certificate; what it shows must be so."""
    values = truth(state)
    data, _ = written(state, nodes)
    if data is None:
        return False
    shown = check(data, state.game)
    assert {None: shown.winner, **shown.values} == {move: values[move] for move in (None, *shown.values)}
    return True


@wide("1?", "2?", "3?", "4?", "5?")
@pytest.mark.parametrize("seed", range(60))
def test_random_boards(seed: int) -> None:
    """Goals of chains and loops on glued boards, whose endings may stand in any order."""
    dice = random.Random(seed)
    try:
        game = game_of(shuffled(random_sheet(dice), dice))
    except hexgame.HexgameError:
        return
    for state in line_of_or_nothing(game, seed)[-7::2]:
        with suppress(TooManyError):
            assert agrees(state)


def shuffled(sheet: str, dice: random.Random) -> str:
    """A sheet whose endings stand in another order, one time in two."""
    board, *endings = sheet.strip().split("\n")
    return "\n".join([board, *(dice.sample(endings, len(endings)) if dice.random() < 0.5 else endings)])


@wide("1?", "2?", "3?")
@pytest.mark.parametrize("seed", range(40))
def test_random_turns(seed: int) -> None:
    """Turns in which anything may happen, and play may come back to a position."""
    try:
        game = hexgame.load(Source("turns", random_turns(random.Random(seed))))
    except hexgame.HexgameError:
        return
    for state in line_of_or_nothing(game, seed)[-5::2]:
        with suppress(TooManyError, RecursionError, Unsolvable):
            agrees(state)


UNEVEN = [
    f"board {{ shape {shape} {edges} }}\n{goal} {more}\n{full}"
    for shape in ("rhombus(3)", "parallelogram(4, 2)")
    for edges in ("edge top: Red edge left, right, bottom: Blue", "edge top, bottom, left: Red edge right: Blue",
                  "edge top, bottom: Red", "")
    for goal in ("win when connects(own, own.edges)",)
    for more in ("", "or count(own) > 3")
    for full in ("draw when count(empty) == 0", "win for Blue when count(empty) == 0")
]  # fmt: skip


@pytest.mark.parametrize("sheet", UNEVEN)
def test_players_with_other_numbers_of_edges(sheet: str) -> None:
    try:
        game = game_of(sheet)
    except hexgame.HexgameError:
        return
    for state in line_of_or_nothing(game)[-6::2]:
        with suppress(TooManyError):
            assert agrees(state)


def test_what_there_is_no_room_for_is_not_shown() -> None:
    state = hexgame.load("misere_hex", size=3, pie="no").start()
    found = solve(state)
    shares = set[int]()
    for room in (0, 10, 30, 60, 120, 1_000):
        data, shown, lacking = certified(found, room, claims=False)
        assert len(shown.values) + len(lacking) - lacking.count("") == len(found.values) == 9
        assert {str(move) for move in shown.left} == {each for each in lacking if each}
        assert (shown.winner is None) == ("" in lacking)
        if data is not None:
            assert check(json.loads(json.dumps(data)), state.game).values == shown.values
        shares.add(len(lacking))
    assert {0, 10} <= shares
    assert len(shares) > 2


def test_values_that_are_wrong_get_no_certificate() -> None:
    state = hexgame.load("hex", size=3, pie="no").start()
    wrong = solve(state, Limits(nodes=1), known={"a1": "Red", "b2": "Red"})
    assert wrong.winner == "Red"
    with pytest.raises(Unsolvable, match="does not find a value again"):
        certified(wrong, ROOM, claims=True)
