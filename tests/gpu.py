"""A driver whose GPU is this processor: it runs the kernel's text, one thread after the other, over memory of its own.

So all is tested but NVIDIA's driver itself and its hardware. Functions are called through C, as those of the library
are; memory is checked at each call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm

from hexgame.native.engine import object_code
from hexgame.native.gpu.driver import GROUP, SIGNATURES
from hexgame.program.llvm.kernel import KERNEL, THREAD

OUT_OF_MEMORY, NO_DEVICE, NOT_FOUND, NOT_READY = 2, 100, 500, 600

_HERE = """
@number = global i64 0
define internal i64 @thread() { %number = load i64, ptr @number ret i64 %number }
""".replace(" ret", "\n ret")


class Kernel:
    """A kernel's text as machine code of this processor."""

    def __init__(self, text: str) -> None:
        assert THREAD in text and "define ptx_kernel" in text
        code = object_code(text.replace(THREAD, _HERE).replace("define ptx_kernel", "define"))
        target = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._number = ctypes.c_uint64.from_address(self._engine.get_global_value_address("number"))
        self._address = self._engine.get_function_address(KERNEL)

    def __call__(self, threads: int, words: list[int]) -> None:
        run = ctypes.CFUNCTYPE(None, *(ctypes.c_uint64,) * len(words))(self._address)
        for number in range(threads):
            self._number.value = number
            run(*words)


class Library:
    """The functions of the library. `errors` holds what some of them return instead of doing anything."""

    def __init__(self, memory: int = 1 << 24, count: int = 1, generation: int = 9) -> None:
        self.errors: dict[str, int] = {}
        self.held: dict[int, Any] = {}
        self.launches: list[int] = []
        """How many turns each launch took at most."""

        self.waits = 2
        """How often a launch is said not to be over."""

        self._left, self._count, self._generation, self._waiting = memory, count, generation, 0
        self._kernels: list[Kernel] = []
        for name, types in SIGNATURES.items():
            setattr(self, name, ctypes.CFUNCTYPE(ctypes.c_int, *types)(self._function(name)))

    def _function(self, name: str) -> Callable[..., int]:
        does = getattr(self, "_" + name)

        def call(*arguments: Any) -> int:
            return self.errors.get(name) or does(*arguments) or 0

        return call

    def _cuInit(self, flags: int) -> None:  # noqa: N802 - these are called as the library calls them
        assert flags == 0

    def _cuGetErrorName(self, code: int, name: Any) -> None:  # noqa: N802
        name[0] = f"CUDA_ERROR_{code}".encode()

    def _cuDeviceGetCount(self, count: Any) -> None:  # noqa: N802
        count[0] = self._count

    def _cuDeviceGet(self, device: Any, number: int) -> None:  # noqa: N802
        assert number == 0
        device[0] = 7

    def _cuDeviceGetName(self, name: int, room: int, device: int) -> None:  # noqa: N802
        assert device == 7 and room > 20
        ctypes.memmove(name, b"Simulated\0", 10)

    def _cuDeviceGetAttribute(self, value: Any, attribute: int, device: int) -> None:  # noqa: N802
        assert (attribute, device) == (75, 7)
        value[0] = self._generation

    def _cuDevicePrimaryCtxRetain(self, context: Any, device: int) -> None:  # noqa: N802
        assert device == 7
        context[0] = 11

    def _cuCtxSetCurrent(self, context: int) -> None:  # noqa: N802
        assert context == 11

    def _cuModuleLoadData(self, module: Any, image: bytes) -> None:  # noqa: N802
        self._kernels.append(Kernel(image.decode()))
        module[0] = len(self._kernels)

    def _cuModuleGetFunction(self, function: Any, module: int, name: bytes) -> int:  # noqa: N802
        function[0] = 1000 + module
        return 0 if name == KERNEL.encode() else NOT_FOUND

    def _cuMemAlloc_v2(self, address: Any, size: int) -> int:  # noqa: N802
        assert size > 0
        if size > self._left:
            return OUT_OF_MEMORY
        room = ctypes.create_string_buffer(b"\xaa" * size, size)
        address[0] = ctypes.addressof(room)
        self.held[address[0]] = room
        self._left -= size
        return 0

    def _cuMemFree_v2(self, address: int) -> None:  # noqa: N802
        assert not self._waiting or self.errors
        self._left += len(self.held.pop(address))

    def _cuMemcpyHtoD_v2(self, address: int, start: int, size: int) -> None:  # noqa: N802
        assert 0 < size <= len(self.held[address])
        ctypes.memmove(address, start, size)

    def _cuMemcpyDtoH_v2(self, start: int, address: int, size: int) -> None:  # noqa: N802
        assert not self._waiting and 0 < size <= len(self.held[address])
        ctypes.memmove(start, address, size)

    def _cuLaunchKernel(self, function: int, *arguments: Any) -> None:  # noqa: N802
        groups, *others, shared, stream, places, extra = arguments
        assert others == [1, 1, GROUP, 1, 1] and (shared, stream, bool(extra)) == (0, None, False)
        words = [ctypes.c_uint64.from_address(places[place]).value for place in range(self.words)]
        self.launches.append(words[-1])
        self._kernels[function - 1001](groups * GROUP, words)
        self._waiting = self.waits

    def _cuStreamQuery(self, stream: int | None) -> int:  # noqa: N802
        assert stream is None
        self._waiting, before = max(0, self._waiting - 1), self._waiting
        return NOT_READY if before else 0

    def finish(self) -> None:
        """Let the launch that is under way end, and later ones soon."""
        self.waits, self._waiting = 2, 0

    words = 13
    """How many words the kernel of random games takes."""
