"""Random games on a GPU: assembled by NVIDIA's assembler, and played through a driver whose GPU is this processor.

No test runs on a GPU. That is left to `bench/cuda.py`.
"""

from __future__ import annotations

import ast
import ctypes
import re
import subprocess
from array import array
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import GAMES, Run, game_of, long, small, wide
from pace import processor_limit

import hexgame
from hexgame.deadline import OutOfTime, time_limit
from hexgame.experiments import playouts
from hexgame.experiments.random import bulk
from hexgame.experiments.random.orders import CUDA, Task
from hexgame.experiments.work.job import Unavailable
from hexgame.machine.random.sampling import PARAMETERS
from hexgame.machine.running import CHECK, BadModule
from hexgame.program.llvm.kernel import KERNEL, kernel_text
from hexgame.program.llvm.module import llvm_text
from hexgame.program.nodes import IMPOSSIBLE, INT, Vector
from hexgame.program.read import read, text_of

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")

from gpu import NO_DEVICE, OUT_OF_MEMORY, Kernel, Library

from hexgame.native.gpu import cuda, driver
from hexgame.native.gpu.driver import DeviceError, Driver, Gpu
from hexgame.native.gpu.ptx import PROCESSOR, ptx

TIMED_OUT = 702
SHARED = Vector("i64", is_shared=True)


def _assembler() -> Path:
    found = find_spec("nvidia.cuda_nvcc") if find_spec("nvidia") else None
    if found is None or not found.submodule_search_locations:
        pytest.skip("there is no assembler for this system: nvidia-cuda-nvcc-cu12")
    return Path(next(iter(found.submodule_search_locations))) / "bin" / "ptxas"


