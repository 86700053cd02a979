"""The hostile inputs, laid out in a folder: the files of `hostile/`, and what no file of a repository can be.

In a file, `⟪N|SEPARATOR|TEXT⟫` stands for TEXT written N times with separators between, `⟪M..N|…⟫` for the numbers M to
N; in TEXT, `@` is the number and `@<` the one before it.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HOSTILE = Path(__file__).parent / "hostile"

_WRITTEN_AGAIN = re.compile("⟪(?:([0-9]+)\\.\\.)?([0-9]+)\\|(.*?)\\|(.*?)⟫".encode(), re.DOTALL)

GAME = b"""game "Small"
players Red, Blue
board { shape rhombus(3)  edge top, bottom: Red  edge left, right: Blue }
turn { place stone on empty }
win when connects(own, own.edges)
"""


@dataclass(frozen=True)
class Try:
    """A command line with what it is given to read; it runs in a folder of its own."""

    name: str
    arguments: tuple[str, ...]
    given: bytes = b""
    environment: dict[str, str | None] = field(default_factory=dict)
    closed: tuple[int, ...] = ()
    """Which of its streams are closed before it starts."""


def written(data: bytes) -> bytes:
    """A file with all its repetitions written out."""

    def again(found: re.Match[bytes]) -> bytes:
        low, high, separator, text = found.groups()
        numbers = range(int(low), int(high) + 1) if low else range(int(high))
        if b"@" not in text:
            return separator.join([text] * len(numbers))
        return separator.join(
            text.replace(b"@<", str(each - 1).encode()).replace(b"@", str(each).encode()) for each in numbers
        )

    return _WRITTEN_AGAIN.sub(again, data)


def lay_out(folder: Path) -> None:
    """Write all hostile inputs below a folder that is empty."""
    for path in sorted(HOSTILE.rglob("*.*")):
        to = folder / path.relative_to(HOSTILE)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(written(path.read_bytes()))
    for name, make in PLACES.items():
        place = folder / "places" / name
        place.mkdir(parents=True)
        make(place)


# Places: what a file of a repository cannot be

PLACES: dict[str, Callable[[Path], object]] = {}


def _place(make: Callable[[Path], object]) -> Callable[[Path], object]:
    PLACES[make.__name__.strip("_")] = make
    return make


@_place
def _pipe_that_nobody_writes(place: Path) -> None:
    os.mkfifo(place / "a.hexgame")


@_place
def _socket(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        here = Path.cwd()
        os.chdir(place)
        made.bind("a.hexgame")
        os.chdir(here)


@_place
def _link_to_zeros(place: Path) -> None:
    (place / "a.hexgame").symlink_to("/dev/zero")


@_place
def _link_to_itself(place: Path) -> None:
    (place / "a.hexgame").symlink_to("a.hexgame")


@_place
def _link_to_nothing(place: Path) -> None:
    (place / "a.hexgame").symlink_to("nothing")


@_place
def _link_to_the_folder_above(place: Path) -> None:
    (place / "a.hexgame").symlink_to("..")
    (place / "again").symlink_to(".")


@_place
def _folder_named_as_a_sheet(place: Path) -> None:
    (place / "a.hexgame" / "a.hexgame").mkdir(parents=True)


@_place
def _file_of_ten_gigabytes(place: Path) -> None:
    with (place / "a.hexgame").open("wb") as file:
        file.truncate(10 * 2**30)


@_place
def _file_of_ten_megabytes(place: Path) -> None:
    (place / "a.hexgame").write_bytes(b"win when own\n" * 800_000)


@_place
def _folders_a_hundred_deep(place: Path) -> None:
    deep = place.joinpath(*["d"] * 100)
    deep.mkdir(parents=True)
    (deep / "a.hexgame").write_bytes(GAME)


@_place
def _files_by_the_thousand(place: Path) -> None:
    for number in range(1000):
        (place / f"{number}.hexgame").write_bytes(b"game")


@_place
def _names_that_are_not_utf8(place: Path) -> None:
    (place / os.fsdecode(b"\xff\xfe.hexgame")).write_bytes(GAME)
    (place / "a.hexgame").symlink_to(os.fsdecode(b"\xff\xfe.hexgame"))


@_place
def _names_with_escapes(place: Path) -> None:
    for name in (
        "\x1b[2J\x1b]0;x\x07.hexgame",
        "\n.hexgame",
        "\u202ea\u200b\u2066.hexgame",
        "-.hexgame",
        "{0}%s.hexgame",
    ):
        (place / name).write_bytes(GAME + b"win\n")
    (place / "a.hexgame").symlink_to("\x1b[2J\x1b]0;x\x07.hexgame")


@_place
def _name_of_255_letters(place: Path) -> None:
    (place / f"{'x' * 247}.hexgame").write_bytes(GAME)
    (place / "a.hexgame").symlink_to(f"{'x' * 247}.hexgame")


def _chain(place: Path, length: int, first: bytes) -> None:
    (place / "v0.hexgame").write_bytes(first)
    for number in range(1, length):
        (place / f"v{number}.hexgame").write_text(f'game "V{number}"\nvariant of v{number - 1}\n')
    (place / "a.hexgame").write_text(f'game "A"\nvariant of v{length - 1}\n')


@_place
def _variants_of_variants_12(place: Path) -> None:
    _chain(place, 12, GAME)


@_place
def _variants_of_variants_100(place: Path) -> None:
    _chain(place, 100, GAME)


@_place
def _variants_in_a_circle_of_30(place: Path) -> None:
    _chain(place, 30, b'game "V0"\nvariant of v29\n')


@_place
def _variant_of_a_pipe(place: Path) -> None:
    os.mkfifo(place / "v0.hexgame")
    (place / "a.hexgame").write_bytes(b'game "A"\nvariant of v0\n')


@_place
def _variant_of_zeros(place: Path) -> None:
    (place / "v0.hexgame").symlink_to("/dev/zero")
    (place / "a.hexgame").write_bytes(b'game "A"\nvariant of v0\n')


@_place
def _variant_of_a_folder(place: Path) -> None:
    (place / "v0.hexgame").mkdir()
    (place / "a.hexgame").write_bytes(b'game "A"\nvariant of v0\n')


# Caches: what may lie where compiled games are kept

CACHES: dict[str, Callable[[Path], object]] = {}


def _cache(make: Callable[[Path], object]) -> Callable[[Path], object]:
    CACHES[make.__name__.strip("_")] = make
    return make


class Trap:
    """What leaves a trace where it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return (os.mkdir, ("trapped",))


