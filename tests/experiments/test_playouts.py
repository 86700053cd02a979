"""Random games in bulk: the same counts in whatever way they are played, and what is told from them."""

from __future__ import annotations

import json
import math
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, game_of, long, small

import hexgame
from hexgame.experiments import playouts
from hexgame.experiments.random.orders import BLOCK, Order, RandomGames, Task
from hexgame.experiments.random.totals import Playouts, Totals, opener_of, wilson
from hexgame.experiments.work.job import Unavailable
from hexgame.machine.chance import generator
from hexgame.machine.plan import forms

pytest.importorskip("llvmlite")

RACE = """
    board { shape parallelogram(3, 1) }
    turn { may place stone on empty  may pass }
    win "by force" when count(own) == 2
    draw "tired" when passes == 2
"""
ENDLESS = "board { shape rhombus(2) }\nturn { pass }\nwin when count(own) == 1"


@pytest.fixture(scope="module")
def race() -> Playouts:
    return playouts(game_of(RACE), 5 * BLOCK + 7, seed=3)


compiled_once = pytest.mark.xdist_group("race")
"""Keeps the tests that need the games of `race` in one process, which compiles them."""


@long("knight_vision", "blind_hex")
@pytest.mark.parametrize("stem", ["hex", "knight_vision", "blind_hex"])
def test_both_engines_count_the_same(stem: str) -> None:
    game = small(stem)
    n = 2 * BLOCK + 11
    plain, compiled = (playouts(game, n, seed=5, engine=engine) for engine in ("plain", "compiled"))
    assert plain.totals == compiled.totals
    assert plain.branching == compiled.branching
    assert plain.games == n
    assert (plain.engine, compiled.engine, compiled.notes) == ("plain", "compiled", ())


@long
@compiled_once
def test_jobs_and_their_order_change_nothing(race: Playouts) -> None:
    for jobs, engine in ((3, "compiled"), (2, "plain"), (0, "compiled")):
        assert playouts(race.game, race.asked, seed=3, jobs=jobs, engine=engine).totals == race.totals


@long
@compiled_once
def test_more_games_of_a_seed_begin_with_the_same(race: Playouts) -> None:
    job = RandomGames(Order.of(race.game, "plain"), Task(3, race.asked))
    parts = [job.played(range(block, block + 1)) for block in range(job.blocks)]
    random.Random(1).shuffle(parts)
    assert sum(parts, Totals()) == race.totals
    assert [job.task.size(block) for block in range(job.blocks)] == [BLOCK] * 5 + [7]
    assert playouts(race.game, race.asked, seed=4).totals != race.totals


def test_blocks_of_any_seeds_begin_differently() -> None:
    starts = {Task(seed, 10**6).rng(block) for seed in (*range(-50, 50), 2**64 - 51, 10**30) for block in range(50)}
    assert len(starts) == 102 * 50
    assert Task(2**64 + 5, 1).rng(0) == Task(5, 1).rng(0)


@compiled_once
def test_counts_are_those_of_the_sample(race: Playouts) -> None:
    machine, task = race.game.machine, Task(3, race.asked)
    each = [Totals.of(*machine.sample(task.size(block), task.rng(block))) for block in range(task.blocks)]
    assert sum(each, Totals()) == race.totals


@compiled_once
def test_what_is_told_of_the_games(race: Playouts) -> None:
    assert sum(race.endings.values()) == sum(race.wins.values()) + race.draws == race.games == race.asked
    assert {(outcome.winner, outcome.label) for outcome in race.endings} <= {
        ("Red", "by force"), ("Blue", "by force"), (None, "tired"), (None, "no move")
    }  # fmt: skip
    assert list(race.endings.values()) == sorted(race.endings.values(), reverse=True)
    lengths = sorted(Counter(race.totals.lengths).elements())
    assert race.mean_length == pytest.approx(sum(lengths) / len(lengths))
    for share in (0, 0.05, 0.3, 0.5, 0.95, 1):
        assert race.length_quantile(share) == lengths[max(0, math.ceil(share * len(lengths)) - 1)]
    assert [str(first.move) for first in race.firsts] == ["a1", "b1", "c1", "pass"]
    assert sum(first.games for first in race.firsts) == race.games
    for player in race.game.players:
        assert sum(first.wins[player] for first in race.firsts) == race.wins[player]
        low, high = race.interval(player)
        assert low < race.wins[player] / race.games < high
    assert race.opener == "Red"
    assert race.games_per_second > 0


def test_the_branching_factor_is_the_mean_number_of_decisions() -> None:
    full = game_of("board { shape rhombus(2) }\nwin when count(own) > 4")
    for games, looked_at in ((30, 30), (400, 250)):
        found = playouts(full, games, engine="plain").branching
        assert found is not None
        assert (found.mean, found.games) == ((4 + 3 + 2 + 1) / 4, looked_at)


def test_chance_before_the_first_decision_decides_who_makes_it() -> None:
    blind = playouts(small("blind_hex"), 50, engine="plain")
    assert blind.opener is None
    assert all(str(first.move).startswith("{") for first in blind.firsts)
    assert opener_of(hexgame.load("blind_hex", size=5, handicapped="O")) == "O"


