"""Experiments with Othello."""

EXPERIMENTS = {
    "othello-leaves": ("leaves", "leaves on Othello after the first move, beside the book's table"),
    "othello-times": ("times", "times on Othello after the first move, beside the book's table"),
    "othello-endings": ("endings", "Othello endings by NegaC*, MTD(f), PVS and alpha-beta"),
    "othello-ideas": ("ideas", "the solver of Othello endings without each of its ideas"),
    "othello-evaluations": ("evaluations", "Othello: the evaluations of the books and those learnt, in matches"),
    "othello-learning": ("learning", "Othello: Samuel's correction and the changed copy, by games played"),
    "othello-techniques": ("techniques", "Othello: the player's search without each of its techniques, and its rating"),
}
SMALL = (("othello:size=4", 12_351, -1000),)  # solved by `small-games`: 3 discs to 11, and two empty squares for who wins
BOOK_DEPTH = 3  # plies that a learner looks ahead in `book-learning`
PLAIN_DEPTH = 7  # plies that plain alpha-beta looks ahead in `first-move` and `steady-values`
TABLE_DEPTH = 8  # plies that alpha-beta with memory looks ahead in `table-tuning`
WEIGHTS_OF = "othello:size=6"  # what `weights` searches for weights of by itself
LEARNT = ("samuel", "copies", "patterns")  # evaluations that were learnt otherwise, which it compares
TRAP_DEPTH = 4  # plies that everybody looks ahead in `discernment`
