"""Compiled games play exactly the games that the plain text plays."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Callable
from operator import mul
from pathlib import Path
from typing import Any

import pytest
from conftest import GAMES, ROOT, game_of, long, small, wide
from fillings import fillings, winners

import hexgame
from hexgame.experiments import playouts
from hexgame.machine.chance import generator
from hexgame.machine.random.sampling import PARAMETERS

pytest.importorskip("llvmlite")

from hexgame.native.compiled import Compiled


@long("*", "!hex", "!hy2", "!torex", "!blind_hex", "!gonnect", "blind_hex", "gonnect", "hy2")
@wide("*", "!hex", "!hy2", "!torex", "!blind_hex", "!gonnect", "!unlur", "!knight_vision", "!three_player_hex")
@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_a_seed_gives_the_same_games_plain_and_compiled(stem: str) -> None:
    game = small(stem)
    firsts, lengths = game.compiled().sample(40, generator(5))
    plain_firsts, plain_lengths = game.machine.sample(40, generator(5))
    assert (firsts, lengths) == (plain_firsts, plain_lengths)
    assert sum(map(sum, firsts)) == sum(lengths) == 40


@wide
@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_no_game_takes_more_than_five_seconds_from_cold(stem: str) -> None:
    """Of processor time, in a process of its own with an empty cache, as `bench/library.py` measures it."""
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "library.py", stem], check=True, capture_output=True, text=True
    )
    assert "from cold" not in done.stdout, done.stdout


FILLED = {
    "hex": {"pie": "no"}, "cylinder_hex": {"pie": "no"}, "y": {}, "torex": {}, "hex_kb": {}, "projex": {}, "atoll": {},
}  # fmt: skip


@pytest.mark.parametrize("board", ["rhombus(1)", "triangle(2)"])
@pytest.mark.parametrize(
    "cells",
    ["slide(c, along: far)", "between(last, c, along: far)", "beyond(last, c, past: own, along: far)",
     "(if row(own, along: far) > 1 then own else {})"],
)  # fmt: skip
def test_boards_without_straight_lines_compile(board: str, cells: str) -> None:
    game = game_of(f"""
board {{ shape {board}  relation far(c) = cells - adjacent(c) }}
var spot = none in cells, none
turn {{
  place stone on c among empty where not spot in {cells} {{ c becomes stone for d in {cells} {{ set spot = d }} }}
}}
draw when empty == {{}}
""")
    assert game.compiled().sample(40, generator(5)) == game.machine.sample(40, generator(5))


@long("*", "!hex", "!torex", "torex")
@pytest.mark.parametrize("stem", FILLED)
def test_a_seed_gives_the_same_fillings_plain_and_compiled(stem: str) -> None:
    game = hexgame.load(stem, size=small(stem).options["size"], **FILLED[stem])
    assert game.facts.decided_by_filling
    assert game.compiled().winners(130, generator(3)) == game.machine.winners(130, generator(3))
    assert game.compiled().exceptions(130, generator(3)) == game.machine.exceptions(130, generator(3))


class Word(int):
    """An integer that is never worked out to more than a signed word of 64 bits holds."""


def _checked(name: str) -> Callable[..., Any]:
    operation = getattr(int, name)

    def run(self: int, other: int) -> Any:
        found = operation(self, other)
        assert not isinstance(found, int) or -(1 << 63) <= found < 1 << 63, f"{self} {name} {other}"
        return Word(found) if isinstance(found, int) else found

    return run


for _operation in ("add", "sub", "mul", "lshift", "rshift", "and", "or", "xor", "floordiv", "mod"):
    for _name in (f"__{_operation}__", f"__r{_operation}__"):
        setattr(Word, _name, _checked(_name))


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_no_number_outgrows_a_word(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What overflows is undefined for LLVM: then one LLVM may play as the plain text does, and the next one not."""
    game = hexgame.load(stem, size=small(stem).options["size"], **FILLED[stem]) if stem in FILLED else small(stem)
    monkeypatch.setattr(type(game.machine), "numbers", lambda _, values: list(map(Word, values)))
    monkeypatch.setattr(type(game.machine), "zeros", lambda _, size: [Word(0)] * size)
    assert sum(game.machine.sample(5, Word(generator(5)))[1]) == 5
    if game.facts.decided_by_filling:
        assert sum(game.machine.winners(130, Word(generator(3)))) == 130


