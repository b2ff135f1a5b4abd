"""What damier has learnt of a game by playing against itself: its generations, and opponents that judge by their networks.

A learning has a folder (`learning/network/generations.py`), which whoever learns writes and the page only reads: of each
generation what was found out, and its network. A page names a generation by its number, never a file.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from damier.games.game import BadInput, Game
from damier.network.file import ENDING, check_rules, read_network
from damier.network.kept import learning_folder, network_path

MOST = 100_000  # generations that anybody asks for
_OPTIONS = re.compile(r"[\w.+-]{1,100}", re.ASCII)  # in a network's name after the game's own: they come from the page


def place_of(game: Game) -> Path:
    """Where a game's own network is; BadInput where its options make no name for a file."""
    if not _OPTIONS.fullmatch(game.kept_as.removeprefix(game.name) or "-"):
        raise BadInput(f"{game.title} cannot be learnt with these options")
    return network_path(game)


class Told(NamedTuple):
    """What a generation has found out, as its file tells it."""

    number: int
    games: int  # that all have played so far
    positions: int
    error: float
    pairs: Sequence[int]  # of its match against the one before
    is_better: bool
    rating: float
    seconds: float  # that all of it has taken so far

    @property
    def match_games(self) -> int:
        return 2 * sum(self.pairs)

    @property
    def points(self) -> float:
        """Its share of the points of its match, from 0 to 1."""
        return sum(i * count for i, count in enumerate(self.pairs)) / max(1, 4 * sum(self.pairs))


@dataclass(frozen=True)
class Learnt:
    """A learning as its folder tells it."""

    folder: Path
    settings: dict[str, Any]  # with which it was begun; empty: nobody has begun
    generations: list[Told]

    @property
    def best(self) -> int:
        """The generation that plays best."""
        return max((each.number for each in self.generations if each.is_better), default=0)

    def network(self, number: int) -> Path:
        """The network of a generation."""
        return self.folder / f"network-{number:04}{ENDING}"

    @property
    def numbers(self) -> list[int]:
        """The generations that one can play against: those that were tested, and the first, which knows nothing."""
        tested = range(len(self.generations) + 1) if self.settings else ()
        return [number for number in tested if self.network(number).exists()]


def learnt_of(game: Game) -> Learnt:
    """What was learnt of a game so far; of what cannot be read, nothing."""
    folder = learning_folder(place_of(game))
    found: list[Told] = []
    while len(found) < MOST and (said := _read(folder / f"generation-{len(found) + 1:04}.json")):
        try:
            found.append(Told(**{name: said[name] for name in Told._fields}))
        except KeyError:
            break
    return Learnt(folder, _read(folder / "learning.json"), found)


def _read(path: Path) -> dict[str, Any]:
    try:
        said = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


# --------------------------------------------------------------------------------------------------------------------
# Opponents


@dataclass(frozen=True)
class JudgedGame(Game):
    """A game as one network judges it, whatever it is judged by elsewhere."""

    network: Any = field(default=None, compare=False)

    def weights(self, position: Any = None) -> Any:
        return self.network


def judged_by(game: Game, generation: int) -> JudgedGame:
    """The game as a generation of its learning judges it; BadInput if there is none, or the rules have changed since."""
    learnt = learnt_of(game)
    numbers = learnt.numbers
    if generation not in numbers:
        there = f"there are {numbers[0]} to {numbers[-1]}" if numbers else "it has not been learnt yet"
        raise BadInput(f"{game.title} has no generation {generation}; {there}")
    path = learnt.network(generation)
    file = read_network(path)
    check_rules(path, file, game.start(), game.title)
    return JudgedGame(**{each.name: getattr(game, each.name) for each in fields(Game)}, network=file.weights)
