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
    beyond = most + 1
    older, before = list[int](), [place if place >= 0 else beyond for place in range(-most, beyond)]
    for number, letter in enumerate(one, 1):  # of each row, only what lies within `most` of the diagonal can count
        row: list[int] = []
        for at, place in enumerate(range(number - most, number + beyond)):
            if not 0 < place <= len(other):
                row.append(number if place == 0 else beyond)
                continue
            another = other[place - 1]
            above, beside = (before[at + 1] if at < 2 * most else beyond), (row[-1] if row else beyond)
            cost = min(above + 1, beside + 1, before[at] + (letter != another))
            if number > 1 and place > 1 and letter == other[place - 2] and one[number - 2] == another:
                cost = min(cost, older[at] + 1)
            row.append(cost)
        if min(row) > most:
            return None
        older, before = before, row
    found = before[len(other) - len(one) + most]
    return found if found <= most else None
