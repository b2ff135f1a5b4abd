"""A book that learns, put to the test (Buro): can a weaker player who remembers beat a stronger one who does not?

The opponent is the same engine, looks two plies further ahead, and always answers alike. The learner begins with an empty book
and takes in its games as it plays them, colours changing from game to game. Then two learners of equal strength play each
other, each with a book of its own: there whoever has found a win has to expect it back in the next game but one.
"""

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from damier.books.learnt.book import LearntBook
from damier.books.learnt.learner import Learner, Lessons
from damier.engine.player import Player
from damier.games import load
from damier.games import names as registered
from damier.games.game import BadInput, Game
from damier.games.rooms import rooms
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.records.session import Session
from damier.wording import quoted, whole_number

SIZE = 200  # games of each series
BLOCK = 20
LAST = 60  # games that tell who is stronger in the end
DEEPER = 2  # plies that the opponent looks further
DEPTHS = {  # of the learner, in plies, in the games that are played where none are named
    name: room.BOOK_DEPTH for name, room in rooms("lab").items() if hasattr(room, "BOOK_DEPTH")
}
USUAL_DEPTH = 3
PLIES = 40  # in which alternatives are looked for
HASH_MB = 8
STRONGER, EQUAL = "a stronger opponent", "another learner"


@dataclass
class Fighter:
    """A player who always answers alike, and perhaps learns."""

    player: Player
    learner: Learner | None = None

    def choose(self, session: Session) -> int:
        if self.learner:
            return self.learner.choose(session)
        return self.player.think(session.position, past=session.past).move

    def begin(self) -> None:
        """Nothing is left from the game before but what is in the book."""
        self.player.forget()

    @property
    def games_kept(self) -> int:
        return self.learner.book.store.totals.games if self.learner else 0

    def learn(self, session: Session, side: int) -> None:
        if self.learner:
            self.player.forget()
            self.learner.learn(session, side)


@dataclass
class BookMatch:
    """A series of games, as the first fighter sees it."""

    game: str
    opponent: str
    points: list[float] = field(default_factory=list)
    first_again: int | None = None  # which game was the first that was lost just as one before
    kept: int = 0  # games in the book in the end
    lost: set[tuple[int, ...]] = field(default_factory=set)

    def enter(self, session: Session, side: int) -> None:
        """Count a game, in which the first fighter had this side; a loss is compared, move by move, with those before."""
        score = session.score or 0
        result = (score > 0) - (score < 0) if side == 0 else (score < 0) - (score > 0)
        self.points.append((1 + result) / 2)
        if result < 0:
            game = (side, *session.moves)
            if game in self.lost and self.first_again is None:
                self.first_again = len(self.points)
            self.lost.add(game)

    def blocks(self) -> list["Block"]:
        return [
            Block(first + 1, min(first + BLOCK, len(self.points)), _per_cent(self.points[first : first + BLOCK]))
            for first in range(0, len(self.points), BLOCK)
        ]


class Block(NamedTuple):
    """Some games one after the other: the first, the last, and what they brought, in per cent."""

    first: int
    last: int
    score: float


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    games: str = ",".join(DEPTHS),
    depth: str = "",
    halt: Halt | None = None,
) -> Report:
    """Play `size` games in each series. `games` are played one after the other, `depth` is the learner's in all of them."""
    names = [name.strip() for name in games.split(",") if name.strip()]
    if not names or any(name not in registered() for name in names):
        raise BadInput(f"games are {quoted(games)}; they are to be of {', '.join(registered())}, with commas between them")
    depths = {name: _depth(name, depth) for name in names}
    matches: list[BookMatch] = []
    halt = halt or Halt()
    total = size * len(names) * 2
    for name in names:
        for opponent in (STRONGER, EQUAL):
            if halt.is_wanted:
                break
            match = BookMatch(name, opponent)
            before = len(matches) * size
            matches.append(match)
            with tempfile.TemporaryDirectory() as folder:
                for _ in _series(match, depths[name], size, seed, Path(folder), halt):
                    progress(before + len(match.points), total)
    matches = [match for match in matches if match.points]
    if not matches:
        raise BadInput("the experiment was ended before anything was measured")
    return Report(
        name="book-learning",
        title="A book that never loses the same game twice",
        columns=[Column("game"), Column("opponent"), Column("games"), Column("score %", 1)],
        rows=[[each.game, each.opponent, f"{b.first}-{b.last}", b.score] for each in matches for b in each.blocks()],
        notes=[_note(each, depths) for each in matches],
        panels=[_panel(name, matches) for name in names if any(each.game == name for each in matches)],
        published={"source": "Buro, L'apprentissage des ouvertures chez Logistello", "figures": None},
        settings={"games": size, "seed": seed, "depths": depths, "deeper": DEEPER, "plies": PLIES},
    )


def _depth(name: str, text: str) -> int:
    number = whole_number(text) if text else DEPTHS.get(name, USUAL_DEPTH)
    if number is None or number < 1:
        raise BadInput(f"depth is {quoted(text)}; it must be a whole number from 1")
    return number


def _series(match: BookMatch, depth: int, size: int, seed: int, folder: Path, halt: Halt) -> Iterator[None]:
    """Play the games of a match one after the other."""
    game = load(match.game)
    with contextlib.ExitStack() as books:
        first = _fighter(game, depth, seed, books, folder / "first.book")
        is_equal = match.opponent == EQUAL
        second = _fighter(
            game, depth if is_equal else depth + DEEPER, seed, books, folder / "second.book" if is_equal else None
        )
        for number in range(size):
            if halt.is_wanted:
                return
            _play(game, first, second, number % 2, match)
            match.kept = first.games_kept
            yield


def _fighter(game: Game, depth: int, seed: int, books: contextlib.ExitStack, book: Path | None) -> Fighter:
    player = Player(game, seconds=None, depth=depth, hash_mb=HASH_MB, seed=seed)
    if book is None:
        return Fighter(player)
    opened = books.enter_context(LearntBook.open(book, game, is_writable=True, is_made=True))
    return Fighter(player, Learner(opened, player, Lessons(depth=depth, plies=PLIES)))


def _play(game: Game, first: Fighter, second: Fighter, side: int, match: BookMatch) -> None:
    """One game, in which the first fighter has this side."""
    session = Session(game)
    for each in (first, second):
        each.begin()
    while not session.is_over:
        session.play((first if session.turn == side else second).choose(session))
    match.enter(session, side)
    first.learn(session, side)
    second.learn(session, 1 - side)


def _per_cent(points: list[float]) -> float:
    return 100 * sum(points) / len(points)


def _note(match: BookMatch, depths: dict[str, int]) -> str:
    depth = depths[match.game]
    against = f"depth {depth} against depth {depth + DEEPER}" if match.opponent == STRONGER else f"both depth {depth}"
    again = "never lost the same game twice" if match.first_again is None else f"lost a game again in game {match.first_again}"
    last = match.points[-LAST:]
    return (
        f"{match.game}, {against}: {_per_cent(last):.1f} % of the last {len(last)} games; lost {len(match.lost)} in all, "
        f"{again}; {match.kept} games in the book."
    )


def _panel(name: str, matches: list[BookMatch]) -> Panel:
    series = []
    for match in matches:
        if match.game == name:
            games: list[Number] = [block.last for block in match.blocks()]
            series.append(Series(f"against {match.opponent}", games, [block.score for block in match.blocks()]))
    return Panel(
        load(name).title,
        "games played",
        "per cent of the points, by 20 games",
        [*series, Series("equal", [], [50.0], look="level")],
    )
