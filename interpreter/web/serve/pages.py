"""The files of the page, by name. A name that is not in the list of files is not found, whatever it looks like."""

from __future__ import annotations

import gzip
import hashlib
import math
import re
import time
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

PAGE = Path(__file__).parent.parent / "page"

POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data: blob:",
    "connect-src": "'self'", "worker-src": "'self'", "font-src": "'self'", "manifest-src": "'self'",
    "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
}  # fmt: skip
"""What the page may load and run: its own files. There is no WebAssembly where there is a server."""

HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer carries. A link to a table is a secret, so no other site is sent it as the referrer."""

OTHERS = {
    "embed.html": {
        "Content-Security-Policy": "; ".join(f"{n} {v}" for n, v in POLICY.items() if n != "frame-ancestors"),
        "Cross-Origin-Resource-Policy": "cross-origin",
    },
    "board.js": {"Cross-Origin-Resource-Policy": "cross-origin"},
}
"""What some files carry instead: other sites may load the script that frames a board, and frame the page of a board."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The files that are served, by suffix, with their types."""

PIECE = 32 << 10
"""Bytes of a file that are sent at once."""

AGAIN = 1.0
"""Seconds between two lists of the files, made when a name is asked for that was not there."""

_CARRIER = re.compile(r'<meta name="carrier"[^>]*>')
_SOCKET = '<meta name="carrier" content="socket">'


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    stamp: tuple[int, int]
    """When it was written and how large it is; another stamp is another file."""

    type: str
    content: bytes
    packed: bytes
    tag: str


class Piecemeal(Response):
    """A file that is sent in pieces, each when the one before is nearly read: whoever reads nothing fills no memory."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        content = memoryview(self.body)
        for begin in range(0, len(content), PIECE):
            await send({"type": "http.response.body", "body": bytes(content[begin : begin + PIECE]), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Pages:
    """The files of a folder, read when they are asked for, and again when they have changed."""

    def __init__(self, folder: Path = PAGE) -> None:
        self._folder = folder
        self._paths: dict[str, Path] = {}
        self._files: dict[str, File] = {}
        self._listed = -math.inf

    def answer(self, request: Request) -> Response:
        """Return a file, or that there is none."""
        name = request.path_params.get("path", "") or "index.html"
        file = self.file(name)
        if file is None:
            return PlainTextResponse("There is nothing here.\n", 404)
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding", **OTHERS.get(name, {})}
        is_packed = "gzip" in request.headers.get("accept-encoding", "") and len(file.packed) < len(file.content)
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        headers["ETag"] = tag = f'"{file.tag}{"-gz" * is_packed}"'
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        headers["Content-Type"] = file.type
        return Piecemeal(file.packed if is_packed else file.content, headers=headers)

    def file(self, name: str) -> File | None:
        """Return the file of a name, such as `app.js`; None if there is none."""
        if name not in self._paths and time.monotonic() > self._listed + AGAIN:
            self._listed = time.monotonic()
            self._paths = {
                path.relative_to(self._folder).as_posix(): path
                for path in self._folder.rglob("*")
                if path.suffix in TYPES and path.is_file() and not path.is_symlink()
            }
        path = self._paths.get(name)
        if path is None:
            return None
        try:
            status = path.stat()
            stamp, known = (status.st_mtime_ns, status.st_size), self._files.get(name)
            if known is None or known.stamp != stamp:
                known = self._files[name] = _read(path, stamp)
        except OSError:
            self._paths.pop(name)
            return None
        return known


def _read(path: Path, stamp: tuple[int, int]) -> File:
    content = path.read_bytes()
    if path.name == "index.html":
        content = _with_socket(content.decode("utf-8")).encode("utf-8")
    packed = gzip.compress(content, 9, mtime=0)
    return File(stamp, TYPES[path.suffix], content, packed, hashlib.sha256(content).hexdigest()[:24])


def _with_socket(page: str) -> str:
    """Return the page with the carrier that it is to use here."""
    changed, number = _CARRIER.subn(_SOCKET, page)
    return changed if number else page.replace("<head>", f"<head>\n{_SOCKET}", 1)
