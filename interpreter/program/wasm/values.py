"""The expressions of a function in WebAssembly: each leaves its value where the next operation takes it."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import NamedTuple

from ..nodes import (
    FLOAT,
    INT,
    OUTSIDE,
    TRUTH,
    Binary,
    Both,
    Call,
    Choice,
    Compare,
    Constant,
    Entry,
    Expression,
    Function,
    Length,
    Load,
    Matrix,
    Not,
    Real,
    Unary,
    Variable,
    Vector,
    Window,
)
from ..read import Program
from ..tables import element_of
from . import binary as op
from .binary import signed, unsigned
from .codes import CodeWriter

LOWEST = 1 << 16
"""No vector begins below this address, so that the constant part of an index may be added after the rest is."""


class Names(NamedTuple):
    """What a function refers to: the program, functions by their numbers, where the levels of tables lie."""

    program: Program
    functions: Mapping[str, int]
    tables: Mapping[tuple[str, int], int]
    is_checked: bool
    """Whether indexes are looked at."""


class ValueWriter(CodeWriter):
    """Writes the expressions of one function."""

    def __init__(self, names: Names, function: Function) -> None:
        super().__init__(function)
        self._names = names

    # Places in memory

    def _element(self, vector: str) -> str:
        kind = self._function.types[vector]
        assert not isinstance(kind, str)
        return kind.element

    def _at(self, vector: str, index: Expression) -> int:
        """Leave an address in a vector; gives what is to be added to it."""
        size = int(self._element(vector)[1:]) // 8
        rest, further = (index, 0) if self._names.is_checked else _split(index, LOWEST // size)
        self._get(self._places[vector])
        if rest != Constant(0):
            self._index(rest, Length(vector))
            self._scaled(size)
            self._write(op.PLUS)
        return further * size

    def _index(self, index: Expression, length: Expression) -> None:
        """Leave an index, once it is known to be inside, if that is looked at."""
        self._number(index)
        if self._names.is_checked:
            place = self._kept()
            self._get(place)
            self._within(length, "<")
            self._get(place)
            self._given_back(place)

    def _within(self, length: Expression, how: str) -> None:
        """End unless what was computed last is below a length, or equal if it may be, taken as without a sign."""
        self._number(length)
        self._write(op.IS_BEYOND[how], op.IF, op.NOTHING)
        self._ends(OUTSIDE)
        self._write(op.END)

    def _scaled(self, size: int) -> None:
        """Make an index a number of bytes."""
        self._write(op.TO_ADDRESS)
        if size > 1:
            self._write(op.ADDRESS, signed(size.bit_length() - 1), op.SHIFT)

    def _load(self, element: str, further: int) -> None:
        self._write(op.LOADS[element], unsigned(_log(element)), unsigned(further))

    # Values

    def _as(self, value: Expression, kind: str) -> None:
        """A value as what a variable or a result of a type holds."""
        self._number(value)
        if kind == FLOAT != value.type:
            self._write(op.TO_REAL)

    def _number(self, node: Expression) -> None:
        """An integer or a float."""
        match node:
            case Constant(value, _):
                self._word(value)
            case Real(value):
                self._write(op.REAL, struct.pack("<d", value))
            case Variable(name, _):
                self._get(self._places[name])
            case Length(vector):
                self._get(self._places[f"n.{vector}"])
            case Unary(sign, a, kind) if kind != TRUTH:
                self._number(a)
                self._write(op.UNARY[sign])
            case Binary(sign, a, b, kind):
                self._number(a)
                self._number(b)
                if kind == FLOAT:
                    self._write(op.FLOAT_OPS[sign])
                else:
                    self._write(op.INT_OPS[sign]) if sign in op.INT_OPS else self._divided(sign)
            case Load(vector, index):
                further = self._at(vector, index)
                self._load(self._element(vector), further)
            case Entry():
                self._entry(node)
            case Call():
                self._call(node)
            case Choice(test, a, b, kind):
                kind = INT if kind == TRUTH else kind
                self._test(test)
                self._begin(op.IF, op.TYPES[kind])
                self._as(a, kind)
                self._write(op.ELSE)
                self._as(b, kind)
                self._end()
            case _:
                self._test(node)
                self._write(op.FROM_TRUTH)

    def _divided(self, sign: str) -> None:
        """Divide as Python does, which rounds down: a quotient rounded towards 0 may be 1 too large, a rest have the
        wrong sign."""
        b, a = self._kept(), self._kept()
        self._get(a)
        self._get(b)
        self._write(op.REST)
        rest = self._kept()
        if sign == "//":
            self._get(a)
            self._get(b)
            self._write(op.QUOTIENT)
        else:
            self._get(b)
            self._word(0)
        self._get(rest)
        self._get(b)
        self._write(op.INT_OPS["^"], op.WORD, signed(0), op.INT_TESTS["<"])
        self._get(rest)
        self._write(op.IS_0, op.IS_NO_ADDRESS, op.BOTH)
        if sign == "//":
            self._write(op.FROM_TRUTH, op.INT_OPS["-"])
        else:
            self._write(op.SELECT)
            self._get(rest)
            self._write(op.INT_OPS["+"])
        self._given_back(a, b, rest)

    def _entry(self, node: Entry) -> None:
        numbers = self._names.program.tables[node.table].level(node.level)
        element = element_of(numbers)
        self._index(node.index, Constant(len(numbers)))
        self._scaled(int(element[1:]) // 8)
        self._load(element, self._names.tables[node.table, node.level])

    def _call(self, node: Call) -> int:
        """Call a function, which leaves its results; gives their number."""
        called = self._names.program.functions[node.function]
        lengths: dict[str, Expression] = {}
        for name, value in zip(called.parameters, node.arguments, strict=True):
            kind = called.types[name]
            match value:
                case Window(matrix, index, _, width):
                    self._get(self._places[matrix])
                    self._index(index, Length(matrix))
                    self._write(
                        op.TO_ADDRESS,
                        op.ADDRESS,
                        signed(width * int(self._element(matrix)[1:]) // 8),
                        op.TIMES,
                        op.PLUS,
                    )
                    lengths[name] = Constant(width)
                case Variable(own, Vector() | Matrix()):
                    self._get(self._places[own])
                    lengths[name] = Length(own)
                case _:
                    assert isinstance(kind, str)
                    self._as(value, kind)
        for name in called.lengths:
            self._number(lengths[name])
        self._write(op.CALL, unsigned(self._names.functions[called.name]))
        return len(called.results)

    # Truths

    def _test(self, node: Expression) -> None:
        """Whether something is true, as 0 or 1 of 32 bits."""
        match node:
            case Compare(sign, a, b):
                self._number(a)
                self._number(b)
                self._write((op.FLOAT_TESTS if FLOAT in (a.type, b.type) else op.INT_TESTS)[sign])
            case Not(a):
                self._test(a)
                self._write(op.IS_NO_ADDRESS)
            case Both(word, a, b):
                self._test(a)
                self._begin(op.IF, op.I32)
                self._test(b) if word == "and" else self._write(op.ADDRESS, signed(1))
                self._write(op.ELSE)
                self._test(b) if word == "or" else self._write(op.ADDRESS, signed(0))
                self._end()
            case Unary("truth", a):
                self._test(a) if a.type == TRUTH else self._number(a)
                self._write() if a.type == TRUTH else self._write(op.WORD, signed(0), op.INT_TESTS["!="])
            case _:
                self._number(node)
                self._write(op.WORD, signed(0), op.INT_TESTS["!="])

    def _go_if(self, test: Expression, level: int, holds: bool) -> None:
        """Go to a level if a test holds, or if it does not."""
        match test:
            case Constant(value, _):
                if bool(value) == holds:
                    self._go(level)
            case Not(a):
                self._go_if(a, level, not holds)
            case Both(word, a, b) if (word == "or") == holds:
                self._go_if(a, level, holds)
                self._go_if(b, level, holds)
            case Both(_, a, b):
                other = self._begin()
                self._go_if(a, other, not holds)
                self._go_if(b, level, holds)
                self._end()
            case _:
                self._test(test)
                self._write(*() if holds else (op.IS_NO_ADDRESS,))
                self._go(level, op.BRANCH_IF)


def _split(index: Expression, most: int) -> tuple[Expression, int]:
    """An index as what is computed, and a constant that is added to it."""
    match index:
        case Constant(value, _) if 0 <= value < 1 << 24:
            return Constant(0), value
        case Binary("+", a, Constant(value, _)) | Binary("+", Constant(value, _), a) if 0 <= value < most:
            return a, value
    return index, 0


def _log(element: str) -> int:
    return (int(element[1:]) // 8).bit_length() - 1
