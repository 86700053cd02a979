"""Looks at the clock: where generated modules have them, and that they end whatever a sheet does."""

from __future__ import annotations

import threading
import time

import pytest
from conftest import game_of, long, small
from pace import was_soon

import hexgame
from hexgame.deadline import Deadline, time_limit, within
from hexgame.machine.chance import generator
from hexgame.machine.reading import program_of
from hexgame.native.compiled import Compiled
from hexgame.program.looks import SHORT, with_looks
from hexgame.program.words import LOOK
from hexgame.validation.trials import try_out

SOON = 1.5
"""Seconds within which work ends after a limit of a few tenths."""

MOST = 100
"""How often loops turn at most of which nothing is known."""

TABLES = {"TABLE": ((1, 2, 3), (4,)), "PAIRS": ((1, 2), (3, 4))}

SLOW = """
board { shape rhombus(12) }
turn { place stone on empty }
win when turn > 1 and some a in empty: some b in empty: some c in empty: a.q * b.r + c.q == 50000
"""
"""From the second turn on, asking who has won takes millions of turns of the inner loop."""

WINS = "".join(
    f"win when turn > 1 and some a in empty: some b in empty: a.q * b.r == {999 + number}\n" for number in range(100)
)
LONG = f"""
board {{ shape rhombus(12) }}
turn {{ place stone on empty }}
{WINS}
"""
"""Many loops one after the other, none of them long."""


def looked(text: str) -> str:
    return with_looks(text.strip(), program_of(text.strip(), TABLES), MOST)


def test_what_takes_short_is_left_as_it_is():
    text = 'def f(S):\n    """What."""\n    for a in range(100):\n        for b in TABLE[a]:\n            S[a] = b'
    assert looked(text) == text


def test_a_loop_that_may_take_long_looks_before_what_is_expensive():
    text = '''
def f(S, c):
    """What."""
    for a in range(1000):
        for b in range(150):
            S[c] += 1

def g(S):
    """What."""
    for c in range(1000):
        if S[c] == 1:
            f(S, c)
'''
    assert looked(text) == text.strip().replace("            f(S, c)", "            look()\n            f(S, c)")


def test_a_loop_of_cheap_turns_looks_at_each():
    text = f'def f(S, games):\n    """What."""\n    for game in range({SHORT}):\n        S[0] += 1'
    assert looked(text) == text.replace("        S[0]", "        look()\n        S[0]")


def test_a_loop_that_looks_as_it_is_written_costs_one_turn():
    text = f'def f(S):\n    """What."""\n    for game in range({SHORT}):\n        look()\n        S[0] += 1\n\n'
    calls = 'def g(S):\n    """What."""\n    for c in range(1000):\n        f(S)'
    assert looked(text + calls) == (text + calls).strip()


def test_a_look_on_the_way_round_is_enough():
    loops = "            for a in range(300):\n                for b in range(99):\n                    S[b] += 1\n" * 2
    head = f'def f(S):\n    """What."""\n    while True:\n        if S[0] == 1:\n            {LOOK}\n'
    text = f"{head}{loops}        elif S[0] == 2:\n            return"
    assert looked(text) == text
    assert looked(text.replace(LOOK, "S[1] = 0")).count(LOOK) == 1


@pytest.mark.parametrize(
    ("head", "turns"),
    [
        ("for a in range(7):", 7),
        ("for a in range(9, 2, -3):", 3),
        ("for a in range(S[0]):", MOST),
        ("for a in range(S[0], S[0] + 5):", 5),
        ("while S[0] > 0:", MOST),
        ("for a in TABLE:", 2),
        ("for a in TABLE[S[0]]:", 3),
        ("for a in PAIRS[S[0]]:", 2),
    ],
)
def test_what_is_known_of_a_loop_says_how_often_it_turns(head: str, turns: int):
    """With somewhat fewer turns within it than are too many, no look is needed."""
    for more, looks in ((2, True), (-10 * MOST, False)):
        inner = f"        for b in range({SHORT // turns // 2 + more}):\n            S[1] += 1"
        assert (LOOK in looked(f"def f(S):\n    {head}\n{inner}")) == looks


