"""Sums, counts, the largest and the smallest, and lists that compare from the left: against Python, in random games."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable

import oracle
import pytest
from conftest import complete, game_of

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.outcome import Outcome
from hexgame.play.state import State

Cells = frozenset[int]
Of = Callable[[State, Cells, Cells], int | tuple[int, ...]]


def groups(state: State, cells: Cells) -> list[Cells]:
    return oracle.groups(state.game.board, cells)


def column(state: State, cell: int) -> int:
    return state.game.board.cells[cell].q


def row(state: State, cell: int) -> int:
    return state.game.board.cells[cell].r


def top(state: State, cells: Cells) -> list[Cells]:
    return [group for group in groups(state, cells) if any(row(state, cell) == 0 for cell in group)]


def neighbours(state: State, cell: int) -> set[int]:
    return {arc.to for arc in state.game.board.arcs[cell]}


RIM = (0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4)
"""The perimeter, clockwise from the top left."""


def distance(state: State, one: int, other: int) -> int:
    (q, r), (a, b) = state.game.board.cells[one], state.game.board.cells[other]
    return max(abs(q - a), abs(r - b), abs(q + r - a - b))


def beside(state: State, one: Cells, other: Cells) -> list[tuple[int, int]]:
    """The cells of one set, each with one of the other that is next to it."""
    return [(cell, near) for cell in one for near in neighbours(state, cell) & other]


SCORES: dict[str, Of] = {
    "sum(count(g) for g in groups(own))": lambda s, own, other: len(own),
    "sum(count(g) * count(g) for g in groups(own) where touches(g, top))":
        lambda s, own, other: sum(len(g) ** 2 for g in top(s, own)),
    "largest(count(g) for g in groups(own))": lambda s, own, other: max(map(len, groups(s, own)), default=0),
    "smallest(count(g) for g in groups(enemy) where count(g) > 1 otherwise 9)":
        lambda s, own, other: min((len(g) for g in groups(s, other) if len(g) > 1), default=9),
    "count(g for g in groups(own) where count(g) > 1)":
        lambda s, own, other: sum(len(g) > 1 for g in groups(s, own)),
    "count({g for g in groups(empty) where touches(g, top)})":
        lambda s, own, other: len(top(s, frozenset(range(16)) - own - other)),
    "count(groups(own | enemy))": lambda s, own, other: len(groups(s, own | other)),
    "sum(largest(count(h & adjacent(g)) for h in groups(enemy)) for g in groups(own))":
        lambda s, own, other: sum(
            max((len(h & set().union(*(neighbours(s, c) for c in g))) for h in groups(s, other)), default=0)
            for g in groups(s, own)),
    "sum(c.q - c.r for c in own)": lambda s, own, other: sum(column(s, c) - row(s, c) for c in own),
    "largest(c.q - 3 for c in own otherwise -7)":
        lambda s, own, other: max((column(s, c) - 3 for c in own), default=-7),
    "smallest(c.q * c.r for c in own where c.q > 0)":
        lambda s, own, other: min((column(s, c) * row(s, c) for c in own if column(s, c) > 0), default=0),
    "count(c for c in own where some d in adjacent(c): d in enemy)":
        lambda s, own, other: sum(bool(neighbours(s, c) & other) for c in own),
    "sum(count(group(c)) for c in own)": lambda s, own, other: sum(len(g) ** 2 for g in groups(s, own)),
    "sum(d.q for d in group(last))":
        lambda s, own, other: sum(column(s, c) for g in groups(s, own) + groups(s, other)
                                  if last(s) in g for c in g),
    "sum(if p == Red then count(p) else 10 * count(p) for p in players)":
        lambda s, own, other: by_colour(s)[0] + 10 * by_colour(s)[1],
    "largest(count(p) - 2 for p in players where count(p) > 1 otherwise 5)":
        lambda s, own, other: max((len(held) - 2 for held in (own, other) if len(held) > 1), default=5),
    "count(s for s in sides where count(own & s) > 1)":
        lambda s, own, other: sum(len(own & side) > 1 for side in sides(s)),
    "sum(n for n in 1..count(own) where n mod 2 == 1)":
        lambda s, own, other: sum(n for n in range(1, len(own) + 1) if n % 2),
    "count({n for n in 1..count(enemy) where n * n > count(own)})":
        lambda s, own, other: sum(n * n > len(own) for n in range(1, len(other) + 1)),
    "largest(n for n in 0..4 where some g in groups(own): count(g) > n otherwise -1)":
        lambda s, own, other: max((n for n in range(5) if any(len(g) > n for g in groups(s, own))), default=-1),
    "count({n for n in 1..64 where some g in groups(own): count(g) >= n})":
        lambda s, own, other: max(map(len, groups(s, own)), default=0),
    "if some n in 3..20: some g in groups(own): count(g) == n then 1 else 0":
        lambda s, own, other: int(any(len(g) > 2 for g in groups(s, own))),
    "sum(hand) + largest(n for n in hand where n < 3) + smallest(hand)": lambda s, own, other: 8 + 2 + 1,
    "largest(count(own), 3) - smallest([count(own), count(enemy), 4]) + sum(1, 2)":
        lambda s, own, other: max(len(own), 3) - min(len(own), len(other), 4) + 3,
    "sum(d.q - c.r for c in own, d in adjacent(c) where d in enemy)":
        lambda s, own, other: sum(column(s, d) - row(s, c) for c, d in beside(s, own, other)),
    "count(d for c in own, d in adjacent(c) & enemy)": lambda s, own, other: len(beside(s, own, other)),
    "count({d for c in own, d in adjacent(c) where d in enemy and c.q < 2})":
        lambda s, own, other: len({d for c, d in beside(s, own, other) if column(s, c) < 2}),
    "count({c for c in own, d in adjacent(c) where d in enemy})":
        lambda s, own, other: len({c for c, _ in beside(s, own, other)}),
    "largest(d.q - 3 for c in own, d in adjacent(c) & enemy where c.r > 0 otherwise -9)":
        lambda s, own, other: max((column(s, d) - 3 for c, d in beside(s, own, other) if row(s, c)), default=-9),
    "smallest(n + 5 for g in groups(own), n in 1..count(g) where n > 1)":
        lambda s, own, other: min((n + 5 for g in groups(s, own) for n in range(2, len(g) + 1)), default=0),
    "sum(count(p) * n for p in players, n in 1..2 where count(p) > n)":
        lambda s, own, other: sum(len(held) * n for held in (own, other) for n in (1, 2) if len(held) > n),
    "sum(1 for g in groups(own), h in groups(enemy) where count(g) == count(h) otherwise 7)":
        lambda s, own, other: sum(len(g) == len(h) for g in groups(s, own) for h in groups(s, other)) or 7,
    "if some c in own, d in adjacent(c), e in adjacent(d) & own: d in enemy and e != c then 1 else 0":
        lambda s, own, other: int(any(len(neighbours(s, d) & own) > 1 for d in other)),
    "if every c in own, d in adjacent(c): d in enemy or d.q < 3 then 1 else 0":
        lambda s, own, other: int(all(d in other or column(s, d) < 3 for c in own for d in neighbours(s, c))),
    "if connects(own, [{c for c in own where c.q == smallest(d.q for d in own)}, {c for c in own where c.q == 2}])"
    " then 1 else 0":
        lambda s, own, other: int(any({min(column(s, c) for c in own), 2} <= {column(s, c) for c in g}
                                      for g in groups(s, own))),
    "count(g for g in groups(own) where touches(g, ring(last, 2) - adjacent(enemy)))":
        lambda s, own, other: sum(
            any(distance(s, c, last(s)) == 2 and not neighbours(s, c) & other for c in g) for g in groups(s, own))
            if last(s) >= 0 else 0,
    "count(own & disc(last, 1)) + count(disc(last, 2) - own)":
        lambda s, own, other: sum(distance(s, c, last(s)) <= (1 if c in own else 2) for c in range(16))
            if last(s) >= 0 else 0,
    "[4, 5, 6, 7][count(own)] + (if perimeter[count(enemy)] in own then 10 else 0)":
        lambda s, own, other: [4, 5, 6, 7, *[0] * 16][len(own)] + 10 * ([*RIM, *[-1] * 16][len(other)] in own),
    "sum(count(x) for x in [own & top, own, enemy & left])":
        lambda s, own, other: len(own & sides(s)[0]) + len(own) + len(other & sides(s)[3]),
    "sum({n for n in 0..9 where count(own) > n and n != 2}) + count({n for n in 1..3 where n < count(enemy)} | {0, 9})":
        lambda s, own, other: sum(n for n in range(10) if len(own) > n != 2) + min(max(len(other) - 1, 0), 3) + 2,
    "sum({1, 4, 6} & (count(enemy)..count(own) + 2)) + count((2..count(own)) - {3})":
        lambda s, own, other: sum(n for n in (1, 4, 6) if len(other) <= n <= len(own) + 2)
                              + sum(n != 3 for n in range(2, len(own) + 1)),
    "sum(count(p) for p in {q for q in players where count(q) > 2})"
    " + count({x + y for x in 0..2, y in 0..2 where count(own) > x * y})":
        lambda s, own, other: sum(len(held) for held in (own, other) if len(held) > 2)
                              + len({x + y for x in range(3) for y in range(3) if len(own) > x * y}),
    "if own in {q for q in players where count(q) > 2} or {q for q in players where q != own} == {} then 1 else 0":
        lambda s, own, other: int(len(own) > 2),
    "if every x in {s for s in sides where own & s != {}}: count(x & enemy) < 2 then 1 else 0":
        lambda s, own, other: int(all(len(x & other) < 2 for x in sides(s) if x & own)),
    "[count(own), largest(count(g) for g in groups(own))]":
        lambda s, own, other: (len(own), max(map(len, groups(s, own)), default=0)),
    "if [count(own), count(own & top)] > [count(enemy), 1] then 1 else 0":
        lambda s, own, other: int((len(own), len(own & sides(s)[0])) > (len(other), 1)),
    "[1, 2, count(own)][2] + count([own.turns, 7])": lambda s, own, other: len(own) + 2,
}  # fmt: skip


def last(state: State) -> int:
    section = state.game.machine.layout.last
    assert section is not None
    return state.vector[section.offset]


def by_colour(state: State) -> tuple[int, int]:
    contents = [state.vector[cell] for cell in range(16)]
    return contents.count(1), contents.count(2)


def sides(state: State) -> list[Cells]:
    """The sides of a rhombus with four cells a side, clockwise from the top."""
    line = range(4)
    return [frozenset(line), frozenset(4 * n + 3 for n in line), frozenset(12 + n for n in line),
            frozenset(4 * n for n in line)]  # fmt: skip


@pytest.mark.parametrize("score", SCORES)
def test_a_number_about_many_is_what_python_makes_of_them(score: str) -> None:
    knows_last = "or last in {cell(0, 0)} & {cell(1, 1)}"
    game = game_of(f"cards hand = {{1, 2, 5}}\nboard {{ shape rhombus(4) }}\n"
                   f"score = {score}\nwin by score when count(empty) == 0 {knows_last}")  # fmt: skip
    state, draw = game.start(), random.Random(5)
    while True:
        held = [frozenset(cell for cell in range(16) if state.vector[cell] == 1 + own) for own in (0, 1)]
        wanted = {"Red": SCORES[score](state, *held), "Blue": SCORES[score](state, *reversed(held))}
        assert state.scores == wanted
        if state.is_over:
            break
        state.play(draw.choice(state.legal_moves))


@pytest.mark.parametrize(("over", "numbered"), [
    ("some e in own.edges: touches(own, e)", "some i in 0..1: touches(own, own.edges[i])"),
    ("every e in own.edges: connects(own, [e, corners])", "every i in 0..1: connects(own, [own.edges[i], corners])"),
    ("count(e for e in own.edges where touches(own, e)) == 2",
     "count(i for i in 0..1 where touches(own, own.edges[i])) == 2"),
    ("count({e for e in own.edges where touches(own, e)}) == 2",
     "count({i for i in 0..1 where touches(own, own.edges[i])}) == 2"),
    ("sum(n * count(own) for n in (if own == Red then [2, 3] else [3, 4])) > 30",
     "sum((if own == Red then [2, 3] else [3, 4])[i] * count(own) for i in 0..1) > 30"),
])  # fmt: skip
def test_what_runs_over_a_list_of_ones_own_runs_over_its_places(over: str, numbered: str) -> None:
    sheet = "board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }\nwin when"
    one, other = game_of(f"{sheet} {over}"), game_of(f"{sheet} {numbered}")
    assert one.rules.endings[0].condition == other.rules.endings[0].condition
    assert one.machine.source == other.machine.source


def test_what_a_definition_selects_keeps_its_names() -> None:
    some = "some x in corners & own: some y in own - corners:"
    define = "define near(x) = {d for d in cells where d in group(x)}"
    sheet = "board { shape rhombus(4) }\nturn { place stone on empty }\nwin when"
    defined = game_of(f"{define}\n{sheet} {some} count(near(y) | own) > 5")
    written = game_of(f"{sheet} {some} count({{d for d in cells where d in group(y)}} | own) > 5")
    assert defined.machine.source == written.machine.source


ORDER = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne}


@pytest.mark.parametrize("symbol", ORDER)
def test_lists_compare_from_the_left(symbol: str) -> None:
    draw = random.Random(1)
    for _ in range(12):
        one, other = ([draw.randrange(3) for _ in range(draw.randrange(1, 4))] for _ in range(2))
        counted = [f"(count(empty) - {25 - number})" for number in one]
        known = f"if {one} {symbol} {other} then 1 else 0"
        in_play = f"if [{', '.join(counted)}] {symbol} {other} then 1 else 0"
        game = game_of(f"score = {known}, {in_play}".replace("score = ", "score = [") + "]\nwin by score when turn > 9")
        assert game.start().scores["Red"] == (int(ORDER[symbol](one, other)),) * 2, (one, symbol, other)


def test_the_first_number_that_differs_decides_who_wins() -> None:
    score = "score = [count(own & top), count(own & bottom), count(own & left)]"
    game = game_of(f"{score}\nwin by score when passes == 2\nturn {{ may place stone on empty may pass }}")
    for moves, winner in (("b1 b2", "Red"), ("b2 b1", "Blue"), ("b1 c1 b5 b4", "Red"), ("b1 c1 b3 b5", "Blue"),
                          ("b1 c1", None), ("b1 c1 b5 c5 a3", "Red")):  # fmt: skip
        state = game.start()
        for move in (*moves.split(), "pass", "pass"):
            state.play(move)
        assert state.outcome == Outcome(winner), moves


def test_what_is_known_is_a_number_before_play() -> None:
    game = game_of("let odd = sum(n for n in 1..9 where n mod 2 == 1)\n"
                   "board { shape rhombus(3) label far(c) = largest(d.q + d.r for d in adjacent(c)) }\n"
                   "option size = (smallest(odd, 4)) in 1..9\n"
                   "win when count(own) > odd - 20 and some c in own: far(c) == size")  # fmt: skip
    assert game.options["size"] == 4
    assert "def sum_" not in game.machine.source


def test_an_element_of_a_long_list_takes_no_more_steps_than_one_of_a_short_list() -> None:
    game = game_of(f"let xs = {[n % 7 for n in range(2600)]}\n"
                   "board { shape parallelogram(52, 50) label x(c) = xs[c.q + 52 * c.r] }\n"
                   "win when x(last) == 6")  # fmt: skip
    assert not game.start().is_over


def test_questions_about_groups_are_not_written_out_for_each_number_of_a_long_range() -> None:
    score = "count({n for n in 1..64 where some g in groups(own): count(g) >= n})"
    game = game_of(f"board {{ shape rhombus(8) }}\nscore = {score}\nwin by score when count(empty) == 0")
    assert len(game.rules.goals) == 1


BAD = {
    "score = sum(g for g in groups(own))": "`sum` needs a number; this is a set of cells",
    "score = largest(1 for c in 5)": "`largest` needs a set, a list or a range; this is a number",
    "score = sum(1 for c in own where 3)": "`where` needs a condition; this is a number",
    "score = sum(c.q for c in own otherwise own)": "`otherwise` needs a number; this is a player",
    "score = sum(own)": "`sum` needs a list or a set of numbers; this is a player",
    "score = sum([1, top])": "`sum` needs a list or a set of numbers; this is a list with a set of cells in it",
    "score = adjacent(c for c in own)": "`adjacent` does not run over elements",
    "score = [count(own), top]": "each item of a score needs a number; this is a set of cells",
    "score = [1, yes]": "each item of a score needs a number; this is a condition",
    "score for Red = [1, 2] score for Blue = [1]":
        "the scores of all players must be numbers, or lists of the same length",
    "score = sum(n for n in 1..turn)": "this range may have more than 10,000 numbers",
    "win when [own, 1] < [own, 2]": "lists are compared by their numbers; this one holds a player",
    "win when [last, 1] < [last, 2]": "`<` needs numbers on both sides; these are two cells",
    "win when [count(own), 1][2] == 1": "index 2 is out of range: the list's 2 elements are numbered 0 to 1",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_what_is_wrong_is_said(text: str) -> None:
    ending = "" if "win" in text else "\nwin by score when count(empty) == 0"
    assert BAD[text] in [problem.message for problem in hexgame.check(Source("test.hexgame", complete(text + ending)))]


def test_a_block_runs_over_a_list_of_ones_own() -> None:
    """In the block of a decision and between decisions, each player's list is theirs."""
    board = "board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }\n"
    over = "for e in own.edges where touches({}, e) {{ set joined = joined + {} }}"
    turn = "turn { place stone on c among empty { c becomes stone set joined = 0 " + over.format("own", 1) + " } "
    game = game_of(f"{board}var joined = 0 in 0..9 for each player\n{turn}{over.format('group(last)', 3)} }}\n"
                   "score = joined\nwin by score when count(own) > 6")  # fmt: skip
    state = game.start()
    for move, joined in (("b1", 4), ("b3", 0), ("c4", 5), ("a2", 4), ("c2", 2), ("d4", 5), ("c3", 5)):
        mover = state.to_move
        state.play(move)
        assert state.scores[mover] == joined, move


@pytest.mark.parametrize("ending", ["", "lose when repeats"])
def test_groups_of_empty_cells_are_found_anew_after_each_move(ending: str) -> None:
    game = game_of(f"""
        var n = 0 in 0..25
        turn {{
          place stone on c among empty {{ c becomes stone  set n = 0  for g in groups(empty) {{ set n = n + 1 }} }}
        }}
        draw when empty == {{}}
        {ending}
    """)
    state, dice = game.start(), random.Random(3)
    while not state.outcome:
        state.play(dice.choice(state.legal_moves))
        empty = frozenset(cell for cell in range(25) if not state.vector[cell])
        assert int(state.variables["n"]) == len(groups(state, empty))
