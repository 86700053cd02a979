"""Restricted Python means the same in WebAssembly as in Python."""

from __future__ import annotations

import ast
import math
import random
import struct
import time
from collections.abc import Sequence

import pytest
from conftest import GAMES, long, small, wide
from plainly.boards import built
from plainly.richer import sheet_of
from plainly.sheets import written
from programs import LENGTH, Text, by_python

import hexgame
from hexgame import Source
from hexgame.deadline import OutOfTime, time_limit
from hexgame.machine.answers import PLAYING
from hexgame.machine.chance import generator
from hexgame.machine.running import BadModule
from hexgame.native import browser, makers
from hexgame.native.additions import Addition
from hexgame.native.heap import Buffer, Heap
from hexgame.native.webassembly import InWebAssembly
from hexgame.play.game import Game
from hexgame.players.engines import Native
from hexgame.players.exact import hands
from hexgame.players.exact.judge import Question
from hexgame.players.exact.kernel.orders import ENTRY
from hexgame.players.search.binding import PARAMETERS
from hexgame.players.search.engine import SLOWER, TIGHT, Workshop
from hexgame.players.search.kernel.edges import ROOT, USED
from hexgame.players.search.tree import USUAL, Tree
from hexgame.program.nodes import DONE, IMPOSSIBLE, INT, OUT_OF_TIME, OUTSIDE, Matrix, Vector
from hexgame.program.read import read, text_of
from hexgame.program.wasm.module import BLOCK, SELDOM, STATUS, wasm_module

pytest.importorskip("wasmtime")

from webassembly import Wasmtime

TYPES = Vector("i32"), Vector("i64"), INT
LETTERS = {"i32": "i", "i64": "q"}


class Run:
    """A program in WebAssembly: each run has vectors of its own, which lie one after the other."""

    def __init__(self, text: str, checked: bool = False, types: Sequence[Vector | Matrix | str] = TYPES) -> None:
        program = read(text_of(ast.parse(text)), {"main": types}, checked)
        self._host, self._types = Wasmtime(), types
        module, self._end = wasm_module(program, checked)
        self._host.reach(self._end + (1 << 12))
        self._main = self._host.instance(module)("main")

    def __call__(
        self, *arguments: Sequence[int] | int, rows: int | None = None, until: float = math.inf
    ) -> tuple[int, ...]:  # fmt: skip
        """What it returns, what the vectors hold then, and the status."""
        host, at, words, lengths, places = self._host, self._end, [], [], []
        for each, kind in zip(arguments, self._types, strict=True):
            if isinstance(each, int):
                words.append(each)
            else:
                form = f"<{len(each)}{LETTERS[kind.element]}"
                host.write(at, struct.pack(form, *each))
                words.append(at)
                lengths.append(len(each) if rows is None else rows)
                places.append((form, at))
                at += struct.calcsize(form) + 64
        block = struct.pack(f"<{len(words) + len(lengths) + 1}q", *words, *lengths, 0)
        host.write(STATUS, struct.pack("<qd", 0, until) + block)
        has_come_to_its_end = self._main()
        (status,) = struct.unpack("<i", host.read(STATUS, 4))
        assert has_come_to_its_end == (status == DONE)
        (result,) = struct.unpack("<q", host.read(BLOCK + len(block) - 8, 8))
        return (
            result,
            *(list(struct.unpack(form, host.read(at, struct.calcsize(form)))) for form, at in places),
            status,
        )


@wide("*", "!0", "!8")
@pytest.mark.parametrize("first", range(0, 800, 8))
def test_random_texts_run_alike(first: int) -> None:
    for seed in range(first, first + 8):
        text = Text(seed).module()
        plain, checked = Run(text), Run(text, checked=True)
        for number in (-7, 0, 12):
            state, wide = [(seed + 3 * k) % 19 - 9 for k in range(LENGTH)], [seed - 5 * k for k in range(LENGTH)]
            try:
                wanted = by_python(text, state, wide, number)
            except UnboundLocalError:  # a name that some path leaves unset, which no text of ours has
                continue
            assert plain(state, wide, number) == (*wanted, DONE), f"seed {seed}:\n{text}"
            assert checked(state, wide, number) == (*wanted, DONE), f"seed {seed}:\n{text}"


