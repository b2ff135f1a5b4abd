"""What every registered game must keep: one suite over all of them. A new game is tested by registering it."""

import functools
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from damier.games import catalogue
from damier.games.asking import arguments_for, lies_within
from damier.games.game import Game
from damier.kernel import CONTRACT, ContractFunction, field_types, has_rule
from damier.rules import LOSS, MOST_MOVES, MOST_SCORE, ONGOING, WIN, stage
from lengths import times
from walks import ask, random_game, same, step, tell

GAMES = times(2, 5)  # random games in each test
MOST_PLIES = 1000
MOST_ASKED = 4  # moves of a position, by rules that are about one
POINTS = (-100, 0, 200)  # that a move is asked to be worth
MOST_SHARED = 4  # moves with the same cells, in games with pieces that become others


@pytest.fixture(params=catalogue.names())
def game(request: pytest.FixtureRequest) -> Game:
    return catalogue.load(request.param)


@functools.cache
def walk(name: str, seed: int) -> list[tuple[Any, int | None]]:
    """A random game: its positions, each with the move then made."""
    return list(random_game(catalogue.load(name), seed, most_plies=MOST_PLIES))


def positions(game: Game) -> Iterator[Any]:
    """The positions of a few random games."""
    for seed in range(GAMES):
        for position, _ in walk(game.name, seed):
            yield position


def test_start(game: Game) -> None:
    """There is a starting position and a title, and no text means the start."""
    assert game.title
    assert same(game.parse(""), game.start())
    assert game.turn(game.start()) in (0, 1)


def test_games_end(game: Game) -> None:
    """A random game is over within a thousand moves."""
    for seed in range(GAMES):
        last, move = walk(game.name, seed)[-1]
        assert move is None
        assert game.outcome(last) is not None, f"not over after {MOST_PLIES} moves: {game.text(last)}"


def test_every_move_leads_to_a_later_stage(game: Game) -> None:
    """Where a game tells how far it has come."""
    if not has_rule(game.start(), "stage"):
        pytest.skip("positions do not tell")
    for seed in range(GAMES):
        stages = [int(stage(position)) for position, _ in walk(game.name, seed)]
        assert stages[0] >= 0
        assert all(before < after for before, after in pairwise(stages))


def test_text_round_trip(game: Game) -> None:
    """A position is read back, field by field, as it was written, in one line."""
    for position in positions(game):
        written = game.text(position)
        assert same(game.parse(written), position), written
        assert "\n" not in written


def test_moves(game: Game) -> None:
    """While the game goes on there is at least one move, all are different and not too many; they have different names."""
    for position in positions(game):
        legal = game.moves(position)
        where = game.text(position)
        assert bool(legal) == (game.outcome(position) is None), where
        assert len(set(legal)) == len(legal) <= MOST_MOVES, where
        names = [game.move_name(position, move) for move in legal]
        assert len(set(names)) == len(names), where
        assert all(names), where
        assert [game.parse_move(position, name) for name in names] == legal, where


def test_unknown_moves_are_refused(game: Game) -> None:
    """A move that is none is answered with one line that names the legal ones."""
    with pytest.raises(ValueError, match="no legal move") as refused:
        game.parse_move(game.start(), "no such move")
    assert "\n" not in str(refused.value)


def test_play(game: Game) -> None:
    """A move leads to a position of the same type, fields of their declared types, and leaves the old one as it was."""
    for position in positions(game):
        before = type(position)(*(np.copy(field) for field in position))
        for move in game.moves(position):
            child = game.play(position, move)
            assert type(child) is type(position)
            for value, kind in zip(child, field_types(type(child)), strict=True):
                assert isinstance(value, np.ndarray if kind is None else kind)
        assert same(before, position)


def rules_of(position: Any) -> list[ContractFunction]:
    """The rules that a game gives, and those whose default is written for its positions."""
    return [entry for entry in CONTRACT.values() if has_rule(position, entry.name) or entry.generate]


