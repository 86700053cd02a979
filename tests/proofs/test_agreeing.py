"""Methods of proof beside one another: a few of the random games of `agreeing.py`."""

from __future__ import annotations

import pytest
from agreeing import Agreeing
from conftest import long


@long
@pytest.mark.parametrize("seed", range(6))
def test_methods_agree_on_random_turns(seed: int) -> None:
    agreeing = Agreeing()
    agreeing.turns(seed)
    assert not agreeing.wrong


@pytest.mark.parametrize("seed", range(5, 9))
def test_methods_agree_on_random_boards(seed: int) -> None:
    agreeing = Agreeing(9)
    agreeing.board(seed)
    assert not agreeing.wrong
