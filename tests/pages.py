"""How often a page says anything false: `python tests/pages.py [PAGES]`.

Games of known truth are simulated by what is counted of them, not played: fair ones, unfair ones by 2 to 10 points,
drawish and longer ones, with and without cheap tricks. Each is looked at five times, with more games each time. A page
is false if a sentence of it is, at any look: its sentences carry the number that they rest on, and between which values
the truth must lie. Besides, it counts how often what is planted is found at the last look, and plants the differences
that fair pages say would probably have shown, that is, four times out of five: `python tests/pages.py power [PAGES]`.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

import hexgame
from hexgame.experiments.random.orders import PLAIN, Order, RandomGames, Task
from hexgame.experiments.random.totals import Totals
from hexgame.play.game import Game
from hexgame.reports.card.card import card_of
from hexgame.reports.kinds.desk import NOBODY, Ended
from hexgame.reports.kinds.ladder import DUELS
from hexgame.reports.kinds.mirrors import OPPONENTS, mirrors_of
from hexgame.reports.kinds.searched import Searched, SearchedGames
from hexgame.reports.kinds.single import Tally
from hexgame.reports.kinds.trials import trials_of
from hexgame.reports.measures.skill import does_skill_matter
from hexgame.reports.measures.strengths import who_wins_searched
from hexgame.reports.measures.symmetric import mirrors_score
from hexgame.reports.measures.winners import endings, who_wins
from hexgame.reports.sections import Finding, Section
from hexgame.reports.study import Study

Dice = np.random.Generator

LOOKS = 5
RANDOM = 3_000, 20_000, 60_000, 300_000, 1_000_000
"""Random games at each look."""

SEARCHES = {
    "search-10": (30, 100, 400, 1_000, 3_000),
    "search-100": (3, 20, 60, 200, 600),
    "search-1000": (0, 3, 20, 60, 150),
}
PAIRS = 10, 40, 120, 300, 800
"""Pairs of games of two strengths, games of each mirror, and games of each trial."""


@dataclass(frozen=True)
class Truth:
    """What a game is like: the score of whoever begins, drawn games, the mean length, and what tricks score."""

    score: float = 0.5
    draws: float = 0.0
    length: float = 30.0
    thinking: float = 0.7
    """The score of the stronger of two searches."""

    trick: float = 0.1
    """The score of a cheap trick against a search."""

    rises: float = 0.0
    """By how much the score of whoever begins rises from each strength of search to the next."""

    def at(self, simulations: int) -> Truth:
        """What is true of the games of a search: of the weakest, and of random play, what is true of the game."""
        steps = next(step for step, name in enumerate(SEARCHES) if simulations <= int(name.partition("-")[2]))
        return replace(self, score=self.score + steps * self.rises)

    @property
    def chances(self) -> tuple[float, float, float]:
        """How likely the first wins, nobody, and the second."""
        return self.score - self.draws / 2, self.draws, 1 - self.score - self.draws / 2


TRUTHS = {
    "fair": Truth(), "unfair by 2": Truth(0.52), "unfair by 5": Truth(0.45), "unfair by 10": Truth(0.6),
    "drawish": Truth(draws=0.4), "drawish, unfair by 4": Truth(0.54, draws=0.3), "longer": Truth(length=90.0),
    "thin": Truth(thinking=0.5), "a trick wins": Truth(0.53, trick=0.7), "a trick is even": Truth(trick=0.5),
    "unfair to the strong": Truth(0.47, rises=0.2), "fair to the strong": Truth(0.62, rises=-0.12),
}  # fmt: skip


@cache
def the_game() -> Game:
    """The game of which counts are simulated: with draws and options, too large to be counted as a whole."""
    return hexgame.load("havannah", size=4)


@cache
def ends() -> dict[str | None, int]:
    """An end code for each winner."""
    game = the_game()
    played = RandomGames(Order.of(game, PLAIN), Task(1, 600, 100)).played(range(6))
    found = dict[str | None, int]()
    for _, end in played.ends:
        found.setdefault(game.outcome(end).winner, end)
    return found


def results(truth: Truth, games: int, dice: Dice) -> list[int]:
    """How many of some games the first wins, nobody, and the second."""
    return [int(each) for each in dice.multinomial(games, truth.chances)]


def end_of(place: int) -> int:
    """The end code of a game that the first wins (0), nobody (1) or the second (2)."""
    first, second = the_game().players
    return ends()[(first, None, second)[place]]


def random_games(truth: Truth, games: int, dice: Dice) -> Totals:
    """The counts of random games."""
    counts = Counter({(0, end_of(place)): some for place, some in enumerate(results(truth, games, dice)) if some})
    lengths = Counter(dice.binomial(2 * round(truth.length), 0.5, min(games, 20_000)).tolist())
    scale = games // lengths.total()
    return Totals(games, counts, Counter({length: some * scale for length, some in lengths.items()}))


def searched(truth: Truth, first: int, games: int, dice: Dice) -> SearchedGames:
    """Searched games with numbers from `first` on."""
    places = dice.permutation(np.repeat([0, 1, 2], results(truth, games, dice))).tolist()
    lengths = dice.binomial(2 * round(truth.length), 0.5, games).tolist()
    seats = 0, NOBODY, 1
    return SearchedGames(tuple(
        Searched(first + number, Ended((0, 1), end_of(place), seats[place]), length, is_whole=False)
        for number, (place, length) in enumerate(zip(places, lengths, strict=True))
    ))  # fmt: skip


def pairs(score: float, games: int, key: tuple[int, ...], dice: Dice) -> Tally:
    """Pairs of games of which the first player scores so much."""
    counts = Counter[tuple[int, ...]]()
    for won in dice.binomial(2, score, games).tolist():
        counts[*key, won, 2 - won] += 1
    return Tally(games, counts)


def more_of(truth: Truth, look: int, found: dict[str, object], dice: Dice) -> dict[str, object]:
    """What is found by a look: what was found before it, and more."""

    def more(of: tuple[int, ...]) -> int:
        return of[look] - (of[look - 1] if look else 0)

    parts: dict[str, list[object]] = {"random": [random_games(truth, more(RANDOM), dice)]}
    for name, sizes in SEARCHES.items():
        before = sizes[look - 1] if look else 0
        strength = truth.at(int(name.partition("-")[2]))
        parts[name] = [searched(strength, before, more(sizes), dice)]
    new = more(PAIRS)
    parts["depth"] = [pairs(truth.thinking, new, (), dice)]
    parts["ladder"] = [
        pairs(1 - truth.trick if duel > len(DUELS) - 3 else truth.thinking, new, (duel,), dice)
        for duel in range(len(DUELS))
    ]
    parts["mirrors"] = [
        Tally(new, {(mirror, seat, opponent, 2 * half): some for half, some in enumerate(
            dice.multinomial(new, [1 - truth.trick, truth.trick]).tolist()) if some})
        for mirror in range(len(mirrors_of(the_game()))) for seat in (0, 1) for opponent in range(len(OPPONENTS))
    ]  # fmt: skip
    parts["trials"] = [trial(truth, number, new, dice) for number in range(len(trials_of(the_game())))]
    total = dict(found)
    for name, each in parts.items():
        for part in each:
            total[name] = total[name] + part if name in total else part  # type: ignore[operator]
    return total


def trial(truth: Truth, number: int, games: int, dice: Dice) -> Tally:
    """Games with an option changed: each change makes games a quarter longer, and nothing else."""
    lengths = dice.binomial(round(2 * truth.length * 1.25**number), 0.5, games).tolist()
    halves = dice.choice([2, 1, 0], games, p=truth.chances).tolist()
    return Tally(games, Counter((number, half, length) for half, length in zip(halves, lengths, strict=True)))


def findings(truth: Truth, study: Study) -> Iterator[tuple[Finding, float]]:
    """All sentences of a page that rest on a number, each with the true one."""
    card = card_of(study, ())
    truths = {"deep": truth.thinking, "length": round(truth.length), "drawn": truth.draws}
    for dial in card.dials:
        true = truths.get(dial.scale.name, truth.at(dial.simulations).score)
        if dial.is_measured:
            yield dial.finding, true
            yield Finding(dial.figure, dial.estimate), true
        if dial.beside:
            yield dial.beside.finding, truth.score
        if dial.trend:
            yield dial.trend, (truth.rises if dial.scale.name == "fair" else 0.0) or math.nan
    for part in card.verdict:
        strength = re.search(r" at ([\d,]+) simulations", part)
        simulations = int(strength[1].replace(",", "")) if strength else 0
        yield part, truths.get(_topic(part), truth.at(simulations).score)
    for each in card.advice:
        if isinstance(each.finding, Finding) and " makes games " in each.title:
            names = [trial.name for trial in trials_of(the_game())]
            number = names.index(each.title.partition(" makes")[0])
            yield each.finding, round(2 * truth.length * 1.25**number) / 2
        elif isinstance(each.finding, Finding) and each.gain:
            yield each.finding, math.nan  # no change makes these games fairer
        elif isinstance(each.finding, Finding):
            yield each.finding, truth.trick
    for section in (who_wins(study), who_wins_searched(study), endings(study), mirrors_score(study),
                    does_skill_matter(study)):  # fmt: skip
        for said in section.says if isinstance(section, Section) else ():
            if isinstance(said, Finding):
                yield said, _truth_of(truth, said)


def _topic(part: str) -> str:
    """What a part of a verdict is about."""
    topics = {"fair": "fair", "better for": "fair", "draw": "drawn", "long": "length", "think": "deep"}
    return next(topic for word, topic in topics.items() if word in part)


def _truth_of(truth: Truth, said: str) -> float:
    """The true value of what a sentence of a section rests on."""
    first, second = the_game().players
    won, drawn, lost = truth.chances
    strength = re.search(r"([\d,]+) simulations a move", said)
    score = truth.at(int(strength[1].replace(",", ""))).score if strength and " seat" in said else truth.score
    rise = (truth.rises if " seat" in said else 0.0) or math.nan
    values = {
        f"{first} wins more": won / (won + lost), f"{second} wins more": lost / (won + lost),
        "neither more nor less": -1.0, "as both players": rise, " a move than with": rise, "draw": drawn,
        "first seat": score, "the seats": score, "trick": truth.trick, "mirror": truth.trick,
        "Thinking helps": truth.thinking,
        "doubling": truth.thinking,
        "A search of 128 simulations": truth.thinking, "A greedy player": truth.thinking,
    }  # fmt: skip
    if "A search" in said and ("greedy player" in said or "first free" in said):
        return 1 - truth.trick
    known = [value for words, value in values.items() if words in said]
    assert known, f"what is true of: {said}"
    return known[0]


EFFECTS = ("players differ", "drawish", "long", "thinking helps", "a trick wins", "an option changes it")
"""What may be planted in a game."""


def effects(study: Study) -> set[str]:
    """What a page has found in a game, of `EFFECTS`."""
    card = card_of(study, ())
    dials = {dial.scale.name: dial.finding for dial in card.dials}
    told = [*map(str, card.verdict), *(said for section in (who_wins(study), who_wins_searched(study))
                                       for said in (section.says if isinstance(section, Section) else ()))]  # fmt: skip
    found = (
        any("better for" in each or "wins more often" in each or "seat does" in each for each in told),
        dials["drawn"].low >= 0.1, dials["length"].low >= 70, dials["deep"].low >= 0.5,
        any(each.title.startswith("A cheap trick wins") for each in card.advice),
        any(" makes games " in each.title for each in card.advice),
    )  # fmt: skip
    return {name for name, is_found in zip(EFFECTS, found, strict=True) if is_found}


def page(name: str, seed: int) -> tuple[list[str], set[str]]:
    """Return what is false on a page at any of its looks, and which effects it has found at the last."""
    truth, dice = TRUTHS[name], np.random.default_rng([seed, [*TRUTHS].index(name)])
    found, wrong = dict[str, object](), list[str]()
    for look in range(LOOKS):
        found = more_of(truth, look, found, dice)
        told = findings(truth, Study(the_game(), 0, found, is_looked_into=False))  # type: ignore[arg-type]
        wrong += [f"{name}, look {look + 1}: {each} (the truth is {value:g})" for each, value in told
                  if not each.holds(value)]  # fmt: skip
    return wrong, effects(Study(the_game(), 0, found, is_looked_into=False))  # type: ignore[arg-type]


def main(pages: int) -> None:
    """Write how many pages say anything false, and how often what is planted is found."""
    false, hits, played = 0, dict[str, Counter[str]](), Counter[str]()
    for number in range(pages):
        name = [*TRUTHS][number % len(TRUTHS)]
        wrong, told = page(name, number)
        false += bool(wrong)
        played[name] += 1
        hits.setdefault(name, Counter()).update(told)
        for each in wrong:
            sys.stdout.write(f"{each}\n")
        if (number + 1) % 100 == 0 or number + 1 == pages:
            sys.stdout.write(f"{number + 1} pages, {false} with anything false\n")
            sys.stdout.flush()
    for name, counts in hits.items():
        told_of = ", ".join(f"{effect} {counts[effect]}" for effect in EFFECTS if counts[effect])
        sys.stdout.write(f"{name}, {played[name]} pages, found at the last look: {told_of}\n")


# The power that pages state


STATED = {
    "random games": (who_wins, r"a lead of ([\d.e+-]+) percentage points", 2.0),
    "searched games": (who_wins_searched, r"A score ([\d.e+-]+) percentage points away", 1.0),
}
"""Which section says which difference would probably have shown, and how many times the score's difference that is."""


