"""Text to tree: reading, diagnosing and printing rule sheets."""
