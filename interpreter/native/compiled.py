"""A game's generated module as machine code: the same functions over arrays, read from the same text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from threading import Lock

from ..deadline import look
from ..machine.emit import Machine
from ..machine.random.sampling import OF_STATES, PARAMETERS, Sampler, Size, lengths_of
from ..machine.running import is_checked
from ..program.llvm.module import llvm_text
from ..program.share import share
from . import buffers
from .additions import Addition
from .batches import WHOLE
from .doors import Door, Need
from .engine import Engine, made_with, object_code
from .haste import in_time, to_its_end
from .programs import Programs
from .store import Cache, Shelf, name_of


class Compiled(Sampler):
    """The functions of a machine over vectors; each is compiled, or read from disk, when it is first used.

    They may be compiled in haste at first, until they are improved. `notes` says what was in the way of keeping them on
    disk.
    """

    def __init__(self, machine: Machine, target: Cache | None = None, more: Addition | None = None) -> None:
        self.machine, self._programs = machine, Programs(machine, more.kernel if more else None)
        self._parameters = {**PARAMETERS, **(more.parameters if more else {})}
        self._arrays = more.arrays if more else {}
        self._element = "i32" if machine.layout.fits else "i64"
        self.notes: list[str] = []
        self._functions: dict[str, Callable[..., int]] = {}
        self._in_haste, self._hasty = bool(more and more.in_haste), list[tuple[str, str, Door]]()
        self._lock, self._checks = Lock(), is_checked()
        name = name_of(made_with(), *self._programs.made_of, str(self._checks))
        self._shelf = Shelf(name, self.notes, target, [target]) if target else Shelf(name, self.notes)
        self._shelf.look()
        self.start, self.opening = self.numbers(machine.start), self.numbers(machine.opening)

    def __repr__(self) -> str:
        return f"<Compiled {self.machine!r}, {len(self._functions)} functions in use>"

    @property
    def size(self) -> Size:
        """The size of the game."""
        return self.machine.size

    def numbers(self, values: Iterable[int]) -> memoryview:
        """Return integers as a state, or as codes."""
        return buffers.numbers(self._element, values)

    def words(self, values: Iterable[int]) -> memoryview:
        """Return integers of 64 bits."""
        return buffers.numbers("i64", values)

    def zeros(self, size: int) -> memoryview:
        """Return so many zeros of 64 bits. Raises MemoryError if there is no room for them."""
        return buffers.zeros(size)

    @property
    def rollout(self) -> Callable[[memoryview, int, memoryview], int]:
        """Play a state to its end at random."""
        return self.function("rollout")

    def step(self, state: memoryview, code: int) -> None:
        """Apply a decision, given by its code, to a state; raises ValueError if it is not legal, without a change."""
        if self.function("play")(state, code, self.numbers(self.start)):
            raise ValueError(f"code {code} is not legal in this state")

    @property
    def legal(self) -> Callable[[memoryview, memoryview], int]:
        """Write the codes of the legal decisions into a vector with room for all and return their number.

        It may try decisions in the state itself, so threads must not share one.
        """
        return self.function("legal")

    def function(self, name: str) -> Callable[..., int]:
        """Return a function over vectors, compiled when it is first asked for; raises KeyError if there is none.

        Whatever gives its memory as one is a vector, such as an array of NumPy. It raises ValueError for others than it
        needs, but trusts what they hold: states must be states of this game, `step` must be given a legal code.
        """
        if name not in self._functions:
            with self._lock:  # threads that ask together compile it once
                if name not in self._functions:
                    self._functions[name] = self._door(name)
        return self._functions[name]

    def improve(self) -> None:
        """Compile well what was compiled in haste: that takes its place, also where somebody has got it before."""
        while self._hasty:
            name, text, door = self._hasty[0]
            look()
            door.leads_to(self._compiled(name, text))
            del self._hasty[0]

    def _door(self, name: str) -> Callable[..., int]:
        needs = tuple(self._needs[each] for each in self._parameters[name])
        runs = to_its_end if name in WHOLE else in_time
        engine = self._kept(name)
        if engine is not None:
            return runs(Door(name, engine, needs))
        look()
        program = self._programs.read({name: [need.type for need in needs]}, self._checks)
        text = llvm_text(share(program), self._checks)
        if not self._in_haste:
            return runs(Door(name, self._compiled(name, text), needs))
        door = Door(name, Engine(name, object_code(text, in_haste=True)), needs)
        self._hasty.append((name, text, door))
        return runs(door)

    @cached_property
    def _needs(self) -> dict[str, Need]:
        """What the letters in `PARAMETERS` stand for."""
        own, wide, truths, size = self._element, "i64", "u8", self.size
        naturals = self.machine.layout.naturals
        return {
            "n": Need(),
            "a": Need(bound=size.codes),
            **{
                letter: Need(own if letter in OF_STATES else wide, least, naturals if letter == "S" else ())
                for letter, least in lengths_of(size, len(self.start)).items()
            },
            "M": Need(own, len(self.start), naturals, axes=2, is_for_each=True),
            "A": Need(wide, is_for_each=True),
            "B": Need(truths, size.codes, axes=2, is_for_each=True),
            "C": Need(wide, size.cells, axes=2, is_for_each=True),
            "G": Need(truths, is_for_each=True),
            **{letter: Need(wide, least) for letter, least in self._arrays.items()},
        }

    def _kept(self, name: str) -> Engine | None:
        """Load a function's machine code; None if there is none that can be used."""
        kept = self._shelf.load(f"{name}.o")
        if kept is not None:
            try:
                return Engine(name, kept)
            except RuntimeError as damage:
                self._shelf.forget()
                self.notes.append(f"what was kept cannot be used ({damage})")
        return None

    def _compiled(self, name: str, text: str) -> Engine:
        """Make a function's machine code and keep it, unless the disk is full."""
        code = object_code(text)
        self._shelf.save(f"{name}.o", code)
        return Engine(name, code)


def compile_all(machine: Machine, target: Cache) -> None:
    """Compile all functions of a machine that Python calls, into a cache. Raises `OSError`."""
    with target(make=True):  # which raises what would only be noted later
        compiled = Compiled(machine, target)
    for name in PARAMETERS:
        with suppress(KeyError):
            compiled.function(name)
    if compiled.notes:
        raise OSError("; ".join(compiled.notes))
