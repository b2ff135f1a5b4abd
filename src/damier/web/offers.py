"""The games the page offers: all registered ones and the files given at the start, by name; no request loads another."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Request
from numba.core.errors import NumbaError
from starlette.exceptions import HTTPException

from damier.games import catalogue
from damier.games.check import said_of_compiler
from damier.games.faults import said_in_a_line
from damier.games.game import BadInput, Game
from damier.wording import quoted

LARGEST = 2**63 - 1  # of an option that is a whole number


@dataclass(frozen=True)
class Offer:
    """A game that is offered: its name in requests, its title for people, and whether it came from a person's file."""

    name: str
    title: str
    game: Game
    own: bool

    @property
    def options(self) -> dict[str, Any]:
        """The options with their defaults."""
        return dict(getattr(self.game.module, "OPTIONS", {}))

    @property
    def choices(self) -> dict[str, list[Any]]:
        """What some options can be; on the page they are nothing else (a person on the command line may name a file)."""
        return {option: list(values) for option, values in getattr(self.game.module, "CHOICES", {}).items()}

    def with_options(self, chosen: dict[str, Any]) -> Game:
        """The game with these options, each known and of the type of its default."""
        known = self.options
        for option, value in chosen.items():
            if option not in known:
                raise BadInput(f"{self.title} has no option {quoted(option)}; it has {', '.join(known) or 'none'}")
            kind = type(known[option])
            if type(value) is not kind and (kind, type(value)) != (float, int):
                raise BadInput(f"option {option} of {self.title} is {quoted(value)}; it must be {_plain(kind)}")
            if kind is int and abs(value) > LARGEST:
                raise BadInput(f"option {option} of {self.title} is too large")
            choices = self.choices.get(option, [value])
            if value not in choices:
                listed = ", ".join(str(each) for each in choices if each != "")
                raise BadInput(f"option {option} of {self.title} is {quoted(value)}; it can be {listed}")
        return replace(self.game, options=chosen)


def _plain(kind: type) -> str:
    return {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}.get(kind, kind.__name__)


def offers(files: Iterable[str]) -> dict[str, Offer]:
    """The games of the files, as they were given, then the registered ones, by title. A file that is no game raises BadInput.

    Who gives files wants to play them: the page begins with the first game that is told.
    """
    found: dict[str, Offer] = {}
    for name in catalogue.names():
        try:
            _add(found, catalogue.load(name), own=False)
        except BadInput:
            if name in catalogue.BUILT_IN:
                raise  # a broken game of some installed package only leaves its own place empty
    for file in files:
        _add(found, catalogue.load(file if file.endswith(".py") else f"{file}.py"), own=True)
    given = [offer for offer in found.values() if offer.own]
    others = sorted((offer for offer in found.values() if not offer.own), key=lambda offer: offer.title.casefold())
    return {offer.name: offer for offer in (*given, *others)}


def _offered(request: Request) -> dict[str, Offer]:
    found: dict[str, Offer] = request.app.state.offers
    return found


def offer_named(name: str, offers: dict[str, Offer]) -> Offer:
    """The game of this name, or 404."""
    if name not in offers:
        raise HTTPException(404, f"there is no game {quoted(name)}; there are {', '.join(offers)}")
    return offers[name]


Games = Annotated[dict[str, Offer], Depends(_offered)]  # those of the application, for a route that asks for them


def _add(found: dict[str, Offer], game: Game, own: bool) -> None:
    """Offer a game, told apart from those of the same name or title."""
    name, title, copy = game.name, game.title, 1
    while name in found:
        copy += 1
        name = f"{game.name}-{copy}"
    if any(offer.title == title for offer in found.values()):
        title = f"{title} ({name})"
    found[name] = Offer(name, title, game, own)


def said_clearly(game: Game, error: Exception) -> BadInput:
    """What a game's own code raised, as one line."""
    if isinstance(error, BadInput):
        return error
    if isinstance(error, NumbaError):
        return BadInput(said_of_compiler(error))
    return said_in_a_line(Path(game.module.__file__ or game.name), error)
