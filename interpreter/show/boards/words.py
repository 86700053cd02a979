"""What is said about a position besides its board: whose turn it is, cards, marks, variables, scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import ascii_lowercase

from ...diagnostics.diagnostic import listed
from ...play.moves import UNKNOWN, Move
from ...play.state import State
from ...play.view import View
from ...rules.layers import Layer
from ...rules.program import CHANCE, NEUTRAL, Rules
from ...rules.spellings import PLAIN as AS_USUAL
from ...rules.spellings import Form, Numerals
from .palette import PLAIN, Face

Shown = State | View
"""A position, or what one player knows of it."""


Mark = tuple[str, str]
"""A text and the role it plays: `player0`, `neutral`, `edge1`, `empty`, `label`, `mark`, `frame`."""


def mark_of(held: tuple[str, str], rules: Rules, face: Face, winning: bool = False) -> Mark:
    """Return how a piece is drawn, given by its owner and its kind."""
    owner, kind = held
    is_plain = kind == rules.pieces[0].name
    if kind == UNKNOWN:
        number = rules.owners.index(owner)
        return face.unknown[min(number, 1)], NEUTRAL if owner == NEUTRAL else f"player{number}"
    if _is_hidden(rules, owner, kind):
        return " ", "empty"
    if owner == NEUTRAL:
        return (face.neutral if is_plain else letters_of(rules, face)[kind]), NEUTRAL
    player = rules.players.index(owner)
    if is_plain:
        return (face.winning if winning else face.stones)[player], f"player{player}"
    letter = letters_of(rules, face)[kind]
    return (letter.upper() if player == 0 else letter), f"player{player}"


def letters_of(rules: Rules, face: Face) -> Mapping[str, str]:
    """Return the letter for each kind of piece but the first, whose pieces are drawn as plain stones."""
    taken = "".join(filter(str.isascii, (*face.stones[: len(rules.players)], face.neutral))).lower()
    hidden = {piece.name for piece in rules.pieces if all(_is_hidden(rules, each, piece.name) for each in rules.owners)}
    return _letters(tuple((each.name, each.glyph) for each in rules.pieces[1:] if each.name not in hidden), taken)


def _is_hidden(rules: Rules, owner: str, kind: str) -> bool:
    """Whether the rule sheet has a piece look as if its cell were not there."""
    kinds = (number for number, piece in enumerate(rules.pieces) if piece.name == kind)
    looks = rules.looks
    return bool(looks.pieces) and looks.piece(rules.owners.index(owner), next(kinds)).shape == "nothing"


@cache
def _letters(kinds: tuple[tuple[str, str], ...], taken: str) -> Mapping[str, str]:
    """Letters that tell kinds apart: the first of the name, else the sign of the kind, else another."""
    found: dict[str, str] = {}
    for name, glyph in kinds:
        ways = f"{name[0]}{glyph}{name}{ascii_lowercase}".lower()
        free = (each for each in ways if each in ascii_lowercase and each not in taken)
        found[name] = next(free, name[0].lower())
        taken += found[name]
    return found


def standing(shown: Shown) -> str:
    """Return whose decision it is (`Red to move`, `X and O to decide`) or the outcome."""
    if shown.is_over:
        return str(shown.outcome)
    if shown.to_move:
        return f"{shown.to_move} to move"
    return f"{' and '.join(shown.deciders)} to decide" if shown.deciders else "chance decides"


BUTTONS = {"swap": "Swap sides", "pass": "Pass", "stop": "Stop here"}
"""What decisions are called that need nothing on the board, where a rule sheet does not say."""

_ASKED = {"place": "place {}", "move": "move {}", "pick": "pick cards", "choose": "choose"}
"""What a player is asked, where a rule sheet does not say, with the piece if it can only be one."""


def asked(choices: Iterable[Move]) -> str:
    """Return what a player is asked who has these choices; empty where all of them are buttons."""
    needing = [move for move in choices if move.word in _ASKED]
    return prompt_of(needing) or _capital(listed(_plainly(needing)))


def prompt_of(choices: Iterable[Move]) -> str:
    """Return what the rule sheet asks a player who has these choices; empty where it does not say."""
    prompts = dict.fromkeys(move.prompt for move in choices if move.prompt and move.word in _ASKED)
    return _capital(listed(each[:1].lower() + each[1:] for each in prompts))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plainly(choices: Iterable[Move]) -> Iterator[str]:
    pieces: dict[str, set[str]] = {}
    for move in choices:
        pieces.setdefault(move.word, set()).add(move.piece)
    for word, kinds in pieces.items():
        yield _ASKED[word].format(_with_article(next(iter(kinds)) if len(kinds) == 1 else "piece"))


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def button(move: Move) -> str:
    """Return what a decision is called that needs nothing on the board."""
    return move.prompt or BUTTONS.get(move.word, move.text)


def said_of(shown: Shown, eyes: str | None = None) -> list[str]:
    """Return what the rules have said: to the colour that looks, or, where everybody does, to whom."""
    if isinstance(shown, View):
        return list(shown.said)
    if eyes is not None:
        return list(shown.told(eyes))
    texts = dict.fromkeys(text for each in shown.said.values() for text in each)
    hearers = {text: [player for player, each in shown.said.items() if text in each] for text in texts}
    everybody = len(shown.game.players)
    return [text if len(players) == everybody else f"{listed(players, 'and')}: {text}"
            for text, players in hearers.items()]  # fmt: skip


def situation(shown: Shown, face: Face = PLAIN) -> str:
    """Return a line for each thing that the board does not show."""
    return "\n".join(_situation(shown, face))


def _of_nobody(shown: Shown, face: Face) -> Iterator[str]:
    """What the sign of nobody's pieces is, and where those stand whose letters pieces of a player have as well."""
    rules = shown.game.rules
    held = {kind: cells for kind, cells in shown.pieces.get(NEUTRAL, {}).items()
            if cells and form_of(rules, (NEUTRAL, kind)).shape != "tile"}  # fmt: skip
    plain = rules.pieces[0].name
    if plain in held:
        yield f"{face.paint(face.neutral, NEUTRAL)} is neutral"
    owned = [kind for player in rules.players for kind, cells in shown.pieces.get(player, {}).items() if cells]
    if shared := [" ".join((kind, *cells)) for kind, cells in held.items() if kind != plain and kind in owned]:
        yield f"neutral: {', '.join(shared)}"


