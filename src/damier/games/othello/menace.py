"""To be written."""

from damier.kernel import helper


@helper
def menace_score(own, other, weights):
    return 0
