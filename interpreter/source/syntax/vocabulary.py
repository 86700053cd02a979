"""Every word of the language, with a row for each place where it stands.

Whatever else needs to know a word asks here: messages, repairs, checks, the formatter, editors, the reference. A test
holds the table against the grammar and the tree, in both directions. Shapes and functions are not here: the rooms that
give them a meaning have registries of their own. Only a function whose name is also a keyword has a row.
"""

from __future__ import annotations

from functools import cache

from . import tree
from .row import ITEMS, KEYWORDS, LISTS, Often, Place, Word

__all__ = [
    "ITEMS", "KEYWORDS", "LISTS", "TABLE", "Often", "Place", "Word", "also_values", "beside", "declaring",
    "forms", "kept_as", "mark", "needed", "rows", "terminals", "with_blocks", "words",
]  # fmt: skip

_FILE = (
    Word("game", Place.FILE, 'game "Title"', "the title", (tree.Title,), Often.ONE, group="head"),
    Word("author", Place.FILE, 'author "Name" 1942', "an author, and the year if it is known", (tree.Author,),
         group="head"),
    Word("summary", Place.FILE, 'summary "…"', "one line for lists", (tree.Summary,), Often.ONCE, group="head"),
    Word("rules", Place.FILE, 'rules """…"""', "the rules in prose", (tree.Rules,), Often.ONCE, group="head"),
    Word("variant", Place.FILE, "variant of hex", "the game that this one changes", (tree.Variant,), Often.ONCE,
         group="head"),
    Word("claims", Place.FILE, "claims no-draws, finite", "what the author says of the game", (tree.Claims,),
         Often.ONCE, group="head"),
    Word("option", Place.FILE, "option NAME = DEFAULT in VALUES", "something that players may choose", (tree.Option,),
         declares="option", group="options"),
    Word("require", Place.FILE, 'require CONDITION "reason"', "refuses options that do not fit together",
         (tree.Require,), group="options"),
    Word("let", Place.FILE, "let NAME = VALUE", "names a value", (tree.Let,), declares="value", group="values"),
    Word("define", Place.FILE, "define NAME(PARAMETERS) = EXPRESSION", "names an expression with parameters",
         (tree.Define,), declares="definition", group="values"),
    Word("effect", Place.FILE, "effect NAME(PARAMETERS) { … }", "names a block of effects", (tree.Effect,),
         declares="effect", group="values"),
    Word("players", Place.FILE, "players Red, Blue", "the players, in the order in which they move", (tree.Players,),
         Often.ONE, declares="player", group="players"),
    Word("players", Place.FILE, "players NAME of Red, Blue, Green", "as many of the players as an option says",
         (tree.Players,), Often.ONE, declares="player", group="players"),
    Word("pieces", Place.FILE, 'pieces knight, stack "◉"', "the kinds of piece", (tree.Pieces,), Often.ONCE,
         declares="piece", group="players"),
    Word("cards", Place.FILE, "cards hand = 1..5", "a zone of cards for each player", (tree.Cards,),
         declares="cards", group="kept"),
    Word("marks", Place.FILE, "marks NAME", "a set of cells for each player", (tree.Marks,), declares="marks",
         group="kept"),
    Word("stacks", Place.FILE, "stacks up to NUMBER", "how many pieces may lie on a cell", (tree.Stacks,), Often.ONCE,
         group="players"),
    Word("var", Place.FILE, "var NAME = VALUE in VALUES", "a variable of the game", (tree.Var,), declares="variable",
         group="kept"),
    Word("sees", Place.FILE, "sees CELLS", "the cells whose contents each player knows", (tree.Sees,), group="kept"),
    Word("sees", Place.FILE, "sees NAME on CELLS", "the cells whose kind or variable each player knows", (tree.Sees,),
         group="kept"),
    Word("look", Place.FILE, "look { THING as FORM }", "how things look, and what they are called", (tree.Look,),
         Often.ONCE),
    Word("board", Place.FILE, "board { shape … edge … }", "the board", (tree.Board,), Often.ONE),
    Word("setup", Place.FILE, "setup { … }", "what happens before the first turn", (tree.Setup,), Often.ONCE),
    Word("turn", Place.FILE, "turn { place stone on empty }", "what a turn is", (tree.Turn,), Often.ONE),
    Word("round", Place.FILE, "round { … }", "what a round is, in a game without turns", (tree.Round,), Often.ONE,
         instead_of="turn"),
    Word("score", Place.FILE, "score = NUMBER", "the score of each player", (tree.Score,), group="endings"),
    Word("win", Place.FILE, "win when CONDITION", "when a player wins", (tree.Ending,), Often.SOME, group="endings"),
    Word("win", Place.FILE, "win by score when CONDITION", "when the highest score wins", (tree.Ending,), Often.SOME,
         group="endings"),
    Word("lose", Place.FILE, "lose when CONDITION", "when a player loses", (tree.Ending,), Often.SOME,
         instead_of="win", group="endings"),
    Word("draw", Place.FILE, "draw when CONDITION", "when the game is a draw", (tree.Ending,), Often.SOME,
         instead_of="win", group="endings"),
)  # fmt: skip

