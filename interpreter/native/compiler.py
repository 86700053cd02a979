"""A shortened pipeline for Numba: its own passes, without those that a generated module does not need.

Left to itself it finds out anew what each `+` of two integers is, optimises a function again inside every function that
calls it, and makes machine code of functions that nobody calls from outside: a third of the time that compiling takes.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar, Self

from llvmlite.binding import ModuleRef
from numba.core import event, types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, StateDict
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.typed_passes import (
    InlineOverloads,
    IRLegalization,
    NativeLowering,
    NopythonRewrites,
    PreLowerStripPhis,
)
from numba.core.typing.context import Context
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    ReconstructSSA,
    RewriteSemanticConstants,
    WithLifting,
)

from ..deadline import look
from .store import Shelf

_NEEDLESS = frozenset(
    {
        *(InlineClosureLikes, MakeFunctionToJitFunction, InlineInlinables, InlineOverloads),
        *(WithLifting, RewriteSemanticConstants, FindLiterallyCalls, LiteralUnroll, LiteralPropagationSubPipelinePass),
        *(NopythonRewrites, IRLegalization, DeadBranchPrune),
        *(ReconstructSSA, PreLowerStripPhis),
    }
)
"""Passes for closures and functions to inline; for `with`, array dimensions and literals; for array expressions, object
lifetimes and arguments that are None; for variables that change their type."""

_call_of_operation = types.Function.get_call_type
_call_of_function = types.Dispatcher.get_call_type

_resolved: dict[tuple[object, ...], object] = {}
"""Signatures of operations that Numba has resolved, by operation and types."""


def _remembered(
    operation: types.Function, context: Context, arguments: tuple[types.Type, ...], named: Mapping[str, types.Type]
) -> object:
    """Return the signature of an operation, resolved only once."""
    if named:
        return _call_of_operation(operation, context, arguments, named)
    key = operation, tuple(arguments)
    if key not in _resolved:
        _resolved[key] = _call_of_operation(operation, context, arguments, named)
    return _resolved[key]


def _for_any_integer(
    function: types.Dispatcher[Any],
    context: Context,
    arguments: tuple[types.Type, ...],
    named: Mapping[str, types.Type],
) -> object:
    """Return the signature of a compiled function, which is compiled once for integers of any width."""
    return _call_of_function(function, context, tuple(map(types.unliteral, arguments)), named)


def _abridged(*contexts: object) -> AbstractContextManager[None]:
    """Numba's typing and target contexts, with a memory of the operations resolved so far."""
    return _changed(
        (types.Function, "get_call_type", _remembered),
        (types.Dispatcher, "get_call_type", _for_any_integer),
        *((each, "refresh", _nothing_new) for each in contexts),
        (event, "start_event", _unheard),
        (event, "end_event", _unheard),
    )


def _nothing_new() -> None:
    """Skip refreshing Numba's registries, which it does at each failed look-up."""


def _unheard(kind: str, data: object = None, exc_details: object = None) -> None:
    """Tell nobody of an event: every function being compiled listens to each call of LLVM, to time it."""


@contextmanager
def _changed(*changes: tuple[object, str, object]) -> Iterator[None]:
    """Give attributes other values within a block."""
    before = [(owner, name, vars(owner).get(name)) for owner, name, _ in changes]
    try:
        for owner, name, value in changes:
            setattr(owner, name, value)
        yield
    finally:
        for owner, name, value in before:
            if value is not None:
                setattr(owner, name, value)
            elif name in vars(owner):
                delattr(owner, name)


class _Whole(JITCodeLibrary):
    """The code of a function that Python calls, and of all that it needs, each function linked once."""

    def add_linking_library(self, library: JITCodeLibrary) -> None:
        """Link a function that is called here, and those that it calls itself.

        Each comes after all that call it: LLVM leaves out what nothing has referred to by then, and a call for which
        there was a reason to link it may have been optimised away.
        """
        super().add_linking_library(library)
        if isinstance(library, _Linked):
            backwards = [*self._linking_libraries, *library._linking_libraries][::-1]
            self._linking_libraries = [*dict.fromkeys(backwards)][::-1]


class _Linked(_Whole):
    """The code of a function that only compiled functions call: linked and optimised together with its callers."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"
        self._finalized = True

    def _get_module_for_linking(self) -> ModuleRef:
        self._ensure_finalized()
        module: ModuleRef = self._final_module
        return module

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Self:
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Do nothing: the code that links this sets globals of Python objects."""


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(NativeLowering):
    """Numba's lowering pass, with a library of ours."""

    _name = "whole_lowering"
    library: ClassVar[type[JITCodeLibrary]] = _Whole

    def run_pass(self, state: StateDict) -> bool:
        """Lower a function."""
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(WholeLowering):
    """The same, up to code that can be linked."""

    _name = "linked_lowering"
    library = _Linked


class Outer(CompilerBase):
    """The pipeline for functions that Python calls."""

    instead: ClassVar[dict[type, type]] = {NativeLowering: WholeLowering}

    def _compile_core(self) -> object:
        look()
        with _abridged(self.state.typingctx, self.state.targetctx, cpu_target.target_context):
            return super()._compile_core()

    def define_pipelines(self) -> list[PassManager]:
        """Return Numba's passes without those that are not needed here."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (self.instead.get(each, each), why) for each, why in pipeline.passes if each not in _NEEDLESS
        ]
        pipeline.finalize()
        return [pipeline]


class Inner(Outer):
    """The pipeline for functions that only compiled functions call."""

    instead: ClassVar[dict[type, type]] = {NativeLowering: LinkedLowering}


class _Stored(NullCache):
    """Compiled functions on a shelf. Numba's own store would take folders from the environment and trust them all."""

    def __init__(self, function: Callable[..., object], shelf: Shelf) -> None:
        self.function, self.shelf = function, shelf

    def load_overload(self, sig: object, target_context: Any) -> object:
        """Return a stored function, made without filling Numba's registries; None if there is none."""
        content = self.shelf.load(self._file(sig, target_context))
        if content is None:
            return None
        with _changed((target_context, "refresh", _nothing_new)):
            return CompileResult._rebuild(target_context, *pickle.loads(content))  # noqa: S301 - nobody else wrote it

    def save_overload(self, sig: object, data: Any) -> None:
        """Store a compiled function."""
        if not data.library.has_dynamic_globals:
            self.shelf.save(self._file(sig, data.target_context), dumps(data._reduce()))

    def _file(self, sig: object, context: Any) -> str:
        """The name of a file: the function, and a hash of its types and of the processor."""
        key = repr((sig, context.codegen().magic_tuple()))
        return f"{self.function.__name__}.{hashlib.sha256(key.encode()).hexdigest()[:16]}.nbc"


def kept(shelf: Shelf | None) -> Callable[[Any], object]:
    """Return what makes a dispatcher keep its compiled code on a shelf."""

    def on_the_shelf(function: Any) -> object:
        if shelf is not None:
            function._cache = _Stored(function.py_func, shelf)
        return function

    return on_the_shelf
