"""An entry as a kernel: the text of an LLVM module that many threads run at once, each for itself.

The entry takes a generator's state and a number of turns among its parameters, and returns the generator's state; what
it finds out, it adds to vectors that all threads share. A thread has a generator of its own and some turns to take. One
launch takes at most so many of them; the next goes on from there, so that none lasts long, however much there is to do.
Looks at the clock are left out: they are between launches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..nodes import (
    INT,
    Binary,
    Block,
    Call,
    Constant,
    Copy,
    Entry,
    Expression,
    For,
    Function,
    If,
    Load,
    Look,
    Store,
    Variable,
    While,
    mapped,
)
from ..read import Program
from .module import llvm_text
from .types import TYPES, returned

KERNEL = "play"
"""What the kernel is called."""

THREAD = """\
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define internal i64 @thread() alwaysinline {
  %group = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %place = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %group, %size
  %number = add i32 %first, %place
  %thread = zext i32 %number to i64
  ret i64 %thread
}
"""
"""The number of the thread that runs, on a GPU of NVIDIA's."""

_TEXT = """\
define ptx_kernel void @{kernel}({head}) nounwind {{
entry:
  {rooms}
  %thread = call i64 @thread()
  %is_one = icmp ult i64 %thread, %threads
  br i1 %is_one, label %begin, label %end
begin:
  %left_at = getelementptr i64, ptr %left, i64 %thread
  %before = load i64, ptr %left_at
  %is_last = icmp slt i64 %before, %most
  %turns = select i1 %is_last, i64 %before, i64 %most
  %after = sub i64 %before, %turns
  store i64 %after, ptr %left_at
  %state_at = getelementptr i64, ptr %states, i64 %thread
  %state = load i64, ptr %state_at
  {call}
  store i64 %found, ptr %state_at
  {ending}
end:
  ret void
}}
"""

_ENDED = """\
%status = extractvalue {kind} %both, 1
  %is_bad = icmp ne i32 %status, 0
  br i1 %is_bad, label %bad, label %end
bad:
  store i32 %status, ptr %ended
  br label %end"""


def kernel_text(program: Program, state: str, own: Mapping[str, int], checked: bool = False) -> str:
    """Return a program with one entry as a module with a kernel; `checked` as for `llvm_text`.

    Of the entry's parameters, `state` is the generator's, the other number that of turns; `own` are the vectors that
    each thread has for itself, with how many numbers they hold. The kernel takes words of 64 bits: the addresses of a
    status, of all threads' turns left and generators' states, and of the vectors that threads share; the lengths of
    these; the number of threads, and of turns that each takes at most.
    """
    plain = _plain(program)
    function = [*plain.functions.values()][-1]
    shared = [name for name in function.vectors if name not in own]
    words = ["ptr %ended", "ptr %left", "ptr %states", *(f'ptr %"p.{name}"' for name in shared)]
    words += [*(f'i64 %"n.{name}"' for name in shared), "i64 %threads", "i64 %most"]
    rooms = [f'%"p.{name}" = alloca [{count} x i{function.vectors[name].element[1:]}]' for name, count in own.items()]
    given = []
    for name in function.parameters:
        kind = function.types[name]
        scalar = "%state" if name == state else "%turns"
        given.append(f"{TYPES[kind]} {scalar}" if isinstance(kind, str) else f'ptr %"p.{name}"')
    given += [f"i64 {own[name]}" if name in own else f'i64 %"n.{name}"' for name in function.lengths]
    kind, found = returned(function), "%both" if function.may_end else "%found"
    call = f'{found} = call {kind} @"{function.name}"({", ".join(given)})'
    if function.may_end:
        call += f"\n  %found = extractvalue {kind} %both, 0"
    ending = _ENDED.format(kind=kind) if function.may_end else "br label %end"
    head, lines = ", ".join(words), "\n  ".join(rooms)
    text = _TEXT.format(kernel=KERNEL, head=head, rooms=lines, call=call, ending=ending)
    return llvm_text(plain, checked) + THREAD + text


def _plain(program: Program) -> Program:
    """A program without doors and looks, with plain names, since assemblers know no others; its entry comes last."""
    functions = {name: f"f{number}" for number, name in enumerate(program.functions)}
    tables = {name: f"t{number}" for number, name in enumerate(program.tables)}

    def change(node: object) -> object:
        match node:
            case Call(name, arguments, kind):
                return Call(functions[name], arguments, kind)
            case Entry(table, level, index):
                return Entry(tables[table], level, index)
            case If(test, then, other):
                return If(test, _still(then), _still(other))
            case While(test, body):
                return While(test, _still(body))
            case For(name, low, high, step, body):
                return For(name, low, high, step, _still(body))
        return node

    def renamed(function: Function) -> Function:
        return replace(function, name=functions[function.name], body=_still(mapped(function.body, change)))

    *others, entry = [renamed(each) for each in program.functions.values()]
    found = {each.name: each for each in (*others, _one_by_one(entry))}
    return Program(found, {tables[name]: replace(each, name=tables[name]) for name, each in program.tables.items()}, ())


def _still(block: Block) -> Block:
    return tuple(each for each in block if not isinstance(each, Look))


def _one_by_one(entry: Function) -> Function:
    """An entry that copies number by number from one of its vectors into another, which are never the same: where LLVM
    moves memory on a GPU, it moves byte by byte."""

    def change(node: object) -> object:
        match node:
            case Copy(to, Constant(at), of, Constant(begin), Constant() as count) if to != of:
                place = Variable("copied", INT)
                moved = Store(to, Load(of, _beyond(begin, place)), _beyond(at, place))
                return For(place.name, Constant(0), count, 1, (moved,))
        return node

    return replace(entry, types={**entry.types, "copied": INT}, body=mapped(entry.body, change))


def _beyond(first: int, place: Variable) -> Expression:
    return Binary("+", Constant(first), place, INT) if first else place
