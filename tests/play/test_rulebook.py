"""Games beside their own rules: `cd tests && python -m play.test_rulebook 2000 [STEM …]` for so many of each case."""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from importlib import import_module
from itertools import combinations

import pytest
from conftest import ROOT, long
from rulebook import DRAW, BlindHex, Rules, hash_marks, rhombus

import hexgame
from hexgame.play.state import State

Options = dict[str, object]

_BOOKS = [import_module(path.stem) for path in sorted((ROOT / "tests").glob("rulebook*.py"))]
GAMES: dict[str, type[Rules]] = {stem: rules for book in _BOOKS for stem, rules in book.GAMES.items()}

CASES: list[tuple[str, Options, int]] = [
    ("oware", {"size": 3}, 10),
    ("rosette", {"size": 2}, 20),
    ("rosette", {"size": 3}, 3),
    ("oware", {"size": 6}, 5),
    ("tumbleweed", {"size": 3}, 5),
    ("hy2", {"size": 2}, 80),
    ("hy2", {"size": 3}, 40),
    ("hy2", {"size": 4}, 10),
    ("knight_vision", {"size": 5}, 60),
    ("knight_vision", {"size": 6}, 20),
    ("blind_hex", {"size": 5, "handicapped": "X"}, 40),
    ("blind_hex", {"size": 5, "handicapped": "O", "refusals": 2}, 60),
    ("blind_hex", {"size": 7, "handicapped": "O"}, 10),
    ("gonnect", {"size": 3, "pie": False}, 80),
    ("gonnect", {"size": 3, "pie": True}, 80),
    ("gonnect", {"size": 4, "pie": True}, 30),
    ("gonnect", {"size": 5, "pie": False}, 8),
    ("scaffold", {"size": 3, "pie": True}, 60),
    ("scaffold", {"size": 4, "pie": False}, 40),
    ("scaffold", {"size": 5, "pie": True}, 15),
    ("crossway", {"size": 3, "pie": True}, 60),
    ("crossway", {"size": 4, "pie": False}, 40),
    ("crossway", {"size": 5, "pie": True}, 20),
    ("unlur", {"size": 3}, 60),
    ("unlur", {"size": 4}, 20),
    ("three_player_hex", {"size": 2}, 60),
    ("three_player_hex", {"size": 3}, 30),
    ("three_player_hex", {"size": 4}, 8),
    ("chameleon", {"size": 2, "pie": True}, 60),
    ("chameleon", {"size": 3, "pie": True}, 40),
    ("chameleon", {"size": 5, "pie": False}, 10),
    ("tabu_y", {"size": 2}, 10),
    ("tabu_y", {"size": 4}, 60),
    ("tabu_y", {"size": 6}, 20),
    ("master_y", {"size": 2}, 10),
    ("master_y", {"size": 4}, 40),
    ("master_y", {"size": 6}, 15),
    ("gale", {"size": 3}, 40),
    ("gale", {"size": 5}, 30),
    ("gale", {"size": 7}, 10),
    ("dark_hex", {"size": 2}, 60),
    ("dark_hex", {"size": 3}, 40),
    ("dark_hex", {"size": 5}, 15),
    ("random_turn_hex", {"size": 3}, 20),
    ("random_turn_hex", {"size": 5}, 5),
    ("shannon_switching", {"size": 1}, 20),
    ("shannon_switching", {"size": 2}, 10),
    ("conect", {"size": 3, "pie": True}, 20),
    ("conect", {"size": 5, "pie": False}, 10),
    ("slither", {"size": 3, "pie": True}, 8),
    ("slither", {"size": 4, "advanced": True, "pie": False}, 3),
    ("nex", {"size": 3, "pie": True}, 20),
    ("nex", {"size": 4, "pie": False}, 10),
    ("catchup", {"size": 2, "level": True}, 10),
    ("catchup", {"size": 3, "level": False}, 10),
    ("side_stitch", {"size": 3, "borders": 5, "pie": True}, 20),
    ("side_stitch", {"size": 4, "borders": 9, "pie": False}, 8),
    ("esa_hex", {"size": 3, "pie": False}, 20),
    ("esa_hex", {"size": 4, "pie": True}, 20),
    ("diagonal_hex", {"size": 3, "pie": True}, 20),
    ("diagonal_hex", {"size": 5, "pie": False}, 15),
    ("misere_hex", {"size": 3, "pie": True}, 20),
    ("misere_hex", {"size": 4, "pie": False}, 20),
    ("y_hex", {"size": 2}, 10),
    ("y_hex", {"size": 3}, 20),
    ("bipartisan_y", {"size": 2}, 20),
    ("bipartisan_y", {"size": 3}, 20),
    ("defector_y", {"size": 2, "stones": 1}, 20),
    ("defector_y", {"size": 3, "stones": 2}, 20),
    ("double_agent_y", {"size": 2}, 20),
    ("double_agent_y", {"size": 3}, 10),
    ("gyre", {"size": 2, "pie": True}, 20),
    ("gyre", {"size": 3, "pie": False}, 10),
    ("obstacle_hex", {"size": 3, "obstacles": 1, "pie": True}, 20),
    ("obstacle_hex", {"size": 4, "obstacles": 3, "pie": False}, 15),
    ("ayu", {"size": 5, "pie": True}, 8),
    ("ayu", {"size": 7, "pie": False}, 2),
    ("coil", {"size": 3}, 10),
    ("coil", {"size": 4}, 8),
    ("pippinzip", {"size": 3}, 20),
    ("pippinzip", {"size": 5}, 10),
    ("oust", {"size": 3, "pie": True}, 30),
    ("oust", {"size": 5, "pie": False}, 8),
    ("abak", {"size": 7, "limit": 4}, 3),
    ("redstone", {"size": 3, "pie": True}, 20),
    ("redstone", {"size": 4, "pie": False}, 10),
    ("minefield", {"size": 3, "pie": True}, 20),
    ("minefield", {"size": 5, "pie": False}, 6),
    ("troll", {"size": 4, "raids": False}, 20),
    ("troll", {"size": 6, "raids": True}, 5),
    ("lines_of_action", {"size": 5, "both": "draw"}, 2),
    ("lines_of_action", {"size": 5, "both": "mover"}, 1),
    ("tara", {"size": 3}, 30),
    ("tara", {"size": 5}, 8),
    ("duplohex", {"size": 2}, 20),
    ("duplohex", {"size": 4}, 10),
    ("resolve", {"size": 3}, 20),
    ("resolve", {"size": 5}, 8),
    ("cairo_hex", {"size": 1, "pie": True}, 10),
    ("cairo_hex", {"size": 3, "pie": False}, 10),
    ("tetrakis_hex", {"size": 1, "pie": False}, 10),
    ("tetrakis_hex", {"size": 3, "pie": True}, 10),
    ("quax", {"size": 3, "pie": True}, 10),
    ("quax", {"size": 4, "pie": False}, 5),
    ("star", {"size": 2, "pie": True}, 10),
    ("star", {"size": 3, "pie": False}, 5),
    ("bide", {"size": 2}, 15),
    ("bide", {"size": 4}, 3),
    ("onyx", {"size": 4, "pie": True}, 10),
    ("onyx", {"size": 8, "pie": False}, 2),
    ("conhex", {"size": 2, "pie": True}, 10),
    ("conhex", {"size": 4, "pie": False}, 2),
    ("poly_y", {"size": 2, "pie": True}, 20),
    ("poly_y", {"size": 4, "pie": False}, 4),
    ("pex", {"size": 2, "pie": True}, 5),
    ("pex", {"size": 3, "pie": False}, 3),
    ("fractal", {"size": 1, "pie": True}, 5),
    ("fractal", {"size": 2, "pie": False}, 2),
    ("twixt", {"size": 5, "links": "on_paper", "pie": True}, 20),
    ("twixt", {"size": 8, "links": "on_paper", "pie": False}, 3),
    ("twixt", {"size": 5, "links": "by_hand", "pie": True}, 3),
    ("star_star", {"size": 2, "pie": True}, 10),
    ("star_star", {"size": 4, "pie": False}, 3),
    ("trax", {"size": 4, "line": 3}, 8),
    ("trax", {"size": 7, "line": 5}, 3),
    ("trike", {"size": 2, "pie": True}, 10),
    ("trike", {"size": 6, "pie": False}, 20),
    ("yavalath", {"size": 3, "pie": True}, 20),
    ("yavalath", {"size": 5, "pie": False}, 10),
    ("yavalath_for_three", {"size": 3}, 20),
    ("yavalath_for_three", {"size": 5}, 10),
    ("pentalath", {"size": 3}, 20),
    ("pentalath", {"size": 4}, 8),
    ("dvonn", {"size": 3}, 30),
    ("dvonn", {"size": 9}, 6),
    ("tak", {"size": 3}, 30),
    ("tak", {"size": 5}, 6),
    ("hive", {"size": 5, "tournament": False}, 2),
    ("hive", {"size": 9, "tournament": True}, 1),
    ("amazons", {"size": 6}, 5),
    ("amazons", {"size": 10}, 1),
    ("scrambled_eggs", {"size": 5, "both": "draw"}, 2),
    ("scrambled_eggs", {"size": 6, "both": "mover"}, 1),
    ("symple", {"size": 3, "penalty": 4}, 30),
    ("symple", {"size": 5, "penalty": 6}, 10),
    ("phutball", {"size": 3}, 20),
    ("phutball", {"size": 7}, 5),
    ("odd", {"size": 2, "least": 2}, 20),
    ("odd", {"size": 4, "least": 4}, 5),
    ("product", {"size": 2}, 20),
    ("product", {"size": 4}, 5),
    ("yodd", {"size": 2}, 20),
    ("yodd", {"size": 3}, 3),
    ("xodd", {"size": 3}, 20),
    ("xodd", {"size": 4}, 4),
    ("majorities", {"size": 3}, 20),
    ("majorities", {"size": 5}, 3),
    ("konobi", {"size": 3, "pie": True}, 20),
    ("konobi", {"size": 6, "pie": False}, 5),
    ("othello", {"size": 4}, 20),
    ("othello", {"size": 8}, 2),
    ("flume", {"size": 3}, 20),
    ("flume", {"size": 5}, 5),
    ("squava", {"size": 5, "pie": True}, 20),
    ("connect6", {"size": 6, "row_of": 4}, 10),
    ("connect6", {"size": 6, "row_of": 6}, 3),
    ("blooms", {"size": 3, "goal": 6}, 10),
    ("blooms", {"size": 4, "goal": 15}, 3),
    ("einstein", {"size": 5}, 10),
    ("einstein", {"size": 6}, 5),
    ("geister", {"size": 4}, 10),
    ("geister", {"size": 6}, 3),
    ("omega", {"size": 2, "seats": 2}, 20),
    ("omega", {"size": 3, "seats": 3}, 10),
    ("omega", {"size": 4, "seats": 4}, 4),
    ("zertz", {"size": 3}, 10),
    ("zertz", {"size": 4}, 3),
    ("konane", {"size": 4}, 20),
    ("konane", {"size": 6}, 10),
    ("antipod", {"size": 3}, 20),
    ("cube_hex", {"size": 2, "pie": True}, 20),
    ("cube_hex", {"size": 3, "pie": False}, 5),
    ("antipod", {"size": 5}, 5),
    ("double_torus_hex", {"size": 11, "pie": True}, 4),
    ("double_torus_hex", {"size": 12, "pie": False}, 2),
    ("cuboid", {"size": 2, "depth": 3}, 20),
    ("cuboid", {"size": 3, "depth": 3}, 8),
    ("bidding_hex", {"size": 3, "purse": 5}, 20),
    ("bidding_hex", {"size": 4, "purse": 100}, 5),
    ("simultaneous_hex", {"size": 3}, 30),
    ("simultaneous_hex", {"size": 5}, 8),
    ("slimetrail", {"size": 3, "king": False}, 30),
    ("slimetrail", {"size": 6, "king": True}, 20),
    ("pylos", {"size": 3}, 20),
    ("pylos", {"size": 4}, 10),
    ("epaminondas", {"size": 7}, 3),
    ("epaminondas", {"size": 9}, 1),
]
"""Games, their options, and how many random games a test plays."""

