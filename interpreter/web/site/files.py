"""All files of the site, and what those who put it on a host must know."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from ...resources import resource
from .bundle import bundle, licences
from .index import POLICY, begun, hashed
from .known import known_answers
from .pyodide import LOCK, pyodide_files

HEADERS = f"""\
/*
  Content-Security-Policy: {POLICY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
/
  Cache-Control: no-cache
  Content-Security-Policy: frame-ancestors 'none'
/index.html
  Cache-Control: no-cache
  Content-Security-Policy: frame-ancestors 'none'
/sw.js
  Cache-Control: no-cache
"""
"""Headers, as some hosts read them from a file. Where two rules give a path the same header, both policies hold: so
other sites may frame the page of a board, and no other."""

README = f"""\
hexgame, as a site without a server. Put this folder on any host of static files, at any path; nothing runs there.

- Serve it by https, or from localhost: browsers allow service workers, which keep the site for use offline, nowhere
  else. From a file system (file://) browsers load no modules.
- .js and .mjs must be sent as text/javascript, .wasm as application/wasm. Compression (gzip, brotli) saves two thirds.
- index.html states this Content-Security-Policy in a <meta>. If your host can send headers, send it as one, so that it
  holds for workers too. Some hosts read the file `_headers` here, which says so:
    {POLICY}
- embed.html, which board.js frames, may be framed by any site. No other page may: send `frame-ancestors 'none'` with
  index.html, as `_headers` does.
- Let index.html and sw.js be revalidated (Cache-Control: no-cache). The service worker checks
  the hash of every file, so a browser never mixes two versions.
- A new version: run `hexgame site` on this folder again. It replaces and deletes what it wrote and nothing else; which
  files those are is in hexgame-site.json.
- Games and sheets stay in each reader's browser. The site requests nothing from any other server.
"""

ARRIVING = "carriers/arriving.js"
FETCHED = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", f"pyodide/{LOCK}", "python.zip")
"""What the module counts that says how much of Python has come."""

SHOWN_TO_HOSTS = ("README.txt", "_headers")
"""What browsers have no use for."""


def site_files(pyodide: Path | None = None) -> dict[str, bytes]:
    """Return the files of the site by name; the service worker, which names the others, comes last.

    `pyodide` is a folder that contains Pyodide; without one, it is downloaded. Raises `PyodideError`, `BundleError`.
    """
    files = {f"pyodide/{name}": content for name, content in pyodide_files(pyodide).items()}
    page = resource("web") / "page"
    answers, gallery = known_answers()
    parts = {path.relative_to(page).as_posix(): path.read_bytes() for path in sorted(page.rglob("*")) if path.is_file()}
    files |= {**begun(parts, gallery), "python.zip": bundle(), **licences(), **answers}
    worker = files.pop("sw.js").decode()
    files[ARRIVING] = _noted(files[ARRIVING].decode(), {"WHOLE": str(sum(len(files[name]) for name in FETCHED))})
    hosts = dict(zip(SHOWN_TO_HOSTS, (README.encode(), HEADERS.encode()), strict=True))
    return {**files, **hosts, "sw.js": _keeping(worker, files).encode()}


def _keeping(worker: str, files: Mapping[str, bytes]) -> str:
    """Return the service worker with the hashes of the files, and a version that changes with any of them."""
    hashes = {name: hashed(files[name]) for name in sorted(files)}
    version = hashlib.sha256(f"{worker}{hashes}".encode()).hexdigest()[:16]
    return _noted(worker, {"VERSION": json.dumps(version), "FILES": json.dumps(hashes, indent=0)}).decode()


def _noted(module: str, values: Mapping[str, str]) -> bytes:
    """Return a module with other values in its lines `const NAME = VALUE;`, which say that they are written here."""
    lines = module.splitlines()
    for name, value in values.items():
        [at] = [at for at, line in enumerate(lines) if line.startswith(f"const {name} = ")]
        lines[at] = f"const {name} = {value};"
    return ("\n".join(lines) + "\n").encode()
