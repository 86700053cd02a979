"""One sheet in the interpreter and in the plain engine: boards, games move by move, counts, values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.play.perft import perft
from hexgame.play.state import State
from hexgame.players.exact import Unsolvable, solve
from hexgame.players.exact.player import ExactPlayer
from hexgame.players.protocol import Limits

from .exact import DRAW, OPEN, TooMuchError, Whole
from .features import features
from .richer import sheet_of
from .rules import NO_MOVE, Position, Rules
from .sheets import written

REFUSED = {"HG406", "HG524"}
"""Why a sheet may be refused: an edge along cells inside the board, loops that could take too long."""

LONGEST = 60
"""The most decisions of a game that is played move by move."""


class Mismatch(AssertionError):  # noqa: N818 - named for what it is
    """The interpreter and the plain engine differ."""


def expect(what: str, theirs: object, ours: object) -> None:
    """Raise Mismatch unless both say the same."""
    if theirs != ours:
        raise Mismatch(f"{what}: the interpreter has {theirs!r}, the plain engine {ours!r}")


class Case:
    """A sheet with all that is compared of it; `said` counts what it has and what was compared."""

    def __init__(self, seed: int, most: int) -> None:
        self.seed, self.dice, self.said = seed, Random(seed), Counter[str]()
        self.sheet = sheet_of(seed)
        self.rules = Rules(self.sheet)
        self.text = written(self.sheet, self.rules.ground)
        self.game = self._loaded()
        self.whole = self._whole(most) if self.game else None
        if self.game:
            self.said.update(dict.fromkeys(features(self.sheet, self.rules), 1))

    def _loaded(self) -> Game | None:
        try:
            return hexgame.load(Source("random.hexgame", self.text))
        except hexgame.HexgameError as error:
            codes = {each.code for each in error.diagnostics}
            if not codes <= REFUSED:
                raise Mismatch(f"the sheet is refused: {error}") from None
            self.said["refused"] += 1
            return None

    def _whole(self, most: int) -> Whole | None:
        try:
            whole = Whole(self.rules, most)
        except TooMuchError:
            self.said["too many positions"] += 1
            return None
        self.said["all positions"] += 1
        self.said["positions come again"] += whole.order is None
        return whole

    @property
    def has_chance(self) -> bool:
        """Whether chance decides something."""
        return "chance" in self.said

    # Boards and games

    def boards(self) -> None:
        """Compare cells, links and edges."""
        board, ground = self.game.board, self.rules.ground
        expect("cells", sorted(board.names), sorted(ground.cells))
        theirs = {(*sorted((board.names[cell], board.names[arc.to])), arc.label)
                  for cell, arcs in enumerate(board.arcs) for arc in arcs}  # fmt: skip
        expect("links", sorted(theirs), sorted(ground.links))
        edges = [(each.player, {board.names[arc.to] for arc in each.links}) for each in board.edges]
        ours = [([*self.sheet.players, "neutral"].index(owner), set(cells)) for owner, cells in ground.edges]
        expect(
            "edges", sorted((owner, sorted(cells)) for owner, cells in edges), sorted((o, sorted(c)) for o, c in ours)
        )

    def games(self, number: int = 2) -> None:
        """Play random games in both, move by move."""
        for _ in range(number):
            state, at = self.game.start(decide_chance=False), self.rules.start()
            for _ in range(LONGEST):
                self.compared(state, at)
                if at.end is not None:
                    break
                decision = self.dice.choice(self.rules.legal(at))
                state.play(next(move for move in state.legal_moves if move.text == decision.text))
                at = self.rules.play(at, decision)
            self.said["games"] += 1

    def compared(self, state: State, at: Position) -> None:
        """Compare a position."""
        line = " ".join(move.text for move in state.moves) or "the start"
        pieces = {
            owner: {kind: set(cells) for kind, cells in held.items() if cells} for owner, held in state.pieces.items()
        }
        ours: dict[str, dict[str, set[str]]] = {owner: {} for owner in pieces}
        for cell, (owner, kind) in at.held:
            name = self.sheet.players[owner] if owner < len(self.sheet.players) else "neutral"
            ours.setdefault(name, {}).setdefault(kind, set()).add(cell)
        expect(f"pieces after {line}", pieces, ours)
        heard = {
            player: {text for text, to in at.said if to in (None, number)}
            for number, player in enumerate(self.sheet.players)
        }
        expect(f"what is said after {line}", {player: set(texts) for player, texts in state.said.items()}, heard)
        expect(f"the end after {line}", state.is_over, at.end is not None)
        if at.end is not None:
            winner, ending = at.end
            expect(
                f"the winner after {line}", state.outcome.winner, None if winner is None else self.sheet.players[winner]
            )
            expect(f"the ending after {line}", state.outcome.label if ending == NO_MOVE else state.ending, ending)
            return
        decisions = self.rules.legal(at)
        expect(
            f"decisions after {line}",
            sorted(move.text for move in state.legal_moves),
            sorted(d.text for d in decisions),
        )
        if decisions[0].word != "draw":
            expect(f"who moves after {line}", state.to_move, self.sheet.players[at.mover])

    def sequences(self, depth: int = 3) -> None:
        """Compare the numbers of sequences of decisions."""
        for number, ours in enumerate(self.whole.perft(depth), 1):
            expect(f"perft {number}", perft(self.game.start(decide_chance=False), number), ours)

    # Values

    def positions(self) -> Iterator[tuple[State, Position]]:
        """The start, and a position on the way of a random game."""
        state, at = self.game.start(decide_chance=False), self.rules.start()
        if at.end is not None or self.rules.legal(at)[0].word == "draw":
            return
        yield state, at
        for _ in range(self.dice.randint(1, 5)):
            decision = self.dice.choice(self.rules.legal(at))
            then = self.rules.play(at, decision)
            if then.end is not None:
                break
            state.play(next(move for move in state.legal_moves if move.text == decision.text))
            at = then
        if self.rules.legal(at)[0].word != "draw":
            yield state, at

    def values(self, nodes: int, exact: bool) -> None:
        """Compare the values of moves, and what the exact player takes."""
        if self.whole.order is None or (self.has_chance and len(self.sheet.players) > 2):
            return
        for state, at in self.positions():
            self._solved(state, at, nodes)
            if exact and not self.has_chance:
                self._chosen(state, at)

    def worth(self, at: Position) -> dict[str, str]:
        """The value of each decision, as a name; of the position, under the empty text."""
        whole, key, names = self.whole, self.rules.key(at), self.sheet.players
        is_two = len(names) == 2
        known = whole.values if is_two else whole.forced
        people = {whole.person(key, colour) if is_two else colour: name for colour, name in enumerate(names)}
        people |= {DRAW: "draw" if is_two else "nobody", OPEN: "up to chance"}
        found = {decision.text: people[known[there]] for decision, there in whole.after[key]}
        return {**found, "": people[known[key]]}

    def _solved(self, state: State, at: Position, nodes: int) -> None:
        line, worth = " ".join(move.text for move in state.moves) or "the start", self.worth(at)
        try:
            found = solve(state, Limits(nodes=nodes))
        except Unsolvable as why:
            if self.has_chance or "secrets" in self.said:
                self.said["solve: refused"] += 1
                return
            raise Mismatch(f"solve refuses {line}: {why}") from None
        if found.winner is not None:
            expect(f"the value of {line}", found.winner, worth[""])
            self.said["solve: positions"] += 1
            self.said[f"solve: {found.winner if found.winner in ('draw', 'nobody') else 'a win'}"] += 1
        else:
            self.said["solve: open"] += 1
        for move, value in found.values.items():
            expect(f"the value of {move} after {line}", value, worth[move.text])
            self.said["solve: moves"] += 1
        for move in found.moves:
            if len(self.sheet.players) == 2:
                expect(f"whether {move} is best after {line}", worth[move.text], worth[""])

    def _chosen(self, state: State, at: Position) -> None:
        line, worth = " ".join(move.text for move in state.moves) or "the start", self.worth(at)
        choice = ExactPlayer(self.seed).choose(state.view(state.to_move), Limits(simulations=20))
        self.said["exact: choices"] += 1
        if choice.proved and len(self.sheet.players) == 2:
            expect(f"the value of the exact player's {choice.move} after {line}", worth[choice.move.text], worth[""])
            self.said["exact: proved"] += 1
