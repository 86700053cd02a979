"""Ctrl-C while the command is still being imported ends it without a traceback."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path

COMMANDS = ("hexgame", "hexgame.exe", "-m")
"""What the process is called while the package is imported for the command; `-m` stands for `python -m hexgame`."""


def keep_quiet() -> None:
    """Let Ctrl-C end the process at once if it is the command and nobody handles Ctrl-C yet."""
    is_command = bool(sys.argv) and Path(sys.argv[0]).name in COMMANDS
    is_main = threading.current_thread() is threading.main_thread()
    if is_command and is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
