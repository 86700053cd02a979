"""What a rule sheet claims, and what became of that: tested by play, proved, refuted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from ...play.game import Game
from ...proofs.counterexample import shown_by
from ...proofs.criteria import Criterion, criteria
from ...proofs.fillings import Unphrased
from ...proofs.limits import Limits
from ...proofs.verdicts import ALL_BOARDS, Proved, Refuted, Undecided, Verdict
from ..blocks import AnyKind
from ..kinds.playouts import PLAYOUTS
from ..kinds.walks import WALKS
from ..sections import Course, Diagram, Entry, Section, Table, counted
from ..study import Study
from .winners import capital, course_of, most


def claims(study: Study) -> Section | None:
    """What the rule sheet claims, or could claim, and what is known of that.

    A claim is *tested* where no random game contradicts it, *refuted by random play* where one does, *proved* or
    *refuted* by the methods of `hexgame prove`, else *undecided*. Claims about full boards are not tested by play.
    """
    if not study.verdicts:
        return None
    rows, told, stated = list[tuple[Entry, ...]](), dict[str, str](), _stated(study.verdicts)
    shown = dict[tuple[str, Course | Diagram], list[str]]()
    for verdict in study.verdicts:
        against, games = _against(study, verdict.claim)
        seen = _seen(study, verdict.claim)
        word, why = _verdict(verdict, stated, against > 0 or bool(seen))
        before = told.setdefault(why, verdict.claim)
        why = why if before == verdict.claim else f"As for {before}."
        rows.append((verdict.claim, _tested(against, games, verdict, bool(seen)), word, why))
        for what, part in counterexample(study, verdict):
            shown.setdefault((what, part), []).append(f"`{verdict.claim}`")
    parts = [
        replace(part, caption=f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} refuted{what}")
        for (what, part), names in shown.items()
    ]
    table = Table("Claims", ("claim", "in random play", "verdict", "how it is known"), tuple(rows))
    bases = tuple(study.basis(kind) for kind in _tellers(study) if study.of(kind).games)
    met = criteria_of(study.game) if study.is_looked_into else ()
    return Section("claims", "What is claimed", (), (table, *parts, *([_criteria(met)] if met else [])), bases)


@lru_cache(maxsize=16)
def criteria_of(game: Game) -> tuple[Criterion, ...]:
    """Return whether a game meets T. Mogensen's criteria; empty where they make no sense."""
    try:
        return criteria(game, Limits())
    except Unphrased:
        return ()


def _criteria(found: Sequence[Criterion]) -> Table:
    """What full boards tell of the criteria."""
    rows = tuple(
        (capital(each.text), "fails" if each.why else "holds" if each.is_all else "not refuted",
         counted(each.boards, "full boards, all there are" if each.is_all else "random full boards"))
        for each in found
    )  # fmt: skip
    return Table("T. Mogensen's criteria for exactly one winner on every full board",
                 ("criterion", "verdict", "looked at"), rows)  # fmt: skip


def _tellers(study: Study) -> Sequence[AnyKind]:
    """The random games that tell something of the claims."""
    claimed = {verdict.claim for verdict in study.verdicts}
    looked = "always-a-move" in claimed or any(_seen(study, claim) for claim in claimed)
    kinds: tuple[tuple[AnyKind, bool], ...] = ((PLAYOUTS, "no-draws" in claimed), (WALKS, looked))
    return [kind for kind, tells in kinds if tells]


def _stated(verdicts: Sequence[Verdict]) -> Mapping[str, Proved | Refuted]:
    """What is stated of which claim, the first where it is the same of several."""
    found = dict[str, Proved | Refuted]()
    for verdict in verdicts:
        if not isinstance(verdict, Undecided):
            found.setdefault(verdict.statement, verdict)
    return found


