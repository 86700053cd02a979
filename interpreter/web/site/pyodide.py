"""Pyodide, which is Python for browsers: one version of it, from npm's registry or from a folder."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import tarfile
import urllib.request
from pathlib import Path

from ...doors.reading import read_bytes
from ...native.places import own_cache

VERSION = "314.0.7"

PYTHON = "3.14"
"""The version of Python that it contains."""

TARBALL = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
"""Where its package is."""

SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The hash of the package, as the registry states it."""

LARGEST = 1 << 25
"""The most bytes of a package, and of a file in it."""

SECONDS = 60
"""How long the registry may say nothing."""

LOCK = "pyodide-lock.json"

NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)
"""What a browser needs of the package."""

NOTICE = f"""\
This folder contains Pyodide {VERSION} (https://pyodide.org), under the Mozilla Public License 2.0
(https://www.mozilla.org/MPL/2.0/); its source is at https://github.com/pyodide/pyodide/tree/{VERSION}. It contains
CPython {PYTHON} with its standard library, under the Python Software Foundation License
(https://docs.python.org/3/license.html). The files are as npm's registry has them at
{TARBALL}, but for {LOCK}, from which the list of packages that
can be downloaded is taken out: nothing is requested from any other server.
"""


class PyodideError(Exception):
    """Says why there is no Pyodide."""


def pyodide_files(folder: Path | None = None) -> dict[str, bytes]:
    """Return the files that a browser needs, by name: from a folder, or from npm's registry and one's own cache.

    Raises `PyodideError`.
    """
    files = _from_folder(folder) if folder is not None else _from_package(_package())
    try:
        lock = json.loads(files[LOCK])
        found = lock["info"]["python"]
    except (ValueError, KeyError, TypeError):
        raise PyodideError(f"`{LOCK}` is not the one of a Pyodide") from None
    if not str(found).startswith(f"{PYTHON}."):
        raise PyodideError(f"this Pyodide contains Python {found}; Pyodide {VERSION} with Python {PYTHON} is needed")
    return files | {LOCK: json.dumps(lock | {"packages": {}}).encode(), "NOTICE.txt": NOTICE.encode()}


def _from_folder(folder: Path) -> dict[str, bytes]:
    found = {}
    for name in NEEDED:
        try:
            content = read_bytes(folder / name, LARGEST)
        except OSError as error:
            raise PyodideError(f"cannot read `{folder / name}`: {error.strerror or error}") from None
        if content is None:
            raise PyodideError(f"`{folder / name}` is larger than {LARGEST >> 20} MiB")
        found[name] = content
    return found


def _from_package(package: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(package), mode="r:gz") as archive:
        members = {name: archive.extractfile(f"package/{name}") for name in NEEDED}
        return {name: member.read(LARGEST) for name, member in members.items() if member is not None}


def _package() -> bytes:
    """The package as it was downloaded before, or now."""
    name = f"pyodide-{VERSION}.tgz"
    with contextlib.suppress(OSError), own_cache() as cache:
        kept = cache.read(name, LARGEST)
        if _is_it(kept):
            return kept
    package = _download()
    with contextlib.suppress(OSError), own_cache(make=True) as cache:
        cache.write(name, package)
    return package


def _download() -> bytes:
    advice = "name a folder that contains it with --pyodide DIR"
    try:
        with urllib.request.urlopen(TARBALL, timeout=SECONDS) as answer:
            package = bytes(answer.read(LARGEST))
    except (OSError, ValueError) as error:
        raise PyodideError(f"cannot download {TARBALL} ({error}); {advice}") from None
    if not _is_it(package):
        raise PyodideError(f"what {TARBALL} returned does not have the hash of Pyodide {VERSION}; {advice}")
    return package


def _is_it(package: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(package).digest()).decode() == SHA512
