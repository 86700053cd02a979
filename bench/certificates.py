"""Certificates of solutions: `python bench/certificates.py [GAME …] [--seconds 600]`.

For each position of `exact.py`, in a process of its own: how many values are shown, the size of the certificate, and
the seconds of processor time to solve, to write and to verify.
"""

from __future__ import annotations

import json
import time

from exact import each_alone, solved

from hexgame.players.exact.strategy.certificate import certified
from hexgame.strategies.certificate import check
from hexgame.strategies.placing import Placing
from hexgame.strategies.refusal import Refused

ROOM = 1 << 21


def measure(subject: str, most: float) -> None:
    """Print a line on a position."""
    found, searching = solved(subject, most)
    game = found.state.game
    try:
        Placing(game)
        claims = True
    except Refused:
        claims = False
    begun = time.process_time()
    data, _, lacking = certified(found, ROOM, claims=claims)
    writing = time.process_time() - begun
    text, begun = json.dumps(data, separators=(",", ":")), time.process_time()
    shown = check(json.loads(text), game)
    print(f"{subject:14} {shown.winner or 'open':6} {len(shown.values):3} values, {len(lacking)} lacking "
          f"{len(text) / 1e6:7.3f} MB {searching:6.1f} s solved {writing:6.1f} s written "
          f"{time.process_time() - begun:6.2f} s verified, {shown.claims:,} claims, {shown.positions:,} positions, "
          f"{shown.searched:,} more", flush=True)  # fmt: skip


if __name__ == "__main__":
    each_alone(__file__, __doc__, measure)