_BOARD = (
    Word("let", Place.BOARD, "let NAME = VALUE", "names a value", (tree.Let,), declares="value"),
    Word("require", Place.BOARD, 'require CONDITION "reason"', "refuses a board that does not fit", (tree.Require,)),
    Word("grid", Place.BOARD, "grid hex", "how cells are joined", (tree.Grid,)),
    Word("grid", Place.BOARD, "grid faces of 4.8.8", "the faces, vertices or edges of a tiling as cells",
         (tree.Tiled,)),
    Word("shape", Place.BOARD, "shape rhombus(11)", "the cells", (tree.Shape,), Often.ONE),
    Word("graph", Place.BOARD, "graph { cell a at 0, 0 … link a - b }", "the cells and links one by one, or by rule",
         (tree.Graph,), Often.ONE, instead_of="shape"),
    Word("edge", Place.BOARD, "edge SIDES: PLAYER", "which sides belong to whom", (tree.Edge,)),
    Word("edge", Place.BOARD, "edge SIDES: PLAYER as NAME", "which sides belong to whom, and what they are called",
         (tree.Edge,), declares="border"),
    Word("wrap", Place.BOARD, "wrap A, B as NAME", "glues a side to another", (tree.Wrap,), declares="seam"),
    Word("wrap", Place.BOARD, "wrap perimeter antipodal as NAME", "glues the perimeter to the opposite points",
         (tree.Antipodal,), declares="seam"),
    Word("portal", Place.BOARD, "portal NAME: S = T by translation", "draws the same cells in two places",
         (tree.Portal,), declares="seam"),
    Word("region", Place.BOARD, "region NAME = CELLS", "names a set of cells", (tree.Region,), declares="region"),
    Word("relation", Place.BOARD, "relation NAME(c) = CELLS", "a set of cells for each cell", (tree.Relation,),
         declares="relation"),
    Word("label", Place.BOARD, "label NAME(c) = VALUE", "a value for each cell", (tree.Label,), declares="label"),
    Word("link", Place.BOARD, "link c - d for c in CELLS, d in CELLS", "links cells to others", (tree.Link,)),
    Word("unlink", Place.BOARD, "unlink c - d for c in CELLS, d in CELLS", "removes links between cells", (tree.Link,)),
    Word("cell", Place.GRAPH, "cell NAME at X, Y", "a cell, and where it is drawn", (tree.GraphCell,),
         declares="cell"),
    Word("cell", Place.GRAPH, "cell NAME at X, Y for x in NUMBERS, y in NUMBERS",
         "a cell for each element, and what they are called together", (tree.GraphCell,), declares="cell"),
    Word("link", Place.GRAPH, "link A - B", "joins each cell to the next", (tree.Link,)),
    Word("link", Place.GRAPH, "link A - B as NAME", "joins each cell to the next by a cell on the link", (tree.Link,),
         declares="cell"),
)  # fmt: skip

