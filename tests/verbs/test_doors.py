"""The doors: nobody else writes files, and what is written is whole whatever fails."""

from __future__ import annotations

import ast
import errno
import gc
import io
import os
import re
import stat
import subprocess
import sys
import weakref
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, Run, long, wide
from deeds import DEEDS

import hexgame
from hexgame.__main__ import main
from hexgame.doors.reading import read_bytes
from hexgame.doors.writing import create_text, refuse_unwritable, replace_bytes, replace_text

FILES = [*(ROOT / "interpreter").rglob("*.py"), ROOT / "cli.py"]
ROOM = ROOT / "interpreter" / "doors"
posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions, links and signals")


@cache
def text_of(file: Path) -> str:
    return file.read_text("utf-8")


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# Nobody goes past a door

WRITES = {"write_text", "write_bytes", "touch", "mkstemp", "NamedTemporaryFile", "hardlink_to", "symlink_to"}
CALLS_OF_WRITERS = re.compile(rf"\b(open|{'|'.join(WRITES)}|os\.\w+|shutil\.\w+)\(")
RENAMES = {("os", "open"), ("os", "replace"), ("os", "rename"), ("os", "link"), ("shutil", "move")}


def is_writing(call: ast.Call) -> bool:
    """Whether a call may write a file: by its name, or because it opens one in a mode other than for reading."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    of = call.func.value.id if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) else ""
    if name != "open":
        return name in WRITES or (of, name) in RENAMES
    place = 0 if isinstance(call.func, ast.Attribute) and of not in ("os", "io") else 1
    given = [*call.args[place : place + 1], *(each.value for each in call.keywords if each.arg == "mode")]
    return of == "os" or any(not isinstance(mode, ast.Constant) or set(mode.value) & set("wax+") for mode in given)


@pytest.mark.parametrize(
    "text", ["p.write_text(t)", "p.open('w')", "open(p, 'ab')", "open(p, mode=m)", "os.open(p, 1)"]
)
def test_writing_is_recognised(text: str) -> None:
    assert any(isinstance(node, ast.Call) and is_writing(node) for node in ast.walk(ast.parse(text)))


@pytest.mark.parametrize("text", ["p.read_text()", "p.open('rb')", "p.open()", "open(p)", "text.replace('a', 'b')"])
def test_reading_is_not_taken_for_it(text: str) -> None:
    assert not any(isinstance(node, ast.Call) and is_writing(node) for node in ast.walk(ast.parse(text)))


def test_files_are_written_through_the_door_alone() -> None:
    past = [
        f"{shown(file)}:{node.lineno}"
        for file in FILES
        if ROOM not in file.parents and CALLS_OF_WRITERS.search(text := text_of(file))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and is_writing(node)
    ]
    assert not past, f"write files with doors/writing.py: {past}"


WRITERS = {
    "native/store.py": ("compiled", "solve", "verdicts", "study"), "show/matchbook.py": ("match",),
    "show/pages/beginnings.py": ("new",), "show/pages/formatting.py": ("fmt",), "show/session/commands.py": ("save",),
    "source/reading/fixes.py": ("fix",),
    "verbs/command.py": ("board", "show", "playouts", "analyse", "prove", "solve", "study"),
    "web/serve/store.py": ("games",), "web/site/folder.py": ("site",),
    "web/site/pyodide.py": (),  # a download whose hash is known, read again only if it has it
}  # fmt: skip
"""Who writes files, and under which names `faults.py` lets that fail."""


def test_whatever_is_written_is_tried_on_disks_that_fail() -> None:
    writes = re.compile(r"\b(replace_bytes|replace_text|create_text|folder\.write|cache\.write)\(")
    found = {file.relative_to(ROOT / "interpreter").as_posix() for file in FILES
             if ROOM not in file.parents and file.name != "cli.py" and writes.search(text_of(file))}  # fmt: skip
    assert found == WRITERS.keys()
    assert set().union(*WRITERS.values()) <= DEEDS.keys()


def test_texts_go_out_through_the_standard_streams_alone() -> None:
    past = re.compile(r"__std(out|err)__|std(out|err)\.buffer|os\.write\(|\bprint\(|/dev/tty|echo_via_pager\(.*file")
    found = {shown(file) for file in FILES if ROOM not in file.parents and past.search(text_of(file))}
    documented = {"interpreter/__init__.py", "interpreter/play/moves.py", "interpreter/play/state.py",
                  "interpreter/play/outcome.py", "interpreter/deadline.py",
                      "interpreter/players/exact/solve.py"}  # fmt: skip
    to_itself = {"interpreter/verbs/edge.py"}
    assert found <= documented | to_itself, f"write to the standard streams, which show what is hidden: {found}"


def test_what_goes_past_the_door_to_a_terminal_is_known() -> None:
    callers = {shown(file) for file in FILES if re.search("[ (=]canvas[(]sys", text_of(file))}
    assert callers == {"interpreter/doors/streams.py", "interpreter/show/progress.py"}


def test_yaml_is_read_and_written_by_one_door() -> None:
    users = {shown(file) for file in FILES if re.search(r"(import|from) yaml\b", text_of(file))}
    assert users == {"interpreter/doors/documents.py"}, "read and write YAML with doors/documents.py"


# Writing

OLD, NEW = b"old\n" * 3_000, b"new\n" * 5_000


class Stop(BaseException):
    """What is raised where a process would be interrupted."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_bytes(OLD)
    return path