class Signs(list[int]):
    """A state in which no number is negative where the layout says so."""

    signed: frozenset[int] = frozenset()

    def __setitem__(self, place: Any, value: Any) -> None:
        assert isinstance(place, slice) or value >= 0 or place in self.signed, f"{value} at {place}"
        super().__setitem__(place, value)


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_only_signed_sections_hold_negative_numbers(stem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code loads what is never negative without its sign."""
    game = small(stem)
    naturals = {place for run in game.machine.layout.naturals for place in run}
    assert min(game.machine.start[place] for place in naturals) >= 0
    monkeypatch.setattr(Signs, "signed", frozenset(range(len(game.machine.start))) - naturals)
    monkeypatch.setattr(type(game.machine), "numbers", lambda _, values: Signs(values))
    assert sum(game.machine.sample(5, generator(5))[1]) == 5


@long("*", "!y-4")
@pytest.mark.parametrize(("stem", "size"), [("hex", 3), ("torex", 3), ("y", 4), ("cylinder_hex", 4)])
def test_every_filling_is_looked_at(stem: str, size: int) -> None:
    """Against all fillings of the plain product, judged by the endings."""
    game = hexgame.load(stem, size=size, **FILLED[stem])
    half = (len(game.board.cells) + 1) // 2
    halves = [filling for filling in fillings(game) if filling.count(1) == half]
    odd = sum(count for won, count in winners(game, halves).items() if sum(won) != 1)
    assert game.machine.all_exceptions() == odd
    assert game.compiled().all_exceptions() == odd
    assert (odd > 0) == (stem == "torex")


@pytest.mark.parametrize("lanes", [True, False])
def test_fillings_are_won_as_often_as_all_of_them_are(lanes: bool) -> None:
    """Hex 3 with Red on five cells: the exact share of the 126 halves, within five standard errors."""
    game = hexgame.load("hex", size=3, pie="no")
    halves = [filling for filling in fillings(game) if filling.count(1) == 5]
    found = winners(game, halves)
    share, games = found[True, False] / len(halves), 200_000
    sampler = game.compiled()
    wins: Any = sampler.zeros(2)
    if lanes:
        wins = sampler.winners(games, generator(9))
    else:
        cells = sampler.numbers(range(9))
        sampler.function("fill")(sampler.numbers(sampler.start), generator(9), games, cells, wins)
    assert sum(wins) == games
    assert abs(wins[0] / games - share) < 5 * (share * (1 - share) / games) ** 0.5


@long
def test_random_games_of_labelled_boards_are_random() -> None:
    """The labels of chains once overwrote the dice: each first decision must be as likely as the others."""
    game = hexgame.load("torex", size=3)
    firsts, _ = game.compiled().sample(90_000, generator(1))
    expected = 10_000
    assert all(abs(count - expected) < 500 for count in [*map(sum, firsts)][:9])


@long("y-*")
@pytest.mark.parametrize(
    ("stem", "options", "share", "length"), [("hex", {"pie": "no"}, 0.523, 107.5), ("y", {}, 0.502, 58.7)]
)
def test_random_games_are_as_those_of_other_programs(
    stem: str, options: dict[str, object], share: float, length: float
) -> None:
    """The first player's share and the mean length, known from a million games of hand-written programs."""
    firsts, lengths = hexgame.load(stem, **options).compiled().sample(200_000, generator(2))
    assert abs(first_share(firsts) - share) < 0.005
    assert abs(sum(map(mul, lengths, range(len(lengths)))) / 200_000 - length) < 0.1


@long("*", "!hex")
@wide("*", "!hex", "!projex")
@pytest.mark.parametrize("stem", ["hex", "hex_kb", "projex", "y"])
def test_random_games_and_random_fillings_are_won_alike(stem: str) -> None:
    """Chains merged in play and goals searched for on full boards: two ways to the same share."""
    sampler = hexgame.load(stem, **FILLED[stem]).compiled()
    firsts, _ = sampler.sample(200_000, generator(2))
    filled = sampler.winners(200_000, generator(8))
    assert abs(first_share(firsts) - filled[0] / 200_000) < 5 * (0.5 / 200_000) ** 0.5
    assert sampler.exceptions(2_000, generator(4)) == 0


def first_share(firsts: Any) -> float:
    """How many games the first of two players has won."""
    ends = [*map(sum, zip(*firsts, strict=True))]
    return sum(ends[1::3]) / sum(ends)


def test_compiling_ends_when_its_time_is_over() -> None:
    compiled = hexgame.load("hex", size=3).compiled()
    with pytest.raises(hexgame.OutOfTime), hexgame.time_limit(0):
        compiled.function("step")
    assert "step" not in compiled._functions


LEAVES = """
import sys, threading, time
import hexgame
from hexgame.native import engine
from hexgame.native.compiled import Compiled

compiled = Compiled(hexgame.load("hex", size=5).machine)
threading.Thread(target=compiled.function, args=["rollout"], daemon=True).start()
while not engine.at_work.locked():
    time.sleep(0.001)
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03, 0.06])
def test_a_process_may_end_while_a_thread_compiles(delay: float, tmp_path: Path) -> None:
    environment = {**os.environ, "HEXGAME_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", LEAVES, str(delay)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


@long
def test_arrays_that_do_not_fit_are_refused() -> None:
    np = pytest.importorskip("numpy")
    game = hexgame.load("hex", size=4)
    compiled = game.compiled()
    state, room = np.array(game.machine.start, np.int32), compiled.numbers(range(game.action_count))
    legal = compiled.legal
    read_only = state.copy()
    read_only.flags.writeable = False
    size = len(state)
    for arguments, wrong in [
        ((state[:-1].copy(), room), f"argument 1: a contiguous, writable array of int32 with {size} entries or more"),
        ((state, room[:-1]), f"argument 2: .* {game.action_count} entries or more expected, found .*shape"),
        ((state.astype(np.int64), room), "argument 1: .* found one of int64"),
        ((state.astype(">u4"), room), "argument 1: .* found one of >I"),
        ((state.repeat(2)[::2], room), "argument 1: .* not contiguous or not writable"),
        ((read_only, room), "argument 1: .* not contiguous or not writable"),
        ((state[None], room), "argument 1"),
        ((state[0], room), "argument 1: .* found -?[0-9]+"),
        ((compiled.start.tobytes(), room), "argument 1: .* not contiguous or not writable"),
        ((state.tolist(), room), "argument 1: .* found a list"),
        ((state, None), "argument 2: .* found a NoneType"),
        ((state,), "takes 2 arguments, not 1"),
    ]:
        with pytest.raises(ValueError, match=wrong):
            legal(*arguments)
    for code in (-1, game.action_count, 2**64 - 1, np.uint64(2**64 - 1), 1.5, "a1"):
        with pytest.raises(ValueError, match="argument 2: a code from 0 to 16 expected"):
            compiled.step(state, code)
    assert legal(state, room) == 16
    compiled.step(state, 3)
    before = state.copy()
    with pytest.raises(ValueError, match="code 3 is not legal"):
        compiled.step(state, 3)
    assert (state == before).all()


@long
def test_every_compiled_function_checks_its_vectors() -> None:
    """Each is first given what is needed, then with one entry too few in each array in turn."""
    text = "option x = random in 1, 2, random\nturn { place stone on c among empty where c.q != x }"
    compiled = game_of(text).compiled()
    for name in ("legal", "step", "play", "legal_all", "play_all", "begin_all", "tally"):
        letters = PARAMETERS[name]
        vectors = [_room(compiled, letter) for letter in letters]
        compiled.function(name)(*vectors)
        for number, letter in enumerate(letters):
            if isinstance(vectors[number], memoryview) and letter != "P":
                short = [*vectors[:number], _room(compiled, letter, 1), *vectors[number + 1 :]]
                with pytest.raises(ValueError, match=f"`{name}`, argument"):
                    compiled.function(name)(*short)


def _room(compiled: Compiled, letter: str, less: int = 0) -> Any:
    """An argument that fits, unless its last axis is to have less."""
    need = compiled._needs[letter]
    if not need.element:
        return 1
    shape = [3] * need.is_for_each + [need.least] * (need.axes == 2 or not need.is_for_each)
    shape[-1] -= less
    start = [*compiled.start][: shape[-1]] if letter in "SM" else [0] * shape[-1]
    held = array({"i32": "i", "i64": "q", "u8": "B"}[need.element], start * (shape[0] if len(shape) == 2 else 1))
    if len(shape) == 1 and need.element != "u8":
        return memoryview(held)
    return memoryview(held).cast("B").cast({"u8": "?"}.get(need.element, held.typecode), shape)


@pytest.mark.parametrize("players", ["Red, Blue", "Red, Blue, Green, Black"])
def test_scores_that_are_lists_are_compared_number_by_number(players: str) -> None:
    """Only the second number of a score tells these apart."""
    game = game_of(
        f"""
        players {players}
        board {{ shape rhombus(3) edge top: Red edge left: Blue }}
        turn {{ place stone on empty }}
        score = [count(own & {{}}), largest(count(g) for g in groups(own))]
        win by score when count(empty) <= 1
        """
    )
    plain, compiled = game.machine.sample(200, generator(2)), game.compiled().sample(200, generator(2))
    assert compiled[0] == plain[0]
    assert 0 < sum(row[1] for row in plain[0]) < 200


WITHOUT_NUMPY = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numpy":
            raise ModuleNotFoundError(f"No module named {name!r}", name="numpy")

sys.meta_path.insert(0, Absent())
import hexgame
from hexgame.experiments import playouts
from hexgame.players import Limits, player
from hexgame.players.exact import solve

game = hexgame.load("hex", size=4, pie="no")
print(playouts(game, 1000, seed=1, engine="compiled").wins)
print(player("mcts", 1).choose(game.start().view("Red"), Limits(simulations=200)).move)
print(solve(game.start()).winner)
try:
    game.batch(2)
except ModuleNotFoundError as error:
    print(error)
"""


def test_all_but_batches_is_compiled_without_numpy() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=True)
    wins, move, winner, refusal = done.stdout.splitlines()
    game = hexgame.load("hex", size=4, pie="no")
    assert wins == str(playouts(game, 1000, seed=1).wins)
    assert move in map(str, game.start().legal_moves)
    assert winner == "Red"
    assert refusal == "batches are NumPy arrays: pip install 'hexgame-interpreter[arrays]'"
