"""The report on an analysed game, and what a search thinks of one position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...experiments.analysis import Analysis, Judged
from ...experiments.judgements import VOICES, Judgement
from ...play.state import State
from ...players import Weighed
from ..boards.palette import PLAIN, Face
from ..boards.text import draw
from ..columns import columns
from ..pictures.heat import Heat
from ..pictures.picture import svg

SHOWN = 5
"""How many moves are listed for a position."""


def analysis_page(found: Analysis) -> str:
    """Return a game move by move, with what each move cost, and the moves that turned it."""
    return "\n\n".join(_parts(found))


def _parts(found: Analysis) -> Iterator[str]:
    yield f"{found.game.title}, judged by {VOICES} searches of {found.adviser}, seeds from {VOICES * found.seed}"
    if found.interrupted:
        yield f"Cut short: {len(found.moves)} of {found.played} moves are judged."
    if found.interrupted and not found.moves:
        return
    if not any(each.value is not None for each in found.moves):
        yield _unjudged("these positions", (note for each in found.positions for note in each.notes))
        return
    head = ("", "", "move", "value", "loss", "", "best", "simulations")
    yield columns([head, *(_row(found, each) for each in found.moves)])
    if found.error is not None:
        yield (
            "Value: what the player could expect before the move, in percent of a win.\n"
            f"A loss has a standard error of {_percent(found.error)}, from how far the searches differ; what they all "
            "misjudge, it does not show."
        )
    if any(each.is_as_good_as_any for each in found.moves):
        yield "Where a move is proved to lose nothing, no other is named: all that keep the value are equally good."
    turning = [f"{each.ply + 1}. {each.colour} {each.move}" for each in found.moves if found.turns(each)]
    yield f"Turning points: {', '.join(turning)}" if turning else "No move is known to have turned the game."
    if not found.interrupted:
        yield f"Result: {found.outcome}" if found.outcome else "The game is unfinished."


def _unjudged(what: str, why: Iterable[str]) -> str:
    return "\n".join([f"No computer player can judge {what}.", *dict.fromkeys(why)])


def _row(found: Analysis, judged: Judged) -> tuple[str, ...]:
    best = "" if judged.best in (None, judged.move) else str(judged.best)
    value = "–" if judged.value is None else _percent(judged.value)
    loss = "–" if judged.loss is None else _percent(max(judged.loss, 0.0))
    count = "proved" if judged.proved else f"{judged.simulations:,}"
    return f"{judged.ply + 1}.", judged.colour, str(judged.move), value, loss, found.mark(judged), best, count


def opinion(state: State, found: Judgement, face: Face = PLAIN) -> str:
    """Return what a search thinks of the moves in a position: a list, and their shares on the board."""
    if not found.moves:
        return _unjudged("this position", found.notes)
    rows = [(str(each.move), _percent(each.share), _worth(each)) for each in found.moves[:SHOWN]]
    known = "proved" if found.proved else "; ".join([f"{found.simulations:,} simulations", *found.notes])
    listed = columns([("move", "share", "value"), *rows])
    heat = _heat(state, found)
    board = f"\n\nShares in percent:\n\n{draw(state, face, heat.overlay())}" if heat else ""
    return f"{listed}\n({known}; the value of a move is in percent of a win for who plays it){board}"


def opinion_svg(state: State, found: Judgement) -> str:
    """Return a picture of a position with the share of the search that each move got."""
    heat = _heat(state, found)
    caption = f"shares of {found.simulations:,} simulations, in percent"
    return svg(state, heat.cover(caption) if heat else None)


def _heat(state: State, found: Judgement) -> Heat | None:
    """Return the share of the search for each cell that something is placed on or moved to."""
    shares: dict[int, float] = {}
    for each in found.moves:
        if each.move.cell:
            cell = state.game.board.by_name[each.move.cell]
            shares[cell] = shares.get(cell, 0.0) + each.share
    shown = {cell: share for cell, share in shares.items() if share >= 0.005}
    return Heat(shown) if shown else None


def _worth(each: Weighed) -> str:
    return f"{_percent(each.value)}" + (" proved" if each.proved is not None else "")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
