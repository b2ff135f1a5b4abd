"""V_T and V_D, kept up to date game by game, against their definition computed from all games; and Buro's figure."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from naive_book import NaiveBook

from damier.books.learnt.book import LearntBook
from damier.books.learnt.store import BookGame
from damier.games import load
from damier.games.game import Game
from lengths import times

GAMES = [("tictactoe", {}), ("connect4", {"width": 4, "height": 4}), ("othello", {"size": 4}), ("kalah", {}), ("awale", {})]


def random_game(game: Game, chance: random.Random, most: int) -> tuple[list[int], int]:
    """Moves at random, and the result; a game that is broken off has a result by chance."""
    position, turn, moves = game.start(), 0, list[int]()
    while len(moves) < most and (legal := game.moves(position)):
        moves.append(chance.choice(legal[:3]))
        child = game.play(position, moves[-1])
        turn = turn if game.same_player(position, child) else 1 - turn
        position = child
    score = game.outcome(position)
    result = chance.randint(-1, 1) if score is None else (score > 0) - (score < 0)
    return moves, -result if turn and score is not None else result


def walk(game: Game, moves: list[int]) -> list[Any]:
    positions = [game.start()]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    return positions


def compare(book: LearntBook, naive: NaiveBook, game: Game, games: list[list[int]]) -> None:
    """Every position of these games, which are all there are: the same values, and no others."""
    known = naive.values()
    numbers = {}
    for moves in games:
        for ply, position in enumerate(walk(game, moves)):
            numbers[naive.place(position, ply)] = book._places.around(position, ply).number
    assert numbers.keys() == known.keys()
    found = book.store.load(np.array(sorted(numbers.values()), np.uint64))
    values = {int(node["number"]): (int(node["value"]), node["worth"].tolist()) for node in found.nodes}
    assert {place: values[number] for place, number in numbers.items()} == known


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_like_the_definition(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    """After every one of many random games and examinations of each of five games, transpositions and symmetries included."""
    game, chance = load(name, **options), random.Random(7)
    naive, played = NaiveBook(game), list[list[int]]()
    with LearntBook.open(tmp_path / "a.book", game, is_writable=True, is_made=True) as book:
        for _ in range(times(40, 100)):
            moves, result = random_game(game, chance, chance.choice([3, 5, 8, 12]))
            naive.add(moves, result)
            book.add([BookGame(moves, result)])
            played.append(moves)
            compare(book, naive, game, played)
            for ply, position in enumerate(walk(game, moves)[: chance.randint(0, 8)]):
                legal = game.moves(position)
                if legal and chance.random() < 0.5:
                    estimates = {move: round(chance.uniform(-1, 1), 3) for move in chance.sample(legal, min(2, len(legal)))}
                    naive.examine(position, ply, estimates)
                    book.examine(position, ply, estimates, depth=4)
            compare(book, naive, game, played)
        assert book.store.totals.positions == len(naive.values())
        book.store.check()


def test_many_at_once_are_like_one_by_one(tmp_path: Path) -> None:
    game, chance = load("connect4", width=5, height=4), random.Random(3)
    games = [random_game(game, chance, 40) for _ in range(300)]
    naive = NaiveBook(game)
    with LearntBook.open(tmp_path / "a.book", game, is_writable=True, is_made=True) as book:
        for first in range(0, 300, 100):
            book.add([BookGame(moves, result) for moves, result in games[first : first + 100]])
        for moves, result in games:
            naive.add(moves, result)
        compare(book, naive, game, [moves for moves, _ in games])
