"""The games in `examples/`, which people copy: they run, their rules are right, and everything damier has works with them."""

import functools
import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import damier
from damier import LOSS, WIN, Game
from damier.engine.player import Player
from damier.kernel import CONTRACT, has_rule
from damier.rules import evaluate
from damier.web.offers import offers
from damier.web.play.library import Library
from damier.web.play.settings import Settings, Side
from damier.web.play.sittings import Sittings
from damier.web.play.state_views import StateViews
from lengths import SOAK, times
from walks import random_game, told

FOLDER = Path(__file__).parent.parent / "examples"
NAMES = sorted(file.stem for file in FOLDER.glob("*.py"))
MOST_LINES = 120


@functools.cache
def example(name: str) -> Game:
    return damier.load(FOLDER / f"{name}.py")


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return example(request.param)


def test_there_are_five() -> None:
    assert NAMES == ["boxes", "breakthrough", "hex", "misere", "mouse"]


def test_each_can_be_read_at_a_sitting(game: Game) -> None:
    text = Path(game.loaded_as).read_text()
    assert len(text.splitlines()) < MOST_LINES
    assert all(hasattr(game.module, name) for name in ("board", "cells", "move_name"))


def test_plain_rules_are_the_compiled_ones(game: Game) -> None:
    rules = [name for name in CONTRACT if has_rule(game.start(), name)]
    assert {"moves", "play", "outcome"} <= set(rules)
    for seed in range(times(3, 50)):
        for position, move in itertools.islice(random_game(game, seed), 60):
            for rule in rules:
                if CONTRACT[rule].asked(position) and (move is not None or rule != "same_player"):
                    plain, compiled = (told(game, rule, position, way, move or 0) for way in (False, True))
                    assert plain == compiled, (rule, game.text(position))


def test_names_and_cells_tell_moves_apart(game: Game) -> None:
    """Whoever's turn it is: by names that are read again, and by clicks."""
    for seed in range(3):
        turn = 0
        for position, move in itertools.islice(random_game(game, seed), 30):
            legal = game.moves(position)
            names = [game.move_name(position, each, turn) for each in legal]
            assert [game.parse_move(position, name, turn) for name in names] == legal
            board = game.board(position, turn)
            pointed = [tuple(game.cells(position, each, turn)) for each in legal]
            assert len(set(pointed)) == len(legal)
            assert all(
                0 <= row < len(board.cells) and 0 <= column < len(board.cells[0]) for each in pointed for row, column in each
            )
            if move is not None and not game.same_player(position, game.play(position, move)):
                turn = 1 - turn


def minimax(game: Game, position: Any, depth: int) -> int:
    """The value by plain Python and nothing else."""
    score = game.outcome(position)
    if score is not None:
        return score
    if depth == 0:
        return int(evaluate(position, game.weights()))
    children = [game.play(position, move) for move in game.moves(position)]
    values = [minimax(game, child, depth - 1) for child in children]
    return max(value if game.same_player(position, child) else -value for child, value in zip(children, values, strict=True))


def test_alpha_beta_is_minimax(game: Game) -> None:
    for seed in range(times(2, 20)):
        position, _ = next(itertools.islice(random_game(game, seed), 5, None))
        for depth in (1, 2, 3):
            assert game.search(position, "alphabeta", depth).value == minimax(game, position, depth), game.text(position)


# ---------------------------------------------------------------------------------------------------------------------------
# What is known of each


def test_misere_is_a_draw() -> None:
    assert example("misere").solve().value == 0


def test_in_hex_who_begins_wins() -> None:
    """Whatever he begins with in the middle; and one of the two always wins."""
    hexagons = example("hex")
    assert hexagons.solve().value == WIN
    assert hexagons.search(hexagons.play(hexagons.start(), "c2"), "memory", 15).value == LOSS
    ends = [list(random_game(hexagons, seed))[-1][0] for seed in range(20)]
    assert {hexagons.outcome(end) for end in ends} == {LOSS}


def test_hex_chains_are_those_of_a_walk_on_the_board() -> None:
    """A flood by shifted bits finds what a walk from cell to cell finds."""
    module, chance = example("hex").module, random.Random(1)
    size, steps = module.SIZE, [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]
    for _ in range(300):
        stones = {(row, column) for row in range(size) for column in range(size) if chance.random() < 0.55}
        seen, waiting = set[tuple[int, int]](), [(row, column) for row, column in stones if column == 0]
        while waiting:
            row, column = waiting.pop()
            seen.add((row, column))
            around = {(row + down, column + right) for down, right in steps}
            waiting += (around & stones) - seen
        bits = module.np.uint64(sum(1 << size * row + column for row, column in stones))
        assert bool(module.joins_left_and_right(bits)) == any(column == size - 1 for _, column in seen)


def naive_boxes(size: int) -> int:
    """By how many boxes who begins wins, from sets of lines."""
    boxes = [
        frozenset({(row, column, "-"), (row + 1, column, "-"), (row, column, "|"), (row, column + 1, "|")})
        for row in range(size)
        for column in range(size)
    ]
    lines = frozenset().union(*boxes)

    @functools.cache
    def gain(drawn: frozenset[tuple[int, int, str]]) -> int:
        found = []
        for line in lines - drawn:
            closed = sum(box <= drawn | {line} for box in boxes) - sum(box <= drawn for box in boxes)
            found.append(closed + gain(drawn | {line}) if closed else -gain(drawn | {line}))
        return max(found, default=0)

    return gain(frozenset())


