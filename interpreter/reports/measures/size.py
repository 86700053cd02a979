"""How large a game is: the positions that play can reach, and the ways to play."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ...experiments.codes import swaps_of
from ...machine.answers import PLAYING
from ...play.game import Game
from ...rules import ir
from ...rules.facts.placement import brings_neutral
from ...statistics import sure
from ...statistics.estimates import size_of_tree, weight_of
from ..exact.whole import whole_of
from ..kinds.walks import WALKS
from ..sections import Basis, Finding, Json, Section, counted
from ..study import Study

CARRIED = 30
"""How many walks must carry an estimate, for it to be shown as one."""


def complexity(study: Study) -> Section | None:
    """The number of positions and of games, both exact where the game is small enough to be looked at as a whole.

    Otherwise, the number of games is D. E. Knuth's estimate (1975): the mean product of the numbers of moves on random
    ways through the game. The number of positions is bounded by the boards that could be filled in turn.
    """
    game = study.game
    whole = whole_of(game)
    if whole is not None:
        said = (f"Play can reach {whole.positions:,} positions (10^{math.log10(whole.positions):.1f}), and there are "
                f"{_large(whole.games)} different games. Both are exact: all were examined.")  # fmt: skip
        exact = (Basis(whole.positions, "positions", f"{study.command}"),)
        return Section("size", "State space and game tree", (said,), (), exact,
                       {"positions": str(whole.positions), "games": str(whole.games), "exact": True})  # fmt: skip
    walks = study.of(WALKS)
    if not walks.games:
        return None
    broken_off = {PLAYING, game.machine.too_long} & walks.shortest.keys()
    products = [] if broken_off else [each / 1_000 for each in sorted(walks.products.elements())]
    boards, tree = boards_of(game), size_of_tree(products)
    says = (
        f"Play can reach at most 10^{boards:.1f} positions, if a position is the board and "
        f"whose turn it is: {'filling the cells in turn leads to that many' if is_filled_in_turn(game) else ANYTHING}.",
        _games(products) if products else ENDLESS,
    )
    numbers: dict[str, Json] = {
        "boards below": boards, "games": tree.as_dict(), "carried by": weight_of(products) if products else 0,
        "exact": False,
    }  # fmt: skip
    return Section("size", "State space and game tree", says, (), (study.basis(WALKS),), numbers)


ENDLESS = "Random games were stopped because they did not end, so the number of games cannot be estimated."
"""What is said instead."""


def _games(products: Sequence[float]) -> str:
    tree, carried = size_of_tree(products), weight_of(products)
    least = sure.product_at_least(products) / math.log(10)
    bound = replace(tree, low=least, high=math.inf, how=sure.HOW)
    played = counted(tree.n, "random games")
    if carried < CARRIED:
        return Finding(f"There are at least 10^{least:.1f} different games ({played}: too few for an estimate).", bound)
    return Finding(f"There are about 10^{tree.value:.2f} different games, and at least 10^{least:.2f}, by Knuth's "
                   f"estimate from {played}.", bound)  # fmt: skip


ANYTHING = "there would be that many if any cell could hold anything"


def is_filled_in_turn(game: Game) -> bool:
    """Return whether two players put down one stone each in turn, and nothing else happens to the board."""
    return game.facts.plain_placement and game.facts.stones_or_pass and len(game.players) == 2


def boards_of(game: Game) -> float:
    """Return the decimal logarithm of a number that the positions of a game do not exceed, if what the rules remember
    beside the board and the players is left out.

    Where two players put down one stone each in turn, that is the number of boards with as many stones of one as of the
    other, or one more; elsewhere each cell may hold anything. Where stones only come, cells that hold one at the start
    keep it.
    """
    held, players = game.machine.start[: len(game.board.cells)], len(game.players)
    cells = sum(content == ir.EMPTY or not game.facts.stones_only_come for content in held)
    seats = 2 if swaps_of(game) else 1
    if is_filled_in_turn(game):
        return _log(seats * sum(math.comb(cells, all_) * math.comb(all_, all_ // 2) for all_ in range(cells + 1)))
    nobodys = len(game.rules.contents_of(players))
    contents = game.rules.content_count - (0 if brings_neutral(game.rules) else nobodys)
    return _log(seats * players * contents**cells)


def _log(number: int) -> float:
    """The decimal logarithm of a number of any size."""
    return math.log10(number)


def _large(number: int) -> str:
    return f"{number:,}" if number < 10**15 else f"10^{_log(number):.1f}"
