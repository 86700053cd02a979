"""What is found out about a claim: a proof, a refutation, or how far the attempts came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..play.game import Game
from ..record import Record
from ..rules.rules import CLAIMS
from ..values.settings import spelt

__all__ = ["CLAIMS", "FORMAT", "Json", "Proved", "Refuted", "Undecided", "Verdict", "sizes_of"]

Json: TypeAlias = "bool | int | float | str | list[Json] | Mapping[str, Json] | None"


FORMAT = 3
"""The version of certificates."""


THIS_BOARD, ALL_BOARDS = "this board", "all boards that contradict the claim"
"""What play cannot reach."""


class Proved(Record):
    """A claim holds. `reach` says for which boards and options; `certificate` is what a checker needs."""

    claim: str
    method: str
    reach: str
    statement: str
    """How it is proved, in sentences for people."""

    certificate: Mapping[str, Json]
    how: str = ""
    """What the search took, as far as it is worth telling; no part of the proof."""


class Refuted(Record):
    """A claim is false: a full board, or moves from the start, show it."""

    claim: str
    method: str
    statement: str
    filling: tuple[int, ...] = ()
    """The content of each cell of a full board that contradicts the claim; empty where moves do."""

    moves: tuple[int, ...] = ()
    """Codes of moves that lead from the start to a position that contradicts the claim."""

    is_reached: bool = False
    """Whether play can reach the position; otherwise it is only a position."""

    certificate: Mapping[str, Json] = {}
    out_of_play: str = ""
    """Which full boards play cannot reach, as far as that is known: `THIS_BOARD`, `ALL_BOARDS` or none."""

    how: str = ""
    """What the search took, as far as it is worth telling."""


class Undecided(Record):
    """No method decided the claim; `tried` has a sentence for each, or for several alike, with how far it came."""

    claim: str
    tried: tuple[str, ...]


Verdict: TypeAlias = Proved | Refuted | Undecided


def sizes_of(game: Game) -> str:
    """Return the options that a verdict on a game holds for, as `size = 5, pie = yes`."""
    return ", ".join(f"{name} = {spelt(value)}" for name, value in game.options.items()) or "the one board it has"
