"""Full boards by a SAT solver: a counterexample on a large board, or a proof that there is none.

A variable for each free cell says whose stone it holds. A full board that contradicts a claim has no winner, or two.
The solver proposes a board; the game's machine judges it. Where a player has won who must not, some of the player's
stones are enough for that, whatever the other cells hold: one of those cells must hold another stone. Where a player
has not won who must, some of the opponent's stones are enough to prevent it. Each such clause is learnt, with its
images under symmetries of the board, until a board is found or the clauses contradict one another.
"""
