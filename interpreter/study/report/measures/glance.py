"""The game at a glance: what it is, its options, its board, what is claimed of it and what became of that."""

from __future__ import annotations

import textwrap
from typing import assert_never

from ....play.game import Game
from ....rules.symmetry import symmetries
from ....source.syntax import tree
from ....values.settings import spelt
from ...proofs.counterexample import shown_by
from ...proofs.verdicts import ALL_BOARDS, Proved, Refuted, Undecided, Verdict
from ..kinds.playouts import PLAYOUTS
from ..sections import Course, Diagram, Entry, Part, Section, Table
from ..study import Study
from .winners import capital, most, random_games


def at_a_glance(study: Study) -> Section:
    """What the rule sheet says, with the board before the first move.

    The number of symmetries counts the mappings of cells and colours onto each other that no rule can tell apart, with
    the one that changes nothing.
    """
    game = study.game
    says = [*_credits(game), *_paragraphs(_text(game, tree.Rules) or "")]
    board = game.board
    rows: list[tuple[Entry, ...]] = [
        ("players", ", ".join(game.players)),
        ("cells", len(board.cells)),
        ("pairs of neighbours", sum(map(len, board.arcs)) // 2),
        ("codes of moves", game.action_count),
        ("symmetries", len(symmetries(game.rules, board))),
        ("swap", game.facts.swap),
        ("hidden from players", game.rules.sees is not None),
        ("always ends, by its rules", game.facts.always_finite or None),
    ]
    parts: list[Part] = [
        Diagram("Before the first move"),
        Table("The game", ("", "what the rules say"), tuple((name, _word(value)) for name, value in rows)),
    ]
    options = game.settings.options
    if options:
        chosen = tuple((each.name, spelt(game.options[each.name]), str(each), each.text) for each in options)
        parts.append(Table("Options", ("option", "value", "possible", "what it does"), chosen))
    return Section("glance", "At a glance", tuple(says), tuple(parts))


def claims(study: Study) -> Section | None:
    """What the rule sheet claims, or could claim, and what is known of that.

    A claim is *tested* where no random game contradicts it, *proved* or *refuted* by the methods of `hexgame prove`,
    else *undecided*. Claims about full boards are not tested by play.
    """
    if not study.verdicts:
        return None
    rows = [(each.claim, _tested(study, each.claim), *_verdict(each)) for each in study.verdicts]
    table = Table("Claims", ("claim", "in random play", "verdict", "how it is known"), tuple(rows))
    shown = (part for each in study.verdicts if isinstance(each, Refuted) for part in _counterexample(study.game, each))
    bases = (study.basis(PLAYOUTS),) if study.of(PLAYOUTS).games else ()
    return Section("claims", "What is claimed", (), (table, *shown), bases)


def _credits(game: Game) -> list[str]:
    authors = [item for item in game.tree.items if isinstance(item, tree.Author)]
    by = ", ".join(item.name.value + (f" ({item.year.value})" if item.year else "") for item in authors)
    return [each for each in (_text(game, tree.Summary), f"By {by}." if by else "") if each]


def _text(game: Game, kind: type[tree.Summary | tree.Rules]) -> str:
    return next((item.text.value for item in game.tree.items if isinstance(item, kind)), "")


def _paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in textwrap.dedent(text).split("\n\n") if each.strip()]


def _word(value: Entry) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "not known" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _tested(study: Study, claim: str) -> str:
    found = random_games(study)
    if not found.games:
        return "not tested"
    labels = {"no-draws": None, "always-a-move": "no move"}
    if claim not in labels:
        return "not tested by play"
    against = sum(
        games
        for outcome, games in found.endings.items()
        if (outcome.winner is None if claim == "no-draws" else outcome.label == labels[claim])
    )
    if against:
        return f"contradicted by {against:,} of {found.games:,} games"
    return f"held in {found.games:,} games: fails in less than {most(found.games)}"


def _verdict(verdict: Verdict) -> tuple[str, str]:
    match verdict:
        case Proved():
            return "proved", f"{_sentence(verdict.statement)} ({verdict.method}; for {verdict.reach})"
        case Refuted():
            scope = " for full boards that play cannot reach" if verdict.out_of_play == ALL_BOARDS else ""
            return f"refuted{scope}", f"{_sentence(verdict.statement)} ({verdict.method})"
        case Undecided():
            return "undecided", " ".join(map(_sentence, verdict.tried))
        case never:
            assert_never(never)


def _counterexample(game: Game, refuted: Refuted) -> list[Part]:
    """The board that refutes a claim, with the moves that lead there where they are known."""
    caption = f"`{refuted.claim}` is refuted"
    if refuted.is_reached and refuted.moves:
        return [Course(f"{caption}: play reaches this", tuple(map(str, shown_by(game, refuted).moves)))]
    why = "which play cannot reach" if refuted.out_of_play else "to which no moves are known"
    return [Diagram(f"{caption}: a position {why}", filling=refuted.filling)] if refuted.filling else []


def _sentence(text: str) -> str:
    return capital(text) + ("" if text.endswith(".") else ".")
