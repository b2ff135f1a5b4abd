"""A network in a file: what it is of, a checksum, and its numbers.

    damier network 1
    {"game": "hex", "options": {"size": 7}, "rules": "5f1c…", "numbers": 12345, "checksum": "9b7e…", "learnt": {…}}
    … the numbers, 32 bits each, compressed

The rules are known by what they do in some random games (`fingerprint`): a network of other rules is refused, and a game may be
written anew, or have comments added, as long as it is played as before.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.bits import mix
from damier.compile_cache import replace
from damier.errors import BadInput
from damier.files import open_bytes
from damier.kernel import native
from damier.network.layout import layout_of
from damier.network.reckoning import MOST_WORDS, is_network
from damier.rules import ONGOING, features, legal_moves, outcome, play
from damier.wording import quoted

FIRST_LINE = b"damier network 1\n"
ENDING = ".network"
MOST_HEAD = 1 << 16
MOST_BYTES = 1 << 26
FOLLOWED, FOLLOWED_PLIES = 12, 60  # random games that tell the rules, and plies of each


class NetworkFile(NamedTuple):
    """What a file tells."""

    weights: Any
    game: str
    options: Mapping[str, Any]
    rules: str
    learnt: Mapping[str, Any]


def fingerprint(start: Any) -> str:
    """A text that changes with what the rules do: moves, outcomes and features along some random games."""
    seen = hashlib.sha256()
    number, out = 1, np.zeros(MOST_WORDS, np.int64)
    for _ in range(FOLLOWED):
        position = native(start)
        for _ in range(FOLLOWED_PLIES):
            score = int(outcome(position))
            seen.update(str(score).encode())
            if score != ONGOING:
                break
            seen.update(out[: int(features(position, out))].tobytes())
            moves = sorted(legal_moves(position))
            seen.update(repr(moves).encode())
            number = int(mix(np.uint64(number)))
            position = native(play(position, moves[number % len(moves)]))
    return seen.hexdigest()[:32]


def write_network(path: Path, file: NetworkFile) -> None:
    """Write a network, whole or not at all."""
    numbers = np.ascontiguousarray(file.weights, "<i4").tobytes()
    head = {
        "game": file.game,
        "options": dict(file.options),
        "rules": file.rules,
        "numbers": len(file.weights),
        "checksum": hashlib.sha256(numbers).hexdigest(),
        "learnt": dict(file.learnt),
    }
    replace(path, FIRST_LINE + json.dumps(head).encode() + b"\n" + zlib.compress(numbers, 9), 0o644)


def is_network_file(path: Path) -> bool:
    """Whether a file begins as those of networks do."""
    with open_bytes(path) as file:
        return bool(file.read(len(FIRST_LINE)) == FIRST_LINE)


def read_network(path: Path) -> NetworkFile:
    """What a file tells; BadInput if it is none, or damaged."""
    with open_bytes(path) as file:
        if file.read(len(FIRST_LINE)) != FIRST_LINE:
            raise BadInput(f"{path.name} is no network of damier's, or of a version that this one does not know")
        line, rest = file.readline(MOST_HEAD), file.read(MOST_BYTES)
    try:
        head = json.loads(line)
        unpack = zlib.decompressobj()
        numbers = unpack.decompress(rest, 4 * int(head["numbers"]) + 1)
        is_whole = unpack.eof and not unpack.unused_data and hashlib.sha256(numbers).hexdigest() == head["checksum"]
        told = NetworkFile(
            np.frombuffer(numbers, "<i4").astype(np.int32), str(head["game"]), dict(head["options"]), str(head["rules"]),
            dict(head["learnt"]),
        )  # fmt: skip
    except (ValueError, TypeError, KeyError, zlib.error):
        raise BadInput(f"{path.name} is damaged: it cannot be read to its end") from None
    if not is_whole or not is_network(told.weights) or layout_of(told.weights).length != len(told.weights):
        raise BadInput(f"{path.name} is damaged: its numbers are not those that were written")
    return told


def check_rules(path: Path, file: NetworkFile, start: Any, title: str) -> None:
    """Raise BadInput if a network is not of a game with these rules."""
    count = int(features(start, np.zeros(MOST_WORDS, np.int64)))
    if file.rules == fingerprint(start) and int(layout_of(file.weights).words) == count:
        return
    options = "".join(f", {name} {value}" for name, value in file.options.items())
    raise BadInput(
        f"{path.name} was learnt for {quoted(file.game + options)}, not for {title} as its rules are now; learn it again"
    )
