"""Moves as values, their text forms, and the three ways in which one is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.board.board import Board
from interpreter.rules import ir
from interpreter.source.diagnostics import nearest

if TYPE_CHECKING:
    from interpreter.machine.actions import Block


class MoveError(ValueError):
    """A move that cannot be played; nothing has changed."""


class UnreadableMove(MoveError):  # noqa: N818 - named for what the move is
    """The text is no move of this game's notation."""


class IllegalMove(MoveError):  # noqa: N818
    """The move cannot be played now; the message says why."""


class AmbiguousMove(MoveError):  # noqa: N818
    """The text stands for several moves that can be played now."""


@dataclass(frozen=True)
class Move:
    """A decision: its fixed integer code and its text form, which reads back; `cell` is empty for swap and pass."""

    code: int
    text: str
    word: str
    piece: str = ""
    cell: str = ""

    def __str__(self) -> str:
        return self.text


_PLACEMENT = re.compile(r"(?:(?P<piece>\w+)@)?(?P<cell>[A-Za-z]+[0-9]+)(?:-(?P<to>[A-Za-z]+[0-9]+))?")


class Notation:
    """Reads and writes the moves of one game: `c3`, `stack@c3`, `swap`, `pass`."""

    def __init__(self, board: Board, rules: ir.Rules, blocks: tuple[Block, ...]) -> None:
        self._board, self._pieces, self._blocks = board, rules.pieces, blocks
        self._never = rules.point.never

    def move(self, code: int) -> Move:
        """The move of a code; raises ValueError outside `range(action_count)`."""
        for block in self._blocks:
            if block.base <= code < block.base + block.size:
                if not block.takes_cell:
                    return Move(code, block.word, block.word)
                piece, cell = self._pieces[block.piece].name, self._board.names[code - block.base]
                return Move(code, f"{piece}@{cell}" if block.piece else cell, block.word, piece, cell)
        raise ValueError(f"no move has the code {code}")

    def read(self, text: str) -> list[int]:
        """The codes that a text can stand for; raises UnreadableMove, or IllegalMove where no such move exists."""
        text = text.strip()
        if text in ("swap", "pass"):
            codes = [block.base for block in self._blocks if block.word == text]
            if not codes:
                raise IllegalMove(self._impossible(text, 0, text))
            return codes
        match = _PLACEMENT.fullmatch(text)
        if match is None:
            raise UnreadableMove(f"`{_short(text)}` is no move: name a cell, such as `{self._board.names[0]}`")
        cell = self._cell(match["cell"])
        if match["to"]:
            self._cell(match["to"])
            raise IllegalMove("pieces do not move in this game")
        piece = self._piece(match["piece"]) if match["piece"] else 0
        codes = [block.base + cell for block in self._blocks if block.takes_cell and block.piece == piece]
        if not codes:
            raise IllegalMove(self._impossible("place", piece, f"place a {self._pieces[piece].name}"))
        return codes

    def _impossible(self, word: str, piece: int, shown: str) -> str:
        for alternative in self._never:
            if (alternative.word, alternative.piece) == (word, piece) and alternative.where_span is not None:
                return f"to {shown} is only possible where {alternative.where_span.text}, which the options rule out"
        return f"nobody can {shown} in this game"

    def _cell(self, name: str) -> int:
        cell = self._board.by_name.get(name.lower())
        if cell is None:
            raise UnreadableMove(f"there is no cell `{_short(name)}` on this board")
        return cell

    def _piece(self, name: str) -> int:
        names = [piece.name for piece in self._pieces]
        if name not in names:
            guess = nearest(name, names)
            raise UnreadableMove(
                f"there is no piece `{_short(name)}`" + (f"; did you mean `{guess}`?" if guess else "")
            )
        return names.index(name)


def _short(text: str) -> str:
    shown = "".join(character if character.isprintable() else "�" for character in text)
    return shown if len(shown) <= 30 else shown[:30] + "…"
