"""The process in which a game teaches itself for the page: `teaching.py` starts it, and hears how it goes on.

Of low priority, so that whoever plays comes first. It says what is being done in lines of JSON; at the end why it could not go
on, or nothing. Each generation that beats the last is the game's own network from then on.
"""

import os
import time
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from damier.processes.serving import Say, Work, serve

if TYPE_CHECKING:
    from damier.learning.network.generations import Learning, Progress
    from damier.network.match import Match

POLITENESS = 15  # whoever plays, or does anything else, comes first, as systems count it
TELL_EVERY = 0.2  # seconds
MOST_GENERATIONS = 100_000


def main() -> None:
    """Learn, and say how it goes on."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    serve(_begin)


def _begin(terms: dict[str, Any], say: Say) -> Work:
    def work(wanted: dict[str, Any]) -> str:
        """Why it could not go on, in a line; nothing if all went well."""
        from damier.errors import in_a_line

        try:
            _learn(wanted, say)
        except Exception as error:  # whatever it is, it is said in the page
            return in_a_line(error)
        return ""

    return work


def _learn(wanted: dict[str, Any], say: Say) -> None:
    """Learn for so many seconds."""
    from damier.games.catalogue import load_unchecked
    from damier.learning.network.generations import Learning, Settings

    known = {each.name for each in fields(Settings)}
    said = {name: value for name, value in wanted["settings"].items() if name in known}
    if "opening" in said:
        said["opening"] = tuple(said["opening"])
    game = load_unchecked(wanted["game"], **wanted["options"])
    teller = _Teller(say, Path(wanted["network"]))
    learning = teller.learning = Learning(game, Path(wanted["folder"]), Settings(**said), wanted["jobs"], teller)
    survey = learning.survey
    say({"endless": survey.endless, "longest": survey.longest, "decided": survey.decided})
    learning.run(MOST_GENERATIONS, wanted["seconds"])
    if learning.best:
        match = learning.against_rival()
        if match is not None:
            teller.keep(match)


class _Teller:
    """Says how far it is, not too often, and keeps the best network."""

    def __init__(self, say: Say, network: Path) -> None:
        self._say, self._network = say, network
        self._last, self._told, self._best = 0.0, ("", 0), 0
        self.learning: Learning | None = None

    def __call__(self, progress: "Progress") -> None:
        learning = self.learning
        if learning is not None and learning.best > self._best:
            self._best = learning.best
            self.keep(self._match_before())
        now, about = time.monotonic(), (progress.doing, progress.generation)
        if about != self._told or progress.done == progress.total or now > self._last + TELL_EVERY:
            self._last, self._told = now, about
            told = {"generation": progress.generation, "doing": progress.doing}
            self._say({**told, "done_now": progress.done, "total": progress.total})

    def keep(self, match: "Match | None") -> None:
        """Make the best network the game's own, with its match against what the game comes with."""
        from damier.network.file import write_network
        from damier.network.match import with_match

        assert self.learning is not None
        self._network.parent.mkdir(parents=True, exist_ok=True)
        write_network(self._network, with_match(self.learning.network(), match))

    def _match_before(self) -> "Match | None":
        """That of the network before, which the new one has beaten; None if it is not known."""
        from damier.errors import BadInput
        from damier.network.file import read_network
        from damier.network.match import match_in

        try:
            return match_in(read_network(self._network).learnt)
        except BadInput:
            return None
