"""What can be played now, as a list and as a board with marks on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...play.moves import Move, MoveError
from ...play.state import State
from .palette import PLAIN, Face
from .text import Overlay, draw
from .words import Shown

SIGNS = "+*123456789"
"""For cells to place on, a sign for each choice of pieces: the first for the smallest choice."""

ROOM = 3
"""Columns for a piece in a frame, or with a sign behind it."""

MOVES, SOURCE, TARGET = "[]", "()", "[]"


def all_moves(state: State, player: str | None, face: Face = PLAIN, viewer: str | None = None) -> str:
    """Everything that a player can decide; with a board where more is on offer than one piece on any empty cell."""
    moves = state.choices(player) if player else ()
    if not moves:
        return "There are no moves."
    listed = f"{len(moves)} moves: {' '.join(map(str, moves))}"
    on_board = [move for move in moves if move.cell]
    shown = state.view(viewer) if viewer else state
    empty = {name for cell, name in enumerate(state.game.board.names) if shown.at(cell) is None}
    if not on_board or (not _has_kinds(state) and {move.cell for move in on_board} == empty):
        return listed
    return f"{listed}\n\n{_board(state, shown, on_board, face)}"


def moves_on(state: State, player: str | None, name: str, face: Face = PLAIN, viewer: str | None = None) -> str:
    """What a player can do on one cell: place something there, move what stands there, move something there."""
    cell = state.game.board.by_name.get(name.lower())
    if cell is None:
        shown_name = "".join(character if character.isprintable() else "�" for character in name[:30])
        return f"There is no cell `{shown_name}` on this board."
    moves = state.choices(player) if player else ()
    parts = list(_on_cell(state, moves, cell, state.view(viewer) if viewer else state, face))
    return "\n".join(parts) or _why(state, name)


def _on_cell(state: State, moves: tuple[Move, ...], cell: int, shown: Shown, face: Face) -> Iterator[str]:
    by_name, name = state.game.board.by_name, state.game.board.names[cell]
    placed = [move for move in moves if not move.source and by_name.get(move.cell) == cell]
    leaving = [move for move in moves if by_name.get(move.source) == cell]
    coming = [move for move in moves if move.source and by_name[move.cell] == cell]
    if placed:
        yield f"On {name} you can place: " + ", ".join(f"{_kind(state, move)} ({move})" for move in placed)
    if coming:
        yield f"{_counted(coming)} to {name}: {' '.join(map(str, coming))}"
    if leaving:
        yield f"{_counted(leaving)} from {name}: {' '.join(map(str, leaving))}"
        yield f"\n{_targets(shown, cell, leaving, face)}"


def _counted(moves: list[Move]) -> str:
    return f"{len(moves)} move{'s' * (len(moves) != 1)}"


def _why(state: State, name: str) -> str:
    """Why nothing can be done there: what is said to a try with the first piece, unless that tells what is hidden."""
    if state.game.rules.sees is None:
        try:
            state.copy().play(name)
        except MoveError as error:
            return f"Nothing: {error}."
    return f"Nothing can be done on {name.lower()} now."


# Boards with marks


def _board(state: State, shown: Shown, moves: list[Move], face: Face) -> str:
    """Where something can be placed, with a sign for each choice of kinds, and what can move."""
    by_name = state.game.board.by_name
    placed: dict[int, list[str]] = {}
    for move in moves:
        if not move.source:
            placed.setdefault(by_name[move.cell], []).append(_kind(state, move))
    choices = {cell: tuple(kinds) for cell, kinds in placed.items()}
    signs = _signs(set(choices.values()))
    movers = {by_name[move.source]: MOVES for move in moves if move.source}
    overlay = Overlay({cell: signs[kinds] for cell, kinds in choices.items()}, movers, room=ROOM)
    told = [f"{sign} {' or '.join(kinds)}" for kinds, sign in signs.items()]
    told += [f"{' '.join(MOVES)} can move"] if movers else []
    return f"{draw(shown, face, overlay)}\n\n{'   '.join(told)}"


def _targets(shown: Shown, cell: int, leaving: list[Move], face: Face) -> str:
    """Where the piece on a cell can move to."""
    by_name = shown.game.board.by_name
    cells = [by_name[move.cell] for move in leaving]
    free = {target: SIGNS[0] for target in cells if shown.at(target) is None}
    taken = {target: TARGET for target in cells if target not in free}
    overlay = Overlay(free, {**taken, cell: SOURCE}, room=ROOM)
    told = [f"{' '.join(SOURCE)} moves"]
    told += [f"{SIGNS[0]} to an empty cell"] if free else []
    told += [f"{' '.join(TARGET)} onto a piece"] if taken else []
    return f"{draw(shown, face, overlay)}\n\n{'   '.join(told)}"


def _signs(choices: set[tuple[str, ...]]) -> Mapping[tuple[str, ...], str]:
    """A sign for each choice of pieces; where there are too many, the last ones share theirs."""
    ordered = sorted(choices, key=lambda pieces: (len(pieces), pieces))
    return {pieces: SIGNS[min(number, len(SIGNS) - 1)] for number, pieces in enumerate(ordered)}


def _kind(state: State, move: Move) -> str:
    """What a move puts down or moves: `knight`, `stone of Red`."""
    decision = state.game.block_of(move.code).decision
    return f"{move.piece} of {decision.owner}" if decision.owner else move.piece


def _has_kinds(state: State) -> bool:
    """Whether pieces are ever placed or moved in more than one way."""
    on_board = [decision for decision in state.game.rules.decisions if decision.word in ("place", "move")]
    return len({(decision.word, decision.owner, decision.kind) for decision in on_board}) > 1
