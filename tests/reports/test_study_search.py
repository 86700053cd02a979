"""Searched games for reports: the same wherever they are played, and measures of them."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from dataclasses import replace

import pytest
from conftest import game_of, long, wide

import hexgame
from hexgame.experiments.codes import swaps_of
from hexgame.experiments.random.totals import Totals
from hexgame.play.game import Game
from hexgame.proofs.verdicts import Proved
from hexgame.reports.exact.stones import fewest_stones, free_cells, judge_of
from hexgame.reports.exact.whole import whole_of
from hexgame.reports.kinds.depth import DEPTH
from hexgame.reports.kinds.desk import NOBODY, Ended
from hexgame.reports.kinds.ladder import DUELS, EACH, LADDER, SEARCH_FIRST, SEARCH_GREEDY, STEPS, _scheduled, first_step
from hexgame.reports.kinds.mirrors import MIRRORS, mirrors_of, undoes_itself
from hexgame.reports.kinds.openings import OPENINGS, few_of, openings_of
from hexgame.reports.kinds.playouts import PLAYOUTS
from hexgame.reports.kinds.searched import NO_SWAP, SEARCHED, Searched, SearchedGames
from hexgame.reports.kinds.single import Tally
from hexgame.reports.kinds.walks import WALKS
from hexgame.reports.measures import shortest
from hexgame.reports.measures.going import VEILED, how_it_goes
from hexgame.reports.measures.openings import balance_by_opening, balance_of
from hexgame.reports.measures.shortest import shortest_of, shortest_win
from hexgame.reports.measures.size import boards_of, complexity, is_filled_in_turn
from hexgame.reports.measures.skill import does_skill_matter, duels_of
from hexgame.reports.measures.stories import story_of
from hexgame.reports.measures.strengths import Wins, _says, who_wins_searched, wins_of
from hexgame.reports.measures.symmetric import mirrors_score, order_of, scores_of, symmetries_of_the_game
from hexgame.reports.study import Study
from hexgame.statistics.estimates import size_of_tree

WEAK = SEARCHED[0]
KINDS = (WEAK, OPENINGS, LADDER, MIRRORS)
HEX = hexgame.load("hex", size=3)


def played(kind, game: Game, games: int, seed: int = 1):
    return kind.job(game, seed, games).played(range(games))


@long("openings", "ladder")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_blocks_give_the_same_wherever_they_are_played(kind):
    job = kind.job(HEX, 1, 4)
    whole = job.played(range(4))
    assert whole.games == 4
    assert job.played(range(2, 4)) + job.played(range(1, 2)) + job.played(range(1)) == whole
    assert kind.read(json.loads(json.dumps(whole.data()))) == whole
    assert kind.job(HEX, 2, 4).name != job.name


def test_searched_games_are_played_by_the_rules():
    for each in played(WEAK, HEX, 3).all:
        story = story_of(HEX, each)
        state = HEX.start().play_all(story.moves)
        assert state.outcome is not None
        assert state.seat(state.outcome.winner) == story.winner == each.ended.seat
        assert len(story.values) == len(story.moves) + 1
        assert all(sum(values) == pytest.approx(1, abs=0.002) for values in story.values)


@pytest.mark.parametrize("row", [[0, 1, 1, 0, 1, 2, 0, 0, 5], [0, 1, 1, 0, 1, -1, 0, 0]])
def test_other_numbers_are_no_games(row):
    with pytest.raises(ValueError, match="not a searched game"):
        Searched.read(row)


@long
def test_the_first_player_of_hex_wins_without_a_swap():
    plain = hexgame.load("hex", size=3, pie="no")
    wins = wins_of(plain, WEAK, played(WEAK, plain, 6))
    assert wins.by_seat == wins.by_colour
    assert wins.by_seat[0] >= 5
    assert sum(wins.endings.values()) == wins.games == 6


def test_one_or_two_games_of_a_strength_are_not_listed():
    weak, middling, _ = SEARCHED
    found = {kind.name: played(kind, HEX, games) for kind, games in ((weak, 4), (middling, 2), (NO_SWAP, 1))}
    section = who_wins_searched(Study(HEX, 1, found))
    assert all(part.columns[1:] == ("10 simulations",) for part in section.parts)
    assert [basis.unit for basis in section.bases] == [weak.unit]


def test_a_difference_at_a_lower_strength_is_told():
    weak, strong = (
        Wins(simulations, sum(seats), seats, seats, Counter(), Counter())
        for simulations, seats in ((10, (620, 380)), (1_000, (11, 10)))
    )
    unknown, seen = _says([weak, strong], 2)
    assert unknown.startswith("With 1,000 simulations a move, no difference between the seats was found")
    assert seen == (
        "With 10 simulations a move, the first seat does better than the second: it scores "
        "62.0 % (54.9 … 68.8) of 1,000 games."
    )
    assert len(_says([replace(weak, by_seat=(510, 490)), strong], 2)) == 1


def test_nobody_is_not_counted_where_no_draws_are_proved():
    found = {WEAK.name: played(WEAK, HEX, 4)}
    rows = [
        [row[0] for row in who_wins_searched(Study(HEX, 1, found, verdicts)).parts[0].rows]
        for verdicts in ((), (Proved("no-draws", "topology", "", "", {}),))
    ]
    assert rows == [["first seat", "second seat", "nobody"], ["first seat", "second seat"]]


def test_seats_keep_their_persons_when_colours_are_swapped():
    found = played(SEARCHED[1], hexgame.load("hex", size=2), 4)
    swapped = [each for each in found.all if each.ended.codes[1] == 4]
    assert swapped
    for each in swapped:
        assert HEX.outcome(each.ended.end).winner == HEX.players[1 - each.ended.seat]


@long
def test_nobody_swaps_where_openings_are_compared():
    assert swaps_of(HEX) == {9}
    assert set(openings_of(HEX)) <= {*range(9)} - swaps_of(HEX)
    found = played(OPENINGS, HEX, len(openings_of(HEX)))
    assert {code for code, _ in found.counts} == {*openings_of(HEX)}
    assert found.counts.get((4, 0)) == 1


def test_of_many_openings_a_few_come_first():
    assert few_of(HEX) == ()
    large = hexgame.load("hex", size=6)
    codes, few = openings_of(large), few_of(large)
    assert len(set(few)) == 8 < len(codes)
    assert {*few} <= {*codes}
    assert (few[0], few[-1]) == (codes[0], codes[-1])


def test_where_nobody_may_swap_nobody_does():
    tiny = hexgame.load("hex", size=2)
    found = played(NO_SWAP, tiny, 3)
    assert not any(swaps_of(tiny) & {*each.ended.codes} for each in found.all)
    assert {each.ended.seat for each in found.all} == {0}
    assert NO_SWAP.suits(tiny)
    assert not NO_SWAP.suits(hexgame.load("hex", size=2, pie="no"))


def test_openings_of_known_strength_are_told_apart():
    codes = openings_of(HEX)
    counts = {(code, seat): 500 for code in codes for seat in (0, 1)}
    equal = balance_of(HEX, Tally(1_000 * len(codes), counts))
    assert not equal.comparison.differ
    section = balance_by_opening(Study(HEX, 1, {OPENINGS.name: Tally(1_000 * len(codes), counts)}))
    (table,) = section.parts
    assert table.columns == ("first move", "share won")
    biased = balance_of(HEX, Tally(1_000 * len(codes), counts | {(codes[0], 0): 700, (codes[0], 1): 300}))
    assert [first.move.code for first in biased.comparison.better] == [codes[0]]
    swapped = biased.after_best_swap()
    assert swapped.low <= 0.5 == swapped.high
    uneven = {(code, seat): 700 if (code == codes[0]) == (seat == 0) else 300 for code in codes for seat in (0, 1)}
    assert balance_of(HEX, Tally(0, uneven | {(codes[1], 0): 1, (codes[1], 1): 1})).fairest.move.code != codes[1]
    study = Study(HEX, 1, {OPENINGS.name: Tally(1_000 * len(codes), counts)})
    assert "No difference between first moves was found" in balance_by_opening(study).says[0]


def test_each_step_of_the_ladder_gets_half_the_pairs_of_the_one_below():
    found = [_scheduled(number, has_greedy=True) for number in range(4_096 + 2 * EACH)]
    pairs = [sum(duel == step for duel, _ in found) for step in STEPS]
    assert all(abs(one - 2 * other) <= 2 for one, other in itertools.pairwise(pairs[:-1]))
    assert pairs[-1] == pairs[-2]
    for duel in range(len(DUELS)):
        turns = [turn for each, turn in found if each == duel]
        assert turns == [*range(len(turns))]


@pytest.mark.parametrize(("has_greedy", "tricks"), [(True, (SEARCH_GREEDY, SEARCH_FIRST)), (False, (SEARCH_FIRST,))])
def test_the_first_pairs_of_a_ladder_are_those_of_tricks(has_greedy, tricks):
    first = [_scheduled(number, has_greedy)[0] for number in range(EACH * len(tricks))]
    assert all(first.count(duel) == EACH for duel in tricks)


def test_a_ladder_is_read():
    counts = {(0, 2, 0): 30, (0, 1, 1): 10, (1, 1, 1): 20, (len(STEPS), 2, 0): 30}
    study = Study(HEX, 1, {LADDER.name: Tally(90, counts)})
    says = does_skill_matter(study).says
    assert "last doubling that was found to help is that to 8 simulations" in says[0]
    assert says[1] == "More games may show that those up to 16 help, too."
    assert any(text.startswith("A search of 128 simulations beats random play: 100") for text in says)
    assert duels_of(Tally(90, counts), [0])[0].value == pytest.approx(70 / 80)


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        (
            {(0, 1, 1): 40, (1, 2, 0): 6, (1, 0, 2): 6},
            "No single doubling was found to help, of 2 that were played in 12 pairs",
        ),
        ({(0, 2, 0): 40, (1, 2, 0): 3, (1, 0, 2): 17}, "is that to 8 simulations a move: it scores 100 % ("),
        ({(0, 0, 2): 30, (1, 2, 0): 40}, "is that to 16 simulations a move, and it is the last that was played often"),
        ({(0, 0, 2): 30, (1, 0, 2): 6}, "No single doubling was found to help, of 2 that were played in 6 pairs"),
    ],
)
def test_sentences_on_a_ladder_do_not_contradict_one_another(counts, says):
    study = Study(HEX, 1, {LADDER.name: Tally(sum(counts.values()), counts)})
    found = does_skill_matter(study).says
    assert says in found[0]
    assert "found to help" in found[0]


def test_that_thinking_helps_is_not_denied_where_single_doublings_are_too_few():
    found = {DEPTH.name: Tally(200, {(2, 0): 100, (1, 1): 100}), LADDER.name: Tally(20, {(0, 2, 0): 5, (0, 1, 1): 5})}
    first, second, *_ = does_skill_matter(Study(HEX, 1, found)).says
    assert first.startswith("Thinking helps: 4 × the simulations score 75")
    assert second == "Which single doublings help is not known yet: 10 pairs of games or more of each are too few."


def test_few_pairs_of_games_do_not_say_that_no_doubling_helps():
    study = Study(HEX, 1, {LADDER.name: Tally(7, Counter({(0, 2, 0): 4, (0, 0, 2): 3}))})
    assert does_skill_matter(study).says[0].startswith("Which single doublings help is not known yet: 7 ")


def test_mirrors_are_told_by_what_they_score():
    assert len(mirrors_of(HEX)) == 3
    assert all(map(undoes_itself, mirrors_of(HEX)))
    scores = scores_of(Tally(40, {(0, 1, 1, 2): 38, (0, 1, 1, 0): 2}))
    study = Study(HEX, 1, {MIRRORS.name: Tally(40, {(0, 1, 1, 2): 38, (0, 1, 1, 0): 2})})
    assert scores[0, 1, 1].value == pytest.approx(0.95)
    assert mirrors_score(study).says[0].startswith("A cheap trick works: mirror 1 (a1 ↔ c3), as the second player")
    few = Study(HEX, 1, {MIRRORS.name: Tally(16, {(0, 1, 1, 2): 11, (0, 1, 1, 0): 5})})
    assert "too few to rule it out: mirror 1 (a1 ↔ c3), as the second player, scored 69 %" in mirrors_score(few).says[0]
    none = Study(HEX, 1, {MIRRORS.name: Tally(50, {(0, 1, 1, 0): 50})})
    assert mirrors_score(none).says[0].endswith("the best could score 18 % at most.")


def test_a_mirror_is_not_judged_by_next_to_no_games():
    few = mirrors_score(Study(HEX, 1, {MIRRORS.name: Tally(2, {(0, 1, 1, 2): 2})}))
    assert few.takes == f"mirrors={10 * 4 * len(mirrors_of(HEX))}"
    random = Tally(40, {(0, 1, 0, 2): 40})
    assert mirrors_score(Study(HEX, 1, {MIRRORS.name: random})).takes == few.takes


@pytest.mark.parametrize("size", [3, 6])
def test_as_many_games_with_openings_as_are_asked_for_are_enough(size):
    game = hexgame.load("hex", size=size)
    few = few_of(game) or openings_of(game)
    lacking = balance_by_opening(Study(game, 1, {OPENINGS.name: Tally(2, {(few[0], 0): 1, (few[1], 1): 1})}))
    enough = int(lacking.takes.removeprefix("openings="))
    half = -(-enough // len(few) // 2)
    dealt = Tally(2 * half * len(few), {(code, seat): half for code in few for seat in (0, 1)})
    assert balance_by_opening(Study(game, 1, {OPENINGS.name: dealt})).says


def test_the_pairs_asked_for_reach_the_first_step():
    pairs = first_step(6)
    schedule = [_scheduled(number, has_greedy=True)[0] for number in range(pairs)]
    assert (schedule.count(0), schedule[-1]) == (6, 0)


def test_games_that_nobody_wins_are_not_asked_for_again():
    games = played(WEAK, HEX, 8).all
    drawn = [replace(each, ended=replace(each.ended, seat=NOBODY)) for each in games]
    section = how_it_goes(Study(HEX, 0, {WEAK.name: SearchedGames(tuple(drawn))}))
    assert section.says[0].startswith("None of 8 games searched with 10 simulations a move was won")
    half = SearchedGames((*drawn[:4], *games[4:]))
    assert how_it_goes(Study(HEX, 0, {WEAK.name: half})).takes == "search-10=16"


@long
def test_a_mirror_wins_where_copying_wins():
    copy = game_of("""
