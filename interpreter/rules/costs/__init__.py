"""What a game's rules can cost: steps and memory, known before its module is made."""
