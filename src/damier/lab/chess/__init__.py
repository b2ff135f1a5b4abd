"""Experiments with chess."""

EXPERIMENTS = {
    "chess-techniques": ("techniques", "chess: the player's search without each of its techniques, and its rating"),
    "chess-regression": ("regression", "chess: weights by Deep Thought's linear regression, and by logistic regression"),
    "endgames": ("endgames", "endings of chess solved backwards: won, drawn, lost, and the longest mates"),
    "pawn-race": ("pawn_race", "a pawn that has to run at once: how deep plain alpha-beta must look, beside the book's figure"),
    "horizon": ("horizon", "the horizon effect on Berliner's example, by depth and technique"),
}
BOOK_DEPTH = 2  # plies that a learner looks ahead in `book-learning`
PLAIN_DEPTH = 5  # plies that plain alpha-beta looks ahead in `first-move` and `steady-values`
LEARNT = ("learnt",)  # evaluations that were found by regression, which `weights` compares
TRAP_DEPTH = 3  # plies that everybody looks ahead in `discernment`
