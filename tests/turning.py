"""Tiny boards with random turns and endings, as rule sheets: what proofs that play ends are tried on."""

from __future__ import annotations

from random import Random

SETS = (
    "empty", "own", "enemy", "own.a", "enemy.a", "own.b", "cells", "empty | enemy", "own | enemy", "enemy - enemy.a",
    "own.a | enemy.b", "neutral", "cells - own", "own | neutral", "cells - own - seen", "empty - seen",
)  # fmt: skip

TARGETS = ("adjacent(s) & empty", "empty", "enemy", "cells", "adjacent(s)", "empty | enemy", "own")

EFFECTS = (
    "c becomes a", "c becomes b", "c becomes a of enemy", "c becomes b of enemy", "c becomes a of neutral",
    "c becomes empty", "for d in adjacent(c) & enemy { d becomes empty }", "for d in adjacent(c) & own { d becomes b }",
    "if count(own) > 1 { c becomes a } else { c becomes b }", "if c in own { c becomes b }",
    "if c in enemy { set seen = seen | {c} again } else { c becomes a }", "set seen = seen | {c}", "set seen = {}",
    "for d in adjacent(c) { d becomes a }", "for g in groups(enemy) where count(g) > 1 { g becomes empty }",
    "for d in adjacent(c) & empty { d becomes a of neutral }",
    "together { for d in adjacent(c) & own { d becomes a of enemy } c becomes b }", "set v = v + 1", "set w = no",
    "group(c) becomes empty", "set v = 0", "set v = v - 1", "if v > 0 { again }", "again",
)  # fmt: skip

ENDINGS = (
    "win when count(own) > 3", "draw when repeats", "draw when repeats and turn > 2",
    "draw when repeats and passes == 0",
    "draw when passes == 2", "draw when quiet == 2", "draw when turn == 4", "draw when turn > 3 and count(own) > 1",
    "lose at start of turn when stuck", "draw when count(empty) == 0", "win when v == 2",
    "draw when quiet == 2 or count(own) > 3", "draw at start of turn when passes == 2",
    "draw at start of turn when turn == 3", "draw for Red when turn == 4", "draw at end of turn when turn > 3",
)  # fmt: skip

WHERE = ("", "", " where count(own) < 3", " where v == 0", " where w", " where turn > 2", " where v > 0")
FORBID = ("", "", "", " forbid repeats", " forbid count(own) > 3 or repeats", " forbid repeats and v == 0")
SETUPS = ("", "setup { cell(0, 0) becomes a of Red cell(1, 0) becomes a of Blue }")


def random_turns(draw: Random) -> str:
    """A game on a board of three or four cells, of which the turn is made of anything."""
    decisions = "\n".join(_decision(draw) for _ in range(draw.randint(1, 3)))
    if draw.random() < 0.25:
        decisions += "\notherwise pass"
    shape = draw.choice(("rhombus(2)", "triangle(2)"))
    return (
        'game "Turns"\nplayers Red, Blue\npieces a "x", b "y"\nvar v = 0 in 0..2\nvar w = yes in yes, no\nmarks seen\n'
        f"board {{ shape {shape} }}\n{draw.choice(SETUPS)}\nturn {{\n{_turn(draw, decisions)}\n}}\n"
        + "\n".join(draw.sample(ENDINGS, draw.randint(1, 3)))
    )


def _turn(draw: Random, decisions: str) -> str:
    number, more = draw.randint(0, 11), _decision(draw)
    return {
        0: f"repeat up to 2 {{ {decisions} }}",
        1: f"repeat 2 {{ {decisions} }}",
        2: f"repeat while possible {{ {decisions} }}\nplace a on empty",
        3: f"repeat while possible {{ {decisions} }}\n{more}",
        4: f"{decisions}\nif count(enemy) > 1 {{ {more} }}",
        5: f"set v = 0\n{decisions}\nif v > 0 {{ {more} }}",
        6: f"for d in cells where count(adjacent(d) & own) > 2 {{ d becomes empty }}\n{decisions}",
    }.get(number, decisions)


def _decision(draw: Random) -> str:
    rest = draw.choice(WHERE) + draw.choice(FORBID)
    kind = draw.random()
    if kind < 0.6:
        return f"may place a on c among {draw.choice(SETS)}{rest} {{ {_effects(draw)} }}"
    if kind < 0.85:
        effects = f" {{ {_moves(draw)} }}" if draw.random() < 0.6 else ""
        return f"may move {draw.choice('ab')} from s among own to c among {draw.choice(TARGETS)}{rest}{effects}"
    if kind < 0.93:
        effects = f" {{ {draw.choice(('set v = v + 1', 'set w = no', 'set v = 0'))} }}" if draw.random() < 0.5 else ""
        return f"may pass{draw.choice(WHERE)}{effects}"
    return "may swap on turn 2"


def _effects(draw: Random) -> str:
    return " ".join(draw.choice(EFFECTS) for _ in range(draw.randint(1, 3)))


def _moves(draw: Random) -> str:
    return draw.choice(("s to c ", "s becomes empty ", "")) + _effects(draw)
