"""Counting by a frontier: exactly how many full boards each set of players has won."""
