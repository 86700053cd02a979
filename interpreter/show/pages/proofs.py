"""The page on what is found out about a game's claims: verdicts, how they were found, counterexamples on the board."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import assert_never

from ...play.game import Game
from ...study.proofs.counterexample import board_of, shown_by
from ...study.proofs.criteria import Criterion
from ...study.proofs.verdicts import ALL_BOARDS, Json, Proved, Refuted, Undecided, Verdict, sizes_of
from ..boards.palette import PLAIN, Face
from ..boards.picture import svg
from ..boards.text import draw

WIDTH = 100


def verdict_page(game: Game, verdict: Verdict, face: Face = PLAIN) -> str:
    """Return the part of the page on one claim."""
    return "\n".join(_lines(game, verdict, face))


def headline(game: Game) -> str:
    """Return the line that begins the page: which game, with which options."""
    return f"{game.title}: {sizes_of(game)}"


def _lines(game: Game, verdict: Verdict, face: Face) -> Iterator[str]:
    match verdict:
        case Proved():
            yield f"{verdict.claim}: PROVED ({verdict.method}), for {verdict.reach}"
            yield _indented(_sentence(verdict.statement))
        case Refuted():
            scope = ", for full boards that play cannot reach" * (verdict.out_of_play == ALL_BOARDS)
            yield f"{verdict.claim}: REFUTED ({verdict.method}){scope}"
            yield _indented(f"{_sentence(verdict.statement)} {_way(game, verdict)}")
            yield ""
            yield textwrap.indent(draw(shown_by(game, verdict), face), "  ")
        case Undecided():
            yield f"{verdict.claim}: UNDECIDED"
            yield from (_indented(_sentence(each)) for each in verdict.tried)
        case never:
            assert_never(never)


def _way(game: Game, refuted: Refuted) -> str:
    """How play reaches a counterexample."""
    moves = " ".join(str(move) for move in shown_by(game, refuted).moves)
    if refuted.is_reached:
        return f"Play reaches this one: {moves}" if moves else "This is so at the start:"
    if refuted.out_of_play:
        return "This is one:" if refuted.out_of_play == ALL_BOARDS else "This is one, which play cannot reach:"
    return "This is one; no moves that lead to it were found, so it is only a position:"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _indented(text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")


def criteria_page(game: Game, found: Sequence[Criterion], face: Face = PLAIN) -> str:
    """Return the part of the page on Mogensen's two criteria."""
    return "\n".join(line for number, each in enumerate(found, 1) for line in _criterion(game, number, each, face))


def _criterion(game: Game, number: int, found: Criterion, face: Face) -> Iterator[str]:
    if found.why:
        yield f"Mogensen's criterion {number} fails: {found.text}."
        yield _indented(_sentence(found.why))
        yield textwrap.indent(draw(board_of(game, found.filling), face), "  ")
        return
    boards = f"{'all' if found.is_all else 'some random'} {found.boards:,} full boards"
    yield f"Mogensen's criterion {number} {'holds' if found.is_all else 'is not refuted'} on {boards}: {found.text}."


def as_data(game: Game, verdicts: Sequence[Verdict]) -> dict[str, Json]:
    """Return verdicts as data for JSON."""
    from ...values.settings import spelt  # noqa: PLC0415

    return {
        "game": game.title,
        "options": {name: spelt(value) for name, value in game.options.items()},
        "claims": [_data(game, verdict) for verdict in verdicts],
    }


def _data(game: Game, verdict: Verdict) -> dict[str, Json]:
    match verdict:
        case Proved():
            return {"claim": verdict.claim, "verdict": "proved", "method": verdict.method, "for": verdict.reach,
                    "statement": verdict.statement}  # fmt: skip
        case Refuted():
            state = shown_by(game, verdict)
            return {
                "claim": verdict.claim, "verdict": "refuted", "method": verdict.method, "statement": verdict.statement,
                "reached": verdict.is_reached, "out of play": verdict.out_of_play,
                "moves": [str(move) for move in state.moves],
                "board": {player: {kind: list(cells) for kind, cells in kinds.items()}
                          for player, kinds in state.pieces.items()},
            }  # fmt: skip
        case Undecided():
            return {"claim": verdict.claim, "verdict": "undecided", "tried": list(verdict.tried)}
        case never:
            assert_never(never)


def counterexample_svg(game: Game, refuted: Refuted) -> str:
    """Return a picture of a counterexample."""
    return svg(shown_by(game, refuted))
