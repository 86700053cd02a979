"""The text of a sheet."""

from __future__ import annotations

from itertools import accumulate

from .boards import Ground
from .model import Board, Cell, Effect, Ending, Expression, Offer, Sheet, Statement

_INFIX = {"all": " and ", "any": " or ", "and": " & ", "or": " | ", "less": " - ", "+": " + ", "-": " - ",
          "times": " * "}  # fmt: skip

_CALLS = {"count": "count", "group": "group", "liberties": "liberties", "near": "adjacent"}


class Writer:
    """Writes one sheet on its ground."""

    def __init__(self, sheet: Sheet, ground: Ground) -> None:
        self.sheet, self.ground = sheet, ground
        self._in_block = False

    def text(self) -> str:
        """The whole sheet."""
        sheet = self.sheet
        lines = ['game "Random"', f"players {', '.join(sheet.players)}"]
        if sheet.kinds != ("stone",):
            lines.append(f"pieces {', '.join(sheet.kinds)}")
        lines += [f"var {name} = {value} in 0..{most}{' for each player' * each}"
                  for name, value, most, each in sheet.variables]  # fmt: skip
        lines += self.newer()
        lines.append(f"board {{ {' '.join(self.board())} }}")
        if sheet.setup:
            pieces = (f"{self.cell(cell)} becomes {kind} of {owner}" for cell, kind, owner in sheet.setup)
            lines.append(f"setup {{ {' '.join(pieces)} }}")
        lines.append(f"{'round' if sheet.rounds else 'turn'} {{ {self.script(sheet.turn)} }}")
        if sheet.score:
            lines.append(f"score = {self.of(sheet.score)}")
        lines += map(self.ending, sheet.endings)
        return "\n".join(lines) + "\n"

    def newer(self) -> list[str]:
        """What kinds, players, cells and pieces have."""
        sheet = self.sheet
        lines = ["define those(S) = S", f"stacks up to {sheet.stacks}"][: 1 + (sheet.stacks > 1)]
        lines = lines if sheet.lists else []
        lines += [f"let {name} = {{{', '.join(kinds)}}}" for name, kinds in sheet.sets]
        for name, items in sheet.lists:
            lines.append(f"let {name} = [{', '.join(f'{item}: {value}' for item, value in items)}]")
        for table in sheet.tables:
            over = ", ".join(map(str, table.over))
            over = "kinds" if table.over == sheet.kinds else f"{{{over}}}"
            whose = {"each": f"k in {over}", "player": f"player, k in {over}"}.get(table.per, table.per)
            lines.append(f"var {table.name} = {table.first} in 0..{table.most} for each {whose}")
        return lines + [f"var {name} = none in {of}, none" for name, of in sheet.holders]

    # The board

    def cell(self, cell: Cell) -> str:
        """A cell by its coordinates, or by its name on a graph."""
        return cell if self.sheet.board.kind == "graph" else "cell({}, {})".format(*self.ground.spots[cell])

    def these(self, cells: tuple[Cell, ...]) -> str:
        """Some cells."""
        return "{" + ", ".join(map(self.cell, cells)) + "}"

    def board(self) -> list[str]:
        """The items of the board."""
        board = self.sheet.board
        items = [self.shape(board)] if board.kind != "graph" else [self.graph(board)]
        for number, (axis, is_reversed) in enumerate(board.wraps):
            sides = {"q": "left, right", "r": "top, bottom"}[axis]
            items.append(f"wrap {sides}{' reversed' * is_reversed} as s{number}")
        if board.kind != "graph":
            items += [f"link {self.cell(a)} - {self.cell(b)}" for a, b in board.links]
        items += [f"unlink {self.cell(a)} - {self.cell(b)}" for a, b in board.cuts]
        items += [f"region {name} = {self.these(cells)}" for name, cells in board.regions]
        items += [f"edge {each.side or self.these(each.cells)}: {each.owner}" for each in board.edges]
        return items

    def shape(self, board: Board) -> str:
        """The grid and the shape."""
        shape = f"shape {board.shape}({', '.join(map(str, board.size))})"
        if board.kind == "tiling":
            return f"grid {board.part} of {board.grid} {shape}"
        holes = "".join(f" - disc(cell({q}, {r}), 0)" for q, r in board.holes)
        return f"grid {board.grid} {shape}{holes}"

    def graph(self, board: Board) -> str:
        """The cells and links of a graph."""
        cells = (f"cell {name} at {x}, {y}" for name, x, y in board.places)
        return f"graph {{ {' '.join([*cells, *(f'link {a} - {b}' for a, b in board.links)])} }}"

    # Expressions

    def of(self, node: Expression) -> str:
        """An expression, in brackets where it might need them."""
        head, *rest = node
        if head in _INFIX:
            return "(" + _INFIX[head].join(map(self.of, rest)) + ")"
        if head in _CALLS:
            return f"{_CALLS[head]}({self.of(rest[0])})"
        known = getattr(self, f"_of_{head}", None)
        return known(*rest) if known else str(rest[0]) if rest else head

    def _of_of(self, player: object, name: str) -> str:
        return f"{self.whose(player)}.{name}"

    def _of_turns(self) -> str:
        return "own.turns"

    def _of_kind(self, kind: str) -> str:
        return f"own.{kind}"

    def _of_these(self, *cells: Cell) -> str:
        return self.these(cells)

    def _of_steps(self, one: Expression, other: Expression, past: Expression) -> str:
        return f"steps({self.of(one)}, {self.of(other)}, past: {self.of(past)})"

    def _of_heldkind(self, owner: str, what: str) -> str:
        return f"{owner}.{what}"

    def _of_disc(self, cell: Expression, far: int) -> str:
        return f"disc({self.of(cell)}, {far})"

    def _of_ring(self, cell: Expression, far: int) -> str:
        return f"ring({self.of(cell)}, {far})"

    def _of_oneof(self, cells: tuple[Cell, ...], number: Expression) -> str:
        return f"[{', '.join(map(self.cell, cells))}][{self.of(number)}]"

    def _of_kindof(self, what: Expression) -> str:
        return f"{self.of(what)}.kind"

    def _of_ownerof(self, what: Expression) -> str:
        return f"{self.of(what)}.owner"

    def _of_pileat(self, cell: Expression, number: Expression) -> str:
        return f"{self.of(cell)}.pile[{self.of(number)}]"

    def _of_next(self, player: Expression) -> str:
        return f"{self.of(player)}.next"

    def _of_isout(self, player: Expression) -> str:
        return f"{self.of(player)}.out"

    def _of_if(self, condition: Expression, one: Expression, other: Expression) -> str:
        return f"(if {self.of(condition)} then {self.of(one)} else {self.of(other)})"

    def _of_mod(self, one: Expression, by: int) -> str:
        return f"({self.of(one)} mod {by})"

    def _of_div(self, one: Expression, by: int) -> str:
        return f"({self.of(one)} / {by})"

    def _of_ofcell(self, name: str, cell: Expression) -> str:
        return f"{self.of(cell)}.{name}"

    def _of_ofthe(self, name: str, index: Expression) -> str:
        return f"{name}[{self.of(index)}]"

    _of_listed = _of_ofthe

    def _of_ofplayer(self, owner: object, name: str, index: Expression) -> str:
        return f"{self.whose(owner)}.{name}[{self.of(index)}]"

    def _of_alltogether(self, name: str) -> str:
        return f"sum({name})"

    def _of_numberat(self, numbers: tuple[int, ...], place: Expression) -> str:
        return f"[{', '.join(map(str, numbers))}][{self.of(place)}]"

    def _of_high(self, cell: Expression) -> str:
        return f"count({self.of(cell)}.pile)"

    def _of_countset(self, numbers: Expression) -> str:
        return f"count({self.over(numbers)})"

    def _of_within(self, number: Expression, numbers: Expression) -> str:
        return f"{self.of(number)} in {self.over(numbers)}"

    def _of_forall(self, word: str, name: str, over: Expression, where: Expression, value: Expression) -> str:
        test = f" where {self.of(where)}" if where else ""
        value = name if word == "count" else self.of(value)
        return f"{word}({value} for {name} in {self.over(over)}{test})"

    _of_same = _of_compare = lambda self, one, sign, other: f"{self.of(one)} {sign} {self.of(other)}"

    def _of_among(self, kind: Expression, what: str) -> str:
        return f"{self.of(kind)} in {what}"

    def _of_walks(self, start: Expression, past: Expression, exactly: int) -> str:
        length = f", exactly: {exactly}" if exactly else ""
        return f"walks({self.of(start)}, past: {self.of(past)}{length})"

    def _of_cuts(self, held: Expression) -> str:
        return f"cuts({self.of(held)})"

    def _of_largest(self, held: Expression) -> str:
        return f"largest(count(g) for g in groups({self.of(held)}))"

    def _of_list(self, *numbers: Expression) -> str:
        return "[" + ", ".join(map(self.of, numbers)) + "]"

    def _of_not(self, inside: Expression) -> str:
        return f"not {self.of(inside)}"

    def _of_inside(self, cell: Expression, cells: Expression) -> str:
        return f"{self.of(cell)} in {self.of(cells)}"

    def _of_some(self, name: str, over: Expression, inside: Expression) -> str:
        return f"(some {name} in {self.over(over)}: {self.of(inside)})"

    def _of_every(self, name: str, over: Expression, inside: Expression) -> str:
        return f"(every {name} in {self.over(over)}: {self.of(inside)})"

    def _of_touches(self, held: Expression, region: Expression) -> str:
        return f"touches({self.of(held)}, {self.of(region)})"

    def _of_touching(self, held: Expression, sides: int) -> str:
        return f"count({{s for s in sides where touches({self.of(held)}, s)}}) >= {sides}"

    def _of_connects(self, held: Expression, regions: Expression) -> str:
        return f"connects({self.of(held)}, {self.regions(regions)})"

    def _of_path(self, held: Expression, regions: Expression, odd: int, even: int) -> str:
        return f"path({self.of(held)}, {self.regions(regions)}{self.seams(odd, even)})"

    def _of_loop(self, held: Expression, odd: int, even: int) -> str:
        return f"loop({self.of(held)}{self.seams(odd, even)})"

    def over(self, node: Expression) -> str:
        """What a name runs over."""
        match node[0]:
            case "groups":
                return f"groups({self.of(node[1])})"
            case "pile":
                return f"{self.of(node[1])}.pile"
            case "range":
                return f"{self.of(node[1])}..{self.of(node[2])}"
            case "setof":
                return f"{{{node[1]} for {node[1]} in {node[2]}..{node[3]} where {self.of(node[4])}}}"
        return self.of(node)

    def whose(self, owner: object) -> str:
        """A player by a word or an expression."""
        return self.of(owner) if isinstance(owner, tuple) else owner

    def regions(self, node: Expression) -> str:
        """A list of regions."""
        if node[0] == "edges" and len(node) == 2:
            return f"{node[1]}.edges"
        if node[0] == "edges":
            return "[" + ", ".join(f"{node[1]}.edges[{number}]" for number in node[2:]) + "]"
        return "[" + ", ".join(map(self.of, node[1:])) + "]"

    def seams(self, odd: int, even: int) -> str:
        """How often seams must be crossed."""
        named = [
            (word, [f"s{bit}" for bit in range(2) if mask >> bit & 1]) for word, mask in (("odd", odd), ("even", even))
        ]
        return "".join(f", {word}: [{', '.join(seams)}]" for word, seams in named if seams)

    # What happens

    def script(self, statements: tuple[Statement, ...]) -> str:
        """Statements, with `then` between neighbouring choices."""
        found = list[str]()
        for number, each in enumerate(statements):
            if number and {each[0], statements[number - 1][0]} <= {"choice", "choose"}:
                found.append("then")
            found.append(self.statement(each))
        return " ".join(found)

    def statement(self, node: Statement) -> str:
        """One statement of a turn."""
        head, *rest = node
        match head:
            case "choice":
                return self.choice(node)
            case "random" | "choose":
                return f"{head} {rest[0]} in {self.values(rest[1])}"
            case "secretly":
                return f"together {{ choose {rest[0]} in {self.values(rest[1])} {{ {self.effects(rest[2])} }} }}"
            case "times":
                return f"repeat {self.of(rest[0])}..{self.of(rest[1])} {{ {self.choice(rest[2])} }}"
            case "upto":
                return f"repeat up to {rest[1]} {{ {self.choice(rest[2])} }}"
            case "if":
                other = f" else {{ {self.script(rest[2])} }}" if rest[2] else ""
                return f"if {self.of(rest[0])} {{ {self.script(rest[1])} }}{other}"
            case "as":
                return f"as {rest[0]} {{ {self.script(rest[1])} }}"
        return self.effect(node)

    def values(self, values: int | Expression) -> str:
        """What chance draws from, or a player chooses from."""
        return f"1..{values}" if isinstance(values, int) else self.over(values)

    def choice(self, node: Statement) -> str:
        """The decisions of one choice; those after the first tier stand behind `otherwise`."""
        first, *others = node[1:]
        is_alone = len(first) == 1
        lines = [self.offer(offer) if is_alone else f"may {self.offer(offer)}" for offer in first]
        return " ".join([*lines, *(f"otherwise {self.offer(offer)}" for tier in others for offer in tier)])

    def offer(self, offer: Offer) -> str:
        """One decision."""
        owner = f" of {offer.owner}" if offer.owner else ""
        kind = offer.kind
        if offer.word == "choose":
            text = f"choose {kind} in {self.values(offer.on)}"
        elif offer.word == "place":
            kind = f"k among {self.kinds(kind)}" if isinstance(kind, tuple) else kind
            text = f"place {kind}{owner} on c among {self.of(offer.on)}"
        elif offer.word == "move":
            text = f"move {self.kinds(kind)} from s among {self.of(offer.on)} to c among {self.of(offer.to)}"
        else:
            text = offer.word
        text += f" on turn {offer.turn}" if offer.turn else ""
        text += f" where {self.of(offer.where)}" if offer.where else ""
        text += f" forbid {self.of(offer.forbid)}" if offer.forbid else ""
        return text + (f" {{ {self.effects(offer.block)} }}" if offer.block else "")

    def subject(self, cells: Expression) -> str:
        """Some cells where a statement begins: with a name or a call, and in a block perhaps with a brace."""
        text = self.of(cells)
        text = text[1:-1] if text[0] == "(" and _is_one(text) else text
        return f"those({text})" if text[0] in "({"[: 2 - self._in_block] else text

    def kinds(self, kinds: str | tuple[str, ...]) -> str:
        """A kind, or a set of them, by its name if it has one."""
        if isinstance(kinds, str):
            return kinds
        names = {"kinds": self.sheet.kinds, **dict(self.sheet.sets)}
        return next((name for name, held in names.items() if held == kinds), f"{{{', '.join(kinds)}}}")

    def effects(self, effects: tuple[Effect, ...]) -> str:
        """Effects one after another."""
        was, self._in_block = self._in_block, True
        text = " ".join(map(self.effect, effects))
        self._in_block = was
        return text

    def effect(self, node: Effect) -> str:
        """One effect."""
        head, *rest = node
        match head:
            case "becomes" | "gains":
                kind = f"{self.whose(rest[1])}{f' of {self.whose(rest[2])}' * bool(rest[2])}" if rest[1] else "empty"
                return f"{self.subject(rest[0])} {head} {kind}"
            case "loses":
                return f"{self.subject(rest[0])} loses ({self.of(rest[1])})"
            case "to":
                return f"{f'{self.of(rest[2])} of ' if rest[2:] else ''}{self.of(rest[0])} to {self.of(rest[1])}"
            case "exchange":
                return f"exchange {self.of(rest[0])}, {self.of(rest[1])}"
            case "together":
                return f"together {{ {self.effects(rest[0])} }}"
            case "say":
                return f'say "{rest[0]}"' + f" to {self.whose(rest[1])}" * bool(rest[1])
            case "again":
                return f"repeat {self.of(rest[0])} {{ {self.effects(rest[1])} }}"
            case "hold":
                return f"set {rest[0]} = {self.of(rest[1])}"
            case "setcell":
                return f"set {self.of(rest[1])}.{rest[0]} = {self.of(rest[2])}"
            case "setthe":
                return f"set {rest[0]}[{self.of(rest[1])}] = {self.of(rest[2])}"
            case "setown":
                return f"set {self.whose(rest[0])}.{rest[1]}[{self.of(rest[2])}] = {self.of(rest[3])}"
            case "set":
                name = f"{self.whose(rest[2])}.{rest[0]}" if len(rest) > 2 else rest[0]
                return f"set {name} = {self.of(rest[1])}"
            case "when":
                other = f" else {{ {self.effects(rest[2])} }}" if rest[2] else ""
                return f"if {self.of(rest[0])} {{ {self.effects(rest[1])} }}{other}"
            case "for":
                where = f" where {self.of(rest[2])}" if rest[2] else ""
                return f"for {rest[0]} in {self.over(rest[1])}{where} {{ {self.effects(rest[3])} }}"
        raise ValueError(head)

    def ending(self, ending: Ending) -> str:
        """An ending."""
        word = "win by score" if ending.result == "score" else ending.result
        whose = f" for {ending.player}" if ending.player else ""
        timing = f" at {ending.timing} of turn" if ending.timing else ""
        return f"{word}{whose}{timing} when {self.of(ending.when)}"


def _is_one(text: str) -> bool:
    """Whether the bracket that a text ends with closes the one that it begins with."""
    depths = list(accumulate((letter in "([{") - (letter in ")]}") for letter in text))
    return 0 not in depths[:-1]


def written(sheet: Sheet, ground: Ground) -> str:
    """Return the text of a sheet."""
    return Writer(sheet, ground).text()
