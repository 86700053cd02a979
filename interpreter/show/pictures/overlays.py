"""The legal moves, as a list and as marks on a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...doors.visible import on_one_line
from ...play.game import Game
from ...play.moves import Move
from ...play.view import View
from ...rules import program
from ..boards.palette import PLAIN, Face
from ..boards.text import Overlay, draw

SIGNS = "+*123456789"
"""Marks for cells to place on, one for each choice of pieces; the first marks the smallest choice."""

ROOM = 3
"""The columns that a piece in a frame, or with a mark after it, needs."""

MOVES, SOURCE, TARGET = "[]", "()", "[]"


def all_moves(view: View, face: Face = PLAIN) -> str:
    """Return a list of a player's moves; add a board unless they are just one kind of piece on any empty cell."""
    moves = view.choices
    if not moves:
        return "There are no legal moves."
    listed = f"{_counted(moves)}: {' '.join(map(str, moves))}"
    on_board = [move for move in moves if move.cell]
    empty = {name for cell, name in enumerate(view.game.board.names) if view.at(cell) is None}
    if not on_board or (not _has_kinds(view.game) and {move.cell for move in on_board} == empty):
        return listed
    return f"{listed}\n\n{_board(view, on_board, face)}"


def moves_on(view: View, name: str, face: Face = PLAIN) -> str:
    """Return a list of a player's moves on one cell: placements, moves from it, moves to it."""
    cell = view.game.board.named(name)
    if cell is None:
        return f"There is no cell `{on_one_line(name[:30])}` on this board."
    why = view.refusal(name)
    nothing = f"No moves: {why}." if why else f"There are no legal moves on {name.lower()}."
    return "\n".join(_on_cell(view, cell, face)) or nothing


def _on_cell(view: View, cell: int, face: Face) -> Iterator[str]:
    moves, by_name, name = view.choices, view.game.board.by_name, view.game.board.names[cell]
    placed = [move for move in moves if not move.source and by_name.get(move.cell) == cell]
    leaving = [move for move in moves if by_name.get(move.source) == cell]
    coming = [move for move in moves if move.source and by_name[move.cell] == cell]
    for word, said in (("place", True), ("choose", False)):
        if those := [f"{_kind(view.game, move)} ({move})" for move in placed if bool(move.piece) is said]:
            yield f"On {name} you can {word}: {', '.join(those)}"
    if coming:
        yield f"{_counted(coming)} to {name}: {' '.join(map(str, coming))}"
    if leaving:
        yield f"{_counted(leaving)} from {name}: {' '.join(map(str, leaving))}"
        yield f"\n{_targets(view, cell, leaving, face)}"


def _counted(moves: Sequence[Move]) -> str:
    return f"{len(moves)} move{'s' * (len(moves) != 1)}"


# Boards with marks


def _board(view: View, moves: list[Move], face: Face) -> str:
    """Draw where pieces can be placed, with a mark for each choice of kinds, and which pieces can move."""
    by_name = view.game.board.by_name
    placed: dict[int, list[str]] = {}
    for move in moves:
        if not move.source:
            placed.setdefault(by_name[move.cell], []).append(_kind(view.game, move))
    choices = {cell: tuple(kinds) for cell, kinds in placed.items()}
    signs = _signs(set(choices.values()))
    movers = {by_name[move.source]: MOVES for move in moves if move.source}
    overlay = Overlay({cell: signs[kinds] for cell, kinds in choices.items()}, movers, room=ROOM)
    key = [f"{sign} {' or '.join(kinds)}" for kinds, sign in signs.items()]
    key += [f"{' '.join(MOVES)} can move"] if movers else []
    return f"{draw(view, face, overlay)}\n\n{'   '.join(key)}"


def _targets(view: View, cell: int, leaving: list[Move], face: Face) -> str:
    """Draw where the piece on a cell can move to."""
    by_name = view.game.board.by_name
    cells = [by_name[move.cell] for move in leaving]
    free = {target: SIGNS[0] for target in cells if view.at(target) is None}
    taken = {target: TARGET for target in cells if target not in free}
    overlay = Overlay(free, {**taken, cell: SOURCE}, room=ROOM)
    key = [f"{' '.join(SOURCE)} moves"]
    key += [f"{SIGNS[0]} to an empty cell"] if free else []
    key += [f"{' '.join(TARGET)} onto a piece"] if taken else []
    return f"{draw(view, face, overlay)}\n\n{'   '.join(key)}"


def _signs(choices: set[tuple[str, ...]]) -> Mapping[tuple[str, ...], str]:
    """Return a mark for each choice of pieces; if there are too many choices, the last ones share a mark."""
    ordered = sorted(choices, key=lambda pieces: (len(pieces), pieces))
    return {pieces: SIGNS[min(number, len(SIGNS) - 1)] for number, pieces in enumerate(ordered)}


def _kind(game: Game, move: Move) -> str:
    """Return what a move places or moves: `knight`, `stone of Red`; where it only names a cell, what the sheet asks."""
    if not move.piece:
        return f"{move.prompt[:1].lower()}{move.prompt[1:]}" or "choose"
    owner = game.block_of(move.code).owner
    return f"{move.piece} of {owner}" if owner else move.piece


def _has_kinds(game: Game) -> bool:
    """Whether the rules have more than one way to place or move pieces."""
    whats = (decision.what for decision in game.rules.decisions)
    on_board = [what for what in whats if isinstance(what, program.Place | program.Move)]
    return len({(type(what), what.owner, what.kind) for what in on_board}) > 1
