"""Rules and board to a generated module, and the game that runs it."""