def _files(cache: Path) -> Iterator[Path]:
    return (each for each in sorted(cache.rglob("*")) if each.is_file() and not each.is_symlink())


def _each(change: Callable[[Path], object]) -> Callable[[Path], None]:
    return lambda cache: [change(path) for path in list(_files(cache))] and None


def _replaced(path: Path, make: Callable[[Path], object]) -> None:
    path.unlink()
    make(path)


_OF_FILES: dict[str, Callable[[Path], object]] = {
    "emptied": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "of_noise": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "of_pickles": lambda path: path.write_bytes(pickle.dumps(Trap())),
    "turned": lambda path: path.write_bytes(path.read_bytes()[::-1]),
    "one_bit_changed": lambda path: path.write_bytes(_flipped(path.read_bytes())),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"\0"),
    "pipes": lambda path: _replaced(path, os.mkfifo),
    "folders": lambda path: _replaced(path, Path.mkdir),
    "zeros": lambda path: _replaced(path, lambda to: to.symlink_to("/dev/zero")),
    "links_to_themselves": lambda path: _replaced(path, lambda to: to.symlink_to(to.name)),
    "links_elsewhere": lambda path: _replaced(path, lambda to: to.symlink_to("/etc/passwd")),
    "of_ten_gigabytes": lambda path: os.truncate(path, 10 * 2**30),
    "for_everyone": lambda path: path.chmod(0o777),
    "for_nobody": lambda path: path.chmod(0o000),
}
for _name, _change in _OF_FILES.items():
    CACHES[f"files_{_name}"] = _each(_change)


def _flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :] if data else data


def _another(cache: Path, make: Callable[[Path], object]) -> None:
    shutil.rmtree(cache)
    make(cache)


@_cache
def _folder_for_everyone(cache: Path) -> None:
    cache.chmod(0o777)


@_cache
def _folder_that_is_a_file(cache: Path) -> None:
    _another(cache, Path.touch)


@_cache
def _folder_that_is_a_pipe(cache: Path) -> None:
    _another(cache, os.mkfifo)


@_cache
def _folder_that_is_a_link(cache: Path) -> None:
    kept = cache.rename(cache.with_name("elsewhere"))
    cache.symlink_to(kept)


@_cache
def _folder_that_links_to_itself(cache: Path) -> None:
    _another(cache, lambda to: to.symlink_to(to.name))


@_cache
def _folder_that_links_to_nothing(cache: Path) -> None:
    _another(cache, lambda to: to.symlink_to("nowhere/at/all"))


@_cache
def _folder_of_another_owner(cache: Path) -> None:
    if os.geteuid() == 0:
        for each in (cache, *cache.rglob("*")):
            os.chown(each, 12345, 12345, follow_symlinks=False)


@_cache
def _folder_with_strange_names(cache: Path) -> None:
    for name in ("\x1b[2J", "\u202e", os.fsdecode(b"\xff\xfe"), "a\nb"):
        (cache / name).mkdir()
        (cache / f"{name}.nbi").write_bytes(b"x")


@_cache
def _folder_full_of_folders(cache: Path) -> None:
    for number in range(1000):
        (cache / f"v{number}" / "a" / "b").mkdir(parents=True)
