"""A network in a file: what it is of, a checksum, and its numbers.

    damier network 1
    {"game": "hex", "options": {"size": 7}, "rules": "5f1c…", "numbers": 12345, "checksum": "9b7e…", "learnt": {…},
     "seal": "03ac…"}
    … the numbers, 32 bits each, compressed

The rules are known by what they do in some random games (`fingerprint`): a network of other rules is refused, and a game may be
written anew, or have comments added, as long as it is played as before.
"""

import functools
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
from damier.network.layout import HEADER, MOST_WORDS, is_sound, layout_of
from damier.network.reckoning import is_network
from damier.rules import ONGOING, features, legal_moves, outcome, play
from damier.wording import quoted

FIRST_WORDS, VERSION = b"damier network ", 1
FIRST_LINE = FIRST_WORDS + b"%d\n" % VERSION
ENDING = ".network"
MOST_HEAD = 1 << 16
MOST_BYTES = 1 << 26
FOLLOWED, FOLLOWED_PLIES = 12, 60  # random games that tell the rules, and plies of each
KNOWN = {"game", "options", "rules", "numbers", "checksum", "learnt"}
CHECKSUM, SEAL = "checksum", "seal"  # of the numbers, and of all that stands before them


class NetworkFile(NamedTuple):
    """What a file tells."""

    weights: Any
    game: str
    options: Mapping[str, Any]
    rules: str
    learnt: Mapping[str, Any]


def words_of(position: Any) -> Any:
    """The words that tell a position to a network; BadInput if there are none, or too many."""
    out = np.zeros(MOST_WORDS, np.int64)
    try:
        count = int(features(position, out))
    except IndexError:
        count = MOST_WORDS + 1
    if not 1 <= count <= MOST_WORDS:
        many = f"more than {MOST_WORDS}" if count > MOST_WORDS else str(count)
        raise BadInput(f"a position has {many} words for a network to see; rule 'features' can give from 1 to {MOST_WORDS}")
    return out[:count]


def fingerprint(start: Any) -> str:
    """A text that changes with what the rules do: moves, outcomes and features along some random games."""
    seen = hashlib.sha256()
    number = 1
    for _ in range(FOLLOWED):
        position = native(start)
        for _ in range(FOLLOWED_PLIES):
            score = int(outcome(position))
            seen.update(str(score).encode())
            if score != ONGOING:
                break
            seen.update(words_of(position).tobytes())
            moves = sorted(legal_moves(position))
            seen.update(repr(moves).encode())
            if not moves:
                break
            number = int(mix(np.uint64(number)))
            position = native(play(position, moves[number % len(moves)]))
    return seen.hexdigest()[:32]


def write_network(path: Path, file: NetworkFile) -> None:
    """Write a network, whole or not at all, and on the disk before anybody sees it."""
    numbers = _as_bytes(file.weights)
    head = {
        "game": file.game,
        "options": dict(file.options),
        "rules": file.rules,
        "numbers": len(file.weights),
        CHECKSUM: hashlib.sha256(numbers).hexdigest(),
        "learnt": dict(file.learnt),
    }
    line = json.dumps({**head, SEAL: _seal(head)}).encode()
    try:
        replace(path, FIRST_LINE + line + b"\n" + zlib.compress(numbers, 9), 0o644, is_lasting=True)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def checksum_of(weights: Any) -> str:
    """That of a network's numbers, as its file tells it."""
    return hashlib.sha256(_as_bytes(weights)).hexdigest()


def _as_bytes(weights: Any) -> bytes:
    return np.ascontiguousarray(weights, "<i4").tobytes()


def is_network_file(path: Path) -> bool:
    """Whether a file begins as those of networks do, of this version or another."""
    with open_bytes(path) as file:
        return bool(file.read(len(FIRST_WORDS)) == FIRST_WORDS)


def head_of(path: Path) -> Mapping[str, Any]:
    """What a file says of itself, without its numbers; it is read once, as long as the file stays as it is."""
    stamp = path.stat()
    return _head(path, stamp.st_mtime_ns, stamp.st_size)


@functools.lru_cache(maxsize=16)
def _head(path: Path, changed: int, size: int) -> Mapping[str, Any]:
    with open_bytes(path) as file:
        file.read(len(FIRST_LINE))
        try:
            return dict(json.loads(file.readline(MOST_HEAD)))
        except (ValueError, TypeError):
            raise BadInput(f"{path.name} is damaged: it cannot be read to its end") from None


def read_network(path: Path) -> NetworkFile:
    """What a file tells; BadInput if it is none, or damaged."""
    try:
        with open_bytes(path) as file:
            first, line, rest = file.readline(len(FIRST_WORDS) + 20), file.readline(MOST_HEAD), file.read(MOST_BYTES)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    if not first.startswith(FIRST_WORDS):
        raise BadInput(f"{path.name} is no network of damier's")
    if first != FIRST_LINE:
        version = quoted(first[len(FIRST_WORDS) :].decode(errors="replace").strip())
        raise BadInput(f"{path.name} is a network of version {version}; this damier reads version {VERSION}")
    try:
        head = json.loads(line)
        sealed = head.pop(SEAL, None)
        count = int(head["numbers"])
        is_same = head.keys() == KNOWN and sealed in (None, _seal(head))  # the first files had none
        if not is_same or not HEADER < count <= MOST_BYTES // 4:
            raise ValueError("not what was written")
        unpack = zlib.decompressobj()
        numbers = unpack.decompress(rest, 4 * count + 1)
        is_whole = unpack.eof and not unpack.unused_data and len(numbers) == 4 * count
        told = NetworkFile(
            np.frombuffer(numbers, "<i4").astype(np.int32), str(head["game"]), dict(head["options"]), str(head["rules"]),
            dict(head["learnt"]),
        )  # fmt: skip
        is_whole = is_whole and hashlib.sha256(numbers).hexdigest() == head[CHECKSUM]
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError, zlib.error):
        raise BadInput(f"{path.name} is damaged: it cannot be read to its end") from None
    if not is_whole or not is_network(told.weights) or not is_sound(told.weights):
        raise BadInput(f"{path.name} is damaged: its numbers are not those that were written")
    return told


def _seal(head: Mapping[str, Any]) -> str:
    """A checksum of what stands before the numbers."""
    return hashlib.sha256(json.dumps(head, sort_keys=True).encode()).hexdigest()[:32]


def check_rules(path: Path, file: NetworkFile, start: Any, title: str) -> None:
    """Raise BadInput if a network is not of a game with these rules."""
    if file.rules == fingerprint(start) and layout_of(file.weights).words == len(words_of(start)):
        return
    options = "".join(f", {name} {value}" for name, value in file.options.items())
    raise BadInput(
        f"{path.name} was learnt for {quoted(file.game + options)}, not for {title} as its rules are now; learn it again"
    )