@pytest.mark.parametrize(
    "line", ["S[a] = 1", "return W[a]", "return ROWS[1][a]", "S[0:a] = S[1:2]", "W[0:a] = S[1:2]", "S[a] += 1"]
)
@pytest.mark.parametrize("index", [-1, 8, 9, 1 << 40])
def test_an_index_outside_ends_a_checked_program(line: str, index: int) -> None:
    text = f"ROWS = ((1,), (2, 3))\ndef main(S, W, a):\n    {line}\n    return 0\n"
    if index < 0 and line == "return ROWS[1][a]":
        pytest.skip("another row of the same table")
    assert Run(text, checked=True)([0] * 8, [0] * 8, index)[-1] == OUTSIDE


def test_a_row_of_a_matrix_is_a_vector() -> None:
    text = "def one(S):\n    S[0] += 1\n    return S[0]\ndef main(M, a):\n    return one(M[a]) + len(M)\n"
    run = Run(text, True, (Matrix("i32", 3), INT))
    assert run([1, 2, 3, 4, 5, 6], 1, rows=2) == (7, [1, 2, 3, 5, 5, 6], DONE)
    assert run([1, 2, 3, 4, 5, 6], 2, rows=2)[-1] == OUTSIDE


def test_what_is_not_possible_ends_whoever_called() -> None:
    f = "def f(a):\n    if a > 3:\n        raise ValueError('no')\n    return a\n"
    text = f"{f}def main(S, W, a):\n    S[0] = f(a)\n    return 1\n"
    assert Run(text)([5], [0], 2) == (1, [2], [0], DONE)
    assert Run(text)([5], [0], 4)[1:] == ([5], [0], IMPOSSIBLE)


def test_a_look_ends_what_has_no_time_left() -> None:
    text = "def main(S, W, a):\n    while a > 0:\n        S[0] += 1\n        look()\n    return 1\n"
    assert Run(text)([0], [0], 0, until=0.0) == (1, [0], [0], DONE)
    run = Run(text)
    assert run([0], [0], 1, until=0.0) == (0, [1], [0], OUT_OF_TIME)
    assert run([0], [0], 1, until=0.0) == (0, [SELDOM], [0], OUT_OF_TIME)
    (found,), status = run([0], [0], 1, until=Wasmtime().now() + 50)[1::2]
    assert found > 1
    assert status == OUT_OF_TIME


def test_floats_are_floats() -> None:
    loop = "x = 1.5\n    for k in range(a):\n        x = x * 2 + k / 3\n"
    text = f"def main(S, W, a):\n    {loop}    W[0] = 1 if sqrt(x) > 4.0 else 0\n    return 1 if x < 100 else 0\n"
    for number in (0, 1, 3, 9):
        x = 1.5
        for k in range(number):
            x = x * 2 + k / 3
        assert Run(text)([0], [9], number) == (int(x < 100), [0], [int(math.sqrt(x) > 4.0)], DONE)


@pytest.mark.parametrize("value", [1 << 20, -(1 << 20), (1 << 62) + 1, -(1 << 63), (1 << 63) - 1, 64, -64, -65])
def test_numbers_are_whole(value: int) -> None:
    """Constants and words of 64 bits, beyond what a float holds."""
    assert Run(f"def main(S, W, a):\n    W[0] = {value}\n    return a\n")([0], [9], value) == (
        value,
        [0],
        [value],
        DONE,
    )


