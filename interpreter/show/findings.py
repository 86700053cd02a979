"""What validation came to, in the shape that was asked for."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.show.palette import paint_diagnostic
from interpreter.source.diagnostics import Severity
from interpreter.source.render import render
from interpreter.source.reports import FORMATS, as_json
from interpreter.study.validation import Validation


def told(results: Iterable[Validation], shape: str) -> Iterable[tuple[str, str]]:
    """For each sheet what is said of it, and its problems in full, which go where they do not mix with that."""
    if shape == "json":
        yield as_json(problem for result in results for problem in result.diagnostics), ""
        return
    for result in results:
        if shape == "full":
            problems = "".join(render(problem, paint_diagnostic) + "\n\n" for problem in result.diagnostics)
            yield _verdict(result), problems.removesuffix("\n")
        elif result.diagnostics:
            yield FORMATS[shape](result.diagnostics), ""


def _verdict(result: Validation) -> str:
    if result.game is None:
        return ""
    warned = ", with warnings" if any(each.severity is Severity.WARNING for each in result.diagnostics) else ""
    return f"{result.name}: {result.game.title} is a game{warned}"
