"""Monte-Carlo tree search: what it proves, what it keeps, and that it is the same plain and compiled."""

from __future__ import annotations

import random
import threading
import time
from functools import cache

import pytest
from conftest import CORE, game_of, long, small, wide

import hexgame
from hexgame.machine.chance import generator
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players import DRAW, LOSS, WIN, Choice, Limits, player
from hexgame.players.engines import Engine, Plain
from hexgame.players.search.engine import Workshop, workshop
from hexgame.players.search.fullness import lanes_of
from hexgame.players.search.guesses import guess
from hexgame.players.search.kernel.edges import BRIDGES, FIRST, ROOT, USED
from hexgame.players.search.player import TreePlayer
from hexgame.players.search.tree import NAME, USUAL, Tree
from hexgame.rules.facts.masks import WORD


@pytest.fixture(autouse=True)
def in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workshop, "compile", lambda self: None)


def best_for(state: State, seat: int, known: dict[object, float]) -> float:
    """What a position is worth to a seat of a game for two, by trying everything."""
    key = seat, state.vector[: state.game.machine.layout.position_size]
    if key in known:
        return known[key]
    if state.outcome is not None:
        winner = state.outcome.winner
        value = DRAW if winner is None else WIN if state.seat(winner) == seat else LOSS
    else:
        values = []
        mine = state.seat(state.to_move or "") == seat
        for move in state.legal_moves:
            after = state.copy()
            after.play(move)
            values.append(best_for(after, seat, known))
        value = max(values) if mine else min(values)
    known[key] = value
    return value


SOLVED = [("hex", {"size": 3}), ("misere_hex", {"size": 3}), ("y", {"size": 3}), ("torex", {"size": 2})]


@pytest.mark.parametrize(("stem", "options"), SOLVED)
def test_what_is_proved_is_true(stem: str, options: dict[str, object]) -> None:
    state = hexgame.load(stem, **options).start()
    known: dict[object, float] = {}
    chooser, proofs = TreePlayer(1), 0
    while not state.is_over:
        name = state.to_move or ""
        seat = state.seat(name)
        choice = chooser.choose(state.view(name), Limits(simulations=400))
        for weighed in choice.moves:
            if weighed.proved is not None:
                after = state.copy()
                after.play(weighed.move)
                assert weighed.proved == best_for(after, seat, known), (state, weighed)
                proofs += 1
        if choice.proved:
            assert choice.values[seat] == best_for(state, seat, known)
        state.play(choice.move)
    assert proofs > 2


@long("*", "!hex", "!three_player_hex", "!gonnect")
@pytest.mark.parametrize("stem", sorted(CORE))
def test_choices_are_legal_and_the_same_for_a_seed(stem: str) -> None:
    def game_of_choices(seed: int) -> list[str]:
        state, found = small(stem).start(seed=1), []
        players = [TreePlayer(seed + number) for number in range(len(state.game.players))]
        for _ in range(4):
            if state.is_over:
                break
            views = [state.view(name) for name in state.deciders]
            choices = [players[state.seat(view.player)].choose(view, Limits(simulations=12)) for view in views]
            assert all(choice.move in view.choices for choice, view in zip(choices, views, strict=True))
            found += [str(choice) for choice in choices]
            if len(choices) == 1:
                state.play(choices[0].move)
            else:
                state.join(**{view.player: choice.move for choice, view in zip(choices, views, strict=True)})
            state.let_chance_decide(1)
        return found

    assert game_of_choices(5) == game_of_choices(5)


def test_a_choice_says_what_was_searched() -> None:
    state = hexgame.load("hex", size=4).start()
    choice = TreePlayer(1).choose(state.view("Red"), Limits(simulations=200))
    assert choice.simulations == 200
    assert choice.nodes > 200
    assert sum(choice.values) == pytest.approx(1)
    assert sum(weighed.share for weighed in choice.moves) == pytest.approx(1)
    assert choice.move == choice.moves[0].move == choice.variation[0]


