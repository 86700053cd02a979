"""The page on what is found out about a game's claims: verdicts, how they were found, counterexamples on the board."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import assert_never

from ...play.game import Game
from ...play.moves import Move
from ...proofs.counterexample import board_of, shown_by
from ...proofs.criteria import Criterion
from ...proofs.reachability.outcomes import Reaching, Reachings
from ...proofs.verdicts import ALL_BOARDS, Json, Proved, Refuted, Undecided, Verdict, sizes_of
from ..boards.palette import PLAIN, Face
from ..boards.text import draw
from ..pictures.picture import svg

WIDTH = 100

LONGEST = 20
"""How many moves that lead to an ending are shown; `--json` has all."""


def verdict_page(game: Game, verdict: Verdict, face: Face = PLAIN, above: Sequence[Verdict] = ()) -> str:
    """Return the part of the page on one claim; a proof that stands above, of an earlier claim, is not told again."""
    return "\n".join(_lines(game, verdict, face, above))


def headline(game: Game) -> str:
    """Return the line that begins the page: which game, with which options."""
    return f"{game.title}: {sizes_of(game)}"


def _lines(game: Game, verdict: Verdict, face: Face, above: Sequence[Verdict]) -> Iterator[str]:
    match verdict:
        case Proved():
            yield f"{verdict.claim}: PROVED ({verdict.method}), for {verdict.reach}"
            yield _indented(_sentence(_not_again(_stated(verdict), above)))
        case Refuted():
            scope = ", for full boards that play cannot reach" * (verdict.out_of_play == ALL_BOARDS)
            yield f"{verdict.claim}: REFUTED ({verdict.method}){scope}"
            yield _indented(f"{_sentence(_stated(verdict))} {_way(game, verdict)}")
            yield ""
            yield textwrap.indent(draw(shown_by(game, verdict), face), "  ")
        case Undecided():
            yield f"{verdict.claim}: UNDECIDED"
            yield from (_indented(_sentence(each)) for each in verdict.tried)
        case never:
            assert_never(never)


def _way(game: Game, refuted: Refuted) -> str:
    """How play reaches a counterexample."""
    moves = _in_turn(shown_by(game, refuted).moves)
    if refuted.is_reached:
        return f"Play reaches this one: {moves}" if moves else "This is so at the start:"
    if refuted.out_of_play:
        return "This is one:" if refuted.out_of_play == ALL_BOARDS else "This is one, which play cannot reach:"
    return "This is one; no moves that lead to it were found, so it is only a position:"


def _not_again(text: str, above: Sequence[Verdict]) -> str:
    """A text with a reference in the place of a proof that it holds and that stands above."""
    told = (each for each in above if isinstance(each, Proved) and len(each.statement) > WIDTH)
    for each in sorted(told, key=lambda each: -len(each.statement)):
        for proof in (each.statement, each.statement.rstrip(".")):
            text = text.replace(proof, f"as for `{each.claim}`, above")
    return text


def _in_turn(moves: Sequence[Move]) -> str:
    """Decisions in their order; those of chance, which nobody plays, in brackets."""
    runs = [(is_drawn, " ".join(map(str, run))) for is_drawn, run in groupby(moves, lambda move: move.word == "random")]
    return " ".join(f"(chance: {texts})" if is_drawn else texts for is_drawn, texts in runs)


def _stated(verdict: Proved | Refuted) -> str:
    """What is found out, and what that took."""
    return "; ".join(filter(None, (verdict.statement, verdict.how)))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _indented(text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")


def endings_page(game: Game, found: Reachings) -> str:
    """Return the part of the page on the endings that play can reach."""
    lines = ["how games end:"]
    names = [str(each.outcome) for each in found.found]
    for name, each in zip(names, found.found, strict=True):
        where = f", by line {each.line}" if names.count(name) > 1 and each.line else ""
        lines.append(_indented(f"{name}{where}: {_reached(game, each, found)}"))
    return "\n".join(lines)


def _reached(game: Game, each: Reaching, found: Reachings) -> str:
    if each.moves is not None and len(each.moves) > LONGEST:
        return f"play reaches it, after {len(each.moves):,} decisions"
    if each.moves is not None:
        state = game.start(decide_chance=False).play_all(map(game.move, each.moves))
        return f"play reaches it, for example by {_in_turn(state.moves)}" if state.moves else "it is so at the start"
    if each.is_never:
        return f"never; play can reach {found.positions:,} positions, and none ends this way"
    if not found.games and found.positions <= 1:
        return "not known: no time was left to look for it"
    seen = f" nor among {found.positions:,} positions" * (found.positions > 1)
    return f"not seen in {found.games:,} random games{seen}, which does not prove that it is impossible"


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


def as_data(game: Game, verdicts: Sequence[Verdict], endings: Reachings | None = None) -> dict[str, Json]:
    """Return verdicts, and what is known of endings, as data for JSON."""
    from ...values.settings import spelt  # noqa: PLC0415

    return {
        "game": game.title,
        "options": {name: spelt(value) for name, value in game.options.items()},
        "claims": [_data(game, verdict) for verdict in verdicts],
        **({"endings": [_ending(game, each) for each in endings.found]} if endings else {}),
    }


def _ending(game: Game, each: Reaching) -> Json:
    moves: Json = None if each.moves is None else [str(game.move(code)) for code in each.moves]
    return {"winner": each.outcome.winner, "label": each.outcome.label, "line": each.line, "moves": moves,
            "never": each.is_never}  # fmt: skip


def _data(game: Game, verdict: Verdict) -> dict[str, Json]:
    match verdict:
        case Proved():
            return {"claim": verdict.claim, "verdict": "proved", "method": verdict.method, "for": verdict.reach,
                    "statement": verdict.statement, "how": verdict.how}  # fmt: skip
        case Refuted():
            state = shown_by(game, verdict)
            return {
                "claim": verdict.claim, "verdict": "refuted", "method": verdict.method, "statement": verdict.statement,
                "how": verdict.how, "reached": verdict.is_reached, "out of play": verdict.out_of_play,
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
