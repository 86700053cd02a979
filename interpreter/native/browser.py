"""The WebAssembly of the browser in which Python itself runs; Pyodide names what is of JavaScript."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable

PAGE = 1 << 16
"""Bytes by which a memory grows."""


def is_here() -> bool:
    """Return whether Python runs in a browser that knows WebAssembly, which Python itself needs there."""
    return sys.platform == "emscripten" and hasattr(importlib.import_module("js"), "WebAssembly")


class Browser:
    """A memory of its own, apart from Python's: whatever runs there cannot reach Python."""

    def __init__(self) -> None:
        """Make a memory. Raises RuntimeError outside of browsers."""
        if not is_here():
            raise RuntimeError("there is no WebAssembly here")
        self._js = importlib.import_module("js")
        self._ffi = importlib.import_module("pyodide.ffi")
        self._memory = self._js.WebAssembly.Memory.new(self._object({"initial": 2}))
        clock = self._js.performance
        self.now: Callable[[], float] = clock.now.bind(clock)
        self._imports = self._object({"": self._object({"now": self.now, "memory": self._memory})})
        self._bytes = self._js.Uint8Array.new(self._memory.buffer)

    def _object(self, fields: dict[str, object]) -> object:
        return self._ffi.to_js(fields, dict_converter=self._js.Object.fromEntries)

    def instance(self, module: bytes) -> Callable[[str], Callable[[], bool]]:
        """Make a module ready; gives its entries by name, each of which returns whether it came to its end."""
        web = self._js.WebAssembly
        try:
            exports = web.Instance.new(web.Module.new(self._ffi.to_js(module)), self._imports).exports
        except self._ffi.JsException as error:
            raise RuntimeError(str(error)) from None

        def entry(name: str) -> Callable[[], bool]:
            function = getattr(exports, name)

            def call() -> bool:
                try:
                    function()
                except self._ffi.JsException:
                    return False
                return True

            return call

        return entry

    def read(self, at: int, size: int) -> bytes:
        """Return bytes of the memory."""
        return bytes(self._bytes.subarray(at, at + size).to_bytes())

    def write(self, at: int, content: bytes) -> None:
        """Put bytes into the memory."""
        self._bytes.subarray(at, at + len(content)).assign(content)

    def clear(self, at: int, size: int) -> None:
        """Make bytes of the memory 0."""
        self._bytes.fill(0, at, at + size)

    def reach(self, size: int) -> None:
        """Let the memory have so many bytes at least; raises MemoryError if it cannot."""
        more = -(-(size - self._bytes.length) // PAGE)
        if more > 0:
            try:
                self._memory.grow(more)
            except self._ffi.JsException:
                raise MemoryError(f"no {size >> 20} MiB of WebAssembly's memory can be had") from None
            self._bytes = self._js.Uint8Array.new(self._memory.buffer)
