"""An engine: answers the commands of the Go Text Protocol, as programs that play Hex know them, for one game.

Sources: the specification named in `lines.py`; `HexHtpEngine.cpp` of Benzene (MoHex and Wolve answer `swap-pieces`);
`AnalyzeCommand.java` of HexGui.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TextIO

from ...deadline import OutOfTime
from ...players.dialects import PIECES, RESIGN
from ...players.protocol import MOST_SECONDS
from ...show.boards.text import draw
from .clock import Clock
from .lines import LONGEST, Command, answer, commands
from .table import Refused, Table

QUIT = "quit"


class Order(NamedTuple):
    """What a command does, and how many words follow it."""

    obey: Callable[[Engine, tuple[str, ...]], str]
    least: int = 0
    most: int = 0


class Engine:
    """Our player, for a program that asks by commands; `swap` is how it says that it swaps, where both ways can be
    said. It resigns where it expects less than `resign`, of 1 for a win."""

    def __init__(self, table: Table, version: str, swap: str = PIECES, resign: float = 0.0) -> None:
        self._table, self._version, self._swap, self._resign = table, version, swap, resign

    def answers(self, stream: TextIO) -> Iterable[str]:
        """Give an answer to each command of a stream, until it ends or asks to `quit`."""
        for command in commands(stream):
            try:
                yield answer(command, self._obey(command))
            except (Refused, OutOfTime, MemoryError) as refusal:
                yield answer(command, str(refusal) or "out of memory", is_refused=True)
            if command.word == QUIT:
                return

    def _obey(self, command: Command) -> str:
        if not command.is_whole:
            raise Refused(f"a line has at most {LONGEST:,} characters")
        order = ORDERS.get(command.word)
        if order is None:
            raise Refused("unknown command")
        if not order.least <= len(command.rest) <= order.most:
            raise Refused(f"syntax error: `{command.word}` takes {_counted(order.least, order.most)}")
        return order.obey(self, command.rest)

    # What the protocol demands

    def _name(self, _: tuple[str, ...]) -> str:
        return "Hexgame"

    def _version_of(self, _: tuple[str, ...]) -> str:
        return self._version

    def _knows(self, words: tuple[str, ...]) -> str:
        return "true" if words[0] in ORDERS else "false"

    def _listed(self, _: tuple[str, ...]) -> str:
        return "\n".join(ORDERS)

    # The board

    def _resize(self, words: tuple[str, ...]) -> str:
        self._table.resize(*map(_whole, words))
        return ""

    def _clear(self, _: tuple[str, ...]) -> str:
        self._table.begin()
        return ""

    def _play(self, words: tuple[str, ...]) -> str:
        self._table.play(self._table.colour(words[0]), " ".join(words[1:]))
        return ""

    def _undo(self, _: tuple[str, ...]) -> str:
        self._table.undo()
        return ""

    def _show(self, _: tuple[str, ...]) -> str:
        return "\n" + draw(self._table.shown)

    def _legal(self, words: tuple[str, ...]) -> str:
        table = self._table
        if words and table.colour(words[0]) not in table.deciders:
            return ""
        return " ".join(map(table.told, table.state.legal_moves)) if table.deciders else ""

    def _score(self, _: tuple[str, ...]) -> str:
        table = self._table
        if table.resigned:
            others = [name for name in table.game.players if name != table.resigned]
            winner = others[0] if len(others) == 1 else None
        elif table.state.outcome is None:
            return "cannot score"
        else:
            winner = table.state.outcome.winner
        return f"{table.called(winner)[0].upper()}+" if winner else "0"

    # Our player

    def _genmove(self, words: tuple[str, ...]) -> str:
        table = self._table
        colour = table.colour(words[0])
        text = self._chosen(colour)
        table.play(colour, text)
        return text

    def _weighed_move(self, words: tuple[str, ...]) -> str:
        return self._chosen(self._table.colour(words[0]))

    def _chosen(self, colour: str) -> str:
        choice, text = self._table.choose(colour, self._swap)
        if choice is not None and choice.values and choice.values[self._table.state.seat(colour)] < self._resign:
            return RESIGN
        return text

    def _weigh(self, words: tuple[str, ...]) -> str:
        choice, text = self._table.choose(self._table.colour(words[0]), self._swap)
        if choice is None or not choice.moves:
            return f"{text} 1"
        return " ".join(f"{self._table.told(each.move)} {each.share:.3f}" for each in choice.moves if each.share > 0)

    # Clocks

    def _settings(self, words: tuple[str, ...]) -> str:
        main, period, stones = _seconds(words[0]), _seconds(words[1]), _whole(words[2])
        is_open = (period > 0 and not stones) or (not main and not period)  # as the specification has it
        if is_open:
            self._table.settings = None
        elif main:
            self._table.settings = Clock(main, 0, period, stones)
        else:
            self._table.settings = Clock(period, stones, period, stones)
        self._table.wind()
        return ""

    def _left(self, words: tuple[str, ...]) -> str:
        table, colour = self._table, self._table.colour(words[0])
        if len(words) == 1:
            return f"{table.clocks[colour].seconds:.1f}" if colour in table.clocks else "no clock"
        stones = _whole(words[2]) if len(words) > 2 else 0
        settings = table.settings or Clock(0)
        table.clocks[colour] = Clock(_seconds(words[1]), stones, settings.period, settings.stones)
        return ""

    # What HexGui asks

    def _analyses(self, _: tuple[str, ...]) -> str:
        return "\n".join(ANALYSES)


ANALYSES = (
    "plist/All Legal Moves/all_legal_moves",
    "pspairs/Shares Of The Search/hexgame-weigh %c",
    "string/Show Board/showboard",
    "string/Final Score/final_score",
)
"""What HexGui can show of the engine: how, under which name, by which command."""

ORDERS = {
    "protocol_version": Order(lambda _, __: "2"),
    "name": Order(Engine._name),
    "version": Order(Engine._version_of),
    "known_command": Order(Engine._knows, 1, 1),
    "list_commands": Order(Engine._listed),
    QUIT: Order(lambda _, __: ""),
    "boardsize": Order(Engine._resize, 1, 9),
    "clear_board": Order(Engine._clear),
    "komi": Order(lambda _, __: "", 1, 1),
    "play": Order(Engine._play, 2, 9),
    "genmove": Order(Engine._genmove, 1, 1),
    "reg_genmove": Order(Engine._weighed_move, 1, 1),
    "undo": Order(Engine._undo),
    "showboard": Order(Engine._show),
    "all_legal_moves": Order(Engine._legal, 0, 1),
    "final_score": Order(Engine._score),
    "time_settings": Order(Engine._settings, 3, 3),
    "time_left": Order(Engine._left, 1, 3),
    "hexgui-analyze_commands": Order(Engine._analyses),
    "hexgame-weigh": Order(Engine._weigh, 1, 1),
}
"""The commands: what each does, and how many words it takes."""


def _counted(least: int, most: int) -> str:
    if least == most:
        return f"{least or 'no'} {'word' if least == 1 else 'words'}"
    return f"{least} to {most} words"


def _whole(word: str) -> int:
    """Return a whole number. Raises Refused for anything else."""
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise Refused(f"syntax error: `{word[:20]}` is not a whole number of 0 or more")
    return int(word)


def _seconds(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        found = -1
    if not 0 <= found <= MOST_SECONDS:
        raise Refused(f"syntax error: `{word[:20]}` is not a number of seconds from 0 to {MOST_SECONDS:,}")
    return found