RARE: list[tuple[str, Options, str, str | None]] = [
    ("crossway", {"size": 4, "pie": False}, "a1 a2 c1 c2 d1 d2 b2 a4 a3 b4 d3 d4 c4 pass b3", "Red"),
    ("unlur", {"size": 3}, "pass d1 c1 c2 e1 c3 e3 d3 c5 d4 a5 b3 a3 a4", "Black"),
    ("blind_hex", {"size": 5, "handicapped": "X", "refusals": 2}, "{1,2} {3,4}/{3,4} {1,2}/{1,2}", DRAW),
]
"""What random games hardly ever come to: a crosscut at every empty cell, White's Y, picks that are all the same."""

TOO_LONG = "too long"
"""How games end that remember all the boards that they can, which no rulebook knows."""

PICKS = """
X34  O12: O1 O2 X3 X4   O13: O1 O1 X4 X4   O14: O1 O1 X3 X3   O15: O1 X3 X4 O5   O23: O2 O2 X4 X4
     O24: O2 O2 X3 X3   O25: O2 X3 X4 O5   O34:               O35: X4 X4 O5 O5   O45: X3 X3 O5 O5
X35  O12: O1 O2 X3 X5   O13: O1 O1 X5 X5   O14: O1 X3 O4 X5   O15: O1 O1 X3 X3   O23: O2 O2 X5 X5
     O24: O2 X3 O4 X5   O25: O2 O2 X3 X3   O34: O4 O4 X5 X5   O35:               O45: X3 X3 O4 O4
X45  O12: O1 O2 X4 X5   O13: O1 O3 X4 X5   O14: O1 O1 X5 X5   O15: O1 O1 X4 X4   O23: O2 O3 X4 X5
     O24: O2 O2 X5 X5   O25: O2 O2 X4 X4   O34: O3 O3 X5 X5   O35: O3 O3 X4 X4   O45:
"""
"""Who writes with which number once X has set 1 and 2 aside: each pick of X with each of O, worked out by hand."""


