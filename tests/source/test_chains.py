"""`else if`, and `x not in S`: what they are read as, and how they are laid out."""

from __future__ import annotations

import pytest
from conftest import complete, game_of

from hexgame.diagnostics.text import Source
from hexgame.source.layout.format import formatted

CHAIN = """
var n = 0 in 0..9
turn {
  if turn == 1 {
    place stone on corners
  } else if turn == 2 {
    place stone on c among empty {
      c becomes stone
      if c in corners {
        set n = 1
      } else if c.q == 2 {
        set n = 2
      } else {
        set n = 3
      }
    }
  } else if turn == 3 and n == 3 {
    pass
  } else {
    place stone on empty
  }
}
win when n == 2 or count(own) > 4
"""


def nested(text: str) -> str:
    """The same with a block within each `else`."""
    parts = text.split("else if")
    return (
        "else { if".join(parts)
        .replace("    place stone on empty\n  }\n", "    place stone on empty\n  } } }\n")
        .replace("set n = 3\n      }", "set n = 3\n      } }")
    )


def test_a_chain_is_what_blocks_within_blocks_are() -> None:
    flat, deep = game_of(CHAIN), game_of(nested(CHAIN))
    assert len(flat.rules.script.instructions) == len(deep.rules.script.instructions)
    assert [each.effects for each in flat.rules.decisions] == [each.effects for each in deep.rules.decisions]
    for seed in range(5):
        one, other = flat.start(), deep.start()
        while not one.is_over:
            moves = one.legal_moves
            assert [move.text for move in moves] == [move.text for move in other.legal_moves]
            text = moves[(seed * 7 + len(moves)) % len(moves)].text
            one.play(text)
            other.play(text)
        assert one.outcome == other.outcome


@pytest.mark.parametrize("text", [CHAIN, CHAIN.replace("} else if turn == 3", "} # why\n  else if turn == 3")])
def test_a_chain_is_laid_out_flat(text: str) -> None:
    once = formatted(Source("chain.hexgame", complete(text)))
    assert once.count("} else if ") == 3
    assert formatted(Source("chain.hexgame", once)) == once
    assert ("# why" in once) == ("# why" in text)


@pytest.mark.parametrize(
    ("negated", "plain"),
    [
        ("last not in own", "not last in own"),
        ("turn not in 1..2 and last in corners", "not turn in 1..2 and last in corners"),
        ("not last not in own", "not (not last in own)"),
        ("some c in own: c not in corners | top", "some c in own: not c in corners | top"),
        ("count(c for c in own where c not in top) > 2", "count(c for c in own where not c in top) > 2"),
        ("last.kind not in {stone}", "not last.kind in {stone}"),
    ],
)
def test_not_in_is_not_and_in(negated: str, plain: str) -> None:
    one, other = (game_of(f"board {{ shape rhombus(4) }}\nwin when {each}") for each in (negated, plain))
    assert one.rules.endings[0].condition == other.rules.endings[0].condition
    assert negated in formatted(Source("in.hexgame", complete(f"win when {negated}")))
