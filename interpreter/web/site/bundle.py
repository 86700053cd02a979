"""What Python in the browser imports, as one archive: the modules that it needs, the games, and other people's code."""

from __future__ import annotations

import importlib.metadata
import io
import zipfile
from functools import cache
from importlib.metadata import PackagePath
from pathlib import Path

from ...resources import resource
from .reach import Reached, reach

PACKAGE = __name__.partition(".")[0]

ROOT = f"{PACKAGE}.web.site.alone"
"""The module that is called in the browser."""

LIBRARIES = {"click": "click", "lark": "lark", "yaml": "PyYAML"}
"""What is written in Python alone and goes along if it is imported: modules, and what they are installed as."""

DATA = {"games": (".hexgame", ".txt", ".json"), "grammar": (".lark", ".json")}
"""The folders of data, with the ends of the names that are read."""

PAGES = "diagnostics/errors.md"

_WHEN = (1980, 1, 1, 0, 0, 0)


class BundleError(Exception):
    """Says what is missing from this environment."""


def bundle() -> bytes:
    """Return the archive, the same for the same files. Raises `BundleError`."""
    reached = _reached()
    files = {f"{module.replace('.', '/')}{_end(path)}": path for module, path in reached.modules.items()}
    for folder, ends in DATA.items():
        files |= {f"{PACKAGE}/{folder}/{path.name}": path for path in resource(folder).iterdir() if path.suffix in ends}
    files[f"{PACKAGE}/{PAGES}"] = resource(PAGES)
    for library in _libraries(reached):
        for file in _listed(library):
            if file.suffix == ".py" and ".." not in file.parts:
                files[str(file)] = Path(str(file.locate()))
    return _archive(files)


def licences() -> dict[str, bytes]:
    """Return the licences of the package and of what goes along, by the name of a file for each."""
    found = {}
    for library in ("hexgame-interpreter", *_libraries(_reached())):
        for file in _listed(library):
            if "licenses" in file.parts:
                found[f"licences/{library}.txt"] = Path(str(file.locate())).read_bytes()
    return found


@cache
def _reached() -> Reached:
    return reach(resource("web").parent, PACKAGE, ROOT)


def _libraries(reached: Reached) -> list[str]:
    return [library for module, library in LIBRARIES.items() if module in reached.others]


def _listed(library: str) -> list[PackagePath]:
    """Return the files of a library. What building leaves in a checkout (`.egg-info`, with no RECORD) comes last."""
    known = list(importlib.metadata.distributions(name=library))
    if not known:
        raise BundleError(f"`{library}` is not installed as a package here")
    return min(known, key=lambda each: each.read_text("RECORD") is None).files or []


def _end(path: Path) -> str:
    return "/__init__.py" if path.name == "__init__.py" else ".py"


def _archive(files: dict[str, Path]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name].read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return written.getvalue()
