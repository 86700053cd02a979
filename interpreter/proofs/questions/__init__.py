"""The endings of a game as questions about the chains and groups of its full boards."""
