"""The card of a game: five dials, a verdict, a typical game, and what to look at next."""
