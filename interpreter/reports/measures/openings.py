"""First moves: after which of them a player wins more often, if that differs at all."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ...experiments.codes import swaps_of
from ...experiments.random.firsts import Comparison, First
from ...experiments.random.totals import Playouts
from ...play.game import Game
from ...play.state import State
from ...players.exact.images import orbits
from ...statistics import sure
from ...statistics.digits import ends, percent
from ...statistics.estimates import Estimate, exact_share, share, smaller_side
from ..kinds.openings import LAPS, OPENINGS, few_of, openings_of
from ..kinds.playouts import PLAYOUTS
from ..kinds.single import Tally
from ..kinds.variants import has_swap
from ..sections import Answer, Diagram, Finding, Part, Said, Section, Table, Unanswered
from ..study import Study
from .winners import random_games

LISTED = 5
"""How many of the better and of the worse first moves are listed."""

NAMED = 3
"""So many of them, or fewer, are named in a sentence."""

TOO_MUCH = 0.5
"""Where only a larger difference would have shown, the games are too few to tell first moves apart."""


MOST_GAMES = 1 << 30
"""The most games with each first move that are thought of."""

NOBODYS = "No one player always makes the first decision, so there are no first moves to compare."
"""What is said where chance decides who begins, or several do."""


@dataclass(frozen=True)
class Sure(Comparison):
    """First decisions of which those are told apart that intervals tell apart which hold at every look."""

    @property
    def differ(self) -> bool:
        """Whether any decision is told from the others."""
        return bool(self._distinct)

    @cached_property
    def _distinct(self) -> list[First]:
        """Those whose interval has nothing in common with that of all others together."""
        won, games, together = sum(self._won), sum(self._games), 2 * len(self.firsts)
        found = []
        for first, own, played in zip(self.firsts, self._won, self._games, strict=True):
            one, others = sure.share(own, played, together), sure.share(won - own, games - played, together)
            if one.low > others.high or one.high < others.low:
                found.append(first)
        return found

    def takes(self, difference: float, count: int) -> int:
        """Return after how many games with each of so many decisions that difference would have shown."""
        return 1 + bisect_left(range(1, MOST_GAMES), True, key=lambda games: self._shows(count, games) < difference)

    def _shows(self, count: int, games: float) -> float:
        rare, together = min(self.mean, 1 - self.mean), 2 * count
        others = sure.share(round(rare * games * (count - 1)), round(games * (count - 1)), together)
        found = sure.shows(round(games), together, rare) + others.high - rare
        return found if rare + found < 1 else 1.0


def surely(compared: Comparison) -> Sure:
    """Return the same decisions, compared for a page that is looked at again."""
    return Sure(compared.player, compared.firsts)


@dataclass(frozen=True)
class Balance:
    """Openings compared by how often whoever makes them wins, drawn games left out."""

    comparison: Comparison
    fairest: First
    """The one whose likeliest share is nearest to one half."""

    @classmethod
    def of(cls, comparison: Comparison) -> Balance:
        """Return openings that were compared, of which there is at least one. The fairest is one of those that were
        played at least half as often as openings were on average."""
        known = _known_well(comparison.firsts)
        return cls(comparison, min(known, key=lambda first: abs(comparison.guess(first) - 1 / 2)))

    @cached_property
    def is_told_apart(self) -> bool:
        """Whether the fairest is known to be fairer than all others."""
        _, most = self._unevenness(self.fairest)
        return all(most < self._unevenness(first)[0] for first in self.comparison.firsts if first is not self.fairest)

    def _unevenness(self, first: First) -> tuple[float, float]:
        """How far from one half the share of an opening is at least, and at most."""
        seen = sure.share(first.wins[self.comparison.player], first.games, together=len(self.comparison.firsts))
        return max(0.0, seen.low - 1 / 2, 1 / 2 - seen.high), max(seen.high - 1 / 2, 1 / 2 - seen.low)

    def after_best_swap(self) -> Estimate:
        """The share of whoever moves first, if they choose the fairest opening and the other the better side of it.

        The interval holds for all openings together, as the fairest was chosen by the same games. Where openings were
        not found to differ, it is that of all games.
        """
        firsts, player = self.comparison.firsts, self.comparison.player
        if not self.comparison.differ:
            whole = sure.share(sum(first.wins[player] for first in firsts), sum(first.games for first in firsts))
            return smaller_side(whole, whole.value)
        seen = sure.share(self.fairest.wins[player], self.fairest.games, together=len(firsts))
        return smaller_side(seen, self.comparison.guess(self.fairest))


def first_moves(study: Study) -> Section | Unanswered | None:
    """How often the player who begins wins random games after each first move.

    Moves that a symmetry of the game makes equal are one. One differs from the others where its interval and that of
    all others together, which hold at every look, have nothing in common. A board is shown where they differ: its
    shares are shrunk towards the mean by as much as chance explains (C. Stein; R. DerSimonian and N. Laird, 1986).
    Intervals of the table are exact and hold for all moves together (C. Clopper and E. Pearson, 1934).
    """
    found = random_games(study)
    compared = surely(found.compared)
    if not found.games or not compared.firsts:
        return None
    title, bases = "First moves", (study.basis(PLAYOUTS),)
    if found.opener is None:
        return Section("first-moves", title, (NOBODYS,), (), bases)
    if len(compared.firsts) == 1:
        first = compared.firsts[0]
        count = len(study.game.start(decide_chance=False).legal_moves) if first.alike else 1
        one = f"There is one first move, {first.move}."
        alike = f"All {count} first moves are equivalent: symmetries of the game map each to any other."
        same = Said(alike if count > 1 else one, "moves-alike")
        return Section("first-moves", title, (same, *_with_a_swap(found)), (), bases)
    if not compared.differ and compared.shows >= TOO_MUCH:
        takes = compared.takes(TOO_MUCH, len(compared.firsts)) * len(compared.firsts)
        return study.lacks(PLAYOUTS, title, takes)
    parts: list[Part] = []
    if found.by_cell and compared.differ:
        names = study.game.board.names
        shares = {names[cell]: share for cell, share in found.by_cell.items()}
        parts.append(Diagram(f"How often {compared.player} wins after each first move, in percent, "
                             f"shrunk towards the mean (n = {found.games:,} random games)", shares=shares))  # fmt: skip
    some = compared.ranked if len(compared.firsts) <= 2 * LISTED else _listed(compared)
    if some:
        rows = tuple(
            (named(first), exact_share(first.wins[compared.player], first.games, len(compared.firsts)))
            for first in some
        )
        parts.append(Table(f"How often {compared.player} wins", ("first move", "share won"), rows, shares=True))
    return Section("first-moves", title, (*_finding(compared), *_with_a_swap(found)), tuple(parts), bases)


def _with_a_swap(found: Playouts) -> tuple[str, ...]:
    """What a swap would leave to whoever begins: the smaller side of the fairest first move, in games that somebody
    won. Nothing where there is a swap already, or chance or several players begin."""
    if len(found.game.players) != 2 or not found.opener or has_swap(found.game):
        return ()
    decisive = [(each, sum(each.wins.values())) for each in found.compared.firsts]
    firsts = tuple(First(each.move, games, each.wins, each.alike) for each, games in decisive if games)
    if not firsts:
        return ()
    balance = Balance.of(Sure(found.opener, firsts))
    after, differ = balance.after_best_swap(), balance.comparison.differ and len(firsts) > 1
    where = f"beginning with {_fairest(balance)}" if differ else "on average of all first moves"
    where = f", {where}" if len(firsts) > 1 else ""
    won = " that somebody wins" if found.draws else ""
    words = (f"If the other could answer the first move by changing sides, {found.opener} would win {percent(after)} "
             f"({ends(after)}) of random games{won}{where} (n = {after.n:,}).")  # fmt: skip
    return (Finding(words, after, answers=_leaves(balance, differ)),)


def _listed(compared: Comparison) -> tuple[First, ...]:
    """The best of those that are better, and the worst of those that are worse."""
    return (*compared.better[:LISTED], *compared.worse[-LISTED:])


def named(first: First) -> str:
    """Return what a first move is called, with how many others are the same by symmetry."""
    return str(first.move) + (f" (and {len(first.alike)} like it)" if first.alike else "")


def _fairest(balance: Balance) -> str:
    return named(balance.fairest) + ", which is among the fairest" * (not balance.is_told_apart)


def _leaves(balance: Balance, differ: bool) -> Answer:
    """What a sentence answers that says what a swap leaves."""
    if not differ:
        return "swap-leaves"
    return "fairest" if balance.is_told_apart else "among-fairest"


def _which(firsts: Sequence[First], how: str, most: str, than: str) -> str:
    """Say of some first moves, the best or worst first, how they are: by name, of many the first few."""
    names = ", ".join(map(named, firsts[:NAMED]))
    if len(firsts) <= NAMED:
        return f"{names} {'is' if len(firsts) == 1 else 'are'} {how} {than}"
    return f"{len(firsts)} are {how} {than} ({most}: {names})"


def _told_apart(compared: Comparison, than: str) -> str:
    """Which first moves are better and which are worse than the others."""
    kinds = (compared.better, "better", "the best"), (compared.worse[::-1], "worse", "the worst")
    return " and ".join(_which(firsts, how, most, than) for firsts, how, most in kinds if firsts)


def _finding(compared: Comparison) -> tuple[str, ...]:
    """Whether first moves differ, and what difference would have shown."""
    count = len(compared.firsts)
    merged = ", counting those equal by symmetry once" if any(first.alike for first in compared.firsts) else ""
    if compared.better or compared.worse:
        told = _told_apart(compared, f"for {compared.player}")
        words = f"First moves differ. Of the {count} that were played{merged}, {told}."
        return (Said(words, "moves-differ"),)
    return (
        f"No difference found between the {count} first moves that were played{merged}. "
        f"One that differs by {100 * compared.shows:.2g} percentage points would probably have been detected.",
    )


# Under search


SHOWN = 5
"""How many openings are listed from either end."""


def balance_by_opening(study: Study) -> Section | Unanswered | None:
    """How often whoever moves first wins after each first move, in searched games without a swap, merged over moves
    that lead to images of the same position.

    Each share is shrunk towards the mean by as much as chance explains (C. Stein; R. DerSimonian and N. Laird, 1986);
    moves are called better or worse only if intervals find it that hold at every look, and those of the
    table hold together (Z. Šidák, 1967). After a swap, whoever moves first can expect the smaller of the shares of
    the two sides: the fairest opening is the best to choose.
    """
    found = study.of(OPENINGS)
    balance = balance_of(study.game, found)
    if balance is None:
        return None
    comparison, swaps = balance.comparison, bool(swaps_of(study.game))
    cells = {
        move.cell: comparison.guess(first)
        for first in comparison.firsts if first.move
        for move in (first.move, *first.alike) if move.cell
    }  # fmt: skip
    parts: list[Part] = [_table(comparison)]
    if cells and comparison.differ:
        decisive = sum(first.games for first in comparison.firsts)
        caption = f"How often whoever moves first wins, in percent, shrunk towards the mean (n = {decisive:,} games)"
        parts.insert(0, Diagram(caption, shares=cells))
    basis = (study.basis(OPENINGS),)
    if not comparison.differ and comparison.shows >= TOO_MUCH:
        return study.lacks(OPENINGS, "Balance by first move", enough(study.game, found, comparison))
    changes = has_swap(study.game) and not swaps  # colours change hands in another way
    says = (*_says(comparison), *([] if changes else [_swapped(balance, swaps=swaps)]))
    return Section("openings", "Balance by first move", says, tuple(parts), basis)


FIRST, SECOND = "first", "second"
"""What stands for whoever moves first, and for the other."""


def enough(game: Game, found: Tally, comparison: Comparison) -> float:
    """Return about how many games it takes to tell first moves apart, as openings are dealt out."""
    decided = sum(first.games for first in comparison.firsts) / found.games
    few = few_of(game) or openings_of(game)
    each = comparison.takes(TOO_MUCH, len(few)) / decided
    if few_of(game) and each > LAPS:
        few = openings_of(game)
        each = comparison.takes(TOO_MUCH, len(few)) / decided
    return each * len(few)


def balance_of(game: Game, found: Tally) -> Balance | None:
    """Compare the openings of which somebody has won a game; None if there are fewer than two."""
    firsts = _firsts(game, found, drawn=False)
    return Balance.of(Sure(FIRST, firsts)) if len(firsts) > 1 else None


def _firsts(game: Game, found: Tally, *, drawn: bool) -> tuple[First, ...]:
    """Openings with their games, those that nobody won only if asked for."""
    wins, games = dict[str, Counter[int]]({FIRST: Counter(), SECOND: Counter()}), Counter[int]()
    for (code, seat), number in found.counts.items():
        if seat >= 0 or drawn:
            games[code] += number
        if seat >= 0:
            wins[FIRST if seat == 0 else SECOND][code] += number
    state = State(game, list(game.machine.start))
    alike: dict[int, list[int]] = {}
    for code, first in orbits(state).items():
        alike.setdefault(first, []).append(code)
    return tuple(
        First(game.move(code), games[code], {who: won[code] for who, won in wins.items()},
              tuple(game.move(other) for other in alike[code] if other != code))
        for code in openings_of(game) if games[code]
    )  # fmt: skip


@dataclass(frozen=True)
class Offered:
    """What whoever begins scores, a draw counting half: with the first move that leaves it nearest to one half, and on
    average of all; the intervals hold together."""

    fairest: First
    after: Estimate
    usual: Estimate
    where: str
    """In which games."""

    count: int
    """How many first moves were compared."""


def offered(study: Study) -> Offered | None:
    """Return what first moves offer to who may answer one by changing sides: in searched games if these tell them
    apart, else in random play; None where neither does."""
    searched, random = _firsts(study.game, study.of(OPENINGS), drawn=True), random_games(study)
    kinds = [(searched, FIRST, "in games searched with 100 simulations a move")]
    if random.games and random.opener:
        kinds.append((random.compared.firsts, random.opener, "in random play"))
    for firsts, player, where in kinds:
        if len(firsts) > 1 and Sure(player, firsts).differ:
            fairest = min(_known_well(firsts), key=lambda first: abs(_score([first], player).value - 1 / 2))
            together = len(firsts) + 1
            return Offered(fairest, _score([fairest], player, together), _score(firsts, player, together), where,
                           len(firsts))  # fmt: skip
    return None


def _known_well(firsts: Sequence[First]) -> list[First]:
    """The openings that were played at least half as often as openings were on average."""
    usual = sum(first.games for first in firsts) / len(firsts)
    return [first for first in firsts if 2 * first.games >= usual]


def _score(firsts: Sequence[First], player: str, together: int = 1) -> Estimate:
    won, games = sum(first.wins[player] for first in firsts), sum(first.games for first in firsts)
    decided = sum(sum(first.wins.values()) for first in firsts)
    return sure.score(won, games - decided, decided - won, together)


def _table(comparison: Comparison) -> Table:
    """The best and the worst first moves, or those most played where no difference was found."""

    def seen(first: First) -> Estimate:
        return share(first.wins[FIRST], first.games, len(comparison.firsts))

    if comparison.differ:
        ranked = tuple((named(first), comparison.guess(first), seen(first)) for first in _ends(comparison.ranked))
        return Table("First moves, the best first", ("move", "likeliest", "seen"), ranked, shares=True)
    most = sorted(comparison.firsts, key=lambda first: -first.games)[: 2 * SHOWN]
    rows = tuple((named(first), seen(first)) for first in most)
    return Table("How often whoever moves first wins", ("first move", "share won"), rows, shares=True)


def _says(comparison: Comparison) -> list[str]:
    if not comparison.differ:
        return [f"No difference between first moves was found. A difference of {100 * comparison.shows:.0f} percentage "
                "points would probably have been detected."]  # fmt: skip
    told = _told_apart(comparison, "than the others for whoever begins")
    return [Said(f"First moves differ: {told}.", "moves-differ")] if told else []


def _swapped(balance: Balance, *, swaps: bool) -> Finding:
    after = balance.after_best_swap()
    differ = balance.comparison.differ
    begin = "After the best swap" if swaps else "With a swap, which this game does not have"
    where = f"by opening with {_fairest(balance)}" if differ else "on average of these openings"
    verb = "scores" if swaps else "would score"
    words = f"{begin}, whoever moves first {verb} {percent(after)} ({ends(after)}) {where} (n = {after.n:,})."
    return Finding(words, after, answers=_leaves(balance, differ))


def _ends(ranked: Sequence[First]) -> Sequence[First]:
    return ranked if len(ranked) <= 2 * SHOWN else (*ranked[:SHOWN], *ranked[-SHOWN:])
