"""What is worked out for one element after another is what each of them gives alone."""

from __future__ import annotations

import pytest

from hexgame import Source
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree
from hexgame.values.evaluate import Evaluator
from hexgame.values.names import WORDS, Scope
from hexgame.values.values import WRONG, Definition, Item, Known

DEFINITIONS = """
define twice(n) = 2 * n
define four = 4
define few(m) = {k for k in 0..m where k mod 2 == 0}
define deep(n) = twice(twice(n)) + count(few(n)) - four
define itself(n) = itself(n - 1)
define squares = {cell(q, q * q) for q in 0..3}
"""

SOUND = """
n ; 7 ; "a" ; yes ; -n ; not n == 3 ; n + 2 * n - 1 ; n mod 3 ; 20 / (n + 1) ; n < 3 or n > 5
n != 2 and n >= 1 and n <= 4 ; cell(n, 0) ; cell(n, 1).r ; cell(n, 0) == cell(0, n) ; n in 2..4 ; n in [1, 2]
cell(n, n) in squares ; squares & {cell(n, n)} ; squares | {cell(n, n)} ; squares - {cell(n, n)} ; [n, n + 1]
[4, 5, 6, 7, 8, 9, 10, 11][n] ; squares[n mod 4] ; {n, 2} ; if n > 3 then 1 else n ; twice(n) ; deep(n) ; four
some m in 0..n: m == 2 ; every m in few(n): m < 5 ; {m * n for m in 0..n}
{cell(m, n) for m in 1..n where m > 2} ; count({m for m in 0..n where some k in 0..m: k == n}) ; largest(n, 3)
sum([n, n]) ; hexagon(n + 1) ; {n for n in 0..n} ; [{1}, {2, n}] ; (n == 2) == yes ; rhombus(n + 1) + hexagon(2)
{m + k for m in 0..n, k in 0..m where m != k} ; some m in 0..n, k in 0..m: m + k == 7
every m in 0..n, k in few(m): k <= n ; sum(m * k for m in 0..n, k in 0..m where k > 1 otherwise 5)
largest(m - k for m in 1..2, k in n..n + 1) ; count(k for m in 0..n, k in few(m))
few(n)[0] ; none ; yes or n ; {m for m in 0..100 * n} ; count({m for m in 0..9999}) ; rhombus(n + 2)
"""
"""Expressions with a value for every number."""

DOUBTFUL = """
sum(m for m in 0..n) ; largest(m * n for m in 0..n where m > 2 otherwise 9) ; n > 1 or [1, 2][n] == 1
if n < 2 then [1, 2][n] else 0 ; {n, yes} ; rhombus(n) ; n + yes ; n / (n - 3) ; [1, 2, 3][n] ; itself(n)
unknown(n) ; nothing ; n or yes ; count(n) ; n.q ; twice ; {[1, 2][m] for m in 0..n where m < 2}
1000000000 * n ; twice(n, n) ; cell(yes, n) ; some m in 0..n: m ; if n then 1 else 2 ; {k for k in n}
yes and n ; {m for m in 0..2, k in n} ; {m + k for m in 0..n, k in 0..m where unknown}
"""
"""Expressions in which something is wrong, or left to be judged with care, for some number at least."""


def listed(texts: str) -> list[str]:
    return [text.strip() for line in texts.strip().splitlines() for text in line.split(" ; ")]


def outcome(definition: str) -> tuple[Item | None, list[str]]:
    """The value of what is defined last, if nothing is wrong with it, and the codes of the problems."""
    file, report = parse(Source("-", f"{DEFINITIONS}\n{definition}"))
    assert file is not None
    assert not report
    scope = Scope({}, dict(WORDS))
    scope.update({item.name.id: Definition(item) for item in file.items if isinstance(item, tree.Define)})
    *_, asked = (item.body for item in file.items if isinstance(item, tree.Define))
    value = Evaluator(scope, report).value(asked)
    assert value is WRONG or isinstance(value, Known)
    return None if value is WRONG else value.of(0), [each.code for each in report]


@pytest.mark.parametrize("text", [*listed(SOUND), *listed(DOUBTFUL)])
def test_elements_give_together_what_they_give_alone(text: str) -> None:
    together, problems = outcome(f"define all = {{[{text}, n] for n in 0..7}}")
    alone = [outcome(f"define n = {number}\ndefine one = [{text}, n]") for number in range(8)]
    values, codes = zip(*alone, strict=True)
    if any(codes):
        assert together is None
        assert problems == next(filter(None, codes))
    else:
        assert together == values
        assert not problems


def test_some_of_these_expressions_are_wrong_and_some_are_not() -> None:
    found = [bool(outcome(f"define all = {{[{text}] for n in 0..7}}")[1]) for text in listed(DOUBTFUL)]
    assert 5 < sum(found) < len(found)
