"""The weights of the evaluation: their names and places, and the file that holds them.

A weight is worth something in the middle game and something in the ending. Both share one 32-bit number, the ending in
the upper half, so that one addition adds both: `packed` and `middle_of`, `ending_of` say how. `weights()` is the flat
array of them that a search carries along.

A file of weights is text: a line for each term, its name, a colon, and `middle/ending` for each of its weights in turn.
Lines that begin with # are notes. A file is written whole or not at all.
"""

import functools
from pathlib import Path
from typing import Any

import numpy as np

from damier import files
from damier.compile_cache import replace
from damier.errors import BadInput
from damier.files import read_text
from damier.games.adjustable import Adjustable
from damier.games.chess import diamond_weights
from damier.games.chess.weights_by_hand import pairs
from damier.games.grouped import grouped
from damier.wording import quoted, whole_number

ENDING_OF_FILE = ".weights"
SHIPPED = Path(__file__).parent / "weights"
BY_HAND = "hand"
POOR_PIECE, PIECE_STEP = 100, 60  # what each piece counts, pawns too, where a search for weights begins poorly; and its step
BEST = "learnt"
OTHERS = diamond_weights.NAMES  # evaluations with terms of their own

# How many weights each term has; what each counts is told by `evaluation.py`
TERMS: dict[str, int] = {
    "material": 5,  # pawn, knight, bishop, rook, queen
    "bishop pair": 1,
    "eight pawns": 1,
    "knights with pawns": 1,
    "rooks with pawns": 1,
    "pieces traded when ahead": 1,
    "pawns traded when ahead": 1,
    "tempo": 1,
    "pawn square": 64,
    "knight square": 64,
    "bishop square": 64,
    "rook square": 64,
    "queen square": 64,
    "king square": 64,
    "knight mobility": 9,
    "bishop mobility": 14,
    "rook mobility": 15,
    "queen mobility": 28,
    "doubled": 1,
    "isolated": 2,  # facing a pawn on its file; not
    "backward": 2,
    "blocked pawn": 1,
    "supported pawn": 8,  # by rank, as all with eight
    "pawns side by side": 8,
    "passed pawn": 8,
    "candidate": 8,
    "passed supported": 8,
    "passed pawn can step": 8,
    "passed path safe": 8,
    "own king from passed pawn": 8,
    "other king from passed pawn": 8,
    "rook behind passed pawn": 2,  # an own one; the other's
    "outpost": 2,  # knight, bishop
    "outpost in reach": 1,
    "minor behind pawn": 1,
    "bad bishop": 2,  # own pawns on its colour; the same for each blocked pawn in the centre
    "right bishop": 1,
    "open diagonal": 1,
    "rook file": 2,  # half-open, open
    "doubled rooks": 1,
    "seventh rank": 2,  # rook, queen
    "at home": 1,
    "centre": 2,  # attacked by a pawn; by more pieces than the other's
    "space": 1,
    "castling": 2,  # short, long
    "shelter": 32,  # file from the edge * 8 + rank of the own pawn, 0 for none
    "storm": 32,  # file from the edge * 8 + rank of the other's pawn
    "storm held": 8,  # the same, when an own pawn stands right before it
    "king attack": 48,
    "king attack without queen": 48,
    "tropism": 4,  # knight, bishop, rook, queen
    "line to king": 2,  # along files and ranks; along diagonals
    "attack by pawn": 4,  # on knight, bishop, rook, queen
    "attack by pushed pawn": 1,
    "attack by minor": 5,  # on pawn, knight, bishop, rook, queen
    "attack by rook": 5,
    "attack by king": 1,
    "hanging": 2,  # pawn, piece
    "fork": 1,
    "protected": 1,
    "restricted": 1,
}
PLACES: dict[str, int] = {}
for _name, _count in TERMS.items():
    PLACES[_name] = sum(TERMS[other] for other in PLACES)
COUNT = sum(TERMS.values())
LIMIT = 1 << 15  # neither half of a weight reaches it


class WeightError(ValueError):
    """A file of weights that cannot be read or written; the message says which and why."""


def packed(middle: Any, ending: Any) -> Any:
    """Two numbers, or arrays of numbers, in one of 32 bits."""
    return (np.asarray(ending, np.int32) * np.int32(1 << 16) + np.asarray(middle, np.int32)).astype(np.int32)


def middle_of(numbers: Any) -> Any:
    """The lower half: what weights count in the middle game."""
    return ((np.asarray(numbers, np.int64) + LIMIT) & 0xFFFF) - LIMIT


