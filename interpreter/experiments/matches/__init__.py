"""Matches between two players: what is played, how it is counted, what it shows."""
