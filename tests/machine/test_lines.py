"""Straight lines, beside a walk over the board that knows nothing of the interpreter."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from conftest import codes_of, game_of, long, wide

from hexgame.play.game import Game

Cell = tuple[int, int]
Walk = tuple[Cell, Cell]
"""A cell, and the step that leads on from it."""

HEX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ROOK = ((1, 0), (0, 1), (-1, 0), (0, -1))
BISHOP = ((1, 1), (-1, 1), (-1, -1), (1, -1))
KNIGHT = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
N = 5

WAYS = [
    ("hex", "", "", HEX),
    ("square", "", "", ROOK),
    ("square8", "", "", (*ROOK, *BISHOP)),
    ("square", "", "leap(1, 1)", BISHOP),
    ("square", "", "leap(2, 1)", KNIGHT),
    ("square", "", "down", ((0, 1),)),
    ("square", "", "hop", ((1, 0), (2, 0))),
    ("square", "cylinder", "", ROOK),
    ("square", "cylinder", "leap(1, 1)", BISHOP),
    ("square", "cylinder", "down", ((0, 1),)),
    ("square", "cylinder", "east", ((1, 0),)),
    ("square", "cylinder", "rising", ((1, -1),)),
    ("square", "twisted", "", ROOK),
    ("square", "twisted", "leap(1, 1)", BISHOP),
    ("square", "torus", "leap(2, 1)", KNIGHT),
]
"""A grid, what it is glued to, the relation that lines run along, and the steps of that."""

GLUE = {
    "": "",
    "cylinder": "wrap left, right as waist",
    "twisted": "wrap left, right reversed as waist",
    "torus": "wrap left, right as waist wrap top, bottom as belt",
}
RELATIONS = """
    relation down(c) = {d for d in adjacent(c) where d.r > c.r}
    relation hop(c) = {d for d in cells where d.r == c.r and (d.q == c.q + 1 or d.q == c.q + 2)}
"""
WRAPPED = f"""
    relation east(c) = {{d for d in adjacent(c) where d.r == c.r and d.q == (c.q + 1) mod {N}}}
    relation diagonal = leap(1, 1)
    relation rising(c) = {{d for d in diagonal(c) where d.r == c.r - 1 and d.q == (c.q + 1) mod {N}}}
