"""Leaves judged by many full boards at once: bit i of every number belongs to board i.

Where two players fill the board and goals only ask which regions a chain joins, a leaf is worth what random fillings of
its empty cells say, whatever the order in which the stones would come. Each half of an empty pair goes to one player
and the other half to the other, so that every board holds as many stones of each as play would bring.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...machine.chance import ADVANCE, DICE, drawn
from ...machine.plan.plan import Plan
from ...machine.random.fillings import write_flood
from ...machine.text.writer import Writer
from ...record import Record
from ...rules import ir
from ...rules.facts.endings import FULL
from ...rules.facts.goals import OWN, owner_of
from ...rules.facts.masks import WORD
from ...rules.facts.placement import brings_neutral
from ...rules.program import Ending
from .senses.aims import bridges_between, bridges_to

EVERY = (1 << WORD) - 1
"""The number in which every board has its bit."""


class Lanes(Record):
    """How full boards are judged: for each player whether a condition, made of goals, makes them win or lose."""

    result: str
    conditions: tuple[tuple[ir.Expression, ...], tuple[ir.Expression, ...]]
    """For each player; one of them is enough."""


def lanes_of(plan: Plan) -> Lanes | None:
    """How a game's full boards are judged; None if they do not tell who wins."""
    rules, facts = plan.rules, plan.facts
    deciding = [ending for ending in rules.endings if ending.condition != FULL]
    fills = facts.stones_only_come and facts.stones_or_pass and facts.ends_at_goals and not facts.forbids
    results = {ending.result for ending in deciding}
    if not fills or len(rules.players) != 2 or len(results) != 1 or not results <= {"win", "lose"}:
        return None
    if plan.nodes.seams or brings_neutral(rules) or not all(_is_joined(each.condition, plan) for each in deciding):
        return None
    one, other = (tuple(_conditions(deciding, player)) for player in range(2))
    return Lanes(results.pop(), (one, other)) if one and other else None


def _conditions(endings: list[Ending], player: int) -> Iterator[ir.Expression]:
    yield from (ending.condition for ending in endings if ending.player in (None, player))


def _is_joined(node: ir.Expression, plan: Plan) -> bool:
    """Whether a condition is made of goals that one player's chains join regions."""
    match node:
        case ir.Operation("and" | "or"):
            return all(_is_joined(each, plan) for each in node.operands)
        case ir.Connects():
            return plan.facts.joined_goals[plan.rules.goals.index(node)]
    return False


def bridges_of(plan: Plan, lanes: Lanes) -> Iterator[tuple[int, int, int, int, int]]:
    """The bridges that there may be: two nodes, two cells, and whose nodes they must be, -1 for any player's. From a
    cell to a region there is a bridge as well; there the second node is the cell itself.
    """
    for bridge in bridges_between(plan.nodes):
        if bridge.one < min(bridge.other, plan.cells):
            yield bridge.one, bridge.other, *bridge.cells, -1
    goals = {goal: None for conditions in lanes.conditions for each in conditions for goal in _goals(each)}
    for player in range(2):
        regions = {region: None for goal in goals for region in goal.regions[player % len(goal.regions)]}
        for region in regions:
            met = plan.nodes.meets(plan.rules.regions[region])
            terminal = frozenset((cell, 0) for cell in range(plan.cells) if met[cell])
            for bridge in bridges_to(terminal, plan.nodes):
                yield bridge.one, bridge.other, *bridge.cells, player


