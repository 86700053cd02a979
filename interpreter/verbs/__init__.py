"""The verbs of the `hexgame` command: one thin function each. The rooms that they call do the work."""