def _situation(shown: Shown, face: Face) -> Iterator[str]:
    yield from _of_nobody(shown, face)
    if shown.piles:
        yield f"piles, from the top: {', '.join(_piles(shown, face))}"
    marks, variables, zones = marks_of(shown), player_values(shown), zones_of(shown)
    for player in shown.game.players:
        held = [f"{name}: {values[player]}" for name, values in variables.items()]
        held += [f"{zone} {_braced(cards)}" for zone, cards in zones.get(player, {}).items() if cards]
        held += [f"{name} {' '.join(cells)}" for name, cells in marks.get(player, {}).items()]
        if held:
            yield f"{player}: {'  '.join(held)}"
    kept = [f"{name}: {value}" for name, value in values_of(shown).items()]
    if kept:
        yield "  ".join(kept)
    for layer in shown.game.rules.layers:
        if (name := called(shown, layer.name)) and not is_counted(layer):
            yield from _on_cells(name, shown.cell_variables[layer.name])
    if shown.scores:
        yield f"scores: {', '.join(f'{player} {_score(each)}' for player, each in shown.scores.items())}"
    yield from (f"{player} is out" for player in shown.eliminated)


def form_of(rules: Rules, held: tuple[str, str]) -> Form:
    """Return how a piece looks, given by its owner and its kind."""
    owner, kind = held
    number = next((number for number, piece in enumerate(rules.pieces) if piece.name == kind), None)
    return AS_USUAL if number is None else rules.looks.piece(rules.owners.index(owner), number)


def piece_called(rules: Rules, held: tuple[str, str]) -> str:
    """Return what people call a piece, given by its owner and its kind: the words of the rule sheet, or its name."""
    return form_of(rules, held).words or held[1]


def called(shown: Shown, name: str) -> str:
    """Return what people call a variable or marks: `in the pool, white` for `pool[white]`; empty, and not to be shown,
    where the rule sheet has no words for it."""
    base, _, element = name.partition("[")
    words = shown.game.rules.looks.value(base).words
    return f"{words}, {element[:-1]}" if words and element else words


def values_of(shown: Shown) -> dict[str, str]:
    """Return the variables of the game that people are shown, under the words for them."""
    chosen = shown.game.options
    found = {called(shown, name): value for name, value in shown.variables.items()
             if value and value not in UNSAID and name not in chosen}  # fmt: skip
    return {name: value for name, value in found.items() if name}


def player_values(shown: Shown) -> dict[str, dict[str, str]]:
    """Return the variables of each player that people are shown, under the words for them."""
    found = {called(shown, name): values for name, values in shown.player_variables.items()}
    return {name: values for name, values in found.items() if name}


def marks_of(shown: Shown) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the marked cells that people are shown, by player and the words for them."""
    found = {player: {called(shown, name): cells for name, cells in marks.items() if cells and called(shown, name)}
             for player, marks in shown.marks.items()}  # fmt: skip
    return {player: marks for player, marks in found.items() if marks}


def zones_of(shown: Shown) -> dict[str, dict[str, tuple[int, ...]]]:
    """Return the cards that people are shown, by player and zone; a zone without words goes by its name."""
    looks = shown.game.rules.looks
    return {player: {looks.value(name).words or name: cards for name, cards in zones.items()
                     if looks.value(name).shape != "nothing"} for player, zones in shown.zones.items()}  # fmt: skip


def _piles(shown: Shown, face: Face) -> Iterator[str]:
    """What lies on the cells with more than one piece: `a1 ●○○`."""
    by_name = shown.game.board.by_name
    for name in shown.piles:
        marks = (mark_of(piece, shown.game.rules, face) for piece in shown.pile(by_name[name]))
        yield f"{name} {''.join(face.paint(*mark) for mark in marks)}"


def is_counted(layer: Layer) -> bool:
    """Return whether boards show what each cell has as a number."""
    return isinstance(layer.values, Numerals)


def _on_cells(name: str, held: Mapping[str, str]) -> Iterator[str]:
    """The cells with each value of a variable that is no number, but for `no` and `none`."""
    by_value: dict[str, list[str]] = {}
    for cell, value in held.items():
        by_value.setdefault(value, []).append(cell)
    yield from (f"{name} {value}: {' '.join(cells)}" for value, cells in by_value.items() if value not in UNSAID)


UNSAID = "no", "none"


def _score(score: int | tuple[int, ...]) -> str:
    return str(score) if isinstance(score, int) else str(list(score))


def _braced(numbers: tuple[int, ...]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def chance_words(state: State) -> list[str]:
    """Return what chance has decided so far: `handicapped = X`."""
    game = state.game
    drawn = [move for move in state.moves if game.block_of(move.code).way == CHANCE]
    return [move.text.replace("=", " = ", 1) for move in drawn]


def revealed(parts: Mapping[str, object]) -> str:
    """Describe a decision that several players made together: `X picks {1,2}, O picks {3,4}.`"""
    return ", ".join(f"{player} picks {part}" for player, part in parts.items()) + "."
