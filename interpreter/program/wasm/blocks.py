"""The statements of a function in WebAssembly: its blocks stand in each other as they do in the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..nodes import (
    IMPOSSIBLE,
    INT,
    Bind,
    Block,
    Constant,
    Copy,
    Expression,
    For,
    Function,
    If,
    Jump,
    Length,
    Look,
    Raise,
    Real,
    Return,
    Set,
    Statement,
    Store,
    Variable,
    While,
)
from . import binary as op
from .binary import unsigned
from .codes import LOOK
from .values import Names, ValueWriter

_ADDED, _NOT_BEFORE = op.INT_OPS["+"], {True: op.INT_TESTS[">="], False: op.INT_TESTS["<="]}


class FunctionWriter(ValueWriter):
    """Writes one function."""

    def __init__(self, names: Names, function: Function) -> None:
        super().__init__(names, function)
        self._loops: list[tuple[int, int]] = []

    def body(self) -> bytes:
        """Return the function's locals and code."""
        function = self._function
        self._block(function.body)
        if not (function.body and isinstance(function.body[-1], Return)):
            for kind in function.results:
                self._write(op.REAL, bytes(8)) if op.TYPES[kind] != op.TYPES[INT] else self._word(0)
        return self._body()

    def _block(self, block: Block) -> None:
        for each in block:
            self._statement(each)

    def _statement(self, node: Statement) -> None:
        match node:
            case Set(name, value):
                self._as(value, self._scalar(name))
                self._set(self._places[name])
            case Store():
                self._store(node)
            case Copy():
                self._copy(node)
            case If(test, then, other):
                self._if(test, then, other)
            case While(test, body):
                self._while(test, body)
            case For():
                self._for(node)
            case Jump(word):
                self._go(self._loops[-1][word == "continue"])
            case Return(values):
                for value, kind in zip(values, self._function.results, strict=True):
                    self._as(value, kind)
                self._write(op.RETURN)
            case Bind(names, call):
                unused = self._call(call) - len(names)
                self._write(*[op.DROP] * unused)
                for name in reversed(names):
                    self._set(self._places[name])
            case Look():
                self._write(op.CALL, unsigned(LOOK))
            case Raise():
                self._ends(IMPOSSIBLE)

    def _store(self, node: Store) -> None:
        """The value comes first, as in Python, but in WebAssembly the address lies below it."""
        element = self._element(node.vector)
        kept = None
        if not isinstance(node.value, Constant | Real | Variable):
            self._number(node.value)
            kept = self._kept()
        further = self._at(node.vector, node.index)
        if kept is None:
            self._number(node.value)
        else:
            self._get(kept)
            self._given_back(kept)
        self._put(element, further)

    def _put(self, element: str, further: int = 0) -> None:
        size = int(element[1:])
        self._write(op.STORES[size], unsigned((size // 8).bit_length() - 1), unsigned(further))

    def _copy(self, node: Copy) -> None:
        places = []
        for value in (node.at, node.begin, node.count):
            self._number(value)
            places.append(self._kept())
        at, begin, count = places
        if self._names.is_checked:
            for vector, first in ((node.to, at), (node.of, begin)):
                self._get(first)
                self._get(count)
                self._write(_ADDED)
                self._within(Length(vector), "<=")
        to, of = self._element(node.to), self._element(node.of)
        if to[1:] == of[1:]:
            self._address(node.to, at)
            self._address(node.of, begin)
            self._get(count)
            self._scaled(int(to[1:]) // 8)
            self._write(op.MOVE)
        else:
            self._word(0)
            number = self._kept()
            with self._counted(number, count, 1):  # vectors of two widths are never the same
                self._address(node.to, at, number)
                self._address(node.of, begin, number)
                self._load(of, 0)
                self._put(to)
            self._given_back(number)
        self._given_back(*places)

    def _address(self, vector: str, *indexes: int) -> None:
        """The address in a vector at the sum of some locals."""
        self._get(self._places[vector])
        for index in indexes:
            self._get(index)
            self._scaled(int(self._element(vector)[1:]) // 8)
            self._write(op.PLUS)

    def _if(self, test: Expression, then: Block, other: Block) -> None:
        after = self._begin()
        if other:
            no = self._begin()
            self._go_if(test, no, False)
            self._block(then)
            self._go(after)
            self._end()
            self._block(other)
        else:
            self._go_if(test, after, False)
            self._block(then)
        self._end()

    def _while(self, test: Expression, body: Block) -> None:
        after, again = self._begin(), self._begin(op.LOOP)
        self._go_if(test, after, False)
        self._loops.append((after, again))
        self._block(body)
        self._loops.pop()
        self._go(again)
        self._end()
        self._end()

    def _for(self, node: For) -> None:
        self._number(node.low)
        number = self._kept()
        self._number(node.high)
        high = self._kept()
        with self._counted(number, high, node.step):
            self._get(number)
            self._set(self._places[node.name])
            self._block(node.body)
        self._given_back(number, high)

    @contextmanager
    def _counted(self, number: int, high: int, step: int) -> Iterator[None]:
        """Write a loop around a block, in which a local grows by steps up to before what another one holds."""
        after, again = self._begin(), self._begin(op.LOOP)
        self._get(number)
        self._get(high)
        self._write(_NOT_BEFORE[step > 0])
        self._go(after, op.BRANCH_IF)
        further = self._begin()
        self._loops.append((after, further))
        yield
        self._loops.pop()
        self._end()
        self._get(number)
        self._word(step)
        self._write(_ADDED)
        self._set(number)
        self._go(again)
        self._end()
        self._end()
