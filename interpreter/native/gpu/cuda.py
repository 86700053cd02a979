"""Random games of a machine on a GPU: many blocks of them at once, each in a thread of its own."""

from __future__ import annotations

import time
from array import array

from ...machine.emit import Machine
from ...machine.running import BadModule, is_checked
from ...program.llvm.kernel import KERNEL, kernel_text
from ...program.nodes import INT, Type, Vector
from ...program.share import share
from ..programs import Programs
from .driver import DeviceError, Gpu, gpu
from .ptx import ptx

BLOCK = "SnnSPFLO"
"""What a block of games takes, by the letters of `sampling.PARAMETERS`."""

MOST_ROOM = 500 << 10
"""The most bytes that a thread may have for itself; the hardware has 512 KiB."""

STRETCH = 0.1
"""Seconds that one launch should take: between launches, play can be stopped."""


def kernel_of(machine: Machine) -> str:
    """Return the text of the kernel that plays random games: `block`, whose counts all threads share."""
    element = "i32" if machine.layout.fits else "i64"
    types: dict[str, Type] = {
        "n": INT,
        "S": Vector(element, machine.layout.naturals),
        **dict.fromkeys("OP", Vector(element)),
        **dict.fromkeys("FL", Vector("i64", is_shared=True)),
    }
    program = Programs(machine).read({"block": [types[each] for each in BLOCK]}, is_checked())
    own = {"S": len(machine.start), "out": machine.action_count + 1}
    return kernel_text(share(program), "rng", own, is_checked())


class OnDevice:
    """Plays random games of a machine on a GPU. Raises DeviceError where that cannot be done."""

    def __init__(self, machine: Machine, device: Gpu | None = None) -> None:
        self._gpu, self._size = device or gpu(), machine.size
        self._letter = "i" if machine.layout.fits else "q"
        self._start, self._opening = (array(self._letter, each) for each in (machine.start, machine.opening))
        room = (len(self._start) + self._size.codes + 1) * self._start.itemsize
        if room > MOST_ROOM:
            raise DeviceError(
                f"this game cannot be played on a GPU: a position and its moves take {room >> 10:,} KiB, and a thread "
                f"there has {MOST_ROOM >> 10}"
            )
        self._kernel = self._gpu.loaded(ptx(kernel_of(machine)), KERNEL)

    def __repr__(self) -> str:
        return f"<OnDevice {self._gpu!r}>"

    def sample(self, games: array[int], rngs: array[int]) -> tuple[list[list[int]], list[int]]:
        """Play blocks of so many games, each from a generator's state; gives the counts of all, as `Sampler.sample`
        does. Raises OutOfTime, and DeviceError for what the GPU refuses."""
        ends = self._size.ends
        firsts = array("q", bytes(8 * (self._size.codes + 1) * ends))
        lengths, status = array("q", bytes(8 * (self._size.longest + 1))), array("i", [0])
        self._gpu.free()  # what a launch left that was broken off
        try:
            shared = [self._start, self._opening, firsts, lengths]
            held = [self._gpu.put(each) for each in (status, games, rngs, *shared)]
            words = [*held, *map(len, shared), len(games)]
            left, turns = max(games), 1
            while left > 0:
                begun = time.perf_counter()
                self._gpu.run(self._kernel, len(games), [*words, turns])
                left -= turns
                turns = max(1, min(2 * turns, int(turns * STRETCH / max(time.perf_counter() - begun, 1e-9))))
            for address, numbers in zip((held[0], held[-2], held[-1]), (status, firsts, lengths), strict=True):
                self._gpu.get(address, numbers)
        finally:
            self._gpu.free()
        if status[0]:
            raise BadModule(f"`block` ended with {status[0]} on the GPU")
        return [firsts[row : row + ends].tolist() for row in range(0, len(firsts), ends)], lengths.tolist()