@wide("*", "!hex")
@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_the_assembler_takes_the_random_games_of_every_sheet(stem: str, tmp_path: Path) -> None:
    """And nothing that a thread works with does not fit into its registers: 255 at most, 31 to 96 in shipped sheets."""
    assembler, file = _assembler(), tmp_path / "play.ptx"
    file.write_text(ptx(cuda.kernel_of(hexgame.load(stem).machine)))
    done = subprocess.run(
        [assembler, "--verbose", f"--gpu-name={PROCESSOR}", "--output-file", tmp_path / "play", file],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert {int(each) for each in re.findall(r"(\d+) bytes spill", done.stderr)} == {0}
    assert 16 < int(re.findall(r"Used (\d+) registers", done.stderr)[0]) <= 128
    assert int(re.findall(r"(\d+) bytes cumulative stack", done.stderr)[0]) < 1 << 19


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library whose GPU plays here: what it is given is not assembly, but what that is made of."""
    found = Library()
    device = Gpu(Driver(found))
    monkeypatch.setattr(cuda, "ptx", lambda text: text)
    monkeypatch.setattr(cuda, "gpu", lambda: device)
    return found


@long("*", "!hex", "!hy2", "!torex", "!blind_hex", "!gonnect", "!twixt", "blind_hex", "gonnect", "hy2")
@wide("*", "!hex", "!hy2", "!torex", "!blind_hex", "!gonnect", "!twixt")
@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_a_seed_gives_the_same_games_on_a_gpu(stem: str, library: Library) -> None:
    game = small(stem)
    found = playouts(game, 230, seed=5, engine="cuda")
    assert (found.engine, found.games, library.held) == ("cuda", 230, {})
    wanted = playouts(game, 230, seed=5)
    assert found.totals == wanted.totals
    assert found.branching == wanted.branching


def test_more_blocks_are_played_at_once_as_long_as_that_pays(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(bulk, "FEWEST", 2)
    game, progress = small("hex"), []
    found = playouts(game, 5_050, seed=1, engine="cuda", progress=lambda done, asked: progress.append((done, asked)))
    assert progress == [(done, 5_050) for done in (0, 200, 600, 1_400, 3_000, 5_050)]
    assert found.totals == playouts(game, 5_050, seed=1).totals


def test_no_launch_takes_long_and_the_counts_stay_the_same(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    device, task, game = cuda.OnDevice(small("hex").machine), Task(3, 1000), small("hex")
    blocks = array("q", map(task.size, range(10))), array("q", map(task.rng, range(10)))
    quick = device.sample(*blocks)
    assert library.launches == [1, 2, 4, 8, 16, 32, 64]
    monkeypatch.setattr(cuda, "STRETCH", 0)
    library.launches.clear()
    assert device.sample(*blocks) == quick
    assert library.launches == [1] * 100
    assert playouts(game, 1000, seed=3).totals == bulk.Totals.of(*quick)


def test_games_without_a_decision_are_played(library: Library) -> None:
    game = game_of("turn { place stone on empty where count(empty) < 3 }")
    assert not game.machine.opening
    assert playouts(game, 7, engine="cuda").totals == playouts(game, 7).totals


# How it ends


def test_a_time_limit_keeps_the_first_games(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The launch that was under way goes on, and its memory is freed once it is over."""
    game = small("hex")
    monkeypatch.setattr(bulk, "FEWEST", 1)
    with processor_limit(1.0):
        found = playouts(game, 10**9, seed=2, engine="cuda")
    assert found.interrupted and found.games >= 100
    assert found.totals == playouts(game, found.games, seed=2).totals
    library.finish()
    library.waits = 10**9
    device = cuda.OnDevice(game.machine)
    with time_limit(0.1), pytest.raises(OutOfTime):
        device.sample(array("q", [5]), array("q", [1]))
    assert len(library.held) == 7
    library.finish()
    device.sample(array("q", [5]), array("q", [1]))
    assert not library.held


def test_a_launch_that_never_ends_is_given_up(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "PATIENCE", 0.05)
    library.waits = 10**9
    with pytest.raises(Unavailable, match="a random game takes more than"):
        playouts(small("hex"), 10, engine="cuda")


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("cuMemAlloc_v2", OUT_OF_MEMORY, r"too little of its memory is free \(cuMemAlloc_v2, 2\)"),
        ("cuLaunchKernel", OUT_OF_MEMORY, "too little of its memory is free"),
        ("cuModuleLoadData", 218, r"its driver says CUDA_ERROR_218 \(cuModuleLoadData, 218\)"),
        ("cuStreamQuery", TIMED_OUT, "the system stopped a program that ran too long"),
        ("cuMemcpyDtoH_v2", 700, "its driver says CUDA_ERROR_700"),
    ],
)
def test_what_the_driver_refuses_is_said_and_nothing_is_left(
    name: str, code: int, message: str, library: Library
) -> None:  # fmt: skip
    library.errors[name] = code
    with pytest.raises(Unavailable, match=message):
        playouts(small("hex"), 10, engine="cuda")
    assert not library.held


def test_what_was_played_before_an_error_is_kept(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "FEWEST", 1)

    def fail(done: int, asked: int) -> None:
        library.errors["cuLaunchKernel"] = 719 if done else 0

    found = playouts(small("hex"), 1000, engine="cuda", progress=fail)
    assert (found.games, found.interrupted) == (100, True)
    assert "CUDA_ERROR_719" in found.notes[-1]


def test_a_game_that_no_thread_has_room_for_is_refused(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "MOST_ROOM", 4 << 10)
    with pytest.raises(Unavailable, match="a position and its moves take 5 KiB, and a thread there has 4"):
        playouts(hexgame.load("hex"), 10, engine="cuda")


@pytest.mark.parametrize(
    ("library", "message"),
    [(Library(count=0), "there is none here"), (Library(generation=7), "has compute capability 7, not 8 or more")],
)
def test_a_gpu_that_cannot_be_used_is_refused(library: Library, message: str) -> None:
    with pytest.raises(DeviceError, match=message):
        Gpu(Driver(library))
    library.errors["cuInit"] = NO_DEVICE
    with pytest.raises(DeviceError, match=r"CUDA_VISIBLE_DEVICES hides it \(cuInit, 100\)"):
        Gpu(Driver(library))


