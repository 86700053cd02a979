"""The Python interface: states, moves, and the ways in which a move is refused."""

from __future__ import annotations

import doctest
import pickle

import pytest
from conftest import game_of

import hexgame
from hexgame import AmbiguousMove, HexgameError, IllegalMove, MoveError, Outcome, UnreadableMove


@pytest.fixture
def state() -> hexgame.State:
    return hexgame.load("hex", size=3).start()


def test_the_package_documentation_is_true() -> None:
    assert doctest.testmod(hexgame).failed == 0


def test_a_game_from_start_to_end(state: hexgame.State) -> None:
    assert (state.to_move, state.outcome, state.is_over, state.moves) == ("Red", None, False, ())
    assert state.play_all(["b1", "a2", "b2", "a3", "b3"]) is state
    assert state.outcome == Outcome("Red")
    assert (state.to_move, state.is_over, state.legal_moves) == (None, True, ())
    assert [str(move) for move in state.moves] == ["b1", "a2", "b2", "a3", "b3"]
    assert {state.game.board.names[cell] for cell in state.winning_cells} == {"b1", "b2", "b3"}


def test_whoever_joins_loses_at_misere() -> None:
    state = hexgame.load("misere_hex", size=3).start().play_all(["b1", "a2", "b2", "a3", "b3"])
    assert state.outcome == Outcome("Blue")
    assert (state.wins, state.loses) == ((), ("Red",))


def test_moves_are_values_with_codes_and_texts_that_read_back(state: hexgame.State) -> None:
    for move in state.legal_moves:
        assert state.game.move(move.code) == move == state.read(str(move))
    assert len({move.code for move in state.legal_moves}) == 9
    assert state.game.action_count == 10
    with pytest.raises(ValueError, match="there is no code 10"):
        state.game.move(10)


def test_a_move_may_be_given_as_itself(state: hexgame.State) -> None:
    assert state.play(state.legal_moves[4]) == state.last_move
    assert state.play("A1").cell == "a1"


def test_undo_takes_back_everything(state: hexgame.State) -> None:
    before = [state.copy()]
    for move in ["b2", "swap", "a1", "c3"]:
        state.play(move)
        before.append(state.copy())
    for copy in reversed(before[:-1]):
        state.undo()
        assert state == copy
        assert state.vector == copy.vector
    with pytest.raises(IndexError, match="no move to take back"):
        state.undo()


def test_a_copy_goes_its_own_way(state: hexgame.State) -> None:
    state.play("b2")
    copy = state.copy()
    copy.play("a1")
    assert state.to_move == "Blue"
    assert [str(move) for move in state.moves] == ["b2"]
    copy.undo()
    copy.undo()
    assert state.at(4) == ("Red", "stone")


def test_positions_are_equal_however_they_came_about() -> None:
    game = hexgame.load("hex", size=3, pie=False)
    one = game.start().play_all(["a1", "b2", "c3", "c1"])
    other = game.start().play_all(["c3", "c1", "a1", "b2"])
    assert one == other
    assert hash(one) == hash(other)
    assert one != game.start()
    assert len({one, other, game.start(), game.start()}) == 2


def test_positions_differ_by_who_moves_and_by_the_game() -> None:
    small = hexgame.load("hex", size=3)
    assert small.position({"Red": ["a1"]}, to_move="Red") != small.position({"Red": ["a1"]}, to_move="Blue")
    assert hexgame.load("hex", size=4).start() != small.start()
    assert hexgame.load("hex", size=3).start() == small.start()
    assert hexgame.load("misere_hex", size=3).start() != small.start()
    assert small.start() != "start"


def test_a_swap_exchanges_seats_and_moves_no_stone(state: hexgame.State) -> None:
    state.play("b2")
    assert (state.seat("Red"), state.seat("Blue")) == (0, 1)
    state.play("swap")
    assert (state.seat("Red"), state.seat("Blue")) == (1, 0)
    assert state.to_move == "Blue"
    assert state.pieces == {"Red": {"stone": ("b2",)}, "Blue": {"stone": ()}}


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "z9", "a0", "a4", "d1", "king@a1", "a1-", "1a", "b2 b3", "é1", "swapp"]
)
def test_what_cannot_be_read_is_refused_and_nothing_changes(state: hexgame.State, text: str) -> None:
    before = state.vector
    with pytest.raises(UnreadableMove):
        state.play(text)
    assert state.vector == before
    assert state.moves == ()


