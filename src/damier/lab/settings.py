"""Settings of experiments as people write them: whole numbers, lists of numbers, games with their options."""

from typing import Any, NamedTuple

from damier.games import load
from damier.games.game import BadInput, Game
from damier.games.rooms import rooms
from damier.rules import MOST_PLIES
from damier.wording import quoted, whole_number

USUAL_DEPTH = 4  # of a game that says nothing of itself


class GameToDepth(NamedTuple):
    """A game, and how deep it is searched."""

    game: Game
    depth: int


def whole(name: str, text: str, most: int | None = None) -> int:
    """A whole number from 1, perhaps up to another."""
    number = whole_number(text)
    if number is None or not 1 <= number <= (most or number):
        raise BadInput(f"{name} is {quoted(text)}; it must be a whole number from 1" + (f" to {most}" if most else ""))
    return number


def whole_numbers(name: str, text: str, most: int) -> list[int]:
    """Whole numbers, written 8,16,32; in order."""
    return sorted({whole(name, part.strip(), most) for part in text.split(",")})


def numbers(name: str, text: str) -> list[float]:
    """Positive numbers, written 0.5,1,2; in order."""
    try:
        found = sorted({float(part) for part in text.split(",")})
    except ValueError:
        found = []
    if not found or not 0 < found[0] <= found[-1] < float("inf"):
        raise BadInput(f"{name} is {quoted(text)}; it must be positive numbers, as 0.5,1,2")
    return found


def game_with_options(written: str) -> Game:
    """A game with options, as `nim:stones=30`."""
    name, *options = written.split(":")
    settings: dict[str, Any] = {}
    for option in options:
        key, _, value = option.partition("=")
        settings[key] = whole(key, value)
    game: Game = load(name, **settings)
    return game


def games_to_depths(written: str, depth: str, said: str = "PLAIN_DEPTH") -> list[GameToDepth]:
    """The games that are named, or those whose room says how deep the experiment looks; all to one depth if that is given."""
    usual = {name: getattr(room, said) for name, room in rooms("lab").items() if hasattr(room, said)}
    named = [each.strip() for each in written.split(",") if each.strip()] or list(usual)
    given = whole("depth", depth, MOST_PLIES) if depth else None
    return [GameToDepth(game_with_options(each), given or usual.get(each, USUAL_DEPTH)) for each in named]
