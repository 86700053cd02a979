"""The command and its players where a system lacks what Windows lacks: a process from whose modules that is taken."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, wide
from test_house import LACKING, SYSTEM

TAKEN = """
import json, os, pkgutil, importlib, select, signal, subprocess, sys
import asyncio, multiprocessing, shutil, tempfile, threading, uuid, webbrowser  # what of Python itself needs the names
names, modules = json.loads(sys.argv.pop(1)), json.loads(sys.argv.pop(1))
KILL = signal.SIGKILL
subprocess.Popen.kill = lambda self: os.kill(self.pid, KILL)  # `TerminateProcess`
os.supports_dir_fd.clear()
kept = {"os": {"WNOHANG", "WEXITSTATUS", "WIFEXITED", "waitid", "O_CLOEXEC", "O_NONBLOCK", "set_blocking", "uname"},
        "signal": {"SIGKILL", "SIGCHLD", "pthread_sigmask"}, "select": {"select", "poll", "POLLIN", "POLLOUT"}}
STRICT = {"os": {"O_NONBLOCK", "set_blocking"}, "signal": {"SIGKILL"}, "select": {"poll", "POLLIN", "POLLOUT"}}
for module, each in names.items():
    for name in each:
        if name not in kept[module] or name in STRICT[module]:
            vars(sys.modules[module]).pop(name, None)
for module in modules:
    sys.modules[module] = None
"""
"""Takes away what Windows lacks, but for what this system's Python needs to start and end processes."""

EVERYTHING = (
    TAKEN
    + """
import hexgame
for each in pkgutil.walk_packages(hexgame.__path__, "hexgame."):
    if each.name.rpartition(".")[2] != "__main__":
        try:
            importlib.import_module(each.name)
        except ModuleNotFoundError as error:  # what is not installed, and what this system lacks as well
            print("without", each.name, error)
        except ImportError as error:  # kernels run only bound to a game
            assert "only declares what a game gives" in str(error)
print("done")
"""
)

COMMAND = (
    TAKEN
    + """
from hexgame.__main__ import main
main()
"""
)

ENGINE = """
import sys
for line in sys.stdin:
    print("= resign" if line.startswith("genmove") else "=", end="\\n\\n", flush=True)
    if line.startswith("quit"):
        break
"""


def run(text: str, *arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    given = [json.dumps({name: sorted(each) for name, each in SYSTEM.items()}), json.dumps(sorted(LACKING))]
    command = [sys.executable, "-c", text, *given, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def test_every_module_is_imported_without() -> None:
    found = run(EVERYTHING)
    assert found.stdout.rstrip().endswith("done"), found.stderr
    missing = [line.partition("No module named")[2] for line in found.stdout.splitlines() if line.startswith("without")]
    assert not any("hexgame" in each or not each for each in missing), missing


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))


@wide("*", "!arguments0-*", "!arguments3-*", "!arguments5-*", "!arguments7-*")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["match", "hex", "{engine}", "random", "--set", "size=3", "--games", "2"], "Red wins (Blue: resigned)"),
        (["match", "hex", "random", "mcts:20@0", "--set", "size=3", "--games", "2", "--jobs", "2"], "2 games"),
        (["match", "hex", "random", "random", "--games", "2", "--records", "{folder}/games"], "2 games"),
        (["playouts", "hex", "-n", "50", "--jobs", "2", "--engine", "plain"], "50 random games"),
        (["prove", "hex", "--set", "size=3", "--time", "20"], "PROVED"),
        (["solve", "hex", "--set", "size=3"], "wins"),
        (["perft", "hex", "--depth", "2"], "14641"),
        (["cache"], ""),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("own_cache")
def test_commands_work_without(arguments: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(ENGINE)
    engine = "gtp:" + shlex.join([sys.executable, str(tmp_path / "engine.py")])
    found = run(COMMAND, *(each.format(engine=engine, folder=tmp_path) for each in arguments))
    assert (found.returncode, "Traceback" in found.stderr) == (0, False), found.stderr
    assert told in found.stdout
    assert "Not a directory" not in found.stderr  # where games are kept, a folder is made


USERLESS = """
import os
for name in ("geteuid", "getegid", "getuid", "getgid", "getgroups"):
    vars(os).pop(name, None)
from hexgame.__main__ import main
main()
"""
"""Python in a browser knows no users, but all else of POSIX that folders are opened with."""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            [
                "playouts",
                "hex",
                "--set",
                "size=4",
                "--set",
                "pie=no",
                "-n",
                "50",
                "--engine",
                "plain",
                "--winners-only",
            ],
            "50 random",
        ),
        (["prove", "hex", "--set", "size=3", "--time", "20"], "PROVED"),
        (["cache"], ""),
    ],
)
@pytest.mark.usefixtures("own_cache")
def test_commands_work_where_nobody_owns_files(arguments: list[str], told: str) -> None:
    found = subprocess.run(
        [sys.executable, "-c", USERLESS, *arguments], capture_output=True, text=True, timeout=300, check=False
    )
    assert (found.returncode, "Traceback" in found.stderr) == (0, False), found.stderr
    assert told in found.stdout
