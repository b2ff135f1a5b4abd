"""What an Othello position looks worth: one of several evaluations; which, the weights say in their first number.

    squares     the values of squares of the books alone (Alliot-Schiex fig. 15.8)
    table       the same, corrected near owned corners and along edges, with liberties and mobility
    samuel      the same terms, their coefficients corrected by Samuel's method (Alliot-Schiex 15.6.4)
    copies      the same terms, their coefficients found by playing changed copies of oneself
    menace      how often 3x3 corners and edges like these were won (Alliot)
    patterns    Logistello's way: lines, edges and corners, weighted by phase, found by regression

`weights` is one flat int32 array whose first number is the kind, so that any search can carry it along.
"""

from damier.games.othello.menace import menace_score
from damier.games.othello.patterns import pattern_score
from damier.games.othello.terms import terms_score
from damier.kernel import helper

TERMS, MENACE, PATTERNS = 1, 2, 3


@helper
def estimate(own, other, board, weights):
    """For the player of `own`, who is to move; a disc counts 100."""
    if len(weights) == 0:
        return 0
    kind = weights[0]
    if kind == PATTERNS:
        return pattern_score(own, other, weights)
    if kind == TERMS:
        return terms_score(own, other, board, weights)
    return menace_score(own, other, weights)
