"""The whole rules of a game: players, pieces, the turn and the endings, checked against the board."""

from __future__ import annotations

from interpreter.board.board import Board
from interpreter.board.build import NEEDS_CELLS, SHAPE_REGIONS
from interpreter.board.evaluate import WORDS
from interpreter.board.settings import Settings
from interpreter.board.values import WRONG
from interpreter.rules import ir
from interpreter.rules.elaborate import POSITION_WORDS, TRUTH, Elaborator
from interpreter.rules.primitives import PRIMITIVES
from interpreter.rules.turns import decision_point
from interpreter.source import tree
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.grammar import reserved_words

STONE = ir.Piece("stone", "●")
"""The piece of a game that declares none."""

MOST_PLAYERS, MOST_PIECES = 6, 12


def build_rules(file: tree.File, board: Board, settings: Settings, report: Diagnostics) -> ir.Rules | None:
    """The rules, or None where something that they stand on is missing."""
    pieces = _pieces(file, report)
    elaborator = Elaborator(settings.scope, report, board, settings.players, pieces, PRIMITIVES)
    turn = next((item for item in file.items if isinstance(item, tree.Turn)), None)
    point = decision_point(turn, elaborator) if turn else None
    endings = [_ending(item, elaborator) for item in file.items if isinstance(item, tree.Ending)]
    if point is None or not settings.players or not board.cells or report.failed:
        return None
    return ir.Rules(
        tuple(player.name for player in settings.players),
        pieces,
        point,
        tuple(ending for ending in endings if ending),
        tuple(elaborator.goals),
        tuple(elaborator.regions),
        len(board.seams) if any(isinstance(goal, ir.Path | ir.Loop) for goal in elaborator.goals) else 0,
    )


def check_sections(file: tree.File) -> Diagnostics:
    """What every game must have, and how its names must be."""
    report = Diagnostics()
    needed = {tree.Title: 'game "…"', tree.Players: "players Red, Blue", tree.Board: "board { … }",
              tree.Turn: "turn { … }", tree.Ending: "win when …"}  # fmt: skip
    for section, example in needed.items():
        if not any(isinstance(item, section) for item in file.items):
            message = f"this file has no `{example.split(maxsplit=1)[0]}`"
            end = file.span
            report.append(
                Diagnostic("HG103", message, type(end)(end.source, end.start, end.start), help=f"add: {example}")
            )
    for item in file.items:
        if isinstance(item, tree.Players) and len(item.names) > MOST_PLAYERS:
            report.append(Diagnostic("HG507", f"more than {MOST_PLAYERS} players", item.span))
        if isinstance(item, tree.Pieces) and len(item.pieces) > MOST_PIECES:
            report.append(Diagnostic("HG507", f"more than {MOST_PIECES} kinds of piece", item.span))
    report.extend(_check_names(file))
    return report


def _check_names(file: tree.File) -> list[Diagnostic]:
    another = "choose another name"
    known = (
        reserved_words()
        | WORDS.keys()
        | PRIMITIVES.keys()
        | set(POSITION_WORDS)
        | set(SHAPE_REGIONS)
        | set(NEEDS_CELLS)
    )
    return [
        Diagnostic("HG203", f"`{name.id}` is a word of the language and cannot be a name", name.span, help=another)
        for name in file.declared
        if name.id in known
    ]


def _pieces(file: tree.File, report: Diagnostics) -> tuple[ir.Piece, ...]:
    declared = [piece for item in file.items if isinstance(item, tree.Pieces) for piece in item.pieces]
    for piece in declared:
        if piece.glyph and (len(piece.glyph.value) != 1 or not piece.glyph.value.isprintable()):
            report.append(Diagnostic("HG302", "a piece is drawn with one character", piece.glyph.span))
    return tuple(ir.Piece(piece.name.id, piece.glyph.value if piece.glyph else "●") for piece in declared) or (STONE,)


def _ending(item: tree.Ending, elaborator: Elaborator) -> ir.Ending | None:
    player = elaborator.player(item.player, elaborator.players) if item.player else None
    with elaborator.asked_of(player):
        condition = elaborator.typed(item.condition, TRUTH)
    if condition is WRONG or (item.player and player is None):
        return None
    label = item.label.value if item.label else ""
    index = player.index if player else None
    return ir.Ending(item.result, label, index, item.at_start_of_turn, condition, item.span)