_SCRIPT = (
    Word("may", Place.SCRIPT, "may place PIECE on CELLS", "one of several decisions", (tree.Offer,)),
    Word("otherwise", Place.SCRIPT, "otherwise pass", "a decision offered only if nothing before it is possible",
         (tree.Offer,)),
    Word("then", Place.SCRIPT, "then", "begins the next choice", (tree.Then,)),
    Word("if", Place.SCRIPT, "if CONDITION { … } else { … }", "one block or the other", (tree.Branch,)),
    Word("for", Place.SCRIPT, "for x in ELEMENTS { … }", "a block once for each element", (tree.Each,),
         declares="element"),
    Word("repeat", Place.SCRIPT, "repeat NUMBER { … }", "a block several times", (tree.Repeat,)),
    Word("repeat", Place.SCRIPT, "repeat NUMBER while CONDITION { … }", "a block for as long as a condition holds",
         (tree.Repeat,)),
    Word("repeat", Place.SCRIPT, "repeat up to NUMBER { … }", "a block once, and as often again as the player likes",
         (tree.UpTo,)),
    Word("repeat", Place.SCRIPT, "repeat while possible { … }", "a block for as long as it offers anything",
         (tree.Persist,)),
    Word("as", Place.SCRIPT, "as PLAYER { … }", "says which player decides", (tree.Acting,)),
    Word("together", Place.SCRIPT, "together { pick … }", "all players decide at once, in secret", (tree.Together,)),
    Word("together", Place.SCRIPT, "together { choose … }", "all players choose in secret, one by one",
         (tree.Together,)),
    Word("together", Place.SCRIPT, "together { CELL to CELL … }", "all changes of the board happen at once",
         (tree.Together,)),
    Word("exchange", Place.SCRIPT, "exchange CELL, CELL", "what stands on two cells changes places", (tree.Exchange,)),
    Word("random", Place.SCRIPT, "random x in VALUES", "draws a value at random", (tree.Chance,), declares="value"),
    Word("let", Place.SCRIPT, "let NAME = VALUE", "names a value for the rest of the block", (tree.Let,),
         declares="value"),
    Word("set", Place.SCRIPT, "set NAME = VALUE", "gives a variable, cards or marks a value", (tree.Assign,)),
    Word("again", Place.SCRIPT, "again", "repeats the same choice", (tree.Again,)),
    Word("say", Place.SCRIPT, 'say "…"', "shows a text to whoever decides", (tree.Say,)),
    Word("place", Place.DECISION, "place PIECE on CELLS", "puts down a piece", (tree.Place,)),
    Word("place", Place.DECISION, "place k among KINDS on CELLS", "puts down a piece of one of several kinds",
         (tree.Place,)),
    Word("move", Place.DECISION, "move PIECE from c among CELLS to CELLS", "moves a piece", (tree.Move,)),
    Word("pick", Place.DECISION, "pick NUMBER from ZONE into ZONE", "chooses cards", (tree.Pick,)),
    Word("choose", Place.DECISION, "choose x in ELEMENTS", "chooses a number, a cell, a player or a name",
         (tree.Choose,), declares="value"),
    Word("swap", Place.DECISION, "swap on turn 2", "exchanges seats with the previous mover", (tree.Swap,)),
    Word("pass", Place.DECISION, "pass", "does nothing", (tree.Pass,)),
)  # fmt: skip

