"""The tree and the board to checked rules: decisions, endings, goals and what is known of them."""
