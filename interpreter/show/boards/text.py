"""Boards as text: coordinates on both sides, coloured edges, stones, the last move, the winning chain.

Cells are two columns apart, or more if texts are written on them, and each row is shifted by half of that, so that
hexagonal neighbours look like neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from ...board.board import Board
from ...board.linking import changed_links
from ...board.relations import is_tangled
from ...play.game import Game
from ...values.grid import column_letters
from ...values.values import Coordinate
from .labels import hash_marks, numbers_on
from .lattice import Lattice, lattice_of
from .palette import PLAIN, Face
from .tiles import WIDTH, are_tiled, tile_of, tracks_told
from .words import Mark, Shown, form_of, letters_of, mark_of, situation

UP, DOWN = -1, 1


@dataclass(frozen=True)
class Overlay:
    """What is written over a board: texts on empty cells and after pieces, and a pair of characters around cells."""

    texts: Mapping[int, str]
    frames: Mapping[int, str]
    role: str = "mark"
    room: int = 1
    """The number of columns for each cell."""

    roles: Mapping[int, str] = field(default_factory=dict)
    """The roles of single cells' texts, if they differ."""


LAST, LEFT = "()", "<>"
"""The frames of the cell of the last move, and of the cell it came from."""


def scene(shown: Shown, face: Face = PLAIN) -> str:
    """Return the board and everything beside it."""
    return "\n\n".join(filter(None, [draw(shown, face), situation(shown, face)]))


def draw(shown: Shown, face: Face = PLAIN, overlay: Overlay | None = None) -> str:
    """Return the board of a position, without a final newline.

    If it is wider than the face, a grid is cut into several panels, and a graph becomes a list of its cells.
    """
    sheet = Sheet(shown, face, overlay or _usual(shown))
    if sheet.width <= face.width:
        return "\n".join(sheet.lines())
    if shown.game.board.given_names and not sheet.lattice:
        return "\n".join(Listing(shown, face, sheet.overlay).lines())
    return "\n\n".join(sheet.panels())


def legend(game: Game, face: Face = PLAIN) -> str:
    """Return who plays which stones and where their edges are; the letters of kinds, where first letters would not tell
    them apart; the links that a drawing of the grid does not show."""
    if told := tracks_told(game.rules, face):
        return told
    parts = []
    for player, name in enumerate(game.players):
        edges = [edge.name for edge in game.board.edges if edge.player == player]
        stone = face.paint(face.stones[player], f"player{player}")
        shown = f"{stone} {name}"
        if edges:
            shown += f" ({', '.join(edges)}: {face.paint(face.edges[player], f'edge{player}')})"
        parts.append(shown)
    words = zip(("also linked", "not linked"), changed_links(game.board), strict=True)
    links = [f"{what}: {_listed_links(game.board, pairs)}" for what, pairs in words if pairs]
    letters = letters_of(game.rules, face).items()
    kinds = [f"letters: {', '.join(f'{letter} {kind}' for kind, letter in letters)}"]
    is_plain = all(kind[0].lower() == letter for kind, letter in letters)
    return "\n".join(["   ".join(parts), *([] if is_plain else kinds), *links])


SHOWN_LINKS = 6
"""So many links are named beside a board; the rest are counted."""


def _listed_links(board: Board, pairs: tuple[tuple[int, int], ...]) -> str:
    named = [f"{board.names[here]}-{board.names[there]}" for here, there in pairs[:SHOWN_LINKS]]
    more = len(pairs) - len(named)
    return ", ".join(named) + (f" and {more:,} more" if more else "")


def _usual(shown: Shown) -> Overlay:
    """Return the default overlay: the last move, and the numbers that the rules give to cells."""
    by_name, move, frames = shown.game.board.by_name, shown.last_move, dict[int, str]()
    if move and move.cell:
        frames = {by_name[name]: LEFT for name in [move.source] if name} | {by_name[move.cell]: LAST}
    texts = numbers_on(shown)
    rooms = [len(text) + (shown.at(cell) is not None) for cell, text in texts.items()]
    return Overlay(texts, frames, "empty", max([1, *rooms, *map(len, hash_marks(shown.game).values())]))


@dataclass
class Canvas:
    """Marks by line and column, both of which may be negative."""

    lines: dict[int, dict[int, Mark]]

    def put(self, column: int, line: int, text: str, role: str) -> None:
        """Write a text to the right from a column."""
        for offset, character in enumerate(text):
            self.lines.setdefault(line, {})[column + offset] = (character, role)

    def extent(self, line: int) -> tuple[int, int]:
        """Return the first and the last column of a line."""
        columns = self.lines[line]
        return min(columns), max(columns)


