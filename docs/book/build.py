"""The site of the documentation: `python docs/book/build.py [OUT] [--seconds S] [--site]`; `make book` runs it.

The pages are those of `docs/`, the page of errors, the README as the first page, and one for each game of the library,
whose claims may take S seconds to prove (2). With `--site`, `hexgame site` is written beside them, so that the games
can be played. A dead link fails the build. OUT is `build/book` unless another folder is named.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path

from examples import illustrated
from library import write_library

from hexgame.show.library import Entry, entries

BOOK = Path(__file__).parent
DOCS = BOOK.parent
ROOT = DOCS.parent
BESIDE = {
    ROOT / "README.md": "index.md",
    ROOT / "SECURITY.md": "security.md",
    ROOT / "interpreter" / "diagnostics" / "errors.md": "errors.md",
}
"""Pages from elsewhere, by the names that they have beside those of `docs/`."""

MOVED = {
    "](docs/": "](",
    'src="docs/': 'src="',
    "](../interpreter/diagnostics/": "](",
    "](interpreter/diagnostics/": "](",
    "](SECURITY.md": "](security.md",
}
"""What links begin with, as pages of the project and as those of the site write them."""

EMPTY = '"Library" = []'
"""The place of the library among the settings."""

LIVE = "play"
"""The folder of the site on which games are played."""


def main() -> None:
    """Build the site."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("out", nargs="?", type=Path, default=ROOT / "build" / "book")
    asked.add_argument("--seconds", type=float, default=2.0, help="how long a game's claims may take to prove")
    asked.add_argument("--site", action="store_true", help="also write the site on which games are played")
    told = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        write_pages(project / "docs", told.seconds, is_live=told.site)
        write_settings(project)
        subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=project, check=True)
        shutil.rmtree(told.out, ignore_errors=True)
        shutil.copytree(project / "site", told.out)
    if told.site:
        subprocess.run([sys.executable, "-m", "hexgame", "site", str(told.out / LIVE)], check=True)
    print(f"wrote {told.out}")


def write_pages(folder: Path, seconds: float, *, is_live: bool) -> None:
    """Write all pages in Markdown, with their pictures."""
    shutil.copytree(DOCS / "pictures", folder / "pictures")
    for page, name in {**{page: page.name for page in DOCS.glob("*.md")}, **BESIDE}.items():
        text = page.read_text("utf-8")
        for before, after in MOVED.items():
            text = text.replace(before, after)
        live = f"{'' if name == 'index.md' else '../'}{LIVE}" if is_live else ""
        (folder / name).write_text(illustrated(text, name.removesuffix(".md"), folder / "pictures", live), "utf-8")
    write_library(folder / "library", seconds, f"../../{LIVE}" if is_live else "")


def write_settings(project: Path) -> None:
    """Write the settings, with the pages of the library where they stand empty."""
    families = (f"{{ {json.dumps(family)} = [{', '.join(map(_entry, members))}] }}"
                for family, members in groupby(entries(), lambda each: each.family))  # fmt: skip
    listed = ", ".join(['"library/index.md"', *families])
    text = (BOOK / "zensical.toml").read_text("utf-8").replace(EMPTY, EMPTY.replace("[]", f"[{listed}]"))
    (project / "zensical.toml").write_text(text, "utf-8")


def _entry(entry: Entry) -> str:
    return f'{{ {json.dumps(entry.title, ensure_ascii=False)} = "library/{entry.name}.md" }}'


if __name__ == "__main__":
    main()
