"""Ways: `steps`, `nearest`, `walks` and `cuts`, against a search written once more, in random games and before play."""

from __future__ import annotations

import random
from collections.abc import Callable

import oracle
import pytest
from conftest import complete, game_of, wide

import hexgame
from hexgame.board import distances as board_distances
from hexgame.board.board import Board
from hexgame.board.distances import Measured, between
from hexgame.diagnostics.text import Source
from hexgame.machine.plan.forms import PLAIN
from hexgame.play.state import State

Cells = frozenset[int]
BOARDS = {
    "rhombus": "shape rhombus(4)",
    "square torus": "grid square shape rhombus(4) wrap left, right as u wrap top, bottom as v",
    "holes": "shape rhombus(5) - disc(cell(1, 1), 0) - disc(cell(3, 2), 0)",
    "parts": "shape rhombus(2) + (rhombus(2) at cell(3, 0))",
}


def steps(board: Board, one: Cells, other: Cells, past: Cells | None = None) -> int:
    """By widening: all cells that so many steps lead to."""
    past = frozenset(range(len(board.cells))) if past is None else past
    reached, edge, count = one, one, 0
    while edge:
        if reached & other:
            return count
        edge = frozenset(arc.to for cell in edge if cell in past | one for arc in board.arcs[cell]) - reached
        reached, count = reached | edge, count + 1
    return len(board.cells)


def nearest(board: Board, cells: Cells, goal: Cells, past: Cells | None = None) -> Cells:
    far = {cell: steps(board, frozenset({cell}), goal, past) for cell in cells}
    least = min(far.values(), default=len(board.cells))
    return frozenset(cell for cell in cells if far[cell] == least < len(board.cells))


def around(state: State, held: list[Cells]) -> Cells:
    """The group of the last stone."""
    section = state.game.machine.layout.last
    assert section is not None
    last = state.vector[section.offset]
    groups = [group for cells in held for group in oracle.groups(state.game.board, cells)]
    return next((group for group in groups if last in group), frozenset())


def empty(state: State, held: list[Cells]) -> Cells:
    return frozenset(range(len(state.game.board.cells))) - held[0] - held[1]


Steps = Callable[[int], Cells]


def walks(start: Cells, step: Steps, past: Cells, exactly: int = 0) -> Cells:
    """By taking every walk that comes to no cell twice; what one leads to, some walk leads to without that."""
    found, waiting = set[int](), [(cell,) for cell in start]
    while waiting:
        walk = waiting.pop()
        if len(walk) - 1 == exactly or not exactly:
            found.add(walk[-1])
        if (len(walk) <= exactly or not exactly) and (len(walk) == 1 or walk[-1] in past):
            waiting += [(*walk, cell) for cell in step(walk[-1]) if cell not in walk]
    return frozenset(found) - start


def cuts(board: Board, cells: Cells) -> Cells:
    """By leaving out each cell in turn; a cell alone takes its group along."""
    parts = len(oracle.groups(board, cells))
    return frozenset(cell for cell in cells if len(oracle.groups(board, cells - {cell})) > parts)


def links(board: Board) -> Steps:
    return lambda cell: frozenset(arc.to for arc in board.arcs[cell])


def crossing(board: Board, cells: Cells) -> Steps:
    """The way of `trail`: to the cells of a set, and backwards to all."""
    return lambda cell: frozenset(to for to in links(board)(cell) if to in cells or to < cell)


WALKED: dict[str, Callable[[State, Board, int, list[Cells]], int]] = {
    "count(walks(own, past: empty))":
        lambda s, b, p, held: len(walks(held[p], links(b), empty(s, held))),
    "count(walks(group(last), exactly: 3, past: enemy))":
        lambda s, b, p, held: len(walks(around(s, held), links(b), held[1 - p], 3)),
    "sum(count(walks(c, exactly: 2, by: trail(own - {c}))) for c in own)":
        lambda s, b, p, held: sum(len(walks(frozenset({c}), crossing(b, held[p] - {c}), everywhere(b), 2))
                                  for c in held[p]),
    "count(c for c in own where last in walks(c, by: trail(enemy | {c})))":
        lambda s, b, p, held: sum(last(s) in walks(frozenset({c}), crossing(b, held[1 - p] | {c}), everywhere(b))
                                  for c in held[p]),
    "count(cuts(own)) + 10 * count(c for c in enemy where c in cuts(own | enemy))":
        lambda s, b, p, held: len(cuts(b, held[p])) + 10 * len(cuts(b, held[0] | held[1]) & held[1 - p]),
}  # fmt: skip


