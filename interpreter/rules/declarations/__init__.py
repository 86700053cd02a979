"""What a file declares of a game: its pieces, cards and marks, and its variables."""
