"""What the senses tell the tree: stones that win at once, and cells on shortest ways."""

from __future__ import annotations

from ....machine.answers import PLAYING
from ....program.words import Vector
from .answers import around, held
from .edges import (
    BRIDGES, CODE, COUNT, FAR, FIRST, LEVELS, LIKED, PATHS, PRIOR, RESULT, SEEN, SENSE, THREATS, URGENT, VISITS, WIDTH,
    WON, WORTH,
)  # fmt: skip
from .ends import proved
from .needs import (
    ALTERNATES, CELLS, END, ENDS, KEPT, LABELS, LOOKS_AROUND, MOVER, NEAR, PLAYERS, RINGS, RUNS, STAR_AT, START_AT,
    TAKES, step,
)  # fmt: skip
from .seats import owner, sitting, winner
from .waves import KEYS, NEEDS, WINS, trace, wave


def sense(S: Vector, Q: Vector, T: Vector, W: Vector, e: int, seat: int) -> None:
    """Let the edges of an edge know what its players need, as far as that is due."""
    least, near, threats = FAR, 0, 1 if T[THREATS] == 1 and T[e + VISITS] == T[SENSE] else 0
    ways = 1 if T[PRIOR] > 0 and T[e + VISITS] == T[PATHS] else 0
    for k in range(2 * PLAYERS * CELLS):
        W[KEYS + k] = 0
    for p in range(PLAYERS):
        if START_AT[p] < START_AT[p + 1]:
            need = note_ways(S, T, W, p) if ways == 1 else FAR
            least = need if need < least else least
            if threats == 1 and (ways == 0 or need <= 1 or RINGS[p] == 1 or has_more(p)):
                near += note_wins(S, W, p, wave(S, W, p, 0, 1))  # with bridges no more is needed than without
    if ways == 1:
        prefer(T, W, e, S[MOVER], least)
    if near > 0:
        force(S, Q, T, W, e, seat)


def note_ways(S: Vector, T: Vector, W: Vector, p: int) -> int:
    """Note which cells are on a player's ways; returns how many stones the player needs at least."""
    need = wave(S, W, PLAYERS + p, T[BRIDGES], LEVELS)
    if need < FAR:
        for slack in range(2):
            trace(S, W, PLAYERS + p, T[BRIDGES], need + slack, 2 - slack)
    return need


def has_more(p: int) -> bool:
    """Whether a player has stars besides those for ways."""
    return STAR_AT[PLAYERS + p + 1] - STAR_AT[PLAYERS + p] < STAR_AT[p + 1] - STAR_AT[p]


def prefer(T: Vector, W: Vector, e: int, p: int, need: int) -> None:
    """Add to the edges of an edge what the senses say of their cells: the more, the fewer stones somebody needs."""
    urgent, weight = T[URGENT], T[PRIOR]
    weight = weight * urgent if need <= 1 else weight * urgent // 2 if need == 2 and urgent > 1 else weight
    worth = WON * ENDS * T[e + VISITS]
    mean = 1000 - 1000 * T[e + WORTH] // worth if worth > 0 else 500
    for f in range(T[e + FIRST], T[e + FIRST] + T[e + COUNT] * WIDTH, WIDTH):
        c = TAKES[T[f + CODE]]
        if c >= 0:
            mine, theirs = W[KEYS + p * CELLS + c], 0
            for each in range(PLAYERS):
                if each != p and W[KEYS + each * CELLS + c] > theirs:
                    theirs = W[KEYS + each * CELLS + c]
            value = mean + 60 * (mine + theirs) - 100
            value = 0 if value < 0 else 1000 if value > 1000 else value
            T[f + SEEN] += weight
            T[f + LIKED] += weight * WON * value // 1000


def force(S: Vector, Q: Vector, T: Vector, W: Vector, e: int, seat: int) -> None:
    """Note which edges win at once, and which let the other player win at once."""
    p, first, news = S[MOVER], T[e + FIRST], 0
    beyond = first + T[e + COUNT] * WIDTH
    for k in range(1 + ALTERNATES):
        who = p if k == 0 else 1 - p
        for f in range(first, beyond, WIDTH):
            c = TAKES[T[f + CODE]]
            if c >= 0 and news != 1 + seat and W[WINS + who * CELLS + c] == 1:
                result = tried(S, Q, who, T[f + CODE])
                if k == 0:
                    T[f + RESULT] = result
                if result == 1 + sitting(S, who):
                    news = result if k == 0 else fail(S, Q, T, first, beyond, c, result)
    if news != 0:
        T[e + RESULT] = proved(T, e, seat, news)


def fail(S: Vector, Q: Vector, T: Vector, first: int, beyond: int, c: int, result: int) -> int:
    """Give a result to all edges that put a stone elsewhere than on a cell, or their own if they end the game; returns
    that of one that wins, else the result."""
    p, news = S[MOVER], result
    for f in range(first, beyond, WIDTH):
        if TAKES[T[f + CODE]] >= 0 and TAKES[T[f + CODE]] != c and T[f + RESULT] == 0:
            own = tried(S, Q, p, T[f + CODE])
            T[f + RESULT] = own if own != 0 else result
            if own == 1 + sitting(S, p):
                news = own
    return news


def tried(S: Vector, Q: Vector, p: int, a: int) -> int:
    """How a game ends if a player decides so now: its result as edges have it, 0 if it goes on."""
    Q[0:KEPT] = S[0:KEPT]
    Q[MOVER] = p
    step(Q, a)
    return 1 + winner(Q) if Q[END] != PLAYING else 0


def note_wins(S: Vector, W: Vector, p: int, need: int) -> int:
    """Note where one more stone of a player would complete a star, or may close a ring; returns the number of cells."""
    found = 0
    for n in range(CELLS * LABELS if need == 1 else 0):
        if W[NEEDS + n] == 0 and S[n // LABELS] == 0:
            W[WINS + p * CELLS + n // LABELS] = 1
            found += 1
    if RINGS[p] == 1:
        for c in range(CELLS):
            if S[c] == 0:
                pieces = RUNS[held(around(S, c), p)] if LOOKS_AROUND else runs(S, c, p)
                if pieces > 1:
                    W[WINS + p * CELLS + c] = 1
                    found += 1
    return found


def runs(S: Vector, c: int, p: int) -> int:
    """How many pieces a player's stones next to a cell are in, by links among themselves."""
    found = 0
    for packed in NEAR[c]:
        n = packed // LABELS
        if n < CELLS and owner(S[n]) == p:
            found += 1
            for beside in NEAR[n]:
                m = beside // LABELS
                if m < n and owner(S[m]) == p and is_beside(m, c):
                    found -= 1
    return found


def is_beside(n: int, c: int) -> bool:
    """Whether a node is next to a cell."""
    found = False
    for packed in NEAR[c]:
        if packed // LABELS == n:
            found = True
    return found