class LaneWriter:
    """Writes `judge_lanes`; `at` is where in `W` its own numbers begin.

    With `has_winner`, exactly one player wins each full board, so that one player's chains tell.
    """

    def __init__(self, plan: Plan, lanes: Lanes, at: int, has_winner: bool) -> None:
        self.plan, self.lanes, self.cells = plan, lanes, plan.cells
        self.players = (0,) if has_winner else (0, 1)
        nodes = plan.cells + 1 + len(plan.board.edges)
        self.words, self.others, self.reach, self.empty = (at + k * nodes for k in range(4))
        self.room = at + 4 * nodes

    def functions(self, write: Writer) -> None:
        """The functions that fill boards, flood them, and judge them."""
        self._fill(write)
        self._flood(write)
        self._judge(write)
        self._learn(write)

    def _fill(self, write: Writer) -> None:
        """The pair of cells through which two chains would be joined is a pair of its own: whoever enters one of them
        is answered in the other."""
        bridges = tuple(zip(*bridges_of(self.plan, self.lanes), strict=True)) or ((),) * 5
        for name, column in zip(("ONE", "OTHER", "ENTRY", "REPLY", "WHOSE"), bridges, strict=True):
            write(f"BRIDGE_{name} = {column!r}")
        with write.function("fill_words(S, T, W, rng)", "Fill the empty cells; returns the generator's state."):
            with write.block(f"for c in range({self.cells}):"):
                write("p = owner(S[c])", f"W[{self.words} + c] = {EVERY} if p == 0 else 0")
                write(f"W[{self.reach} + c] = 1 if p < 0 else 0")
            with write.block("if T[BRIDGES] == 1:"):
                with write.block(f"for k in range({len(bridges[0])}):"):
                    write("v, a, b = S[BRIDGE_ONE[k]], BRIDGE_ENTRY[k], BRIDGE_REPLY[k]")
                    write("whose = BRIDGE_WHOSE[k]")
                    with write.block(
                        "if v != 0 and v == S[BRIDGE_OTHER[k]] and (whose < 0 or owner(v) == whose) "
                        f"and W[{self.reach} + a] + W[{self.reach} + b] == 2:"
                    ):
                        self._pair(write)
                        write(f"W[{self.reach} + a], W[{self.reach} + b] = 0, 0")
            write("left = 0")
            with write.block(f"for c in range({self.cells}):"):
                with write.block(f"if W[{self.reach} + c] == 1:"):
                    write(f"W[{self.empty} + left] = c", "left += 1")
            with write.block("while left > 1:"):
                for cell in "ab":
                    write(ADVANCE, f"i = {drawn('left')}", "left -= 1", f"{cell} = W[{self.empty} + i]")
                    write(f"W[{self.empty} + i] = W[{self.empty} + left]", f"W[{self.empty} + left] = {cell}")
                self._pair(write)
            with write.block("if left == 1:"):
                write(f"W[{self.words} + W[{self.empty}]] = {EVERY} if S[MOVER] == 0 else 0")
            write("return rng")

    def _pair(self, write: Writer) -> None:
        """Give each player one of the cells `a` and `b`."""
        write(ADVANCE, f"word = {DICE}", ADVANCE, f"word = word | ({drawn(str(1 << WORD - 32))}) << 32")
        write(f"W[{self.words} + a] = word", f"W[{self.words} + b] = {EVERY} ^ word")

    def _flood(self, write: Writer) -> None:
        """Forwards and backwards over the board, until nothing more is reached on any board. Rows of cells are equally
        long: they end in a cell that is never reached."""
        rows = self.plan.nodes.cell_rows
        longest = max(map(len, rows))
        write("", f"BESIDE = {tuple((*row, *(self.cells,) * (longest - len(row))) for row in rows)!r}")
        with write.function("flood_words(W, mine)", "Reach whatever is joined to what is reached."):
            write_flood(write, self.cells, "BESIDE", str(self.reach), "mine")

    def _bridges(self, write: Writer, name: str, bridges: tuple[int, ...], mine: int) -> None:
        """Flood, also through edges between the regions: each joins its cells of the player's."""
        if not bridges:
            write(f"flood_words(W, {mine})")
            return
        write("over = 1")
        with write.block("while over != 0:"):
            write(f"flood_words(W, {mine})", "over = 0")
            for edge in bridges:
                table = f"EDGE_{name}_{edge}"
                write("more = 0")
                with write.block(f"for c in {table}:"):
                    write(f"more |= W[{self.reach} + c]")
                with write.block(f"for c in {table}:"):
                    write(f"new = more & W[{mine} + c] & ({EVERY} ^ W[{self.reach} + c])", "over |= new")
                    write(f"W[{self.reach} + c] |= new")

    def _judge(self, write: Writer) -> None:
        found: dict[tuple[int, ir.Connects], str] = {}
        for player in self.players:
            for goal in dict.fromkeys(goal for each in self.lanes.conditions[player] for goal in _goals(each)):
                if owner_of(goal.cells, self.plan.rules) in (OWN, player):
                    found[player, goal] = f"joined_{len(found)}"
                    self._joined(write, found[player, goal], goal, player)
        with write.function("judge_lanes(S, T, W, rng)", "Note how random full boards end."):
            write("rng = fill_words(S, T, W, rng)")
            if len(self.players) > 1:
                with write.block(f"for c in range({self.cells}):"):
                    write(f"W[{self.others} + c] = {EVERY} ^ W[{self.words} + c]")
            for player in self.players:
                met = " | ".join(self._word(each, player, found) for each in self.lanes.conditions[player])
                write(f"met_{player} = {met}")
            other = "met_1" if len(self.players) > 1 else f"{EVERY} ^ met_0"
            one, other = ("met_0", other) if self.lanes.result == "win" else (other, "met_0")
            write(f"won, not_lost = {one}, {EVERY} ^ ({other})")  # where both or neither hold: a draw
            write("W[2 * LIKES] = ones(won) + ones(not_lost)", f"W[2 * LIKES + 1] = {2 * WORD} - W[2 * LIKES]")
            write("learn_words(W, won, not_lost)", "return rng")

    def _joined(self, write: Writer, name: str, goal: ir.Connects, player: int) -> None:
        regions = [self.plan.rules.regions[each] for each in goal.regions[player % len(goal.regions)]]
        met = [self.plan.nodes.meets(region)[: self.cells] for region in regions]
        mine = self.words if player == 0 else self.others
        ends = regions[0] | regions[-1] if len(regions) == 2 else regions[0]
        bridges = tuple(
            number for number, edge in enumerate(self.plan.board.edges)
            if edge.player == player and self.cells + number not in ends
        )  # fmt: skip
        for number, cells in enumerate(met):
            write("", f"REGION_{name}_{number} = {tuple(map(int, map(bool, cells)))!r}")
        for edge in bridges:
            near = sorted({arc.to for arc in self.plan.board.edges[edge].links})
            write(f"EDGE_{name}_{edge} = {tuple(near)!r}")
        with write.function(f"{name}(W)", "The boards on which a chain meets all regions."):
            with write.block(f"for c in range({self.cells}):"):
                write(f"W[{self.reach} + c] = W[{mine} + c] if REGION_{name}_0[c] == 1 else 0")
            for number in range(1, len(regions) - 1):
                self._bridges(write, name, bridges, mine)
                with write.block(f"for c in range({self.cells}):"):
                    with write.block(f"if REGION_{name}_{number}[c] == 0:"):
                        write(f"W[{self.reach} + c] = 0")
            self._bridges(write, name, bridges, mine)
            write("met = 0")
            with write.block(f"for c in range({self.cells}):"):
                with write.block(f"if REGION_{name}_{len(regions) - 1}[c] == 1:"):
                    write(f"met |= W[{self.reach} + c]")
            write("return met")

    def _word(self, node: ir.Expression, player: int, found: dict[tuple[int, ir.Connects], str]) -> str:
        match node:
            case ir.Operation("and" | "or"):
                sign = " & " if node.symbol == "and" else " | "
                return f"({sign.join(self._word(each, player, found) for each in node.operands)})"
            case ir.Connects():
                owner = owner_of(node.cells, self.plan.rules)
                return f"{found[player, node]}(W)" if owner in (OWN, player) else "0"
        raise AssertionError(node)

    def _learn(self, write: Writer) -> None:
        meaning = "Note for each player and cell how many boards have a stone there, and what these are worth."
        with write.function("learn_words(W, won, not_lost)", meaning):
            write("worth = W[2 * LIKES]")
            with write.block(f"for c in range({self.cells}):"):
                write(f"mine = W[{self.words} + c]", "stones = ones(mine)")
                write("liked = ones(mine & won) + ones(mine & not_lost)")
                write("W[STONES + c], W[LIKES + c] = stones, liked")
                write(f"W[STONES + CELLS + c] = {WORD} - stones")
                write(f"W[LIKES + CELLS + c] = {2 * WORD} - worth - 2 * stones + liked")


def _goals(node: ir.Expression) -> Iterator[ir.Connects]:
    match node:
        case ir.Operation():
            for each in node.operands:
                yield from _goals(each)
        case ir.Connects():
            yield node