def titled(case: tuple[str, Options, int]) -> str:
    stem, options, _ = case
    return "-".join([stem, *(str(value) for value in options.values())])


@long(
    "hy2-3",
    "hy2-4",
    "knight_vision-6",
    "blind_hex-5-X",
    "blind_hex-7-O",
    "gonnect-3-True",
    "gonnect-4-True",
    "gonnect-5-False",
    "crossway-4-False",
    "crossway-5-True",
    "knight_vision-*",
    "blind_hex-5-O-2",
)
@pytest.mark.parametrize("case", CASES, ids=titled)
def test_games_go_as_their_rules_say(case: tuple[str, Options, int]) -> None:
    stem, options, games = case
    play_beside_rules(stem, options, games, seed=1)


@pytest.mark.parametrize(("stem", "options", "moves", "outcome"), RARE)
def test_rare_games_go_as_their_rules_say(stem: str, options: Options, moves: str, outcome: str | None) -> None:
    rules, state = GAMES[stem](**options), hexgame.load(stem, **options).start()
    for text in moves.split():
        assert text in rules.legal()
        rules.play(text)
        state.play(text)
        agree(rules, state)
    assert rules.outcome == outcome


def play_beside_rules(stem: str, options: Options, games: int, seed: int) -> Counter[str]:
    """Random games in which the interpreter and the rules must agree on every position; how they ended."""
    game = hexgame.load(stem, **options)
    ends: Counter[str] = Counter()
    for number in range(games):
        draw = random.Random(f"{seed} {number}")
        rules, state = GAMES[stem](**options), game.start(seed=number)
        rules.begin(state.pieces)
        rules.toss(state.deciders[0])
        legal = agree(rules, state)
        while not rules.outcome:
            text = chosen(legal, draw)
            rules.play(text)
            state.play(text)
            if state.outcome and state.outcome.label == TOO_LONG and not rules.outcome:
                break
            legal = agree(rules, state)
        ends[rules.outcome or TOO_LONG] += 1
    return ends


