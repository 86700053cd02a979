"""Proof-number search over a game's module: restricted Python, bound to a game, for Python and for LLVM.

The question is whether one person, the maker, can force a result; at their turns one move must do (an `or`), at all
others every move (an `and`). Each position has a proof number and a disproof number, the least effort that either
answer could still take; the search always goes on where that is least, depth first within thresholds (df-pn, Nagai
2002), and keeps the numbers in a table of fixed size. An answer follows from answers that were found before it, never
from an estimate, so it is right whatever the table has forgotten.
"""
