"""NVIDIA's driver and its GPU, as far as they are needed: programs, memory, launches.

The driver is a library of the system's with a stable interface in C, so `ctypes` is all that it takes. Nothing is
loaded before somebody asks for a GPU.
"""

from __future__ import annotations

import ctypes
import sys
import time
from array import array
from collections.abc import Sequence
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from functools import cache

from ...deadline import look

LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
"""What the driver is called; where it lies, the system knows."""

OLDEST = 8
"""The generation of the oldest GPUs that run the PTX which is made (`native/gpu/ptx.py`)."""

GROUP = 128
"""The threads that a GPU starts together."""

PATIENCE = 30.0
"""The seconds that one launch may take; it has work for a fraction of one."""

MOMENT = 0.0005
"""Seconds between two questions whether a launch is over."""

_NO_MEMORY, _NO_DEVICE, _NOT_READY, _TIMED_OUT = 2, 100, 600, 702
_MEANINGS = {
    _NO_MEMORY: "too little of its memory is free",
    _NO_DEVICE: "there is none here, or CUDA_VISIBLE_DEVICES hides it",
    _TIMED_OUT: "the system stopped a program that ran too long, as it does on a GPU that also drives the screen",
}
_GENERATION = 75
"""The number of the attribute that tells a GPU's generation."""

SIGNATURES: dict[str, tuple[type, ...]] = {
    "cuInit": (c_uint,),
    "cuGetErrorName": (c_int, POINTER(c_char_p)),
    "cuDeviceGetCount": (POINTER(c_int),),
    "cuDeviceGet": (POINTER(c_int), c_int),
    "cuDeviceGetName": (c_void_p, c_int, c_int),
    "cuDeviceGetAttribute": (POINTER(c_int), c_int, c_int),
    "cuDevicePrimaryCtxRetain": (POINTER(c_void_p), c_int),
    "cuCtxSetCurrent": (c_void_p,),
    "cuModuleLoadData": (POINTER(c_void_p), c_char_p),
    "cuModuleGetFunction": (POINTER(c_void_p), c_void_p, c_char_p),
    "cuMemAlloc_v2": (POINTER(c_uint64), c_size_t),
    "cuMemFree_v2": (c_uint64,),
    "cuMemcpyHtoD_v2": (c_uint64, c_void_p, c_size_t),
    "cuMemcpyDtoH_v2": (c_void_p, c_uint64, c_size_t),
    "cuLaunchKernel": (c_void_p, *(c_uint,) * 7, c_void_p, POINTER(c_void_p), POINTER(c_void_p)),
    "cuStreamQuery": (c_void_p,),
}
"""What is called, and with what: the names are those of the library, whose header defines shorter ones as them."""


class DeviceError(RuntimeError):
    """There is no GPU that can be used, or it refuses something."""


class Driver:
    """Calls the driver's functions. Raises DeviceError for what they refuse."""

    def __init__(self, library: object) -> None:
        self._functions = {}
        for name, types in SIGNATURES.items():
            function = getattr(library, name)
            function.argtypes, function.restype = types, c_int
            self._functions[name] = function

    def __call__(self, name: str, *arguments: object) -> None:
        """Call a function."""
        code = self.asked(name, *arguments)
        if code:
            raise DeviceError(f"the GPU cannot be used: {_MEANINGS.get(code) or self._said(code)} ({name}, {code})")

    def asked(self, name: str, *arguments: object) -> int:
        """Call a function; returns the number of its error, or 0."""
        return int(self._functions[name](*arguments))

    def _said(self, code: int) -> str:
        name = c_char_p()
        self.asked("cuGetErrorName", code, byref(name))
        return f"its driver says {(name.value or b'nothing').decode(errors='replace')}"


class Gpu:
    """The first GPU that the driver shows, with what lies in its memory and what runs on it.

    One thread at a time may use it.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver, self._held = driver, list[int]()
        driver("cuInit", 0)
        count, device, generation, context = c_int(), c_int(), c_int(), c_void_p()
        driver("cuDeviceGetCount", byref(count))
        if not count.value:
            raise DeviceError(f"the GPU cannot be used: {_MEANINGS[_NO_DEVICE]}")
        driver("cuDeviceGet", byref(device), 0)
        name = ctypes.create_string_buffer(256)
        driver("cuDeviceGetName", name, len(name), device)
        self.name = name.value.decode(errors="replace")
        driver("cuDeviceGetAttribute", byref(generation), _GENERATION, device)
        if generation.value < OLDEST:
            raise DeviceError(
                f"the GPU cannot be used: {self.name} has compute capability {generation.value}, not {OLDEST} or more"
            )
        driver("cuDevicePrimaryCtxRetain", byref(context), device)
        self._context = context

    def __repr__(self) -> str:
        return f"<Gpu {self.name}>"

    def loaded(self, ptx: str, kernel: str) -> int:
        """Load a program; returns what its kernel is called with."""
        self._enter()
        module, function = c_void_p(), c_void_p()
        self._driver("cuModuleLoadData", byref(module), ptx.encode())
        self._driver("cuModuleGetFunction", byref(function), module, kernel.encode())
        return function.value or 0

    def put(self, numbers: array[int]) -> int:
        """Put numbers into its memory; returns their address there, which holds until `free`."""
        self._enter()
        address, size = c_uint64(), len(numbers) * numbers.itemsize
        self._driver("cuMemAlloc_v2", byref(address), max(1, size))
        self._held.append(address.value)
        if size:
            self._driver("cuMemcpyHtoD_v2", address, numbers.buffer_info()[0], size)
        return address.value

    def get(self, address: int, into: array[int]) -> None:
        """Read numbers from its memory."""
        self._driver("cuMemcpyDtoH_v2", into.buffer_info()[0], address, len(into) * into.itemsize)

    def free(self) -> None:
        """Free all memory. While a launch that was cut short works on it, the driver would wait for that; then it is
        freed the next time. Of errors, those that came before say more."""
        if self._held and self._driver.asked("cuStreamQuery", None) != _NOT_READY:
            while self._held:
                self._driver.asked("cuMemFree_v2", self._held.pop())

    def run(self, kernel: int, threads: int, words: Sequence[int]) -> None:
        """Run a kernel in so many threads, given words of 64 bits, and wait for it. Raises OutOfTime."""
        held = (c_uint64 * len(words))(*words)
        places = (c_void_p * len(words))(*(ctypes.addressof(held) + 8 * place for place in range(len(words))))
        groups = -(-threads // GROUP)
        self._driver("cuLaunchKernel", kernel, groups, 1, 1, GROUP, 1, 1, 0, None, places, None)
        until = time.monotonic() + PATIENCE
        while not self._is_done():
            look()
            if time.monotonic() > until:
                raise DeviceError(f"the GPU cannot be used: a random game takes more than {PATIENCE:.0f} seconds there")
            time.sleep(MOMENT)

    def _is_done(self) -> bool:
        code = self._driver.asked("cuStreamQuery", None)
        if code not in (0, _NOT_READY):
            self._driver("cuStreamQuery", None)  # which says it once more
        return code == 0

    def _enter(self) -> None:
        self._driver("cuCtxSetCurrent", self._context)


@cache
def gpu() -> Gpu:
    """Return the GPU of this machine. Raises DeviceError where there is none that can be used."""
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        raise DeviceError(f"the GPU cannot be used: NVIDIA's driver is not installed here ({LIBRARY})") from None
    return Gpu(Driver(library))
