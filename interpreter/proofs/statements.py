"""What verdicts on full boards say in words.

All of it follows from what certificates hold, so that checkers can compare it; what a search took is told apart, see
`Proved.how`.
"""

from __future__ import annotations

from collections.abc import Mapping

AT_LEAST, AT_MOST = OF_FULL_BOARDS = ("at-least-one-winner", "at-most-one-winner")
"""The claims about full boards."""

Tally = Mapping[frozenset[int], int]
"""For each set of players, how many full boards these have won, and no others."""

_LONGEST = 15
"""The digits of the largest number that is written out."""

_ROOM = "until the board is full, whoever decides can put a stone on any empty cell"

NOT_IN_PLAY = "; play can reach none of them"
"""What is added where play reaches no board that contradicts a claim."""


def contradicts(claim: str, winners: int) -> bool:
    """Whether a full board with so many winners contradicts a claim."""
    return winners == 0 if claim == AT_LEAST else winners > 1


def exceptions(claim: str, tally: Tally) -> int:
    """Return how many full boards contradict a claim."""
    return sum(number for winners, number in tally.items() if contradicts(claim, len(winners)))


def of_boards(claim: str, tally: Tally, in_turn: Tally) -> str:
    """Return what all full boards say of a claim, and those filled in turn, where their numbers are known."""
    bad, total, what = exceptions(claim, tally), shown(sum(tally.values())), _what(claim)
    if not bad:
        return f"none of the {total} full boards has {what}"
    filled = f", {shown(exceptions(claim, in_turn))} of the {shown(sum(in_turn.values()))} filled in turn"
    return f"{shown(bad)} of the {total} full boards have {what}{filled if in_turn else ''}"


def of_a_board(claim: str) -> str:
    """Return what one full board says that contradicts a claim."""
    return f"this full board has {_what(claim)}"


def of_clauses(claim: str, clauses: int) -> str:
    """Return what clauses say of a claim that contradict one another."""
    return (
        f"a full board with {_what(claim)} would have to satisfy {clauses:,} clauses, each of which holds of all full "
        "boards; they contradict one another"
    )


def of_endings(atoms: int) -> str:
    """Return what the form of the endings says, made of so many conditions."""
    truths = f"whichever of their {atoms} conditions hold" if atoms != 1 else "whether or not their condition holds"
    return f"It follows from the form of the endings alone: {truths}, it is true"


def of_three_sides() -> str:
    """Return what three sides of a disc say that chains are to join."""
    return (
        "The board triangulates a disc whose boundary consists of three sides; each two share a corner. Without a "
        "chain that meets all three, Sperner's lemma finds a triangle of three chains, but there are two colours; two "
        "such chains would make K₃,₃ planar. So exactly one player has one"
    )


def of_a_surface(hypotheses: str, players: tuple[str, ...], has_free_boundary: bool, pairs: int) -> str:
    """Return what follows from how chains may run around a surface, in one of so many ways: the classes of the players'
    chains make up spaces that are orthogonal, or each the annihilator of the other (Lefschetz duality)."""
    one, other = players
    decide = "limit" if has_free_boundary else "settle"
    return (
        f"{hypotheses} Chains of different colours cannot cross. So on a full board the ways around the board that "
        f"{one}'s chains take {decide} those that {other}'s can (by Lefschetz duality, a theorem of topology). "
        f"{pairs:,} combinations of such ways are possible; the claim holds in each"
    )


def ends_when_full() -> str:
    """Return why there is always a move where a full board ends the game."""
    return f"{_ROOM}, and a full board ends the game"


def following(claim: str, basis: str) -> str:
    """Return what follows for play from a proof that every full board has a winner, said so."""
    if claim == "no-draws":
        return f"{basis}; {_ROOM}, and there is no draw"
    return f"{_ROOM}, and somebody has won then: {basis}"


def shown(number: int) -> str:
    """Return a number in digits or, if it is large, as a power of two or roughly."""
    if number < 10**_LONGEST:
        return f"{number:,}"
    is_power = number & (number - 1) == 0
    return f"2^{number.bit_length() - 1}" if is_power else f"{number:.6e}".replace("e+", "·10^")


def _what(claim: str) -> str:
    return "no winner" if claim == AT_LEAST else "several winners"
