"""What an Othello position looks worth: which of the evaluations it is, the weights say."""

from damier.kernel import helper


@helper
def estimate(own, other, board, weights):
    """For the player of `own`, who is to move; a disc counts 100."""
    return 0
