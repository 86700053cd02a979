"""What lies around a cell, as one number: by place, its content in two bits, 1 and 2 for the players' stones."""

from __future__ import annotations

from ..text.writer import Writer


def write_around(write: Writer, beside: str, dense: str, places: int) -> None:
    """The functions that ask it, by the names of two tables: the node at each place around a cell, which is the cell
    itself where there is none, and that of `dense`."""
    with write.function("around(S, c)", "What lies around an empty cell."):
        write("return " + " | ".join(f"S[{beside}[c][{k}]] << {2 * k}" for k in range(places)))
    ones = _ones(places)
    with write.function("held(m, p)", "The places that p holds, as bits, by what lies around a cell."):
        write(f"return {dense}[m >> p & (m >> 1 - p ^ {ones}) & {ones}]")
    with write.function("vacant(m)", "The places that are empty."):
        write(f"return {dense}[((m | m >> 1) ^ {ones}) & {ones}]")


def dense(places: int) -> tuple[int, ...]:
    """The even bits of each number, side by side."""
    return tuple(sum((m >> 2 * k & 1) << k for k in range(places)) for m in range(_ones(places) + 1))


def _ones(places: int) -> int:
    return sum(1 << 2 * k for k in range(places))
