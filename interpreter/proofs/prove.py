"""The verdict on a claim: one method after another, the cheapest first, until one decides."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from weakref import WeakKeyDictionary

from ..deadline import OutOfTime, time_limit
from ..play.game import Game
from ..source.syntax import tree
from .inference import BASIS, always_a_move, draws_on_full_boards_alone, full_board_of, no_draws
from .known import Known
from .limits import Limits
from .statements import OF_FULL_BOARDS
from .verdicts import CLAIMS, FORMAT, Json, Proved, Refuted, Undecided, Verdict

Attempt = Callable[[Game, str, Limits], Proved | Refuted | str]
"""Decides a claim, or says in one sentence what was tried and how far it came, or why the method does not apply; the
empty text where the method is about other claims."""

METHODS = {
    "measure": "reachability.measure",
    "stuck": "reachability.stuck",
    "topology": "topology.attempt",
    "counting": "counting.attempt",
    "SAT": "satisfiability.attempt",
    "reachability": "reachability.search",
    "positions": "satisfiability.positions",
}
"""The methods, the cheapest first, by the modules of this room that have their `attempt`; imported when they run."""

ALONE = {"positions": "always-a-move", "measure": "finite", "stuck": "no-draws"}
"""The one claim that some methods are about."""

FOLLOWING = ("no-draws", "always-a-move")
"""Claims that may follow from one about full boards."""

AT_ONCE = "measure"
"""The method that takes next to no time: it comes before all claims, so that no other claim takes its time away."""

SHARE = 0.5
"""How much of the time that is left a method or a claim may take, unless it is the last."""

_decided: WeakKeyDictionary[Game, dict[str, Proved | Refuted]] = WeakKeyDictionary()


def claims_of(game: Game) -> tuple[str, ...]:
    """Return the claims that a game's own file makes, in its order; all claims there are if it makes none."""
    return made_by(game) or CLAIMS


def made_by(game: Game) -> tuple[str, ...]:
    """Return the claims that a game's own file makes, in its order."""
    made = (claim.text for item in game.tree.items if isinstance(item, tree.Claims) for claim in item.claims)
    return tuple(dict.fromkeys(made))


def prove(game: Game, claim: str, limits: Limits | None = None) -> Verdict:
    """Return what is found out about a claim within the limits; raises ValueError for an unknown claim.

    >>> import hexgame
    >>> prove(hexgame.load("hex", size=3), "at-least-one-winner").method
    'topology'
    """
    if claim not in CLAIMS:
        raise ValueError(f"there is no claim `{claim}`: choose from {', '.join(CLAIMS)}")
    limits = limits or Limits()
    before = _decided.setdefault(game, {})
    if claim not in before:
        found = _proved(game, claim, limits)
        if isinstance(found, Undecided):
            return found
        before[claim] = found
    return before[claim]


def prove_all(game: Game, claims: tuple[str, ...], limits: Limits) -> Iterator[Verdict]:
    """Give the verdict on each of several claims, which share the time: what is left is not shared out evenly, since
    what is found about one claim often decides the next. Those about full boards come before what follows from them."""
    until = time.monotonic() + limits.seconds
    _prepare(game, limits.seconds)
    if ALONE[AT_ONCE] in claims:
        _decide_at_once(game, limits.within(SHARE * _left(until)))
    for number, claim in enumerate(_with_basis_first(claims)):
        found = prove(game, claim, limits.within(_left(until) * max(SHARE, 1 / (len(claims) - number))))
        limits.say("")
        yield found


def _with_basis_first(claims: Sequence[str]) -> list[str]:
    last = max((number for number, claim in enumerate(claims, 1) if claim in OF_FULL_BOARDS), default=0)
    return [*sorted(claims[:last], key=lambda claim: claim in FOLLOWING), *claims[last:]]


def _prepare(game: Game, seconds: float) -> None:
    """Make what all methods need, so that its time is not taken from the first."""
    with suppress(OutOfTime), time_limit(seconds):
        _ = game.facts, game.machine


