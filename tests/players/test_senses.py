"""The senses: what each player needs, the cells that this goes through, stones that win at once, bridges kept."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from itertools import combinations
from types import FunctionType

import pytest
from conftest import GAMES, long, small, wide
from conftest import ROOT as CHECKOUT

import hexgame
from hexgame.machine.chance import generator
from hexgame.machine.random.sampling import Numbers
from hexgame.play.game import Game
from hexgame.play.outcome import Outcome
from hexgame.play.state import State
from hexgame.players import Limits
from hexgame.players.engines import Plain
from hexgame.players.search.binding import searched
from hexgame.players.search.engine import Workshop, workshop
from hexgame.players.search.kernel.edges import COUNT, FAR, FIRST, LEVELS, PRIOR, ROOT, SEEN, URGENT, WIDTH
from hexgame.players.search.player import TreePlayer
from hexgame.players.search.senses import Senses
from hexgame.players.search.tree import USUAL, Manners, Tree
from hexgame.rules import ir


@pytest.fixture(autouse=True)
def in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workshop, "compile", lambda self: None)


def positions(game: Game, number: int) -> Iterator[State]:
    """Positions of random games, each of another length."""
    dice = random.Random(game.name)
    for seed in range(number):
        state = game.start(seed=seed)
        for _ in range(dice.randrange(2 * len(game.board.cells) // 3)):
            if state.is_over:
                break
            state.play(dice.choice(state.legal_moves))
            state.let_chance_decide(seed)
        if not state.is_over:
            yield state


def has_won(game: Game, vector: list[int], player: int) -> bool:
    """Whether a player has reached a goal that the senses know."""
    game.machine.rebuild(vector)
    return any(
        game.machine.endings[number](list(vector), player)
        for number, ending in enumerate(game.rules.endings)
        if ending.result == "win" and ending.player in (None, player) and not isinstance(ending.condition, ir.Encloses)
    )


def with_stones(vector: list[int], cells: tuple[int, ...], player: int) -> list[int]:
    """The same position with more stones of a player."""
    more = list(vector)
    for cell in cells:
        more[cell] = 1 + player
    return more


SENSED = [("hex", 4, 2), ("y", 4, 2), ("havannah", 3, 2), ("hex_kb", 5, 2), ("torex", 3, 3)]
"""Games of stones, and up to how many stones what is needed is tried."""


@long("*", "!hex-4-2", "!havannah-3-2")
@pytest.mark.parametrize(("stem", "size", "most"), SENSED)
def test_what_is_needed_is_what_trying_finds(stem: str, size: int, most: int) -> None:
    game = small(stem, size)
    shop, cells = workshop(game), len(game.board.cells)
    room, tried = [0] * shop.text.room, 0
    keys = Senses(game.plan, 0).room - 2 * cells * len(game.players)
    base = shop.text.room - Senses(game.plan, 0).room + keys
    for state in positions(game, 5):
        vector = state.working_copy()
        empty = [cell for cell in range(cells) if vector[cell] == 0]
        for player in range(len(game.players)):
            need = shop.plain.function("wave")(vector, room, player, 0, LEVELS)
            for stones in range(min(need, most + 1)):
                assert not any(has_won(game, with_stones(vector, each, player), player)
                               for each in combinations(empty, stones))  # fmt: skip
            if need > most:
                continue
            tried += 1
            room[base : base + 2 * cells] = [0] * (2 * cells)
            shop.plain.function("trace")(vector, room, player, 0, need, 2)
            on_the_way = {cell for each in combinations(empty, need) for cell in each
                          if has_won(game, with_stones(vector, each, player), player)}  # fmt: skip
            assert on_the_way
            assert {cell for cell in empty if room[base + player * cells + cell] == 2} <= on_the_way
    assert tried


def test_a_goal_that_cannot_be_reached_any_more_is_far() -> None:
    state = small("hex", 3).position({"Red": ["b1", "b2", "b3"], "Blue": []})
    shop = workshop(state.game)
    assert shop.plain.function("wave")(state.working_copy(), [0] * shop.text.room, 1, 0, LEVELS) == FAR


def test_bridges_make_ways_shorter() -> None:
    state = small("hex", 3).position({"Red": ["b2"], "Blue": []})
    shop = workshop(state.game)
    needs = [
        shop.plain.function("wave")(state.working_copy(), [0] * shop.text.room, 0, bridged, LEVELS)
        for bridged in (0, 1)
    ]
    assert needs == [2, 0]


def test_a_stone_that_wins_at_once_is_seen_at_once() -> None:
    state = small("hex", 5).position({"Red": ["c1", "c2", "c3", "c4"], "Blue": ["a1", "a2", "d1", "b5"]}, to_move="Red")
    choice = TreePlayer(1).choose(state.view("Red"), Limits(simulations=2))
    assert choice.proved
    assert choice.move.text == "c5"


def test_moves_that_let_the_other_win_at_once_are_proved_to_lose() -> None:
    state = small("hex", 5).position(
        {"Red": ["c1", "c2", "c3", "c4"], "Blue": ["a1", "a2", "d1", "b5"]}, to_move="Blue"
    )
    choice = TreePlayer(1).choose(state.view("Blue"), Limits(simulations=2))
    assert [each.move.text for each in choice.moves if each.proved is None] == ["c5"]
    assert choice.move.text == "c5"
    blind = TreePlayer(1, manners=Manners(threats=False)).choose(state.view("Blue"), Limits(simulations=2))
    assert all(each.proved is None for each in blind.moves)


RING = {"White": ["d3", "c4", "e4", "c5", "d5"], "Black": ["d1", "e1", "f1", "a7"]}
"""White closes a ring on e3, Black joins two corners on g1."""


def test_a_stone_that_closes_a_ring_is_seen_at_once() -> None:
    state = small("havannah", 4).position(RING, to_move="White")
    choice = TreePlayer(1).choose(state.view("White"), Limits(simulations=3))
    assert (choice.move.text, choice.proved) == ("e3", True)


def test_a_win_that_no_sense_sees_is_not_taken_for_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    state = small("havannah", 4).position(RING, to_move="White")
    shop = Workshop(state.game)
    assert isinstance(shop.plain, Plain)
    monkeypatch.setitem(shop.plain.function("sense").__globals__, "RINGS", (0, 0))
    tree = Tree(shop, ROOT + 100_000, USUAL, state.vector)
    tree.run(generator(1), 3, float("inf"))
    assert tree.result == 1


DEAD = [("hex", 4), ("y", 6), ("atoll", 3)]


@long("y-6", "atoll-3")
@pytest.mark.parametrize(("stem", "size"), DEAD)
def test_dead_cells_change_no_full_board(stem: str, size: int) -> None:
    game, dice, found = small(stem, size), random.Random(stem), 0
    shop, cells = Workshop(game), range(len(small(stem, size).board.cells))
    assert isinstance(shop.plain, Plain)
    names = shop.plain.function("avoid").__globals__
    for _ in range(15):
        vector, room = game.start().working_copy(), shop.plain.zeros(shop.text.room)
        empty = dice.sample(cells, 6)
        for cell in cells:
            vector[cell] = 0 if cell in empty else dice.randrange(1, 3)
        uses = uses_of(names, vector, room)
        for cell in (cell for cell in empty if uses[cell] < names["LEAST_USES"]):
            found += 1
            others = [each for each in empty if each != cell]
            for word in range(1 << len(others)):
                full = list(vector)
                for k, each in enumerate(others):
                    full[each] = 1 + (word >> k & 1)
                assert winners(game, with_stones(full, (cell,), 0)) == winners(game, with_stones(full, (cell,), 1))
    assert found > 10


def uses_of(names: dict[str, object], vector: list[int], room: Numbers) -> list[int]:
    """To how many players each cell is of use."""
    wave, note, at = names["wave"], names["note_uses"], names["USES"]
    assert callable(wave)
    assert callable(note)
    assert isinstance(at, int)
    for player in range(2):
        wave(vector, room, player, 0, 1)
        note(vector, room, player)
    return list(room[at : at + len(vector)])


def winners(game: Game, vector: list[int]) -> tuple[bool, ...]:
    """Which players have reached a goal."""
    return tuple(has_won(game, list(vector), player) for player in range(2))


def test_dead_cells_are_left_alone() -> None:
    shop, visits = Workshop(small("hex", 4)), [0, 0]
    assert isinstance(shop.plain, Plain)
    names = shop.plain.function("avoid").__globals__
    for state in positions(small("hex", 4), 12):
        uses = uses_of(names, state.working_copy(), [0] * shop.text.room)
        for number, manners in enumerate((Manners(explore=300, idle=8), Manners(explore=300, idle=0))):
            tree = Tree(shop, ROOT + 100_000, manners, state.vector)
            tree.run(generator(1), 30, float("inf"))
            visits[number] += sum(edge.visits for edge in tree.edges() if uses[edge.code] < 2)
    assert visits[0] < visits[1] / 2


def test_all_positions_that_are_searched_again_are_sensed() -> None:
    game, looked = small("havannah", 4), 0
    shop = Workshop(game)
    sense = shop.plain.function("sense")

    def counted(*given: list[int]) -> None:
        nonlocal looked
        looked += 1
        sense(*given)

    assert isinstance(shop.plain, Plain)
    shop.plain.function("search").__globals__["sense"] = counted
    tree = Tree(shop, ROOT + 100_000, USUAL, game.start().vector)
    tree.run(generator(1), 80, float("inf"))
    assert looked > 10


def test_what_is_switched_off_changes_nothing() -> None:
    game = small("hex", 5)
    grown = set[tuple[int, ...]]()
    for manners in (
        USUAL,
        Manners(prior=0, threats=False),
        Manners(sense=0, idle=0),
        Manners(sense=0, idle=0, prior=9),
    ):
        tree = Tree(workshop(game), ROOT + 100_000, manners, game.start().vector)
        tree.run(generator(1), 60, float("inf"))
        grown.add(tuple(edge.visits for edge in tree.edges()))
    assert len(grown) == 2


def test_ways_count_more_where_somebody_is_about_to_win() -> None:
    shop, first, added = workshop(small("havannah", 4)), ROOT + WIDTH, []
    for need in (1, 2, 3, FAR):
        edges = [0] * (first + WIDTH)
        edges[PRIOR], edges[URGENT], edges[ROOT + FIRST], edges[ROOT + COUNT] = 6, 4, first, 1
        shop.plain.function("prefer")(edges, [0] * shop.text.room, ROOT, 0, need)
        added.append(edges[first + SEEN])
    assert added == [24, 12, 6, 6]
    assert (shop.text.prior, shop.text.urgent, shop.text.saves) == (6, 4, 0)


def test_a_bridge_that_is_entered_is_answered() -> None:
    game = small("hex_kb", 5)
    assert Senses(game.plan, 0).answers
    answer, found = workshop(game).plain.function("answer"), 0
    for state in positions(game, 20):
        vector = state.working_copy()
        for cell in range(len(game.board.cells)):
            for player in range(2):
                reply = answer(vector, cell, player) if vector[cell] == 0 else -1
                if reply >= 0:
                    found += 1
                    assert vector[reply] == 0
                    assert reply != cell
    assert found > 5


@pytest.mark.parametrize(
    ("stem", "size"), [("havannah", 3), ("havannah", 5), ("hex_kb", 5), ("torex", 4), ("cylinder_hex", 4)]
)
def test_stones_of_random_games_are_put_as_others_are(stem: str, size: int) -> None:
    """Each ends the game as a step does."""
    game, dice, ended = small(stem, size), random.Random(stem), set[int]()
    place, around = map(workshop(game).plain.function, ("place", "around"))
    layout = game.machine.layout
    for _ in range(60):
        one, other, player = list(game.machine.start), list(game.machine.start), 0
        for cell in dice.sample(range(len(game.board.cells)), len(game.board.cells) - 1):
            end = place(one, cell, player, around(one, cell))
            game.machine.step(other, cell)
            assert end == other[layout.end.offset]
            if end:
                ended.add(end)
                break
            player = 1 - player
    assert len(ended) >= 2


@pytest.mark.parametrize(("stem", "size"), [("hex_kb", 5), ("torex", 4), ("cylinder_hex", 4)])
def test_what_lies_around_tells_the_same_bridges_as_lists(stem: str, size: int) -> None:
    game, dice, replies = small(stem, size), random.Random(stem), 0
    names = workshop(game).plain.function("answer_around").__globals__
    for _ in range(60):
        vector, player = list(game.machine.start), 0
        for cell in dice.sample(range(len(game.board.cells)), len(game.board.cells) - 1):
            reply, around = names["answer"](vector, cell, player), names["around"](vector, cell)
            assert names["answer_around"](vector, cell, player, around) == reply
            replies += reply >= 0
            game.machine.step(vector, cell)
            if vector[game.machine.layout.end.offset]:
                break
            player = 1 - player
    assert replies > 40


def ends_of(state: State, rings: int) -> set[str]:
    """How the random games of a search end from a position where so many stones of a ring must have stood."""
    layout, vector = state.game.machine.layout, state.working_copy()
    ringed, found, rng = workshop(state.game).plain.function("ringed"), set[str](), generator(3)
    for _ in range(150):
        ends = list(vector)
        rng = ringed(ends, vector, rings, rng, [0] * state.game.action_count)
        found.add(state.game.outcome(ends[layout.end.offset]).label)
    return found


def test_rings_of_random_stones_do_not_count_in_random_games() -> None:
    game = small("havannah", 4)
    assert "ring" in ends_of(game.start(), 0)
    assert "ring" not in ends_of(game.start(), 1)
    begun = game.position({"White": ["c4", "e4", "d3", "e3"], "Black": ["d1", "a7", "g4", "a4"]})
    assert "ring" in ends_of(begun, 1)
    assert "ring" not in ends_of(begun, 5)


def last_stone_gives(game: Game, put: dict[str, list[str]], mover: str, outcome: Outcome) -> bool:
    """Whether a game could have ended so with the last stone of a player."""
    for stone in put[mover]:
        state = game.position({**put, mover: [each for each in put[mover] if each != stone]}, to_move=mover)
        state.play(stone)
        if state.outcome == outcome:
            return True
    return False


def test_random_games_in_which_all_rings_count_end_as_games_do() -> None:
    game = small("havannah", 4)
    ringed, start = workshop(game).plain.function("ringed"), game.start().working_copy()
    rng, found, names = generator(1), set[str](), [game.move(cell).text for cell in range(len(game.board.cells))]
    for _ in range(60):
        vector = list(start)
        rng = ringed(vector, start, 0, rng, [0] * game.action_count)
        put = {
            player: [name for cell, name in enumerate(names) if vector[cell] == 1 + number]
            for number, player in enumerate(game.players)
        }
        assert len(put["White"]) - len(put["Black"]) in (0, 1)
        outcome = game.outcome(vector[game.machine.layout.end.offset])
        mover = "White" if len(put["White"]) > len(put["Black"]) else "Black"
        assert last_stone_gives(game, put, mover, outcome)
        found.add(outcome.label)
    assert found == {"fork", "bridge", "ring"}


def test_in_the_tree_whoever_enters_a_bridge_is_answered_first() -> None:
    state, found = small("hex", 5).position({"Red": ["c3", "d1"], "Blue": ["a4", "b5"]}, to_move="Blue"), 0
    shop = Workshop(state.game)
    tree = Tree(shop, ROOT + 100_000, Manners(explore=700, sense=0, idle=0, saves=1000), state.vector)
    tree.run(generator(1), 200, float("inf"))
    for edge in tree.edges():
        reply, after = shop.plain.function("answer")(state.working_copy(), edge.code, 1), [*tree.edges(edge.at)]
        if reply >= 0 and any(each.visits for each in after):
            found += 1
            assert max(after, key=lambda each: each.visits).code == reply
    assert found


@wide("*", "!hex", "!gonnect", "!blind_hex", "!havannah", "!hy2", "!three_player_hex", "!unlur", "!knight_vision")
@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_a_game_gives_what_the_kernel_declares(stem: str) -> None:
    kernel = searched(hexgame.load(stem)).kernel
    text = (CHECKOUT / "interpreter" / "players" / "search" / "kernel" / "needs.py").read_text("utf-8")
    declared = {each.target.id: ast.unparse(each.annotation) for each in ast.parse(text).body
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)}  # fmt: skip
    assert {*kernel.needs} == {*declared} if stem == "hex" else {*kernel.needs} <= {*declared}
    kinds = {"int": int, "bool": int, "Row": tuple, "Rows": tuple, "tuple[Rows, ...]": tuple}
    for name, value in kernel.needs.items():
        assert isinstance(value, kinds.get(declared[name], FunctionType | None)), name
