"""The network that a game has learnt: where it lies, and whether it plays by itself.

That of a game in a file of one's own lies beside it, `mygame.network` beside `mygame.py`; that of another one in damier's
data folder, under `networks`. A game of other options has another one. It plays by itself where it has beaten what the game
comes with now, a network or its author's evaluation, or where there is neither; `evaluation=network` asks for it in any case.
"""

import functools
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from damier.errors import BadInput
from damier.kernel import has_rule
from damier.network.file import CHECKSUM, ENDING, NetworkFile, check_rules, head_of, read_network
from damier.network.match import AUTHOR, match_in
from damier.user_files import data_directory
from damier.wording import quoted

EVALUATION = "evaluation"  # the option of a game that changes nothing of its rules
NETWORK = "network"  # as the value of that option
FOLDER = "networks"
LEARNING = ".learning"  # behind a network's name: the folder of those before it
MOST_JOINED = 8  # networks with a game's own weights that are kept


_joined: dict[tuple[int, int], tuple[Any, Any, Any]] = {}


class Learns(Protocol):
    """What is wanted of a game here; `damier.games.game.Game` is such a one."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def module(self) -> ModuleType: ...
    @property
    def loaded_as(self) -> str: ...
    @property
    def told_options(self) -> Mapping[str, Any]: ...
    def start(self) -> Any: ...


def network_path(game: Learns) -> Path:
    """Where the network lies that a game learns, with these options."""
    usual = getattr(game.module, "OPTIONS", {})
    others = [(name, value) for name, value in game.told_options.items() if name != EVALUATION and value != usual.get(name)]
    name = "-".join([game.name, *(f"{name}{value}" for name, value in sorted(others))]) + ENDING
    if game.loaded_as.endswith(".py"):
        return Path(game.loaded_as).with_name(name)
    return data_directory() / FOLDER / name


def learning_folder(path: Path) -> Path:
    """Where all is kept that a network at this place is learnt with: its games, and the networks before it."""
    return path.with_name(path.name + LEARNING)


def network_shipped(game: Learns) -> Path | None:
    """Where the network lies that comes with a game, if one does for these options."""
    path = getattr(game.module, "NETWORK", None)
    return None if path is None or not _fits(Path(path), game) else Path(path)


def network_named(game: Learns) -> NetworkFile:
    """The network of a game, which somebody asks for; BadInput if it has none, or one of other rules."""
    path = network_path(game)
    if not path.exists():
        shipped = network_shipped(game)
        if shipped is None:
            asked = quoted(game.loaded_as or game.name)
            raise BadInput(f"{game.title} has not learnt a network yet: damier learn {asked} makes one")
        path = shipped
    return network_in(path, game)


def network_by_itself(game: Learns) -> NetworkFile | None:
    """The network that a game is judged by where nobody asks for another evaluation; None if by no network."""
    path = path_by_itself(game)
    return None if path is None else network_in(path, game)


def path_by_itself(game: Learns) -> Path | None:
    """Where that network lies."""
    own, shipped = network_path(game), network_shipped(game)
    if not own.exists() or not _fits(own, game):
        return shipped
    rival, match = _rival(game, shipped), match_in(network_in(own, game).learnt)
    has_beaten_it = match is not None and match.is_won and match.rival == rival
    return own if rival is None or has_beaten_it else shipped


def rival_of(game: Learns) -> str | None:
    """Whom a network that a game learns has to beat (`match.py`): what the game comes with; None if with nothing."""
    return _rival(game, network_shipped(game))


def _rival(game: Learns, shipped: Path | None) -> str | None:
    if shipped is not None:
        return str(head_of(shipped)[CHECKSUM])
    return AUTHOR if has_rule(game.start(), "evaluate") else None


def trouble(game: Learns) -> str:
    """Why the network that a game has learnt cannot be used, in a line; empty if it can, or if there is none."""
    path = network_path(game)
    try:
        if path.exists():
            network_in(path, game)
    except BadInput as why:
        return str(why)
    return ""


def _fits(path: Path, game: Learns) -> bool:
    try:
        network_in(path, game)
    except BadInput:
        return False
    return True


def network_in(path: Path, game: Learns) -> NetworkFile:
    """The network in a file; BadInput if it is none of this game. It is read once, as long as the file stays as it is."""
    stamp = path.stat()
    options = tuple(sorted((name, value) for name, value in game.told_options.items() if name != EVALUATION))
    return _read(path, stamp.st_mtime_ns, stamp.st_size, _Asked(game, (game.module.__name__, options)))


def joined(network: Any, own: Any) -> Any:
    """The weights of a network with a game's own behind them, for the rule `corrected`; the same array for the same two."""
    both = _joined.get((id(network), id(own)))
    if both is None:
        while len(_joined) >= MOST_JOINED:
            _joined.pop(next(iter(_joined)), None)
        both = _joined[id(network), id(own)] = np.concatenate([network, own]), network, own  # which stay, so their numbers do
    return both[0]


class _Asked:
    """A game as part of a key: two that are played alike are the same."""

    def __init__(self, game: Learns, key: Any) -> None:
        self.game, self.key = game, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.key == other.key and self.game.module is other.game.module

    def __hash__(self) -> int:
        return hash(self.key)


@functools.lru_cache(maxsize=8)
def _read(path: Path, changed: int, size: int, asked: _Asked) -> NetworkFile:
    file = read_network(path)
    check_rules(path, file, asked.game.start(), asked.game.title)
    return file
