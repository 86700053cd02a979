"""Checks what is said of full boards, and what follows from that for play.

What a full board is, and who has won it, are asked of the rules (`rules.facts`), since that is what the claims
mean; boards are judged, counted and searched for by other code than the methods'. Whatever a verdict says is verified,
its words included.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module

from ...deadline import look
from ...play.game import Game
from ...play.state import State
from ...rules import ir
from ...rules.facts.endings import FULL, fills_until_won
from .. import statements
from ..fillings import Fillings, Unphrased, by_winners, fillings_of
from ..statements import AT_LEAST, OF_FULL_BOARDS, Tally, contradicts
from ..verdicts import ALL_BOARDS, THIS_BOARD
from .certificate import Entry, Refused, Unchecked, numbers, replayed
from .judging import judge_of

METHODS = {"counting": "counting", "topology": "topology", "SAT": "sat"}
"""The methods whose proofs can be checked, by the modules of this room that do it."""

POSITIONS = 50_000
"""The most positions that are visited to see which full boards play reaches."""

_PROVED = {"claim", "verdict", "method", "statement", "data"}
_REFUTED = {*_PROVED, "filling", "moves", "reached", "out of play"}


def check(game: Game, entry: Entry) -> str:
    """Verify what an entry says of full boards, or of play as it follows from that; raises Refused or Unchecked."""
    is_proved = entry.get("verdict") == "proved"
    how = _proof(game, entry) if is_proved else _refutation(game, entry)
    only(entry, _PROVED if is_proved else _REFUTED)
    return how


def only(held: Mapping[str, object], keys: Collection[str]) -> None:
    """Raise Refused unless a mapping holds some keys and no others, so that nothing is said that nobody looks at."""
    for key in sorted(held.keys() ^ set(keys)):
        raise Refused(f"it holds {key!a:.40}, which is not used here" if key in held else f"it holds no {key}")


def data_of(entry: Entry) -> dict[str, object]:
    """Return the data of an entry; raises Refused if there are none."""
    data = entry.get("data")
    if not isinstance(data, dict):
        raise Refused("it has no data")
    return data


def said(entry: Entry, statement: str) -> None:
    """Raise Refused if an entry says something else in words than what was verified."""
    if entry.get("statement", statement) != statement:
        raise Refused("its statement does not match its data")


# Proofs


def _proof(game: Game, entry: Entry) -> str:
    claim, method = str(entry.get("claim")), str(entry.get("method"))
    if claim in OF_FULL_BOARDS:
        return _by_method(game, entry)
    _refuse_unless_it_follows(game, claim)
    if method == "inference":
        if claim != "always-a-move" or not any(ending.condition == FULL for ending in game.rules.endings):
            raise Refused("it does not follow from the form of the endings")
        said(entry, statements.ends_when_full())
        only(data_of(entry), ())
        return "the form of the decisions and endings, and random games"
    before, after = statements.following(claim, "\0").split("\0")
    words, data = str(entry.get("statement", before + after)), data_of(entry)
    if not (words.startswith(before) and words.endswith(after)) or data.get("follows from") != AT_LEAST:
        raise Refused("it does not say what it follows from")
    rest = {key: value for key, value in data.items() if key != "follows from"}
    basis = {**entry, "claim": AT_LEAST, "data": rest}
    if "statement" in entry:
        basis["statement"] = words[len(before) : len(words) - len(after)]
    return _by_method(game, basis)


def _by_method(game: Game, entry: Entry) -> str:
    name = METHODS.get(str(entry.get("method")))
    if name is None:
        raise Unchecked(f"there is no checker for the method `{entry.get('method')}`")
    check_method: Callable[[Game, Entry], str] = import_module(f".{name}", __package__).check
    return check_method(game, entry)


def _refuse_unless_it_follows(game: Game, claim: str) -> None:
    """Raise Refused unless stones go to any empty cell until somebody has won or the board is full."""
    if claim not in ("no-draws", "always-a-move"):
        raise Refused("this claim does not follow from full boards")
    for seed in range(20):
        look()
        end = game.start().rollout(seed)
        if end.winner is None and (claim == "no-draws" or end.label == "no move"):
            raise Refused("a random game ended in a draw")
    if not fills_until_won(game.rules) or ir.EMPTY not in game.machine.start[: len(game.board.cells)]:
        raise Refused("a game may end without a winner before the board is full, or continue once it is")


# Numbers of full boards


def full_boards(game: Game) -> Fillings:
    """Return the full boards of a game; raises Unchecked where they are not known."""
    try:
        return fillings_of(game)
    except Unphrased as why:
        raise Unchecked(f"full boards decide nothing here, because {why}") from None


def check_stones(entry: Entry, fillings: Fillings) -> None:
    """Raise Refused unless an entry speaks of the full boards of a game."""
    data = data_of(entry)
    if numbers(data.get("contents")) != [*fillings.contents] or numbers(data.get("start")) != [*fillings.start]:
        raise Refused("play puts down different pieces, or the game starts with different pieces")


def check_tally(entry: Entry, fillings: Fillings, tally: Tally, in_turn: Tally) -> None:
    """Raise Refused unless what was counted again, of all full boards and of those filled in turn, is what an entry
    says, and decides its claim so."""
    data, claim = data_of(entry), str(entry.get("claim"))
    if data.get("boards by winners") != by_winners(tally):
        raise Refused("counting the full boards again gives different numbers")
    has_in_turn = "boards in turn by winners" in data
    if has_in_turn and (fillings.share < 0 or data["boards in turn by winners"] != by_winners(in_turn)):
        raise Refused("counting the full boards that are filled in turn again gives different numbers")
    bad = statements.exceptions(claim, tally)
    if bool(bad) != (entry.get("verdict", "proved") == "refuted"):
        raise Refused("a full board contradicts the claim" if bad else "no full board contradicts the claim")
    rest = statements.NOT_IN_PLAY * (entry.get("out of play") == ALL_BOARDS)
    said(entry, statements.of_boards(claim, tally, in_turn if has_in_turn else {}) + rest)
    only(data, ("contents", "start", "boards by winners", *["boards in turn by winners"] * has_in_turn))


# Refutations


def _refutation(game: Game, entry: Entry) -> str:
    """Judge a full board anew, replay the moves that lead to it, and count again what is said of all boards."""
    claim, filling, out_of_play = str(entry.get("claim")), numbers(entry.get("filling")), entry.get("out of play")
    states, is_reached = replayed(game, numbers(entry.get("moves"))), entry.get("reached")
    basis = claim if claim in OF_FULL_BOARDS else AT_LEAST
    if claim == "no-draws":
        outcome = states[-1].outcome
        if outcome is None or outcome.winner is not None:
            raise Refused("the moves lead to a position that does not contradict the claim")
    how = _full_board(game, basis, filling)
    if is_reached is not True and (is_reached is not False or len(states) > 1 or claim == "no-draws"):
        raise Refused("it does not say whether its moves lead to the board")
    if is_reached and list(states[-1].vector[: len(filling)]) != filling:
        raise Refused("the moves lead to another board")
    how += "; and its moves, replayed" * is_reached
    if entry.get("method") == "SAT":
        said(entry, statements.of_a_board(basis) + statements.NOT_IN_PLAY * (out_of_play == ALL_BOARDS))
        only(data_of(entry), ())
    else:
        try:
            how += f"; {_by_method(game, {**entry, 'claim': basis})}"
        except Unchecked as why:
            raise Unchecked(f"{how}; counts not checked: {why}") from None
    if out_of_play != "":
        _check_out_of_play(game, basis, filling, out_of_play)
        how += "; and that play does not lead there"
    return how


def _full_board(game: Game, claim: str, filling: Sequence[int]) -> str:
    """Raise Refused unless a full board contradicts a claim; return how that is seen."""
    fillings = full_boards(game)
    if len(filling) != len(fillings.start) or ir.EMPTY in filling:
        raise Refused("the board is not full")
    if any(not 0 < held < game.rules.content_count for held in filling):
        raise Refused("the board holds pieces that do not exist")
    for before, held in zip(fillings.start, filling, strict=True):
        if before not in (ir.EMPTY, held):
            raise Refused("the board lacks a piece that is there from the start")
        if before == ir.EMPTY and held not in fillings.contents:
            raise Refused("the board holds pieces that no decision puts there")
    judge, how = judge_of(game)
    winners = judge(filling)
    if not contradicts(claim, len(winners)):
        raise Refused(f"the board has {len(winners)} winner{'s' * (len(winners) != 1)}")
    return f"the full board, judged {how}"


def _check_out_of_play(game: Game, claim: str, filling: Sequence[int], what: object) -> None:
    """Verify that play does not reach a full board, or any that contradicts a claim."""
    if what not in (THIS_BOARD, ALL_BOARDS):
        raise Refused("it does not say what play cannot reach")
    judge, _ = judge_of(game)
    for board in _boards_of_play(game):
        if board == tuple(filling) or (what == ALL_BOARDS and contradicts(claim, len(judge(board)))):
            raise Refused("play can reach what is said to be out of play")


def _boards_of_play(game: Game) -> set[tuple[int, ...]]:
    """The full boards that play can reach; raises Unchecked if there are too many positions."""
    start, cells, found = game.start(decide_chance=False), len(game.board.cells), set[tuple[int, ...]]()
    known: set[State] = {start}
    waiting = [start]
    while waiting:
        look()
        state = waiting.pop()
        board = tuple(state.vector[:cells])
        if ir.EMPTY not in board:
            found.add(board)
        for move in () if state.is_over else state.legal_moves:
            after = state.copy()
            after.play(move)
            if after not in known:
                if len(known) >= POSITIONS:
                    raise Unchecked(f"that play cannot lead there is not checked: more than {POSITIONS:,} positions")
                known.add(after)
                waiting.append(after)
    return found
