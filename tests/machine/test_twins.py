"""What is watched as stones come is what a search finds, on boards of odd shapes and in games of every length."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from conftest import game_of, long, small, wide
from lockstep import licensed, play_in_lockstep

from hexgame.board.rings import enclosed, joints
from hexgame.machine.chance import generator
from hexgame.machine.plan.forms import PLAIN, Forms, fast_forms
from hexgame.machine.plan.goals import AllGroups, FirstGroup, GroupAround
from hexgame.machine.plan.sections import present
from hexgame.play.game import Game
from hexgame.values.grid import HEX, SQUARE, SQUARE8


def without(*cells: tuple[int, int]) -> str:
    return "".join(f" - disc(cell({q}, {r}), 0)" for q, r in cells)


FLAT = {
    "one cell": "shape rhombus(1)",
    "a line": "shape parallelogram(6, 1)",
    "the smallest ring": "shape hexagon(2)",
    "hexagon": "shape hexagon(4)",
    "triangle": "shape triangle(6)",
    "notched": "shape hexagon(4) - disc(cell(3, 0), 1) - disc(cell(-1, -2), 0)",
    "two parts": "shape parallelogram(9, 4)" + without(*((4, r) for r in range(4))),
    "square": "grid square shape rhombus(5)",
    "notched square": "grid square shape rhombus(5)" + without((0, 2), (1, 2), (4, 4)),
    "cornered square": "grid square shape rhombus(6)" + without(*((q, r) for q in range(3) for r in range(3))),
    "square8": "grid square8 shape rhombus(5)",
    "notched square8": "grid square8 shape rhombus(5)" + without((2, 0), (2, 1), (0, 4)),
}
HOLED = {
    "hole": "shape hexagon(3)" + without((0, 0)),
    "hole of a square": "grid square shape rhombus(4)" + without((1, 1)),
    "wedged": "grid square8 shape rhombus(4)" + without((1, 1)),
}
ENDS = {"Red": "win for Red when encloses(own)", "own": "win when encloses(own)"}


def stones_in_any_order(game: Game, draw: random.Random) -> list[bool]:
    """Whether a ring is watched and searched for alike while stones come past every ending; what was found."""
    plain = game.in_forms(PLAIN)
    layout, vector, found = game.machine.layout, list(game.machine.start), []
    other = list(plain.machine.start)
    share = draw.choice([0.5, 0.7, 0.9])
    for cell in draw.sample(range(len(game.board.cells)), len(game.board.cells)):
        player = int(draw.random() > share)
        for each, state in ((game, vector), (plain, other)):
            state[each.machine.layout.mover.offset], state[each.machine.layout.end.offset] = player, 0
            each.machine.step(state, cell)
        for asked in range(2):
            found.append(bool(plain.machine.endings[0](other, asked)))
            assert bool(game.machine.endings[0](vector, asked)) == found[-1]
        again = list(vector)
        game.machine.rebuild(again)
        met = present(layout.met).offset
        kept = slice(met, met + 2)
        assert again[kept] == vector[kept]
    return found


@long("*", "!hexagon-*", "!notched-own", "hexagon-own", "hexagon-Red")
@wide("*", "!hexagon-*", "!notched-own")
@pytest.mark.parametrize("who", ENDS)
@pytest.mark.parametrize("board", FLAT)
def test_rings_are_watched_as_they_are_found(board: str, who: str) -> None:
    game = game_of(f"board {{ {FLAT[board]} }}\n{ENDS[who]}")
    assert game.facts.joined_goals == (True,)
    draw = random.Random(3)
    found = {answer for _ in range(60) for answer in stones_in_any_order(game, draw)}
    assert found == ({False} if board in ("one cell", "a line") else {False, True})


def test_rings_of_pieces_of_several_kinds_are_watched_as_they_are_found() -> None:
    text = "board { shape hexagon(3) }\npieces man, king\nturn { may place man on empty may place king on empty }\n"
    game = game_of(text + "win when encloses(own)\ndraw when count(empty) == 0")
    assert game.facts.joined_goals == (True,)
    play_in_lockstep(game, 60, seed=2)


@pytest.mark.parametrize("board", HOLED)
def test_on_boards_with_holes_rings_are_searched_for(board: str) -> None:
    assert game_of(f"board {{ {HOLED[board]} }}\nwin when encloses(own)").facts.joined_goals == (False,)


RUNS = {
    HEX: {0b000001: 1, 0b000101: 2, 0b100001: 1, 0b010101: 3},
    SQUARE: {0b10: 0, 0b101: 2, 0b111: 1},
    SQUARE8: {0b10: 1, 0b101: 1, 0b10001: 2},
}


def test_places_around_a_cell_are_told_apart() -> None:
    """North-east alone is no neighbour on the square grid; north and east are one run only with it, or on square8."""
    for grid, counts in RUNS.items():
        assert {bits: len(joints(grid)[bits]) for bits in counts} == counts
    assert (enclosed(HEX)[0b000111], enclosed(HEX)[0b000011], enclosed(HEX)[0b001010]) == ((1,), (), ())
    assert (enclosed(HEX)[0b111111], enclosed(SQUARE)[0b11111111]) == (tuple(range(7)), tuple(range(9)))


GROWING = [
    "arc(g, perimeter) >= 5",
    "2 * arc(g, perimeter) > count(perimeter)",
    "9 <= arc(g, perimeter)",
    "3 * arc(g, perimeter) > 1",
    "arc(g, perimeter) > count(perimeter)",
    "arc(g, perimeter) > -1",
    "arc(g, {cell(0, 0), cell(1, 0), cell(1, 1), cell(0, 1)}) >= 3",
    "arc(g, perimeter) > 4 and touches(g, sides[0])",
    "count(g & perimeter) >= 3",
    "count(g & corners) > 1 or arc(g, perimeter) > 6",
    "count({s for s in sides where touches(g, s)}) >= 4",
    "count({s for s in sides without corners where touches(g, s)}) >= 3",
]


@long("*", "!count*")
@pytest.mark.parametrize("grows", GROWING)
def test_what_only_grows_is_told_by_the_bits_of_a_group(grows: str) -> None:
    board, ends = "board { shape hexagon(3) }", "draw when count(empty) == 0"
    game = game_of(f"{board}\nwin when some g in groups(own): {grows}\n{ends}")
    assert game.facts.joined_goals == (True,), grows
    play_in_lockstep(game, 40, seed=4)


@pytest.mark.parametrize(
    "other", ["arc(g, perimeter) < 5", "arc(g, perimeter) == 5", "arc(g, perimeter) + 1 > 5", "not touches(g, top)"]
)
def test_what_may_come_untrue_is_searched_for(other: str) -> None:
    game = game_of(f"board {{ shape rhombus(4) }}\nwin when some g in groups(own): {other} and touches(g, bottom)")
    assert game.facts.joined_goals == (False,)
    play_in_lockstep(game, 10, seed=4)


FORBIDS = [
    "touches(group(c), sides[0]) and touches(group(c), sides[3])",
    "arc(group(c), perimeter) > 5",
    "not arc(group(c), perimeter) <= 5",
    "count(group(c) & perimeter) == 2",
    "2 <= count(group(c) & corners)",
    "3 > arc(group(c), perimeter) or count(group(c) & perimeter) != 1",
    "count({s for s in sides where touches(group(c), s)}) == 3",
]
STONES = "board {{ shape hexagon(3) }}\nturn {{ may place stone on c among empty forbid {} {} }}\n"


@long("*", "!2 <= *", "!*arc(*")
@pytest.mark.parametrize("otherwise", ["", "otherwise pass"])
@pytest.mark.parametrize("forbid", FORBIDS)
def test_what_is_forbidden_is_told_without_a_try(forbid: str, otherwise: str) -> None:
    game = game_of(STONES.format(forbid, otherwise) + "draw when passes == 2")
    assert game.facts.forbids_in_bits
    assert game.forms.moves == "inlined"
    play_in_lockstep(game, 25, seed=5)
    alike(game, 400)


@pytest.mark.parametrize(
    "forbid", ["count(group(c)) > 3", "connects(own, [sides[0], sides[3]])", "touches(group(cell(0, 0)), sides[0])"]
)
def test_what_asks_more_than_regions_is_tried(forbid: str) -> None:
    game = game_of(STONES.format(forbid, "otherwise pass") + "draw when passes == 2")
    assert not game.facts.forbids_in_bits
    assert game.facts.board_forbids
    alike(game, 400)


@pytest.mark.parametrize("forbid", ["passes > 0 and count(own) > 3", "turn > 4 and c in perimeter", "repeats"])
def test_what_asks_for_more_than_the_board_is_played_step_by_step(forbid: str) -> None:
    game = game_of(STONES.format(forbid, "otherwise pass") + "draw when passes == 2")
    assert not game.facts.board_forbids
    assert game.forms.moves == "proposed"
    alike(game, 400)


EDGED = "edge top, bottom: Red edge left, right: Blue"
LASTING = {
    "own or empty": (f"shape rhombus(4) {EDGED}", "lose when not connects(own | empty, own.edges)"),
    "not the enemy's": (f"shape rhombus(4) {EDGED}", "lose when not connects(enemy | empty, enemy.edges)"),
    "regions": ("grid square8 shape rhombus(4)", "lose when not connects(own | empty, [top, bottom])"),
    "one colour": ("shape triangle(5)", "win for Red when not connects(Blue | empty, [sides[0], sides[1]])"),
    "a path": (
        "shape rhombus(4) wrap left, right reversed as u edge top, bottom: Red",
        "win for Blue when not path(Red | empty, Red.edges, even: u)",
    ),
    "a path home": (
        "shape rhombus(4) wrap left, right as u",
        "lose when not path(own | empty, [top, top], odd: u) and not connects(own | empty, [top, bottom])",
    ),
    "empty": (
        "shape rhombus(4)",
        "draw when not connects(empty, [top, bottom]) and not connects(empty, [left, right])",
    ),
}


@long(
    "*",
    "!Red, Blue-regions",
    "!Red, Blue-not the enemy's",
    "!Red, Blue-one colour",
    "Red, Blue-not the enemy's",
    "Red, Blue-one colour",
)
@wide("Red, Blue, Green-*")
@pytest.mark.parametrize("board", LASTING)
@pytest.mark.parametrize("players", ["Red, Blue", "Red, Blue, Green"])
def test_what_can_only_be_lost_is_kept_until_a_stone_comes_in_the_way(board: str, players: str) -> None:
    shape, ends = LASTING[board]
    text = ends if players == "Red, Blue" else ends.replace("enemy", "own").replace("own.edges", "Red.edges")
    game = game_of(f"players {players}\nboard {{ {shape} }}\n{text}\ndraw when count(empty) == 0")
    assert any(game.facts.lasting_goals)
    play_in_lockstep(game, 150, seed=6)


EDGES = {
    "two sides": (EDGED, "connects(own, own.edges)", True),
    "one side": ("edge top: Red edge left: Blue", "connects(own, [top, bottom])", True),
    "any of two goals": ("edge top: Red", "connects(own, [top, left]) or connects(own, [top, right])", True),
    "three sides": ("edge top, left, bottom: Red edge right: Blue", "connects(own, own.edges)", False),
    "other sides": ("edge top, bottom: Red", "connects(own, [left, right])", False),
    "sides and a cell": (EDGED, "connects(own, [top, bottom, {cell(2, 2)}])", False),
    "one player's": (EDGED, "connects(Red, [left, right])", False),
    "the other side's": (EDGED, "connects(own, [left, right])", False),
    "nobody's": ("edge top, bottom: neutral edge left, right: neutral", "connects(own, [top, bottom])", True),
}


@wide("*", "!one side", "!nobody's", "!any of two goals", "!the other side's")
@pytest.mark.parametrize("name", EDGES)
def test_chains_run_through_an_edge_where_a_goal_can_tell(name: str) -> None:
    edges, goal, is_apart = EDGES[name]
    game = game_of(f"board {{ shape rhombus(4) {edges} }}\nwin when {goal}")
    assert game.facts.joined_goals == (True,) * len(game.rules.goals)
    plan = game.plan
    assert plan.chains is not None
    of_red = [plan.cells + number for number, edge in enumerate(game.board.edges) if edge.player != 1]
    assert {not plan.chains.rows[node] for node in of_red} == {is_apart}
    draw = random.Random(4)
    for _ in range(60):
        stones_in_any_order(game, draw)


@long("own | empty", "own.man | empty")
@pytest.mark.parametrize("kinds", ["own.man | empty", "own.king | enemy.man | empty", "own | empty"])
def test_edges_of_players_with_several_kinds_of_pieces_belong_to_the_way(kinds: str) -> None:
    text = f"pieces man, king\nboard {{ shape rhombus(4) {EDGED} }}\nlose when not connects({kinds}, own.edges)\n"
    game = game_of(text + "turn { may place man on empty may place king on empty }\ndraw when count(empty) == 0")
    assert game.facts.lasting_goals == (True,)
    play_in_lockstep(game, 80, seed=8)


@pytest.mark.parametrize("goal", ["connects(own, [top, bottom])", "connects(own | empty, [top, bottom, left])"])
def test_other_goals_are_not_kept(goal: str) -> None:
    assert game_of(f"board {{ shape rhombus(4) }}\nwin when {goal}").facts.lasting_goals == (False,)


def alike(game: Game, games: int) -> None:
    """Random games of both kinds end alike and are equally long, as far as chance lets them."""
    samples = [
        game.in_forms(Forms(forms.groups, forms.counts, moves)).machine.sample(games, generator(9))
        for forms, moves in ((game.forms, game.forms.moves), (fast_forms(game.facts), PLAIN.moves))
    ]
    ends = [Counter({end: sum(row[end] for row in firsts) for end in range(len(firsts[0]))}) for firsts, _ in samples]
    for end in ends[0] | ends[1]:
        assert abs(ends[0][end] - ends[1][end]) < 5 * (ends[0][end] + ends[1][end]) ** 0.5
    means = [sum(n * count for n, count in enumerate(lengths)) / games for _, lengths in samples]
    squares = [sum(n * n * count for n, count in enumerate(lengths)) / games for _, lengths in samples]
    spread = sum(square - mean**2 for mean, square in zip(means, squares, strict=True)) / games
    assert abs(means[0] - means[1]) <= 5 * spread**0.5


@pytest.mark.parametrize("stem", ["hy2", "havannah", "hex", "misere_hex", "crossway"])
def test_games_in_one_loop_are_as_random_as_others(stem: str) -> None:
    game = small(stem, 3)
    assert game.forms.moves == "inlined"
    assert {forms.groups for forms in licensed(game)} == {"incremental", "recomputed"}
    alike(game, 2_000)


def test_a_game_that_begins_with_a_choice_of_its_turn_tells_its_first_decision() -> None:
    """On turn 1 the first player may pass; then the second may take over."""
    text = (
        "board { shape rhombus(2) edge top, bottom: Red edge left, right: Blue }\nwin when connects(own, own.edges)\n"
    )
    game = game_of(text + "turn { may place stone on empty may pass on turn 1 may swap on turn 2 }")
    assert game.forms.moves == "inlined"
    firsts, lengths = game.machine.sample(1_000, generator(3))
    assert min(map(sum, firsts[:5])) > 150
    assert sum(map(sum, firsts[5:])) == lengths[0] == 0
    alike(game, 1_000)


def test_each_allowed_cell_is_as_likely_as_the_others() -> None:
    """No group may hold just one of two cells: what full boards there are comes equally often in both forms."""
    text = "board { shape parallelogram(5, 1) }\nwin when connects(own, [left, right])\nturn { may place stone on c "
    game = game_of(text + "among empty forbid count(group(c) & {cell(1, 0), cell(3, 0)}) == 1 }")
    assert game.forms.moves == "inlined"
    plain = game.in_forms(Forms(game.forms.groups, game.forms.counts, PLAIN.moves))
    boards, rng, out = (Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()), generator(4), [0] * 9
    for each, counts in zip((game, plain), boards, strict=True):
        for _ in range(3_000):
            vector = list(each.machine.start)
            rng = each.machine.rollout(vector, rng, out)
            counts[tuple(vector[:5])] += 1
    fast, slow = boards
    assert len(fast) > 2
    assert fast.keys() == slow.keys()
    assert all(abs(fast[key] - slow[key]) < 5 * (fast[key] + slow[key]) ** 0.5 for key in fast)


def test_whoever_is_out_puts_no_stone_in_a_random_game() -> None:
    text = "players Red, Green, Blue\nboard { shape rhombus(4) }\nlose when connects(own, [top, bottom])"
    game = game_of(text)
    assert game.facts.joined_goals == (True,)
    assert game.forms.moves != "inlined"
    alike(game, 1_000)


# Groups


@pytest.mark.parametrize(
    ("goal", "looks_at"),
    [
        ("some g in groups(own): count(g) == count(own)", FirstGroup),
        ("some g in groups(own): count(own) <= count(g)", FirstGroup),
        ("some g in groups(own): cell(0, 0) in g and count(g) > 4", GroupAround),
        ("some g in groups(own): last in g and count(g) > 3", GroupAround),
        ("some g in groups(own): count(g) == count(enemy)", AllGroups),
        ("some g in groups(own): cell(0, 0) in g or count(g) > 4", AllGroups),
    ],
)
def test_a_search_looks_at_the_groups_that_may_have_the_property(goal: str, looks_at: type) -> None:
    text = f"board {{ shape rhombus(4) }}\nwin when count(empty) < 8 and {goal}\n"
    game = game_of(text + "turn { may place stone on empty may move stone from s among own to adjacent(s) & empty }")
    assert isinstance(game.plan.goals.all[0].among, looks_at)
    assert game.in_forms(PLAIN).plan.goals.all[0].among == AllGroups()
    play_in_lockstep(game, 4, 1)
