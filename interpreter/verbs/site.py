"""The page as static files, for any host."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

from pathlib import Path

import click

from ..diagnostics.diagnostic import Diagnostic
from .command import fail


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--pyodide",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Take Pyodide from a folder, such as npm's node_modules/pyodide, instead of downloading it.",
)
def site(out: Path, pyodide: Path | None) -> None:
    """Write the page as static files, which need no server.

    OUT is a folder for any host of files. There, the interpreter runs in the reader's browser. Existing files are
    replaced only if this command wrote them.

    Example: hexgame site public
    """
    from ..web.site.bundle import BundleError
    from ..web.site.files import site_files
    from ..web.site.folder import FolderError, write_site
    from ..web.site.pyodide import PyodideError

    try:
        if out.exists() and not out.is_dir():
            raise FolderError(f"`{out}` is not a folder")
        files = site_files(pyodide)
        write_site(out, files)
    except (BundleError, PyodideError) as error:
        fail([Diagnostic("HG611", str(error))])
    except FolderError as error:
        fail([Diagnostic("HG610", str(error))])
    except OSError as error:
        fail([Diagnostic("HG610", f"cannot write `{error.filename or out}`: {error.strerror or error}")])
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"wrote {len(files)} files ({size:.1f} MB) to {out}; to look at them: python -m http.server -d {out}")
