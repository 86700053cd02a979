"""What each change to a broken text costs: the one table of costs.

At a fault the cheapest change that lets the parser go on is made, so only the differences between costs matter. Up to
0.5 costs what people bring from other languages, about 1 a slip that is made often, 2 one that is merely possible.
`tests/mutations.py` measures what a change to this table does.
"""

from __future__ import annotations

WORST = 5.5
"""A change that costs more is not made: the whole item is left out instead."""

LIKELIER = 1.2
"""By so much more may cost what is tried in place of a change that made no sense."""

# What any change may cost in addition

BACK = 0.25
"""For each token between the change and the fault."""

UNBALANCED = 1.0
"""If it leaves the brackets of the section more unbalanced than they are."""

KEYWORD_AS_NAME = 0.6
"""If it makes a keyword a name."""

NEXT_FAULT, NEXT_FAULT_NEARER, FAR_ENOUGH = 0.5, 0.8, 4
"""If another fault follows, and for each token by which that fault is nearer than `FAR_ENOUGH`."""

# A word is nearly a keyword

SPELLING = 0.5
SPELLING_LETTER = 0.5
"""For each letter that differs."""

SPELLING_OF_KEYWORD = 1.0
"""If the word is a keyword itself."""

SPELLING_USED_AGAIN = 0.4
"""If the word stands elsewhere too, and so may be a name."""

SPELLING_SURE = 1.1
"""A spelling that costs less is beyond doubt."""

# A token stands twice, or too much

DOUBLE, DOUBLE_BRACKET = 0.8, 1.3
"""A token that repeats the one before it."""

DOUBLE_EARLIER, DOUBLE_EARLIER_BRACKET = 1.0, 1.2
"""The same further back in the item."""

EXTRA: dict[str, float] = {"COMMA": 2.1, "COLON": 2.1, "EQUAL": 1.9, "DOT": 1.7, "RPAR": 1.7, "RSQB": 1.7}
EXTRA_ANY = 2.0
"""A token too many, by its terminal."""

EXTRA_LINE = 3.0
"""All that is left of a line."""

# Two tokens are in the wrong order

ORDER = 1.6
ORDER_AT_FAULT = 1.35
"""The fault and the token after it, which fits in its place."""

ORDER_OVER_KEYWORD = 1.0
"""In addition, if a sign would come before the keyword that begins a line."""

# A token is missing

MISSING: dict[str, float] = {
    "DOT": 1.7, "NAME": 2.0, "INT": 2.1, "STRING": 2.1, "SPLIT": 1.8, "OF": 1.6, "FORBID": 1.8, "REVERSED": 1.8,
}  # fmt: skip
MISSING_ANY = 1.5
MISSING_OPERATOR, MISSING_PREFIX = 1.9, 2.2
MISSING_IN_OR_COMPARISON = 1.9
"""`in`, where a comparison would do as well."""

MISSING_ITEM, MISSING_STATEMENT = 0.8, 0.4
"""In addition, for the keyword of an item amid a line, or of a part of one."""

MISSING_SECOND_SECTION = 0.1
"""In addition, for a section that is given already."""

MISSING_DOT_BEGINS = 0.6
"""In addition, for a `.` at the beginning of a line."""

MISSING_DOT_OF_NOTHING = 0.4
"""In addition, for a `.` after a number, or before a word that no value has as an attribute."""

MISSING_OPENER_OF_NOTHING = 1.0
"""In addition, for a bracket that would close at once."""

# A token stands for another

OTHER, OTHER_ALIKE = 2.6, 1.2
"""Any other token; one closing bracket for another, `=` for `:`."""

OTHER_MADE_UP, OTHER_OPERATOR = 0.3, 0.2
"""In addition, for a name, number or text that nobody can know, and for an operator."""

JOINED_LINE = 0.2
"""In addition, where what seems to begin a statement amid a line belongs to the one before it."""

FIRST_WORD = 0.4
"""In addition, for the word that was taken for the beginning of a statement."""

# Brackets

NAMELESS_BRACKET = 1.6
"""A function without its name."""

UNOPENED, UNOPENED_DOUBLE = 1.1, 0.3
"""A bracket is closed but not opened; in addition, where it is closed twice."""

CALLED_ACROSS_LINES = 1.4
"""A parenthesis that begins a line, after a `:` that is missing."""

UNCLOSED_AMID, UNCLOSED_MISFIT, UNCLOSED, UNCLOSED_AND_UNFINISHED = 1.1, 0.6, 1.0, 2.5
"""A bracket is not closed: amid its line, where the indentation shows it, at the end, after something missing."""

DEEPER_THAN_OPENED, CLOSED_TOO_EARLY = 0.5, 0.7
"""A block that is indented but not opened; a brace that closes too early."""

# Mistakes known by name

ROW, LIKELY, DOUBTFUL, SELDOM = 0.3, 0.6, 0.9, 1.6
"""What several words or signs show; what fewer show; what may be half of something else; what is seldom meant."""

QUESTION_ALONE, QUESTION_WITH_REST = 0.8, 1.2
NUMBER_GLUED, NUMBER_GLUED_LOST = 0.5, 0.7
COMMA_AFTER_ITEM = 0.95
UNBRACED, UNBRACED_WITH_WORD = 1.2, 0.5
SHAPE_WITHOUT_WORD = 1.2
MISPLACED_BACK = 0.1
RESERVED = 1.8

ARTICLE_A = 1.2
"""`a`, which may be a name as well."""

FOREIGN_WORD = 0.7
FOREIGN_WORD_OURS = 1.85
"""If the word is a keyword of the language too."""

FOREIGN_WORD_NEXT = 0.1
"""For each meaning that is likelier."""

FOREIGN_WORD_BACK = 0.2
"""For each token between the word and the fault."""