def _known(verdict: Proved | Refuted, stated: Mapping[str, Proved | Refuted]) -> str:
    """How a verdict is known, by which method and of which boards; what is told of another claim as a whole is named by
    that claim."""
    statement, how, told = verdict.statement, _how(verdict), set[str]()
    for other, first in stated.items():
        if other != verdict.statement and other in statement:
            statement = statement.replace(other, f"as for {first.claim}")
            told.add(_how(first))
    return _sentence(statement) + f" ({how})" * (how not in told)


def _how(verdict: Proved | Refuted) -> str:
    return f"{verdict.method}; for {verdict.reach}" if isinstance(verdict, Proved) else verdict.method


def _contradicts(game: Game, claim: str, end: int) -> bool:
    """Whether a game that ended so contradicts a claim; a game that was broken off contradicts none."""
    if claim == "no-draws":
        return end not in (0, game.machine.too_long) and game.outcome(end).winner is None
    return claim == "always-a-move" and end == game.machine.no_move


def _against(study: Study, claim: str) -> tuple[int, int]:
    """How many random games contradict a claim, and of how many; of none if play cannot contradict it."""
    totals, walks, game = study.of(PLAYOUTS), study.of(WALKS), study.game
    if claim == "always-a-move":
        return walks.stuck, walks.games
    if claim != "no-draws":
        return 0, 0
    codes = game.machine.too_long + 1  # the end codes of games with exchanged seats follow
    drawn = sum(games for (_, end), games in totals.ends.items() if _contradicts(game, claim, end % codes))
    return drawn, totals.games


ONE = "by a random game"
"""How a claim is contradicted of which one game is known."""


def contradicted(study: Study, claim: str) -> str:
    """Return how games contradict a claim, such as `by 21 of 3,100 random games`; empty where none does."""
    against, games = _against(study, claim)
    if against:
        return f"by {against:,} of {counted(games, 'random games')}"
    return ONE if _seen(study, claim) else ""


def _seen(study: Study, claim: str) -> list[int]:
    """How random games that were looked at move by move ended that contradict a claim."""
    return [end for end in sorted(study.of(WALKS).shortest) if _contradicts(study.game, claim, end)]


def _tested(against: int, games: int, verdict: Verdict, is_seen: bool) -> str:
    if against:
        return f"contradicted by {against:,} of {counted(games, 'games')}"
    if is_seen:
        return "contradicted by a game"
    if not games:
        return "not tested by play"
    rare = "" if isinstance(verdict, Proved) else f": fails in less than {most(games)}"
    return f"held in {counted(games, 'games')}{rare}"


def _verdict(verdict: Verdict, stated: Mapping[str, Proved | Refuted], is_contradicted: bool) -> tuple[str, str]:
    match verdict:
        case Proved():
            return "proved", _known(verdict, stated)
        case Refuted():
            scope = " for full boards that play cannot reach" if verdict.out_of_play == ALL_BOARDS else ""
            return f"refuted{scope}", _known(verdict, stated)
        case Undecided() if is_contradicted:
            return "refuted", "Random games contradict it."
        case Undecided():
            return "undecided", " ".join(map(_sentence, verdict.tried))
        case never:
            assert_never(never)


def counterexample(study: Study, verdict: Verdict) -> list[tuple[str, Course | Diagram]]:
    """What refutes a claim: a game where one is known, else a board; with what the caption says of it."""
    game = study.game
    if isinstance(verdict, Refuted) and verdict.is_reached and verdict.moves:
        return [(": play reaches this", Course("", tuple(map(str, shown_by(game, verdict).moves))))]
    ends = _seen(study, verdict.claim)
    if ends and not isinstance(verdict, Proved):
        return [(" by a random game", course_of(study, ends[0], ""))]
    if not isinstance(verdict, Refuted) or not verdict.filling:
        return []
    why = "which play cannot reach" if verdict.out_of_play else "to which no moves are known"
    return [(f": a position {why}", Diagram("", filling=verdict.filling))]


def _sentence(text: str) -> str:
    return capital(text) + ("" if text.endswith(".") else ".")
