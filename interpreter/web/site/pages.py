"""The pages of the site that are written beforehand: the manual, with links that open its examples."""

from __future__ import annotations

import re
from html import escape

from ...show.pages.manual import manual
from ..talk.sheets.examples import completed
from .links import shared
from .markdown import html

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of the site, as its pages state it."""

MANUAL = ("language", "cookbook", "playing", "players", "records", "glossary", "errors")
"""The pages of the manual that the site has."""

NAVIGATION = {"language.html": "The language", "cookbook.html": "Cookbook"}
"""The written pages to which all pages lead."""

CURRENT = ' aria-current="page"'

_FRAME = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title} – hexgame</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<script src="theme.js"></script>
<link rel="stylesheet" href="style.css">
<link rel="stylesheet" href="pages.css">
<script type="module" src="offline.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="./">hexgame</a>
<nav aria-label="Main"><a href="./#/">Games</a>{links}</nav>
</header>
<main id="main" class="written" tabindex="-1">
{content}
</main>
</body>
</html>
"""


def written_pages() -> dict[str, bytes]:
    """Return the pages of the manual by the names of their files."""
    texts = manual()
    return {f"{name}.html": _page(name, texts[name]).encode() for name in MANUAL}


def begun(index: str) -> str:
    """Return the page of the conversation as it begins where there is no server."""
    for old, new in (
        ('<meta name="carrier" content="socket">', '<meta name="carrier" content="worker">'),
        ('<meta charset="utf-8">',
         f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        ("</head>", '<script type="module" src="offline.js"></script>\n</head>'),
        ("</nav>", f"{_links()}</nav>"),
    ):  # fmt: skip
        assert index.count(old) == 1, old
        index = index.replace(old, new)
    return index


def _page(name: str, text: str) -> str:
    title = text.partition("\n")[0].removeprefix("# ")
    content = html(text, _link, _code)
    return _FRAME.format(policy=POLICY, title=escape(title), links=_links(f"{name}.html"), content=content)


def _links(here: str = "") -> str:
    return "".join(
        f'<a href="{name}"{CURRENT * (name == here)}>{escape(title)}</a>' for name, title in NAVIGATION.items()
    )


def _link(target: str) -> str | None:
    """Where a link of the manual leads: to a page of the site, or elsewhere; None for what only the repository has."""
    if target.startswith(("https://", "#")):
        return target
    page = re.fullmatch(r"(?:.*/)?(\w+)\.md(#.*)?", target)
    return f"{page[1]}.html{page[2] or ''}" if page and page[1] in MANUAL else None


def _code(language: str, text: str) -> str:
    shown = f'<pre tabindex="0"><code>{escape(text)}</code></pre>'
    if language != "hexgame":
        return shown
    link = shared({"text": completed(text)})
    return f'<div class="example">{shown}\n<a class="try" href="./{link}">Try it</a></div>'
