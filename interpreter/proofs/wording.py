"""What is found out about play, in words: texts that are made of a certificate's data, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from ..rules import ir, walk
from ..rules.facts.placement import brings_neutral
from ..rules.program import NEUTRAL, Rules
from ..rules.traits import Change

Counts = Mapping[str, int]
"""How many positions are unfinished, ended, and contradict a claim."""


class Rows(TypedDict):
    """What bounds decisions: each with its bound, and classes, each with the numbers of the decisions that raise its
    number."""

    decisions: list[list[str]]
    classes: list[list[list[int]]]


class Within(Rows):
    """The same within a turn: of anybody, or of one player."""

    mover: int | None


Measured = TypedDict(
    "Measured",
    {
        "empty cells": int, "decisions": list[list[str]], "classes": list[list[list[int]]],
        "within a turn": list[Within], "whole": str,
    },
)  # fmt: skip
"""The data of a measure."""

NEVER_DRAWN = (
    "No ending is a draw. A turn is one choice, and whoever can do nothing as a turn begins has won or lost: play never"
    " comes to a choice that offers nothing, and at the start there is one that offers something"
)
"""What is said where a game cannot be drawn for want of moves."""

_AGAIN = "leads to a board that was not there before{}, and there are only so many boards"
_BOUNDS = {
    "possible once": "can be made once, since it sets a variable for good",
    "passes": "ends the game after so many in a row",
    "tied to a turn": "is on offer on one turn only",
    "new board": _AGAIN.format(""),
    "new board later": _AGAIN.format(", or ends the game, from some turn on"),
}
_WHOLE = {
    "turns": "an ending comes on some turn at the latest",
    "quiet turns": "an ending comes after so many turns in a row that leave the board as it is",
}


def statement(rules: Rules, data: Measured) -> str:
    """Return what the data of a measure say."""
    parts = [*_classes(rules, data, data["empty cells"], "", [])]
    for each in data["within a turn"]:
        if each["mover"] is not None or not parts:
            mover = "" if each["mover"] is None else f"within a turn of {rules.players[each['mover']]}, "
            parts += _classes(rules, each, data["empty cells"], mover, data["classes"] if parts else [])
    parts += dict.fromkeys(f"`{word}` {_BOUNDS[bound]}" for word, bound in data["decisions"] if bound in _BOUNDS)
    parts += [_WHOLE[data["whole"]]] if data["whole"] else []
    return "; ".join(parts)


def _classes(
    rules: Rules, data: Rows | Within | Measured, cells: int, mover: str, told: list[list[list[int]]]
) -> Iterator[str]:
    """What is said of the classes of which more and more cells are, but for those that have been told of."""
    known = [held for held, _ in told]
    for held, raising in data["classes"]:
        if held in known:
            continue
        if data["decisions"][raising[0]][1] == "fills a cell" and not told:
            if rules.stacks > 1:
                yield "play cannot continue without laying a piece on a cell that has room, and none is taken away"
                continue
            removes = bool(walk.traits_of((rules.decisions, rules.script)).changes & Change.REMOVES)
            more = "nothing that could come again and again makes them more" if removes else "none is emptied"
            filled = f"filling one of the {cells} cells that are empty at the start"
            yield f"play cannot continue without {filled}, and {more}"
            continue
        raised = _listed([f"`{word}`" for word in dict.fromkeys(data["decisions"][each][0] for each in raising)])
        yield (
            f"{mover}{raised} can come only so often, since more and more cells {_shown(rules, held)}, and nothing "
            "that could come again and again makes them fewer"
        )


def _shown(rules: Rules, held: Sequence[int]) -> str:
    """What cells of a class hold, and how they are marked, in words."""
    names = ["nothing"] if ir.EMPTY in held else []
    owners = rules.owners if brings_neutral(rules) else rules.players
    for owner, name in enumerate(owners):
        mine = [piece.name for kind, piece in enumerate(rules.pieces) if rules.content(owner, kind) in held]
        names += [f"a neutral {_listed(mine)}" if name == NEUTRAL else f"{name}'s {_listed(mine)}"] if mine else []
    if {*range(1, rules.content_count)} <= {*held} and ir.EMPTY not in held:
        names = ["something"]
    marks = [f"are marked `{name}`" for number, name in enumerate(rules.marks) if -1 - number in held]
    return _listed([*([f"hold {_listed(names, 'or')}"] if names else []), *marks], "or")


def _listed(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# Positions


def proof(data: Counts) -> str:
    """Return what a search over all positions says that finds none against a claim."""
    return f"play can reach {_positions(data)}, and none contradicts the claim"


def refutation(claim: str, data: Counts) -> str:
    """Return what a search over positions says that finds one against a claim; without data, it has not seen all."""
    if claim == "finite":
        what = "play comes back to a position that it has been in"
    elif not data:
        what = {"no-draws": "play can end in a draw"}.get(claim, "a player can be made to pass or do nothing")
    else:
        number = data["contradicting"]
        counted = f"{number:,} position{'s' * (number != 1)}"
        what = (
            f"{counted} {'is a draw' if number == 1 else 'are draws'}"
            if claim == "no-draws"
            else f"in {counted} the player to move can only pass or do nothing"
        )
    return f"{what}, of the {_positions(data)} that play can reach" if data else what


def lone(player: str) -> str:
    """Return what is said of a position in which a player can only pass, or of one in which that ended the game."""
    return f"{player} can only pass or do nothing in this position"


def _positions(data: Counts) -> str:
    return f"{data['unfinished']:,} unfinished and {data['ended']:,} ended positions"
