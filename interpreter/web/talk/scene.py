"""What a page shows of a position: its drawing in two parts, what can be decided and where, and all that is beside it.

Cells are numbers, as in `data-cell` of the drawing. Players are numbers too: `owner` counts the colours in their order,
then comes the owner of neutral pieces. Whoever may not see everything is given a `View`, and nothing else is read.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256

from ...board.board import Board
from ...board.relations import is_tangled
from ...play.game import Game
from ...play.moves import ENEMY, UNKNOWN, Move
from ...record import Single
from ...rules.program import NEUTRAL, Rules
from ...show.boards.words import (
    BUTTONS,
    Shown,
    asked,
    button,
    called,
    marks_of,
    piece_called,
    player_values,
    said_of,
    standing,
    values_of,
    zones_of,
)
from ...show.legend import TRACES, badge, legend, sample, traces
from ...show.pictures.ground import Ground
from ...show.pictures.paint import SEAMS
from ...show.pictures.picture import ground_group, ground_of, part, stones_group
from .copies import copies

Json = Mapping[str, object]
"""An object as JSON writes it."""

KEPT = 32
"""So many drawings of boards are kept."""


class Drawing(Single):
    """All that a page shows throughout a game; `hash` stands for it once a page has it."""

    ground: Ground
    rules: Rules

    @property
    def players(self) -> tuple[str, ...]:
        """The colours."""
        return self.rules.players

    @property
    def board(self) -> Board:
        """The board that is drawn."""
        return self.ground.board

    @cached_property
    def lasting(self) -> dict[str, object]:
        """The board's drawing, its cells with names, centres and places, and what its colours and signs mean.

        A cell is `[name, x, y, place…]`, with `q,r` for each place where it is drawn.
        """
        board = self.board
        return {
            "view": list(self.ground.frame),
            "board": ground_group(self.ground),
            "copies": [list(each) for each in copies(self.ground.layout)],
            "cells": [self._cell(cell) for cell in range(len(board.cells))],
            "neighbours": [list(row) for row in board.rows],
            "kinds": [self._kind(number) for number in range(len(self.rules.pieces))],
            "legend": [[each.words, [*map(list, each.pieces)]] for each in legend(self.rules, self.ground)],
            "drawn": TRACES,
            "edges": [[edge.name, edge.player] for edge in board.edges if edge.is_coloured],
            "seams": [[seam.name, colour] for seam, colour in zip(board.seams, SEAMS, strict=False)],
        }

    @cached_property
    def badges(self) -> tuple[str, ...]:
        """What stands for each player."""
        return tuple(badge(self.rules, player, self.ground) for player in range(len(self.players)))

    @cached_property
    def hash(self) -> str:
        """A short text that differs for drawings that differ."""
        return sha256(json.dumps(self.lasting).encode()).hexdigest()[:16]

    @cached_property
    def undrawn(self) -> Mapping[int, tuple[int, int]]:
        """The links that are cells but are not drawn before a piece lies on them, with the cells at their ends."""
        board = self.board
        if not (board.bonds and is_tangled(board)):
            return {}
        return {cell: (board.places[one], board.places[other]) for cell, (one, other) in board.bonds.items()}

    def _kind(self, kind: int) -> list[str]:
        """What a kind of piece is called, and its drawing for each owner."""
        rules, name = self.rules, self.rules.pieces[kind].name
        drawings = (sample(rules, owner, kind, self.ground) for owner in range(len(rules.owners)))
        return [rules.looks.piece(0, kind).words or name, *drawings]

    def _cell(self, cell: int) -> list[object]:
        board = self.board
        second = board.second_places.get(cell)
        places = [board.cells[cell], *([second] if second is not None else [])]
        at = self.ground.layout.centre(board.cells[cell])
        name = " = ".join(self.ground.names(cell))
        return [name, round(at.x, 2), round(at.y, 2), *(f"{place.q},{place.r}" for place in places)]


_KEPT: deque[Drawing] = deque(maxlen=KEPT)


def drawing_of(game: Game) -> Drawing:
    """Return the drawing of a game's board. Games on the same board have the same, if colours and pieces are alike."""
    alike = _drawn_of(game.rules)
    found = next((each for each in _KEPT if each.board is game.board and _drawn_of(each.rules) == alike), None)
    if found is None:
        found = Drawing(ground_of(game), game.rules)
    else:
        _KEPT.remove(found)
    _KEPT.append(found)
    return found


def _drawn_of(rules: Rules) -> tuple[object, ...]:
    """What of the rules is drawn throughout a game."""
    return rules.players, rules.pieces, rules.looks


