"""Experiments with Othello."""

EXPERIMENTS = {
    "othello-leaves": ("leaves", "leaves on Othello after the first move, beside the book's table"),
    "othello-endings": ("endings", "Othello endings by NegaC*, MTD(f), PVS and alpha-beta"),
    "othello-ideas": ("ideas", "the solver of Othello endings without each of its ideas"),
    "othello-evaluations": ("evaluations", "Othello: the evaluations of the books and those learnt, in matches"),
    "othello-learning": ("learning", "Othello: Samuel's correction and the changed copy, by games played"),
}
SMALL = (("othello:size=4", 12_351, -1000),)  # solved by `small-games`: 3 discs to 11, and two empty squares for who wins
BOOK_DEPTH = 3  # plies that a learner looks ahead in `book-learning`
TRAP_DEPTH = 4  # plies that everybody looks ahead in `discernment`
