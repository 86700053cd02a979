"""Games at native speed: machine code of a generated module over arrays, kept on disk."""
