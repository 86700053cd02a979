"""Games side by side are the games that states play, move by move."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TYPE_CHECKING

import pytest
from conftest import game_of, long, small, wide
from test_views import MADE
from whole import instants

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.play.view import Onlooker

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from hexgame.play.batch import Batch  # noqa: E402

GAMES = 5
LOST = """
players Red, Blue, Green
board { shape rhombus(2) }
turn { place stone on empty }
lose "big" when count(own) == 2
"""


def follow(state: State, batch: Batch, number: int) -> None:
    """Let chance decide in a state as it did in a batch."""
    while not state.is_over and state.chances:
        for move in state.chances:
            after = state.copy().play_all([move])
            if same(after, batch, number) or (after.chances and not after.is_over):
                break
        state.play(move)


def same(state: State, batch: Batch, number: int) -> bool:
    size = state.game.machine.layout.position_size
    expected = np.array(state.vector[:size], np.int64).astype(batch.states.dtype)
    return bool((expected == batch.states[number, :size]).all())


def check(state: State, batch: Batch, number: int) -> None:
    game, players = state.game, state.game.players
    assert same(state, batch, number)
    assert np.flatnonzero(batch.legal_masks()[number]).tolist() == state.legal_codes
    assert batch.to_move[number] == (players.index(state.to_move) if state.to_move else -1)
    assert batch.over[number] == state.is_over
    outcome = state.outcome
    expected = -2 if outcome is None else -1 if outcome.winner is None else players.index(outcome.winner)
    assert batch.outcomes()[number] == expected
    assert batch.labels()[number] == (outcome.label if outcome else "")
    rewards = [0.0 if expected < 0 else 1.0 if player == expected else -1 / (len(players) - 1)
               for player in range(len(players))]  # fmt: skip
    assert batch.rewards[number].tolist() == pytest.approx(rewards)
    kinds, owners = [piece.name for piece in game.rules.pieces], game.rules.owners

    def numbered(at: Callable[[int], tuple[str, str] | None]) -> list[int]:
        held = map(at, range(len(game.board.cells)))
        return [0 if each is None else 1 + len(owners) * len(kinds) + owners.index(each[0]) if each[1] == "?"
                else 1 + owners.index(each[0]) * len(kinds) + kinds.index(each[1]) for each in held]  # fmt: skip

    for player in players:
        assert batch.observations(player)[number].tolist() == numbered(state.view(player).at)
    viewer = state.view(state.to_move) if state.to_move else Onlooker(state)
    assert batch.observations()[number].tolist() == numbered(viewer.at)


TOGETHER = """
players Red, Blue
cards hand = 1..2, bid = {}
board { shape rhombus(3) }
sees own | top
round {
  together { pick 1 from hand into bid }
  for p in players { as p { place stone on empty } p.bid to p.hand }
}
win when count(own) == 4
"""
HIDING = {**MADE, "picks in secret": cache(partial(game_of, TOGETHER))}


@pytest.mark.parametrize("name", HIDING)
def test_a_batch_shows_what_views_show(name: str) -> None:
    """What is hidden from a player is hidden in arrays: `check` looks at all players and at who is to move."""
    game, dice = HIDING[name](), random.Random(name)
    batch, states = game.batch(GAMES, seed=3), [game.start() for _ in range(GAMES)]
    hidden = together = 0
    for _ in range(60):
        for number, state in enumerate(states):
            check(state, batch, number)
            views = [state.view(player) for player in game.players]
            hidden += any(view.at(cell) != state.at(cell) for view in views for cell in range(len(game.board.cells)))
            together += state.to_move is None and not state.is_over
        actions = [dice.choice(state.legal_codes) if state.legal_codes else -1 for state in states]
        batch.step(actions)
        for state, code in zip(states, actions, strict=True):
            if code >= 0:
                state.play(game.move(code))
    assert hidden > 20
    assert bool(together) == (name == "picks in secret")
    with pytest.raises(ValueError, match="there is no player `Green`: choose from"):
        batch.observations("Green")


@long("blind_hex", "three_player_hex", "knight_vision")
@wide("knight_vision", "three_player_hex")
@pytest.mark.parametrize("stem", ["hex", "knight_vision", "blind_hex", "three_player_hex"])
def test_a_batch_plays_what_states_play(stem: str) -> None:
    game, dice = small(stem), random.Random(stem)
    batch, states = game.batch(GAMES, seed=3), [game.start(decide_chance=False) for _ in range(GAMES)]
    while True:
        for number, state in enumerate(states):
            follow(state, batch, number)
            check(state, batch, number)
        if batch.over.all():
            break
        actions = [dice.choice([*state.legal_codes, -1]) if state.legal_codes else -1 for state in states]
        batch.step(actions)
        for state, code in zip(states, actions, strict=True):
            if code >= 0:
                state.play(game.move(code))


@pytest.fixture(scope="module")
def hexes() -> Game:
    return small("hex")


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([0, 3, 1, 2], "game 1: code 3, d1, is illegal: d1 is occupied by a stone of Red"),
        ([0, 1, 2, 99], "game 3: there is no code 99"),
        ([0, 1, 2, -2], "game 3: there is no code -2"),
        ([0, 1, 2], r"actions must be integers of shape \(4,\), not int64 of shape \(3,\)"),
        ([0, 1, 2, 0.5], r"actions must be integers of shape \(4,\), not float64"),
        (np.array([0, 1, 4, 2**64 - 1], np.uint64), "game 3: there is no code 18446744073709551615"),
        (np.array([0, 1, 2**63, 5], np.uint64), "game 2: there is no code 9223372036854775808"),
    ],
)
def test_what_is_refused_changes_nothing(hexes: Game, actions: ArrayLike, told: str) -> None:
    batch = hexes.batch(4)
    batch.step([2, 3, -1, -1])
    before = batch.states.copy()
    with pytest.raises(ValueError, match=told):
        batch.step(actions)
    assert (batch.states == before).all()


@long("gonnect", "blind_hex", "crossway")
@pytest.mark.parametrize("stem", ["crossway", "gonnect", "blind_hex"])
def test_asking_what_is_legal_changes_no_number(stem: str) -> None:
    batch, dice = small(stem).batch(6, seed=2), random.Random(stem)
    for _ in range(5):
        batch.step([dice.choice(np.flatnonzero(mask).tolist()) if mask.any() else -1 for mask in batch.legal_masks()])
    before = batch.states.copy()
    with ThreadPoolExecutor(8) as pool:
        masks = list(pool.map(lambda _: batch.legal_masks(), range(40)))
    assert all((each == masks[0]).all() for each in masks)
    actions = [int(mask.argmax()) if mask.any() else -1 for mask in masks[0]]
    with pytest.raises(ValueError, match="game 5: there is no code"):
        batch.step([*actions[:5], batch.action_count])
    assert (batch.states == before).all()


@long
def test_a_step_that_is_interrupted_is_taken_in_all_games_or_in_none() -> None:
    batch, dice = game_of("turn { random die in 1..6 place stone on empty }").batch(4, seed=3), random.Random(7)
    actions = [int(mask.argmax()) for mask in batch.legal_masks()]
    before, after = batch.states.copy(), copy.copy(batch)
    instants(lambda: copy.copy(batch).step(actions))  # what is compiled once is compiled now
    count = instants(lambda: after.step(actions))
    assert (after.states != before).any()
    for at in [*dice.sample(range(1, count + 1), 20), count]:
        tried = copy.copy(batch)
        with pytest.raises(KeyboardInterrupt):
            instants(lambda tried=tried: tried.step(actions), at)  # type: ignore[misc]
        assert (tried.states == before).all() or (tried.states == after.states).all()


@long
def test_threads_that_start_together_compile_once() -> None:
    game = game_of("turn { place stone on empty - corners }")
    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda _: int(game.batch(2).legal_masks().sum()), range(4)))
    assert counts == [42] * 4
    assert game.compiled().notes == []


@long
def test_copies_and_pickles_draw_the_same_chance() -> None:
    batch = small("blind_hex").batch(12, seed=5)
    pickled = pickle.loads(pickle.dumps(batch))  # noqa: S301 - it was made here
    for other in (copy.copy(batch), copy.deepcopy(batch), pickled):
        assert (other.states == batch.states).all()
        again = copy.copy(batch)
        for each in (again, other):
            each.reset()
        assert (other.states == again.states).all()
        assert (other.states != batch.states).any()


def test_a_game_that_is_over_takes_no_action(hexes: Game) -> None:
    batch, dice = hexes.batch(3, seed=1), random.Random(1)
    while not batch.over.any():
        batch.step([dice.choice(np.flatnonzero(mask).tolist()) for mask in batch.legal_masks()])
    number = int(batch.over.argmax())
    with pytest.raises(ValueError, match=f"game {number}: .* is illegal: the game is over"):
        batch.step([0 if each == number else -1 for each in range(3)])
    assert not batch.legal_masks()[number].any()
    batch.reset(batch.over)
    assert not batch.over.any()
    assert not batch.observations()[number].any()
    batch.reset()
    assert not batch.observations().any()
    batch.step([0, 1, 2])
    batch.reset([1])
    assert [row.any() for row in batch.observations()] == [True, False, True]


@long
def test_chance_is_drawn_from_the_seed() -> None:
    game = small("blind_hex")
    one, same_again, other = (game.batch(40, seed=seed) for seed in (1, 1, 2))
    assert (one.states == same_again.states).all()
    assert (one.states != other.states).any()
    assert len(np.unique(one.to_move)) == 2
    before = one.to_move.copy()
    one.reset()
    assert (one.to_move != before).any()


@long
def test_who_loses_leaves_the_others_with_a_part() -> None:
    game = game_of(LOST)
    batch = game.batch(1)
    while not batch.over[0]:
        batch.step([batch.legal_masks()[0].argmax()])
    assert batch.rewards.sum() == pytest.approx(0)


def test_a_batch_is_looked_at_as_states(hexes: Game) -> None:
    batch = hexes.batch(2)
    batch.step([5, 6])
    assert batch.state(0) == hexes.start().play_all([hexes.move(5)])
    assert (len(batch), batch.action_count, batch.notes) == (2, hexes.action_count, [])
    assert batch.state(1).legal_codes == np.flatnonzero(batch.legal_masks()[1]).tolist()
    with pytest.raises(ValueError, match="at least one game"):
        hexes.batch(0)


def test_what_a_batch_is_called_by(hexes: Game) -> None:
    batch = hexes.batch(1, seed=3)
    assert repr(batch).startswith("<Batch of 1 game, 0 over: ")
    assert repr(hexes.batch(2)).startswith("<Batch of 2 games, ")
    assert repr(batch.state(0)).endswith(", no moves yet>")
    batch.step([3])
    assert repr(batch.state(0)).endswith(", its moves are not known>")
    assert batch.outcomes().tolist() == [-2]


@pytest.mark.parametrize("actions", [[True, True], [True, 3], (3, False), [np.True_, 3], np.array([True, True])])
def test_truth_values_are_no_actions(hexes: Game, actions: ArrayLike) -> None:
    batch = hexes.batch(2)
    before = batch.states.copy()
    with pytest.raises(ValueError, match="actions must be integers"):
        batch.step(actions)
    assert (batch.states == before).all()
    for flag in (True, np.True_):
        with pytest.raises(TypeError, match="`n` must be a whole number, not bool"):
            hexes.batch(flag)  # type: ignore[arg-type]


@long
def test_what_last_was_is_read_with_its_sign() -> None:
    game = small("knight_vision")
    assert game.batch(1).state(0) == game.start()
    assert hexgame.load("hex", size=3).batch(1).state(0).legal_codes == list(range(9))
