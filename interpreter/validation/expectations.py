"""What a scenario can expect of a state: the values of each key under `expect`, and how they are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard, TypeVar

from ..diagnostics.diagnostic import did_you_mean, listed
from ..play.moves import UNKNOWN, AmbiguousMove, MoveError, UnreadableMove
from ..play.perft import perft
from ..play.piles import piece_text
from ..play.positions import cell_number
from ..play.state import State
from ..play.view import View
from ..source.reading.mappings import Cell, Placement, is_mapping, is_placement, is_scalars, is_texts, short
from ..values.settings import spelt

Value = TypeVar("Value")


@dataclass(frozen=True)
class Expectation:
    """One key under `expect`."""

    fits: Callable[[object], bool]
    """Whether a value from a file has the right type."""

    wanted: str
    """The right type, to complete "must be …"."""

    failures: Callable[[State, object], Iterator[str]]
    """Gives a line for each way in which a state is not as expected; the value must fit."""


def _expectation(
    fits: Callable[[object], TypeGuard[Value]], wanted: str, failures: Callable[[State, Value], Iterator[str]]
) -> Expectation:
    def checked(state: State, value: object) -> Iterator[str]:
        assert fits(value)
        return failures(state, value)

    return Expectation(fits, wanted, checked)


def _differs(what: str, expected: object, found: object) -> Iterator[str]:
    if found != expected:
        yield f"{what}: expected {_shown(expected)}, got {_shown(found)}"


def _shown(value: object) -> str:
    """Write a value of a file or of a state: lists with commas, nothing as `none`."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


# The kinds of value


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is a text."""
    return isinstance(value, str)


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int and value >= 0


def _is_numbers(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(map(_is_number, value))


def _is_text_or_texts(value: object) -> TypeGuard[str | list[str]]:
    return is_text(value) or is_texts(value)


def _is_board(value: object) -> TypeGuard[dict[str, Placement]]:
    return is_mapping(value) and all(map(is_placement, value.values()))


def _is_views(value: object) -> TypeGuard[dict[str, dict[str, object]]]:
    return is_mapping(value) and all(map(is_mapping, value.values()))


def _is_piles(value: object) -> TypeGuard[dict[str, list[str]]]:
    return is_mapping(value) and all(map(is_texts, value.values()))


# The checks


def _wins(state: State, wanted: list[str]) -> Iterator[str]:
    return _players(state, "wins", sorted(wanted), sorted(state.wins))


def _loses(state: State, wanted: list[str]) -> Iterator[str]:
    return _players(state, "loses", sorted(wanted), sorted(state.loses))


def _winner(state: State, wanted: str) -> Iterator[str]:
    outcome = state.outcome
    return _players(state, "winner", [wanted], [(outcome.winner or "draw") if outcome else "none"], "draw", "none")


def _to_move(state: State, wanted: str | list[str]) -> Iterator[str]:
    return _players(state, "to move", [wanted] if isinstance(wanted, str) else wanted, list(state.deciders), "none")


def _players(state: State, what: str, wanted: list[str], found: list[str], *more: str) -> Iterator[str]:
    """Compare players by name; `more` words may stand in place of one."""
    known = [*state.game.players, *more]
    unknown = [name for name in wanted if name not in known]
    return (
        iter([f"{what}: {_no_player(name, known)}" for name in unknown]) if unknown else _differs(what, wanted, found)
    )


def _no_player(name: str, known: Sequence[str]) -> str:
    guess = did_you_mean(short(name), known)
    return f"there is no player `{short(name)}`" + (f": {guess}" if guess else f"; write {listed(known)}")


def _codes(state: State, moves: Iterable[str]) -> tuple[set[int], list[str]]:
    """Return the codes of moves, and a line for each move that cannot be read."""
    codes: set[int] = set()
    problems: list[str] = []
    for move in moves:
        try:
            codes.add(state.read(move).code)
        except MoveError as error:
            problems.append(f"{move}: {error}")
    return codes, problems


def _legal(state: State, wanted: list[str]) -> Iterator[str]:
    codes, problems = _codes(state, wanted)
    yield from problems
    found = set(state.legal_codes)
    for code in sorted(codes - found):
        yield f"legal: {state.game.move(code)} is not legal"
    for code in sorted(found - codes):
        yield f"legal: {state.game.move(code)} is legal but not listed"


def _legal_count(state: State, wanted: int) -> Iterator[str]:
    return _differs("legal moves", wanted, len(state.legal_codes))


def _includes(state: State, wanted: list[str]) -> Iterator[str]:
    codes, problems = _codes(state, wanted)
    yield from problems
    for code in sorted(codes - set(state.legal_codes)):
        yield f"includes: {state.game.move(code)} is not legal"


def _excludes(state: State, wanted: list[str]) -> Iterator[str]:
    legal = set(state.legal_codes)
    for move in wanted:
        try:
            meant = state.read(move)
        except (AmbiguousMove, UnreadableMove) as error:
            yield f"excludes: {error}"
        except MoveError:
            pass
        else:
            if meant.code in legal:
                yield f"excludes: {meant} is legal"


def _refuses(state: State, wanted: list[object]) -> Iterator[str]:
    kept = state.game.machine.layout.kept
    before = state.vector[:kept]
    for move in wanted:
        tried = state.copy()
        try:
            tried.play(str(move))
        except MoveError:
            if tried != state or tried.vector[:kept] != before:
                yield f"refuses: {move} was refused, but changed the state"
        else:
            yield f"refuses: {move} was accepted"


def _board(state: State | View, wanted: dict[str, Placement]) -> Iterator[str]:
    kinds = [piece.name for piece in state.game.rules.pieces] + [UNKNOWN] * isinstance(state, View)
    for player, held in wanted.items():
        if player not in state.pieces:
            yield f"board: {_no_player(player, list(state.pieces))}"
            continue
        for kind, cells in (held if isinstance(held, dict) else {kinds[0]: held}).items():
            unknown = [cell for cell in cells if cell_number(state.game, cell) is None]
            yield from (f"board: there is no cell `{short(cell)}`" for cell in unknown)
            if kind not in kinds:
                yield f"board: there is no piece `{short(kind)}`"
            elif not unknown:
                yield from _standing(state, player, kind, cells)


def _standing(state: State | View, player: str, kind: str, cells: list[Cell]) -> Iterator[str]:
    found = {state.game.board.by_name[cell] for cell in state.pieces[player].get(kind, ())}
    if found != {cell_number(state.game, cell) for cell in cells}:
        names = sorted(state.game.board.names[cell] for cell in found)
        yield from _differs(f"board: cells with {kind} of {player}", cells, names)


def _vars(state: State | View, wanted: dict[str, object]) -> Iterator[str]:
    return _held("vars", wanted, state.variables | state.player_variables | state.cell_variables)


def _piles(state: State, wanted: dict[str, list[str]]) -> Iterator[str]:
    for name, pile in wanted.items():
        cell = cell_number(state.game, name)
        if cell is None:
            yield f"piles: there is no cell `{short(name)}`"
        else:
            yield from _differs(f"piles, {name}", pile, [piece_text(*piece) for piece in state.pile(cell)])


def _zones(state: State, wanted: dict[str, object]) -> Iterator[str]:
    return _held("zones", _in_order(wanted), _in_order(state.zones))


def _marks(state: State, wanted: dict[str, object]) -> Iterator[str]:
    return _held("marks", _in_order(wanted), _in_order(state.marks))


def _scores(state: State, wanted: dict[str, object]) -> Iterator[str]:
    return _held("scores", wanted, state.scores)


def _last(state: State | View, wanted: str) -> Iterator[str]:
    return _differs("last", wanted, str(state.last_move or "none"))


def _views(state: State, wanted: dict[str, dict[str, object]]) -> Iterator[str]:
    for player, parts in wanted.items():
        if player not in state.game.players:
            yield f"views: {_no_player(player, state.game.players)}"
            continue
        view = state.view(player)
        for part, value in parts.items():
            match part, value:
                case "board", dict() if _is_board(value):
                    failures = _board(view, value)
                case "vars", dict():
                    failures = _vars(view, value)
                case "last", str():
                    failures = _last(view, value)
                case _:
                    failures = iter([f"a view has a `board`, `vars` and the `last` move, not `{short(part)}`: {value}"])
            yield from (f"views, {player}, {failure}" for failure in failures)


def _held(what: str, wanted: object, found: object) -> Iterator[str]:
    """Compare what is wanted with what there is, name by name; names that are left out are not checked."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for name, value in wanted.items():
            if name in found:
                yield from _held(f"{what}, {name}", value, found[name])
            else:
                yield f"{what}: there is no `{short(name)}`, only {_shown(list(found))}"
    elif isinstance(found, Mapping):
        yield f"{what}: expected a value, got one for each of {_shown(list(found))}"
    else:
        yield from _differs(what, _spelt(wanted), _spelt(found))


