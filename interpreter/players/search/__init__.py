"""Monte-Carlo tree search of any game, as plain Python or compiled with the game's module."""
