"""Experiments with Connect 4."""

EXPERIMENTS = {
    "connect4-ladder": ("ladder", "Connect 4 solved on larger and larger boards by better and better searches"),
    "connect4-ideas": ("ideas", "the Connect 4 solver without each of its ideas"),
}
SMALL = (  # solved by `small-games`: the game, its positions, its value (Tromp)
    ("connect4:width=4:height=4", 80_541, 0),
    ("connect4:width=5:height=4", 1_974_174, 0),
)
LEARNING_OF = "connect4:width=6:height=5"  # what `learning` learns by itself
BOOK_DEPTH = 4  # plies that a learner looks ahead in `book-learning`
PLAIN_DEPTH = 10  # plies that plain alpha-beta looks ahead in `first-move` and `steady-values`
TABLE_DEPTH = 12  # plies that alpha-beta with memory looks ahead in `table-tuning`
TRAP_DEPTH = 6  # plies that everybody looks ahead in `discernment`
