"""Trees of textbooks, by name: where each comes from, and what of it its book does not tell.

The drawings are not in the texts that we have. What the words determine is as they say; what they leave open was chosen here,
so that the story runs as it is told, and is said to be so.
"""

from typing import NamedTuple


class BookTree(NamedTuple):
    """A tree as nested lists."""

    text: str
    source: str
    assumed: str = ""  # what the book's words leave open


BOOK_TREES = {
    "sixteen": BookTree(
        "[[[[10,2],[13,11]],[[23,15],[14,6]]],[[[16,4],[17,24]],[[5,12],[1,20]]]]", "the tree of damier's own manual"
    ),
    "nine": BookTree("[[3,12,8],[2,4,6],[14,5,2]]", "Russell and Norvig"),
    "figure-15-2": BookTree(
        "[[5,3,4],[3,2,6],[1,7,9]]", "Alliot and Schiex, figure 15.2", "all leaves but the first of the third branch"
    ),
    "figure-15-3": BookTree(
        "min [[[27,21],[17,99]],[[13,99],[9,99]]]", "Alliot and Schiex, figure 15.3", "leaves 11, 13 and 15, which are 99 here"
    ),
    "tipe-1": BookTree("[[6,7],[2,8]]", "TIPE 2013, figures 1 and 2", "that there are two leaves a branch, and their order"),
    "tipe-3": BookTree(
        "[[9,9],[6,50,50]]", "TIPE 2013, figure 3", "what lies below p1, worth 9, and the brothers of p21, which is 6"
    ),
    "tipe-4": BookTree(
        "min [7,[[5,6],[[9,4],8]]]", "TIPE 2013, figure 4", "all but p1 = 7 and p2211 = 9, and which nodes lie above that"
    ),
    # The nodes are said to have the numbers 1 to 32, and what is told of them fits a full binary tree if 13 was left out: 8
    # has the sons 17 and 18, 6 has 12 and 14, 7 has 15 and 16, and 15 has 29 (where the text says 20) and 30. The root is
    # said to be Min, but all its sons are opened and the largest counts: it is Max, as in the algorithm that follows there.
    "efrei-sss": BookTree(
        "[[[[41,5],[21,40]],[[30,31],[28,33]]],[[[34,39],[36,35]],[[38,36],[12,50]]]]",
        "EFREI 2.2.5.1, the example of SSS*",
        "that number 13 is left out, and all leaves but 17 = 41, 18 = 5, 25 = 34, 27 = 36, 28 = 35 and 30 = 36; of 19 only "
        "that it is below 35, of 29 that it is above",
    ),
    "best-first": BookTree(
        "[[[[11,13],[2,10]],[[15,23],[6,14]]],[[[5,12],[1,20]],[[17,24],[4,16]]]]",
        "the tree of the manual, with the best move always first",
    ),
    "worst-first": BookTree(
        "[[[[16,4],[24,17]],[[20,1],[12,5]]],[[[14,6],[23,15]],[[10,2],[13,11]]]]",
        "the tree of the manual, with the best move always last",
    ),
    "uneven": BookTree("[[4,[7,[1,9]]],[[6,2],8,[5,[3,10]]],[[12,11],0]]", "damier: leaves at different depths"),
}