_CLAUSES = (
    Word("among", Place.CLAUSE, "c among CELLS", "names the cell that is taken", (tree.Target,), declares="cell"),
    Word("among", Place.CLAUSE, "k among KINDS as FORM", "names the kind of piece that is drawn", (tree.Guise,),
         declares="kind"),
    Word("among", Place.CLAUSE, "place k among KINDS on CELLS", "names the kind of piece that is taken",
         (tree.Chosen,), declares="kind"),
    Word("antipodal", Place.CLAUSE, "wrap perimeter antipodal as NAME", "to the opposite point", (tree.Antipodal,)),
    Word("as", Place.CLAUSE, "wrap A, B as NAME", "names a seam", (tree.Wrap, tree.Antipodal)),
    Word("as", Place.CLAUSE, "THING as FORM", "how something looks", (tree.Guise,)),
    Word("as", Place.CLAUSE, "edge SIDES: PLAYER as NAME", "names borders", (tree.Edge,)),
    Word("as", Place.CLAUSE, "link A - B as NAME", "makes links cells, and names their set", (tree.Link,)),
    Word("at", Place.CLAUSE, "cell NAME at X, Y", "where a cell is drawn", (tree.GraphCell,)),
    Word("at", Place.CLAUSE, "win at start of turn when CONDITION", "tests an ending as a turn begins",
         (tree.Ending,)),
    Word("at", Place.CLAUSE, "win at end of turn when CONDITION", "tests an ending once a turn is over",
         (tree.Ending,)),
    Word("becomes", Place.CLAUSE, "CELLS becomes PIECE", "changes what stands on cells", (tree.Becomes,)),
    Word("by", Place.CLAUSE, "win by score when CONDITION", "the highest score wins", (tree.Ending,)),
    Word("by", Place.CLAUSE, "portal NAME: S = T by translation", "how cells correspond", (tree.Portal,)),
    Word("each", Place.CLAUSE, "var NAME = VALUE in VALUES for each player", "every player has one", (tree.Var,)),
    Word("cell", Place.CLAUSE, "var NAME = VALUE in VALUES for each cell", "every cell has one", (tree.Var,)),
    Word("else", Place.CLAUSE, "if CONDITION { … } else { … }", "the other block", (tree.Branch,)),
    Word("else", Place.CLAUSE, "if CONDITION { … } else if CONDITION { … }", "another block under a condition",
         (tree.Branch,)),
    Word("else", Place.CLAUSE, "if CONDITION then VALUE else VALUE", "the other value", (tree.Conditional,)),
    Word("end", Place.CLAUSE, "win at end of turn when CONDITION", "tests an ending once a turn is over",
         (tree.Ending,)),
    Word("for", Place.CLAUSE, "win for PLAYER when CONDITION", "whose ending or score it is",
         (tree.Ending, tree.Score)),
    Word("for", Place.CLAUSE, "cell NAME at X, Y for x in NUMBERS", "repeats a cell for each element",
         (tree.GraphCell,)),
    Word("for", Place.CLAUSE, "link c - d for c in CELLS, d in CELLS", "repeats a link for each element", (tree.Link,)),
    Word("for", Place.CLAUSE, "sum(VALUE for x in ELEMENTS)", "computes a number from a value of each element",
         (tree.Aggregate,), declares="element"),
    Word("for", Place.CLAUSE, "var NAME = VALUE in VALUES for each player", "every player has one", (tree.Var,)),
    Word("for", Place.CLAUSE, "{f(x) for x in ELEMENTS}", "gathers a value for each element", (tree.Gathered,),
         declares="element"),
    Word("forbid", Place.CLAUSE, "place PIECE on CELLS forbid CONDITION", "forbids what would make a condition true",
         (tree.Limit,)),
    Word("from", Place.CLAUSE, "move PIECE from c among CELLS to CELLS", "where a piece or a card comes from",
         (tree.Move, tree.Pick)),
    Word("gains", Place.CLAUSE, "CELLS gains PIECE", "lays a piece on cells", (tree.Gains,)),
    Word("in", Place.CLAUSE, "option NAME = DEFAULT in VALUES", "the possible values", (tree.Option, tree.Var)),
    Word("in", Place.CLAUSE, "for x in ELEMENTS", "what a name runs over",
         (tree.Binder, tree.Chance)),
    Word("in", Place.CLAUSE, "THING as FORM in COLOUR", "the colour in which something is drawn", (tree.Form,)),
    Word("in", Place.CLAUSE, "THING in COLOUR", "a colour for what looks as it does anyway", (tree.Form,)),
    Word("into", Place.CLAUSE, "pick NUMBER from ZONE into ZONE", "where cards are laid", (tree.Pick,)),
    Word("loses", Place.CLAUSE, "CELLS loses NUMBER", "takes pieces from the top of cells", (tree.Loses,)),
    Word("of", Place.CLAUSE, "variant of hex", "the game that a variant changes", (tree.Variant,)),
    Word("of", Place.CLAUSE, "players NAME of Red, Blue, Green", "how many of the players take part",
         (tree.Players,)),
    Word("of", Place.CLAUSE, "grid faces of 4.8.8", "the tiling of a board", (tree.Tiled,)),
    Word("of", Place.CLAUSE, "place PIECE of PLAYER on CELLS", "whose piece it is", (tree.Kind, tree.Chosen)),
    Word("of", Place.CLAUSE, "NUMBER of CELL to CELL", "how many pieces from the top of a cell", (tree.Carry,)),
    Word("of", Place.CLAUSE, "win at start of turn when CONDITION", "tests an ending as a turn begins",
         (tree.Ending,)),
    Word("on", Place.CLAUSE, "place PIECE on CELLS", "where a piece goes", (tree.Place,)),
    Word("on", Place.CLAUSE, "sees NAME on CELLS", "where the kind or a variable is known", (tree.Sees,)),
    Word("on", Place.CLAUSE, "swap on turn 2", "the only turn when a decision is possible", (tree.Filters,)),
    Word("otherwise", Place.CLAUSE, "largest(VALUE for x in ELEMENTS otherwise VALUE)",
         "the value if there is no element", (tree.Aggregate,)),
    Word("player", Place.CLAUSE, "var NAME = VALUE in VALUES for each player", "every player has one", (tree.Var,)),
    Word("piece", Place.CLAUSE, "var NAME = VALUE in VALUES for each piece", "every piece has one", (tree.Var,)),
    Word("possible", Place.CLAUSE, "repeat while possible { … }", "for as long as a choice offers anything",
         (tree.Persist,)),
    Word("reversed", Place.CLAUSE, "wrap A, B reversed as NAME", "glues with a twist", (tree.Wrap,)),
    Word("score", Place.CLAUSE, "win by score when CONDITION", "the highest score wins", (tree.Ending,)),
    Word("split", Place.CLAUSE, "edge outside split 8: Red, Blue", "cuts places into runs", (tree.Edge,)),
    Word("start", Place.CLAUSE, "win at start of turn when CONDITION", "tests an ending as a turn begins",
         (tree.Ending,)),
    Word("then", Place.CLAUSE, "if CONDITION then VALUE else VALUE", "the value if it holds", (tree.Conditional,)),
    Word("to", Place.CLAUSE, 'say "…" to PLAYERS', "who is told", (tree.Say,), sign="TOWARDS"),
    Word("to", Place.CLAUSE, "move PIECE from c among CELLS to CELLS", "where a piece goes", (tree.Move,),
         sign="TOWARDS"),
    Word("to", Place.CLAUSE, "repeat up to NUMBER { … }", "how often at most", (tree.UpTo,), sign="TOWARDS"),
    Word("to", Place.CLAUSE, "ZONE to ZONE", "lays all cards of a zone into another", (tree.Transfer,),
         sign="TOWARDS"),
    Word("to", Place.CLAUSE, "CELL to CELL", "moves what stands on a cell to another", (tree.Transfer,),
         sign="TOWARDS"),
    Word("to", Place.CLAUSE, "NUMBER of CELL to CELL", "lays pieces from the top of a cell on another", (tree.Carry,),
         sign="TOWARDS"),
    Word("to", Place.CLAUSE, "stacks up to NUMBER", "how many pieces at most", (tree.Stacks,), sign="TOWARDS"),
    Word("turn", Place.CLAUSE, "swap on turn 2", "the only turn when a decision is possible", (tree.Filters,)),
    Word("turn", Place.CLAUSE, "win at start of turn when CONDITION", "tests an ending as a turn begins",
         (tree.Ending,)),
    Word("up", Place.CLAUSE, "repeat up to NUMBER { … }", "as often as the player likes", (tree.UpTo,)),
    Word("up", Place.CLAUSE, "stacks up to NUMBER", "how many pieces at most", (tree.Stacks,)),
    Word("when", Place.CLAUSE, "win when CONDITION", "the condition of an ending", (tree.Ending,)),
    Word("where", Place.CLAUSE, "place PIECE on CELLS where CONDITION", "what a decision or an element must satisfy",
         (tree.Limit, tree.Each, tree.Gathered, tree.Aggregate, tree.Link, tree.GraphCell)),
    Word("while", Place.CLAUSE, "repeat NUMBER while CONDITION { … }", "ends a loop once a condition fails",
         (tree.Repeat,)),
    Word("while", Place.CLAUSE, "repeat while possible { … }", "for as long as a choice offers anything",
         (tree.Persist,)),
)  # fmt: skip