CALLS = ("open", "fsync", "chmod", "replace", "link", "write", "close")


def failing(monkeypatch: pytest.MonkeyPatch, at: int, error: BaseException) -> Callable[[], int]:
    """Let the system call with a number fail; return what counts the calls."""
    count = 0

    def counted(call: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*arguments: object, **named: object) -> object:
            nonlocal count
            count += 1
            if count == at:
                raise error
            return call(*arguments, **named)

        return wrapped

    for name in CALLS:
        monkeypatch.setattr(os, name, counted(getattr(os, name)))
    return lambda: count


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), Stop()], ids=["full", "stopped"])
def test_whatever_fails_a_file_is_whole_and_nothing_is_left_beside_it(file: Path, error: BaseException) -> None:
    for at in range(1, 100):
        file.write_bytes(OLD)
        with pytest.MonkeyPatch.context() as patch:
            calls = failing(patch, at, error)
            try:
                replace_bytes(file, NEW)
            except (OSError, Stop):
                failed = True
            else:
                failed = False
            is_through = calls() < at
        assert file.read_bytes() in ((OLD, NEW) if failed else (NEW,))
        assert list(file.parent.iterdir()) == [file]
        if is_through:
            break
    assert at > 5


@posix
def test_a_disk_that_is_full_leaves_the_old_file(file: Path) -> None:
    limited = (
        "import resource, signal, sys; from pathlib import Path; from hexgame.doors.writing import replace_bytes\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "replace_bytes(Path(sys.argv[1]), b'new' * 9000)"
    )
    ran = subprocess.run([sys.executable, "-c", limited, str(file)], capture_output=True, text=True, check=False)
    assert "File too large" in ran.stderr
    assert file.read_bytes() == OLD
    assert list(file.parent.iterdir()) == [file]


KILLED = """
import os, signal, sys, time
from pathlib import Path
from hexgame.doors.writing import replace_bytes
path, contents = Path(sys.argv[1]), (b"old\\n" * 3_000, b"new\\n" * 5_000)
for kill in range(int(sys.argv[2])):
    writer = os.fork()
    while not writer:
        for content in contents:
            replace_bytes(path, content)
    time.sleep(0.0003 * (kill % 40))
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    assert path.read_bytes() in contents
"""


def survives(file: Path, kills: int) -> bool:
    return not subprocess.run([sys.executable, "-c", KILLED, str(file), str(kills)], check=False).returncode


@posix
def test_a_process_that_is_killed_leaves_a_whole_file(file: Path) -> None:
    assert survives(file, 20)


@long
@wide
@posix
def test_a_thousand_processes_that_are_killed_leave_a_whole_file(file: Path) -> None:
    assert survives(file, 1_000)


@posix
def test_permissions_and_links_stay(file: Path) -> None:
    file.chmod(0o640)
    link = file.with_name("link.yaml")
    link.symlink_to(file)
    replace_text(link, "new")
    assert (link.is_symlink(), file.read_text()) == (True, "new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@posix
def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    usual, mask = tmp_path / "usual", os.umask(0o027)
    try:
        usual.touch()
        replace_text(tmp_path / "one", "1")
        create_text(tmp_path / "two", "2")
        replace_bytes(tmp_path / "three", b"3", mode=0o600)
    finally:
        os.umask(mask)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"usual": 0o640, "one": 0o640, "two": 0o640, "three": 0o600}


