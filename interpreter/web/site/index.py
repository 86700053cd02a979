"""The page of the conversation as it begins where there is no server."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping

from ...resources import resource

_PAGE = resource("web") / "page"
_WRITTEN = {name: (_PAGE / name).read_text("utf-8") for name in ("hint.js", "theme.js", "begin.js")}
"""Scripts that run before anything is drawn. They stand in the page itself: what is asked for on its own comes late."""


def hashed(content: bytes) -> str:
    """Return the hash of a file or a script, as browsers compare it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


_HASHES = " ".join(f"'{hashed(script.encode())}'" for script in _WRITTEN.values())
POLICY = (
    f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {_HASHES}; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of the site, as its pages state it. WebAssembly counts as a kind of evaluation."""

FRAMED = "embed.html"
"""The page that other sites may frame: a board."""

_STYLE = re.compile(r'<link rel="stylesheet" href="(.+)">\n')
_SOCKET, _WORKER = (f'<meta name="carrier" content="{name}">' for name in ("socket", "worker"))
_MAIN = '<main id="main" tabindex="-1">', "</main>"
_STATED = {
    _SOCKET: _WORKER,
    '<meta charset="utf-8">': f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
}
_LIBRARY = '<link rel="preload" href="known/library.json" as="fetch" crossorigin>\n'


def begun(page: Mapping[str, bytes], gallery: str) -> dict[str, bytes]:
    """Return the files of a page with the worker as the carrier, the policy, and what is seen before the modules are
    there: a gallery in HTML, with all that draws it in two answers, the page and one style sheet."""
    index, styles = page["index.html"].decode(), _STYLE.findall(page["index.html"].decode())
    scripts = {name: f"<script>{text}</script>" for name, text in _WRITTEN.items()}
    main, end = _MAIN
    modules = '<link rel="modulepreload"'
    changes = {
        **_STATED,
        '<script src="theme.js"></script>': f"{scripts['hint.js']}\n{scripts['theme.js']}",
        main + end: f"{main}{gallery}{end}\n{scripts['begin.js']}",
    }
    first, *others = styles
    index = _without(others, _changed(index, changes)).replace(modules, _LIBRARY + modules, 1)
    framed = _without(others, _changed(page[FRAMED].decode(), _STATED))
    left = {name: content for name, content in page.items() if name not in {*_WRITTEN, *others}}
    whole = b"".join(page[each] for each in styles)
    return {**left, "index.html": index.encode(), FRAMED: framed.encode(), first: whole}


def _changed(text: str, changes: Mapping[str, str]) -> str:
    """Return a page with other texts in the place of some, each of which stands in it once."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def _without(styles: Iterable[str], text: str) -> str:
    """Return a page without links to style sheets."""
    for each in styles:
        text = text.replace(f'<link rel="stylesheet" href="{each}">\n', "")
    return text
