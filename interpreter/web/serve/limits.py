"""How much one server takes on, in one table; `docs/serving.md` shows it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields


def _limit(number: float, meaning: str) -> float:
    return field(default=number, metadata={"meaning": meaning})


def _count(number: int, meaning: str) -> int:
    return field(default=number, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Limits:
    """What a browser, an address and all of them together may ask for."""

    rate: float = _limit(30, "messages a second from one browser (16 KiB count as one more); others wait")
    burst: float = _limit(120, "messages that may come at once before they are slowed down")
    rate_each: float = _limit(
        120, "messages a second from one address, counted alike; as many connections, files and other frames"
    )
    burst_each: float = _limit(240, "messages that may come from one address at once")
    waiting: int = _count(8, "messages of one browser that are answered at the same time")
    waiting_each: int = _count(32, "messages of one address that are answered at the same time")
    moving_each: int = _count(4, "of these, messages to tables; each is charged to the rate before the next is read")
    answered: int = _count(1_000, "messages of all browsers that are answered at the same time")
    short: int = _count(8 << 10, "bytes of a message that is short: a longer one waits for room")
    long: int = _count(8, "long messages that are received or answered at the same time")
    long_each: int = _count(2, "long messages of one address among them")
    whole: float = _limit(20, "seconds from the beginning of a message to its end; for a long one, once there is room")
    sent_each: int = _count(2 << 20, "bytes a second that one address is sent; four times as many at once")
    unread: int = _count(48 << 20, "bytes that wait until all browsers have read them")
    unread_each: int = _count(16 << 20, "bytes that wait until the browsers at one address have read them")
    sockets: int = _count(2_000, "browsers connected to the server")
    sockets_each: int = _count(64, "browsers connected from one address")
    lines: int = _count(500, "connections for files")
    lines_each: int = _count(192, "connections for files from one address")
    places: int = _count(10_000, "addresses that are remembered")
    weighed: int = _count(16, "analyses that wait or are being made, of all browsers")
    weighed_each: int = _count(4, "analyses that browsers at one address may wait for")
    joined: int = _count(8, "tables that one browser may be at; for another, it leaves the first")
    people: int = _count(500, "browsers at one table")
    tables: int = _count(1_000, "tables in memory; those that nobody is at leave first")
    tables_each: int = _count(250, "tables in memory that were opened from one address")
    held: int = _count(48 << 20, "bytes of all tables in memory")
    held_each: int = _count(12 << 20, "bytes of the tables in memory that were opened from one address")
    opened_each: int = _count(60, "tables that one address may open in an hour")
    kept: int = _count(2 << 30, "bytes of all games kept on disk; at this size no new table is opened")
    kept_each: int = _count(
        128 << 20, "bytes of the games kept that were opened from one address; at twice this size they cannot continue"
    )
    days: float = _limit(365, "days that a table is kept after its last visitor; 0 forever (`--keep`)")
    unplayed: float = _limit(30, "days that a table is kept if nothing has happened at it")
    said: int = _count(6, "phrases, and offers of a draw or a rematch, that somebody may make at a table in a minute")
    listed: int = _count(50, "tables that anybody may join that are shown at once, the newest")
    listed_each: int = _count(
        3, "tables that anybody may join and that were opened from one address, while seats are free"
    )
    events: int = _count(20_000, "moves, notes and other events of one table")
    game: int = _count(4 << 20, "bytes of all events of one table")
    idle: float = _limit(600, "seconds until a table that nobody is at leaves memory; it stays on disk")
    away: float = _limit(600, "seconds for which somebody must be away before others at the table can free their seat")
    silent: float = _limit(30, "seconds that a browser may take to read what it was sent")
    begin: float = _limit(5, "seconds more for a worker that has not seen a table yet, or has forgotten it")
    quick: float = _limit(
        1, "processor seconds for a sheet, or for setting up a table, before the slow worker starts it again"
    )
    check: float = _limit(5, "seconds for checking a sheet, and for opening a table")
    move: float = _limit(
        1, "seconds for a move; a table that takes longer, or repeatedly almost as long, moves to the slow worker"
    )
    slow: float = _limit(5, "seconds for a move of a table on the slow worker")
    think: float = _limit(10, "seconds for a move of a computer player")
    analyse: float = _limit(15, "seconds for an analysis or for sample games")
    grace: float = _limit(1, "seconds after which a worker that does not stop in time is killed")
    memory: int = _count(1 << 30, "bytes of address space of a worker")
    search: int = _count(3 << 30, "bytes of address space of a worker that thinks; its compiler needs a lot")


def meanings() -> dict[str, tuple[float, str]]:
    """Return each limit's usual value and what it limits, by name."""
    usual = Limits()
    return {each.name: (getattr(usual, each.name), each.metadata["meaning"]) for each in fields(Limits)}