def test_many_statements_in_a_row_have_looks_between_them():
    part = 'def f(S):\n    """What."""\n    for a in range(1000):\n        S[0] += 1\n\ndef g(S):\n    """What."""\n'
    found = looked(part + "\n".join(["    f(S)"] * 10_000))
    assert 5 <= found.count(LOOK) <= 50
    assert LOOK not in looked(part + "\n".join(["    f(S)"] * 4_000))


def test_a_look_stands_before_a_whole_chain_of_tests():
    long = (
        "def f(S):\n    for a in range(1000):\n        for b in range(1000):\n            S[0] += 1\n    return 1\n\n"
    )
    chain = "        if S[0] == 0:\n            S[1] = 1\n        elif f(S) == 1:\n            S[1] = 2"
    text = f"{long}def g(S):\n    for c in range(100):\n{chain}"
    assert looked(text) == text.replace("        if S[0]", "        look()\n        if S[0]")


@pytest.mark.parametrize("stem", ["hex", "gonnect", "torex"])
def test_shipped_games_look_once_in_each_random_game(stem: str):
    source = small(stem).machine.source
    (block,) = (part for part in source.split("\ndef ") if part.startswith("block("))
    assert f"    for game in range(games):\n        {LOOK}\n" in block


def test_a_game_that_cannot_take_long_is_played_without_being_read_for_looks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hexgame.program.looks.with_looks", None)
    game_of("board { shape rhombus(5) }\nturn { place stone on empty }\nwin when connects(own, sides)").start().play(
        "a1"
    )
    with pytest.raises(TypeError):
        game_of(SLOW).machine  # noqa: B018


@long("in sequence")
@pytest.mark.parametrize("text", [SLOW, LONG], ids=["nested", "in sequence"])
def test_a_move_that_takes_long_is_cut_short_and_not_played(text: str):
    game = game_of(text)
    state = game.start()
    state.play("a1")
    before, begun = state.vector, time.monotonic()
    with pytest.raises(hexgame.OutOfTime), time_limit(0.1):
        state.play("b1")
    assert was_soon(time.monotonic() - begun, SOON)
    assert state.vector == before
    assert len(state.moves) == 1
    assert try_out(game, games=1, seed=0, seconds=0.1).ran_out


def test_a_limit_holds_in_the_thread_that_sets_it():
    game, ended = game_of(SLOW), []

    def play() -> None:
        with pytest.raises(hexgame.OutOfTime), time_limit(0.1):
            game.start().rollout(1)
        ended.append(time.monotonic() - begun)

    begun = time.monotonic()
    thread = threading.Thread(target=play)
    thread.start()
    thread.join(20)
    assert ended
    assert was_soon(ended[0], SOON)


# Compiled


@pytest.fixture(scope="module", params=["quick", "slow"])
def compiled(request: pytest.FixtureRequest) -> Compiled:
    """A compiled game that plays many games in a second, or none."""
    game = hexgame.load("hex", size=3) if request.param == "quick" else game_of(SLOW)
    game.compiled().counts().play(0, 1)
    return game.compiled()


@long("slow")
def test_compiled_code_is_cut_short(compiled: Compiled):
    begun = time.monotonic()
    with pytest.raises(hexgame.OutOfTime, match=r"limit of 0.2 seconds"), time_limit(0.2):
        compiled.counts().play(10**9, generator(1))
    assert was_soon(time.monotonic() - begun, SOON)


@long("slow")
def test_compiled_code_is_ended_from_another_thread_and_only_there(compiled: Compiled):
    first, second = Deadline(), Deadline()
    ended: list[str] = []

    def play(deadline: Deadline, name: str) -> None:
        with pytest.raises(hexgame.OutOfTime), within(deadline):
            compiled.counts().play(10**9, generator(1))
        ended.append(name)

    threads = [threading.Thread(target=play, args=each) for each in ((first, "first"), (second, "second"))]
    for thread in threads:
        thread.start()
    first.cancel()
    threads[0].join(20)
    time.sleep(0.2)
    assert ended == ["first"]
    second.cancel()
    threads[1].join(20)
    assert ended == ["first", "second"]


@long("slow")
def test_a_disturbance_ends_compiled_code_of_the_main_thread(compiled: Compiled):
    with time_limit() as life:
        timer = threading.Timer(0.1, life.disturb, [KeyboardInterrupt()])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            compiled.counts().play(10**9, generator(1))
