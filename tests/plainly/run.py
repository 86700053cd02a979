"""All comparisons of one sheet. Dear ones are made of some sheets only, by their seed."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from .boards import built
from .bulk import Bulk
from .compare import Case, Mismatch
from .proofs import Proofs
from .reports import Report
from .richer import sheet_of
from .sheets import written

POSITIONS, NODES, GAMES = 1_000, 20_000, 300
"""The most positions of a game that is looked at as a whole; the most that `solve` visits; random games of each."""

COMPILED, PROCESSES, EXACT, REPORTS, CERTIFIED = 7, 255, 5, 41, 3
"""One sheet of so many is compiled, played in processes, shown to the exact player, reported on, has certificates."""


@dataclass(frozen=True)
class Run:
    """What came of a sheet."""

    text: str
    said: Counter[str]
    wrong: tuple[str, ...]


def tried(seed: int) -> Run:
    """Compare the sheet of a seed in every way."""
    try:
        case = Case(seed, POSITIONS)
    except Exception as problem:
        sheet, what = sheet_of(seed), str(problem) if isinstance(problem, Mismatch) else traceback.format_exc()
        return Run(written(sheet, built(sheet.board)), Counter(), (what,))
    wrong = list[str]()

    def attempt(compare: Callable[[], object]) -> None:
        try:
            compare()
        except Mismatch as problem:
            wrong.append(str(problem))
        except Exception:
            wrong.append(traceback.format_exc())

    if case.game is not None:
        _compared(case, attempt)
    return Run(case.text, case.said, tuple(wrong))


def _compared(case: Case, attempt: Callable[[Callable[[], object]], None]) -> None:
    attempt(case.boards)
    attempt(case.games)
    if case.whole is None:
        return
    attempt(case.sequences)
    attempt(lambda: case.values(NODES, case.seed % EXACT == 0))
    proofs = list[Proofs]()
    attempt(lambda: proofs.append(Proofs(case, certificates=case.seed % CERTIFIED == 0)))
    attempt(lambda: [each.compare() for each in proofs])
    if case.whole.order is not None:
        attempt(lambda: _played(case, proofs[0].in_turn if proofs else None))


def _played(case: Case, in_turn: Counter[frozenset[int]] | None) -> None:
    bulk = Bulk(case, GAMES)
    bulk.compare()
    bulk.winners_only(in_turn)
    if case.seed % COMPILED == 0:
        bulk.compiled()
    if case.seed % PROCESSES == 1:
        bulk.processes()
    if case.seed % REPORTS == 2:
        Report(bulk).compare()
