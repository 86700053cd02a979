"""Numbers that play works out are kept within the largest, plain and compiled, as Python works them out."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from conftest import game_of, long
from lockstep import play_in_lockstep

from hexgame.machine.chance import generator
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.rules import elements, walk

LARGEST = 2**31 - 1
CELLS = 9

Of = Callable[[State], int]
"""What an expression should be worth."""


def kept(number: int) -> int:
    return max(-LARGEST, min(LARGEST, number))


def variable(state: State, name: str) -> int:
    return int(state.variables[name])


def worth(text: str, of: Of) -> tuple[str, Of]:
    return text, lambda state: kept(of(state))


LEAVES: list[tuple[str, Of]] = [
    ("near", lambda state: variable(state, "near")), ("far", lambda state: variable(state, "far")),
    ("below", lambda state: variable(state, "below")), ("turn", lambda state: variable(state, "now")),
    ("(3 - near)", lambda state: 3 - variable(state, "near")),
    ("(999999999 + near)", lambda state: 999_999_999 + variable(state, "near")),
    ("count(empty)", lambda state: CELLS - len(state.moves)),
]  # fmt: skip


def drawn(dice: random.Random, depth: int) -> tuple[str, Of]:
    """A random expression, and what it should be worth."""
    if depth == 0 or dice.random() < 0.15:
        return dice.choice(LEAVES)
    (one, first), (other, second) = drawn(dice, depth - 1), drawn(dice, depth - 1)
    ways = [
        worth(f"({one} + {other})", lambda state: first(state) + second(state)),
        worth(f"({one} - {other})", lambda state: first(state) - second(state)),
        worth(f"({one} * {other})", lambda state: first(state) * second(state)),
        worth(f"({one} * {other})", lambda state: first(state) * second(state)),
        worth(f"(-{one} / 7)", lambda state: -first(state) // 7),
        worth(f"sum({one} for c in cells)", lambda state: CELLS * first(state)),
        worth(f"sum({one}, {other}, far)", lambda state: first(state) + second(state) + variable(state, "far")),
        worth(f"product({one} for c in cells)", lambda state: power(first(state))),
        worth(f"largest({one}, {other})", lambda state: max(first(state), second(state))),
        worth(f"twice({one})", lambda state: 2 * first(state)),
        worth(f"sum({one} + n for n in 1..near)",
              lambda state: sum(kept(first(state) + n) for n in range(1, variable(state, "near") + 1))),
    ]  # fmt: skip
    return dice.choice(ways)


def power(number: int) -> int:
    found = 1
    for _ in range(CELLS):
        found = kept(found * number)
    return found


def game_with(seed: int, most: int) -> tuple[Game, list[Of]]:
    dice = random.Random(seed)
    found = [drawn(dice, 4) for _ in range(most)]
    named = "\n".join(f"var low{n} = 0 in 0..65535\nvar high{n} = 0 in 0..65535" for n in range(most))
    kept = "\n".join(f"    let x{n} = {text}\n    set low{n} = x{n} mod 65536\n    set high{n} = x{n} / 65536 + 32768"
                     for n, (text, _) in enumerate(found))  # fmt: skip
    text = f"""
board {{ grid square shape rhombus(3) }}
var near = 1 in 0..9
var far = 1000000000 in 0..1000000000
var below = 0 in -1000000000..1000000000
var now = 1 in 0..9
{named}
define twice(n) = n + n
turn {{
  place stone on c among empty {{
    c becomes stone
    set near = c.q + 3 * c.r
    set far = 1000000000 - near * near * 999
    set below = far * (c.r - 1)
    set now = turn
{kept}
  }}
}}
draw when empty == {{}}
"""
    return game_of(text), [of for _, of in found]


@pytest.mark.parametrize("seed", range(4))
def test_numbers_are_kept_within_the_largest(seed: int) -> None:
    game, wanted = game_with(seed, 12)
    assert any(isinstance(node, elements.Within) for node in walk.everything_in(game.rules))
    dice, state = random.Random(seed), game.start()
    while not state.is_over:
        state.play(dice.choice(state.legal_moves))
        for number, of in enumerate(wanted):
            found = (variable(state, f"high{number}") - 32768) * 65536 + variable(state, f"low{number}")
            assert found == of(state)


@long
def test_compiled_numbers_are_kept_within_the_largest() -> None:
    game, _ = game_with(9, 16)
    np = pytest.importorskip("numpy")
    compiled, dice, state = game.compiled(), random.Random(9), game.start()
    vector = np.array(game.machine.start, np.int64 if not game.machine.layout.fits else np.int32)
    while not state.is_over:
        code = dice.choice(state.legal_codes)
        state.play(game.move(code))
        compiled.step(vector, code)
        layout = game.machine.layout.vars
        assert layout is not None
        kept = slice(layout.offset, layout.offset + layout.size)
        assert [*vector[kept]] == [*state.vector[kept]]


@pytest.mark.parametrize(
    "text",
    ["turn + 1", "count(own) * count(enemy) * 9", "sum(c.q * c.r for c in own)", "2 * small - 7", "small * small",
     "product(small, 3, small)", "sum(small + n for n in 1..count(own))", "if turn mod 2 == 0 then small else -small"],
)  # fmt: skip
def test_numbers_that_are_never_large_cost_nothing(text: str) -> None:
    game = game_of(f"board {{ shape rhombus(3) }}\nvar small = 1 in 0..99\nwin when ({text}) > 300")
    assert not any(isinstance(node, elements.Within) for node in walk.everything_in(game.rules))


def test_a_definition_is_worked_out_anew_for_larger_numbers() -> None:
    game = game_of("""
board { shape rhombus(3) }
define millions(n) = n * 1000000
win when (some n in 1..count(own): millions(n) > 7000000) or (some n in 1..900 * count(own): millions(n) > 1000000000)
""")
    asked = [node for node in walk.everything_in(game.rules) if isinstance(node, elements.Within)]
    products = [node for node in walk.everything_in(game.rules) if getattr(node, "symbol", "") == "*"]
    assert asked and any(node not in [each.number for each in asked] for node in products)


SETS = """
cards hand = {1, 5, 45, 60}, bid = {}
board { shape rhombus(4)  label far(c) = {c.q, 45} }
var s = 0 in 0..9999
round {
  together { pick 1 from hand into bid }
  for p in players {
    as p {
      place stone on c among empty
          where 45 in far(c) and count({n for n in 0..50 where count(own) <= n} & {1, 45}) < 3 {
        c becomes stone
        set s = s + sum(hand) + count((40..count(own) + 40) & {2, 45, 60, 55})
        set hand = if count(own) > 3 then hand | {59} else hand - {1}
      }
    }
  }
  for p in players { p.bid to p.hand }
}
win when count(own) > 5 and s > 900
draw when empty == {}
"""


def test_sets_hold_numbers_up_to_sixty() -> None:
    game = game_of(SETS)
    assert not game.machine.layout.fits
    play_in_lockstep(game, games=3, seed=2)
    state = game.start().play_all(["{60}/{45}", "a1"])
    assert int(state.variables["s"]) == 1 + 5 + 45
    state.play("b1")
    assert int(state.variables["s"]) == 51 + 1 + 5 + 60


@long
def test_compiled_sets_hold_numbers_up_to_sixty() -> None:
    game = game_of(SETS)
    pytest.importorskip("llvmlite")
    assert game.compiled().sample(40, generator(5)) == game.machine.sample(40, generator(5))
