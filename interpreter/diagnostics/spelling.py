"""The distance between two spellings."""

from __future__ import annotations


def allowance(word: str, known: str) -> int:
    """How many slips are allowed between a misspelt word and a known one."""
    length = max(len(word), len(known))
    return 1 if length <= 4 else 2 if length <= 7 else 3


def distance(word: str, known: str, most: int) -> int | None:
    """Count the letters missing, added, wrong or swapped, regardless of case; None beyond `most`."""
    one, other = word.casefold(), known.casefold()
    if one == other:
        return 0
    if abs(len(one) - len(other)) > most:
        return None
    before, row = list[int](), list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        older, before, row = before, row, [number]
        for place, another in enumerate(other, 1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != another))
            if number > 1 and place > 1 and letter == other[place - 2] and one[number - 2] == another:
                cost = min(cost, older[place - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None
