"""The games in `examples/`, which people copy: they run, their rules are right, and everything damier has works with them."""

import copy
import functools
import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import damier
from damier import LOSS, WIN, Game
from damier.engine.player import Player
from damier.kernel import CONTRACT, has_rule
from damier.rules import evaluate, features
from damier.search.perft import perft
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


def test_there_are_six() -> None:
    assert NAMES == ["boxes", "breakthrough", "dobutsu", "hex", "misere", "mouse"]


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
        position = [each for each, move in itertools.islice(random_game(game, seed), 6) if move is not None][-1]
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
        found = int(module.chain(bits & module.LEFT, bits))
        assert {(row, column) for row in range(size) for column in range(size) if found >> size * row + column & 1} == seen


def test_what_a_network_sees_of_hex_is_how_many_stones_are_missing() -> None:
    """Cells that 0, 1 or 2 further stones join with a side, against the cheapest way there, cell by cell."""
    hexagons = example("hex")
    size, steps = hexagons.module.SIZE, [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]
    board = [(row, column) for row in range(size) for column in range(size)]

    def missing(own: int, other: int, side: set[tuple[int, int]]) -> dict[tuple[int, int], int]:
        """How many stones it takes to have a chain from a side to each cell, that cell included."""
        cost = {cell: 0 if own >> size * cell[0] + cell[1] & 1 else 1 for cell in board}
        cost = {cell: each for cell, each in cost.items() if not other >> size * cell[0] + cell[1] & 1}
        found = {cell: cost[cell] for cell in cost if cell in side}
        for _ in range(size * size):
            for row, column in cost:
                around = [found[row + down, column + right] for down, right in steps if (row + down, column + right) in found]
                least = min([*around, found.get((row, column), 99)]) if around else 99
                found[row, column] = min(found.get((row, column), 99), least + cost[row, column])
        return found

    ends = [{(0, i) for i in range(size)}, {(size - 1, i) for i in range(size)}]
    ends += [{(column, row) for row, column in side} for side in ends]
    for seed in range(times(4, 100)):
        for position, _ in random_game(hexagons, seed):
            own, other = int(position.own), int(position.other)
            out = np.zeros(256, np.int64)
            assert features(position, out) == 14
            assert out[:2].tolist() == [own, other]
            for i, side in enumerate(ends):
                needed = missing(own, other, side) if i < 2 else missing(other, own, side)
                for more in range(3):
                    seen = {cell for cell in board if int(out[2 + 3 * i + more]) >> size * cell[0] + cell[1] & 1}
                    assert seen == {cell for cell, least in needed.items() if least <= more}


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


class Den:
    """Dobutsu shogi from dictionaries: animals by row and column with their owners, and two hands."""

    STEPS: ClassVar = {
        "C": [(1, 0)],
        "E": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
        "G": [(1, 0), (-1, 0), (0, 1), (0, -1)],
        "L": [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right],
        "H": [(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)],
    }

    def __init__(self) -> None:
        first = {(0, 0): "E", (0, 1): "L", (0, 2): "G", (1, 1): "C"}
        self.animals = {place: (0, kind) for place, kind in first.items()}
        self.animals |= {(3 - row, 2 - column): (1, kind) for (row, column), kind in first.items()}
        self.hands: list[list[str]] = [[], []]
        self.turn = 0

    def steps(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        """All steps by name."""
        found = {}
        for (row, column), (owner, kind) in self.animals.items():
            for down, right in self.STEPS[kind] if owner == self.turn else []:
                to = row + (down if owner == 0 else -down), column + right
                is_free = to not in self.animals or self.animals[to][0] != owner
                if 0 <= to[0] < 4 and 0 <= to[1] < 3 and is_free:
                    found[f"{'abc'[column]}{row + 1}{'abc'[to[1]]}{to[0] + 1}"] = (row, column), to
        return found

    def names(self) -> list[str]:
        """All moves; only those that take the lion, if some do."""
        steps = self.steps()
        if taking := [name for name, (_, to) in steps.items() if self.animals.get(to, (0, ""))[1] == "L"]:
            return taking
        free = [(row, column) for row in range(4) for column in range(3) if (row, column) not in self.animals]
        return [*steps, *(f"{kind}*{'abc'[at[1]]}{at[0] + 1}" for kind in set(self.hands[self.turn]) for at in free)]

    def play(self, name: str) -> "Den":
        after = copy.deepcopy(self)
        to = int(name[-1]) - 1, "abc".index(name[-2])
        if name[1] == "*":
            after.hands[self.turn].remove(name[0])
            after.animals[to] = self.turn, name[0]
        else:
            source = self.steps()[name][0]
            _, kind = after.animals.pop(source)
            _, taken = after.animals.get(to, (0, "L"))
            after.hands[self.turn] += ["C" if taken == "H" else taken] if taken != "L" else []
            after.animals[to] = self.turn, "H" if kind == "C" and to[0] == (3, 0)[self.turn] else kind
        after.turn = 1 - self.turn
        return after

    def is_lost(self) -> bool:
        """For the player to move: his lion is taken, or the other's stands at his home and cannot be."""
        lions = {owner: place for place, (owner, kind) in self.animals.items() if kind == "L"}
        home = (0, 3)[self.turn]
        return self.turn not in lions or (
            lions[1 - self.turn][0] == home and lions[1 - self.turn] not in [to for _, to in self.steps().values()]
        )

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return 0 if self.is_lost() else sum(self.play(name).perft(depth - 1) for name in self.names())


def test_dobutsu_is_played_as_on_a_board() -> None:
    game = example("dobutsu")
    assert [perft(game.start(), depth) for depth in (1, 2, 3, 4)] == [Den().perft(depth) for depth in (1, 2, 3, 4)]
    for seed in range(times(10, 200)):
        den = Den()
        for position, move in random_game(game, seed, most_plies=100):
            assert (game.outcome(position) == LOSS) == den.is_lost()
            shown = [cell.text for row in game.board(position, den.turn).cells for cell in row]
            there = [kind for _, kind in den.animals.values()] + den.hands[0] + den.hands[1]
            assert sorted("".join(shown)) == sorted(there)
            if move is not None:
                names = [game.move_name(position, each, den.turn) for each in game.moves(position)]
                assert sorted(names) == sorted(den.names())
                den = den.play(game.move_name(position, move, den.turn))


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
