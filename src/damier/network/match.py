"""The match by which a network has to earn its place, as its file tells it.

What a game comes with, a network or the evaluation that its author wrote, is the **rival** of what it learns. A file tells its
share of the points and whom it met: what has beaten the author's evaluation has not beaten a network that came later.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from damier.network.file import NetworkFile

OWN_SHARE = "against_own_evaluation"  # in what a file tells of its learning: the share of the points, whoever the rival was
RIVAL = "rival"  # ... and who he was
AUTHOR = "own"  # the evaluation that the game's author wrote; a network is known by the checksum of its numbers


class Match(NamedTuple):
    """What a match against a rival has brought."""

    rival: str
    share: float  # of the points, from 0 to 1

    @property
    def is_won(self) -> bool:
        return self.share > 0.5


def match_in(learnt: Mapping[str, Any]) -> Match | None:
    """The match that a file tells of; the first files did not say whom they had met: it was the author's evaluation."""
    share = learnt.get(OWN_SHARE)
    return None if share is None else Match(str(learnt.get(RIVAL, AUTHOR)), float(share))


def with_match(file: NetworkFile, match: Match | None) -> NetworkFile:
    """What is to be kept of a network with its match, if there was one."""
    told = {} if match is None else {RIVAL: match.rival, OWN_SHARE: match.share}
    return file._replace(learnt={**file.learnt, **told})
