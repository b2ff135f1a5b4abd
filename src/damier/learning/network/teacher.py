"""Who plays the games of the first generation: nobody who knows anything, the evaluation of the game's author, or a network.

A network is learnt on, too: it is the first one of its folder, widened where more numbers in the middle are wanted, and the
next ones keep its layout. A folder remembers it by what it holds, `network 9b7e…`, not by where it lay: both can be moved, a
file that has changed is noticed, and the page, which goes on by what a folder remembers, reads no other file.
"""

import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from damier.errors import BadInput
from damier.games.game import Game
from damier.kernel import has_rule
from damier.learning.network.survey import Survey
from damier.learning.network.training import Numbers
from damier.network.file import ENDING, NetworkFile, check_rules, checksum_of, read_network
from damier.network.kept import network_shipped
from damier.network.layout import unpacked
from damier.wording import quoted

NOBODY, OWN, SHIPPED = "nobody", "own", "shipped"
TEACHER = "teacher"  # in what the file of a first network tells: who it was
LETTERS = 32  # of a checksum
_REMEMBERED = re.compile(rf"network [0-9a-f]{{{LETTERS}}}")


class Teacher(NamedTuple):
    """Who plays first."""

    name: str  # as a folder remembers him
    weights: Any = None  # of the network from which the others go on; None: they begin with one that knows nothing

    @property
    def knows_something(self) -> bool:
        return self.name != NOBODY

    @property
    def told(self) -> dict[str, str]:
        """What the first network tells of him."""
        return {} if self.weights is None else {TEACHER: self.name}

    def seen_by(self, found: Survey, hidden: int) -> Survey:
        """What random games tell, but that networks look as his does, or wider if so many numbers in the middle are wanted."""
        if self.weights is None:
            return found
        layout, parts = unpacked(self.weights)
        if 0 < hidden < layout.hidden:
            raise BadInput(f"hidden is {hidden}; the network that teaches has {layout.hidden}, and cannot be made narrower")
        return found._replace(layout=layout._replace(hidden=hidden or layout.hidden), plan=parts.plan)

    def first_numbers(self, survey: Survey, seed: int) -> Numbers:
        """Those with which learning begins."""
        if self.weights is None:
            return Numbers.random(survey.layout, survey.plan, seed)
        return Numbers.of_network(self.weights).widened(survey.layout.hidden, seed)


def teacher_named(said: str, game: Game, first: Path) -> Teacher:
    """Whom somebody means: a word, a file, or how a folder remembers him, whose first network is here; BadInput if nobody."""
    if said == OWN and not has_rule(game.start(), "evaluate"):
        raise BadInput(f"{game.title} has no evaluation of its own to learn from")
    if said in (NOBODY, OWN):
        return Teacher(said)
    if _REMEMBERED.fullmatch(said):
        file = _read(first, game)
        if file.learnt.get(TEACHER) != said:
            raise BadInput(f"{first} was not taught by {said}; say the file that holds it")
        return Teacher(said, file.weights)
    file = _read(_file_of(said, game), game)
    return Teacher(f"network {checksum_of(file.weights)[:LETTERS]}", file.weights)


def _file_of(said: str, game: Game) -> Path:
    """Where the network is that somebody means."""
    if said == SHIPPED:
        shipped = network_shipped(game)
        if shipped is None:
            raise BadInput(f"{game.title} comes with no network that could teach it")
        return shipped
    if not said.endswith(ENDING) and not os.path.exists(said):
        raise BadInput(f"there is no teacher {quoted(said)}; there are {NOBODY}, {OWN}, {SHIPPED} and files of networks")
    return Path(said)


def _read(path: Path, game: Game) -> NetworkFile:
    file = read_network(path)
    check_rules(path, file, game.start(), game.title)
    return file
