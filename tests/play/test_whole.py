"""Reading never changes a state, playing never tears it; copies and pickles are the same state again."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from typing import TypeVar

import pytest
from conftest import GAMES, long, small
from odd_forms import OddForms
from whole import all_of, interrupts, readings, threads, threads_beside_a_player, walk

import hexgame
from hexgame import IllegalMove, Move, Source
from hexgame.machine.plan.forms import PLAIN
from hexgame.play import past
from hexgame.play.game import Game
from hexgame.play.positions import Position, left_to_chance
from hexgame.play.state import State
from hexgame.rules.program import CHANCE, Rest

STEMS = [path.stem for path in GAMES]

T = TypeVar("T")


def pickled(value: T) -> T:
    """A value as another process has it."""
    again: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - it was made here
    return again


@pytest.mark.parametrize("stem", STEMS)
def test_threads_read_one_state_alike(stem: str) -> None:
    threads(small(stem), 2, seed=1)


@pytest.mark.parametrize("stem", ["hex", "blind_hex", "gonnect", "unlur"])
def test_threads_read_positions_before_or_after_a_move(stem: str) -> None:
    threads_beside_a_player(small(stem), 4, seed=1)


@pytest.mark.parametrize("stem", STEMS)
def test_a_call_that_is_interrupted_did_all_or_nothing(stem: str) -> None:
    interrupts(small(stem), 2, seed=1)


@pytest.mark.parametrize("stem", STEMS)
def test_reading_changes_nothing(stem: str) -> None:
    state = walk(small(stem), 5, seed=2)
    before = state.vector
    readings(state)
    assert state.vector == before


def walk_back_and_forth(game: Game, steps: int, seed: int) -> None:
    """Undo gives back what was kept whole at every step."""
    dice, state, lasting = random.Random(seed), game.start(decide_chance=False), game.machine.layout.kept
    whole = [state.vector[:lasting]]
    for _ in range(steps):
        if state.is_over and not state.moves:
            break
        if state.is_over or (state.moves and dice.random() < 0.4):
            state.undo()
            whole.pop()
        else:
            state.play(dice.choice(state.legal_moves))
            whole.append(state.vector[:lasting])
        assert state.vector[:lasting] == whole[-1]
    while state.moves:
        state.undo()
        whole.pop()
        assert state.vector[:lasting] == whole[-1]
        assert state.legal_codes == State(game, whole[-1] + state.vector[lasting:]).legal_codes


@pytest.mark.parametrize("stem", STEMS)
def test_undo_by_differences_is_undo(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "WHOLE", 0)
    walk_back_and_forth(small(stem), 40, seed=3)


@long("*", "!3")
@pytest.mark.parametrize("seed", range(8))
def test_undo_by_differences_is_undo_in_odd_games(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "WHOLE", 0)
    source = Source("odd.hexgame", OddForms(seed).text())
    if not any(found.severity is hexgame.Severity.ERROR for found in hexgame.check(source)):
        walk_back_and_forth(hexgame.load(source), 20, seed)


def test_a_long_past_is_kept_as_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "WHOLE", 4 * hexgame.load("hex", size=5).machine.layout.size)
    state = hexgame.load("hex", size=5).start().play_all(["a1", "b2", "c3", "d4", "e5", "a2"])
    _, ply = state._now
    kept = []
    while ply:
        kept.append(len(ply.numbers))
        ply = ply.before
    assert max(kept[:2]) < 30 < state.game.machine.layout.size == min(kept[2:])


@long("*", "!hex", "!misere_hex", "!blind_hex", "!gonnect")
@pytest.mark.parametrize("stem", STEMS)
def test_copies_and_pickles_are_the_same_state(stem: str) -> None:
    game = small(stem)
    state = walk(game, 6, seed=4)
    for other in (copy.copy(state), copy.deepcopy(state), pickled(state)):
        assert all_of(other)[:2] == all_of(state)[:2]
        assert readings(other) == readings(state)
        assert [other.rollout(seed) for seed in range(3)] == [state.rollout(seed) for seed in range(3)]
        assert repr(other.game) == repr(game)
        before = all_of(state)
        while other.moves:
            other.undo()
        assert all_of(state) == before


def test_a_game_is_pickled_as_its_texts() -> None:
    base = Source("base.hexgame", small("hex").sources[0].text)
    assert copy.copy(small("hex")) is copy.deepcopy(small("hex")) is small("hex")
    for game in (small("misere_hex"), hexgame.load("hex", size=3).in_forms(PLAIN), hexgame.load(base, pie="no")):
        again = pickled(game)
        assert (again.name, again.identity, again.machine.source) == (game.name, game.identity, game.machine.source)
        assert [each.name for each in again.sources] == [each.name for each in game.sources]
        assert pickled(game.move(2)) == game.move(2)
        again.start().play(game.move(2))


def test_set_positions_and_bare_states_are_pickled() -> None:
    pieces = {"Red": ["a1", [1, 1]], "Blue": {"stone": ["c3"]}}
    game = hexgame.load("hex", size=4)
    state = game.position(pieces, to_move="Blue")
    pieces["Red"].clear()
    state.play("a2")
    assert state.origin is not None
    assert state.origin.as_mapping()["Red"] == ["a1", [1, 1]]
    for each in (state, State(game, state.vector)):
        again = pickled(each)
        assert (again, again.moves, again.pieces) == (each, each.moves, each.pieces)
        assert again.rollout(5) == each.rollout(5)


def test_a_vector_of_another_length_is_no_state() -> None:
    game = hexgame.load("hex", size=3)
    with pytest.raises(ValueError, match=f"a state of this game has {game.machine.layout.size} integers, not 9"):
        State(game, [0] * 9)


def test_a_move_of_another_game_is_refused() -> None:
    five, three = hexgame.load("hex", size=5), hexgame.load("hex", size=3)
    state = three.start()
    with pytest.raises(IllegalMove, match="`e1` is a move of Hex, size=5, pie=yes, not of Hex, size=3, pie=yes"):
        state.play(five.move(4))
    with pytest.raises(IllegalMove, match="`d1` is a move of Havannah, size=4, not of Hex, size=3"):
        state.play(small("havannah").move(0))
    changed = hexgame.load(Source("x", three.sources[0].text + "\n"), size=3)
    with pytest.raises(IllegalMove, match="`b2` is a move of another version of Hex, size=3, pie=yes, not of Hex"):
        state.play(changed.move(4))
    assert state.moves == ()
    state.play(three.in_forms(PLAIN).move(4))
    state.play(hexgame.load("hex", size=3).move(0))


def test_a_move_made_by_hand_is_checked() -> None:
    game = hexgame.load("hex", size=3)
    state, made = game.start(), replace(game.move(4), game=None)
    for move, reason in [
        (Move(99, "b2", "place", "stone", "b2"), "`b2` has code 99, and Hex, size=3, pie=yes has 10, from 0"),
        (Move(-1, "b2", "place", "stone", "b2"), "`b2` has code -1"),
        (Move(0, "b2", "place", "stone", "b2"), "`b2` has code 0, which is `a1` in Hex, size=3, pie=yes"),
        (replace(made, cell="a1"), "`b2` has code 4, which is `b2`"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            state.play(move)
    assert state.play(made) is game.move(4)
    with pytest.raises(ValueError, match="there is no code 10: Hex, size=3, pie=yes has 10, from 0"):
        game.block_of(10)


def test_parts_of_a_decision_are_checked() -> None:
    game = small("blind_hex")
    state = game.start(seed=1)
    while state.to_move:
        state.play(state.legal_moves[0])
    parts = {player: state.choices(player)[0] for player in state.deciders}
    other = hexgame.load("blind_hex").identity
    assert other != game.identity
    with pytest.raises(IllegalMove, match="is a move of Blind Hex"):
        state.join(**{player: replace(part, game=other) for player, part in parts.items()})
    state.join(**parts)


@pytest.mark.parametrize("stem", STEMS)
def test_every_position_can_be_set_again(stem: str) -> None:
    game, dice = small(stem), random.Random(5)
    state = game.start(decide_chance=False)
    if chance_sets_up(game):
        state.let_chance_decide(seed=5)  # a position that is set has the set-up behind it
    assert again(state) == state
    for _ in range(12):
        state.play(dice.choice(state.legal_moves))
        assert again(state).pieces == state.pieces
        if state.is_over:
            break


def chance_sets_up(game: Game) -> bool:
    """Whether chance decides in the set-up, options that are left to it aside."""
    script, points = game.rules.script, game.rules.points
    resting = [each.point for each in script.instructions[: script.start] if isinstance(each, Rest)]
    return sum(points[point].way == CHANCE for point in resting) > len(left_to_chance(game))


def again(state: State) -> State:
    """The position of a state, set by hand."""
    position = Position.of(state.as_position())
    return state.game.position(position.pieces, **position.more)


@pytest.mark.parametrize("stem", STEMS)
def test_neutral_pieces_stand_only_where_rules_bring_them(stem: str) -> None:
    game = small(stem)
    neutral, more = {"neutral": game.board.names[:1]}, {"vars": dict.fromkeys(left_to_chance(game), "random")}
    if any(f"{piece.name} of neutral" in source.text for source in game.sources for piece in game.rules.pieces):
        first = game.rules.pieces[0].name
        assert game.position(neutral, **more).pieces["neutral"][first] == game.board.names[:1]
        return
    with pytest.raises(hexgame.HexgameError, match="no rule of this game brings pieces of `neutral`"):
        game.position(neutral, **more)
