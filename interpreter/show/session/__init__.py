"""A game at a terminal."""
