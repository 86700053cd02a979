"""Roads to other programs: each speaks another program's language and holds no rules of games."""
