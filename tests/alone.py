"""Each effect of the rules in games of its own, where no other effect hides what its traits or the lints leave out."""

from __future__ import annotations

from functools import cache
from typing import get_args

from conftest import game_of

from hexgame.play.game import Game
from hexgame.rules import deeds


def members(*unions: object) -> list[type]:
    """The classes of some unions, each once."""
    found = [member for union in unions for member in get_args(union)]
    return list(dict.fromkeys(each for one in found for each in (members(one) if get_args(one) else [one])))


EFFECTS = members(deeds.Effect)

ALONE = {
    deeds.Becomes: "adjacent(c) becomes empty",
    deeds.Gains: "adjacent(c) gains stone of Blue",
    deeds.Loses: "adjacent(c) loses 1",
    deeds.Travel: "last to c",
    deeds.AtOnce: "together { for d in adjacent(c), e in adjacent(d) where e.r > d.r { d to e } }",
    deeds.SetVariable: "set n = n + 1",
    deeds.SetLayer: "set c.height = c.height + 1",
    deeds.SetCards: "hand to bid",
    deeds.SetMarks: "set seen = seen | {c}",
    deeds.If: "if turn > 3 { adjacent(c) becomes empty }",
    deeds.ForElements: "for i in 1..2 { set n = n + i }",
    deeds.ForCells: "for d in adjacent(c) & enemy { d becomes empty }",
    deeds.ForGroups: "for g in groups(enemy) { if count(g) > 1 { g becomes empty } }",
    deeds.ForPieces: "for x in cell(0, 1).pile { adjacent(cell(0, 1)) becomes empty }",
    deeds.Say: 'say "Look here"',
    deeds.Exchange: "if turn == 3 { swap }",
    deeds.Again: "if c != last and c.q < 3 { again }",
}
"""A statement for each effect that has one."""

NOT_IN_A_BLOCK = {deeds.SetMover}
"""The effects that no statement in a decision's block makes; DUEL of `test_traits.py` has them by themselves."""

STAGES = {
    "after a stone": "turn {{ place stone on c among empty {{ c becomes stone {} }} }}",
    "before a stone": "turn {{ place stone on c among empty {{ {} c becomes stone }} }}",
    "by itself": """
        setup {{
          for c in camp {{ c becomes stone of Red }}
          for c in {{cell(2, 0), cell(0, 1), cell(3, 0)}} {{ c becomes stone of Blue }}
        }}
        turn {{ place stone on c among camp {{ {} }} }}
    """,
}
"""The turns that a statement can be part of. What stands outside the camp comes from the statement itself."""


PILES = {deeds.Gains, deeds.Loses, deeds.ForPieces}
"""The effects of games in which pieces lie on one another."""


@cache
def with_effect(statement: str, stage: str = "after a stone", piled: bool = False) -> Game:
    """A game with a statement, or without one, in its only decision."""
    piled = piled or any(statement == ALONE[effect] for effect in PILES)
    return game_of(f"""
        {"stacks up to 3" if piled else ""}
        cards hand = 1..3, bid = {{}}
        marks seen
        var n = 0 in 0..9
        var height = 0 in 0..3 for each cell
        board {{
          shape rhombus(4)
          region camp = {{cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0), cell(0, 1), cell(1, 1)}}
        }}
        {STAGES[stage].format(statement)}
        win when connects(own, [top, bottom]) or n > 3 or count(seen) > 4 or count(bid) > 1
        win when sum(c.height for c in cells) > 2
        draw when turn > 20 or count(empty) == 0
    """)
