"""From rules and board to a generated module."""
