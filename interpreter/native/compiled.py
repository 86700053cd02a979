"""A game's generated module as machine code: the same functions over arrays, read from the same text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ..deadline import look
from ..machine.emit import Machine
from ..machine.random.fillings import lane_room
from ..machine.random.sampling import PARAMETERS, Sampler, Size
from ..machine.running import is_checked
from ..program.llvm.module import llvm_text
from ..program.read import Text, read, text_of
from .doors import Door, Need
from .engine import Engine, made_with, object_code
from .haste import in_time, to_its_end
from .kernels import TEMPLATES, WHOLE, kernels
from .sharing import share
from .store import Cache, Shelf, name_of

Numbers = NDArray[np.int32] | NDArray[np.int64]


@dataclass(frozen=True)
class Addition:
    """Functions that run beside a machine's, written as generated modules are: they may call the machine's.

    `parameters` says, for each function that Python calls, what it takes, in the letters of `PARAMETERS` and those of
    `arrays`: arrays of 64 bits with at least so many entries.
    """

    source: str
    parameters: Mapping[str, str]
    arrays: Mapping[str, int]


NOTHING = Addition("", {}, {})


class Compiled(Sampler):
    """The functions of a machine over arrays of `dtype`; each is compiled, or read from disk, when it is first used.

    `notes` says what was in the way of keeping them on disk.
    """

    def __init__(self, machine: Machine, target: Cache | None = None, more: Addition = NOTHING) -> None:
        self.machine, self._more = machine, more
        self.dtype = np.dtype(np.int32 if machine.layout.fits else np.int64)
        self.notes: list[str] = []
        self._functions: dict[str, Callable[..., int]] = {}
        self._lock, self._checks = Lock(), is_checked()
        name = name_of(made_with(), machine.source, TEMPLATES, more.source, str(self._checks))
        self._shelf = Shelf(name, self.notes, target, [target]) if target else Shelf(name, self.notes)
        self._shelf.look()
        self.start, self.opening = self.numbers(machine.start), self.numbers(machine.opening)

    def __repr__(self) -> str:
        return f"<Compiled {self.machine!r}, {len(self._functions)} functions in use>"

    @property
    def size(self) -> Size:
        """The size of the game."""
        return self.machine.size

    def numbers(self, values: Iterable[int]) -> Numbers:
        """Return integers as an array of `dtype`."""
        return np.array(list(values), np.int64).astype(self.dtype)

    def zeros(self, size: int) -> Numbers:
        """Return an array of `size` zeros of 64 bits."""
        return np.zeros(size, np.int64)

    def rows(self, counts: Numbers, width: int) -> Numbers:
        """Return counts as an array of shape (-1, width)."""
        return counts.reshape(-1, width)

    @property
    def rollout(self) -> Callable[[Numbers, int, Numbers], int]:
        """Play a state to its end at random."""
        return self.function("rollout")

    def step(self, state: Numbers, code: int) -> None:
        """Apply a decision, given by its code, to a state; raises ValueError if it is not legal, without a change."""
        if self.function("play")(state, code, np.empty(len(self.start), self.dtype)):
            raise ValueError(f"code {code} is not legal in this state")

    @property
    def legal(self) -> Callable[[Numbers, Numbers], int]:
        """Write the codes of the legal decisions into an array with room for all and return their number.

        It may try decisions in the state itself, so threads must not share one.
        """
        return self.function("legal")

    def function(self, name: str) -> Callable[..., int]:
        """Return a function over arrays, compiled when it is first asked for; raises KeyError if there is none.

        It raises ValueError for arrays of another type or size than it needs, but trusts what they hold: states must be
        states of this game, `step` must be given a legal code.
        """
        if name not in self._functions:
            with self._lock:  # threads that ask together compile it once
                if name not in self._functions:
                    self._functions[name] = self._door(name)
        return self._functions[name]

    def _door(self, name: str) -> Callable[..., int]:
        letters = {**PARAMETERS, **self._more.parameters}[name]
        needs = tuple(self._needs[each] for each in letters)
        runs = to_its_end if name in WHOLE else in_time
        return runs(Door(name, self._engine(name, needs), needs))

    @cached_property
    def _needs(self) -> dict[str, Need]:
        """What the letters in `PARAMETERS` stand for."""
        own, wide, bits, size = self.dtype, np.dtype(np.int64), np.dtype(np.bool_), self.size
        naturals = self.machine.layout.naturals
        return {
            "n": Need(),
            "a": Need(size.codes),
            "S": Need(0, own, 1, len(self.start), naturals=naturals),
            "O": Need(0, own, 1, size.codes),
            "P": Need(0, own),
            "E": Need(0, own, 1, size.cells),
            "F": Need(0, wide, 1, (size.codes + 1) * size.ends),
            "L": Need(0, wide, 1, size.longest + 1),
            "W": Need(0, wide, 1, lane_room(size.cells)),
            "w": Need(0, wide, 1, 2),
            "M": Need(0, own, 2, len(self.start), is_for_each=True, naturals=naturals),
            "A": Need(0, wide, 1, 0, is_for_each=True),
            "B": Need(0, bits, 2, size.codes, is_for_each=True),
            "C": Need(0, bits, 2, size.cells, is_for_each=True),
            "G": Need(0, bits, 1, 0, is_for_each=True),
            **{letter: Need(0, wide, 1, least) for letter, least in self._more.arrays.items()},
        }

    def _engine(self, name: str, needs: tuple[Need, ...]) -> Engine:
        """Load a function's machine code, or make it, despite damaged files or a full disk."""
        file = f"{name}.o"
        kept = self._shelf.load(file)
        if kept is not None:
            try:
                return Engine(name, kept)
            except RuntimeError as damage:
                self._shelf.forget()
                self.notes.append(f"what was kept cannot be used ({damage})")
        look()
        program = read(self._text, {name: [need.type for need in needs]}, self._checks)
        code = object_code(llvm_text(program, self._checks))
        self._shelf.save(file, code)
        return Engine(name, code)

    @cached_property
    def _text(self) -> Text:
        """What the functions are read from; what stands there more than once is one function."""
        module = ast.parse(self.machine.text)
        module.body += ast.parse(kernels(self.machine, module)).body
        module.body += ast.parse(self._more.source).body
        share(module, {**PARAMETERS, **self._more.parameters})
        return text_of(ast.fix_missing_locations(module), self.machine.tables)


def compile_all(machine: Machine, target: Cache) -> None:
    """Compile all functions of a machine that Python calls, into a cache. Raises `OSError`."""
    with target(make=True):  # which raises what would only be noted later
        compiled = Compiled(machine, target)
    for name in PARAMETERS:
        with suppress(KeyError):
            compiled.function(name)
    if compiled.notes:
        raise OSError("; ".join(compiled.notes))