def test_the_tree_is_kept_from_move_to_move() -> None:
    state, chooser = hexgame.load("hex", size=4).start(), TreePlayer(1)
    first = chooser.choose(state.view("Red"), Limits(simulations=500))
    state.play(first.move)
    state.play(first.variation[1])
    second = chooser.choose(state.view("Red"), Limits(simulations=1))
    assert second.simulations == 1
    assert len(second.moves) > 1


def test_a_tree_of_another_game_or_of_a_line_taken_back_is_forgotten() -> None:
    state, chooser = hexgame.load("hex", size=4).start(), TreePlayer(1)
    chooser.choose(state.view("Red"), Limits(simulations=50))
    state.play_all(["b2", "c3"])
    state.undo()
    state.play("d4")
    again = chooser.choose(state.view("Red"), Limits(simulations=50))
    assert again.move in state.legal_moves
    other = hexgame.load("torex", size=3).start()
    assert chooser.choose(other.view("Black"), Limits(simulations=50)).move in other.legal_moves


def test_a_full_tree_goes_on_without_new_edges() -> None:
    state = hexgame.load("hex", size=4).start()
    choice = TreePlayer(1).choose(state.view("Red"), Limits(simulations=300, nodes=40))
    assert choice.simulations == 300
    assert choice.nodes <= 40
    alone = TreePlayer(1).choose(state.view("Red"), Limits(nodes=40))
    assert 0 < alone.simulations < 300


def test_time_is_kept() -> None:
    state = hexgame.load("hex", size=7).start()
    chooser = TreePlayer(1)
    workshop(state.game)
    for _ in range(3):
        begun = time.thread_time()  # others may have the machine meanwhile
        choice: Choice = chooser.choose(state.view(state.to_move or ""), Limits(seconds=0.1))
        assert time.thread_time() - begun < 0.2
        state.play(choice.move)


def test_several_threads_search_one_position() -> None:
    state, chooser = hexgame.load("hex", size=4).start(), TreePlayer(1, Limits(simulations=90, threads=3))
    for _ in range(2):
        choice = chooser.choose(state.view(state.to_move or ""))
        assert choice.simulations == 90
        assert choice.move in state.legal_moves
        assert sum(weighed.share for weighed in choice.moves) == pytest.approx(1)
        assert sum(choice.values) == pytest.approx(1)
        state.play(choice.move)
    near = hexgame.load("hex", size=2, pie="no").start()
    assert TreePlayer(1).choose(near.view("Red"), Limits(simulations=600, threads=2)).proved


def test_what_ends_one_thread_ends_all() -> None:
    state = hexgame.load("hex", size=7).start()
    with pytest.raises(hexgame.OutOfTime), hexgame.time_limit(0.05):
        TreePlayer(1).choose(state.view("Red"), Limits(seconds=60, threads=2))
    for _ in range(1000):
        left = [each for each in threading.enumerate() if each.name == NAME]
        if not left:
            break
        time.sleep(0.05)
    assert not left


PENNIES = """game "Pennies"
players X, O
cards hand = 1..2, bid = {}
board { shape rhombus(2) }
round { together { pick 1 from hand into bid } }
win for X when 1 in X.bid and 1 in O.bid
draw when 2 in X.bid and 2 in O.bid
lose for X when count(X.bid | O.bid) == 2
"""


def test_decisions_made_together_are_mixed_as_in_equilibrium() -> None:
    state = game_of(PENNIES).start()
    both = [TreePlayer(seed).choose(state.view(name), Limits(simulations=6000)) for seed, name in enumerate("XO")]
    for choice in both:
        assert choice.values == pytest.approx((1 / 3, 2 / 3), abs=0.02)
        shares = {str(weighed.move): weighed.share for weighed in choice.moves}
        assert shares == pytest.approx({"{1}": 1 / 3, "{2}": 2 / 3}, abs=0.06)
    drawn = [TreePlayer(seed).choose(state.view("X"), Limits(simulations=300)).move.text for seed in range(40)]
    assert {"{1}", "{2}"} == set(drawn)


