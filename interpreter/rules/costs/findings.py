"""What a game costs beyond its limits, told at the words that cost most."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...diagnostics.diagnostic import Diagnostic, listed
from ...diagnostics.text import Span
from .. import program, walk
from .bounds import MODULE, STATE, TABLES, Bound, Costs, Limit
from .loops import IN_A_ROW

ADVICE = {
    MODULE: "a definition is written out wherever it is used: use it less often, or make it smaller",
    TABLES: "a smaller board, or narrower sets to move from and to",
    STATE: "a smaller board, fewer marks, fewer loops over cells and groups",
}

SLOW = "`--allow-slow`"
_WAY_OUT = f"; on the command line, {SLOW} runs it anyway"

MOST_SHOWN = 5
"""The most loops that are shown of those around what costs most."""


def refusals(costs: Costs, file: Span | None, allow_slow: bool = False) -> Iterator[Diagnostic]:
    """Give an error for what costs more than is allowed, at the file where no words of it are to blame.

    What is slow may be allowed: then there are errors for what nobody would see the end of, and warnings for the rest.
    """
    hopeless = tuple(_beyond(costs, lambda limit: limit.utmost))
    beyond = hopeless if allow_slow and hopeless else tuple(_beyond(costs, lambda limit: limit.allowed))
    for bound, most in beyond:
        if allow_slow and not hopeless:
            yield _found("HG940", bound, f"; {SLOW} lifts the limit of {most:,}", file)
        else:
            yield _found("HG524", bound, f"; the limit is {most:,}", file, "" if hopeless else _WAY_OUT)


def warnings(costs: Costs, code: str, file: Span | None) -> Iterator[Diagnostic]:
    """Give a warning of a code for what costs more than is comfortable, placed likewise."""
    for bound, _ in _beyond(costs, lambda limit: limit.comfortable):
        judged = ", which is slow" if bound.limit.unit == "steps" else ", which is large"
        yield _found(code, bound, judged, file)


def _beyond(costs: Costs, number: Callable[[Limit], int]) -> Iterator[tuple[Bound, int]]:
    """The bounds beyond a number; of several that count the same, the first: the others are made of it."""
    told = set[str]()
    for bound in costs.bounds:
        most = number(bound.limit)
        if bound.most > most and bound.limit.unit not in told:
            told.add(bound.limit.unit)
            yield bound, most


def _found(code: str, bound: Bound, judged: str, file: Span | None, way_out: str = "") -> Diagnostic:
    message = f"{bound.limit.meaning} may take {rounded(bound.most)} {bound.limit.unit}{judged}"
    label = f"over {bound.loops[0]}" if bound.loops else ""
    inner = bound.loops[1:MOST_SHOWN]
    related = tuple((loop.span, f"over {loop}") for loop in inner if loop.span not in (None, bound.span))
    return Diagnostic(code, message, bound.span or file, label, related, help=_help(bound) + way_out)


def _help(bound: Bound) -> str:
    if bound.limit in ADVICE:
        return ADVICE[bound.limit] + _shares(bound.within.rules) * (bound.limit is MODULE)
    if 2 * bound.largest < bound.most:
        return f"this takes {rounded(bound.largest)} of them; leave out some items like it, or use a smaller board"
    if bound.loops and bound.loops[0].over == IN_A_ROW:
        return "loops repeat this between two decisions: leave out some of them, or use a smaller board"
    if len(bound.loops) > 1:
        times = " × ".join(f"{loop.times:,}" for loop in bound.loops[:MOST_SHOWN])
        times += " × …" if len(bound.loops) > MOST_SHOWN else ""
        return (
            f"these nested loops run {times} times: let the inner ones run over fewer cells, such as "
            "`adjacent(c)`, or use a smaller board"
        )
    return "let it run over fewer cells, or use a smaller board"


MOST_NAMED = 3
"""The most definitions that are named with what they make of a module."""


def _shares(rules: program.Rules) -> str:
    """The definitions that make most of the rules, each with its share; those inside others count in both."""
    whole = walk.size((rules.points, rules.script, rules.endings, rules.scores))
    largest = sorted(rules.spread.items(), key=lambda each: -each[1])[:MOST_NAMED]
    shares = [f"`{name}` makes {percent}%" for name, size in largest if (percent := min(99, 100 * size // whole)) > 4]
    return f"; here {listed(shares, 'and')}" if shares else ""


def rounded(number: int) -> str:
    """Return a number as text; large ones by their power of ten."""
    return f"{number:,}" if number < 10**12 else f"more than 10^{len(str(number)) - 1}"
