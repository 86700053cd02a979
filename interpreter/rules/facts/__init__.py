"""What is known of a game from its rules alone."""
