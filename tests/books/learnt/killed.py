"""Not a test: a program that forks children who import games and learn, kills them, and looks at the book each time.

    python killed.py PATH KILLS import|learn

Every child says in a pipe what it has written, as soon as the book has said so. The log is brought into the file and sealed
all the time, so that many are killed in the middle of that.
"""

import os
import random
import select
import signal
import sys
import time
import traceback
from pathlib import Path

from small_book import GAME, deep_check, random_games

from damier.books.learnt import store
from damier.books.learnt.book import LearntBook
from damier.books.learnt.learner import Learner, Lessons
from damier.books.learnt.store import BookGame, Source
from damier.engine.player import Player

store.LOG_BYTES = 30_000  # type: ignore[misc]
DIGEST = "a file"
GAMES = random_games(11, 2_000)
BATCH = 12


def import_games(book: LearntBook, chance: random.Random, pipe: int) -> None:
    """Go on with the file where it was left."""
    source = book.store.source(DIGEST) or Source(DIGEST, "some.pgn")
    while source.read < len(GAMES):
        batch = GAMES[source.read : source.read + chance.randint(1, BATCH)]
        source = source._replace(read=source.read + len(batch), kept=source.kept + len(batch))
        book.add(batch, source)
        os.write(pipe, b"%d\n" % source.read)


def learn(book: LearntBook, chance: random.Random, pipe: int) -> None:
    """Play against itself; every game is told as soon as it is in the book."""
    number = book.store.totals.games
    add = book.add

    def told(games: list[BookGame], *sources: Source) -> None:
        nonlocal number
        add([game._replace(second=f"{number + index}") for index, game in enumerate(games)], *sources)
        number += len(games)
        os.write(pipe, b"%d\n" % number)

    book.add = told  # type: ignore[assignment, method-assign]
    learner = Learner(book, Player(GAME, seconds=None, depth=2, hash_mb=1, seed=chance.randrange(1 << 30)), Lessons(depth=2))
    while True:
        learner.self_play(10)


def run(path: Path, kind: str, seed: int, pipe: int) -> None:
    work = {"import": import_games, "learn": learn}[kind]
    with LearntBook.open(path, GAME, is_writable=True, is_made=True) as book:
        work(book, random.Random(seed), pipe)


def killed(path: Path, kind: str, seed: int, is_at_work: bool, seconds: float) -> int:
    """Kill a child some time after it began, or had written something. The last number that it told; 0 if it told none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            run(path, kind, seed, writing)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    if is_at_work:
        select.select([reading], [], [], 5)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it ended by itself"
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return max([0, *map(int, pipe.read().split())])


def look(path: Path, kind: str, least: int, most: int) -> int:
    """The book is in order and has all games, each once; how many there are."""
    with LearntBook.open(path, GAME, is_writable=True, is_made=True) as book:
        book.store.check()
        deep_check(book)
        games = [game for _, game in book.store.games()]
        assert least <= len(games) <= most, (least, len(games), most)
        assert [game.second for game in games] == [f"{number}" for number in range(len(games))]
        if kind == "import":
            assert games == GAMES[: len(games)]
            source = book.store.source(DIGEST)
            assert (source.read if source else 0) == len(games)
        page = book.look(GAME.start(), 0)
        assert (sum(page.games) if page else 0) == len(games)
        return len(games)


def main(path: Path, kills: int, kind: str) -> None:
    chance = random.Random(kills)
    warm = path.with_name("warm.book")
    with LearntBook.open(warm, GAME, is_writable=True, is_made=True) as book:  # compiled before any child is forked
        for game in GAMES[:3]:
            book.add([game])
        learner = Learner(book, Player(GAME, seconds=None, depth=2, hash_mb=1, seed=1), Lessons(depth=2))
        learner.self_play(3)
        deep_check(book)
        book.look(GAME.start(), 0)
    there = at_work = most = 0
    for turn in range(kills):
        if there > 1000 or turn % 10 == 0:  # a new one, which the child makes
            for each in path.parent.glob("a.book*"):
                each.unlink()
            there = 0
        told = killed(path, kind, turn, chance.random() < 0.7, chance.uniform(0, chance.choice([0.01, 0.05, 0.2])))
        at_work += told > 0
        least = max(there, told)
        there = look(path, kind, least, least + (BATCH if kind == "import" else 1))
        most = max(most, there)
    print(f"good: {kills} killed, {at_work} of them after they had written something; up to {most} games")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
