"""A small book for tests of its file: random games of tic-tac-toe, and every answer that it gives."""

import random
import shutil
from pathlib import Path
from typing import Any

from damier.books.learnt.book import LearntBook, Page
from damier.books.learnt.nodes import NOT_IN_TREE, Excerpt
from damier.books.learnt.store import BookGame, Source
from damier.games import load
from damier.games.game import Game

GAME = load("tictactoe")


def random_games(seed: int, count: int, game: Game = GAME) -> list[BookGame]:
    """Games at random, each with names of its own, so that two are never the same."""
    chance = random.Random(seed)
    games = []
    for number in range(count):
        position, moves = game.start(), list[int]()
        while legal := game.moves(position):
            moves.append(chance.choice(legal))
            position = game.play(position, moves[-1])
        score = game.outcome(position) or 0
        sign = (score > 0) - (score < 0)
        games.append(BookGame(moves, -sign if len(moves) % 2 else sign, "", f"{seed}", f"{number}", "2026", "é"))
    return games


def make(path: Path, count: int = 120, seed: int = 1) -> None:
    """A book with games, alternatives that were searched, and files that were read; closed and sealed."""
    with LearntBook.open(path, GAME, is_writable=True, is_made=True) as book:
        fill(book, count, seed)


def fill(book: LearntBook, count: int, seed: int) -> None:
    games = random_games(seed, count)
    half = count // 2
    book.add(games[:half], Source(f"{seed}", "some.pgn", half, half))
    book.add(games[half:], Source(f"{seed}", "some.pgn", count, count, True))
    for game in games[:10]:
        position = GAME.start()
        for ply, move in enumerate(game.moves[:4]):
            book.examine(position, ply, {each: each / 10 for each in GAME.moves(position)[:2]}, 4)
            position = GAME.play(position, move)


def positions() -> list[tuple[Any, int]]:
    """The first positions of tic-tac-toe, and some of those that come later."""
    found, chance = [(GAME.start(), 0)], random.Random(2)
    for position, ply in found:  # which grows
        moves = [] if GAME.outcome(position) is not None else GAME.moves(position)
        for move in moves if ply < 1 else chance.sample(moves, min(3 - min(ply, 2), len(moves))):
            found.append((GAME.play(position, move), ply + 1))
    return found


POSITIONS = positions()


def answers(book: LearntBook) -> list[Page | None]:
    return [book.look(position, ply) for position, ply in POSITIONS]


def copied(path: Path, to: Path) -> Path:
    """A book and all that is beside it, in a new folder."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(path.parent, to)
    return to / path.name


def deep_check(book: LearntBook) -> None:
    """Links say what the positions that they lead to say."""
    known: dict[int, tuple[Any, ...]] = {}
    told: list[tuple[int, tuple[Any, ...]]] = []

    def see(excerpt: Excerpt) -> None:
        for index, node in enumerate(excerpt.nodes):
            known[int(node["number"])] = int(node["value"]), tuple(node["worth"].tolist())
            for link in excerpt.links_of(index):
                told.append((int(link["number"]), (int(link["value"]), tuple(link["worth"].tolist()))))

    book.store.check(see)
    for number, value in told:
        assert value[0] == NOT_IN_TREE or known[number] == value
        assert value[0] != NOT_IN_TREE or number not in known or known[number][0] == NOT_IN_TREE
