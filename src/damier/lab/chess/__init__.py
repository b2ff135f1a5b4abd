"""Experiments with chess."""

EXPERIMENTS = {
    "chess-techniques": ("techniques", "chess: the player's search without each of its techniques, and its rating"),
    "endgames": ("endgames", "endings of chess solved backwards: won, drawn, lost, and the longest mates"),
    "horizon": ("horizon", "the horizon effect on Berliner's example, by depth and technique"),
}
BOOK_DEPTH = 2  # plies that a learner looks ahead in `book-learning`
TRAP_DEPTH = 3  # plies that everybody looks ahead in `discernment`
