"""The results of validation, in the format asked for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

from ...deadline import OutOfTime
from ...diagnostics.diagnostic import Diagnostic, Severity, out_of_time
from ...diagnostics.render import render
from ...diagnostics.reports import FORMATS, as_json
from ...doors.visible import on_one_line
from ...validation.scenarios import Result
from ...validation.validation import Validation
from ..boards.palette import paint_diagnostic
from ..boards.text import scene


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


# Scenarios


FileResults = list[Result] | tuple[Diagnostic, ...]


def verdict(files: Iterable[tuple[Path, FileResults]]) -> tuple[str, list[Diagnostic], int]:
    """Return the report, the problems of files that could not be run, and the number of failed cases."""
    lines: list[str] = []
    problems: list[Diagnostic] = []
    passed = failed = 0
    try:
        for path, results in files:
            if isinstance(results, tuple):
                problems.extend(results)
                continue
            lines.extend(_failure(path, result) for result in results if result.failures)
            failing = sum(bool(result.failures) for result in results)
            passed += len(results) - failing
            failed += failing
            lines.append(f"{on_one_line(str(path))}: {len(results) - failing} of {len(results)} cases passed")
    except OutOfTime as end:
        problems.append(out_of_time(str(end)))
    lines.append(f"{passed} passed, {failed} failed")
    return "\n".join(lines), problems, failed


def _failure(path: Path, result: Result) -> str:
    failures = "\n".join(f"  {on_one_line(failure)}" for failure in result.failures)
    board = "\n\n" + textwrap.indent(scene(result.state), "    ") + "\n" if result.state else ""
    return f"FAILED {on_one_line(f'{path}: {result.name}')}\n{failures}{board}"
