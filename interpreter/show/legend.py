"""What the pieces of a game are called, beside their drawings: for who has never seen the game."""

from __future__ import annotations

from collections.abc import Iterator

from ..record import Record
from ..rules.facts.placement import pieces_brought
from ..rules.program import NEUTRAL, Rules
from .pictures.ground import Ground
from .pictures.stones import sample


class Meaning(Record):
    """Words, with the pieces that they stand for, each as the numbers of its kind and its owner."""

    words: str
    pieces: tuple[tuple[int, int], ...]


def legend(rules: Rules, ground: Ground) -> tuple[Meaning, ...]:
    """Return what pieces are called, as far as play brings them to the board and the players' colours do not say it."""
    found = tuple(_meanings(rules, ground))
    says_more = any(len(each.pieces) < len(rules.players) or rules.looks.piece(owner, kind).words
                    for each in found for kind, owner in each.pieces)  # fmt: skip
    return found if len(found) > 1 or says_more else ()


def _meanings(rules: Rules, ground: Ground) -> Iterator[Meaning]:
    brought, nobody = pieces_brought(rules), len(rules.players)
    is_shared = any((owner, 0) in brought for owner in range(nobody))
    for kind, piece in enumerate(rules.pieces):
        drawings: dict[str, int] = {}
        for owner in range(len(rules.owners)):
            if (owner, kind) in brought and rules.looks.piece(owner, kind).shape != "nothing":
                drawings.setdefault(sample(rules, owner, kind, ground), owner)
        rows: dict[str, list[tuple[int, int]]] = {}
        for owner in drawings.values():
            plain = f"{NEUTRAL} {piece.name}" if owner == nobody and kind == 0 and is_shared else piece.name
            words = rules.looks.piece(owner, kind).words or plain
            is_ones = owner < nobody and len({rules.looks.piece(each, kind).words for each in range(nobody)}) > 1
            words += f" ({rules.owners[owner]})" if is_ones and words != rules.owners[owner] else ""
            rows.setdefault(words, []).append((kind, owner))
        yield from (Meaning(words, tuple(pieces)) for words, pieces in rows.items())
