"""The page of the conversation as it begins where there is no server."""

from __future__ import annotations

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of the site, as its page states it. WebAssembly counts as a kind of evaluation."""

_LIBRARY = '<link rel="preload" href="known/library.json" as="fetch" crossorigin>'

_CHANGES = {
    '<meta name="carrier" content="socket">': '<meta name="carrier" content="worker">',
    '<meta charset="utf-8">': f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
    "</head>": f"{_LIBRARY}\n</head>",
}
_MAIN = '<main id="main" tabindex="-1">', "</main>"


def begun(index: str, gallery: str) -> str:
    """Return the text of index.html with the worker as the carrier, the policy, and what is seen before the modules are
    there: a gallery in HTML."""
    main, end = _MAIN
    changes = {**_CHANGES, main + end: f'{main}{gallery}{end}\n<script src="begin.js"></script>'}
    for old, new in changes.items():
        assert index.count(old) == 1, old
        index = index.replace(old, new)
    return index
