"""A board in a notebook, on which moves are made by clicks."""
