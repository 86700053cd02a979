"""A random sheet with kinds as values, numbers on things, piles, and what players choose."""

from __future__ import annotations

from dataclasses import replace

from .generate import CELL, EMPTY, ENEMY, OWN, Generator, number
from .model import Effect, Ending, Expression, Offer, Sheet, Statement, Table

S, D, K, N = ("name", "s"), ("name", "d"), ("name", "k"), ("drawn", "m")
ALL = ("cells",)
THREE = ("man", "king", "wall")


class Richer(Generator):
    """Draws one sheet that has some of these."""

    PLAIN = 0.2

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.kinds = self.one((("stone",), THREE[:2], THREE, THREE))
        self.rounds = not self.is_plain and self.chance(0.15)
        self.is_piled = not self.is_plain and self.chance(0.4)
        self.stacks = self.dice.randint(2, 4) if self.is_piled else 1
        self.sets = (("movers", self.some(self.kinds, 1, 2)),) if len(self.kinds) > 1 else ()
        self.lists = self._lists()
        self.tables = () if self.is_plain else self._tables()
        self.holders = () if self.is_plain else self.some(
            (("kept", "kinds"), ("aim", "cells"), ("chief", "players")), 0, 2)  # fmt: skip

    def _lists(self) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
        kinds = self.kinds if self.chance(0.7) else self.kinds[1:]
        found = [("worth", tuple((kind, self.dice.randint(0, 3)) for kind in kinds))] if kinds else []
        return (*found, ("share", tuple((player, self.dice.randint(0, 2)) for player in self.players)))

    def _tables(self) -> tuple[Table, ...]:
        def table(name: str, per: str, over: tuple[object, ...] = ()) -> Table:
            most = self.dice.randint(1, 4)
            return Table(name, self.dice.randint(0, most), most, per, over)

        found = [table("seeds", "cell"), table("pool", "each", self.one((self.kinds, (1, 2, 3)))),
                 table("taken", "player", self.one((self.kinds, (0, 2))))]  # fmt: skip
        found += [] if self.is_piled else [table("height", "piece")]
        return self.some(tuple(found), 1, 3)

    def has(self, name: str) -> bool:
        """Whether the sheet has such numbers."""
        return any(table.name == name for table in self.tables)

    # Values

    def named_kind(self) -> Expression:
        """A kind by its name."""
        return ("akind", self.one(self.kinds))

    def player(self) -> Expression:
        """A player."""
        ways = [("aplayer", "own"), ("aplayer", self.one(self.players)), ("next", ("aplayer", "own")),
                ("next", ("next", ("aplayer", "own")))]  # fmt: skip
        if ("chief", "players") in self.holders and not self.is_plain:
            ways.append(("hold", "chief"))
        return self.one(ways)

    def what(self) -> str:
        """Kinds by a name that may follow a player's."""
        return self.one((*self.kinds, *(name for name, _ in self.sets)))

    def index(self, name: str) -> Expression:
        """What stands in brackets after the name of numbers, outside loops."""
        over = next(table.over for table in self.tables if table.name == name)
        if over == self.kinds:
            return self.one((self.named_kind(), ("kindof", ("last",))))
        return self.one((number(self.one(over)), ("mod", ("turn",), 4), ("count", OWN)))

    def amount(self, cell: Expression = ()) -> Expression:
        """A number of more than the board; of a cell, if there is one."""
        cell = cell or self.one((("last",), ("these", self.one(self.ground.cells))))
        cell = ("last",) if cell[0] == "these" else cell
        ways = [("listed", "share", self.player()), ("numberat", (3, 1, 2), ("mod", ("turn",), 4)),
                ("numberat", (0, 2), ("count", OWN)), ("countset", ("setof", "x", 1, 4, self.of_number())),
                ("forall", "product", "g", ("groups", OWN), (), ("count", ("name", "g"))),
                ("if", self.of_kinds(), ("count", OWN), number(1)), ("div", ("count", OWN), 2)]  # fmt: skip
        ways += [("listed", "worth", ("kindof", cell))] * 2 if self.has_worth else []
        ways += [("ofcell", each, cell) for each in ("seeds", "height") if self.has(each)] * 2
        ways += [("forall", self.one(("sum", "largest", "smallest")), "d", self.one((OWN, ("near", cell))), (),
                  ("ofcell", each, D)) for each in ("seeds", "height") if self.has(each)]  # fmt: skip
        ways += (
            [("ofthe", "pool", self.index("pool")), ("alltogether", "pool"), ("alltogether", "pool")]
            if self.has("pool")
            else []
        )
        ways += [("ofplayer", self.player(), "taken", self.index("taken"))] if self.has("taken") else []
        ways += self._of_piles(cell) if self.is_piled else []
        return self.one(ways)

    @property
    def has_worth(self) -> bool:
        """Whether kinds are worth something."""
        return self.lists[0][0] == "worth"

    def _of_piles(self, cell: Expression) -> list[Expression]:
        mine = ("same", ("ownerof", ("name", "x")), "==", ("aplayer", "own"))
        return [("high", cell), ("forall", "count", "x", ("pile", cell), mine, number(1)),
                ("forall", "sum", "d", OWN, (), ("high", D)),
                ("forall", "largest", "d", ALL, (), ("high", D))]  # fmt: skip

    # Conditions

    def of_number(self) -> Expression:
        """A condition of the number x."""
        x = ("drawn", "x")
        return self.one((("compare", x, "<=", ("count", OWN)), ("compare", ("mod", x, 2), "==", number(1)),
                         ("some", "d", OWN, ("compare", ("count", ("near", D)), "==", x))))  # fmt: skip

    def of_kinds(self) -> Expression:
        """A condition of the kinds on the board."""
        spots = ("region", "spots")
        own = ("heldkind", self.one(("own", *self.players)), self.what())
        around = ("count", ("and", (self.one(("disc", "ring")), D, self.one((1, 2))), OWN))
        ways = [("compare", ("count", ("and", own, self.one((spots, ALL)))), ">=", number(self.dice.randint(1, 2))),
                ("compare", ("count", ("and", ("ofkind", self.what()), spots)), "==", number(self.dice.randint(0, 2))),
                ("some", "d", spots, ("same", ("ownerof", D), self.one(("==", "!=")), ("aplayer", "own"))),
                ("some", "d", OWN, ("compare", around, ">=", number(self.dice.randint(1, 3))))]  # fmt: skip
        if self.sets:
            alike = ("same", ("kindof", D), self.one(("==", "!=")), self.named_kind())
            ways += [("every", "d", OWN, alike),
                     ("some", "d", self.one((OWN, ENEMY, spots)), ("among", ("kindof", D), "movers"))]  # fmt: skip
        if len(self.kinds) > 1:
            ways.append((self.one(("some", "every")), "k", ("kindset", "kinds"),
                         ("compare", ("count", ("heldkind", "own", "k")), self.one((">=", "==")),
                          number(self.dice.randint(0, 2)))))  # fmt: skip
        if self.has_worth and len(self.lists[0][1]) == len(self.kinds) > 1:
            all_of, over = self.one(("sum", "product", "largest")), ("kindset", self.one(("kinds", "movers")))
            each = ("times", ("listed", "worth", K), ("count", ("heldkind", "own", "k")))
            many = ("forall", all_of, "k", over, (), each)
            ways.append(("compare", many, ">", number(self.dice.randint(1, 4))))
        return self.one(ways)

    def of_board(self, player: str = "") -> Expression:
        """A condition of the board alone."""
        return self.of_kinds() if self.chance(0.3) else super().of_board(player)

    def condition(self, player: str = "") -> Expression:
        """The condition of an ending."""
        return self.of_play() if not self.is_plain and self.chance(0.4) else super().condition(player)

    def of_play(self) -> Expression:
        """A condition of more than the board."""
        if self.chance(0.3):
            return super().of_play()
        ways = [("compare", self.amount(), self.one((">=", "==", ">")), number(self.dice.randint(1, 4)))] * 3
        ways += [("isout", self.player()), ("same", self.player(), self.one(("==", "!=")), self.player()),
                 ("compare", ("forall", "count", "p", ("players",), ("isout", ("name", "p")), number(1)), ">=",
                  number(1)),
                 ("within", self.amount(), self.one((("range", number(1), ("count", OWN)),
                                                     ("setof", "x", 1, 4, self.of_number()))))]  # fmt: skip
        for name, of in self.holders:
            other = {"kinds": self.named_kind(), "players": self.player(), "cells": ("last",)}[of]
            same = ("same", ("hold", name), self.one(("==", "!=")), self.one((other, ("none",))))
            ways.append(same if of != "cells" else ("inside", ("hold", name), self.one((OWN, ENEMY, self.region()))))
        if self.is_piled:
            piece = self.one((("pileat", D, number(1)), ("pileat", D, ("mod", ("turn",), 3))))
            ways += [("some", "d", ALL, ("same", ("ownerof", piece), "==", ("aplayer", "own"))),
                     ("some", "d", self.one((OWN, ENEMY)), ("some", "x", ("pile", D), self._of_piece())),
                     ("some", "d", OWN, ("compare", ("high", D), ">=", number(self.stacks)))]  # fmt: skip
        return self.one(ways)

    def _of_piece(self) -> Expression:
        x, sign, whose = ("name", "x"), self.one(("==", "!=")), self.one((self.player(), ("none",)))
        return self.one((("same", ("kindof", x), sign, self.named_kind()), ("same", ("ownerof", x), sign, whose)))

    # What happens

    def kind(self, cell: Expression) -> Expression:
        """A kind that play decides."""
        ways = [self.named_kind(), ("kindof", ("last",)), ("kindof", cell)]
        return self.one(ways + [("hold", "kept")] * (("kept", "kinds") in self.holders))

    def change(self, cell: Expression) -> Effect:
        """Something that changes at a cell, or what is kept."""
        grown = self.one((self.amount(cell), self.amount(cell), number(self.dice.randint(0, 1))))
        ways: list[Effect] = [("becomes", ("and", ("near", cell), ENEMY), ("kindof", cell), ("ownerof", cell)),
                              ("becomes", ("and", ("near", cell), ("and", EMPTY, ("region", "spots"))), self.kind(cell),
                               self.one(("", "neutral", self.player())))]  # fmt: skip
        for name in ("seeds", "height"):
            if self.has(name):
                more = ("+", ("ofcell", name, cell), number(1))
                ways += [("setcell", name, cell, self.one((more, grown)))] * 2
                ways.append(
                    ("for", "d", ("near", cell), (), (("setcell", name, D, ("+", ("ofcell", name, D), number(1))),))
                )
        if self.has("pool"):
            index = self.index("pool")
            ways += [("setthe", "pool", index, self.one((("-", ("ofthe", "pool", index), number(1)), grown)))] * 2
        if self.has("taken"):
            whose, index = self.player(), self.index("taken")
            more = ("+", ("ofplayer", whose, "taken", index), number(1))
            ways += [("setown", whose, "taken", index, self.one((more, grown)))] * 2
        for name, of in self.holders:
            value = {"kinds": self.kind(cell), "players": self.one((self.player(), ("ownerof", cell))), "cells": cell}[
                of
            ]
            ways += [("hold", name, self.one((value, value, ("none",))))] * 2
        ways += [("set", name, grown, self.player()) for name, _, _, is_each in self.variables if is_each]
        ways.append(("say", self.one(("Here", "There")), self.one(("", "players", self.player()))))
        return self.one(ways + (self._piled(cell) if self.is_piled else self._travelled(cell)))

    def _travelled(self, cell: Expression) -> list[Effect]:
        near = ("and", ("near", cell), EMPTY)
        spot = ("these", self.one(self.ground.cells))
        return [("for", "d", near, (), (("to", cell, D),)),
                ("for", "d", ("and", ("near", cell), OWN), (), (("to", D, cell),)),
                ("for", "d", ("near", cell), (), (("exchange", cell, D),)),
                ("for", "d", spot, (), (("exchange", D, cell),)),
                ("together", (("for", "d", ("near", cell), (), (("to", D, cell),)),
                              ("for", "d", spot, (), (("to", cell, D),))))]  # fmt: skip

    def _piled(self, cell: Expression) -> list[Effect]:
        many = self.one((number(1), number(2), ("count", ("near", cell))))
        near = self.one((("near", cell), ("and", ("near", cell), ENEMY)))
        return [("for", "d", near, (), (("to", cell, D, many),)), ("for", "d", near, (), (("to", D, cell, many),)),
                ("for", "d", near, (), (("to", cell, D),)),
                ("gains", self.one((cell, near)), self.kind(cell), self.one(("", "neutral", self.player()))),
                ("loses", self.one((cell, near)), many),
                ("becomes", cell, "", "")]  # fmt: skip

    def block(self) -> tuple[Effect, ...]:
        """What a placement does instead of its usual effect."""
        if self.is_plain or self.chance(0.2):
            return super().block()
        stone = ("gains" if self.is_piled else "becomes", CELL, self.one(self.kinds), "")
        changes = tuple(self.change(CELL) for _ in range(self.dice.randint(1, 3)))
        if self.chance(0.2):
            changes = (("when", self.condition(), changes[:1], changes[1:]),)
        elif self.chance(0.15):
            changes = (("again", self.one((number(2), ("count", ("near", CELL)))), changes),)
        return (stone, *changes) if self.chance(0.8) else (*changes[:1], stone, *changes[1:])

    # Decisions

    def place(self, kind: str = "", owner: str = "") -> Offer:
        """A placement, perhaps of one of several kinds, perhaps on other pieces."""
        offer = super().place(kind, owner)
        if len(self.kinds) > 1 and self.chance(0.4):
            chosen = self.one((self.kinds, dict(self.sets)["movers"], self.kinds[1:]))
            block = offer.block and (("gains" if self.is_piled else "becomes", CELL, K, owner), *offer.block[1:])
            offer = replace(offer, kind=chosen, block=block)
            if self.has("pool") and next(t for t in self.tables if t.name == "pool").over == self.kinds:
                offer = replace(offer, where=("compare", ("ofthe", "pool", K), ">", number(0)),
                                block=(("gains" if self.is_piled else "becomes", CELL, K, owner),
                                       ("setthe", "pool", K, ("-", ("ofthe", "pool", K), number(1)))))  # fmt: skip
        if self.is_piled and self.chance(0.5):
            low = ("compare", ("high", CELL), "<", number(self.dice.randint(1, self.stacks)))
            offer = replace(offer, on=ALL, where=self.one((low, (), ("any", low, ("inside", CELL, ENEMY)))))
        return offer

    def choice(self) -> Statement:
        """One choice."""
        (_, first, *others) = super().choice()
        offers = list(first)
        if self.is_plain:
            return ("choice", first, *others)
        kinds = self.kinds if len(self.kinds) > 1 else "stone"
        if self.is_piled and self.chance(0.5):
            offers.append(self._pile_move(kinds))
        elif len(self.kinds) > 1 and self.chance(0.25):
            offers.append(Offer("move", kinds, on=OWN, to=("less", ("near", S), OWN)))
        if self.chance(0.2):
            few, block = ("compare", ("turn",), ">", number(1)), (self.change(("name", "x")),)
            offers.append(Offer("choose", "x", on=self.one((OWN, ENEMY, ("region", "spots"))), where=few, block=block))
        elif self.chance(0.15):
            offers.append(self._chosen_number())
        return ("choice", self._told_apart(offers), *others)

    def _told_apart(self, offers: list[Offer]) -> tuple[Offer, ...]:
        """Offers without kinds that another has: what is typed says which."""
        found, seen = list[Offer](), set[tuple[str, str, str]]()
        for offer in offers:
            kinds = (offer.kind,) if isinstance(offer.kind, str) else offer.kind
            left = tuple(kind for kind in kinds if (offer.word, offer.owner, kind) not in seen)
            seen |= {(offer.word, offer.owner, kind) for kind in kinds}
            if left:
                found.append(replace(offer, kind=offer.kind if left == kinds else left))
        return tuple(found)

    def _pile_move(self, kinds: tuple[str, ...] | str) -> Offer:
        fits = ("compare", ("+", ("high", S), ("high", CELL)), "<=", number(self.stacks))
        some = self.one((number(1), number(2), ("high", CELL)))
        moved = self.one(((), (("to", S, CELL, some),), (("to", S, CELL, some), self.change(CELL))))
        return Offer("move", kinds, on=OWN, to=("near", S), where=self.one((fits, (), fits)), block=moved)

    def _chosen_number(self) -> Offer:
        low = self.one((number(0), number(1)))
        values = self.one(
            (("range", low, number(3)), ("range", low, ("count", OWN)), ("kindset", "kinds"), ("players",))
        )
        if values[0] == "range":
            block: tuple[Effect, ...] = (("again", N, (self._counted_or(),)),)
            return Offer("choose", "m", on=values, where=("compare", N, "!=", ("count", ENEMY)), block=block)
        if values[0] == "kindset":
            spot = ("these", self.one(self.ground.cells))
            return Offer("choose", "k", on=values, block=(("becomes", ("and", spot, EMPTY), K, "neutral"),))
        spot = ("these", self.one(self.ground.cells))
        kind = self.one(self.kinds)
        where = ("same", ("name", "p"), "!=", self.one((("next", ("aplayer", "own")), ("aplayer", "own"))))
        return Offer(
            "choose", "p", on=values, where=where, block=(("becomes", ("and", spot, EMPTY), kind, ("name", "p")),)
        )

    def _counted_or(self) -> Effect:
        if self.variables:
            return self._counted(self.variables[-1])
        return ("becomes", ("these", self.one(self.ground.cells)), self.one((self.kinds[0], "")), "")

    def turn(self) -> tuple[Statement, ...]:
        """What a turn is, or a round."""
        if self.is_plain or self.chance(0.2 if self.rounds else 0.4):
            return super().turn()
        stone = ("choice", (Offer("place", self.kinds[0], on=EMPTY),))
        if self.rounds:
            return self._secret() if self.variables or self.holders else super().turn()
        low = self.one(
            (number(0), number(1), number(2), ("mod", ("turn",), 2), ("count", ("and", OWN, ("region", "spots"))))
        )
        high = self.one(
            (
                number(2),
                number(3),
                number(3),
                ("+", ("count", ("and", OWN, ("region", "spots"))), number(1)),
                ("mod", ("turn",), 3),
            )
        )
        is_one = ("compare", N, "==", number(1))
        most = ("if", ("compare", ("turn",), "<", number(3)), number(1), number(2))
        spot, is_own = ("these", self.one(self.ground.cells)), ("same", ("name", "p"), "==", ("aplayer", "own"))
        ways: list[tuple[Statement, ...]] = [
            (("times", low, high, stone), self.choice()), (self.choice(), ("times", low, high, self.choice())),
            (self.choice(), ("times", number(0), high, stone)),
            (("choose", "m", ("range", number(0), most)), ("if", is_one, (self.choice(),), (stone,))),
            (("choose", "x", ("less", ALL, OWN)), self.change(("name", "x")), self.choice()),
            (("choose", "k", ("kindset", "kinds")), ("becomes", ("and", EMPTY, spot), K, ""), self.choice()),
            (("choose", "p", ("players",)), ("when", is_own, (self.change(("last",)),), ()), self.choice()),
            (self.choice(), self.change(("last",))), (self.choice(), self.change(("last",)), self.choice()),
        ]  # fmt: skip
        return self.one(ways)

    def _secret(self) -> tuple[Statement, ...]:
        """A round in which all choose in secret."""
        if self.holders and (not self.variables or self.chance(0.6)):
            name, of = self.one(self.holders)
            values = {"kinds": ("kindset", "kinds"), "players": ("players",), "cells": self.one((ALL, EMPTY))}[of]
            x = "k" if of == "kinds" else "x"
            block: tuple[Effect, ...] = (("hold", name, ("name", x)),)
            if of == "cells":
                block = self.one((block, (*block, ("becomes", ("name", x), self.kinds[0], ""))))
        else:
            x, values = "m", ("range", number(0), number(2))
            block = (self._set_to(self.variables[-1]),)
        secret = ("secretly", x, values, block)
        acting = tuple(("as", player, (self.choice(),)) for player in self.some(self.players, 1, 2))
        return self.one(((secret, *acting), (*acting, secret)))

    def _set_to(self, variable: tuple[str, int, int, bool]) -> Effect:
        name, _, _, is_each = variable
        old = ("of", "own", name) if is_each else ("var", name)
        value = self.one((N, ("+", old, N)))
        return ("set", name, value, "own") if is_each else ("set", name, value)

    def sheet(self) -> Sheet:
        """The whole sheet."""
        found = super().sheet()
        if "secretly" in str(found.turn) and len(self.players) > 2:  # who is out could not choose
            kept = tuple(ending for ending in found.endings if ending.result != "lose")
            found = replace(found, endings=kept or (Ending("draw", ("compare", ("turn",), ">", number(3))),))
        return replace(found, stacks=self.stacks, sets=self.sets, lists=self.lists, tables=self.tables,
                       holders=self.holders)  # fmt: skip


def sheet_of(seed: int) -> Sheet:
    """Return the sheet of a seed."""
    return (Richer if seed % 2 else Generator)(seed).sheet()
