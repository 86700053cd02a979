"""What the process of the command is like from its first moment on; other programs are left as they are."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from pathlib import Path

THREADS = sys.platform != "emscripten"
"""Whether there can be threads: in a browser there is one."""

COMMANDS = ("hexgame", "hexgame.exe", "-m")
"""What the process is called while the package is imported for the command; `-m` stands for `python -m hexgame`."""

YOUNG = 100_000
"""How many new objects there are before Python looks for cycles among them; at its own 700, a tenth of a short run."""


def begin() -> None:
    """Let Ctrl-C end the process at once if nobody handles it yet, and collect garbage less often."""
    if not sys.argv or Path(sys.argv[0]).name not in COMMANDS:
        return
    gc.set_threshold(YOUNG)
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