def _in_order(value: object) -> object:
    """Sets, in which order does not matter, in the order of their texts."""
    if isinstance(value, Mapping):
        return {name: _in_order(each) for name, each in value.items()}
    return sorted(value, key=str) if isinstance(value, list | tuple) else value


def _spelt(value: object) -> object:
    return [spelt(each) for each in value] if isinstance(value, list | tuple) else spelt(value)


def _perft(state: State, wanted: list[int]) -> Iterator[str]:
    return _differs("perft", wanted, [perft(state, depth) for depth in range(1, len(wanted) + 1)])


EXPECTATIONS = {
    "wins": _expectation(is_texts, "a list of players", _wins),
    "loses": _expectation(is_texts, "a list of players", _loses),
    "winner": _expectation(is_text, "a player, draw or none", _winner),
    "to_move": _expectation(_is_text_or_texts, "a player or a list of players", _to_move),
    "legal": _expectation(is_texts, "a list of moves", _legal),
    "legal_count": _expectation(_is_number, "a number", _legal_count),
    "includes": _expectation(is_texts, "a list of moves", _includes),
    "excludes": _expectation(is_texts, "a list of moves", _excludes),
    "refuses": _expectation(is_scalars, "a list of moves", _refuses),
    "board": _expectation(_is_board, "a mapping of players to cells", _board),
    "piles": _expectation(_is_piles, "a mapping of cells to lists of pieces", _piles),
    "vars": _expectation(is_mapping, "a mapping of variables to what they hold", _vars),
    "zones": _expectation(is_mapping, "a mapping of players to their cards", _zones),
    "marks": _expectation(is_mapping, "a mapping of players to their marks", _marks),
    "views": _expectation(_is_views, "a mapping of players to what they see", _views),
    "scores": _expectation(is_mapping, "a mapping of players to numbers", _scores),
    "perft": _expectation(_is_numbers, "a list of numbers", _perft),
}