game "Test"
players Red, Blue
board { shape rhombus(2) }
turn { may place stone on empty }
win for Blue when count(empty) == 0
""")
    found = played(MIRRORS, copy, 4 * len(mirrors_of(copy)))
    assert all(half == (2 if seat else 0) for (_, seat, _, half) in found.counts)


@wide("torex-*")
@pytest.mark.parametrize(("stem", "options", "order"), [
    ("hex", {"size": 3}, 4), ("y", {"size": 3}, 12), ("hy2", {"size": 2}, 24), ("torex", {"size": 11}, 484),
])  # fmt: skip
def test_symmetries_are_counted(stem, options, order):
    game = hexgame.load(stem, **options)
    section = symmetries_of_the_game(Study(game, 0))
    assert section.says[0].startswith(f"Board and rules have {order} symmetries")
    assert sum(row[-1] for row in section.parts[0].rows) == order
    assert [basis.seed for basis in section.bases] == [None]
    assert all(order_of(each) <= 22 for each in game.symmetries.listed(order))


def test_what_breaks_symmetries_is_said():
    says = symmetries_of_the_game(Study(hexgame.load("troll", size=4), 0)).says
    more = "There may be more, as every cell and every player count on their own here: a loop goes over cells in their"
    assert [text.startswith(more) for text in says if text.startswith("There may be")] == [True]
    assert says[0] == "No symmetry of board and rules was found."
    assert not any("kinds" in text for text in says)
    torex = symmetries_of_the_game(Study(hexgame.load("torex", size=4), 0)).says
    assert any("left by each of `win for Black when loop(own, odd: meridian" in text for text in torex)


def test_an_option_that_chance_decides_is_named_by_its_declaration():
    says = symmetries_of_the_game(Study(hexgame.load("blind_hex", size=5), 0)).says
    assert any("`option handicapped = random in X, O, random`" in text for text in says)
    assert sum(text.startswith("There may be more") for text in says) == 1


def test_rules_are_named_without_the_comments_of_the_sheet():
    commented = game_of("""