@posix
@pytest.mark.skipif(sys.platform != "win32" and os.geteuid() == 0, reason="root may write anything")
def test_a_file_that_may_not_be_written_is_not_replaced(file: Path) -> None:
    file.chmod(0o400)
    with pytest.raises(PermissionError):
        replace_text(file, "new")
    assert file.read_bytes() == OLD


@posix
def test_a_device_is_written_to_and_stays() -> None:
    replace_text(Path(os.devnull), "new")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    with pytest.raises(OSError, match="No space left"):
        replace_text(Path("/dev/full"), "new")


def test_a_long_name_can_be_written(tmp_path: Path) -> None:
    replace_text(tmp_path / ("é" * 127), "new")
    assert [path.name for path in tmp_path.iterdir()] == ["é" * 127]


@pytest.mark.parametrize("write", [replace_text, create_text])
def test_what_cannot_be_a_file_is_refused(tmp_path: Path, write: Callable[[Path, str], None]) -> None:
    for path in (tmp_path, tmp_path / "no" / "file", tmp_path / "a\0b", tmp_path / ("n" * 300)):
        with pytest.raises(OSError):
            write(path, "new")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_told_before_there_is_anything_to_write(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("old")
    for path in (old, tmp_path / "new"):
        refuse_unwritable(path)
    for path in (tmp_path, tmp_path / ("x" * 300), tmp_path / "nowhere" / "new", old / "new"):
        with pytest.raises(OSError):
            refuse_unwritable(path)
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize("has_links", [True, False])
def test_a_new_file_replaces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    if not has_links:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "new"
    create_text(path, "one")
    with pytest.raises(FileExistsError):
        create_text(path, "two")
    (tmp_path / "link").symlink_to(tmp_path / "nothing")
    with pytest.raises(FileExistsError):
        create_text(tmp_path / "link", "two")
    assert path.read_text() == "one"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link", "new"]


# Reading


@posix
def test_a_file_without_end_is_not_read_to_its_end(command: Run, tmp_path: Path) -> None:
    assert read_bytes(Path("/dev/zero"), 100) is None
    assert read_bytes(Path(os.devnull), 100) == b""

    assert "`/dev/zero` is too large" in command("show", "--from", "/dev/zero").output
    assert "`/dev/zero` is too large" in command("test", "/dev/zero").output
    os.mkfifo(tmp_path / "pipe.hexgame")
    os.mkfifo(tmp_path / "pipe.test.yaml")
    for verb in ("validate", "fmt", "test"):
        assert f"file in `{tmp_path}`" in command(verb, str(tmp_path)).output


@posix
def test_nobody_waits_for_somebody_to_write_to_a_pipe(tmp_path: Path, command: Run) -> None:
    pipe = tmp_path / "pipe.hexgame"
    os.mkfifo(pipe)
    assert read_bytes(pipe, 100) == b""
    assert command("validate", "--fix", str(pipe)).exit_code == 2
    assert command("fmt", "--check", str(pipe)).exit_code == 2
    assert pipe.is_fifo()
    both = os.open(pipe, os.O_RDWR)
    os.write(both, b"a text")
    assert read_bytes(pipe, 5) is None
    os.close(both)


def test_files_from_outside_are_read_by_one_door() -> None:
    past = re.compile(r"\.read_bytes\(|\.read_text\(|\.open\(|\bopen\(")
    found = {shown(file) for file in FILES if ROOM not in file.parents and past.search(text_of(file))}
    our_own = {"diagnostics/pages.py", "show/pages/manual.py", "source/syntax/grammar.py", "native/store.py",
               "source/reading/files.py", "show/report/page.py", "web/serve/pages.py", "web/site/bundle.py",
               "web/site/files.py", "web/site/index.py", "web/site/reach.py", "show/library.py",
               "web/dress.py", "reports/library/kept.py", "experiments/puzzles/ready.py"}  # fmt: skip
    in_memory = {"web/site/pyodide.py"}
    assert found <= {f"interpreter/{name}" for name in (*our_own, *in_memory, "verbs/command.py")}, (
        "read with doors/reading.py"
    )


# Standard streams that are closed or full


@long
@posix
def test_a_closed_stream_ends_the_command_with_one_clear_error() -> None:
    command = f"exec {sys.executable} -m hexgame list >&- <&-"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "Error: cannot write to standard output: it is closed\n")