def check_agreement(game: Game, rules: list[ContractFunction], position: Any, legal: list[int]) -> None:
    """Rules say the same run as plain Python and compiled, and what the contract lets them say, about a position."""
    weights, written = game.weights(), game.text(position)
    for entry in rules:
        if not entry.asked(position):
            continue
        some = legal[:: 1 + len(legal) // MOST_ASKED] if {"move", "child"} & set(entry.parameters) else [0]
        for move in some:
            for least in POINTS if "least" in entry.parameters else (0,):
                plain, compiled = (
                    tell(entry, arguments_for(entry, position, move, weights, least), is_compiled)
                    for is_compiled in (False, True)
                )
                where = entry.name, written, move, least
                assert plain.listed == compiled.listed, where
                if entry.gives.shape == "position":
                    assert same(plain.given, compiled.given), where
                else:
                    assert plain.given == compiled.given, where
                    assert lies_within(entry.gives, plain.given), where
                if entry.gives.lists:
                    assert len(plain.listed) == plain.given, where
                    assert len(set(plain.listed)) == len(plain.listed) or not entry.gives.once, where
                    assert set(plain.listed) <= set(legal) or not entry.gives.of_moves, where


def test_compiled_and_plain_rules_agree(game: Game) -> None:
    """All rules of the contract that a game gives, in the positions of random games."""
    for seed in range(GAMES):
        for position, _ in walk(game.name, seed):
            check_agreement(game, rules_of(position), position, game.moves(position))


def test_compiled_and_plain_defaults_agree() -> None:
    """What the contract says of games that give a rule no body."""
    game = catalogue.load("nim")
    optional = [entry for entry in CONTRACT.values() if not has_rule(game.start(), entry.name)]
    for position, _ in walk("nim", 0):
        check_agreement(game, optional, position, game.moves(position))


def test_key(game: Game) -> None:
    """Equal positions have equal keys, in 64 bits, and positions that are written differently hardly ever share one."""
    keys: dict[int, list[Any]] = {}
    for position in positions(game):
        answers = ask(game, position, False)
        twin = type(position)(*(np.copy(field)[()] for field in position))
        assert ask(game, twin, False).key == answers.key
        assert 0 <= answers.key < 1 << 64
        keys.setdefault(answers.key, []).append((answers.outcome, sorted(answers.moves)))
    for key, met in keys.items():
        assert all(answer == met[0] for answer in met), f"key {key} is shared by positions that play differently"


def test_scores_lie_within_the_limits(game: Game) -> None:
    """No game ends, and nothing is evaluated, outside what `limits` says of any position before it."""
    for seed in range(GAMES):
        low, high = -MOST_SCORE, MOST_SCORE  # for the player to move
        for position, move in walk(game.name, seed):
            answers = ask(game, position, False)
            where = game.text(position)
            low, high = max(low, answers.limits[0]), min(high, answers.limits[1])
            assert low <= high, where
            if answers.outcome != ONGOING:
                assert low <= answers.outcome <= high, where
            else:
                assert low <= answers.evaluate <= high, where
                assert LOSS < answers.evaluate < WIN, where
            if move is not None and not step(game, position, move, False)[1]:
                low, high = -high, -low


def test_canonical(game: Game) -> None:
    """Positions that are the same up to symmetry have one representative, which plays alike."""
    for position in positions(game):
        where = game.text(position)
        answers = ask(game, position, False)
        of_canonical = ask(game, answers.canonical, False)
        assert same(of_canonical.canonical, answers.canonical), where
        assert of_canonical.outcome == answers.outcome, where
        assert of_canonical.evaluate == answers.evaluate, where
        if same(answers.canonical, position):
            continue
        assert children(game, position) == children(game, answers.canonical), where


def children(game: Game, position: Any) -> set[str]:
    """The representatives of the positions one move ahead."""
    return {game.text(ask(game, game.play(position, move), False).canonical) for move in game.moves(position)}


def test_board(game: Game) -> None:
    """The board is rectangular, its names fit it, and the cells of the moves lie on it.

    Each move has its own; or a few share theirs, as a pawn's that becomes one of four pieces, and are chosen by name.
    """
    for seed in range(GAMES):
        turn = game.turn(game.start())
        for position, move in walk(game.name, seed):
            board = game.board(position, turn)
            height, width = len(board.cells), len(board.cells[0])
            assert all(len(row) == width for row in board.cells)
            assert len(board.columns) in (0, width)
            assert len(board.rows) in (0, height)
            assert all(
                cell.owner in (-1, 0, 1) and cell.look in ("plain", "disc", "pit", "piece")
                for row in board.cells
                for cell in row
            )
            pointed = [game.cells(position, each, turn) for each in game.moves(position)]
            assert all(0 <= row < height and 0 <= column < width for cells in pointed for row, column in cells)
            most = MOST_SHARED if any(cell.look == "piece" for row in board.cells for cell in row) else 1
            assert max(Counter(tuple(cells) for cells in pointed if cells).values(), default=1) <= most
            if move is not None and not step(game, position, move, False)[1]:
                turn = 1 - turn


def test_turn(game: Game) -> None:
    """Where a position tells whose turn it is, it tells the truth."""
    if not hasattr(game.module, "turn"):
        pytest.skip("positions of this game do not tell")
    turn = game.turn(game.start())
    for position, move in walk(game.name, 0):
        assert game.turn(position) == turn
        if move is not None and not step(game, position, move, False)[1]:
            turn = 1 - turn
