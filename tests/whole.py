"""States under interrupts and threads: `python whole.py 1000` interrupts each shipped game at 1,000 random instants, in
each kind of call equally often, and lets 8 threads read all of one state of it 10,000 times; games may be named."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from conftest import GAMES, small

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State

THREADS = 8
OURS = ("<hexgame", str(Path(hexgame.__file__).parent))
"""Parts of the names of files whose instructions are counted."""


def walk(game: Game, moves: int, seed: int) -> State:
    """A state after some random moves; it is not over."""
    state, dice = game.start(seed=seed), random.Random(seed)
    for _ in range(moves):
        state.play(dice.choice(state.legal_moves))
        if state.is_over:
            state.undo()
            break
    return state


def all_of(state: State) -> tuple[object, ...]:
    """All that lasts of a state and its past."""
    return state.vector[: state.game.machine.layout.kept], state.moves, state.origin


def readings(state: State) -> tuple[object, ...]:
    """What can be read off a state."""
    players, lasting = state.game.players, state.game.machine.layout.kept
    return (
        state.legal_codes, state.deciders, state.outcome, state.wins, state.loses, state.pieces, state.winning_cells,
        state.scores, [state.view(player).pieces for player in players], [state.choices(player) for player in players],
        state.as_position(), repr(state), state.vector[:lasting], state.rollout(1),
    )  # fmt: skip


class _Instants:
    """Counts the instructions of a call, and raises KeyboardInterrupt before one of them."""

    def __init__(self, last: int) -> None:
        self.left = last

    def __call__(self, frame: FrameType, event: str, argument: object) -> object:
        if not any(part in frame.f_code.co_filename for part in OURS):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
        return self


def instants(call: Callable[[], object], last: int = -1) -> int:
    """Make a call and return how many instructions it took, or raise KeyboardInterrupt before a certain one.

    From Python 3.13 on, code tells of its instructions from the second call on.
    """
    counter, before = _Instants(last), sys.gettrace()
    sys._getframe().f_trace_opcodes = True  # in Python 3.12, instructions are told only once a frame wants them
    sys.settrace(counter)
    try:
        call()
    finally:
        sys.settrace(before)
    return last - counter.left


def interrupt(state: State, kind: str, dice: random.Random) -> None:
    """Interrupt a call at a random instant: nothing has happened, or all that the call does."""
    calls: dict[str, Callable[[State], Callable[[], object]]] = {
        "read": lambda each: lambda: each.legal_codes,
        "play": lambda each: lambda: each.play(move),
        "play a text": lambda each: lambda: each.play(move.text),
        "undo": lambda each: each.undo,
    }
    move = dice.choice(state.legal_moves)
    after = state.copy()
    instants(calls[kind](state.copy()))  # what is worked out only once is worked out now
    count = instants(calls[kind](after))
    at = dice.randint(1, count)
    tried = state.copy()
    before = all_of(tried)
    try:
        instants(calls[kind](tried), at)
    except KeyboardInterrupt:
        assert all_of(tried) in (before, all_of(after)), (kind, at)
        assert tried.legal_codes == (state if all_of(tried) == before else after).legal_codes
    else:
        raise AssertionError("the interrupt did not come")


KINDS = ("read", "play", "play a text", "undo")


def interrupts(game: Game, count: int, seed: int) -> None:
    """Interrupt calls on states of a game."""
    dice = random.Random(seed)
    for number in range(count):
        state = walk(game, 1 + number % 6, dice.randrange(1_000))
        for kind in KINDS:
            if kind != "undo" or state.moves:
                interrupt(state, kind, dice)


def together(call: Callable[[], object]) -> None:
    """Make a call in several threads at once, which take turns as often as they can."""
    gate, raised = threading.Barrier(THREADS), list[BaseException]()

    def wait_and_call() -> None:
        gate.wait()
        try:
            call()
        except BaseException as error:
            raised.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        workers = [threading.Thread(target=wait_and_call) for _ in range(THREADS)]
        for each in workers:
            each.start()
        for each in workers:
            each.join()
    finally:
        sys.setswitchinterval(interval)
    if raised:
        raise raised[0]


def threads(game: Game, reads: int, seed: int) -> None:
    """Let threads read one state at once: all read what one alone reads."""
    state = walk(game, 6, seed)
    before, expected = all_of(state), readings(state.copy())

    def read() -> None:
        for _ in range(reads):
            assert readings(state) == expected

    together(read)
    assert all_of(state) == before


def threads_beside_a_player(game: Game, reads: int, seed: int) -> None:
    """Let threads read a state that one of them plays on: each answer is of the position before or after a move."""
    state, gate = walk(game, 6, seed), threading.Lock()
    move = state.legal_moves[0]
    ways: dict[str, Callable[[State], object]] = {
        "codes": lambda each: each.legal_codes,
        "pieces": lambda each: each.pieces,
        "position": lambda each: each.as_position(),
        "all": all_of,
        "shown": repr,
    }
    after = state.copy().play_all([move])
    expected = {name: (way(state), way(after)) for name, way in ways.items()}

    def read_or_play() -> None:
        plays = gate.acquire(blocking=False)
        for _ in range(reads):
            if plays:
                state.play(move)
                state.undo()
            for name, way in ways.items():
                assert way(state.copy() if name == "all" else state) in expected[name]

    together(read_or_play)
    assert all_of(state) == expected["all"][0]


if __name__ == "__main__":
    wanted, named = int(sys.argv[1]), sys.argv[2:]
    for stem in named or (path.stem for path in GAMES):
        begun = time.perf_counter()
        interrupts(small(stem), wanted // len(KINDS), 1)
        threads(small(stem), 10 * wanted // THREADS, 2)
        threads_beside_a_player(small(stem), 10 * wanted // THREADS, 3)
        print(f"{stem}: {time.perf_counter() - begun:.0f} s", flush=True)  # noqa: T201