def everywhere(board: Board) -> Cells:
    return frozenset(range(len(board.cells)))


SCORES: dict[str, Callable[[State, Board, int, list[Cells]], int]] = {
    "steps(own, enemy)": lambda s, b, p, held: steps(b, held[p], held[1 - p]),
    "steps(own, near, past: empty)": lambda s, b, p, held: steps(b, held[p], frozenset({0}), empty(s, held)),
    "steps(group(last), own - group(last), past: empty)":
        lambda s, b, p, held: steps(b, around(s, held), held[p] - around(s, held), empty(s, held)),
    "sum(steps(c, near) for c in own)":
        lambda s, b, p, held: sum(steps(b, frozenset({c}), frozenset({0})) for c in held[p]),
    "sum(steps(c, own - {c}, past: empty | enemy) for c in own)":
        lambda s, b, p, held: sum(steps(b, frozenset({c}), held[p] - {c}, empty(s, held) | held[1 - p])
                                  for c in held[p]),
    "count(nearest(own, near))": lambda s, b, p, held: len(nearest(b, held[p], frozenset({0}))),
    "sum(far(c) for c in nearest(enemy, group(last), past: empty))":
        lambda s, b, p, held: sum(steps(b, frozenset({0}), frozenset({c}))
                                  for c in nearest(b, held[1 - p], around(s, held), empty(s, held))),
    "count(c for c in own where last in nearest(empty | own, {c}, past: empty) or c in nearest(own, enemy))":
        lambda s, b, p, held: len(nearest(b, held[p], held[1 - p]) | frozenset(
            c for c in held[p] if last(s) in nearest(b, empty(s, held) | held[p], frozenset({c}), empty(s, held)))),
    "smallest(steps(g, own - g) for g in groups(own) otherwise -1)":
        lambda s, b, p, held: min((steps(b, g, held[p] - g) for g in oracle.groups(b, held[p])), default=-1),
}  # fmt: skip


def last(state: State) -> int:
    section = state.game.machine.layout.last
    assert section is not None
    return state.vector[section.offset]


TRAIL = "define trail(S, c) = {d for d in adjacent(c) where d in S or number(d) < number(c)}\n"


@wide(
    "*-parts", "*-square torus", "!*own, enemy*-*", "count(walks(own, past: empty))-holes", "*by: trail*-holes"
)  # fmt: skip
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("score", [*SCORES, *WALKED])
def test_distances_are_those_of_a_search_by_widening(score: str, board: str) -> None:
    game = game_of(f"board {{ {BOARDS[board]} region near = {{cell(0, 0)}} label far(c) = steps(c, near)\n"
                   "label number(c) = count({d for d in cells where d.r < c.r or (d.r == c.r and d.q < c.q)}) }\n"
                   f"{TRAIL}score = {score}\nwin by score when count(empty) == 0 or last in {{}}")  # fmt: skip
    state, draw = game.start(), random.Random(3)
    while True:
        held = [frozenset(cell for cell in range(len(game.board.cells)) if state.vector[cell] == 1 + own)
                for own in (0, 1)]  # fmt: skip
        wanted = [(SCORES | WALKED)[score](state, game.board, own, held) for own in (0, 1)]
        assert list(state.scores.values()) == wanted, held
        if state.is_over:
            break
        state.play(draw.choice(state.legal_moves))


WIDE = {
    "hexagons": "shape rhombus(8)",
    "squares": "grid square shape parallelogram(10, 13)",
    "square torus": "grid square shape rhombus(8) wrap left, right as u wrap top, bottom as v",
}


@pytest.mark.parametrize("board", WIDE)
@pytest.mark.parametrize(
    "score", [each for each in SCORES if not any(word in each for word in ("last", "groups", "(c, near)"))]
)
def test_distances_in_bits_are_those_of_a_search_by_widening(score: str, board: str) -> None:
    game = game_of(f"board {{ {WIDE[board]} region near = {{cell(0, 0)}} label far(c) = steps(c, near) }}\n"
                   "turn { may place stone on empty may move stone from s among own to adjacent(s) & empty }\n"
                   f"score = {score}\nwin by score when count(empty) == 0")  # fmt: skip
    assert game.machine.layout.bits
    state, draw = game.start(), random.Random(4)
    for _ in range(2):
        for _ in range(draw.randrange(20, 40)):
            state.play(draw.choice(state.legal_moves))
        held = [frozenset(cell for cell in range(len(game.board.cells)) if state.vector[cell] == 1 + own)
                for own in (0, 1)]  # fmt: skip
        wanted = [SCORES[score](state, game.board, own, held) for own in (0, 1)]
        assert list(state.scores.values()) == wanted, held


