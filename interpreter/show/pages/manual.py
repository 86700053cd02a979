"""The documentation pages that `hexgame docs` and `hexgame explain` show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...diagnostics.diagnostic import Diagnostic, did_you_mean, listed
from ...diagnostics.pages import CODE, code_in, explanation
from ...resources import resource

FOR_AUTHORS = ("language", "scenarios", "playouts", "errors")
"""The pages for authors of games, which are listed first."""


def manual() -> dict[str, str]:
    """Return each page's name with its Markdown text."""
    pages = {path.stem: path for path in sorted(resource("docs").glob("*.md"))}
    pages["errors"] = resource("diagnostics") / "errors.md"
    return {name: pages[name].read_text("utf-8") for name in dict.fromkeys([*FOR_AUTHORS, *pages])}


def contents() -> str:
    """Return the list of pages, a line each, and how to read one."""
    pages = {name: next(_headings(text.splitlines()))[2] for name, text in manual().items()}
    width = max(map(len, pages))
    lines = [f"{name:{width}}  {title}" for name, title in pages.items()]
    usage = "Read one with `hexgame docs PAGE`, or a section of it with `hexgame docs PAGE SECTION`."
    return "\n".join([*lines, "", usage, ""])


def page(name: str, section: str = "") -> str | Diagnostic:
    """Return a page, or one section of it; a diagnostic if there is none. The name of a page may be an error code."""
    pages = manual()
    if code_in(name):
        return explanation(name)
    text = pages.get(name.lower().removesuffix(".md"))
    if text is None:
        guess = did_you_mean(name, pages)
        return Diagnostic(
            "HG609",
            f"there is no page `{name[:40]}`",
            expected="a page that `hexgame docs` lists" if guess else listed(pages),
            help=guess,
        )
    if not section:
        return text
    found = _sections(text)
    for heading, content in found.items():
        if heading.casefold() == section.casefold():
            return content
    headings = [heading for heading in found if not CODE.match(heading)]
    guess = did_you_mean(section, headings)
    main = [heading for heading in headings if found[heading].startswith("## ")]
    return Diagnostic(
        "HG609",
        f"`{name}` has no section `{section[:40]}`",
        expected="a heading of the page" if guess or not main else listed(main),
        help=guess,
    )


def _sections(text: str) -> dict[str, str]:
    """Return each heading of a page with its section: up to the next heading of the same level or a higher one."""
    lines = text.splitlines()
    headings = list(_headings(lines))
    found = {}
    for place, (start, level, title) in enumerate(headings):
        later = (number for number, other, _ in headings[place + 1 :] if other <= level)
        found[title] = "\n".join(lines[start : next(later, len(lines))]).rstrip() + "\n"
    return found


def _headings(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Give the line number, level and title of each heading; inside a code block, `#` starts a comment."""
    in_code = False
    for number, line in enumerate(lines):
        in_code ^= line.startswith("```")
        heading = re.match(r"(#+) (.+)", line)
        if heading and not in_code:
            yield number, len(heading[1]), heading[2]
