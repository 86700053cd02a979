"""Reports: what a game is like, with how sure each number is."""