def test_games_without_an_end_are_broken_off() -> None:
    found = playouts(game_of(ENDLESS), 2, engine="plain")
    assert {str(outcome) for outcome in found.endings} == {"a draw (too long)"}


@compiled_once
def test_everything_can_be_written_as_json(race: Playouts) -> None:
    told = json.loads(json.dumps(race.as_dict()))
    assert told["wins"]["Red"]["games"] == race.wins["Red"]
    assert sum(first["games"] for first in told["firsts"]) == race.games
    assert told["firsts"][0] == {"move": "a1", "code": 0, "cell": "a1", "games": race.firsts[0].games,
                                 "wins": race.firsts[0].wins}  # fmt: skip


@pytest.mark.parametrize(
    ("some", "all_of_them", "low", "high"),
    [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (0, 0, 0, 1), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_wilsons(some: int, all_of_them: int, low: float, high: float) -> None:
    assert wilson(some, all_of_them) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": 0},
        {"jobs": -1},
        {"jobs": 20_000},
        {"patience": 0.0},
        {"engine": "steam"},
        {"on": "http://localhost:1"},
        {"on": "dask://here"},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        playouts(game_of(RACE), **wrong)  # type: ignore[arg-type]


@compiled_once
def test_without_a_compiler_the_plain_text_is_played(race: Playouts, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib_find()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "llvmlite" else find(name))
    slow = playouts(race.game, race.asked, seed=3)
    assert slow.totals == race.totals
    assert "[fast]" in slow.notes[0]
    with pytest.raises(Unavailable, match=r"\[fast\]"):
        playouts(race.game, engine="compiled")


def importlib_find() -> Callable[..., object]:
    import importlib.util  # noqa: PLC0415

    return importlib.util.find_spec


@compiled_once
def test_a_game_that_cannot_be_compiled_is_played_plain(race: Playouts, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(hexgame.Game, "compiled", broken)
    slow = playouts(race.game, race.asked, seed=3)
    assert slow.totals == race.totals
    assert slow.notes == ("this game cannot be compiled here, so the plain text is played (RuntimeError: no)",)


@compiled_once
def test_progress_is_told_and_what_it_raises_ends_the_games() -> None:
    told: list[tuple[int, int]] = []
    for engine in ("compiled", "plain"):
        told.clear()
        playouts(game_of(RACE), 5 * BLOCK, engine=engine, progress=lambda *now: told.append(now))
        assert told == sorted(told)
        assert told[-1] == (5 * BLOCK, 5 * BLOCK)

    def fail(*_: int) -> None:
        raise OSError("no terminal")

    with pytest.raises(OSError, match="no terminal"):
        playouts(game_of(RACE), 10**9, progress=fail)


@long("engine=*", "!engine='plain'")
@pytest.mark.parametrize("way", ["engine='compiled', jobs=2", "engine='plain'", "engine='plain', jobs=2"])
def test_ctrl_c_keeps_what_is_done(way: str) -> None:
    code = f"""
if __name__ == "__main__":
    import signal
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell's background jobs ignore
    import hexgame
    from hexgame.experiments import playouts
    game = hexgame.load("hex", size=4)
    found = playouts(game, 10**9, seed=2, {way}, progress=lambda done, asked: done and print(done, flush=True))
    print("kept", found.games, found.interrupted, found.totals == playouts(game, found.games, seed=2).totals)
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as run:
        try:
            assert run.stdout is not None
            assert int(run.stdout.readline()) > 0
            run.send_signal(signal.SIGINT)
            *_, last = run.communicate(timeout=60)[0].splitlines()
        finally:
            run.kill()
    word, games, interrupted, same = last.split()
    assert (word, interrupted, same) == ("kept", "True", "True")
    assert int(games) % BLOCK == 0


# Games sent elsewhere


def test_a_game_is_made_again_from_its_texts(tmp_path: Path) -> None:
    (tmp_path / "bottom.hexgame").write_text('game "Bottom"\nvariant of hex\noption size = 3 in 2..5\n')
    (tmp_path / "top.hexgame").write_text('game "Top"\nvariant of bottom\nboard { region middle = corners }\n')
    game = hexgame.load(tmp_path / "top.hexgame", size=4, pie=False)
    assert len(game.sources) == 3
    for name in ("bottom", "top"):
        (tmp_path / f"{name}.hexgame").unlink()
    again = Order.of(game, "plain").game()
    assert again.identity == game.identity
    assert again.machine.source == game.machine.source
    plain = game.in_forms(forms.PLAIN)
    assert Order.of(plain, "plain").game().machine.source == plain.machine.source


def test_another_version_that_makes_another_game_is_refused() -> None:
    order = Order.of(hexgame.load("hex", size=3), "plain")
    other = Order(order.sources, (("size", "4"), ("pie", "yes")), False, None, "plain", False, order.fingerprint)
    with pytest.raises(ValueError, match="another version"):
        other.game()


def test_a_sample_of_a_generator_is_a_block() -> None:
    game, task = hexgame.load("hex", size=3), Task(7, BLOCK)
    assert task.rng(0) != generator(7)
    assert playouts(game, BLOCK, seed=7).totals == Totals.of(*game.machine.sample(BLOCK, task.rng(0)))
