"""What validation came to, in the shape that was asked for."""

from __future__ import annotations

from collections.abc import Iterable

from ...diagnostics.diagnostic import Severity
from ...diagnostics.render import render, visible
from ...diagnostics.reports import FORMATS, as_json
from ...study.validation.validation import Validation
from ..boards.palette import paint_diagnostic


def told(results: Iterable[Validation], shape: str) -> Iterable[tuple[str, str]]:
    """For each sheet what is said of it, and what does not mix with that: changes, and its problems in full."""
    results = list(results)
    changes = "\n".join(change for result in results for change in result.changes)
    if changes:
        yield "", visible(changes)
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