ALIKE = [
    (["b2", "c3"], ["b2", "a1"]),
    (["b2", "c3", "a1", "a2"], ["a1", "d1", "b2", "d4"]),
    (["b2", "c3", "c3", "a1", "a4"], ["b2", "c3", "c3", "a1", "d4"]),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_no_choice_depends_on_what_cannot_be_seen(one: list[str], other: list[str]) -> None:
    game = small("dark_hex", 4)
    states = [game.start().play_all(moves) for moves in (one, other)]
    assert states[0] != states[1]
    assert states[0].view("Red").pieces == states[1].view("Red").pieces
    for name in ("random", "mcts", "easy"):
        choices = [player(name, 3).choose(state.view("Red"), Limits(simulations=48)) for state in states]
        assert choices[0] == choices[1]
        assert name == "random" or choices[0].simulations > 1


def test_guesses_are_states_that_look_the_same() -> None:
    state = small("dark_hex", 4).start().play_all(["b2", "c3", "c3", "a1", "b2", "d2"])
    for seed in range(20):
        view = state.view("Red")
        found = guess(view, random.Random(seed))
        assert found is not None
        assert found.view("Red").pieces == view.pieces
        assert found.view("Red").marks == view.marks
        assert len(found.pieces["Blue"]["stone"]) == 2


def ghosts(*good: str) -> hexgame.State:
    """Geister after both have said which of their ghosts are good, Blue in secret, and some moves."""
    state = small("geister", 4).start().play_all(["c b3", f"c {good[0]}", "c c4", f"c {good[1]}"])
    return state.play_all(["b3-a3", "b2-a2", "c3-c2", "b1-b2", "c4-d4", "a2-a1"])


def test_no_choice_depends_on_which_pieces_are_hidden() -> None:
    states = [ghosts("b1", "b2"), ghosts("b2", "c1"), ghosts("c1", "b1")]
    assert states[0] != states[1]
    assert len({state.view("Red").known for state in states}) == 1
    for name in ("random", "mcts", "easy"):
        choices = [player(name, 3).choose(state.view("Red"), Limits(simulations=48)) for state in states]
        assert choices[0] == choices[1] == choices[2]
        assert name == "random" or choices[0].simulations > 1


def test_guesses_give_hidden_pieces_all_kinds_that_they_may_be() -> None:
    view, dice = ghosts("b1", "b2").view("Red"), random.Random(1)
    found = set()
    for _ in range(60):
        state = guess(view, dice)
        assert state is not None and state.view("Red").known == view.known
        found.add(state.pieces["Blue"]["good"])
    assert found == {("a1", "c1"), ("a1", "b2"), ("c1", "b2")}  # two good ones of three are left


def test_guesses_of_a_position_that_was_set_up_put_its_pieces_elsewhere() -> None:
    game = small("geister", 4)
    pieces = {"Red": {"good": ["a4"], "bad": ["b4"]}, "Blue": {"good": ["a1", "b1"], "bad": ["c1"]}}
    state = game.position(pieces, to_move="Red")
    view, dice = state.view("Red"), random.Random(1)
    guesses = [guess(view, dice) for _ in range(40)]
    assert {each and each.pieces["Blue"]["bad"] for each in guesses} == {("a1",), ("b1",), ("c1",)}


FILLED = ["atoll", "gale", "hex", "misere_hex", "y", "diagonal_hex"]


@long("*", "!atoll", "!y")
@pytest.mark.parametrize("stem", FILLED)
def test_full_boards_are_judged_by_the_rules(stem: str) -> None:
    game = small(stem)
    shop, cells = Workshop(game), len(game.board.cells)
    lanes = lanes_of(game.plan)
    assert lanes is not None
    assert shop.text.ends == WORD
    state, dice = game.start(), random.Random(stem)
    for _ in range(cells // 3):
        state.play(dice.choice([move for move in state.legal_moves if move.cell]))
    assert not state.is_over
    room, likes = [0] * shop.text.room, 2 * cells
    assert isinstance(shop.plain, Plain)
    shop.plain.function("judge_lanes")(state.working_copy(), [0] * ROOT, room, generator(1))
    words = room[4 * cells + 2 : 5 * cells + 2]
    wins, stones = [0, 0], [0] * cells
    for lane in range(WORD):
        vector = state.working_copy()
        for cell in range(cells):
            vector[cell] = 1 if words[cell] >> lane & 1 else 2
            assert state.at(cell) is None or state.vector[cell] == vector[cell]
            stones[cell] += vector[cell] == 1
        black = vector[:cells].count(1) - list(state.vector[:cells]).count(1)
        assert 0 <= black - list(state.vector[:cells]).count(0) // 2 <= 1
        game.machine.rebuild(vector)
        met = [
            any(
                game.machine.endings[number](list(vector), player)
                for number, ending in enumerate(game.rules.endings)
                if ending.result in ("win", "lose") and ending.player in (None, player)
            )
            for player in range(2)
        ]
        worth = 1 if met[0] == met[1] else 2 * met[0]
        wins[0] += worth if lanes.result == "win" else 2 - worth
        wins[1] += 2 - worth if lanes.result == "win" else worth
    assert room[2 * likes : 2 * likes + 2] == wins
    assert room[:cells] == stones


def test_chains_that_two_cells_would_join_count_as_joined() -> None:
    state = hexgame.load("hex", size=5, pie="no").position({"Red": ["c2", "b4"], "Blue": ["a1", "e5"]})
    shop, header = workshop(state.game), [0] * ROOT
    room = [0] * shop.text.room
    worth = []
    for header[BRIDGES] in (0, 1):
        plain = Plain(shop.text.kernel)
        plain.function("judge_lanes")(state.working_copy(), header, room, generator(1))
        worth.append(room[4 * 25])
    assert worth[0] < worth[1] == 2 * WORD


LOCKSTEP = [
    ("hex", {"size": 4}), ("three_player_hex", {"size": 2}), ("hy2", {"size": 3}), ("unlur", {"size": 3}),
    ("cylinder_hex", {"size": 4}), ("havannah", {"size": 3}),
]  # fmt: skip


@cache
def native(game: Game) -> Engine:
    shop = Workshop(game)
    shop.wait()
    assert shop.compiled.made is not None, shop.notes
    assert not any("first attempt" in note for note in shop.notes), shop.notes
    return shop.compiled.made


@long
@wide("*", "!three_player_hex-*", "!hy2-*")
@pytest.mark.parametrize(("stem", "options"), LOCKSTEP)
def test_compiled_and_plain_grow_the_same_tree(
    stem: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    game = hexgame.load(stem, **options)
    state = game.start(seed=1)
    plain, compiled = Workshop(game), Workshop(game)
    compiled.compiled.made = native(game)
    trees = [Tree(shop, ROOT + 100_000, USUAL, state.vector) for shop in (plain, compiled)]
    monkeypatch.setattr(Workshop, "compile", lambda self: None)
    rngs = [tree.run(generator(1), 150, float("inf")) for tree in trees]
    used = trees[0]._edges[USED]
    assert rngs[0] == rngs[1]
    assert list(trees[0]._edges[:used]) == [int(each) for each in trees[1]._edges[:used]]


def test_a_position_that_a_wave_has_proved_is_searched_once_it_is_reached() -> None:
    state = hexgame.load("hex", size=4, pie="no").start()
    for text in ("b1", "a1", "b2", "a2", "b3"):
        state.play(text)
    player = TreePlayer(1, Limits(simulations=60))
    assert player.choose(state.view("Blue")).values == (WIN, LOSS)  # Red joins b4 or a4
    proved = [edge for edge in player._trees[0].edges() if edge.result and not player._trees[0]._edges[edge.at + FIRST]]
    assert proved
    state.play(state.game.move(proved[0].code))
    choice = player.choose(state.view("Red"))
    assert choice.proved
    assert choice.simulations > 0
    state.play(choice.move)
    assert state.outcome is not None
    assert state.outcome.winner == "Red"