_OPERATORS = (
    Word("or", Place.OPERATOR, "A or B", "at least one holds", (tree.Binary,), binds=1),
    Word("and", Place.OPERATOR, "A and B", "both hold", (tree.Binary,), binds=2),
    Word("==", Place.OPERATOR, "A == B", "equal", (tree.Binary,), sign="COMPARE", binds=4),
    Word("!=", Place.OPERATOR, "A != B", "not equal", (tree.Binary,), sign="COMPARE", binds=4),
    Word("<=", Place.OPERATOR, "A <= B", "at most", (tree.Binary,), sign="COMPARE", binds=4),
    Word(">=", Place.OPERATOR, "A >= B", "at least", (tree.Binary,), sign="COMPARE", binds=4),
    Word("<", Place.OPERATOR, "A < B", "less", (tree.Binary,), sign="COMPARE", binds=4),
    Word(">", Place.OPERATOR, "A > B", "greater", (tree.Binary,), sign="COMPARE", binds=4),
    Word("in", Place.OPERATOR, "x in S", "is an element", (tree.Binary,), binds=4),
    Word("not in", Place.OPERATOR, "x not in S", "is not an element", (tree.Binary,), sign="NOT", binds=4),
    Word("..", Place.OPERATOR, "1..5", "a range, both ends included", (tree.Binary,), sign="TO", binds=5),
    Word("|", Place.OPERATOR, "A | B", "what is in either set", (tree.Binary,), sign="UNION", binds=6),
    Word("+", Place.OPERATOR, "A + B", "a sum of numbers or shapes", (tree.Binary,), sign="PLUS", binds=6),
    Word("-", Place.OPERATOR, "A - B", "a difference of numbers, sets or shapes", (tree.Binary,), sign="MINUS",
         binds=6),
    Word("without", Place.OPERATOR, "A without B", "a difference of sets, or of each set of a list", (tree.Binary,),
         binds=6),
    Word("&", Place.OPERATOR, "A & B", "what is in both sets", (tree.Binary,), sign="MEET", binds=7),
    Word("*", Place.OPERATOR, "A * B", "a product", (tree.Binary,), sign="TIMES", binds=8),
    Word("/", Place.OPERATOR, "A / B", "a quotient, rounded down", (tree.Binary,), sign="OVER", binds=8),
    Word("mod", Place.OPERATOR, "A mod B", "the remainder", (tree.Binary,), binds=8),
    Word("at", Place.OPERATOR, "SHAPE at CELL", "a shape with its origin at a cell", (tree.Binary,), binds=10),
    Word("turned", Place.OPERATOR, "SHAPE turned NUMBER", "a shape turned clockwise", (tree.Binary,), binds=10),
    Word("not", Place.PREFIX, "not A", "does not hold", (tree.Unary,), binds=3),
    Word("-", Place.PREFIX, "-A", "the negative of a number", (tree.Unary,), sign="MINUS", binds=9),
    Word("some", Place.PREFIX, "some x in ELEMENTS: CONDITION", "holds for some element", (tree.Quantified,),
         declares="element"),
    Word("every", Place.PREFIX, "every x in ELEMENTS: CONDITION", "holds for every element", (tree.Quantified,),
         declares="element"),
    Word("if", Place.PREFIX, "if CONDITION then VALUE else VALUE", "one value or the other", (tree.Conditional,)),
)  # fmt: skip

