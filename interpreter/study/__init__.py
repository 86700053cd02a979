"""Looking into games: counting, scenarios, reports."""
