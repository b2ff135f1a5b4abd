"""Levels that were measured for a game that has learnt: a file beside its network.

    {"format": "damier levels 1", "game": "connect4", "rules": "5f1c…", "network": "9b7e…", "nodes": 10000, "games": 2400,
     "levels": [{"number": 1, "depth": 1, "overlooks": 0.6, "careless": 4, "sees": 0, "nodes": 0, "rating": 0, "error": 0}, …]}

`damier learn levels` finds and writes them. They are those of one network: where another judges the game, by now or because
somebody wants another evaluation, they do not count, and the usual levels do.
"""

import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from damier.compile_cache import replace
from damier.errors import BadInput
from damier.files import open_bytes
from damier.games.game import Game
from damier.network.file import CHECKSUM, head_of, is_network_file
from damier.network.kept import EVALUATION, NETWORK, network_path, network_shipped, path_by_itself

ENDING = ".levels"
FORMAT = "damier levels 1"
MOST_BYTES = 1 << 16
MOST_NODES = 1 << 40


class Manner(NamedTuple):
    """How a level plays: as the fields of `Level` say."""

    depth: int = 0  # plies; 0: as many as there are
    overlooks: float = 0.0
    careless: float = 0.0
    sees: int = 0  # plies; where it does not err this does not matter
    nodes: int = 0  # positions; 0: as many as time allows


class Measured(NamedTuple):
    """A level as it was measured."""

    number: int
    manner: Manner
    rating: int  # Elo above the first level
    error: int  # of the step from the level below: the truth is 19 times out of 20 so near


class LevelFile(NamedTuple):
    """What a file tells."""

    game: str
    rules: str
    network: str  # the checksum of its numbers
    nodes: int  # that the strongest level looked at for a move
    games: int
    levels: tuple[Measured, ...]


def network_in_use(game: Game) -> Path | None:
    """The file of the network that judges a game; None if none does."""
    named = str(game.options.get(EVALUATION, ""))
    if not named:
        return path_by_itself(game)
    path = network_path(game) if named == NETWORK else Path(named)
    if named == NETWORK and not path.exists():
        return network_shipped(game)
    return path if path.is_file() and is_network_file(path) else None


def levels_path(network: Path) -> Path:
    """Where the levels of a network are kept."""
    return network.with_name(network.name.removesuffix(network.suffix) + ENDING)


def levels_to_write(game: Game, network: Path) -> Path:
    """Where levels go that are measured now: those of a network that comes with the game, where a learnt one would lie."""
    return levels_path(network_path(game) if network == network_shipped(game) else network)


def measured_levels(game: Game) -> tuple[Measured, ...]:
    """The levels that were measured for a game as it is judged now; none if nobody has, or for another network."""
    try:
        network = network_in_use(game)
        if network is None:
            return ()
        checksum = head_of(network).get(CHECKSUM)
    except (BadInput, OSError):  # a game is played all the same, at the usual levels
        return ()
    for path in (levels_to_write(game, network), levels_path(network)):  # one's own first
        file = _kept(path)
        if file is not None and file.network == checksum:
            return file.levels
    return ()


def _kept(path: Path) -> LevelFile | None:
    """What a file of levels tells; None if there is none, or a damaged one."""
    try:
        stamp = path.stat()
        return _read(path, stamp.st_mtime_ns, stamp.st_size)
    except (BadInput, OSError):
        return None


@functools.lru_cache(maxsize=16)
def _read(path: Path, changed: int, size: int) -> LevelFile:
    return read_levels(path)


def write_levels(path: Path, file: LevelFile) -> None:
    """Write levels, whole or not at all."""
    levels = [
        {"number": each.number, **each.manner._asdict(), "rating": each.rating, "error": each.error} for each in file.levels
    ]
    told = {"format": FORMAT, **file._asdict(), "levels": levels}
    replace(path, (json.dumps(told, indent=1) + "\n").encode(), 0o644)


def read_levels(path: Path) -> LevelFile:
    """What a file tells; BadInput if it is none, or damaged."""
    with open_bytes(path) as file:
        text = file.read(MOST_BYTES + 1)
    try:
        told = json.loads(text)
        if told["format"] != FORMAT or len(text) > MOST_BYTES:
            raise ValueError
        levels = tuple(_measured(each) for each in told["levels"])
        _check(levels)
        game, rules, network = (str(told[name]) for name in ("game", "rules", "network"))
        return LevelFile(game, rules, network, int(told["nodes"]), int(told["games"]), levels)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        raise BadInput(f"{path.name} is no file of levels, or damaged") from None


def _measured(said: Mapping[str, Any]) -> Measured:
    manner = Manner(
        int(said["depth"]), float(said["overlooks"]), float(said["careless"]), int(said["sees"]), int(said["nodes"])
    )
    is_right = (
        0 <= manner.depth <= 250
        and 0 <= manner.overlooks <= 1
        and 0 <= manner.careless <= 1000
        and 0 <= manner.sees <= 250
        and 0 <= manner.nodes <= MOST_NODES
    )
    if not is_right:
        raise ValueError("no level")
    return Measured(int(said["number"]), manner, int(said["rating"]), int(said["error"]))


def _check(levels: Sequence[Measured]) -> None:
    """Levels are numbered from 1 on, and none is weaker than the one below."""
    numbers, ratings = [each.number for each in levels], [each.rating for each in levels]
    if not levels or numbers != list(range(1, len(levels) + 1)) or ratings != sorted(ratings):
        raise ValueError("no levels")
