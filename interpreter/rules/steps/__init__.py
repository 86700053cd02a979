"""How many elementary steps each node of the rules takes: the formulas that their definitions name."""
