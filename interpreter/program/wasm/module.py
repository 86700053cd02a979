"""A program as the bytes of a WebAssembly module.

It has no memory of its own: it imports one, so that several modules may work on the same vectors, and a clock. An entry
takes nothing and returns nothing. Its arguments lie in memory from BLOCK on, words of 64 bits: numbers, addresses of
vectors, then the lengths of all vectors; behind them it puts its results. What ends an entry before that is a trap, and
the word at STATUS says why; a trap without a reason there is a fault.
"""

from __future__ import annotations

import struct

from ..nodes import FLOAT, INT, OUT_OF_TIME, Function
from ..read import Program
from ..tables import element_of
from . import binary as op
from .binary import section, several, signed, sized, unsigned
from .blocks import FunctionWriter
from .codes import ENDED, LOOK, NOW
from .values import LOWEST, Names

STATUS, UNTIL, BLOCK = 0, 8, 16
"""Where in memory the status lies, of 32 bits; the time at which entries must end, a float; arguments and results."""

SELDOM = 16
"""At one of how many looks the clock is asked, which takes longer than many a step of a game: a look itself comes after
some milliseconds at the latest."""

_CLOCK, _ENDING, _PLAIN = b"\x60\0\1" + bytes([op.F64]), b"\x60\1" + bytes([op.I32, 0]), b"\x60\0\0"
_PACKED = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "i64": "q"}


def wasm_module(program: Program, checked: bool = False, at: int = LOWEST) -> tuple[bytes, int]:
    """Return a program as a module, which puts its tables into memory from an address on, and where they end there.

    With `checked`, an index outside its vector or table ends it.
    """
    tables = _Tables(program, at)
    places = {name: place for place, name in enumerate(program.functions, LOOK + 1)}
    names = Names(program, places, tables, checked)
    writers = [FunctionWriter(names, each) for each in program.functions.values()]
    bodies = [_ended(), _look(), *(each.body() for each in writers)]
    doors = [program.functions[name] for name in program.entries]
    types = [_CLOCK, _ENDING, _PLAIN, *(each.type for each in writers), *[_PLAIN] * len(doors)]
    known = list(dict.fromkeys(types))
    exports = [
        _named(each.name) + b"\0" + unsigned(len(types) - len(doors) + place) for place, each in enumerate(doors)
    ]
    parts = (
        section(op.TYPE, known),
        section(op.IMPORT, [b"\0" + _named("now") + b"\0\0", b"\0" + _named("memory") + b"\2\0\1"]),
        section(op.FUNCTION, [unsigned(known.index(each)) for each in types[1:]]),
        section(op.GLOBAL, [bytes([op.I32, 1, op.ADDRESS, 1, op.END])]),
        section(op.EXPORT, exports),
        section(op.CODE, [*bodies, *(_door(each, places[each.name]) for each in doors)]),
        section(op.DATA, tables.data),
    )
    return op.HEAD + b"".join(parts), tables.end


class _Tables(dict[tuple[str, int], int]):
    """Where the levels of tables lie, each of which gets a place when it is first asked for."""

    def __init__(self, program: Program, at: int) -> None:
        super().__init__()
        self._program, self.end = program, at
        self.data: list[bytes] = []

    def __missing__(self, level: tuple[str, int]) -> int:
        numbers, at = self._program.tables[level[0]].level(level[1]), self.end
        content = struct.pack(f"<{len(numbers)}{_PACKED[element_of(numbers)]}", *numbers)
        self.data.append(bytes([0, op.ADDRESS]) + signed(at) + bytes([op.END]) + sized(content))
        self.end += -(-len(content) // 8) * 8
        self[level] = at
        return at


def _named(name: str) -> bytes:
    return sized(name.encode())


def _ended() -> bytes:
    """The function that ends everything with a status."""
    code = bytes([op.ADDRESS, 0, op.GET, 0, op.STORE_ADDRESS, 2, STATUS, op.UNREACHABLE, op.END])
    return sized(b"\0" + code)


def _look() -> bytes:
    """The function that ends everything if no time is left, as it finds out now and then."""
    count = [op.GET_GLOBAL, 0, op.ADDRESS, 1, op.MINUS, op.SET_GLOBAL, 0]
    if_due = [op.GET_GLOBAL, 0, op.IS_NO_ADDRESS, op.IF, op.NOTHING, op.ADDRESS, SELDOM, op.SET_GLOBAL, 0]
    if_late = [op.CALL, NOW, op.ADDRESS, 0, op.LOAD_REAL, 3, UNTIL, op.FLOAT_TESTS[">="], op.IF, op.NOTHING]
    end = [op.ADDRESS, OUT_OF_TIME, op.CALL, ENDED, op.END, op.END, op.END]
    return sized(b"\0" + bytes([*count, *if_due, *if_late, *end]))


def _door(function: Function, place: int) -> bytes:
    """An entry: it takes its arguments and the lengths of all its vectors from memory, and puts its results behind."""
    words = [*function.parameters, *(f"n.{name}" for name in function.vectors)]
    at = {name: unsigned(BLOCK + 8 * number) for number, name in enumerate(words)}
    code = bytearray()
    for name in (*function.parameters, *(f"n.{name}" for name in function.lengths)):
        kind = function.types.get(name, INT)
        loads = (op.LOADS["i64"], 3) if kind == INT else (op.LOAD_REAL, 3) if kind == FLOAT else (op.LOAD_ADDRESS, 2)
        code += bytes([op.ADDRESS, 0, *loads]) + at[name]
    code += bytes([op.CALL]) + unsigned(place)
    count = len(function.results)
    for number in reversed(range(count)):
        code += bytes([op.SET]) + unsigned(number)
    for number, kind in enumerate(function.results):
        store = op.STORE_REAL if kind == FLOAT else op.STORES[64]
        code += bytes([op.ADDRESS, 0, op.GET]) + unsigned(number) + bytes([store, 3])
        code += unsigned(BLOCK + 8 * (len(words) + number))
    local = several(b"\1" + bytes([op.TYPES[kind]]) for kind in function.results)
    return sized(local + code + bytes([op.END]))
