"""What scenario files came to: the failing cases with their boards, and a closing line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

from ...diagnostics.diagnostic import Diagnostic
from ...study.scenarios import Result
from ..boards.text import scene

FileResults = list[Result] | tuple[Diagnostic, ...]


def verdict(files: Iterable[tuple[Path, FileResults]]) -> tuple[str, list[Diagnostic], int]:
    """The text, the problems of files that could not be run, and how many cases failed."""
    lines: list[str] = []
    problems: list[Diagnostic] = []
    passed = failed = 0
    for path, results in files:
        if isinstance(results, tuple):
            problems.extend(results)
            continue
        for result in results:
            if result.failures:
                lines.append(_failure(path, result))
        failing = sum(bool(result.failures) for result in results)
        passed += len(results) - failing
        failed += failing
        lines.append(f"{path}: {len(results) - failing} of {len(results)} cases hold")
    lines.append(f"{passed} passed, {failed} failed")
    return "\n".join(lines), problems, failed


def _failure(path: Path, result: Result) -> str:
    told = "\n".join(f"  {failure}" for failure in result.failures)
    board = "\n\n" + textwrap.indent(scene(result.state), "    ") + "\n" if result.state else ""
    return f"FAILED {path}: {result.name}\n{told}{board}"
