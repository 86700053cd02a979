"""How Numba compiles a generated module: by its own steps, without what such a module has no need of.

Left to itself it finds out anew what each `+` of two integers is, optimises a function again inside every function that
calls it, and makes machine code of functions that nobody calls from outside: a third of the time that compiling takes.
"""

from __future__ import annotations

from typing import Any, ClassVar

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering, NopythonRewrites, NopythonTypeInference
from numba.core.untyped_passes import InlineClosureLikes

_NEEDLESS = frozenset({InlineClosureLikes, NopythonRewrites})
"""Steps for closures, and for arithmetic with whole arrays."""

_resolved: dict[Any, Any] = {}
"""The signatures of operations on types, as Numba has found them."""


class _Remembering:
    """Numba's typing context, which looks an operation up once."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        if named or isinstance(function, types.Dispatcher):
            return self._context.resolve_function_type(function, arguments, named)
        key = function, tuple(arguments)
        if key not in _resolved:
            signature = self._context.resolve_function_type(function, arguments, named)
            if signature is None:
                return None
            _resolved[key] = signature
        return _resolved[key]


@register_pass(mutates_CFG=True, analysis_only=False)
class RememberingTypes(NopythonTypeInference):
    """Numba's type inference, with what it found before."""

    _name = "remembering_types"

    def run_pass(self, state: Any) -> bool:
        context, state.typingctx = state.typingctx, _Remembering(state.typingctx)
        try:
            return bool(super().run_pass(state))
        finally:
            state.typingctx = context


class _Linked(JITCodeLibrary):
    """The code of a function that is only called from compiled ones: it is optimised there, with its callers."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Globals of Python objects are set in the code that links this."""


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):
    """Numba's lowering, up to code that can be linked."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _Linked(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class Outer(CompilerBase):
    """For functions that are called from Python."""

    instead: ClassVar[dict[type, type]] = {NopythonTypeInference: RememberingTypes}

    def define_pipelines(self) -> list[Any]:
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (self.instead.get(each, each), why) for each, why in pipeline.passes if each not in _NEEDLESS
        ]
        pipeline.finalize()
        return [pipeline]


class Inner(Outer):
    """For functions that are called from compiled ones alone."""

    instead: ClassVar[dict[type, type]] = {**Outer.instead, NativeLowering: LinkedLowering}