def _decide_at_once(game: Game, limits: Limits) -> None:
    """Note what is decided by the method that takes next to no time."""
    found = _tried(AT_ONCE, game, ALONE[AT_ONCE], limits)
    if not isinstance(found, str):
        _decided.setdefault(game, {}).setdefault(ALONE[AT_ONCE], found)


def settled(game: Game, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Return verdicts with what one of them implies of another: a game that fills the board, ends in a draw, and has no
    winner is a full board without one."""
    drawn = next((each for each in verdicts if isinstance(each, Refuted) and each.claim == "no-draws"), None)
    board = full_board_of(game, drawn) if drawn else None
    return tuple(board if board and isinstance(each, Undecided) and each.claim == BASIS else each for each in verdicts)


def decided(verdicts: Sequence[Verdict]) -> dict[str, Known]:
    """Return what is to be kept of verdicts: those that decide a claim."""
    return {
        each.claim: Known(isinstance(each, Proved), each.method, each.statement)
        for each in verdicts
        if isinstance(each, Proved | Refuted)
    }


def certificate(game: Game, verdicts: Sequence[Verdict]) -> dict[str, Json]:
    """Return what a checker needs to verify the verdicts that decide claims, as data for JSON."""
    _, source, options = game.identity
    return {
        "certificate": FORMAT,
        "game": game.name,
        "source": source,
        "options": dict(options),
        "verdicts": [_entry(each) for each in verdicts if isinstance(each, Proved | Refuted)],
    }


def _entry(verdict: Proved | Refuted) -> dict[str, Json]:
    entry: dict[str, Json] = {"claim": verdict.claim, "method": verdict.method, "statement": verdict.statement}
    if isinstance(verdict, Proved):
        return {"verdict": "proved", **entry, "data": verdict.certificate}
    moves, filling = list[Json](verdict.moves), list[Json](verdict.filling)
    return {"verdict": "refuted", **entry, "filling": filling, "moves": moves, "reached": verdict.is_reached,
            "out of play": verdict.out_of_play, "data": verdict.certificate}  # fmt: skip


class Interrupted(KeyboardInterrupt):
    """Ctrl-C was pressed while a claim was tried; `verdict` says how far."""

    def __init__(self, verdict: Undecided) -> None:
        super().__init__()
        self.verdict = verdict


def _proved(game: Game, claim: str, limits: Limits) -> Verdict:
    """Try what follows from another claim, then each method. Raises Interrupted."""
    until, name, own = time.monotonic() + limits.seconds, BASIS, limits
    tried: dict[str, list[str]] = {}
    try:
        if claim in FOLLOWING and draws_on_full_boards_alone(game):
            basis = prove(game, BASIS, limits.within(SHARE * limits.seconds))
            inferred = no_draws(game, basis) if claim == "no-draws" else always_a_move(game, basis)
            if not isinstance(inferred, str):
                return inferred
            tried[inferred] = []
        methods = [name for name in METHODS if ALONE.get(name, claim) == claim]
        for name in methods:
            left = _left(until)
            own = limits.within(left if name == methods[-1] else SHARE * left)
            found = _tried(name, game, claim, own)
            if not isinstance(found, str):
                return found
            if found:
                tried.setdefault(found, []).append(name)
    except KeyboardInterrupt:
        tried[f"interrupted{' ' * bool(own.reached)}{own.reached}"] = [name]
        raise Interrupted(_undecided(claim, tried)) from None
    return _undecided(claim, tried)


def _undecided(claim: str, tried: Mapping[str, Sequence[str]]) -> Undecided:
    """Return what was tried in vain, and by which methods; a reason that several have is told once."""
    return Undecided(claim, tuple(": ".join(filter(None, (", ".join(names), found))) for found, names in tried.items()))


def _tried(name: str, game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Try one method within limits of its own."""
    attempt: Attempt = import_module(f".{METHODS[name]}", __package__).attempt
    try:
        with time_limit(limits.seconds):
            return attempt(game, claim, limits)
    except OutOfTime:
        return f"out of time{' ' * bool(limits.reached)}{limits.reached}"
    except MemoryError:
        return f"out of memory{' ' * bool(limits.reached)}{limits.reached}"


def _left(until: float) -> float:
    return max(0.0, until - time.monotonic())
