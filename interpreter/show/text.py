"""A board as text: coordinates on both sides, coloured edges around it, stones, the last move, the winning chain.

Cells are two columns apart and each row is shifted by one, so that a hexagonal neighbourhood looks like one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.board.board import Board
from interpreter.board.values import Coordinate
from interpreter.machine.game import Game
from interpreter.machine.state import State
from interpreter.show.palette import PLAIN, Face

Mark = tuple[str, str]
"""A text and the role it plays: `player0`, `edge1`, `empty`, `label`, `mark`."""

UP, DOWN = -1, 1


@dataclass
class Canvas:
    """Marks by line and column; columns and lines may be negative."""

    lines: dict[int, dict[int, Mark]]

    def put(self, column: int, line: int, text: str, role: str) -> None:
        for offset, character in enumerate(text):
            self.lines.setdefault(line, {})[column + offset] = (character, role)

    def extent(self, line: int) -> tuple[int, int]:
        columns = self.lines[line]
        return min(columns), max(columns)


def draw(state: State, face: Face = PLAIN) -> str:
    """The board of a state, without a final newline; in panels side by side where it is wider than the face."""
    canvas = Canvas({})
    _edges(canvas, state.game.board, face)
    _cells(canvas, state, face)
    _columns(canvas, state.game.board)
    width = max(map(len, _plain_lines(canvas, state.game.board)))
    if width <= face.width:
        return "\n".join(_lines(canvas, state.game.board, face))
    return "\n\n".join(_panels(canvas, state.game.board, face))


def legend(game: Game, face: Face = PLAIN) -> str:
    """Who plays which stones, and where their edges are."""
    parts = []
    for player, name in enumerate(game.players):
        edges = [edge.name for edge in game.board.edges if edge.player == player]
        stone = face.paint(face.stones[player], f"player{player}")
        shown = f"{stone} {name}"
        if edges:
            shown += f" ({', '.join(edges)}: {face.paint(face.edges[player], f'edge{player}')})"
        parts.append(shown)
    return "   ".join(parts)


def place_of(board: Board, place: Coordinate) -> tuple[int, int]:
    """Column and line of a place; the cells of a graph board stand further apart, with their names."""
    x, y = board.position(place)
    wide = 3 + max(map(len, board.given_names.values()), default=-1)
    return round(wide * x), round(y)


def _edges(canvas: Canvas, board: Board, face: Face) -> None:
    owners: dict[Coordinate, set[int]] = {}
    for edge in board.edges:
        for place in edge.outside:
            owners.setdefault(place, set()).add(edge.player)
    for place, players in owners.items():
        if len(players) == 1:  # a place beyond a corner belongs to nobody
            (player,) = players
            canvas.put(*place_of(board, place), face.edges[player], f"edge{player}")


def _cells(canvas: Canvas, state: State, face: Face) -> None:
    winning, board = state.winning_cells, state.game.board
    last = board.by_name.get(state.last_move.cell) if state.last_move else None
    for place, cell in board.places.items():
        column, line = place_of(board, place)
        canvas.put(column, line, *_stone(state, cell, cell in winning, face))
        if cell == last:
            canvas.put(column - 1, line, "(", "mark")
            canvas.put(column + 1, line, ")", "mark")
        name = board.given_names.get(place, "")
        canvas.put(column - len(name) - 1, line, name, "label")


def _stone(state: State, cell: int, winning: bool, face: Face) -> Mark:
    held = state.at(cell)
    if held is None:
        return (face.portal if cell in state.game.board.second_places else face.empty), "empty"
    player = state.game.players.index(held[0])
    kinds = [piece.name for piece in state.game.rules.pieces]
    if held[1] == kinds[0]:
        return (face.winning if winning else face.stones)[player], f"player{player}"
    letter = held[1][0]
    return (letter.upper() if player == 0 else letter.lower()), f"player{player}"


def _columns(canvas: Canvas, board: Board) -> None:
    """Letters beyond the ends of the columns, where those lie above or below the whole board."""
    if board.given_names:
        return
    rows = [place.r for place in board.places]
    ends: dict[int, tuple[Coordinate, Coordinate]] = {}
    for cell in board.places:
        first, last = ends.get(cell.q, (cell, cell))
        ends[cell.q] = min(first, cell, key=_row), max(last, cell, key=_row)
    for q, (first, last) in ends.items():
        for end, direction in ((first, UP), (last, DOWN)):
            place = Coordinate(end.q, end.r + direction)
            while place_of(board, place)[0] in canvas.lines.get(place.r, {}):
                place = Coordinate(place.q, place.r + direction)
            if not min(rows) <= place.r <= max(rows):
                _column_letters(canvas, place_of(board, place), board.column_name(q), direction)


def _row(cell: Coordinate) -> int:
    return cell.r


def _column_letters(canvas: Canvas, at: tuple[int, int], name: str, direction: int) -> None:
    """Several letters stand one above the other, to be read downwards."""
    column, line = at
    for offset, letter in enumerate(name):
        below = offset if direction == DOWN else offset - len(name) + 1
        canvas.put(column, line + below, letter, "label")


def _row_names(board: Board) -> dict[int, str]:
    return {} if board.given_names else {place.r: board.row_name(place.r) for place in board.places}


def _lines(canvas: Canvas, board: Board, face: Face) -> Iterator[str]:
    names = _row_names(board)
    gutter = max(map(len, names.values()), default=0) + 1
    left = min(canvas.extent(line)[0] for line in canvas.lines)
    for line in range(min(canvas.lines), max(canvas.lines) + 1):
        columns = canvas.lines.get(line, {})
        if not columns:
            yield ""
            continue
        first, last = canvas.extent(line)
        name = names.get(line, "")
        label = face.paint(name, "label")
        inside = "".join(face.paint(*columns[x]) if x in columns else " " for x in range(first, last + 1))
        before = " " * (gutter + first - left - len(name) - (columns[first][0] != "(")) + label
        opening = " " if columns[first][0] != "(" else ""
        closing = "" if columns[last][0] == ")" or not name else " "
        yield (before + opening + inside + closing + label).rstrip()


def _plain_lines(canvas: Canvas, board: Board) -> Iterator[str]:
    return _lines(canvas, board, PLAIN)


def _panels(canvas: Canvas, board: Board, face: Face) -> Iterator[str]:
    """Slices of a board that is too wide, each with the names of its rows."""
    names = _row_names(board)
    gutter = max(map(len, names.values()), default=0) + 1
    left = min(canvas.extent(line)[0] for line in canvas.lines)
    right = max(canvas.extent(line)[1] for line in canvas.lines)
    width = max(8, face.width - gutter)
    starts = range(left, right + 1, width)
    for number, start in enumerate(starts, 1):
        lines = [face.paint(f"part {number} of {len(starts)}, from left to right", "label")]
        for line in range(min(canvas.lines), max(canvas.lines) + 1):
            columns = canvas.lines.get(line, {})
            inside = "".join(
                face.paint(*columns[x]) if x in columns else " " for x in range(start, min(start + width, right + 1))
            )
            if inside.strip():
                name = names.get(line, "")
                lines.append((" " * (gutter - 1 - len(name)) + face.paint(name, "label") + " " + inside).rstrip())
        yield "\n".join(lines)