def ending_of(numbers: Any) -> Any:
    """The upper half: what they count in the ending."""
    return (np.asarray(numbers, np.int64) - middle_of(numbers)) >> 16


@functools.cache
def weights(evaluation: str = "") -> Any:
    """The weights of an evaluation by name (`names`) or file, FILE.weights; default: the best there is."""
    name = evaluation or (BEST if (SHIPPED / (BEST + ENDING_OF_FILE)).exists() else BY_HAND)
    if name == BY_HAND:
        return by_hand()
    if name in OTHERS:
        return diamond_weights.weights(name)
    is_file = name.endswith(ENDING_OF_FILE) or "/" in name or "\\" in name
    path = Path(name) if is_file else SHIPPED / (name + ENDING_OF_FILE)
    if not is_file and name not in names():
        raise ValueError(
            f"there is no evaluation {quoted(name)}; there are {', '.join(names())}, or a file FILE{ENDING_OF_FILE}"
        )
    return load(path)


def names() -> list[str]:
    """The evaluations that come with damier."""
    return sorted([BY_HAND, *OTHERS, *(file.stem for file in SHIPPED.glob("*" + ENDING_OF_FILE))])


def by_hand() -> Any:
    """The weights that are set by hand."""
    values = np.array([pair for name, count in TERMS.items() for pair in pairs(name, count)], np.int32)
    return packed(values[:, 0], values[:, 1])


def adjustable(evaluation: str = "") -> Adjustable:
    """The numbers that a search for weights changes: those of an evaluation, default the one set by hand."""
    base = weights(evaluation or BY_HAND)
    both = np.stack([middle_of(base), ending_of(base)], axis=1)
    known = grouped(
        TERMS, both, ("middle", "ending"), {"material": POOR_PIECE}, PIECE_STEP, lambda rows: packed(rows[:, 0], rows[:, 1])
    )
    return known._replace(save=lambda path, numbers, note: save(path, known.weights(numbers), note, overwrite=True))


def save(path: Path, numbers: Any, note: str = "", overwrite: bool = False) -> None:
    """Write weights; a file that is there already stays unless it may be overwritten."""
    check_free(path, overwrite)
    if len(numbers) != COUNT:
        raise WeightError(f"there are {len(numbers)} weights; expected {COUNT}")
    middle, ending = middle_of(numbers).tolist(), ending_of(numbers).tolist()
    lines = [f"# {line}" for line in ("weights of damier's evaluation of chess", *note.splitlines())]
    for name, count in TERMS.items():
        at = PLACES[name]
        values = (f"{middle[place]}/{ending[place]}" for place in range(at, at + count))
        lines.append(f"{name}: {' '.join(values)}")
    replace(path, ("\n".join(lines) + "\n").encode(), 0o644)


def check_free(path: Path, overwrite: bool = False) -> None:
    """Refuse a file that could not be written at the end of long work."""
    try:
        files.check_free(path, overwrite)
    except BadInput as error:
        raise WeightError(str(error)) from None


def load(path: Path) -> Any:
    """The weights in a file, as `evaluate` wants them: one flat int32 array."""
    try:
        lines = read_text(path).splitlines()
    except BadInput as error:
        raise WeightError(str(error)) from None
    values: dict[str, list[tuple[int, int]]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, colon, rest = line.partition(":")
        if not colon or name not in TERMS or name in values:
            raise WeightError(f"{path.name} line {number}: {quoted(name)} is no term of the evaluation, or stands there twice")
        values[name] = [_pair(path, number, word) for word in rest.split()]
        if len(values[name]) != TERMS[name]:
            raise WeightError(
                f"{path.name} line {number}: {quoted(name)} has {len(values[name])} weights; expected {TERMS[name]}"
            )
    missing = [name for name in TERMS if name not in values]
    if missing:
        raise WeightError(f"{path.name} has no weights for {', '.join(map(repr, missing[:3]))}")
    flat = np.array([pair for name in TERMS for pair in values[name]], np.int32)
    return packed(flat[:, 0], flat[:, 1])


def _pair(path: Path, number: int, word: str) -> tuple[int, int]:
    middle, _, ending = word.partition("/")
    first, second = whole_number(middle), whole_number(ending)
    if first is None or second is None:
        raise WeightError(f"{path.name} line {number}: {quoted(word)} is no weight; expected middle/ending")
    if max(abs(first), abs(second)) >= LIMIT:
        raise WeightError(f"{path.name} line {number}: {quoted(word)} is too large; weights stay below {LIMIT}")
    return first, second
