"""A game's generated module in WebAssembly: the same functions over vectors in a memory of their own.

Here the bytes are made, without any tool; a browser makes machine code of them in milliseconds, where Python itself
runs in a browser, and whoever else knows WebAssembly does in tests.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from ..deadline import current, look
from ..machine.emit import Machine
from ..machine.random.sampling import OF_STATES, PARAMETERS, Sampler, Size, lengths_of
from ..machine.running import BadModule, is_checked
from ..program.nodes import IMPOSSIBLE, INT, OUT_OF_TIME, Type, Vector
from ..program.wasm.module import BLOCK, STATUS, wasm_module
from .additions import NOTHING, Addition
from .browser import Browser
from .heap import Buffer, Heap, Host
from .programs import Programs


class InWebAssembly(Sampler):
    """The functions of a machine in WebAssembly; each is made when it is first used.

    Raises RuntimeError where there is none.
    """

    def __init__(self, machine: Machine, more: Addition = NOTHING, host: Host | None = None) -> None:
        self.machine, self._more = machine, more
        self._programs = Programs(machine, more.kernel)
        self._heap = Heap(host or Browser())
        self._element = "i32" if machine.layout.fits else "i64"
        self._functions: dict[str, Callable[..., int]] = {}
        self.start, self.opening = self.numbers(machine.start), self.numbers(machine.opening)

    def __repr__(self) -> str:
        return f"<InWebAssembly {self.machine!r}, {len(self._functions)} functions in use>"

    @property
    def size(self) -> Size:
        """The size of the game."""
        return self.machine.size

    def numbers(self, values: Iterable[int]) -> Buffer:
        """Return integers as a state, or as codes."""
        return self._filled(self._element, values)

    def words(self, values: Iterable[int]) -> Buffer:
        """Return integers of 64 bits."""
        return self._filled("i64", values)

    def _filled(self, element: str, values: Iterable[int]) -> Buffer:
        held = [*values]
        buffer = Buffer(self._heap, element, len(held))
        buffer[:] = held
        return buffer

    def zeros(self, size: int) -> Buffer:
        """Return so many zeros of 64 bits."""
        return Buffer(self._heap, "i64", size)

    def function(self, name: str) -> Callable[..., int]:
        """Return a function over buffers; raises KeyError if there is none.

        It raises ValueError for buffers of another element or a smaller size than it needs.
        """
        if name not in self._functions:
            self._functions[name] = self._door(name)
        return self._functions[name]

    def _door(self, name: str) -> Door:
        letters = {**PARAMETERS, **self._more.parameters}[name]
        needs = [(self._types[each], self._least.get(each, 0)) for each in letters]
        look()
        program = self._programs.read({name: [kind for kind, _ in needs]}, is_checked())
        module, top = wasm_module(program, is_checked(), self._heap.top)
        self._heap.grow_to(top)
        return Door(name, self._heap.host.instance(module)(name), needs, self._heap)

    @cached_property
    def _least(self) -> Mapping[str, int]:
        """How long the vectors are at least that letters stand for."""
        return {**lengths_of(self.size, len(self.machine.start)), **self._more.arrays}

    @cached_property
    def _types(self) -> Mapping[str, Type]:
        """What the letters of functions stand for."""
        own, wide = Vector(self._element), Vector("i64")
        vectors: dict[str, Type] = {letter: own if letter in OF_STATES else wide for letter in self._least}
        return {"n": INT, "a": INT, **vectors}


class Door:
    """A function in WebAssembly that raises ValueError for arguments that do not fit, and keeps the deadline."""

    def __init__(
        self, name: str, entry: Callable[[], bool], needs: Sequence[tuple[Type, int]], heap: Heap
    ) -> None:  # fmt: skip
        self._name, self._entry, self._needs, self._heap = name, entry, needs, heap
        vectors = sum(isinstance(kind, Vector) for kind, _ in needs)
        self._block = struct.Struct(f"<qd{len(needs) + vectors}q")

    def __repr__(self) -> str:
        return f"<{self._name} in WebAssembly>"

    def __call__(self, *arguments: Buffer | int) -> int:
        """Call the function."""
        if len(arguments) != len(self._needs):
            raise ValueError(f"`{self._name}` takes {len(self._needs)} arguments, not {len(arguments)}")
        words, lengths = list[int](), list[int]()
        for number, (argument, (kind, least)) in enumerate(zip(arguments, self._needs, strict=True), 1):
            match argument, kind:
                case Buffer(), Vector(element) if (
                    argument.heap is self._heap and argument.element == element and len(argument) >= least
                ):
                    words.append(argument.at)
                    lengths.append(len(argument))
                case int(), "i64":
                    words.append(argument)
                case _:
                    raise ValueError(f"`{self._name}`, argument {number}: {argument!r} does not fit")
        host, deadline = self._heap.host, current()
        left = math.inf if deadline is None else deadline.left
        block = self._block.pack(0, host.now() + 1000 * left, *words, *lengths)
        host.write(STATUS, block)
        if not self._entry():
            raise self._ended(int.from_bytes(host.read(STATUS, 4), "little"))
        return int.from_bytes(host.read(BLOCK + 8 * (len(words) + len(lengths)), 8), "little", signed=True)

    def _ended(self, status: int) -> BaseException:
        deadline = current()
        if status == OUT_OF_TIME and deadline is not None:
            return deadline.ended()
        if status == IMPOSSIBLE:
            return ValueError(f"`{self._name}`: no such code")
        return BadModule(f"`{self._name}` reads or writes beyond its vectors or tables")