game "Test"
players Red, Blue
board { shape rhombus(3) }
turn {
  place stone on empty  # anywhere
    - corners  # but there
}
win "by a # sign" when connects(own,  # both
  [top, bottom])
""")
    says = "\n".join(symmetries_of_the_game(Study(commented, 0)).says)
    assert '`win "by a # sign" when connects(own, [top, bottom])`' in says
    assert not {"anywhere", "there", "both"} & {*says.split()}


def brute(game: Game) -> tuple[int, int, dict[object, int]]:
    """The positions, the games, and the shortest game with each result, by playing every game."""
    positions, shortest, games = set(), {}, 0

    def go(state) -> None:
        nonlocal games
        positions.add(state.copy())
        if state.is_over:
            games += 1
            length = len(state.moves)
            shortest[state.outcome] = min(length, shortest.get(state.outcome, length))
        for move in state.legal_moves:
            state.play(move)
            go(state)
            state.undo()

    go(game.start(seed=0))
    return len(positions), games, shortest


TINY = [
    ("hex", {"size": 2}),
    ("y", {"size": 2}),
    ("torex", {"size": 2}),
    ("hy2", {"size": 2}),
    ("misere_hex", {"size": 2}),
    ("gale", {"size": 3}),
    ("cross", {"size": 2}),
]
"""Games so small that all of them can be played one by one."""


@long("hy2-*", "cross-*")
@pytest.mark.parametrize(("stem", "options"), TINY)
def test_small_games_are_counted_as_by_playing_them_all(stem, options):
    game = hexgame.load(stem, **options)
    positions, games, shortest = brute(game)
    whole = whole_of(game)
    assert (whole.positions, whole.games) == (positions, games)
    ends = sorted(whole.shortest_games.items(), key=lambda item: -len(item[1]))
    assert {game.outcome(end): len(codes) for end, codes in ends} == shortest
    for player in game.players:
        codes = whole.shortest(game, player)
        won = [length for outcome, length in shortest.items() if outcome.winner == player]
        assert (None if codes is None else len(codes)) == min(won, default=None)
        if codes is not None:
            assert game.start(seed=0).play_all(map(game.move, codes)).outcome.winner == player
    assert f"{games:,} different games" in complexity(Study(game, 0)).says[0]


@pytest.mark.parametrize(
    ("stem", "size", "is_filled"), [("hex", 3, True), ("chameleon", 3, False), ("gonnect", 3, False)]
)
def test_boards_that_are_filled_in_turn_are_told_from_others(stem, size, is_filled):
    assert is_filled_in_turn(hexgame.load(stem, size=size)) == is_filled


@pytest.mark.parametrize(("stem", "contents"), [("nex", 4), ("chameleon", 3)])
def test_pieces_of_nobody_count_among_what_cells_can_hold(stem, contents):
    seats = movers = 2
    assert boards_of(hexgame.load(stem, size=3)) == pytest.approx(math.log10(seats * movers * contents**9))


def test_cells_that_are_never_empty_have_one_content():
    star, seats, movers = hexgame.load("star", size=2), 2, 2
    empty = len(star.start().legal_moves) - 1
    assert boards_of(star) == pytest.approx(math.log10(seats * movers * 4**empty))
    assert empty < len(star.board.cells)


@long("*", "!y-*")
@pytest.mark.parametrize(("stem", "options", "walks"), [
    ("hex", {"size": 3, "pie": "no"}, 400), ("y", {"size": 3}, 200), ("torex", {"size": 2}, 50),
    ("gale", {"size": 3}, 200), ("misere_hex", {"size": 2}, 50), ("cross", {"size": 2}, 300),
    ("chameleon", {"size": 2}, 200),
])  # fmt: skip
def test_knuths_estimate_holds_the_exact_number_of_games(stem, options, walks):
    game = hexgame.load(stem, **options)
    whole, found = whole_of(game), played(WALKS, game, walks)
    assert complexity(Study(game, 0, {WALKS.name: found})).numbers["exact"]
    estimate = size_of_tree([each / 1_000 for each in found.products.elements()])
    assert 10**estimate.low * 0.998 <= whole.games <= 10**estimate.high * 1.002  # logarithms are kept in thousandths
    assert whole.positions <= 10 ** boards_of(game) * 1.001


@pytest.mark.parametrize(("stem", "options"), [("hex", {"size": 3, "pie": "no"}), ("y", {"size": 4}),
                                               ("torex", {"size": 3}), ("havannah", {"size": 3})])  # fmt: skip
def test_no_fewer_stones_win(stem, options):
    game = hexgame.load(stem, **options)
    found = fewest_stones(game, 0)
    wins, free = judge_of(game, 0), sorted(free_cells(game))
    assert found.is_exact
    assert wins(found.cells)
    assert not any(wins(cells) for cells in itertools.combinations(free, len(found.cells) - 1))


def test_games_without_an_end_are_not_counted():
    game = game_of("board { shape rhombus(2) }\nturn { pass }\nwin when count(own) > 4")
    section = complexity(Study(game, 0, {WALKS.name: played(WALKS, game, 1)}))
    assert whole_of(game) is None
    assert section.says[1].startswith("Random games were stopped because they did not end")
    assert section.numbers["games"]["value"] is None


@long
def test_the_shortest_win_of_hex():
    game = hexgame.load("hex", size=5)
    found = [shortest_of(game, player) for player in game.players]
    assert [(each.moves, each.is_exact) for each in found] == [(9, True), (10, True)]
    assert game.start().play_all(found[0].game).outcome.winner == "Red"
    section = shortest_win(Study(game, 0))
    assert section.numbers["Red"]["moves"] == 9
    assert [(basis.n, basis.unit) for basis in section.bases] == [(25, "cells for stones")]
    assert [basis.unit for basis in shortest_win(Study(HEX, 0)).bases] == ["positions"]


def test_no_game_on_the_page_is_shorter_than_the_shortest_win():
    game = hexgame.load("misere_hex", size=7)
    searched, walks = played(WEAK, game, 4), played(WALKS, game, 200)
    section = shortest_win(Study(game, 1, {WEAK.name: searched, WALKS.name: walks}))
    assert shortest_win(Study(game, 1, {WALKS.name: walks})) is None
    for player in game.players:
        won = [each.length for each in searched.all if game.outcome(each.ended.end).winner == player]
        won += [len(codes) for end, codes in walks.shortest.items() if game.outcome(end).winner == player]
        assert section.numbers[player]["moves"] == min(won)
    assert [basis.unit for basis in section.bases] == [WALKS.unit, WEAK.unit]


def test_a_colour_that_won_no_searched_game_can_win_a_random_one():
    game = hexgame.load("unlur", size=3)
    searched, walks = played(WEAK, game, 1), played(WALKS, game, 60)
    (won,) = {game.outcome(each.ended.end).winner for each in searched.all}
    numbers = shortest_win(Study(game, 1, {WEAK.name: searched, WALKS.name: walks})).numbers
    assert [*numbers] == [*game.players]
    assert any(each["how"] == "the shortest of 60 random games" for player, each in numbers.items() if player != won)


def test_a_random_game_that_was_shorter_still_is_told_with_the_shortest_win():
    game = hexgame.load("misere_hex", size=5)
    counted = played(WALKS, game, 3)
    many = Totals.of(*game.machine.sample(4_000, 1))
    study = Study(game, 1, {WEAK.name: played(WEAK, game, 1), WALKS.name: counted, PLAYOUTS.name: many})
    section = shortest_win(study)
    least = min(many.lengths)
    assert least < min(each["moves"] for each in section.numbers.values())
    assert section.says[-1] == f"Somebody has won after {least} moves: that is the shortest of 4,000 random games."
    assert section.bases[0].unit == PLAYOUTS.unit


def searches(kind, results):
    """Searched games of Hex, of which so many each were won by the first seat, the second, or nobody."""
    seats = [seat for seat, number in zip((0, 1, NOBODY), results, strict=True) for _ in range(number)]
    ends = {0: 1, 1: 2, NOBODY: HEX.machine.too_long}
    return {kind.name: SearchedGames(tuple(
        Searched(number, Ended((), ends[seat], seat), 9, is_whole=False) for number, seat in enumerate(seats)
    ))}  # fmt: skip


def test_draws_that_become_more_common_are_not_taken_for_a_better_second_seat():
    weak, _, strong = SEARCHED
    says = who_wins_searched(Study(HEX, 1, searches(weak, (50, 40, 10)) | searches(strong, (3, 2, 95)))).says
    assert not any(text.startswith("The first seat scores") for text in says)
    (drawn,) = (text for text in says if text.startswith("Games are drawn"))
    assert drawn.startswith("Games are drawn more often as both players search better: +85 percentage points (+")
    says = who_wins_searched(Study(HEX, 1, searches(weak, (500, 500, 0)) | searches(strong, (120, 270, 0)))).says
    (less,) = (text for text in says if text.startswith("The first seat scores"))
    assert less.startswith("The first seat scores less as both players search better: −19")


def test_what_it_takes_to_compare_seats_is_said():
    weak = SEARCHED[0]
    (said,) = who_wins_searched(Study(HEX, 1, searches(weak, (3, 2, 0)))).says
    assert "`--work search-10=20`" in said


def test_an_even_share_of_three_is_a_third():
    game = hexgame.load("three_player_hex", size=2)
    (plot, *_) = how_it_goes(Study(game, 1, {WEAK.name: played(WEAK, game, 10)})).parts
    assert plot.level == pytest.approx(1 / 3)


def test_what_seats_and_colours_tell_is_not_told_again_by_endings():
    captions = {}
    for stem, size in (("hex", 3), ("star", 2), ("unlur", 3)):
        game = hexgame.load(stem, size=size)
        section = who_wins_searched(Study(game, 1, {WEAK.name: played(WEAK, game, 4)}))
        captions[stem] = [part.caption for part in section.parts]
    assert captions["hex"] == captions["star"] == ["By seat", "By colour"]
    assert captions["unlur"] == ["By seat", "How games end"]


def test_a_bound_that_no_game_was_searched_for_has_no_basis(monkeypatch):
    monkeypatch.setattr(shortest, "shortest_of", lambda *_: shortest.Shortest("Red", 5, False, "at least 3 moves"))
    section = shortest.shortest_win(Study(HEX, 1))
    assert section.says[0] == "Red can win after 5 moves, perhaps sooner (at least 3 moves)."
    assert section.bases == ()


@long
def test_what_does_not_apply_says_why():
    dark = hexgame.load("dark_hex", size=3)
    games = played(WEAK, dark, 1)
    assert how_it_goes(Study(dark, 0, {WEAK.name: games})).says == (VEILED,)
    assert not OPENINGS.suits(dark)
    assert not MIRRORS.suits(dark)
    assert who_wins_searched(Study(HEX, 0)) is None
    assert {each.ended.seat for each in games.all} <= {0, 1, NOBODY}


def test_how_a_game_goes_is_told_with_games_to_replay():
    section = how_it_goes(Study(HEX, 0, {WEAK.name: played(WEAK, HEX, 10)}))
    courses = [part for part in section.parts if type(part).__name__ == "Course"]
    assert courses
    for course in courses:
        assert HEX.start().play_all(course.moves).is_over
        assert len(course.values) == len(course.moves) + 1