def test_boxes_are_won_by_two() -> None:
    boxes = example("boxes")
    assert naive_boxes(boxes.module.SIZE) == boxes.solve().value == 2


def naive_breakthrough(men: dict[tuple[int, int], int], player: int, width: int, height: int) -> Iterator[str]:
    """The moves of a player from a dictionary of men, by their names."""
    forward = 1 if player == 0 else -1
    for (row, column), owner in men.items():
        for side in (-1, 0, 1):
            to = row + forward, column + side
            is_free = to not in men or (side != 0 and men[to] != player)
            if owner == player and 0 <= to[0] < height and 0 <= to[1] < width and is_free:
                yield f"{'abcde'[column]}{row + 1}{'abcde'[to[1]]}{to[0] + 1}"


def test_breakthrough_is_played_as_on_a_board() -> None:
    """Games move by move beside a dictionary of men; who comes to the last row, or takes all, wins."""
    game = example("breakthrough")
    width, height = game.module.WIDTH, game.module.HEIGHT
    for seed in range(times(10, 100)):
        men = {(row, column): row // (height // 2) for row in (0, 1, height - 2, height - 1) for column in range(width)}
        turn = 0
        for position, move in random_game(game, seed):
            if move is None:
                is_home = any((row == height - 1, row == 0)[owner] for (row, _), owner in men.items())
                assert is_home or len(set(men.values())) == 1
                assert game.outcome(position) == LOSS
                break
            names = [game.move_name(position, each, turn) for each in game.moves(position)]
            assert sorted(names) == sorted(naive_breakthrough(men, turn, width, height))
            name = game.move_name(position, move, turn)
            squares = [(int(row) - 1, "abcde".index(column)) for column, row in (name[:2], name[2:])]
            men[squares[1]] = men.pop(squares[0])
            turn = 1 - turn


def test_the_chase_is_as_retrograde_analysis_has_it() -> None:
    """Wins and losses within eight plies, from the ends backwards, are what a search finds, and no others."""
    game, plies = example("mouse"), 8
    kind, squares = type(game.start()), range(game.module.SIZE**2)
    everywhere = [kind(mouse, cat, turn) for mouse in squares for cat in squares if cat != game.module.HOLE for turn in (0, 1)]
    known = {position: game.outcome(position) for position in everywhere}
    after = {position: [kind(*map(int, game.play(position, move))) for move in game.moves(position)] for position in everywhere}
    for _ in range(plies):
        found = {}
        for position in everywhere:
            if known[position] is None and any(known[child] == LOSS for child in after[position]):
                found[position] = WIN
            elif known[position] is None and all(known[child] == WIN for child in after[position]):
                found[position] = LOSS
        known |= found
    chance = random.Random(2)
    for position in chance.sample(everywhere, times(60, len(everywhere))):
        value = game.search(position, "alphabeta", plies).value
        assert known[position] == (value if abs(value) == WIN else None), position


def test_the_chase_is_drawn_when_it_goes_in_circles() -> None:
    duel = example("mouse").play(side="none")
    for name in ["a4", "c3", "a5", "d3"] * 2:
        duel.session.play(duel.session.parse_move(name))
    assert (duel.is_over, duel.result, duel.session.ending) == (True, "draw", "threefold repetition")


# ---------------------------------------------------------------------------------------------------------------------------
# Against the player, and in the page


PLAYED = NAMES if SOAK else ["boxes"]  # the player's search is compiled for each: the one with extra turns


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_against_the_player(name: str) -> None:
    duel = example(name).play(level=5, seconds=0.05)
    chance = random.Random(7)
    while not duel.is_over and len(duel.played) < 60:
        duel.move(chance.choice(duel.moves))
    assert duel.played
    assert duel.result or name == "mouse"
    assert str(duel).splitlines()[-1] == (duel.result or "mouse to move")


@pytest.mark.parametrize("name", PLAYED)
def test_a_match_between_settings(name: str) -> None:
    """Played in other processes, which load the file."""
    report = example(name).match("depth=1,name=short", "depth=2", games=4, jobs=1)
    assert len(report.games) == 4
    assert report.forfeits == (0, 0)


def test_each_is_shown_in_the_page(game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The whole state after some moves of two people, for every position on the way."""
    monkeypatch.setattr(Player, "warm", lambda player, position: None)  # nobody thinks
    offer = offers([game.loaded_as])[game.name]
    library = Library(tmp_path / "games.db")
    sittings = Sittings({game.name: offer}, library)
    chance = random.Random(3)
    sitting = sittings.open(offer, {}, "", [], Settings((Side(False), Side(False))))
    try:
        for _ in range(6):
            shown: Any = StateViews(sitting).state()
            session = sitting.session
            assert [each.name for each in shown.legal] == [session.move_name(move) for move in session.legal_moves()]
            assert all(each.cells for each in shown.legal)
            sitting.move(chance.choice(shown.legal).name)
            if sitting.is_over:
                break
        assert len(sitting.session.moves) >= 5
    finally:
        sittings.stop()
        library.close()
