"""The statements of a function as LLVM's text: blocks nested as they are in the program."""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes import (
    DONE,
    IMPOSSIBLE,
    OUT_OF_TIME,
    Binary,
    Bind,
    Block,
    Constant,
    Copy,
    Expression,
    For,
    Function,
    If,
    Jump,
    Load,
    Look,
    Raise,
    Return,
    Set,
    Statement,
    Store,
    Vector,
    While,
    walk,
)
from ..read import Program
from .types import ASK_AT, FLAG_AT, TYPES, parameters, returned
from .values import ValueWriter

MANY_TURNS, MANY_TESTS = 16, 3
"""From how many turns, and tests in each of them, a loop is left as it is: copies of its body (which LLVM makes for
some processors) have as many branches as the turns that they stand for, and are slower (`bench/library.py`)."""


class FunctionWriter(ValueWriter):
    """Writes one function."""

    def __init__(self, program: Program, function: Function, checked: bool) -> None:
        super().__init__(program, function, checked)
        self._loops: list[tuple[str, str]] = []
        self.has_loops = False
        """Whether there is a loop in what was written."""

    def write(self) -> None:
        """Write the function's body."""
        function = self._function
        for name, kind in function.types.items():
            if isinstance(kind, str):
                first = f'%"p.{name}"' if name in function.parameters else "zeroinitializer"
                self._places += [f'%"v.{name}" = alloca {TYPES[kind]}',
                                 f'store {TYPES[kind]} {first}, ptr %"v.{name}"']  # fmt: skip
        self._block(function.body)
        if not self._is_over:
            self._return(["zeroinitializer"] * len(function.results), str(DONE))
        if function.may_end or self._is_checked:
            self._places.append("%status = alloca i32")
            self._label("ended")
            self._return(["zeroinitializer"] * len(function.results), self._new("load i32, ptr %status"))

    def text(self, is_apart: bool) -> str:
        """Return what was written; a function that is apart is called, never put in the place of its calls."""
        function, how = self._function, "nounwind noinline" if is_apart else "nounwind"
        head = f'define internal {returned(function)} @"{function.name}"({", ".join(parameters(function))}) {how} {{'
        return "\n".join([head, "entry:", *(f"  {each}" for each in self._places), *self._lines, "}"])

    def _block(self, block: Block) -> None:
        for each in block:
            if self._is_over:
                return
            self._statement(each)

    def _statement(self, node: Statement) -> None:
        match node:
            case Set(name, value):
                self._set(name, value)
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
                wanted = zip(values, self._function.results, strict=True)
                self._return([self._as(value, kind) for value, kind in wanted], str(DONE))
            case Bind(names, call):
                for name, found in zip(names, self._call(call), strict=False):
                    self._keep(name, found)
            case Look():
                self._look()
            case Raise():
                self._end(str(IMPOSSIBLE))

    def _set(self, name: str, value: Expression) -> None:
        kind = self._function.types[name]
        assert isinstance(kind, str)
        self._keep(name, self._as(value, kind))

    def _keep(self, name: str, value: str) -> None:
        kind = self._function.types[name]
        assert isinstance(kind, str)
        self._write(f'store {TYPES[kind]} {value}, ptr %"v.{name}"')

    def _store(self, node: Store) -> None:
        kind, element = self._function.types[node.vector], self._element(node.vector)
        if isinstance(kind, Vector) and kind.is_shared:
            match node.value:
                case Binary("+", Load(node.vector, node.index), more):
                    number = self._narrow(self._number(more), element)
                    at = self._place(node.vector, node.index)
                    self._write(f"atomicrmw add ptr {at}, {element} {number} monotonic")
                    return
            raise ValueError(f"`{node.vector}` is shared: numbers are only added to it")
        number = self._narrow(self._number(node.value), element)
        self._write(f"store {element} {number}, ptr {self._place(node.vector, node.index)}")

    def _copy(self, node: Copy) -> None:
        to, of = self._element(node.to), self._element(node.of)
        at, begin, count = self._number(node.at), self._number(node.begin), self._number(node.count)
        if self._is_checked:
            for vector, first in ((node.to, at), (node.of, begin)):
                self._within(self._new(f"add i64 {first}, {count}"), f'%"n.{vector}"', "ule")
        if to == of:
            into = self._new(f'getelementptr {to}, ptr %"p.{node.to}", i64 {at}')
            start = self._new(f'getelementptr {of}, ptr %"p.{node.of}", i64 {begin}')
            size = self._new(f"mul i64 {count}, {int(to[1:]) // 8}")
            self._write(f"call void @llvm.memmove.p0.p0.i64(ptr {into}, ptr {start}, i64 {size}, i1 false)")
            return
        for number in self._counted("0", count, 1):  # vectors of two widths are never the same
            source = self._new(f'getelementptr {of}, ptr %"p.{node.of}", i64 {self._new(f"add i64 {begin}, {number}")}')
            value = self._wide(self._new(f"load {of}, ptr {source}"), self._kind(node.of))
            into = self._new(f'getelementptr {to}, ptr %"p.{node.to}", i64 {self._new(f"add i64 {at}, {number}")}')
            self._write(f"store {to} {self._narrow(value, to)}, ptr {into}")

    def _if(self, test: Expression, then: Block, other: Block) -> None:
        yes, no, after = self._labels("then", "else", "fi")
        self._branch(test, yes, no if other else after)
        ends = []
        for label, block in ((yes, then), (no, other)) if other else ((yes, then),):
            self._label(label)
            self._block(block)
            ends.append(self._is_over)
            self._go(after)
        self._label(after)
        if other and all(ends):
            self._write("unreachable")
            self._is_over = True

    def _while(self, test: Expression, body: Block) -> None:
        self.has_loops = True
        again, inside, after = self._labels("while", "do", "done")
        self._go(again)
        self._label(again)
        self._branch(test, inside, after)
        self._label(inside)
        self._loops.append((after, again))
        self._block(body)
        self._go(again)
        self._loops.pop()
        self._label(after)
        if after not in self._reached:
            self._write("unreachable")
            self._is_over = True

    def _for(self, node: For) -> None:
        low, high = self._number(node.low), self._number(node.high)
        for number in self._counted(low, high, node.step, ", !llvm.loop !1" * _is_left(node)):
            self._keep(node.name, number)
            self._block(node.body)

    def _counted(self, low: str, high: str, step: int, how: str = "") -> Iterator[str]:
        """Write a loop around what is written while this generator waits; gives the register of its number."""
        self.has_loops = True
        again, inside, further, after = self._labels("for", "each", "next", "rof")
        counter = f"%count.{again}"
        self._places.append(f"{counter} = alloca i64")
        self._write(f"store i64 {low}, ptr {counter}")
        self._go(again)
        self._label(again)
        number = self._new(f"load i64, ptr {counter}")
        self._split(self._new(f"icmp {'slt' if step > 0 else 'sgt'} i64 {number}, {high}"), inside, after)
        self._label(inside)
        self._loops.append((after, further))
        yield number
        self._go(further)
        self._loops.pop()
        self._label(further)
        self._write(f"store i64 {self._new(f'add i64 {number}, {step}')}, ptr {counter}")
        self._go(again, how)
        self._label(after)

    def _look(self) -> None:
        flag = self._new(f"load ptr, ptr @{FLAG_AT}")
        raised = self._new(f"load atomic i32, ptr {flag} monotonic, align 4")
        ask, on = self._labels("ask", "on")
        self._split(self._new(f"icmp ne i32 {raised}, 0"), ask, on, seldom=True)
        self._label(ask)
        answer = self._new(f"call i32 {self._new(f'load ptr, ptr @{ASK_AT}')}()")
        ends = self._new(f"icmp ne i32 {answer}, 0")
        (over,) = self._labels("over")
        self._split(ends, over, on)
        self._label(over)
        self._end(str(OUT_OF_TIME))
        self._label(on)


def _is_left(node: For) -> bool:
    """Whether a loop's body is not to be copied: it is long, decides much in each turn, and holds no other loop."""
    parts = [*walk(node.body)]
    is_long = isinstance(node.low, Constant) and isinstance(node.high, Constant) and (
        abs(node.high.value - node.low.value) > MANY_TURNS
    )  # fmt: skip
    has_loops = any(isinstance(each, For | While) for each in parts)
    return is_long and not has_loops and sum(isinstance(each, If) for each in parts) >= MANY_TESTS