@pytest.mark.parametrize(
    ("moves", "text", "reason"),
    [
        (["b2", "a1"], "b2", "b2 is occupied by a stone of Red"),
        ([], "swap", "`swap` is only possible on turn 2"),
        ([], "pass", "nobody can pass in this game"),
        ([], "a1-b1", "pieces do not move in this game"),
        (["b1", "a2", "b2", "a3", "b3"], "c1", "the game is over: Red wins"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(
    state: hexgame.State, moves: list[str], text: str, reason: str
) -> None:
    state.play_all(moves)
    before = state.copy()
    with pytest.raises(IllegalMove) as refusal:
        state.play(text)
    assert str(refusal.value) == reason
    assert state == before


def test_the_reason_is_what_the_sheet_says_or_what_is_possible() -> None:
    game = game_of(
        """
        turn {
          may place stone on c among empty - corners where count(adjacent(c) & own) > 0 or own.turns == 0
              "alone"
          otherwise pass
        }
        """
    )
    state = game.start().play_all(["c3", "c4"])
    for text, reason in [
        ("a1", "`a1` is not possible now; possible: c2, d2, b3, d3, b4"),
        ("b1", "`b1` is not possible: alone"),
        ("pass", "`pass` is possible only if no other move is"),
    ]:
        with pytest.raises(IllegalMove) as refusal:
            state.play(text)
        assert str(refusal.value) == reason


def test_a_draw_from_cells_names_what_can_be_drawn() -> None:
    state = game_of("turn {\n  place stone on empty\n  random c in top & empty\n  c becomes stone\n}").start()
    state.play("a1")
    for text in ("c=a1", "c=c3"):
        with pytest.raises(IllegalMove, match=f"`{text}` is not possible now; possible: c=b1, c=c1"):
            state.play(text)


def test_without_the_pie_rule_a_swap_names_it() -> None:
    state = hexgame.load("hex", size=3, pie=False).start().play_all(["a1"])
    with pytest.raises(IllegalMove, match="nobody can swap in this game: the options rule out `pie`"):
        state.play("swap")


def test_a_text_that_stands_for_several_moves_is_ambiguous() -> None:
    state = game_of("turn { may place stone on empty may place stone on empty & corners }").start()
    state.play("b2")
    with pytest.raises(AmbiguousMove, match="`a1` may mean a1 or a1"):
        state.play("a1")
    assert issubclass(AmbiguousMove, MoveError)


def test_a_set_position_counts_a_turn_for_each_piece() -> None:
    game = hexgame.load("hex", size=3)
    assert "swap" in map(str, game.position({"Red": [[1, 1]]}, to_move="Blue").legal_moves)
    assert "swap" not in map(str, game.position({"Red": ["b2"]}, to_move="Blue", turn=3).legal_moves)


def test_all_that_is_wrong_with_a_set_position_is_told_at_once() -> None:
    game = hexgame.load("hex", size=3)
    with pytest.raises(HexgameError) as error:
        game.position(
            {"Red": ["b2", "z1", [1, 1]], "Green": [], "Blue": {"king": ["a1"]}}, to_move="Me", turn=-1, trn=1
        )
    messages = [
        diagnostic.message.removeprefix("this position is impossible: ") for diagnostic in error.value.diagnostics
    ]
    assert messages == [
        "`trn` is not part of a position",
        "there is no cell `z1`",
        "`b2` is named twice",
        "there is no player `Green`",
        "there is no piece `king`",
        "there is no player `Me` to move",
        "`turn` must be a number from 1 to 1000000, not `-1`",
    ]


def test_a_position_is_not_looked_at_for_a_win_until_a_move_is_made() -> None:
    state = hexgame.load("hex", size=3).position({"Blue": ["a2", "b2", "c2"]}, to_move="Red")
    assert (state.outcome, state.wins) == (None, ("Blue",))
    state.play("a1")
    assert state.outcome == Outcome("Blue")


def test_load_raises_once_with_everything_that_is_wrong() -> None:
    source = hexgame.Source("x", 'game "X" players A, B board { shape rhombus(sise) } turn { place ston on empty }')
    with pytest.raises(HexgameError) as error:
        hexgame.load(source)
    assert [diagnostic.code for diagnostic in error.value.diagnostics] == ["HG103", "HG201", "HG205"]
    assert "x:1:45: error[HG201]: unknown name `sise`" in str(error.value)


def test_check_gives_what_load_would_raise() -> None:
    assert hexgame.check("hex", size=5) == ()
    assert [diagnostic.code for diagnostic in hexgame.check("hex", size=500)] == ["HG604"]


def test_a_name_that_is_empty_is_no_folder() -> None:
    (found,) = hexgame.check("")
    assert (found.code, found.message) == ("HG601", "the name of the game is empty")
    (found,) = hexgame.check(".")
    assert "is a folder" in found.message


def test_the_end_of_a_random_game_from_a_position_that_was_set_up_is_pickled_as_it_is() -> None:
    state = hexgame.load("hex", size=3).position({"Red": ["a1"]})
    end = state.rolled_out(1)
    assert pickle.loads(pickle.dumps(end)) == end != state  # noqa: S301 - it was made here
    assert (repr(state).endswith("no moves yet>"), repr(end).endswith("its moves are not known>")) == (True, True)


def test_a_random_game_is_played_to_its_last_position(state: hexgame.State) -> None:
    for seed in range(5):
        end = state.rolled_out(seed)
        assert (end.outcome, end.moves) == (state.rollout(seed), ())
        assert end.winning_cells
    assert state.moves == ()


@pytest.mark.parametrize("name", ["hex", "gonnect", "blind_hex"])
def test_the_compiled_machine_plays_the_same_random_games(name: str) -> None:
    state = hexgame.load(name, size=5).start(seed=3)
    ends = [state.rolled_out(seed) for seed in range(20)]
    assert [*state.all_rolled_out(range(20))] == ends
    assert len({end.outcome for end in ends}) > 1
    for player in state.game.players:
        held = [cell for cell in range(25) if (ends[0].at(cell) or ("",))[0] == player]
        assert ends[0].cells_of(player) == held != []
    assert ends[0].cells_of(None) == []