def stated(kind: str, look: int, dice: Dice) -> float | None:
    """How far from one half the score of whoever begins is that would probably have shown at a look of a fair game."""
    measure, pattern, times = STATED[kind]
    for _ in range(20):
        says = says_of(measure, Truth(), look, dice)
        found = next((match for said in says if (match := re.search(pattern, said))), None)
        if found:
            return float(found[1]) / 100 / times
    return None


def says_of(measure: Callable[[Study], object], truth: Truth, look: int, dice: Dice) -> tuple[str, ...]:
    """What a section says at a look of a game, of which nothing was seen before."""
    found: dict[str, object] = {"random": random_games(truth, RANDOM[look], dice)}
    found |= {name: searched(truth, 0, sizes[look], dice) for name, sizes in SEARCHES.items() if sizes[look]}
    section = measure(Study(the_game(), 0, found, is_looked_into=False))  # type: ignore[arg-type]
    return section.says if isinstance(section, Section) else ()


def power(pages: int) -> None:
    """Write, for each look, the difference that is said to show, and on how many pages it does once it is planted."""
    for kind, (measure, pattern, _) in STATED.items():
        for look in range(LOOKS):
            dice = np.random.default_rng([look, len(kind)])
            off = stated(kind, look, dice)
            if off is None:
                sys.stdout.write(f"{kind}, look {look + 1}: nothing is said to show\n")
                continue
            shown = sum(not any(re.search(pattern, said) for said in says_of(measure, Truth(0.5 + off), look, dice))
                        for _ in range(pages))  # fmt: skip
            sys.stdout.write(f"{kind}, look {look + 1}: {100 * off:.3g} points from 50 % found on {shown} of {pages}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asked = sys.argv[1:]
    if asked[:1] == ["power"]:
        power(int(asked[1]) if len(asked) > 1 else 400)
    else:
        main(int(asked[0]) if asked else 2_000)