def chosen(legal: set[str], draw: random.Random) -> str:
    """Any move, but what ends phases and exchanges seats now and then only."""
    moves = sorted(legal)
    stones = [move for move in moves if move not in ("pass", "swap")]
    rest = [move for move in moves if move in ("pass", "swap")]
    return draw.choice(rest if rest and (not stones or draw.random() < 0.15) else stones)


def agree(rules: Rules, state: State) -> set[str]:
    """Gives what can be played."""
    legal, found = rules.legal(), {str(move) for move in state.legal_moves}
    assert ended(state) == rules.outcome, played(state)
    assert state.deciders == rules.deciders, played(state)
    assert found == legal, played(state)
    assert {player: {kind: set(names) for kind, names in kinds.items()} for player, kinds in state.pieces.items()} == (
        rules.pieces()
    ), played(state)
    assert {player: state.seat(player) for player in rules.players} == rules.seats, played(state)
    if isinstance(rules, BlindHex) and not rules.outcome:
        agree_on_cards(rules, state)
    return legal


def played(state: State) -> str:
    return " ".join(map(str, state.moves))


def agree_on_cards(rules: BlindHex, state: State) -> None:
    found = {player: {zone: set(cards) for zone, cards in zones.items()} for player, zones in state.zones.items()}
    assert found == rules.zones
    if state.deciders == rules.players:
        for player in rules.players:
            assert {str(move) for move in state.choices(player)} == rules.picks(player)


