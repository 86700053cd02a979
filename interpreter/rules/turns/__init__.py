"""Turns and rounds: statements turned into the instructions of `program`."""