"""


def board(grid: str, glue: str) -> str:
    more = RELATIONS if grid == "square" else ""
    return f"board {{ grid {grid} shape rhombus({N}) {GLUE[glue]} {more} {WRAPPED if glue == 'cylinder' else ''} }}"


def onward(walk: Walk, glue: str) -> Walk | None:
    """One step, over a wrap where there is one."""
    (q, r), (a, b) = walk
    q, r = q + a, r + b
    if glue and not 0 <= q < N:
        q %= N
        if glue == "twisted":
            r, b = N - 1 - r, -b
    if glue == "torus":
        r %= N
    return ((q, r), (a, b)) if 0 <= q < N and 0 <= r < N else None


def lines(start: Cell, steps: tuple[Cell, ...], glue: str) -> Iterator[list[Cell]]:
    """The lines from a cell, each until it ends, comes home or goes round."""
    for step in steps:
        line: list[Cell] = []
        seen: set[Walk] = set()
        walk = onward((start, step), glue)
        while walk is not None and walk not in seen and walk[0] != start:
            seen.add(walk)
            line.append(walk[0])
            walk = onward(walk, glue)
        yield line


def name(cell: Cell) -> str:
    return f"{'abcde'[cell[0]]}{cell[1] + 1}"


CELLS = [(q, r) for r in range(N) for q in range(N)]


def between(a: Cell, b: Cell, past: set[Cell], steps: tuple[Cell, ...], glue: str) -> set[str]:
    before = [line[: line.index(b)] for line in lines(a, steps, glue) if b in line]
    return {name(cell) for part in before if set(part) <= past for cell in part}


def beyond(a: Cell, b: Cell, past: set[Cell], steps: tuple[Cell, ...], glue: str) -> set[str]:
    found: set[str] = set()
    for line in (line[line.index(b) + 1 :] for line in lines(a, steps, glue) if b in line):
        for cell in line:
            found.add(name(cell))
            if cell not in past:
                break
    return found


def slide(a: Cell, past: set[Cell], steps: tuple[Cell, ...], glue: str) -> set[str]:
    found: set[str] = set()
    for line in lines(a, steps, glue):
        for cell in line:
            found.add(name(cell))
            if cell not in past:
                break
    return found


def row(cells: set[Cell], steps: tuple[Cell, ...], glue: str) -> int:
    """The longest of all rows that begin anywhere."""
    longest = min(1, len(cells))
    for start in cells:
        for line in lines(start, steps, glue):
            length = 1
            for cell in line:
                if cell not in cells:
                    break
                length += 1
            longest = max(longest, length)
    return longest


def asking(stretch: str, grid: str, glue: str, along: str) -> Game:
    """A game in which Red may place on a stretch of a line, or cover it with neutral stones by passing."""
    word = stretch.partition("(")[0]
    return game_of(f"""
        pieces man, rock
        {board(grid, glue)}
        turn {{
          may place rock on {{x for x in cells where some a in Red.man: some b in Blue.man: x in {stretch}}}
          may pass {{ for a in Red.man, b in Blue.man {{ {word}s(a, b) becomes rock of neutral }} }}
        }}
        define {word}s(a, b) = {stretch}
        score = row(Red{f", along: {along}" if along else ""})
        win by score when turn > 9
    """)


@wide(
    "*",
    "!past: Red-*-hex--*",
    "!past: Red-*-square-cylinder-leap(1, 1)-*",
    "!past: Red-between-square-twisted--*",
    "!-*-square--down-*",
    "!-beyond-square-torus-*",
)
@pytest.mark.parametrize(("grid", "glue", "along", "steps"), WAYS)
@pytest.mark.parametrize("stretch", ["between", "beyond"])
@pytest.mark.parametrize("past", ["", "past: Red"])
def test_stretches_of_lines(stretch: str, past: str, grid: str, glue: str, along: str, steps: tuple[Cell, ...]) -> None:
    arguments = ", ".join(filter(None, ["a, b", past, f"along: {along}" if along else ""]))
    game = asking(f"{stretch}({arguments})", grid, glue, along)
    draw = random.Random(5)
    for _ in range(10):
        a, b = draw.sample(CELLS, 2)
        rocks = {cell for cell in CELLS if cell not in (a, b) and draw.random() < 0.6}
        pieces = {"Red": {"man": [name(a)], "rock": sorted(map(name, rocks))}, "Blue": {"man": [name(b)]}}
        state = game.position(pieces, to_move="Red")
        red = rocks | {a} if past else set(CELLS)
        wanted = (between if stretch == "between" else beyond)(a, b, red, steps, glue)
        assert {str(move).removeprefix("rock@") for move in state.legal_moves} - {"pass"} == wanted, (a, b, rocks)
        assert state.scores["Red"] == row(rocks | {a}, steps, glue)
        state.play("pass")
        covered = {each for kinds in [state.pieces.get("neutral", {})] for each in kinds.get("rock", ())}
        assert covered == wanted, (a, b, rocks)


@long("*", "!square-twisted-*", "!square-cylinder-*")
@pytest.mark.parametrize(("grid", "glue", "along", "steps"), WAYS)
def test_slides_run_along_a_relation(grid: str, glue: str, along: str, steps: tuple[Cell, ...]) -> None:
    way = f", along: {along}" if along else ""
    game = game_of(f"""
        pieces man, rock
        {board(grid, glue)}
        turn {{
          may move man from a among Red.man to x among slide(a, past: empty{way}) | slide(a{way}, onto: Blue)
        }}
    """)
    draw = random.Random(6)
    for _ in range(8):
        a, *rocks = draw.sample(CELLS, 7)
        state = game.position({"Red": {"man": [name(a)]}, "Blue": {"rock": list(map(name, rocks))}}, to_move="Red")
        free, everywhere = set(CELLS) - set(rocks) - {a}, slide(a, set(CELLS), steps, glue)
        wanted = slide(a, free, steps, glue) | everywhere & set(map(name, rocks))
        assert {move.cell for move in state.legal_moves} == wanted


@long("*", "!square--*", "!square-twisted-*")
@pytest.mark.parametrize(("grid", "glue", "along", "steps"), WAYS)
def test_lines_are_known_before_play(grid: str, glue: str, along: str, steps: tuple[Cell, ...]) -> None:
    way = f", along: {along}" if along else ""
    draw = random.Random(7)
    pairs = [draw.sample(CELLS, 2) for _ in range(6)]
    items = "".join(
        f" region in{k} = between(cell{a}, cell{b}{way}) region on{k} = beyond(cell{a}, cell{b}{way})"
        f" region to{k} = slide(cell{a}{way})"
        for k, (a, b) in enumerate(pairs)
    )
    game = game_of(board(grid, glue)[:-1] + items + "}")
    everywhere = set(CELLS)
    for k, (a, b) in enumerate(pairs):
        found = {each: {name((cell.q, cell.r)) for cell in game.board.regions[f"{each}{k}"].items}
                 for each in ("in", "on", "to")}  # fmt: skip
        assert found["in"] == between(a, b, everywhere, steps, glue)
        assert found["on"] == beyond(a, b, everywhere, steps, glue)
        assert found["to"] == slide(a, everywhere, steps, glue)


def test_cells_that_are_known_make_sets_that_are_known() -> None:
    text = "turn { place stone on between(cell(0, 0), cell(4, 4), along: leap(1, 1)) | beyond(cell(0, 0), cell(0, 2)) }"
    game = game_of(f"{board('square', '')}\n{text}")
    assert {str(move) for move in game.start().legal_moves} == {"b2", "c3", "d4", "a4", "a5"}


def test_before_there_is_a_last_stone_nothing_is_in_line_with_it() -> None:
    game = game_of(f"""
        {board("hex", "")}
        turn {{
          may place stone on c among cells where count(between(last, c)) == 2 and count(beyond(c, last)) < 9
          otherwise place stone on beyond(last, cell(2, 2)) | {{cell(2, 2)}} - beyond(cell(1, 1), last)
        }}
    """)
    state = game.start()
    assert {str(move) for move in state.legal_moves} == {"c3"}
    state.play("c3")
    assert {str(move) for move in state.legal_moves} == {"c3"}


@long("*relation all*")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("turn { place stone on between(own, last) }", "HG302"),
        ("turn { place stone on between(last) }", "HG301"),
        ("turn { place stone on between(last, last, onto: own) }", "HG301"),
        ("turn { place stone on beyond(last, last, along: own) }", "HG302"),
        ("turn { place stone on slide(last, along: 3) }", "HG302"),
        ("turn { place stone on slide(last, along: if own == Red then leap(1, 1) else leap(2, 1)) }", "HG303"),
        ("win when row(3) > 2", "HG302"),
        ("win when row(own)", "HG302"),
        ("win when row(own, along: corners) > 2", "HG302"),
        ("turn { place stone on between(cell(0, 0), cell(9, 9)) }", "HG405"),
        ("board { shape rhombus(5) region r = between(cell(0, 0), cell(9, 9)) }", "HG405"),
        ("board { shape rhombus(5) region r = slide(cell(0, 0), along: 3) }", "HG302"),
        ("board { shape rhombus(5) region r = beyond(cell(0, 0), cell(1, 1), along: 3) }", "HG302"),
        ("board { graph { cell a at 0, 0 cell b at 1, 0 link a - b } }\nwin when row(own) > 2", "HG417"),
        ("board { shape rhombus(23) relation all(c) = cells }\nwin when row(own, along: all) > 2", "HG307"),
        ("board { shape rhombus(3) region r = between(cell(0, 0), cell(2, 2)) let last = 3 }", "HG203"),
    ],
)
def test_what_lines_are_not_is_refused(text: str, code: str) -> None:
    assert code in codes_of(text)
