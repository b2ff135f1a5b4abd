"""All games that are going on, and those that are kept: the least recently used go back to the library."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from damier.games.game import Game
from damier.games.game_text import NotWanted, Wanted, always
from damier.records.game_files import read
from damier.records.session import Session
from damier.records.variations import Variations
from damier.web.offers import Offer, said_clearly
from damier.web.play import to_learn
from damier.web.play.library import Library
from damier.web.play.library_entry import restore, taken_up
from damier.web.play.room import Room
from damier.web.play.settings import Settings
from damier.web.play.sitting import Sitting
from damier.web.play.tables_behind import TablesBehind

MOST_SITTINGS = 200
HELD = 0.2  # seconds that the end waits for a game


class Sittings:
    """The games, by their ids."""

    def __init__(self, offers: dict[str, Offer], library: Library, builds_tables: bool = False) -> None:
        self.room = Room(library, TablesBehind() if builds_tables else None)
        self._offers = offers
        self._by_id: OrderedDict[str, Sitting] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, offer: Offer, options: dict[str, Any], position: str, moves: list[str], settings: Settings) -> Sitting:
        """Start a game, from a position and with moves already made if there are any."""
        game = offer.with_options(options)
        try:
            game.check_options()
            tree = Variations.of_session(Session.from_text(game, position))
            settings.check_generations(game)
            for name in moves:
                tree.play(tree.session.parse_move(name))
            sitting = self._sit(offer, tree, position, settings)
        except Exception as error:
            raise said_clearly(game, error) from error
        return self._add(sitting)

    def read(self, offer: Offer, options: dict[str, Any], text: str, settings: Settings, is_wanted: Wanted = always) -> Sitting:
        """Take up a game that is written down; one stands at its end, and a program does not move by itself.

        Nothing is taken up that nobody wants any more when it is read.
        """
        game = offer.with_options(options)
        return self.take(offer, game, lambda: read(game, text, is_wanted), settings, is_wanted)

    def take(
        self, offer: Offer, game: Game, grow: Callable[[], Variations], settings: Settings, is_wanted: Wanted = always
    ) -> Sitting:
        """Take up the game of a tree, as `read` does."""
        try:
            settings.check_generations(game)
            tree = grow()
            start = game.text_for(tree.session.positions[0], tree.session.turns[0])
            sitting = self._sit(offer, tree, start, settings)
        except Exception as error:
            raise said_clearly(game, error) from error
        if not is_wanted():
            sitting.close()
            raise NotWanted
        sitting.is_paused = sitting.is_programs_turn or sitting.clocks is not None
        return self._add(sitting)

    def get(self, id: str) -> Sitting:
        """The game of this id, from the library if need be; KeyError if there is none (any more)."""
        with self._lock:
            if id in self._by_id:
                self._by_id.move_to_end(id)
                return self._by_id[id]
        return self._add(self._taken_up(id))

    def close(self, id: str) -> None:
        """Forget a game; nothing happens if there is none."""
        with self._lock:
            sitting = self._by_id.pop(id, None)
        if sitting is not None:
            sitting.close()
        self.room.library.remove(id)

    def hush(self) -> None:
        """Ask all that goes on to end, and wait for nothing."""
        for sitting in self._all():
            sitting.thinking.hush()
        self.room.teaching.close()
        if self.room.tables is not None:
            self.room.tables.close()

    def stop(self) -> None:
        """Let all thinking end, when the server does; a game that is held, as by rules without an end, is left."""
        self.hush()
        self.room.learning.close()
        self.room.open_books.close()
        for sitting in self._all():
            if sitting.lock.acquire(timeout=HELD):
                try:
                    sitting.close()
                finally:
                    sitting.lock.release()

    def _all(self) -> list[Sitting]:
        with self._lock:
            return list(self._by_id.values())

    def _sit(self, offer: Offer, tree: Variations, start: str, settings: Settings, id: str = "") -> Sitting:
        settings.check(tree.game)
        return Sitting(offer, tree, start, settings, self.room, id)

    def _add(self, sitting: Sitting) -> Sitting:
        new = sitting
        with self._lock:
            sitting = self._by_id.setdefault(new.id, new)
            resting = [each for each in self._by_id.values() if not each.has_listeners and each is not sitting]
            dropped = resting[: max(0, len(self._by_id) - MOST_SITTINGS)]
            for each in dropped:
                del self._by_id[each.id]
        for each in dropped:
            each.close()
        if sitting is new:
            to_learn.take_up(sitting)
        sitting.keep()
        return sitting

    def _taken_up(self, id: str) -> Sitting:
        """A game from the library, as it was left."""
        kept = self.room.library.find(id)
        if kept is None or kept.game not in self._offers:
            raise KeyError(id)
        offer = self._offers[kept.game]
        tree, start, settings = taken_up(kept, offer)
        sitting = self._sit(offer, tree, start, settings, id)
        sitting.begun = kept.begun
        restore(sitting, kept.content)
        return sitting