_NAMES = (
    Word("yes", Place.CONSTANT, "yes", "true, as an option's value"),
    Word("no", Place.CONSTANT, "no", "false, as an option's value"),
    Word("none", Place.CONSTANT, "none", "no cell, no player and no kind, as a variable's value"),
    Word("kinds", Place.CONSTANT, "kinds", "all kinds of piece"),
    Word("empty", Place.POSITION, "empty", "the cells that hold nothing"),
    Word("own", Place.POSITION, "own", "the player who decides or is tested; the cells of their pieces"),
    Word("enemy", Place.POSITION, "enemy", "the opponent; the cells of all others"),
    Word("turn", Place.POSITION, "turn", "the number of the turn or round"),
    Word("passes", Place.POSITION, "passes", "how many passes in a row were just made"),
    Word("quiet", Place.POSITION, "quiet", "how many turns or rounds in a row left the board unchanged"),
    Word("last", Place.POSITION, "last", "the cell of the last stone that was placed or moved"),
    Word("neutral", Place.POSITION, "neutral", "the owner of pieces that belong to nobody"),
    Word("players", Place.POSITION, "players", "all players"),
    Word("repeats", Place.POSITION, "repeats(3)", "whether the position occurs for the third time"),
    Word("repeats", Place.POSITION, "repeats", "whether the position has occurred before"),
    Word("stuck", Place.POSITION, "stuck", "whether the player to move has no possible decision"),
    Word("cells", Place.REGION, "cells", "all cells"),
    Word("perimeter", Place.REGION, "perimeter", "the outer boundary, clockwise from the top left"),
    Word("outside", Place.REGION, "outside", "the places around the board"),
    Word("sides", Place.REGION, "sides", "the list of sides, clockwise from the top"),
    Word("corners", Place.REGION, "corners", "the corner cells"),
    Word("top", Place.REGION, "top", "a side of a rhombus"),
    Word("right", Place.REGION, "right", "a side of a rhombus"),
    Word("bottom", Place.REGION, "bottom", "a side of a rhombus"),
    Word("left", Place.REGION, "left", "a side of a rhombus"),
    Word("edges", Place.ATTRIBUTE, "own.edges", "the list of a player's edges"),
    Word("turns", Place.ATTRIBUTE, "own.turns", "how many turns a player has finished"),
    Word("next", Place.ATTRIBUTE, "own.next", "the player whose turn comes after a player's"),
    Word("opponent", Place.ATTRIBUTE, "own.opponent", "the other of two players"),
    Word("kind", Place.ATTRIBUTE, "c.kind", "the kind of what stands on a cell"),
    Word("owner", Place.ATTRIBUTE, "c.owner", "the player whose piece stands on a cell"),
    Word("out", Place.ATTRIBUTE, "own.out", "whether a player has lost while others play on"),
    Word("cell", Place.FUNCTION, "cell(q, r)", "a cell by its coordinates"),
    Word("q", Place.ATTRIBUTE, "c.q", "a cell's coordinate to the right"),
    Word("r", Place.ATTRIBUTE, "c.r", "a cell's coordinate downwards"),
    Word("pile", Place.ATTRIBUTE, "c.pile", "the pieces that lie on a cell, from the top"),
    Word("x", Place.ATTRIBUTE, "c.x", "where a cell of a graph is drawn, to the right"),
    Word("y", Place.ATTRIBUTE, "c.y", "where a cell of a graph is drawn, downwards"),
)

