"""The expressions of a function as LLVM's text: each becomes a register, or a way to go."""

from __future__ import annotations

import struct

from ..nodes import (
    FLOAT,
    INT,
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
from .lines import LineWriter
from .types import OUTSIDE, TYPES, returned, table_name

_INT_OPS = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "ashr"}
_FLOAT_OPS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
_INT_TESTS = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}
_FLOAT_TESTS = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"}


class ValueWriter(LineWriter):
    """Writes the expressions of one function; `_is_checked` says that indexes are looked at."""

    def __init__(self, program: Program, function: Function, checked: bool) -> None:
        super().__init__(function)
        self._program, self._is_checked = program, checked
        self.calls: list[str] = []
        """The functions that are called in what was written, once for each call."""

    # Vectors

    def _kind(self, vector: str) -> str:
        kind = self._function.types[vector]
        assert not isinstance(kind, str)
        return kind.element

    def _element(self, vector: str) -> str:
        return f"i{self._kind(vector)[1:]}"

    def _loaded(self, vector: str, index: Expression) -> str:
        """The element that is loaded: what is never negative needs no sign, and has its 64 bits at once."""
        kind, first = self._function.types[vector], index
        assert isinstance(kind, Vector)
        while isinstance(first, Binary) and first.op in ("+", "-"):
            first = first.a
        place = first.value if isinstance(first, Constant) else 0
        is_natural = any(place in each for each in kind.naturals)
        return f"u{kind.element[1:]}" if is_natural else kind.element

    def _place(self, vector: str, index: Expression) -> str:
        at = self._number(index)
        if self._is_checked:
            self._within(at, f'%"n.{vector}"', "ult")
        return self._new(f'getelementptr {self._element(vector)}, ptr %"p.{vector}", i64 {at}')

    def _within(self, index: str, length: str, how: str) -> None:
        is_inside = self._new(f"icmp {how} i64 {index}, {length}")
        self._ends_if(self._new(f"xor i1 {is_inside}, true"), str(OUTSIDE))

    def _wide(self, number: str, element: str) -> str:
        if element[1:] == "64":
            return number
        return self._new(f"{'sext' if element[0] == 'i' else 'zext'} i{element[1:]} {number} to i64")

    def _narrow(self, number: str, element: str) -> str:
        return number if element == "i64" else self._new(f"trunc i64 {number} to {element}")

    # Values

    def _as(self, value: Expression, kind: str) -> str:
        """A value as what a variable or a result of a type holds."""
        if kind == FLOAT and value.type != FLOAT:
            return self._new(f"sitofp i64 {self._number(value)} to double")
        return self._number(value)

    def _number(self, node: Expression) -> str:
        """An integer or a float: a register, or a constant."""
        match node:
            case Constant(value, _):
                return str(value)
            case Real(value):
                return "0x" + struct.pack(">d", value).hex()
            case Variable(name, kind):
                assert isinstance(kind, str)
                return self._new(f'load {TYPES[kind]}, ptr %"v.{name}"')
            case Unary() if node.type != TRUTH:
                return self._unary(node)
            case Binary():
                return self._binary(node)
            case Load(vector, index):
                found = self._new(f"load {self._element(vector)}, ptr {self._place(vector, index)}")
                return self._wide(found, self._loaded(vector, index))
            case Entry():
                return self._entry(node)
            case Length(vector):
                return f'%"n.{vector}"'
            case Call():
                return self._call(node)[0]
            case Choice(test, a, b, kind):
                return self._chosen(test, a, b, INT if kind == TRUTH else kind)
            case Compare():
                return self._new(f"zext i1 {self._compare(node)} to i64")
            case _:
                return self._chosen(node, Constant(1), Constant(0), INT)

    def _unary(self, node: Unary) -> str:
        number = self._number(node.a)
        match node.op:
            case "ones":
                return self._new(f"call i64 @llvm.ctpop.i64(i64 {number})")
            case "sqrt":
                return self._new(f"call double @llvm.sqrt.f64(double {number})")
            case _:
                return self._new(f"sitofp i64 {number} to double")

    def _binary(self, node: Binary) -> str:
        a = self._number(node.a)
        b = self._number(node.b)
        if node.type == FLOAT:
            return self._new(f"{_FLOAT_OPS[node.op]} double {a}, {b}")
        if node.op in _INT_OPS:
            return self._new(f"{_INT_OPS[node.op]} i64 {a}, {b}")
        quotient = self._new(f"sdiv i64 {a}, {b}")  # which rounds towards 0, where Python rounds down
        rest = self._new(f"sub i64 {a}, {self._new(f'mul i64 {quotient}, {b}')}")
        is_off = self._new(f"icmp slt i64 {self._new(f'xor i64 {rest}, {b}')}, 0")
        is_off = self._new(f"and i1 {is_off}, {self._new(f'icmp ne i64 {rest}, 0')}")
        if node.op == "//":
            return self._new(f"sub i64 {quotient}, {self._new(f'zext i1 {is_off} to i64')}")
        return self._new(f"add i64 {rest}, {self._new(f'select i1 {is_off}, i64 {b}, i64 0')}")

    def _entry(self, node: Entry) -> str:
        numbers = self._program.tables[node.table].level(node.level)
        kind, at = element_of(numbers), self._number(node.index)
        if self._is_checked:
            self._within(at, str(len(numbers)), "ult")
        place = self._new(f"getelementptr i{kind[1:]}, ptr {table_name(node.table, node.level)}, i64 {at}")
        return self._wide(self._new(f"load i{kind[1:]}, ptr {place}"), kind)

    def _call(self, node: Call) -> list[str]:
        """Call a function; gives its results."""
        called = self._program.functions[node.function]
        self.calls.append(called.name)
        given, lengths = [], dict[str, str]()
        for name, value in zip(called.parameters, node.arguments, strict=True):
            kind = called.types[name]
            if isinstance(kind, str):
                given.append(f"{TYPES[kind]} {self._as(value, kind)}")
            else:
                given.append(f"ptr {self._address(value)}")
                lengths[name] = str(value.width) if isinstance(value, Window) else f'%"n.{_name(value)}"'
        given += [f"i64 {lengths[name]}" for name in called.lengths]
        kinds = returned(called)
        call = f'call {kinds} @"{called.name}"({", ".join(given)})'
        if kinds == "void":
            self._write(call)
            return []
        found, count = self._new(call), len(called.results) + called.may_end
        parts = [found] if count == 1 else [
            self._new(f"extractvalue {kinds} {found}, {part}") for part in range(count)
        ]  # fmt: skip
        if called.may_end:
            status = parts.pop()
            self._ends_if(self._new(f"icmp ne i32 {status}, 0"), status)
        return parts

    def _address(self, value: Expression) -> str:
        if not isinstance(value, Window):
            return f'%"p.{_name(value)}"'
        kind = self._function.types[value.matrix]
        assert isinstance(kind, Matrix)
        index = self._number(value.index)
        if self._is_checked:
            self._within(index, f'%"n.{value.matrix}"', "ult")
        at = self._new(f"mul i64 {index}, {kind.width}")
        return self._new(f'getelementptr i{kind.element[1:]}, ptr %"p.{value.matrix}", i64 {at}')

    def _chosen(self, test: Expression, a: Expression, b: Expression, kind: str) -> str:
        yes, no, after = self._labels("yes", "no", "either")
        place = f"%place.{after}"
        self._places.append(f"{place} = alloca {TYPES[kind]}")
        self._branch(test, yes, no)
        for label, value in ((yes, a), (no, b)):
            self._label(label)
            self._write(f"store {TYPES[kind]} {self._as(value, kind)}, ptr {place}")
            self._go(after)
        self._label(after)
        return self._new(f"load {TYPES[kind]}, ptr {place}")

    # Truths

    def _branch(self, test: Expression, yes: str, no: str) -> None:
        """Go one of two ways."""
        match test:
            case Constant(value, _):
                self._go(yes if value else no)
            case Not(a):
                self._branch(a, no, yes)
            case Both(word, a, b):
                (second,) = self._labels("second")
                self._branch(a, *((second, no) if word == "and" else (yes, second)))
                self._label(second)
                self._branch(b, yes, no)
            case Compare():
                self._split(self._compare(test), yes, no)
            case Unary("truth", a):
                self._split(self._new(f"icmp ne i64 {self._number(a)}, 0"), yes, no)
            case _:
                self._split(self._new(f"icmp ne i64 {self._number(test)}, 0"), yes, no)

    def _compare(self, node: Compare) -> str:
        a = self._number(node.a)
        b = self._number(node.b)
        if FLOAT in (node.a.type, node.b.type):
            return self._new(f"fcmp {_FLOAT_TESTS[node.op]} double {a}, {b}")
        return self._new(f"icmp {_INT_TESTS[node.op]} i64 {a}, {b}")


def _name(value: Expression) -> str:
    assert isinstance(value, Variable)
    return value.name
