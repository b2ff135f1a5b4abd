"""The numbers of an evaluation that a search for better ones may change (`learning/search.py`): names, where to begin, steps.

A game whose `evaluate(p, weights)` looks at plain weights need say nothing: each weight is such a number. One with hundreds
of them, or with several numbers in one weight, says in `adjustable(**options)` what is changed, and makes weights of it.
What is found is kept in the game's own kind of file, or as plain text, a line for each number:

    # weights of mygame's evaluation
    weight 1: 30

Any game plays by such a file: `--set evaluation=FILE`.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from damier.compile_cache import replace
from damier.errors import BadInput
from damier.files import read_text
from damier.wording import quoted, whole_number

if TYPE_CHECKING:
    from damier.games.game import Game

OWN, POOR, ZERO = "own", "poor", "zero"  # where a search may begin
MOST_NUMBERS = 5_000
LARGEST = 1_000_000
STEP = 4  # a step is one part of so many of a number, or of what people count

Numbers = Sequence[int]


class Adjustable(NamedTuple):
    """Numbers by name, sets of them to begin with, the weights that numbers make, and by how much one is changed at first."""

    names: Sequence[str]
    starts: Mapping[str, Numbers]  # `own` are those that the game plays by; the first is where one begins by itself
    weights: Callable[[Numbers], Any]
    steps: Numbers
    save: Callable[[Path, Numbers, str], None] | None = (
        None  # writes a file by which the game plays, with a note; default: text
    )
    largest: int = LARGEST  # no number is larger, with either sign

    def start(self, name: str = "") -> list[int]:
        """The numbers to begin with; BadInput if there are none of this name."""
        chosen = name or next(iter(self.starts))
        if chosen not in self.starts:
            raise BadInput(f"there are no weights {quoted(name)} to begin with; there are {', '.join(self.starts)}")
        return [int(number) for number in self.starts[chosen]]


def adjustable_of(game: "Game") -> Adjustable:
    """The numbers of a game's evaluation; BadInput if it has none."""
    told = game.told_adjustable()
    known = _plain(game) if told is None else _checked(game, told)
    if known.save is None:
        return known._replace(save=lambda path, numbers, note: write_numbers(path, game.name, known.names, numbers, note))
    return known


def _plain(game: "Game") -> Adjustable:
    """Each weight is a number."""
    own = [int(number) for number in game.with_own_evaluation.weights()]
    if not own:
        raise BadInput(f"{game.title} has no weights to search for: it declares neither WEIGHTS nor weights()")
    if len(own) > MOST_NUMBERS:
        raise BadInput(
            f"{game.title} has {len(own):,} weights, which are too many to be searched for; at most {MOST_NUMBERS:,}"
        )
    least = max(1, game.unit // STEP)
    return Adjustable(
        names=[f"weight {place}" for place in range(1, len(own) + 1)],
        starts={OWN: own, ZERO: [0] * len(own)},
        weights=lambda numbers: np.asarray(numbers, np.int32),
        steps=[max(least, abs(number) // STEP) for number in own],
    )


def _checked(game: "Game", told: Any) -> Adjustable:
    """What `adjustable` gives, if it can be."""
    if not isinstance(told, Adjustable):
        raise BadInput(f"adjustable() of {game.name} must give an Adjustable, not {quoted(told)}")
    count = len(told.names)
    if not 1 <= count <= MOST_NUMBERS:
        raise BadInput(f"adjustable() of {game.name} names {count:,} numbers; it must be from 1 to {MOST_NUMBERS:,}")
    for what, numbers in (*told.starts.items(), ("steps", told.steps)):
        if len(numbers) != count:
            raise BadInput(f"adjustable() of {game.name}: {quoted(what)} has {len(numbers)} numbers; expected {count}")
    if OWN not in told.starts or any(step < 1 for step in told.steps):
        raise BadInput(f"adjustable() of {game.name} must say where {quoted(OWN)} is, and steps from 1 on")
    return told


def narrowed(known: Adjustable, only: Sequence[str], base: Numbers) -> Adjustable:
    """Only those numbers whose names begin so; the others stay what they are in the base."""
    chosen = [place for place, name in enumerate(known.names) if any(name.startswith(each) for each in only)]
    for each in only:
        if not any(name.startswith(each) for name in known.names):
            raise BadInput(f"no weight has a name that begins with {quoted(each)}; there are {', '.join(known.names)}")

    def whole(numbers: Numbers) -> list[int]:
        found = list(base)
        for place, number in zip(chosen, numbers, strict=True):
            found[place] = number
        return found

    def save(path: Path, numbers: Numbers, note: str) -> None:
        assert known.save is not None  # see `adjustable_of`
        known.save(path, whole(numbers), note)

    return known._replace(
        save=save,
        names=[known.names[place] for place in chosen],
        starts={name: [numbers[place] for place in chosen] for name, numbers in known.starts.items()},
        weights=lambda numbers: known.weights(whole(numbers)),
        steps=[known.steps[place] for place in chosen],
    )


# --------------------------------------------------------------------------------------------------------------------
# Files


def write_numbers(path: Path, game: str, names: Sequence[str], numbers: Numbers, note: str = "") -> None:
    """Write numbers by name, whole or not at all."""
    head = [f"# {line}" for line in (f"weights of {game}'s evaluation", *note.splitlines())]
    lines = [f"{name}: {number}" for name, number in zip(names, numbers, strict=True)]
    replace(path, ("\n".join([*head, *lines]) + "\n").encode(), 0o644)


def read_numbers(path: Path, names: Sequence[str]) -> list[int]:
    """The numbers that stand in a file, one for each name; BadInput if it is not of these."""
    found: dict[str, int] = {}
    for place, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, text = line.partition(":")
        number = whole_number(text.strip())
        if name not in names or name in found:
            raise BadInput(f"{path.name} line {place}: {quoted(name)} is no weight of this game, or stands there twice")
        if number is None or abs(number) >= 1 << 31:
            raise BadInput(f"{path.name} line {place}: {quoted(text.strip())} is no weight; expected a whole number")
        found[name] = number
    missing = [name for name in names if name not in found]
    if missing:
        raise BadInput(f"{path.name} has no number for {', '.join(map(repr, missing[:3]))}")
    return [found[name] for name in names]


def weights_in_file(game: "Game", path: Path) -> Any:
    """The weights that a file of numbers makes for a game."""
    known = adjustable_of(game.with_own_evaluation)
    return np.asarray(known.weights(read_numbers(path, known.names)), np.int32)
