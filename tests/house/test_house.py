"""The house rules: how large folders, files and functions may get, how tangled, how vague, and what is documented."""

from __future__ import annotations

import ast
import io
import re
import statistics
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from messages import nodes, parsed

pytestmark = pytest.mark.xdist_group("house")
"""The modules are parsed in one process."""

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "interpreter").rglob("*.py"), ROOT / "cli.py"])
FOLDERS = sorted({file.parent for file in FILES if file.name != "cli.py"})

MOST_FILES, MOST_LINES, LONGEST_FUNCTION, MOST_COMPLEX = 15, 400, 60, 15
MOST_ANY = 17
"""Mentions of `Any`, imports among them. The bound only ever goes down."""

LONGEST_SHEET, USUAL_SHEET = 60, 25
"""Lines of a shipped rule sheet: of any, with all that stands in it; of the median, of its rules alone."""

PROSE = re.compile(r'rules """.*?"""', re.DOTALL)
WORDS = re.compile(r"(?:game|author|summary|rules|claims|#)|$")
"""How lines begin that tell what a game is."""


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(file: Path) -> Iterator[ast.FunctionDef]:
    return (each for each in nodes(file) if isinstance(each, ast.FunctionDef))


def public(node: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """The public functions, classes and methods of a module, each with its dotted name."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.ClassDef) and not each.name.startswith("_"):
            yield f"{name}.{each.name}", each
            if isinstance(each, ast.ClassDef):
                yield from public(each, f"{name}.{each.name}")


def mentions_of_any(file: Path) -> int:
    text = file.read_text()
    tokens = tokenize.generate_tokens(io.StringIO(text).readline) if "Any" in text else ()
    return sum(token.type == tokenize.NAME and token.string == "Any" for token in tokens)


def test_no_folder_holds_too_many_modules():
    modules = {shown(folder): len({*folder.glob("*.py")} - {folder / "__init__.py"}) for folder in FOLDERS}
    assert {folder: number for folder, number in modules.items() if number > MOST_FILES} == {}


def test_files_stay_short():
    lines = {shown(file): len(file.read_text().splitlines()) for file in FILES}
    assert {file: number for file, number in lines.items() if number > MOST_LINES} == {}


def test_functions_stay_short():
    lines = {
        f"{shown(file)}: {each.name}": (each.end_lineno or 0) - each.lineno + 1
        for file in FILES
        for each in functions(file)
    }
    assert {function: number for function, number in lines.items() if number > LONGEST_FUNCTION} == {}


def test_the_linter_bounds_complexity():
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    assert "C90" in lint["select"]
    assert lint["mccabe"]["max-complexity"] == MOST_COMPLEX


def test_few_types_are_left_open():
    found = {shown(file): count for file in FILES if (count := mentions_of_any(file))}
    assert sum(found.values()) <= MOST_ANY, found


DOORS = ROOT / "interpreter" / "doors"
SYSTEM = {
    "os": {
        "chown", "chroot", "fchdir", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups",
        "getloadavg", "getpgid", "getpgrp", "getpriority", "getsid", "getuid", "killpg", "lchown", "lockf", "mkfifo",
        "mknod", "nice", "openpty", "pipe2", "posix_spawn", "pread", "pwrite", "register_at_fork", "sched_getaffinity",
        "sched_setaffinity", "sendfile", "set_blocking", "setpgid", "setpriority", "setsid", "setuid", "statvfs",
        "sysconf", "ttyname", "uname", "wait3", "wait4", "waitid", "WEXITSTATUS", "WIFEXITED", "WNOHANG",
        "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK",
    },
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGTTIN",
        "SIGTTOU", "SIGUSR1", "SIGUSR2", "SIGWINCH", "SIGXCPU", "ITIMER_REAL", "alarm", "getitimer", "pause",
        "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt", "sigtimedwait", "sigwait",
    },
    "select": {"select", "poll", "epoll", "kqueue", "POLLIN", "POLLOUT"},
}  # fmt: skip
"""What Windows lacks, or has for sockets alone."""

LACKING = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"}
"""Modules that Windows lacks."""

ARGUMENTS = {"dir_fd", "pass_fds", "preexec_fn"}
"""Arguments of functions of `os` and `subprocess` that raise an error there; others, as `process_group`, do nothing."""


def names_of_systems(file: Path) -> Iterator[str]:
    """What of a module only some systems have, be it asked for or taken."""
    every = set().union(*SYSTEM.values()) - {"select", "poll", "pause", "alarm"}
    for node in nodes(file):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name in SYSTEM.get(module, ()):
                yield f"{module}.{name}"
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name in LACKING)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                taken = {each.name for each in names} & SYSTEM.get(module, set())
                yield from (module for _ in range(module in LACKING or bool(taken)))
            case ast.keyword(arg=str(name)) if name in ARGUMENTS:
                yield name
            case ast.Constant(value=str(text)) if text in every:
                yield text


def test_only_doors_know_what_only_some_systems_have():
    found = {shown(file): [*names_of_systems(file)] for file in FILES if DOORS not in file.parents}
    assert {file: names for file, names in found.items() if names} == {}


def test_the_door_has_what_only_some_systems_have():
    """The test above sees what it looks for."""
    assert {"os.killpg", "signal.SIGKILL", "select.poll", "resource"} <= {*names_of_systems(DOORS / "system.py")}
    assert {"os.fchmod", "os.geteuid", "O_NOFOLLOW"} <= {*names_of_systems(DOORS / "system.py")}
    assert {*names_of_systems(DOORS / "folders.py")} == {"dir_fd"}


def test_everything_public_has_a_docstring():
    missing = set()
    for file in FILES:
        module = parsed(file)
        missing |= {name for name, each in public(module, file.stem) if not ast.get_docstring(each)}
        missing |= set() if ast.get_docstring(module) else {shown(file)}
    assert not missing, f"no docstring: {sorted(missing)}"


@pytest.mark.parametrize("sheet", sorted((ROOT / "games").glob("*.hexgame")), ids=lambda sheet: sheet.stem)
def test_no_shipped_sheet_is_long(sheet: Path):
    assert len(sheet.read_text("utf-8").splitlines()) <= LONGEST_SHEET


def test_most_shipped_sheets_are_short():
    texts = [PROSE.sub("", sheet.read_text("utf-8")) for sheet in (ROOT / "games").glob("*.hexgame")]
    rules = [[line for line in text.splitlines() if not WORDS.match(line)] for text in texts]
    assert statistics.median(map(len, rules)) <= USUAL_SHEET