def test_without_a_driver_the_command_says_so(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LIBRARY", "libcuda.so.missing")
    driver.gpu.cache_clear()
    done = command("playouts", "hex", "-n", "10", "--engine", "cuda")
    assert done.exit_code == 2 and "HG614" in done.output
    assert "NVIDIA's driver is not installed here (libcuda.so.missing)" in done.output


def test_without_the_extra_the_command_says_so(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "can_compile", lambda: False)
    done = command("playouts", "hex", "-n", "10", "--engine", "cuda")
    assert done.exit_code == 2 and "games for GPUs need the extra `fast`" in done.output


@pytest.mark.parametrize("how", [{"jobs": 2}, {"on": "dask://localhost:1"}, {"winners_only": True}])
def test_a_gpu_plays_whole_games_here(how: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="it excludes jobs, clusters and winners only"):
        playouts(small("hex"), 10, engine=CUDA, **how)


# The text


def _kernel(text: str, types: tuple[object, ...], own: dict[str, int]) -> Kernel:
    return Kernel(kernel_text(read(text_of(ast.parse(text)), {"main": types}), "rng", own))


TURNS = """
def main(S, rng, games, C):
    for game in range(games):
        look()
        if rng == 5:
            raise ValueError('no')
        S[0] = rng
        C[S[0]] += 1
        rng = rng + 1
    return rng
"""


def test_a_launch_takes_some_turns_and_the_next_goes_on_from_there() -> None:
    kernel = _kernel(TURNS, (Vector("i32"), INT, INT, SHARED), {"S": 1})
    status, left, states, counts = array("i", [0]), array("q", [3, 0, 1]), array("q", [0, 9, 2]), array("q", [0] * 8)
    held = [each.buffer_info()[0] for each in (status, left, states, counts)]
    for most, wanted in ((2, [1, 1, 1, 0]), (1, [1, 1, 2, 0]), (5, [1, 1, 2, 0])):
        kernel(4, [*held, len(counts), 3, most])  # of four threads, one has nothing to do
        assert counts.tolist()[:4] == wanted
    assert (left.tolist(), states.tolist(), status[0]) == ([0, 0, 0], [3, 9, 3], 0)
    left[1], states[1] = 1, 5
    kernel(4, [*held, len(counts), 3, 1])
    assert status[0] == IMPOSSIBLE


def test_what_threads_share_is_only_added_to() -> None:
    for line in ("C[0] = 1", "C[0] = C[1] + 1", "C[0] -= 1"):
        text = f"def main(rng, games, C):\n    {line}\n    return rng\n"
        with pytest.raises(ValueError, match="`C` is shared: numbers are only added to it"):
            llvm_text(read(text_of(ast.parse(text)), {"main": (INT, INT, SHARED)}))


def test_an_index_outside_is_said_where_indexes_are_checked(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHECK, "1")
    game = small("hex")
    assert playouts(game, 120, seed=1, engine="cuda").totals == playouts(game, 120, seed=1).totals
    device = cuda.OnDevice(game.machine)
    device._opening = array("i")  # as if the game had fewer moves
    device._size = device._size.__class__(1, 0, 1, 0, False)
    with pytest.raises(BadModule, match="`block` ended with 3"):
        device.sample(array("q", [5]), array("q", [1]))


def test_a_block_takes_what_tally_gives_it_for_each() -> None:
    assert PARAMETERS["tally"].replace("A", "n") == cuda.BLOCK


def test_signatures_take_what_is_passed() -> None:
    """Types of C, of which pointers have 64 bits."""
    assert all(isinstance(each, type(ctypes.c_int)) or ctypes.sizeof(each) == 8
               for types in driver.SIGNATURES.values() for each in types)  # fmt: skip
    assert KERNEL == "play"
