"""Who wins: by colour, by seat, with and without the swap, and how games end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ...experiments.codes import swaps_of
from ...experiments.random.totals import Playouts
from ...play.game import Game
from ...play.outcome import Outcome
from ...proofs.verdicts import Proved
from ...statistics import sure
from ...statistics.digits import ends, percent, upwards
from ...statistics.estimates import Estimate, share
from ..exact.known import Known, known_of
from ..exact.whole import whole_of
from ..kinds.playouts import FILLED, PLAYOUTS, UNSWAPPED
from ..kinds.playouts import Playouts as RandomKind
from ..kinds.variants import filled, has_swap, without_swap
from ..kinds.walks import WALKS
from ..sections import Basis, Course, Finding, Section, Table
from ..study import Study

SHOWN = 4
"""The most games that are replayed."""

MOST_TELLING = 40
"""Where only a share that differs by more percentage points would have shown, nothing is said to show."""

SAME = 1e-9
"""Chances that differ by less are the same, but for how numbers are rounded."""

MOST_ENDINGS = 30
"""The most endings that are listed."""


def who_wins(study: Study) -> Section | None:
    """The shares of random games that each colour and each seat wins, and that nobody wins.

    A seat is a person: the first seat moves first, and keeps its person when a swap exchanges the colours. Intervals
    are E. B. Wilson's (1927). A difference is said to be found where the interval of a player's share of the games
    that somebody won leaves out the share that all have if they win equally often. Where topology proves that exactly
    one player wins every full board, many more games are decided by filling the board at random. Small games are
    counted as a whole, and their shares are exact.
    """
    known = known_of(study.game)
    if known:
        return _known(study, known)
    found, other = random_games(study), unswapped_games(study)
    full = played(filled(study.game), study, FILLED)
    parts, bases, says = list[Table](), list[Basis](), list[str]()
    drawless = has_no_draws(study)
    if found.games:
        parts.append(_colours(found, "Games won, by colour", drawless))
        bases.append(study.basis(PLAYOUTS))
        if has_swap(study.game) or full.games < found.games:
            says.append(fairness(found.wins, f"random play{' with the swap' * has_swap(study.game)}", found.draws))
    if found.games and has_swap(study.game):
        parts.append(_seats(found))
        seats = dict(zip(("the first seat", "the second seat"), found.people, strict=True))
        is_swap = bool(swaps_of(study.game))
        how = "with the swap, which is taken at random as well" if is_swap else "in which colours change hands"
        says.append(fairness(seats, f"random play {how}", found.draws))
    if full.games and (has_swap(study.game) or full.games >= found.games):
        without = " without the swap," if has_swap(study.game) else ""
        parts.append(_colours(full, f"Games won, by colour,{without} decided by filling the board", True))
        says.append(fairness(full.wins, f"games{without} decided by filling the board at random"))
        bases.append(study.basis(FILLED))
    if other is not None and other.games:
        parts.append(_colours(other, "Games won, by colour, without the swap", drawless))
        says.append(fairness(other.wins, "random play without the swap", other.draws))
        bases.append(study.basis(UNSWAPPED))
    if not says:
        return None
    return Section("who-wins", "Who wins", tuple(says), tuple(parts), tuple(bases))


def _known(study: Study, known: Known) -> Section:
    """Who wins random games of a game that is counted as a whole."""
    drawn = known.drawn
    nobody = (("nobody (a draw)", drawn),) if drawn.value else ()
    tables = [Table("Games won, by colour", ("colour", "share"), (*known.by_colour.items(), *nobody), shares=True)]
    seats = dict(zip(("the first seat", "the second seat"), known.by_seat, strict=False))
    says = [_even_or_not(known.by_colour, "random play")]
    if has_swap(study.game):
        tables.append(Table("Games won, by seat", ("seat", "share"), tuple(seats.items()), shares=True))
        says.append(_even_or_not(seats, "random play with the swap"))
    return Section("who-wins", "Who wins", tuple(says), tuple(tables), (counted_whole(study, known),))


def counted_whole(study: Study, known: Known) -> Basis:
    """Return what exact numbers are counted in."""
    return Basis(known.whole.games, "games, all there are", study.command)


def _even_or_not(shares: Mapping[str, Estimate], where: str) -> Finding:
    """Whether players win equally often, as is known."""
    best = max(shares, key=lambda name: shares[name].value)
    listed = "; ".join(f"{name} {percent(each)}" for name, each in shares.items())
    if max(each.value for each in shares.values()) - min(each.value for each in shares.values()) <= SAME:
        return Finding(f"All win equally often in {where}: {listed}, which is exact.", shares[best])
    return Finding(f"{capital(best)} wins more often in {where}: {listed}, which is exact.", shares[best])


def endings(study: Study) -> Section | None:
    """The shares of random games by how they end: who wins, and the label that the rules give to the ending.

    Intervals are E. B. Wilson's, so wide that they hold for all rows together (Z. Šidák, 1967). Below are the shortest
    games that end so: of all games where the game is small enough to be looked at as a whole, else of those seen.
    """
    known = known_of(study.game)
    if known:
        exact = tuple((said(outcome), chance) for outcome, chance in known.endings.items())[:MOST_ENDINGS]
        told = Finding(f"{percent(known.drawn)} of random games are draws: this is exact.", known.drawn)
        none = Finding("No game can be a draw: all games were counted.", known.drawn)
        table = Table("Games by ending", ("ending", "share"), exact, shares=True)
        basis = (counted_whole(study, known),)
        return Section(
            "endings", "How games end", (told if known.drawn.value else none,), (table, *_shortest(study)), basis
        )
    found = random_games(study)
    if not found.games:
        return None
    rows = [
        (said(outcome), share(games, found.games, len(found.endings)), games)
        for outcome, games in [*found.endings.items()][:MOST_ENDINGS]
    ]
    drawn = sure.share(found.draws, found.games)
    says: str = "No game can be a draw: this is proved."
    if found.draws:
        says = Finding(f"{percent(drawn)} ({ends(drawn)}) of random games are draws, n = {found.games:,}.", drawn)
    elif not has_no_draws(study):
        seen = ", but one of those that were looked at move by move was" * _was_drawn(study)
        says = Finding(f"None of {found.games:,} random games was a draw{seen}: at most {most(found.games)} of random "
                       "games are.", drawn)  # fmt: skip
    table = Table("Games by ending", ("ending", "share", "games"), tuple(rows), shares=True)
    bases = [study.basis(PLAYOUTS), *([study.basis(WALKS)] if study.of(WALKS).games else [])]
    return Section("endings", "How games end", (says,), (table, *_shortest(study)), tuple(bases))


def has_no_draws(study: Study) -> bool:
    """Whether it is proved that no game is a draw."""
    return any(isinstance(each, Proved) and each.claim == "no-draws" for each in study.verdicts)


def _was_drawn(study: Study) -> bool:
    """Whether any random game that was looked at move by move was a draw."""
    too_long = study.game.machine.too_long
    return any(study.game.outcome(end).winner is None for end in study.of(WALKS).shortest if end not in (0, too_long))


def course_of(study: Study, end: int, caption: str) -> Course:
    """Return the shortest random game that was seen to end so, to be replayed."""
    return _course(study.game, study.of(WALKS).shortest[end], caption)


def _shortest(study: Study) -> list[Course]:
    """The shortest game with each result: of all games, or of the random games that were seen."""
    game, walks, whole, found = study.game, study.of(WALKS), whole_of(study.game), dict[Outcome, tuple[int, ...]]()
    games = walks.shortest if whole is None else whole.shortest_games
    for end, codes in sorted(games.items()):
        if end not in (0, game.machine.too_long):
            found[game.outcome(end)] = min(found.get(game.outcome(end), codes), codes, key=len)
    several = "all games" if whole else f"{walks.games:,} random games"
    return [
        _course(game, codes, f"{capital(str(outcome))}: the shortest of {several}") for outcome, codes in found.items()
    ][:SHOWN]


def _course(game: Game, codes: Sequence[int], caption: str) -> Course:
    state = game.start(decide_chance=False).play_all(map(game.move, codes))
    return Course(caption, tuple(map(str, state.moves)))


def random_games(study: Study) -> Playouts:
    """Return the random games of a study with their statistics."""
    return played(study.game, study, PLAYOUTS)


def unswapped_games(study: Study) -> Playouts | None:
    """Return the random games without the swap; None for a game that has none, or no option without it."""
    other = without_swap(study.game)
    return played(other, study, UNSWAPPED) if other is not None else None


def played(game: Game, study: Study, kind: RandomKind) -> Playouts:
    """Return random games of one kind with their statistics."""
    totals = study.of(kind)
    return Playouts(game, study.seed, totals.games, totals, None, 0.0, 0.0, "", game.forms, 1)


def fairness(wins: dict[str, int], where: str, draws: int = 0) -> str:
    """Return whether players differ in how often they win, and what difference would have shown."""
    decisive, count = sum(wins.values()), len(wins)
    if not decisive:
        return f"Nobody won a game in {where}."
    together = 1 if count == 2 else count
    shares = {name: sure.share(won, decisive, together) for name, won in wins.items()}
    above = [name for name, each in shares.items() if each.low > 1 / count]
    if above:
        listed = "; ".join(f"{name} {percent(each)} ({ends(each)})" for name, each in shares.items())
        best = max(above, key=lambda name: shares[name].value)
        what = " of the games that somebody wins" if draws else ""
        word = "more often" if count == 2 else "more often than an equal share"
        return Finding(f"{capital(best)} wins {word} in {where}: {listed}{what}, n = {decisive:,}.", shares[best],
                       1 / count, 1.0)  # fmt: skip
    least = 100 * sure.shows(decisive, together, 1 / count)
    if least >= MOST_TELLING:
        return f"The {decisive:,} decided games in {where} are too few to tell {_and(wins)} apart."
    if count == 2:
        return (f"No difference found between {' and '.join(wins)} in {where}: a lead of {upwards(2 * least)} "
                f"percentage points would probably have been detected in {decisive:,} decided games.")  # fmt: skip
    return (f"No difference found between players in {where}: winning {upwards(least)} percentage points more "
            f"often than one game in {count} would probably have been detected "
            f"in {decisive:,} decided games.")  # fmt: skip


def _and(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def said(outcome: Outcome) -> str:
    """Return an outcome as a table has it."""
    return capital(str(outcome))


def most(games: int) -> str:
    """Return the largest share in percent that may go unseen in so many games."""
    found = 100 * sure.share(0, games).high
    return f"{found:.{max(0, 1 - math.floor(math.log10(found)))}f} %"


def capital(text: str) -> str:
    """Return a text that begins a sentence."""
    return text[:1].upper() + text[1:]


def _colours(found: Playouts, caption: str, is_decisive: bool) -> Table:
    rows = [(player, share(won, found.games), won) for player, won in found.wins.items()]
    if not is_decisive:
        rows.append(("nobody (a draw)", share(found.draws, found.games), found.draws))
    return Table(caption, ("colour", "share", "games"), tuple(rows), shares=True)


def _seats(found: Playouts) -> Table:
    seats = zip(("first seat: whoever begins", "second seat"), found.people, strict=True)
    rows = tuple((seat, share(won, found.games), won) for seat, won in seats)
    return Table("Games won, by seat", ("seat", "share", "games"), rows, shares=True)
