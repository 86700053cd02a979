"""What Numba makes of `ones`: one instruction."""

from __future__ import annotations

from typing import ClassVar

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import ConcreteTemplate, Signature, infer_global, signature

from .words import ones


@infer_global(ones)
class _Ones(ConcreteTemplate):
    """What Numba knows of the types of `ones`."""

    cases: ClassVar[list[Signature]] = [signature(types.int64, types.int64)]


@lower_builtin(ones, types.int64)  # type: ignore[untyped-decorator]
def _code(_: object, builder: ir.IRBuilder, __: object, numbers: tuple[ir.Value]) -> object:
    """Write `ones` for LLVM."""
    return builder.ctpop(numbers[0])
