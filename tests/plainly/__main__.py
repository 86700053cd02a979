"""Compare so many random sheets: `python -m plainly 20000`; `python -m plainly 1 --seed 7 --show` shows one."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from .run import tried


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Compare sheets, print what disagrees with its text, and what the sheets had."""
    parser = argparse.ArgumentParser(prog="python -m plainly", description=__doc__)
    parser.add_argument("sheets", type=int)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--show", action="store_true", help="print each sheet")
    asked = parser.parse_args()
    said, wrong, begun = Counter[str](), list[int](), time.process_time()
    for seed in range(asked.seed, asked.seed + asked.sheets):
        run = tried(seed)
        said += run.said
        if asked.show:
            say(run.text)
        for problem in run.wrong:
            say(f"seed {seed}: {problem}\n{run.text}")
            wrong.append(seed)
        if seed % 500 == 499:
            say(f"… {seed}: {time.process_time() - begun:.0f} s of processor time, {len(wrong)} wrong")
    for word, number in sorted(said.items()):
        say(f"{number:7,}  {word}")
    say(f"{asked.sheets:,} sheets, {time.process_time() - begun:.0f} s of processor time, wrong: {wrong or 'none'}")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