TABLE = (*_FILE, *_BOARD, *_SCRIPT, *_CLAUSES, *_OPERATORS, *_NAMES)
"""Every word in every place; of rows for one word in one place, the first has the form that messages show."""


@cache
def rows(*places: Place) -> tuple[Word, ...]:
    """The rows of some places, in the order of the table."""
    return tuple(row for row in TABLE if row.place in places)


@cache
def words(*places: Place) -> tuple[str, ...]:
    """The words of some places, each once, in the order of the table."""
    return tuple(dict.fromkeys(row.word for row in rows(*places)))


@cache
def terminals(*places: Place) -> frozenset[str]:
    """The grammar's terminals for the words of some places."""
    return frozenset(row.terminal for row in rows(*places))


@cache
def forms() -> dict[str, str]:
    """How items and statements are written, by the terminal that they begin with."""
    found: dict[str, str] = {}
    for row in rows(*ITEMS):
        found.setdefault(row.terminal, row.form)
    return found


@cache
def mark(place: Place) -> str:
    """The terminal by which a list of items is known: the first that can begin an item of no other list."""
    others = terminals(*(other for other in LISTS if other is not place))
    return next(row.terminal for row in rows(place) if row.terminal not in others)


@cache
def declaring() -> dict[type[tree.Node], str]:
    """What kind of thing each item of a file, a board or a graph gives a name to, by its node."""
    items = rows(Place.FILE, Place.BOARD, Place.GRAPH)
    return {node: row.declares for row in items if row.declares for node in row.nodes}


@cache
def also_values() -> frozenset[str]:
    """The keywords that are names with a meaning of their own where the grammar takes a name."""
    return frozenset(words(*KEYWORDS)) & {*words(*set(Place) - KEYWORDS)}


@cache
def kept_as(word: str) -> str:
    """Why a word of the language cannot be a name."""
    places = {row.place for row in TABLE if row.word == word}
    if places & ITEMS:
        return "items and statements begin with it"
    if places & {Place.POSITION, Place.CONSTANT}:
        return "it has one meaning in every rule"
    return "it separates the parts of an item or statement"


@cache
def with_blocks() -> frozenset[str]:
    """The terminals of the items and statements that end with a block."""
    return frozenset(row.terminal for row in rows(*ITEMS) if row.has_block)


@cache
def beside(word: str) -> tuple[str, ...]:
    """The words whose items are counted together: that of an item of a file, and those that may take its place."""
    slot = next(row.slot for row in rows(Place.FILE) if row.word == word)
    return tuple(dict.fromkeys(row.word for row in rows(Place.FILE) if row.slot == slot))


@cache
def needed() -> dict[str, tuple[type[tree.Node], ...]]:
    """The items that every game has, by their words: the nodes any of which will do."""
    slots = dict.fromkeys(row.slot for row in rows(Place.FILE) if row.often in (Often.ONE, Often.SOME))
    return {slot: tuple(node for row in rows(Place.FILE) if row.slot == slot for node in row.nodes) for slot in slots}
