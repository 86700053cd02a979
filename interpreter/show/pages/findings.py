"""The results of validation, in the format asked for."""

from __future__ import annotations

from collections.abc import Iterable

from ...diagnostics.diagnostic import Severity
from ...diagnostics.render import render
from ...diagnostics.reports import FORMATS, as_json
from ...validation.validation import Validation
from ..boards.palette import paint_diagnostic


def findings(results: Iterable[Validation], shape: str) -> Iterable[tuple[str, str]]:
    """Give pairs of texts for standard output (verdicts) and for standard error (changes and problems)."""
    results = list(results)
    changes = "\n".join(change for result in results for change in result.changes)
    if changes:
        yield "", changes
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
    return f"{result.name}: {result.game.title} is a valid game{warned}"
