"""The page of the conversation as it begins where there is no server."""

from __future__ import annotations

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of the site, as its page states it. WebAssembly counts as a kind of evaluation."""

_CHANGES = {
    '<meta name="carrier" content="socket">': '<meta name="carrier" content="worker">',
    '<meta charset="utf-8">': f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
    "</head>": '<script type="module" src="offline.js"></script>\n</head>',
}


def begun(index: str) -> str:
    """Return the text of index.html with the worker as the carrier, the policy, and the service worker."""
    for old, new in _CHANGES.items():
        assert index.count(old) == 1, old
        index = index.replace(old, new)
    return index