def scene(shown: Shown, choices: Sequence[Move] = (), has: str = "", eyes: str | None = None) -> dict[str, object]:
    """Return what a page shows of a position as plain data for JSON.

    `choices` are the moves that whoever looks may make now; `has` is the hash of the drawing that the page has already,
    which is then left out, and `eyes` the colour that looks, if one does.
    """
    game = shown.game
    drawing = drawing_of(game)
    ground = drawing.ground
    svg: dict[str, object] = {"stones": stones_group(shown, ground), "seen": list(part([shown], ground))}
    found: dict[str, object] = {
        "title": game.title,
        "options": {name: str(value) for name, value in game.identity.options},
        "hash": drawing.hash,
        "svg": svg,
        "players": _players(drawing),
        "deciders": list(shown.deciders),
        "moves": moves_of(shown, choices),
        "held": {str(cell): list(held) for cell, held in _held(shown)},
        "piles": {str(game.board.by_name[name]): list(pile) for name, pile in shown.piles.items()},
        "values": _values(shown),
        "hands": [
            {"colour": colour, "zone": zone, "cards": list(cards)}
            for colour, zones in zones_of(shown).items()
            for zone, cards in zones.items()
        ],
        "scores": {colour: _listed(score) for colour, score in shown.scores.items()},
        "variables": {**values_of(shown), **player_values(shown)},
        "marks": {colour: {name: list(cells) for name, cells in marks.items()}
                  for colour, marks in marks_of(shown).items()},
        "eliminated": list(shown.eliminated),
        "standing": standing(shown),
        "asks": asked(choices),
        "said": [*_swapped(shown), *said_of(shown, eyes)],
        "outcome": _outcome(shown),
        "last": _last(shown),
        "traces": list(traces(shown)),
        "winning": sorted(shown.winning_cells),
        "joined": _joined(shown),
    }  # fmt: skip
    if has != drawing.hash:
        parts = dict(drawing.lasting)
        svg.update({name: parts.pop(name) for name in ("view", "board", "copies")})
        found.update(parts)
    return found


def moves_of(shown: Shown, choices: Iterable[Move]) -> list[dict[str, object]]:
    """Return moves as a page offers them.

    Each has its `text` and `word`, and a button or a choice what it `says`; as far as there are any the `piece` with
    its `kind` and its `owner`, the `cell`, and the `source` that the piece moves from; `ends` are the cells that a link
    joins which is not drawn yet.
    """
    game, by_name = shown.game, shown.game.board.by_name
    undrawn, mover = drawing_of(game).undrawn, shown.to_move
    found = list[dict[str, object]]()
    for move in choices:
        each: dict[str, object] = {"text": move.text, "word": move.word}
        each |= {"says": button(move)} if move.word in BUTTONS else {}
        each |= {"says": move.text.partition(" ")[2]} if move.word == "choose" else {}
        if move.cell:
            cell = by_name[move.cell]
            each |= _piece(shown, move, _owner(game, move, mover)) if move.piece else {}
            each |= {"cell": cell}
            each |= {"source": by_name[move.source]} if move.source else {}
            each |= {"ends": list(undrawn[cell])} if cell in undrawn else {}
        found.append(each)
    return found


def _piece(shown: Shown, move: Move, owner: int) -> dict[str, object]:
    """The piece that a move is about, as far as whoever looks knows it: what it is called, its kind, its owner."""
    held, rules = shown.at(shown.game.board.by_name[move.source]) if move.source else None, shown.game.rules
    if held and held[1] == UNKNOWN:
        return {"piece": UNKNOWN, "owner": owner}
    kind = next(number for number, piece in enumerate(rules.pieces) if piece.name == move.piece)
    return {"piece": piece_called(rules, (rules.owners[owner], move.piece)), "kind": kind, "owner": owner}


def _owner(game: Game, move: Move, mover: str | None) -> int:
    """Return whose piece a move is about, as a number of `rules.owners`."""
    owner = game.block_of(move.code).owner
    if owner == ENEMY and mover is not None:
        return 1 - game.players.index(mover)
    owners = game.rules.owners
    return owners.index(owner) if owner in owners else owners.index(mover or NEUTRAL)


def _players(drawing: Drawing) -> list[dict[str, object]]:
    return [
        {"colour": colour, "paint": paint.fill, "rim": paint.rim, "badge": found}
        for colour, paint, found in zip(drawing.players, drawing.ground.paints, drawing.badges, strict=False)
    ]


def _held(shown: Shown) -> Iterable[tuple[int, tuple[str, str]]]:
    """The cells that are seen to be occupied, with the owner's name and the piece."""
    for cell in range(len(shown.game.board.cells)):
        held = shown.at(cell)
        if held is not None:
            yield cell, (held[0], piece_called(shown.game.rules, held))


def _values(shown: Shown) -> dict[str, dict[str, str]]:
    """What each cell, or the piece on it, has, by the names of the variables."""
    found: dict[str, dict[str, str]] = {}
    for name, values in shown.cell_variables.items():
        for cell, value in values.items():
            found.setdefault(str(shown.game.board.by_name[cell]), {})[called(shown, name) or name] = value
    return found


def _outcome(shown: Shown) -> dict[str, object] | None:
    ended = shown.outcome
    return None if ended is None else {"winner": ended.winner, "label": ended.label, "text": str(ended)}


def _joined(shown: Shown) -> list[str]:
    """The names of the winner's own edges that the chain that has won touches."""
    won, ended, players = shown.winning_cells, shown.outcome, shown.game.players
    if not won or ended is None or ended.winner is None:
        return []
    owned = (edge for edge in shown.game.board.edges if edge.is_coloured and players[edge.player] == ended.winner)
    return list(dict.fromkeys(edge.name for edge in owned if any(arc.to in won for arc in edge.links)))


def _last(shown: Shown) -> dict[str, object] | None:
    """The last move, with the numbers of its cells as far as it has any."""
    move, by_name = shown.last_move, shown.game.board.by_name
    if move is None:
        return None
    return {"text": move.text, "cell": by_name.get(move.cell), "source": by_name.get(move.source)}


def _swapped(shown: Shown) -> list[str]:
    """That the players have changed seats, if they just did."""
    move = shown.last_move
    return ["The players have swapped sides."] if move is not None and move.word == "swap" else []


def _listed(score: int | tuple[int, ...]) -> int | list[int]:
    return score if isinstance(score, int) else list(score)
