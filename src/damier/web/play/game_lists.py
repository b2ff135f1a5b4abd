"""Files of many games that a page has sent, as lists from which games are opened: the last few, in memory."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from damier.games.formats import GameFormat
from damier.games.game import BadInput, Game
from damier.games.game_text import Wanted, always
from damier.records.listing import MOST_SHOWN, GameList
from damier.web.offers import Offer
from damier.web.play.files_sent import FilesSent
from damier.web.play.models.games import GameListView, ListedGame
from damier.web.play.requests import FileSent

MOST_LISTS = 4


@dataclass(frozen=True)
class Listed:
    """A list, and of which game."""

    id: str
    offer: Offer
    games: GameList

    def view(self, words: str, after: int, limit: int, is_wanted: Wanted = always) -> GameListView:
        """Some of the games in whose writing words occur."""
        found = self.games.matching(words)
        rows = self.games.rows(found[after : after + min(limit, MOST_SHOWN)], is_wanted)
        told = after + len(rows)
        return GameListView(
            id=self.id,
            game=self.offer.name,
            name=self.games.name,
            format=self.games.format,
            total=len(self.games),
            found=len(found),
            games=[ListedGame(**{**row._asdict(), "begins": list(row.begins)}) for row in rows],
            next=told if told < len(found) else None,
            broken=self.games.broken,
        )


class GameLists:
    """The lists, by their ids; the oldest goes when another comes."""

    def __init__(self) -> None:
        self._by_id: OrderedDict[str, Listed] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, offer: Offer, game: Game, files: Sequence[FileSent]) -> Listed:
        """List the games of a file; others beside it may tell the names of players."""
        sent = FilesSent(files)
        try:
            found = Listed(secrets.token_urlsafe(12), offer, GameList(game, _games_among(game, sent.paths)))
        finally:
            sent.close()
        with self._lock:
            self._by_id[found.id] = found
            while len(self._by_id) > MOST_LISTS:
                self._by_id.popitem(last=False)
        return found

    def get(self, id: str) -> Listed:
        """The list of this id; KeyError if there is none (any more)."""
        with self._lock:
            self._by_id.move_to_end(id)
            return self._by_id[id]


def _games_among(game: Game, paths: Sequence[Path]) -> Path:
    """The file that holds the games: the only one, or the one whose ending a format knows."""
    if len(paths) == 1:
        return paths[0]
    declared: Sequence[GameFormat] = getattr(game.module, "FORMATS", ())
    of_games = [path for path in paths if any(path.suffix.lower() in each.endings for each in declared)]
    if len(of_games) != 1:
        raise BadInput("one file of games is listed at a time, with those that hold the names of its players")
    return of_games[0]