def test_groups_and_what_is_near_them_are_bits_of_any_board() -> None:
    for shape in WIDE.values():
        game = game_of(f"board {{ {shape} }}\n"
                       "turn { may place stone on empty may move stone from s among own"
                       " to nearest(adjacent(group(s)) & empty, enemy - adjacent(s), past: empty) }\n"
                       "win when count(empty) < 30")  # fmt: skip
        assert game.machine.layout.bits
        draw = random.Random(5)
        state, plain = game.start(), game.in_forms(PLAIN).start()
        while not state.is_over and len(state.moves) < 50:
            rng, offered = 1, set(state.legal_codes)
            assert state.legal_codes == plain.legal_codes
            for _ in range(6):
                rng, code = game.machine.draw(list(state.vector), rng, [0] * (game.action_count + 1))
                assert code in offered
            code = draw.choice(state.legal_codes)
            state.play(game.move(code))
            plain.play(plain.game.move(code))


def test_what_is_known_before_play_takes_no_search() -> None:
    game = game_of("""
        board { shape rhombus(5) - disc(cell(2, 2), 1)  region rim = {c for c in cells where steps(c, corners) < 2} }
        turn { place stone on c among empty where steps(c, corners) + steps(top, bottom) < 8 or turn > 9 }
        score = [count(rim), steps(top, bottom), steps(left & top, bottom & right, past: perimeter - rim),
                 steps(top, {})]
        win by score when count(empty) == 0
    """)
    assert "def steps_" not in game.machine.source
    assert game.start().scores["Red"] == (12, 4, 18, 18)


def test_ways_measured_in_any_order_are_the_same() -> None:
    board = game_of(f"board {{ {BOARDS['holes']} }}").board
    measured, draw = Measured(board), random.Random(2)
    sets = [sorted(draw.sample(range(len(board.cells)), draw.randrange(3))) for _ in range(4)]
    for _ in range(60):
        one, other = draw.choices(sets, k=2)
        assert measured.between(one, other) == between(board, one, other) == steps(
            board, frozenset(one), frozenset(other))  # fmt: skip


def test_ways_known_before_play_are_measured_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_distances, "MOST_VISITED", 150)
    sheet = complete("board { shape rhombus(4) label far(c) = steps(c, corners) label odd(c) = steps(c, adjacent(c)) }")
    (problem,) = hexgame.check(Source("test.hexgame", sheet))
    assert problem.message == "`steps` would visit more than 150 cells"
    assert problem.span is not None
    assert problem.span.text == "steps(c, adjacent(c))"


NO_RELATION = "`by:` needs a relation, such as `adjacent` or one that the board declares"
BAD = {
    "score = steps(own, 3)": "`steps` needs a set of cells; this is a number",
    "score = steps(own)": "`steps` takes 2 arguments, not 1",
    "score = steps(own, top, over: empty)": "`steps` has no argument named `over`",
    "board { shape rhombus(3) label far(c) = steps(c, 2) }": "`steps` needs a cell or a set of cells; this is a number",
    "win when count(walks(own, exactly: 9)) > 1": "walks of 9 steps",
    "win when count(walks(own, exactly: turn)) > 1": "this must be known before play begins",
    "define near(s, c) = adjacent(c) - {s}\nwin when count(walks(own, by: near)) > 1": NO_RELATION,
    "define near(s, c) = adjacent(c) - {s}\nwin when count(cuts(own, by: near(last, last, last))) > 1": NO_RELATION,
    "win when count(walks(own, 3)) > 1": "`walks` takes 1 argument, not 2",
    "score = nearest(own, top)": "`score` needs a number; this is a set of cells",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_wrong_is_said(text: str) -> None:
    ending = "\nwin by score when count(empty) == 0" if "score" in text else ""
    assert BAD[text] in [problem.message for problem in hexgame.check(Source("test.hexgame", complete(text + ending)))]
