"""Opponents of a game at the board that judge by a generation of what the game has taught itself: each a player of its own.

They have a table of their own, since what one network thinks of a position is nothing to another. A generation whose network
cannot be had any more, as of a game that was kept for long, is replaced by damier as it usually plays, and that is said.
"""

from collections.abc import Callable, Iterable

from damier.engine.player import Player
from damier.games.game import BadInput, Game
from damier.web.play.generations import judged_by

HASH_MB = 16
LEAST_HASH_MB = 1


class Opponents:
    """The opponents of one game, by generation."""

    def __init__(self, game: Game, usual: Callable[[], Player], complain: Callable[[str], None]) -> None:
        self._game, self._usual, self._complain = game, usual, complain
        self._players: dict[int, Player | None] = {}

    @property
    def players(self) -> list[Player]:
        """Those that were asked."""
        return [player for player in self._players.values() if player is not None]

    def of(self, generation: int | None) -> Player:
        """Who plays a side that judges so; the usual player where none is named, or it cannot be had."""
        if generation is None:
            return self._usual()
        if generation not in self._players:
            self._players[generation] = self._made(generation)
        return self._players[generation] or self._usual()

    def knows(self, generation: int | None) -> bool:
        """Whether that one judges by its own network."""
        return generation is not None and self._players.get(generation) is not None

    def keep_only(self, generations: Iterable[int | None]) -> None:
        """Let the others go: they play no more."""
        wanted = set(generations)
        for generation in [each for each in self._players if each not in wanted]:
            self._forget(self._players.pop(generation))

    def forget(self) -> None:
        """Give all memory back; who is asked again is made again."""
        self.keep_only([])

    def _made(self, generation: int) -> Player | None:
        try:
            player = Player(judged_by(self._game, generation), hash_mb=HASH_MB)
        except BadInput as error:
            self._complain(f"damier plays as usual: {error}")
            return None
        usual = self._usual()
        player.complain, player.compiling = usual.complain, usual.compiling
        return player

    @staticmethod
    def _forget(player: Player | None) -> None:
        if player is not None:
            player.forget(LEAST_HASH_MB)
