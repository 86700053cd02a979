"""The search itself, over flat arrays of integers: restricted Python, bound to a game, for Python and for LLVM.

Nothing is allocated, and there are no objects. `S` is a state, `Q` another, `T` a tree (`edges.py`), `W` what a
simulation learns, `out` room for codes.
"""