def ended(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return int(end.value.code or 0)


@posix
def test_a_full_stream_ends_the_command_with_one_clear_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123 - as the shell does it
        monkeypatch.setattr(sys, "stdout", full)
        assert ended("list") == 2
        assert capsys.readouterr().err == "Error: cannot write to standard output: No space left on device\n"
        monkeypatch.setattr(sys, "stderr", full)
        assert ended("show", "nosuch") == 2


@long
def test_without_standard_streams_there_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert ended("play", "hex") == 0
    assert "The game is unfinished." in capsys.readouterr().out
    monkeypatch.setattr(sys, "stderr", None)
    assert ended("show", "nosuch") == 2
    monkeypatch.setattr(sys, "stdout", None)
    assert ended("list") == 2


def test_nothing_keeps_what_a_command_has_written() -> None:
    kept: list[weakref.ref[io.BytesIO]] = []

    class Stream(io.BytesIO):
        def __init__(self) -> None:
            kept.append(weakref.ref(self))

    for _ in range(3):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", io.TextIOWrapper(Stream(), "utf-8"))
            assert ended("list") == 0
    gc.collect()
    assert [each() for each in kept] == [None, None, None]


def test_a_pick_of_many_digits_is_no_pick(command: Run) -> None:
    output = command("play", "blind_hex", "--seed", "1", input=f"{'9' * 5_000}\n").output
    assert "Traceback" not in output
    assert "9" * 100 + "\n" in output  # echoed


def test_a_long_chain_of_variants_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "v0.hexgame").write_text((ROOT / "games" / "hex.hexgame").read_text("utf-8"), "utf-8")
    for number in range(1, 14):
        (tmp_path / f"v{number}.hexgame").write_text(f'game "V"\nvariant of v{number - 1}\n')
    assert not hexgame.check(tmp_path / "v10.hexgame")
    (found,) = hexgame.check(tmp_path / "v13.hexgame")
    assert (found.code, "base of a chain of more than 10 variants" in found.message) == ("HG207", True)


# What is asked before something is replaced


def test_save_asks_before_it_overwrites(command: Run, file: Path) -> None:
    for answer in ("no", "", "maybe"):
        result = command("play", "hex", "--set", "size=3", input=f"b2\nsave {file}\n{answer}\n")
        assert f"{file} exists already. Replace it? (yes/no): {answer}\nNothing was saved.\n" in result.output
        assert file.read_bytes() == OLD
    assert "Nothing was saved." in command("play", "hex", input=f"save {file}").output
    assert f"Saved to {file}." in command("play", "hex", input=f"save {file}\nyes\n").output
    assert file.read_text().startswith("game: hex\n")


@posix
def test_save_says_where_a_link_leads(command: Run, file: Path) -> None:
    link = file.with_name("link.yaml")
    for target in (file, file.with_name("nothing")):
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        output = command("play", "hex", input=f"save {link}\nno\n").output
        assert f"{link} leads to {target}. Replace it? (yes/no): no\nNothing was saved.\n" in output
    assert file.read_bytes() == OLD


@pytest.mark.parametrize("arguments", [["show", "hex"], ["board", "hex"], ["playouts", "hex", "-n", "1"]])
def test_a_picture_replaces_pictures_only(command: Run, tmp_path: Path, file: Path, arguments: list[str]) -> None:
    picture = tmp_path / "hex.svg"
    more = ["--set", "size=3", *(["--engine", "plain"] if "playouts" in arguments else [])]
    for _ in range(2):
        assert command(*arguments, *more, "--svg", str(picture)).exit_code == 0
    assert picture.read_text().startswith("<svg")
    refused = command(*arguments, *more, "--svg", str(file))
    assert (refused.exit_code, file.read_bytes()) == (2, OLD)
    assert "is not a picture in SVG; choose another name" in " ".join(refused.output.split())
    (tmp_path / "link.svg").symlink_to(tmp_path / "nothing")
    refused = command(*arguments, *more, "--svg", str(tmp_path / "link.svg"))
    assert (refused.exit_code, (tmp_path / "nothing").exists()) == (2, False)
