"""Playing a game: `Game`, `State`, moves, set positions, many games side by side."""