def ended(state: State) -> str | None:
    return (state.outcome.winner or DRAW) if state.outcome else None


# Positions of HY 2 that are stuck


def test_positions_of_hy2_in_which_the_mover_is_stuck() -> None:
    """Stones and mover, reached by play that stops where the mover is stuck."""
    start = hexgame.load("hy2", size=2).start()
    waiting, seen, stuck = [start], {start}, 0
    while waiting:
        state = waiting.pop()
        moves = state.legal_moves
        if [str(move) for move in moves] == ["pass"]:
            stuck += 1
            continue
        for move in moves:
            after = state.copy()
            after.play(move)
            if not after.is_over and after not in seen:
                seen.add(after)
                waiting.append(after)
    assert (len(seen), stuck) == (523, 12)


# How long KnightVision goes on


@pytest.mark.parametrize(("size", "games"), [(5, 200), (6, 60)])
def test_knight_vision_ends_with_a_winner_in_time(size: int, games: int) -> None:
    assert longest_of_knight_vision(size, games) <= 2 * size * size


def longest_of_knight_vision(size: int, games: int) -> int:
    """The most decisions besides passes in random games, each of which must have a winner."""
    game = hexgame.load("knight_vision", size=size)
    longest = 0
    for number in range(games):
        draw, state = random.Random(number), game.start()
        while not state.is_over:
            state.play(game.move(draw.choice(state.legal_codes)))
        assert state.outcome is not None
        assert state.outcome.winner, state.moves
        longest = max(longest, sum(str(move) != "pass" for move in state.moves))
    return longest


