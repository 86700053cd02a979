"""What Numba makes of `ones`: one instruction."""

from __future__ import annotations

from typing import ClassVar

from llvmlite import ir
from numba.core import types
from numba.core.imputils import Registry as CodeRegistry
from numba.core.registry import cpu_target
from numba.core.typing.templates import ConcreteTemplate, Signature, signature
from numba.core.typing.templates import Registry as TypesRegistry

from .words import ones

_types, _codes = TypesRegistry(), CodeRegistry()


@_types.register_global(ones)
class _Ones(ConcreteTemplate):
    """What Numba knows of the types of `ones`."""

    cases: ClassVar[list[Signature]] = [signature(types.int64, types.int64)]


@_codes.lower(ones, types.int64)  # type: ignore[untyped-decorator]
def _code(_: object, builder: ir.IRBuilder, __: object, numbers: tuple[ir.Value]) -> object:
    """Write `ones` for LLVM."""
    return builder.ctpop(numbers[0])


cpu_target.typing_context.install_registry(_types)
cpu_target.target_context.install_registry(_codes)
