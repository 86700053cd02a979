"""What computer players and random games say of a position."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from ....deadline import OutOfTime, look
from ....experiments.judgements import VOICES, Certainty, follows, judgement
from ....native.makers import is_quick
from ....play.moves import Move
from ....play.state import State
from ....players import HUMAN, Choice, Limits, Weighed, Withdrawn, player
from ....players.deciding import decide, dismiss, play_parts
from ....rules.program import CHANCE
from ..answers import Answer, Refused
from ..messages import MOST_GAMES, MOST_SECONDS, Analyse, Judge, Sample, Settle
from ..scene import moves_of
from .course import Node
from .setup import check_player

RANDOM, ADVISER = "random", "mcts"
"""Who plays sample games, and who advises, if nobody is named."""

PLAIN = 0.2
"""Seconds of random games that are played before the machine is compiled: about as long as that takes."""


def analyse(node: Node, ask: Analyse) -> Answer:
    """Return what a computer player thinks of the moves, the best first, and how play may go on."""
    state, adviser = node.state, ask.by or ADVISER
    _check_adviser(adviser)
    if node.outcome is not None or state.to_move is None:
        raise Refused("no advice here: " + ("the game is over" if node.outcome else "no player decides alone"))
    try:
        found = player(adviser, 0).choose(state.view(state.to_move), Limits(seconds=ask.seconds))
    except Withdrawn as why:
        raise Refused(str(why)) from None
    return _opinion(state, found)


def _opinion(state: State, found: Choice) -> Answer:
    return {
        "moves": [_weighed(state, each) for each in found.moves],
        "values": {colour: found.values[state.seat(colour)] for colour in state.game.players} if found.values else {},
        "simulations": found.simulations,
        "variation": list(map(str, found.variation)),
        "proved": found.proved,
        "notes": list(found.notes),
    }


def _weighed(state: State, each: Weighed) -> Answer:
    return {
        "move": str(each.move),
        "cell": state.game.board.by_name.get(each.move.cell),
        "source": state.game.board.by_name.get(each.move.source),
        "share": round(each.share, 4),
        "value": round(each.value, 4),
        "proved": each.proved,
    }


def judge(node: Node, ask: Judge) -> Answer:
    """Return how a position stands, in the judgement of two searches that share the time.

    `seats` is what each seat can expect, `mover` the seat that decides, `gap` how far the searches differ, `whole`
    whether whoever decides knew the whole position: what is judged without is not to be compared with what is judged
    after it.
    """
    state = node.state
    voices = [player(ADVISER, voice) for voice in range(VOICES)]
    try:
        found = judgement(state, voices, Limits(seconds=ask.seconds / VOICES))
    finally:
        dismiss(dict(enumerate(voices)))
    return {
        "seats": [round(value, 4) for value in found.values],
        "gap": None if found.gap is None else round(found.gap, 4),
        "moves": [_weighed(state, each) for each in found.moves],
        "simulations": found.simulations,
        "proved": found.proved,
        "mover": found.mover,
        "whole": found.whole,
        "notes": list(found.notes),
    }


def settle(ask: Settle) -> Answer:
    """Return what each seat can expect in those positions whose value follows from what is proved of others."""
    found = follows([Certainty(each.seats, each.proved, each.mover, each.whole, each.worth) for each in ask.line])
    return {"proved": [{"at": at, "seats": list(values)} for at, values in sorted(found.items())]}


def sample(node: Node, ask: Sample) -> Answer:
    """Return who wins games from a position, played at random or by a computer player against itself, and on what part
    of them the winner held each cell at the end."""
    state, by = node.state, ask.by or RANDOM
    _check_adviser(by)
    if node.outcome is not None:
        raise Refused("the game is over")
    until, won, held, played = time.monotonic() + MOST_SECONDS, Counter[str | None](), Counter[int](), 0
    seeds = iter(range(node.number * MOST_GAMES, node.number * MOST_GAMES + ask.games))
    ends = _random_games(state, seeds) if by == RANDOM else (_game_of(state, by, seed, until) for seed in seeds)
    try:
        for final in ends:
            if final is None:
                break
            winner = final.outcome.winner if final.outcome else None
            won[winner] += 1
            held.update(final.cells_of(winner))
            played += 1
            look()
            if time.monotonic() > until:
                break
    except OutOfTime:
        if not played:
            raise
    if not played:
        raise Refused(f"`{by}` cannot finish a game within {MOST_SECONDS:.0f} seconds; name a weaker player")
    late = f"{played:,} of {ask.games:,} games, because each takes long here" if played < ask.games else ""
    return {
        "games": played,
        "wins": {colour: won[colour] for colour in state.game.players},
        "draws": won[None],
        "heat": [[cell, round(held[cell] / played, 4)] for cell in sorted(held)],
        "note": late,
    }


def _random_games(state: State, seeds: Iterator[int]) -> Iterator[State]:
    """Give the ends of random games, soon from the compiled machine: the same games as those of the plain one."""
    until = time.monotonic() + PLAIN
    for seed in seeds:
        yield state.rolled_out(seed)
        if is_quick() and time.monotonic() > until:
            break
    else:
        return
    with suppress(MemoryError, RuntimeError):  # where there is no room for it
        yield from state.all_rolled_out(seeds)
    yield from map(state.rolled_out, seeds)


def _game_of(state: State, name: str, seed: int, until: float) -> State | None:
    """The end of a game that a computer player plays against itself; None if there is no time for it."""
    final = state.copy()
    choosers = {seat: player(name, seed * len(final.game.players) + seat) for seat in range(len(final.game.players))}
    try:
        while not final.is_over:
            look()
            left = until - time.monotonic()
            if left <= 0:
                return None
            if final.way == CHANCE:
                final.let_chance_decide(seed + len(final.moves))
                continue
            chosen = decide(final, choosers, limits=Limits(seconds=left))
            play_parts(final, {colour: choice.move for colour, choice in chosen.items()})
    except Withdrawn as why:
        raise Refused(str(why)) from None
    finally:
        dismiss(choosers)
    return final


def _check_adviser(name: str) -> None:
    """Raise Malformed or Refused for what cannot play by itself."""
    check_player(name)
    if name == HUMAN:
        raise Refused("name a computer player")


def threats(node: Node) -> Answer:
    """Return the moves that win at once, and those with which others would win if nothing is done about them."""
    state = node.state
    if node.outcome is not None or state.to_move is None:
        return {"wins": [], "dangers": []}
    wins, others = [], list[tuple[Move, State]]()
    for move, after in _tried(state, state.legal_moves):
        if after.outcome is not None and after.outcome.winner == state.to_move:
            wins.append(move)
        elif after.to_move not in (None, state.to_move):
            others.append((move, after))
    probes = [*others[:1], *others[1:][-1:]]
    dangers = moves_of(probes[0][1], _dangers(probes)) if probes else []
    return {"wins": moves_of(state, wins), "dangers": dangers}


def _dangers(probes: Sequence[tuple[Move, State]]) -> list[Move]:
    """The moves with which the next player wins, whichever of some moves is made, but for one that takes their cell."""
    winning = []
    for _, after in probes:
        replies = _tried(after, after.legal_moves)
        winning.append({reply for reply, end in replies if end.outcome and end.outcome.winner == after.to_move})
    tried = [move.cell for move, _ in probes]
    found = set[Move]().union(*winning)
    return sorted(
        (reply for reply in found
         if all(reply in those or (reply.cell and reply.cell == cell)
                for those, cell in zip(winning, tried, strict=True))),
        key=lambda reply: reply.code,
    )  # fmt: skip


def _tried(state: State, moves: Iterable[Move]) -> Iterable[tuple[Move, State]]:
    for move in moves:
        look()
        after = state.copy()
        after.play(move)
        yield move, after
