"""The game at a glance: what it is, its options, its board."""

from __future__ import annotations

import textwrap

from ...experiments.codes import swaps_of
from ...play.game import Game
from ...proofs.verdicts import Proved, Refuted
from ...rules.program import SECRET, TOGETHER
from ...source.syntax import tree
from ...values.settings import spelt
from ..kinds.variants import has_swap
from ..sections import Diagram, Entry, Part, Section, Table
from ..study import Study


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
        ("different moves", game.action_count),
        ("symmetries of board and rules", game.symmetries.order),
        ("swap", bool(swaps_of(game)) or ("no, but colours change hands" if has_swap(game) else False)),
        ("hidden from players", game.hides),
        ("players decide at the same time", any(point.way in (SECRET, TOGETHER) for point in game.rules.points)),
        ("always ends, by its rules", _is_finite(study)),
    ]
    parts: list[Part] = [
        Diagram("Before the first move"),
        Table("The game", ("", "what the rules say"), tuple((name, _word(value)) for name, value in rows)),
    ]
    options = game.settings.options
    if options:
        chosen = tuple((each.name, spelt(game.options[each.name]), str(each), each.text) for each in options)
        columns = ("option", "value", "possible", *(["what it does"] if any(each.text for each in options) else []))
        parts.append(Table("Options", columns, tuple(row[: len(columns)] for row in chosen)))
    return Section("glance", "At a glance", tuple(says), tuple(parts))


def _is_finite(study: Study) -> bool | None:
    """Whether every game ends, as far as it is proved."""
    verdict = next((each for each in study.verdicts if each.claim == "finite"), None)
    return True if study.game.facts.always_finite or isinstance(verdict, Proved) else (
        False if isinstance(verdict, Refuted) else None)  # fmt: skip


def _credits(game: Game) -> list[str]:
    authors = [item for item in game.tree.items if isinstance(item, tree.Author)]
    by = ", ".join(item.name.value + (f" ({item.year.value})" if item.year else "") for item in authors)
    return [each for each in (_text(game, tree.Summary), f"By {by}." if by else "") if each]


def _text(game: Game, kind: type[tree.Summary | tree.Rules]) -> str:
    return next((item.text.value for item in game.tree.items if isinstance(item, kind)), "")


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, with each item of a list, whose further lines are indented, in one of its own."""
    parts = list[list[str]]([[]])
    for line in textwrap.dedent(text).splitlines():
        is_after_list = parts[-1] and parts[-1][0] == "-" and not line.startswith(" ")
        if not line.strip() or line.startswith("- ") or is_after_list:
            parts.append([])
        parts[-1].extend(line.split())
    return [" ".join(words) for words in parts if words]


def _word(value: Entry) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "not known" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
