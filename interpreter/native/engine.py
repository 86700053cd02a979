"""LLVM makes machine code of a program and loads it: with llvmlite, which brings LLVM along."""

from __future__ import annotations

import atexit
import ctypes
from threading import Lock

import llvmlite
import llvmlite.binding as llvm

from ..program.llvm.types import ASK_AT, DOOR, FLAG_AT
from .haste import ASK, FLAG

SPEED, HASTE = 2, 1
"""How much LLVM optimises, of 3; and in haste, where it does hardly more than choose registers well: a quarter of the
time makes code that is two thirds to nine tenths as fast."""


at_work = Lock()
"""Held while LLVM works. At the end of the process it is taken for good: what LLVM works with is about to go."""

atexit.register(at_work.acquire)


def made_with() -> str:
    """Return what machine code depends on beside its program: versions, processor, how much it is optimised."""
    version, processor = ".".join(map(str, llvm.llvm_version_info)), llvm.get_host_cpu_name()
    features = llvm.get_host_cpu_features().flatten()
    return f"{llvmlite.__version__} {version} {llvm.get_process_triple()} {processor} {features} {SPEED}"


def _target(speed: int = SPEED) -> llvm.TargetMachine:
    """A target machine; each engine owns one, since one that several shared was freed with the first of them."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    processor, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    target: llvm.TargetMachine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=processor, features=features, opt=speed, jit=True
    )
    return target


def object_code(text: str, in_haste: bool = False) -> bytes:
    """Return the machine code of a module, which may be made in haste. Raises RuntimeError where LLVM refuses it."""
    with at_work:
        module, target = llvm.parse_assembly(text), _target(HASTE if in_haste else SPEED)
        module.verify()
        builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=SPEED))
        passes = _few() if in_haste else builder.getModulePassManager()
    with at_work:
        passes.run(module, builder)
    with at_work:
        return bytes(target.emit_object(module))


def _few() -> llvm.ModulePassManager:
    """What is done in haste: variables become registers, and blocks that only follow one another are one."""
    passes: llvm.ModulePassManager = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    return passes


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
