"""The results of scenario files: failing cases with their boards, and a summary."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

from ...deadline import OutOfTime
from ...diagnostics.diagnostic import Diagnostic, out_of_time
from ...doors.visible import on_one_line
from ...validation.scenarios import Result
from ..boards.text import scene

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
    failures = "\n".join(f"  line {failure.line}: {on_one_line(failure.says)}" for failure in result.failures)
    board = "\n\n" + textwrap.indent(scene(result.state), "    ") + "\n" if result.state else ""
    return f"FAILED {on_one_line(f'{path}:{result.failures[0].line}: {result.name}')}\n{failures}{board}"