@pytest.mark.parametrize("b", [1, 2, 3, 8, 1 << 40])
def test_division_rounds_down(b: int) -> None:
    text = "def main(S, W, a):\n    W[0], W[1] = a // W[2], a % W[2]\n    return 0\n"
    for a in (*range(-9, 10), (1 << 62) + 5, -(1 << 62) - 5):
        assert Run(text)([0], [0, 0, b], a)[2] == [a // b, a % b, b]


@pytest.fixture
def game(stem: str) -> Game:
    return small(stem)


FEW = (25, 51, 109, 123, 251, 297, 617, 719)
"""Sheets that have most of what sheets can have; the others are random."""

SHEETS = pytest.mark.parametrize("stem", [path.stem for path in GAMES])


@SHEETS
def test_a_seed_gives_the_same_games(game: Game) -> None:
    firsts, lengths = InWebAssembly(game.machine, host=Wasmtime()).sample(12, generator(5))
    assert (firsts, lengths) == game.machine.sample(12, generator(5))
    assert sum(lengths) == 12


@SHEETS
def test_a_seed_gives_the_same_end_of_a_game(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "compiled", lambda game: InWebAssembly(game.machine, host=Wasmtime()))
    state = game.start()
    assert [*state.all_rolled_out(range(3))] == [state.rolled_out(seed) for seed in range(3)]


@SHEETS
def test_positions_and_what_is_legal_there_are_the_same(game: Game) -> None:
    walk(game)


def walk(game: Game) -> None:
    """Play a game in both, decision by decision."""
    sampler, plain, dice = InWebAssembly(game.machine, host=Wasmtime()), game.machine, random.Random(1)
    state, wanted = sampler.numbers(plain.start), list(plain.start)
    codes, legal = sampler.numbers([0] * (plain.action_count + 1)), [0] * (plain.action_count + 1)
    for _ in range(40):
        assert state.tolist() == wanted
        if wanted[plain.layout.end.offset] != PLAYING:
            break
        count = plain.legal(wanted, legal)
        assert sampler.function("legal")(state, codes) == count
        assert codes[:count].tolist() == legal[:count]
        code = dice.choice(legal[:count])
        sampler.function("step")(state, code)
        plain.step(wanted, code)


@wide("*", *(f"!{seed}" for seed in FEW), "297")
@pytest.mark.parametrize("seed", [*FEW, *range(2_001, 2_121, 2)])
def test_random_sheets_with_kinds_numbers_piles_and_choices_run_alike(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = sheet_of(seed)
    try:
        game = hexgame.load(Source("random.hexgame", written(sheet, built(sheet.board))))
    except hexgame.HexgameError as refused:
        pytest.skip(str(refused))
    assert InWebAssembly(game.machine, host=Wasmtime()).sample(50, generator(seed)) == game.machine.sample(
        50, generator(seed)
    )
    walk(game)
    if not game.start(seed=1).is_over:
        grow(game, monkeypatch)


@long("*", "!hex", "!three_player_hex", "!blind_hex", "!gonnect")
@SHEETS
def test_the_search_grows_the_same_tree(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(game, monkeypatch)


def grow(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Grow a tree in both, and go on where its best move leads."""
    monkeypatch.setattr(Workshop, "compile", lambda self: None)
    plain, fast = Workshop(game), Workshop(game)
    more = Addition(plain.text.kernel, PARAMETERS, {"T": ROOT, "X": plain.text.room})
    fast.compiled.made = Native(InWebAssembly(game.machine, more, Wasmtime()))
    trees = [Tree(shop, ROOT + 50_000, USUAL, game.start(seed=1).vector) for shop in (plain, fast)]
    rngs = [tree.run(generator(1), 40, math.inf) for tree in trees]
    assert rngs[0] == rngs[1]
    used = trees[0]._edges[USED]
    assert trees[1]._edges[:used].tolist() == trees[0]._edges[:used]
    best = max(trees[0].edges(), key=lambda edge: edge.visits)
    state = game.start(seed=1)
    state.play(game.move(best.code))
    assert [tree.follow([best.code], state.vector) for tree in trees] == [best.visits > 1] * 2
    assert trees[1]._edges[:used].tolist()[: trees[0]._edges[USED]] == trees[0]._edges[: trees[0]._edges[USED]]


@pytest.mark.parametrize(("stem", "size"), [("hex", 3), ("hy2", 2)])
def test_proofs_run_in_lockstep(stem: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexgame.load(stem, size=size)
    monkeypatch.setattr(hands, "sampler_of", lambda machine, more: InWebAssembly(machine, more, Wasmtime()))
    monkeypatch.setattr(hands, "_modules", {})
    asked = []
    for each in (hands.Plain(game), hands.Compiled(game, 8 * ENTRY * hands.Plain.entries)):
        question = Question(game, 0, False, each)
        answers = [question.ask(game.start().vector, 100) for _ in range(30)]
        asked.append((answers, question.nodes, question.met_draws))
    assert asked[0] == asked[1]


def test_fillings_are_won_as_often() -> None:
    game = hexgame.load("hex", size=4, pie="no")
    sampler = InWebAssembly(game.machine, host=Wasmtime())
    assert sampler.winners(130, generator(3)) == game.machine.winners(130, generator(3))
    assert sampler.exceptions(130, generator(3)) == game.machine.exceptions(130, generator(3)) == 0


@pytest.fixture(scope="module")
def hex_4() -> InWebAssembly:
    return InWebAssembly(small("hex").machine, host=Wasmtime())


def test_a_deadline_ends_a_function_in_time(hex_4: InWebAssembly) -> None:
    begun = time.monotonic()
    with time_limit(0.2), pytest.raises(OutOfTime, match=r"the time limit of 0\.2 seconds was reached"):
        hex_4.counts().play(1 << 40, 1)
    assert time.monotonic() - begun < 2


def test_arguments_that_do_not_fit_are_refused(hex_4: InWebAssembly) -> None:
    codes, state = hex_4.numbers([0] * (hex_4.size.codes + 1)), hex_4.numbers(hex_4.machine.start)
    other = InWebAssembly(small("hex").machine, host=Wasmtime())
    for wrong in (
        (state,), (state, codes, codes), (state, 3), (state, hex_4.zeros(100)), (hex_4.numbers([1]), codes),
        (other.numbers(other.machine.start), codes), (list(hex_4.machine.start), codes),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="`legal`"):
            hex_4.function("legal")(*wrong)
    assert hex_4.function("legal")(state, codes) == 16
    with pytest.raises(ValueError, match="no such code"):
        hex_4.function("step")(state, 1 << 20)
    with pytest.raises(KeyError):
        hex_4.function("nothing")


def test_a_fault_is_no_end(hex_4: InWebAssembly) -> None:
    """A trap that the program does not know of."""
    state = hex_4.numbers(hex_4.machine.start)
    state.at = (1 << 32) - 64  # where no memory is
    with pytest.raises(BadModule, match="`step` reads or writes beyond"):
        hex_4.function("step")(state, 3)
    del state.at


def test_a_buffer_is_a_list_of_numbers() -> None:
    heap = Heap(Wasmtime())
    buffer = Buffer(heap, "i32", 6)
    assert (len(buffer), [*buffer]) == (6, [0] * 6)
    buffer[0], buffer[-1], buffer[2:4] = -5, (1 << 31) - 1, (7, 8)
    assert buffer.tolist() == [-5, 0, 7, 8, 0, (1 << 31) - 1]
    assert buffer[1:5:2].tolist() == [0, 8]
    assert (buffer[0], buffer[-6], buffer[6:].tolist()) == (-5, -5, [])
    for index in (6, -7):
        with pytest.raises(IndexError):
            buffer[index]
    with pytest.raises(ValueError, match="as many numbers"):
        buffer[0:2] = [1]
    with pytest.raises(OverflowError):
        buffer[0] = 1 << 31


def test_memory_is_handed_out_again_and_is_empty() -> None:
    heap = Heap(Wasmtime())
    first = Buffer(heap, "i64", 1000)
    first[:] = range(1000)
    at, top = first.at, heap.top
    del first
    second = Buffer(heap, "i64", 1000)
    assert (second.at, heap.top, set(second)) == (at, top, {0})


class Tight(Wasmtime):
    """A memory that grows to a bound."""

    bound = 1 << 19

    def reach(self, size: int) -> None:
        if size > self.bound:
            raise MemoryError
        super().reach(size)


def test_a_search_goes_on_in_plain_python_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workshop, "compile", lambda self: None)
    game = small("hex")
    shop, root = Workshop(game), game.start(seed=1).vector
    more = Addition(shop.text.kernel, PARAMETERS, {"T": ROOT, "X": shop.text.room})
    engine = Native(InWebAssembly(game.machine, more, Tight()))
    tree = Tree(shop, ROOT + 100_000, USUAL, root)
    rng = tree.run(generator(1), 10, math.inf)
    shop.compiled.made = engine
    tree.run(rng, 20, math.inf)
    assert tree.done == 20
    assert tree.notes == (f"{TIGHT}: {SLOWER}",)
    assert not tree._engine.is_compiled
    shop.compiled.made = engine
    assert not Tree(shop, ROOT + 100_000, USUAL, root)._engine.is_compiled


def test_a_browser_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not browser.is_here()
    with pytest.raises(RuntimeError, match="no WebAssembly"):
        browser.Browser()
    monkeypatch.setattr(browser, "is_here", lambda: True)
    assert makers.is_quick()
