"""Random sheets beside a plain rules engine that shares nothing with the interpreter: `python -m plainly 20000`.

`model` says what a sheet can hold, `generate` draws one from a seed, `boards` works out its cells and links, `rules`
plays it, `exact` counts and weighs all that play can do, `sheets` writes it as text. None of them imports `hexgame`:
they follow `docs/language.md`. Only `compare` and what stands beside it know both.
"""