@dataclass(frozen=True)
class Sheet:
    """A drawing of one board."""

    shown: Shown
    face: Face
    overlay: Overlay

    @property
    def board(self) -> Board:
        """The board that is drawn."""
        return self.shown.game.board

    @cached_property
    def lattice(self) -> Lattice | None:
        """The columns and rows after which all cells of a graph are called, if they are so."""
        return lattice_of(self.board)

    @cached_property
    def spacing(self) -> int:
        """Columns from a cell to the next: an even number on a grid, with room for the names on a graph board."""
        room = max(self.overlay.room, WIDTH if are_tiled(self.shown.game.rules, self.face) else 1)
        names = self.board.given_names.values()
        if names and not self.lattice:
            return 2 + room + max(map(len, names))
        return room + 1 + (room + 1) % 2

    @cached_property
    def places(self) -> dict[Coordinate, tuple[int, int]]:
        """The column and the line of each place of the board."""
        return {place: self.place(place) for place in self.board.places}

    def place(self, place: Coordinate) -> tuple[int, int]:
        """Return the column and the line of a place."""
        x, y = self.board.position(place)
        if self.lattice:
            return self.lattice.place(place, self.board.bonds.get(self.board.places[place], ()), self.spacing)
        if self.board.mesh is not None:
            return round(self.spacing * x / self._least), place.r
        return round(self.spacing * x), round(y)

    @cached_property
    def _least(self) -> float:
        """How far apart the cells in the rows of a tiling are at least."""
        rows: dict[int, list[float]] = {}
        for place in self.board.places:
            rows.setdefault(place.r, []).append(self.board.position(place)[0])
        gaps = (after - before for row in rows.values() for before, after in pairwise(sorted(row)))
        return min(gaps, default=1.0)

    @cached_property
    def canvas(self) -> Canvas:
        """The drawing without the names of the rows."""
        canvas = Canvas({})
        self._edges(canvas)
        self._cells(canvas)
        self._columns(canvas)
        return canvas

    # What is put on it

    def _edges(self, canvas: Canvas) -> None:
        owners: dict[Coordinate, set[int]] = {}
        for edge in self.board.edges:
            for place in edge.outside if edge.is_coloured else ():
                owners.setdefault(place, set()).add(edge.player)
        for place, players in owners.items():
            if len(players) == 1:  # a place beyond a corner belongs to nobody
                (player,) = players
                canvas.put(*self.place(place), self.face.edges[player], f"edge{player}")

    def _cells(self, canvas: Canvas) -> None:
        winning = self.shown.winning_cells
        for place, cell in self.board.places.items():
            column, line = self.places[place]
            if cell in self.board.bonds and self._is_tangled:
                self._bond(canvas, cell, column, line)
                continue
            text, role = self.overlay.texts.get(cell, ""), self.overlay.roles.get(cell, self.overlay.role)
            stone, tile = self._stone(cell, cell in winning), self._tile(cell)
            if tile:
                for offset, mark in enumerate(tile, -1):
                    canvas.put(column + offset, line, *mark)
            elif stone:
                canvas.put(column, line, *stone)
                canvas.put(column + 1 + (cell in self.overlay.frames), line, text, role)
            else:
                empty = self.face.portal if cell in self.board.second_places else self.face.empty
                canvas.put(column, line, text or empty, role if text else "empty")
            name = "" if self.lattice else self.board.given_names.get(place, "")
            canvas.put(column - len(name) - 1, line, name, "label")
        for place, cell in self.board.places.items():
            if cell not in self.overlay.frames:
                continue
            column, line = self.places[place]
            frame = self.overlay.frames[cell]
            width = 1 if self.shown.at(cell) else max(1, len(self.overlay.texts.get(cell, "")))
            beyond = 1 if self._tile(cell) else 0
            canvas.put(column - 1 - beyond, line, frame[:1], "frame")
            canvas.put(column + width + beyond, line, frame[1:], "frame")

    @cached_property
    def _is_tangled(self) -> bool:
        """Whether links are lines from cell to cell: they cross, so that few of them can be drawn."""
        return bool(self.board.bonds and self.lattice) and is_tangled(self.board)

    def _bond(self, canvas: Canvas, cell: int, column: int, line: int) -> None:
        """Draw a link that somebody holds as a line; two that cross in their middle make a cross."""
        stone = self._stone(cell, winning=False)
        if stone is None:
            return
        (x, y), (to_x, to_y) = self.board.bonds[cell]
        is_crossed = column in canvas.lines.get(line, {})
        turn = (to_x - x) * (to_y - y)
        text = "X" if is_crossed else "\\" if turn > 0 else "/" if turn else "|" if x == to_x else "-"
        canvas.put(column, line, text, stone[1])

    def _stone(self, cell: int, winning: bool) -> Mark | None:
        held = self.shown.at(cell)
        return mark_of(held, self.shown.game.rules, self.face, winning) if held else None

    def _tile(self, cell: int) -> tuple[Mark, ...]:
        held = self.shown.at(cell)
        return tile_of(form_of(self.shown.game.rules, held), self.face) if held else ()

    def _columns(self, canvas: Canvas) -> None:
        """Write letters at the ends of the columns, if these lie above or below the whole board."""
        if self.lattice:
            lines = [line for _, line in self.places.values()]
            for rank in self.lattice.columns.values():
                for line, direction in ((min(lines) - 1, UP), (max(lines) + 1, DOWN)):
                    _column_letters(canvas, (self.spacing * rank, line), column_letters(rank), direction)
        if self.board.given_names:
            return
        rows = [place.r for place in self.board.places]
        ends: dict[int, tuple[Coordinate, Coordinate]] = {}
        for cell in self.board.places:
            first, last = ends.get(cell.q, (cell, cell))
            ends[cell.q] = min(first, cell, key=_row), max(last, cell, key=_row)
        for q, (first, last) in ends.items():
            for end, direction in ((first, UP), (last, DOWN)):
                column, line = self._beyond(end, direction, canvas)
                if not min(rows) <= line <= max(rows):
                    _column_letters(canvas, (column, line), self.board.column_name(q), direction)

    def _beyond(self, end: Coordinate, direction: int, canvas: Canvas) -> tuple[int, int]:
        """The first free column and line beyond the end of a column of cells."""
        line = end.r + direction
        while self._down(end, line) in canvas.lines.get(line, {}):
            line += direction
        return self._down(end, line), line

    def _down(self, end: Coordinate, line: int) -> int:
        """The column in which a column of cells goes on."""
        if self.board.mesh is None:
            return self.place(Coordinate(end.q, line))[0]
        lattice = self.board.mesh.tiling.down.real / self.board.mesh.columns.height
        return self.place(end)[0] + round((line - end.r) * lattice * self.spacing / self._least)

    # What it looks like

    @cached_property
    def width(self) -> int:
        """The columns of the whole board with the names of its rows."""
        ends = []
        for line, columns in self.canvas.lines.items():
            last, name = max(columns), self._row_names.get(line, "")
            ends.append(last + 1 + (len(name) + (columns[last][1] != "frame") if name else 0))
        return self._gutter - self._left + max(ends)

    def lines(self) -> Iterator[str]:
        """Give the lines of the whole board, with the names of its rows at both ends."""
        gutter, left = self._gutter, self._left
        for line in self._numbers:
            columns = self.canvas.lines.get(line, {})
            if not columns:
                yield ""
                continue
            first, last = self.canvas.extent(line)
            name = self._row_names.get(line, "")
            label = self.face.paint(name, "label")
            opening, closing = " " * (columns[first][1] != "frame"), " " * (columns[last][1] != "frame" and bool(name))
            before = " " * (gutter + first - left - len(name) - len(opening)) + label
            yield (before + opening + self._slice(line, first, last + 1) + closing + label).rstrip()

    def panels(self) -> Iterator[str]:
        """Give the slices of a board that is too wide, each with the names of its rows."""
        gutter, left = self._gutter, self._left
        right = max(self.canvas.extent(line)[1] for line in self.canvas.lines)
        number = -(-(right + 1 - left) // max(8, self.face.width - gutter))
        width = -(-(right + 1 - left) // number)  # parts are alike, rather than the last one a sliver
        starts = range(left, right + 1, width)
        for number, start in enumerate(starts, 1):
            title = f"part {number} of {len(starts)}, {self._named(start, start + width)}"
            lines = [self.face.paint(title, "label")]
            for line in self._numbers:
                inside = self._slice(line, start, min(start + width, right + 1))
                if inside.strip():
                    name = self._row_names.get(line, "")
                    indent = " " * (gutter - 1 - len(name))
                    lines.append((indent + self.face.paint(name, "label") + " " + inside).rstrip())
            yield "\n".join(lines)

    def _named(self, first: int, beyond: int) -> str:
        """Which columns of cells a part of the board shows: rows are shifted, so that parts may share some."""
        found = sorted({place.q for place, (column, _) in self.places.items() if first <= column < beyond})
        if self.board.given_names or not found:
            return "from left to right"
        return f"columns {self.board.column_name(found[0])} to {self.board.column_name(found[-1])}"

    def _slice(self, line: int, first: int, beyond: int) -> str:
        columns = self.canvas.lines.get(line, {})
        return "".join(self.face.paint(*columns[x]) if x in columns else " " for x in range(first, beyond))

    @cached_property
    def _left(self) -> int:
        return min(self.canvas.extent(line)[0] for line in self.canvas.lines)

    @property
    def _numbers(self) -> range:
        return range(min(self.canvas.lines), max(self.canvas.lines) + 1)

    @cached_property
    def _row_names(self) -> dict[int, str]:
        if self.lattice:
            return {self.lattice.lines * rank: str(rank + 1) for rank in self.lattice.rows.values()}
        return {} if self.board.given_names else {place.r: self.board.row_name(place.r) for place in self.board.places}

    @property
    def _gutter(self) -> int:
        return max(map(len, self._row_names.values()), default=0) + 1


class Listing(Sheet):
    """The cells of a graph one after another, in lines as wide as the face."""

    def place(self, place: Coordinate) -> tuple[int, int]:
        """Return the column and the line of a cell in the list."""
        width = self.spacing + 1
        line, column = divmod(self.board.places[place], max(1, (self.face.width - 1) // width))
        return width * column, line


def _row(cell: Coordinate) -> int:
    return cell.r


def _column_letters(canvas: Canvas, at: tuple[int, int], name: str, direction: int) -> None:
    """Write the letters of a column's name one below the other."""
    column, line = at
    for offset, letter in enumerate(name):
        below = offset if direction == DOWN else offset - len(name) + 1
        canvas.put(column, line + below, letter, "label")
