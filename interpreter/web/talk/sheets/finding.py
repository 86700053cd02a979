"""Sheets from messages: those of the library by name, all others by their text. No other file is ever read."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ....diagnostics.diagnostic import Diagnostic, did_you_mean
from ....diagnostics.text import Source
from ....loading import Sheet, read_sheet
from ....source.reading.files import FILES, SUFFIX, Shelf, shipped
from ..fields import Base, Shipped, Written
from .texts import read_as_typed

NAME = f"sheet{SUFFIX}"
"""What a sheet is called that has come as a text."""


def sheet_of(asked: Shipped | Written) -> Sheet | tuple[Diagnostic, ...]:
    """Return a sheet, or what is wrong if there is none. Whoever asks for one twice gets the same."""
    if isinstance(asked, Written):
        return written(read_as_typed(NAME, asked.text), asked.bases)
    return _shipped(asked.name)


def used(asked: Shipped | Written) -> Shipped | Written:
    """Return a sheet with only those of the texts given with it that it is a variant of, of each name one."""
    if not (isinstance(asked, Written) and asked.bases):
        return asked
    sheet = sheet_of(asked)
    names = {source.name for source in sheet.sources} if isinstance(sheet, Sheet) else set[str]()
    by_name = {base.name: base for base in asked.bases if f"{base.name}{SUFFIX}" in names}
    return replace(asked, bases=tuple(by_name.values()))


@lru_cache(64)
def written(source: Source, bases: tuple[Base, ...] = ()) -> Sheet | tuple[Diagnostic, ...]:
    """Return the sheet of a text, with the texts of sheets that it may be a variant of."""
    return read_sheet(source, shelf=_shelf(bases))


@lru_cache(64)
def _shipped(name: str) -> Sheet | tuple[Diagnostic, ...]:
    if name not in shipped():
        return (_unknown(name),)
    return read_sheet(name)


def _shelf(bases: tuple[Base, ...]) -> Shelf:
    """A shelf with some texts and the library."""
    texts = {Path(f"{base.name}{SUFFIX}"): base.text for base in bases}

    def find(name: str, _: Path | None) -> Path | Diagnostic:
        own = Path(f"{name}{SUFFIX}")
        return own if own in texts else shipped().get(name) or _unknown(name)

    def read(path: Path) -> Source | Diagnostic:
        return read_as_typed(str(path), texts[path]) if path in texts else FILES.read(path)

    return Shelf(find, read)


def _unknown(name: str) -> Diagnostic:
    message = f"there is no game `{name[:40]}` in the library"
    return Diagnostic("HG601", message, help=did_you_mean(name[:40], shipped()))
