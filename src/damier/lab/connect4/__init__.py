"""Experiments with Connect 4."""

EXPERIMENTS = {
    "connect4-ladder": ("ladder", "Connect 4 solved on larger and larger boards by better and better searches"),
    "connect4-ideas": ("ideas", "the Connect 4 solver without each of its ideas"),
}
BOOK_DEPTH = 4  # plies that a learner looks ahead in `book-learning`
