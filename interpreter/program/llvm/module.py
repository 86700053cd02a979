"""A program as the text of an LLVM module. Nothing of LLVM's is imported here.

Each variable has a place of its own, of which LLVM makes registers; blocks are nested as in the program. A function
that may end returns a status beside its results, and who calls it ends as well if that is not 0. Python calls an entry
with the address of a block of words of 64 bits: its arguments, addresses for vectors and then their lengths, and after
them room for the results. The module refers to nothing outside: the addresses of the flag and of what is asked once it
is raised are put into two of its variables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..nodes import DONE, Function
from ..read import Program
from ..tables import element_of
from .blocks import FunctionWriter
from .types import ASK_AT, DOOR, FLAG_AT, TYPES, parameters, returned, table_name

_HEAD = f"""\
@{FLAG_AT} = global ptr null
@{ASK_AT} = global ptr null
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.ctpop.i64(i64)
!0 = !{{!"branch_weights", i32 1, i32 100000}}
!1 = distinct !{{!1, !2}}
!2 = !{{!"llvm.loop.unroll.disable"}}"""

OFTEN = 6
"""From how many calls on a function with loops stays apart. With all of them put in the place of their calls, random
games of one shipped sheet ran at a third of their speed; kept apart from two or three calls on, those of others at nine
tenths (`bench/library.py`)."""


def llvm_text(program: Program, checked: bool = False) -> str:
    """Return a program as an LLVM module; with `checked`, an index outside its vector or table ends it."""
    used = "\n".join(_functions(program, checked))
    tables = [line for line in _tables(program) if line.partition(" ")[0] in used]
    doors = [_door(program.functions[name]) for name in program.entries]
    return "\n".join([_HEAD, *tables, used, *doors]) + "\n"


def _functions(program: Program, checked: bool) -> Iterator[str]:
    writers = {name: FunctionWriter(program, each, checked) for name, each in program.functions.items()}
    for each in writers.values():
        each.write()
    calls = Counter(name for each in writers.values() for name in each.calls)
    for name, each in writers.items():
        yield each.text(is_apart=each.has_loops and calls[name] >= OFTEN)


def _tables(program: Program) -> Iterator[str]:
    for table in program.tables.values():
        for level in range(table.depth):
            numbers = table.level(level)
            element = f"i{element_of(numbers)[1:]}"
            content = ", ".join(f"{element} {number}" for number in numbers)
            name = table_name(table.name, level)
            yield f"{name} = internal unnamed_addr constant [{len(numbers)} x {element}] [{content}]"


def _door(function: Function) -> str:
    """An entry: it takes its arguments and the lengths of all its vectors from a block of words, and puts its results
    behind them."""
    lengths = [f'i64 %"n.{name}"' for name in function.vectors]
    words, wanted = [*parameters(function)[: len(function.parameters)], *lengths], parameters(function)
    lines = []
    for place, each in enumerate(words):
        its, name = each.split(" ", 1)
        lines += [f"%at{place} = getelementptr i64, ptr %block, i64 {place}", f"{name} = load {its}, ptr %at{place}"]
    kind, count = returned(function), len(function.results) + function.may_end
    call = f'call {kind} @"{function.name}"({", ".join(wanted)})'
    lines.append(call if kind == "void" else f"%found = {call}")
    parts = ["%found"] if count == 1 else [f"%part{part}" for part in range(count)]
    if count > 1:
        lines += [f"%part{part} = extractvalue {kind} %found, {part}" for part in range(count)]
    for place, (each, part) in enumerate(zip(function.results, parts, strict=False), len(words)):
        lines += [f"%to{place} = getelementptr i64, ptr %block, i64 {place}",
                  f"store {TYPES[each]} {part}, ptr %to{place}"]  # fmt: skip
    lines.append(f"ret i32 {parts[-1] if function.may_end else DONE}")
    head = f'define i32 @"{DOOR}{function.name}"(ptr %block) nounwind {{'
    return "\n  ".join([head, *lines]) + "\n}"
