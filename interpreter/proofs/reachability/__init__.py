"""Claims about play: what every turn lowers, and what a search over reachable positions finds."""
