"""WebAssembly outside a browser: modules run by Wasmtime, over one memory."""

from __future__ import annotations

import time
from collections.abc import Callable

import wasmtime

ENGINE = wasmtime.Engine()


class Wasmtime:
    """A memory, and the modules that work on it."""

    def __init__(self) -> None:
        self._store = wasmtime.Store(ENGINE)
        self._memory = wasmtime.Memory(self._store, wasmtime.MemoryType(wasmtime.Limits(2, None)))
        kind = wasmtime.FuncType([], [wasmtime.ValType.f64()])
        self._clock = wasmtime.Func(self._store, kind, self.now)

    def now(self) -> float:
        """Return milliseconds since some time."""
        return 1000 * time.monotonic()

    def instance(self, module: bytes) -> Callable[[str], Callable[[], bool]]:
        """Make a module ready; gives its entries by name, each of which returns whether it came to its end."""
        imports = [self._clock, self._memory]
        exports = wasmtime.Instance(self._store, wasmtime.Module(ENGINE, module), imports).exports(self._store)

        def entry(name: str) -> Callable[[], bool]:
            function = exports[name]
            assert isinstance(function, wasmtime.Func)

            def call() -> bool:
                try:
                    function(self._store)
                except wasmtime.Trap:
                    return False
                return True

            return call

        return entry

    def read(self, at: int, size: int) -> bytes:
        """Return bytes of the memory."""
        return bytes(self._memory.read(self._store, at, at + size))

    def write(self, at: int, content: bytes) -> None:
        """Put bytes into the memory."""
        self._memory.write(self._store, content, at)

    def clear(self, at: int, size: int) -> None:
        """Make bytes of the memory 0."""
        self.write(at, bytes(size))

    def reach(self, size: int) -> None:
        """Let the memory have so many bytes at least."""
        more = -(-size // (1 << 16)) - self._memory.size(self._store)
        if more > 0:
            self._memory.grow(self._store, more)
