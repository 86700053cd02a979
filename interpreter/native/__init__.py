"""Games at native speed: the generated module's text over arrays, compiled by Numba and kept on disk."""
