"""The games of a book as a file, in any format of the game: read again they are the same, and so are the values.

A file is replaced whole or not at all. Games that a format has no room for are left out, and told.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from damier.books.learnt.book import FARTHEST, LearntBook
from damier.books.learnt.judging import by_start, joined, outcomes
from damier.books.learnt.places import Places
from damier.books.learnt.store import BookGame
from damier.compile_cache import replace
from damier.games.formats import Numbered, WrittenGame
from damier.games.game import Game
from damier.records.collections import format_for
from damier.rules import ONGOING

MANY = 2000  # games that are looked at together


@dataclass
class Exported:
    """What was written, and of the games that could not be the first few with the reason."""

    file: Path
    format: str
    games: int = 0
    left_out: int = 0
    faults: list[str] = field(default_factory=list)

    def leave_out(self, number: int, why: str) -> None:
        self.left_out += 1
        if len(self.faults) < 5:
            self.faults.append(f"game {number}: {why}")

    def as_json(self) -> dict[str, object]:
        return {
            "file": str(self.file),
            "format": self.format,
            "games": self.games,
            "left_out": self.left_out,
            "faults": self.faults,
        }


def write_games(
    book: LearntBook,
    path: Path,
    format_: str = "",
    through: Any = None,
    tell: Callable[[int], None] = lambda done: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Exported:
    """Write all games, or those that went through a position, up to symmetry; nothing, if it is stopped."""
    chosen = format_for(book.game, path, format_)
    found = Exported(path, chosen.name)
    games = _told(_through(book, through) if through is not None else book.store.games(), tell, is_stopped)
    contents = chosen.write_file(book.game, path, _scored(book.game, games, found), found.leave_out)
    found.games -= found.left_out
    if not is_stopped():
        for each, content in contents.items():
            replace(each, content, 0o644)
    return found


def _told(
    games: Iterator[tuple[int, BookGame]], tell: Callable[[int], None], is_stopped: Callable[[], bool]
) -> Iterator[tuple[int, BookGame]]:
    for done, each in enumerate(games):
        if is_stopped():
            return
        tell(done)
        yield each


def _through(book: LearntBook, position: Any) -> Iterator[tuple[int, BookGame]]:
    """The games that went through a position, after however many plies."""
    places = Places(book.game)
    plies = range(FARTHEST) if places.counts_plies else range(1)
    wanted = np.array([places.around(position, ply).number for ply in plies], np.uint64)
    games = book.store.games()
    while several := list(islice(games, MANY)):
        chosen = []
        for start, which in by_start([each for _, each in several]).items():
            trails = places.trails(book.game.parse(start), *joined([several[index][1] for index in which]))
            goes_there = np.logical_or.reduceat(np.isin(trails.number, wanted), trails.first)
            chosen += [several[which[at]] for at in np.flatnonzero(goes_there).tolist()]
        yield from sorted(chosen, key=lambda each: each[0])


def _scored(game: Game, games: Iterator[tuple[int, BookGame]], found: Exported) -> Iterator[Numbered]:
    """The games as they are written, with their final scores; they are counted."""
    while several := list(islice(games, MANY)):
        scores = _scores(game, [each for _, each in several])
        for (number, each), score in zip(several, scores, strict=True):
            found.games += 1
            yield number, WrittenGame(f"game {number}", *each), score


def _scores(game: Game, games: list[BookGame]) -> list[int | None]:
    """The final scores for the first player; None of a game that is not over."""
    found: list[int | None] = [None] * len(games)
    for start, which in by_start(games).items():
        made, ends = joined([games[index] for index in which])
        for index, score in zip(which, outcomes(game, start, made, ends)[1].tolist(), strict=True):
            found[index] = None if score == ONGOING else score
    return found
