"""Every hostile input through every command that accepts it: each is answered, soon, in little memory, in plain text.

`python tests/hostile.py` runs all and lists what failed. `--only TEXT` runs those whose name contains a text, `--show`
prints what they answered, `--times FILE` writes what each took, `--compiled` also compiles what can be compiled.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import hostile_pages
from hostile_inputs import CACHES, HOSTILE, PLACES, Try, lay_out
from pace import slowness

SECONDS = 5.0
"""The processor seconds that an answer may take, on a machine that has nothing else to do."""

PATIENCE = 1200.0
"""The seconds after which a command is killed, on a machine that has other things to do."""

MEMORY = 2**30
"""The bytes of memory that an answer may take."""

_LIMITED = ("--seconds", "2")
_CODES = {0, 1, 2, 3}
_FORMATS = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_RECORD = "game: {game!r}\noptions: {{}}\nsource: {source}\nplayers: [human, human]\nseed: 1\nmoves: [a1, b1]\n"
_MOVES = b"moves\na1\nb1\na2\nundo\nboard\nhelp\nredo\nquit\n"


@dataclass(frozen=True)
class Answer:
    """What came of a command, and what of it is not as it should be."""

    seconds: float
    memory: int
    text: str
    faults: tuple[str, ...]


# What is tried


def tries(folder: Path, compiled: bool = False) -> Iterator[Try]:
    """Every input below a folder with every command that accepts it."""
    for path in sorted((folder / "sheets").iterdir()):
        yield from of_sheet(path.stem, path, compiled)
    for name in PLACES:
        place = folder / "places" / name
        yield from of_sheet(name, place / "a.hexgame", compiled)
        yield Try(f"{name} validate the folder", ("validate", "--play", "0", str(place)))
        yield Try(f"{name} fmt the folder", ("fmt", "--check", str(place)))
    for path in sorted((folder / "records").iterdir()):
        yield Try(f"{path.stem} show --from", ("show", "--from", str(path)))
        yield Try(f"{path.stem} play --from", ("play", "--from", str(path)), _MOVES)
        yield Try(f"{path.stem} play --replay", ("play", "--replay", str(path)), b"\n" * 20 + b"quit\n")
        yield Try(f"{path.stem} analyse", ("analyse", str(path), "--by", "random", *_LIMITED))
        yield Try(f"{path.stem} solve --from", ("solve", "--from", str(path), "--time", "1", *_LIMITED))
        yield Try(f"{path.stem} prove --check", ("prove", "--check", str(path), "--time", "1", *_LIMITED))
        yield Try(f"{path.stem} serve record", ("serve record", str(path)))
    for path in sorted((folder / "scenarios").iterdir()):
        yield Try(f"{path.name.removesuffix('.test.yaml')} test", ("test", str(path), *_LIMITED))
    for path in sorted((folder / "sessions").iterdir()):
        first, _, given = path.read_bytes().partition(b"\n")
        yield Try(f"{path.stem} session", tuple(first.decode().split()), given)
    yield from of_caches(folder)
    yield from of_words()


def of_sheet(name: str, sheet: Path, compiled: bool = False) -> Iterator[Try]:
    """A sheet with every command that reads one."""
    path = str(sheet)
    for words in (
        ("validate", path),
        ("validate", "--format", "json", "--play", "0", path),
        ("validate", "--fix", "--play", "0", "copy:" + path),
        ("fmt", "--check", path),
        ("show", path),
        ("board", path),
        ("board", path, "--svg", "board.svg"),
        ("inspect", path),
        ("perft", path, "--depth", "1", *_LIMITED),
        ("playouts", path, "-n", "10", "--engine", "plain", *_LIMITED),
        *([("playouts", path, "-n", "10", "--engine", "compiled", *_LIMITED)] if compiled else []),
        ("match", path, "random", "random", "--games", "2", *_LIMITED),
        ("solve", path, "--time", "1", *_LIMITED),
        ("prove", path, "--time", "1", *_LIMITED),
        ("study", path, "--time", "1", "--jobs", "1", "--out", "report.html", *_LIMITED),
        ("gtp", path, "--player", "random", *_LIMITED),
        ("puzzles", path, "--count", "1", "--time", "1", *_LIMITED),
        ("serve check", path),
        ("serve open", path),
        ("test", "scenario:" + path, *_LIMITED),
        ("show", "--from", "record:" + path),
    ):
        yield Try(" ".join((name, *(word for word in words if "/" not in word))), words)
    yield Try(f"{name} play", ("play", path, *_LIMITED), _MOVES)


def of_caches(folder: Path) -> Iterator[Try]:
    """Every hostile cache, with commands that look into it; `cache:NAME` is made afresh for each."""
    for name in CACHES:
        for words in (("validate", "hex", "--play", "0"), ("playouts", "hex", "--set", "size=3", "-n", "10"),
                      ("cache",), ("cache", "--clear")):  # fmt: skip
            yield Try(f"cache {name} {words[0]} {words[-1]}", words, environment={"HEXGAME_CACHE": f"cache:{name}"})
    odd = (
        "relative",
        "~/x",
        "",
        "/dev/full",
        "/dev/null/x",
        "/proc/x",
        "/nowhere\n\x1b[2J",
        os.fsdecode(b"\xff\xfe"),
        "x" * 5000,
    )
    for value in odd:
        for words in (("validate", "hex", "--play", "0"), ("cache",), ("cache", "--clear")):
            yield Try(f"cache at {ascii(value)[:30]} {words[-1]}", words, environment={"HEXGAME_CACHE": value})
    yield Try(
        "cache without HOME", ("cache",), environment={"HEXGAME_CACHE": None, "HOME": None, "XDG_CACHE_HOME": None}
    )
    yield Try(
        "cache of a relative HOME", ("cache",), environment={"HEXGAME_CACHE": None, "HOME": ".", "XDG_CACHE_HOME": "x"}
    )


_STREAMS = (
    ("play", "hex", "--set", "size=3"),
    ("list",),
    ("validate", "hex", "--play", "0"),
    ("validate", "nowhere"),
    ("playouts", "hex", "--set", "size=3", "-n", "10", "--engine", "plain"),
)


def of_words() -> Iterator[Try]:
    """Command lines that are hostile in themselves, and closed streams."""
    for line in (HOSTILE / "words.txt").read_text("utf-8").splitlines():
        yield Try(f"words {line}", tuple(line.encode().decode("unicode_escape").split(" ")))
    for words in _STREAMS:
        for closed in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)):
            yield Try(f"closed {closed} {words[0]} {words[-1]}", words, b"b1\nquit\n", closed=closed)


# How it is run

_USUAL = (
    ("new", "mine"), ("fmt", "mine.hexgame"), ("validate", "mine.hexgame"), ("validate", "hex", "--play", "0", "--fix"),
    ("show", "hex"), ("board", "hex", "--svg", "board.svg"), ("inspect", "hex"), ("test", "nowhere"),
    ("play", "hex"), ("playouts", "hex", "-n", "1", "--engine", "plain"), ("perft", "hex", "--depth", "1"),
    ("match", "hex", "random", "random", "--games", "2"), ("prove", "hex", "--set", "size=3"),
    ("study", "hex", "--set", "size=3", "--work", "claims=0", "--jobs", "1", "--out", "report.html"),
)  # fmt: skip


class Ground:
    """Where commands run: a folder with the inputs, and a cache with a compiled game to copy."""

    def __init__(self, folder: Path) -> None:
        self.inputs = folder / "inputs"
        lay_out(self.inputs)
        self.cache = folder / "cache"
        self.cache.mkdir(mode=0o700)
        self.work = folder / "work"

    def begun(self, each: Try) -> tuple[str, ...]:
        """The words of a command, with what they need made in the folder where it runs."""
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        return tuple(self._word(word) for word in each.arguments)

    def _word(self, word: str) -> str:
        kind, _, path = word.partition(":")
        if kind == "copy":
            with suppress(OSError):
                if Path(path).is_file() and Path(path).stat().st_size < 2**24:
                    shutil.copyfile(path, self.work / "copy.hexgame")
                else:
                    (self.work / "copy.hexgame").symlink_to(path)
            return "copy.hexgame"
        if kind == "scenario":
            text = f"game: {path!r}\ncases:\n  - expect: {{winner: none}}\n    moves: [a1]\n"
            (self.work / "a.test.yaml").write_text(text)
            return "a.test.yaml"
        if kind == "record":
            (self.work / "record.yaml").write_text(_RECORD.format(game=path, source="0" * 64))
            return "record.yaml"
        return word

    def environment(self, each: Try) -> dict[str, str]:
        """What the command finds in its environment."""
        changed = {"HEXGAME_CACHE": str(self.cache)} | each.environment
        kind, _, name = (changed["HEXGAME_CACHE"] or "").partition(":")
        if kind == "cache":
            made = self.work / "cache"
            if not any(self.cache.iterdir()):
                run_in(self, Try("fill", ("playouts", "hex", "--set", "size=3", "-n", "10")), PATIENCE)
                self.work.mkdir(exist_ok=True)
            shutil.copytree(self.cache, made)
            CACHES[name](made)
            changed["HEXGAME_CACHE"] = str(made)
        return {name: value for name, value in {**os.environ, **changed}.items() if value is not None}


def allowed(words: Sequence[str]) -> float:
    """The processor seconds that a command may take: a second more than its own limit, if it has one. That of `play` is
    for each line that is typed; all lines together may take as long as any other command. A page asks
    several things."""
    if words[:1] == ("play",):
        return SECONDS
    if words[0].startswith("serve "):
        return hostile_pages.SECONDS
    limits = [float(words[at + 1]) + 1 for at, word in enumerate(words) if word == "--seconds"]
    return min([SECONDS, *(each for each in limits if each > 0)])


def run_in(ground: Ground, each: Try, limit: float | None = None) -> Answer:
    """Run a command in a process of its own, forked from this one, and judge its answer."""
    limit = limit or allowed(each.arguments)
    words, environment = ground.begun(each), ground.environment(each)
    given, said = ground.work.parent / "given", ground.work.parent / "said"
    given.write_bytes(each.given)
    child = os.fork()
    if not child:
        _become(ground.work, words, environment, (given, said, each.closed), int(20 * limit))
    begun = time.monotonic()
    usage, status, late = None, 0, False
    pace = [slowness()]
    while usage is None:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            usage = used
        elif time.monotonic() - begun > PATIENCE + limit:
            os.kill(child, signal.SIGKILL)
            late = True
            _, status, usage = os.wait4(child, 0)
        else:
            time.sleep(min(0.02 * len(pace), 0.5))
            pace.append(slowness())
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    seconds = (usage.ru_utime + usage.ru_stime) * len(pace) / sum(pace)
    memory = usage.ru_maxrss * 1024
    data = said.read_bytes()[: 2**24]
    faults = [*_faults(data, ground), *([f"{seconds:.1f} s"] if seconds > limit else []),
              *(["never ends"] if late else []), *([f"{memory >> 20} MB"] if memory > MEMORY else [])]  # fmt: skip
    code = os.waitstatus_to_exitcode(status)
    if code not in _CODES and not late:
        faults.append(f"exit code {code}")
    return Answer(seconds, memory, data.decode("utf-8", "replace"), tuple(faults))


def _become(
    work: Path,
    words: tuple[str, ...],
    environment: dict[str, str],
    streams: tuple[Path, Path, tuple[int, ...]],
    seconds: int,
) -> None:
    """Become the command; never returns."""
    code = 99
    try:
        os.setpgid(0, 0)
        os.chdir(work)
        os.environ.clear()
        os.environ.update(environment)
        given, said, closed = streams
        into = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(os.open(given, os.O_RDONLY), 0)
        os.dup2(into, 1)
        os.dup2(into, 2)
        for number in closed:
            os.close(number)
        resource.setrlimit(resource.RLIMIT_DATA, (2 * MEMORY, 2 * MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**28, 2**28))
        sys.stdin, sys.stdout, sys.stderr = (
            None
            if n in closed
            else os.fdopen(
                n, "w" if n else "r", encoding="utf-8", errors="strict" if n < 2 else "backslashreplace", closefd=False
            )
            for n in range(3)
        )  # type: ignore[assignment]
        code = command(words)
    finally:
        os._exit(code)


def imported() -> None:
    """Import what commands need, once, by running some: those that are forked from this process find it there."""
    from click.testing import CliRunner  # noqa: PLC0415

    from hexgame.__main__ import main  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for words in _USUAL:
            CliRunner().invoke(main, words, input=b"quit\n")


def command(words: tuple[str, ...]) -> int:
    """Run `hexgame` with these words, and return its exit code, as the interpreter does at the end of a process."""
    from hexgame.__main__ import main  # noqa: PLC0415
    from hexgame.verbs import edge  # noqa: PLC0415

    sys.argv, edge.BEGAN = ["hexgame", *words], time.monotonic()
    try:
        kind = words[0].partition(" ")[2]
        code = hostile_pages.sent(kind, words[1]) if kind else main()
    except SystemExit as ended:
        code = ended.code
        if not isinstance(code, int):
            if code is not None and sys.stderr:
                sys.stderr.write(f"{code}\n")
            code = int(code is not None)
    except BaseException:  # as the interpreter would tell it
        if sys.stderr:
            sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
        code = 98
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    return code


def _faults(data: bytes, ground: Ground) -> Iterator[str]:
    """What is wrong with what a command printed and wrote."""
    text = data.decode("utf-8", "surrogateescape")
    for sign in ("Traceback (most recent call last)", "Exception ignored", "MemoryError", "RecursionError"):
        if sign in text:
            last = re.findall(r"^\w[\w.]*(?:Error|Exception|Exit|Interrupt)\b.*", text, re.MULTILINE)
            yield f"{sign} {ascii(last[-1:])[:150]}"
            break
    strange = {each for each in text if each != "\n" and unicodedata.category(each) in _FORMATS}
    if strange:
        yield f"prints {ascii(sorted(strange))[:60]}"
    if (ground.work / "trapped").exists():
        yield "ran what it found in the cache"
    drawn = ground.work / "board.svg"
    if drawn.exists() and "<script" in drawn.read_text("utf-8"):
        yield "draws a script"
    if drawn.exists():
        try:
            ET.fromstring(drawn.read_text("utf-8"))  # noqa: S314
        except (ET.ParseError, ValueError) as error:
            yield f"draws what is no picture: {error}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--only", default="", help="only those whose name contains this; a regular expression")
    arguments.add_argument("--show", action="store_true", help="print every answer")
    arguments.add_argument("--compiled", action="store_true", help="compile games, too")
    arguments.add_argument("--every", type=int, default=1, metavar="N", help="only one command in N")
    arguments.add_argument("--times", type=Path, default=Path(os.devnull), help="a file to write what each took")
    asked = arguments.parse_args()
    imported()
    number = failed = 0
    with tempfile.TemporaryDirectory() as folder, asked.times.open("w", buffering=1) as times:
        ground = Ground(Path(folder))
        wanted = (each for each in tries(ground.inputs, asked.compiled) if re.search(asked.only, each.name))
        for each in itertools.islice(wanted, None, None, asked.every):
            answer = run_in(ground, each)
            number += 1
            failed += bool(answer.faults)
            times.write(f"{answer.seconds:.2f}\t{answer.memory >> 20}\t{each.name!a}\n")
            if asked.show:
                print(f"== {each.name}: {answer.seconds:.2f} s, {answer.memory >> 20} MB\n{answer.text[:2000]}")  # noqa: T201
            if answer.faults:
                print(f"FAILED {each.name}: {'; '.join(answer.faults)}", flush=True)  # noqa: T201
    print(f"{number:,} commands, {failed} failed")  # noqa: T201
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
