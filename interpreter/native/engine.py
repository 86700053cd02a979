"""LLVM makes machine code of a program and loads it: with llvmlite, which brings LLVM along."""

from __future__ import annotations

import atexit
import ctypes
from threading import Lock

import llvmlite
import llvmlite.binding as llvm

from ..program.llvm.types import ASK_AT, DOOR, FLAG_AT
from .haste import ASK, FLAG

SPEED = 2
"""How much LLVM optimises, of 3."""


at_work = Lock()
"""Held while LLVM works. At the end of the process it is taken for good: what LLVM works with is about to go."""

atexit.register(at_work.acquire)


def made_with() -> str:
    """Return what machine code depends on beside its program: versions, processor, how much it is optimised."""
    version, processor = ".".join(map(str, llvm.llvm_version_info)), llvm.get_host_cpu_name()
    features = llvm.get_host_cpu_features().flatten()
    return f"{llvmlite.__version__} {version} {llvm.get_process_triple()} {processor} {features} {SPEED}"


def _target() -> llvm.TargetMachine:
    """A target machine; each engine owns one, since one that several shared was freed with the first of them."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    processor, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    target: llvm.TargetMachine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=processor, features=features, opt=SPEED, jit=True
    )
    return target


def object_code(text: str) -> bytes:
    """Return the machine code of a module. Raises RuntimeError where LLVM refuses it."""
    with at_work:
        module, target = llvm.parse_assembly(text), _target()
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
        builder = llvm.create_pass_builder(target, options)
    with at_work:
        builder.getModulePassManager().run(module, builder)
    with at_work:
        return bytes(target.emit_object(module))


class Engine:
    """An entry's machine code in memory, which is there as long as the entry may be called."""

    def __init__(self, name: str, code: bytes) -> None:
        """Load machine code. Raises RuntimeError if it is none, or does not have the entry."""
        with at_work:
            self._load(name, code)

    def _load(self, name: str, code: bytes) -> None:
        self._target = _target()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._target)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        for variable, address in ((FLAG_AT, FLAG), (ASK_AT, ASK)):
            place = self._engine.get_global_value_address(variable)
            if not place:
                raise RuntimeError("it is not ours")
            ctypes.c_void_p.from_address(place).value = address
        address = self._engine.get_function_address(DOOR + name)
        if not address:
            raise RuntimeError(f"`{name}` is not in it")
        self._entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(address)

    def __call__(self, block: object) -> int:
        """Call the entry with a block of words; returns its status."""
        return int(self._entry(block))