# What picks of Blind Hex lead to


def resolutions() -> dict[tuple[str, str], list[str]]:
    """The table of picks: what the handicapped and the other have picked, and the letters that follow."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in re.split(r"^X", PICKS, flags=re.MULTILINE)[1:]:
        for theirs, letters in re.findall(r"O(\d\d):((?: [XO]\d)*)", row):
            found[row[:2], theirs] = letters.split()
    return found


def pick(cards: str) -> str:
    return f"{{{','.join(sorted(cards))}}}"


@pytest.mark.parametrize("handicapped", ["X", "O"])
def test_all_picks_of_blind_hex_resolve_as_written(handicapped: str) -> None:
    """The table for X, read for either player."""
    other = "O" if handicapped == "X" else "X"
    game = hexgame.load("blind_hex", size=5, handicapped=handicapped)
    table = resolutions()
    assert len(table) == 30
    for (mine, theirs), letters in table.items():
        state = game.start()
        state.play("{1,2}")
        assert {str(move) for move in state.choices(handicapped)} == {"{3,4}", "{3,5}", "{4,5}"}
        state.join(**{handicapped: pick(mine), other: pick(theirs)})
        for writer, number in letters:
            assert state.deciders == (handicapped if writer == "X" else other,)
            assert {str(move) for move in state.legal_moves} == cells_with(int(number), state)
            state.play(state.legal_moves[0])
        assert state.deciders == ("X", "O")
        assert state.zones[handicapped] == {"hand": (1, 2, 3, 4, 5), "bid": (), "table": ()}
        assert state.zones[other]["table"] == tuple(int(card) for card in theirs)


def cells_with(number: int, state: State) -> set[str]:
    board = rhombus(5)
    written = {name for kinds in state.pieces.values() for names in kinds.values() for name in names}
    return {name for cell, name in board.names.items() if number in hash_marks(cell)} - written


@long("O")
@pytest.mark.parametrize("handicapped", ["X", "O"])
def test_the_handicap_of_blind_hex_alternates(handicapped: str) -> None:
    """Whatever was set aside: three cards against five, then five against three, and so on."""
    other = "O" if handicapped == "X" else "X"
    game = hexgame.load("blind_hex", size=11, handicapped=handicapped)
    for number, aside in enumerate(combinations("12345", 2)):
        state, draw = game.start(), random.Random(number)
        state.play(pick("".join(aside)))
        few, many = handicapped, other
        for _ in range(6):
            assert (len(state.choices(few)), len(state.choices(many))) == (3, 10)
            play_round(state, draw)
            few, many = many, few


def play_round(state: State, draw: random.Random) -> None:
    state.join(**{player: draw.choice(state.choices(player)) for player in state.deciders})
    while len(state.deciders) == 1:
        state.play(draw.choice(state.legal_moves))


@pytest.mark.parametrize("seed", range(4))
def test_the_cut_of_blind_hex_is_drawn(seed: int) -> None:
    state = hexgame.load("blind_hex", size=5).start(seed=seed)
    agree(BlindHex(5, handicapped=state.deciders[0]), state)


def main(wanted: int, stems: list[str]) -> None:
    """Play so many games of each case, or of those of some games, and say how they ended."""
    for stem, options, _ in CASES:
        if stems and stem not in stems:
            continue
        begun = time.process_time()
        ends = play_beside_rules(stem, options, wanted, seed=2)
        took = time.process_time() - begun
        print(f"{stem} {options}: {wanted} games agree, {dict(ends)}, {took:.0f} s", flush=True)  # noqa: T201
    for size in (5, 6) if "knight_vision" in stems or not stems else ():
        longest = longest_of_knight_vision(size, 5 * wanted)
        print(f"knight_vision {size}: {5 * wanted} games, at most {longest} decisions of {2 * size * size}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
