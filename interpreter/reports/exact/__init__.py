"""What is worked out rather than measured: small games as a whole, and the fewest stones that win."""
