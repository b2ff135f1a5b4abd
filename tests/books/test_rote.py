"""Rote learning: what is remembered is what was found, helps later searches, misleads none, and outlives the process."""

import random
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from damier.books.rote import Rote
from damier.books.rote_file import create
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.engine.levels import LEVELS
from damier.engine.player import Player, Thought
from damier.engine.rote import Finding
from damier.games import load
from damier.games.game import BadInput, Game
from damier.kernel import uncompiled
from damier.rules import LOSS, MOST_PLIES, WIN, key
from damier.search import table as entries
from damier.search.table import Table

DEEP_WIN = "56641243"  # to be won in 11 plies by column 5; a search to depth 4 prefers column 4
CONNECT4 = load("connect4")

best_of, depth_of, find, high_of, is_guess, low_of = (
    uncompiled(each)
    for each in (entries.best_of, entries.depth_of, entries.find, entries.high_of, entries.is_guess, entries.low_of)
)


@pytest.fixture
def rote() -> Rote:
    return Rote(":memory:", CONNECT4)


def think(game: Game, position: Any, depth: int, rote: Rote | None = None, techniques: Techniques | None = None) -> Thought:
    return Player(game, seconds=None, depth=depth, hash_mb=1, rote=rote, techniques=techniques).think(position)


def seeded(game: Game, position: Any, rote: Rote) -> Workspace:
    """What a search of a position would begin with."""
    memory = Workspace(position, game.weights(), Table(1), Techniques(), unit=game.unit)
    rote.seed(memory)
    return memory


def known_of(position: Any, memory: Workspace) -> Any:
    return find(memory.record, np.uint64(key(position)))


def some_positions(game: Game, count: int, plies: int, seed: int = 1) -> list[Any]:
    """Positions that chance comes to, whose game goes on."""
    chance, found = random.Random(seed), list[Any]()
    while len(found) < count:
        position = game.start()
        for _ in range(chance.randrange(plies + 1)):
            if moves := game.moves(position):
                position = game.play(position, chance.choice(moves))
        if game.moves(position):
            found.append(position)
    return found


def lessons(count: int, depth: int = 6) -> list[Finding]:
    """Lessons of different positions of Connect 4, no two the same up to symmetry."""
    found = dict[int, Finding]()
    for position in some_positions(CONNECT4, 4 * count, 12):
        with closing(Rote(":memory:", CONNECT4)) as scratch:
            name = int(scratch._row(Finding(position, CONNECT4.moves(position)[0], 0, 6, False))[0])
        found[name] = Finding(position, CONNECT4.moves(position)[0], 7, depth, False)
    return list(found.values())[:count]


def knows(rote: Rote, lesson: Finding) -> bool:
    return int(rote._row(lesson)[0]) in rote._place


# --------------------------------------------------------------------------------------------------------------------
# Searches


@pytest.mark.parametrize("name", ["connect4", "kalah"])
def test_values_are_those_of_the_search_that_found_them(name: str) -> None:
    game = load(name)
    rote = Rote(":memory:", game)
    for position in some_positions(game, 6, 8):
        thought = think(game, position, 7, rote)
        entry = known_of(position, seeded(game, position, rote))
        score = thought.value
        if thought.plies is not None:
            score += (MOST_PLIES - thought.plies) * (1 if thought.value > 0 else -1)
        if thought.depth >= rote.least_depth:
            assert (low_of(entry), high_of(entry), depth_of(entry)) == (score, score, thought.depth)
            assert bool(is_guess(entry)) is not thought.exact
            assert game.moves(position)[best_of(entry)] == thought.move


def test_a_search_sees_as_far_as_what_it_meets(rote: Rote) -> None:
    position = CONNECT4.parse(DEEP_WIN)
    assert think(CONNECT4, position, 4).move == 3
    think(CONNECT4, CONNECT4.play(position, 4), 11, rote)
    thought = think(CONNECT4, position, 4, rote)
    assert (thought.move, thought.value, thought.plies) == (4, WIN, 11)


def test_wins_are_counted_from_where_they_are_met() -> None:
    """Remembered at the root, met at the horizon one ply below: the win is so much further away."""
    rote, met = Rote(":memory:", CONNECT4, least_depth=1), 0
    player = Player(CONNECT4, seconds=None, hash_mb=1, rote=rote)
    for position in some_positions(CONNECT4, 60, 14):
        move = CONNECT4.moves(position)[0]
        child = CONNECT4.play(position, move)
        if CONNECT4.moves(child) and (known := think(CONNECT4, child, 7, rote)).plies:
            player.forget()
            found = player.analyse(position, 1, depth=1, moves=[move])[0]
            assert (found.value, found.plies) == (-known.value, known.plies + 1)
            met += 1
    assert met > 5


def test_symmetric_positions_are_one(rote: Rote) -> None:
    think(CONNECT4, CONNECT4.parse("123"), 8, rote)
    think(CONNECT4, CONNECT4.parse("765"), 8, rote)
    assert len(rote) == 1
    for text in ("123", "765"):
        assert known_of(CONNECT4.parse(text), seeded(CONNECT4, CONNECT4.start(), rote))


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [
        pytest.param("connect4", {"width": 4, "height": 4}, 8, marks=pytest.mark.soak),
        ("connect4", {"width": 5, "height": 4}, 10),
        ("tictactoe", {}, 5),
        ("othello", {"size": 4}, 7),
    ],
)
def test_whole_games_are_worth_the_same_with_a_memory(name: str, options: dict[str, Any], plies: int) -> None:
    """Whatever was remembered, from whatever depth, a search to the end finds the value of the game."""
    game = load(name, **options)
    rote = Rote(":memory:", game, least_depth=1)
    chance = random.Random(2)
    for position in some_positions(game, 40, plies):
        think(game, position, chance.randrange(1, 9), rote)
    assert len(rote) > 10
    for position in [game.start(), *some_positions(game, 10, 4, seed=5)]:
        plain = think(game, position, MOST_PLIES)
        helped = think(game, position, MOST_PLIES, rote)
        assert plain.exact
        assert (helped.value, helped.exact) == (plain.value, plain.exact)
        child = game.play(position, helped.move)
        if game.moves(child):
            sign = 1 if game.same_player(position, child) else -1
            assert sign * think(game, child, MOST_PLIES).value == plain.value


def test_a_search_that_is_stopped_teaches_its_last_whole_depth(rote: Rote) -> None:
    player = Player(CONNECT4, seconds=None, hash_mb=1, rote=rote)
    thought = player.think(CONNECT4.start(), nodes=200_000)
    entry = known_of(CONNECT4.start(), seeded(CONNECT4, CONNECT4.start(), rote))
    assert depth_of(entry) == thought.depth
    assert think(CONNECT4, CONNECT4.start(), thought.depth).value == low_of(entry)


def test_little_is_not_remembered_and_less_does_not_replace_more(rote: Rote) -> None:
    position = CONNECT4.parse("44")
    think(CONNECT4, position, rote.least_depth - 1, rote)
    assert len(rote) == 0
    think(CONNECT4, position, 9, rote)
    think(CONNECT4, position, 7, rote)
    assert depth_of(known_of(position, seeded(CONNECT4, position, rote))) == 9


def test_an_empty_memory_changes_nothing() -> None:
    for position in some_positions(CONNECT4, 5, 6):
        plain, helped = (think(CONNECT4, position, 9, each) for each in (None, Rote(":memory:", CONNECT4)))
        assert (plain.nodes, plain.line) == (helped.nodes, helped.line)


def test_lessons_are_seeds_at_once(rote: Rote) -> None:
    """Whether or not others were sorted before; and the deeper of two counts."""
    for lesson in lessons(5):
        for depth in (8, 10):
            rote.remember(Finding(lesson.position, lesson.move, depth, depth, False))
            memory = seeded(CONNECT4, CONNECT4.start(), rote)
            entry = known_of(lesson.position, memory)
            assert (low_of(entry), depth_of(entry)) == (depth, depth)
            assert memory.record.by_rote


def test_levels_that_err_neither_learn_nor_know(rote: Rote) -> None:
    position = CONNECT4.parse(DEEP_WIN)
    think(CONNECT4, CONNECT4.play(position, 4), 11, rote)
    players = [Player(CONNECT4, seconds=None, hash_mb=1, level=LEVELS[3], seed=1, rote=each) for each in (None, rote)]
    thoughts = [player.think(position) for player in players]
    assert thoughts[0].nodes == thoughts[1].nodes
    assert len(rote) == 1


def test_without_table_or_sooner_wins_nothing_is_asked(rote: Rote) -> None:
    position = CONNECT4.parse(DEEP_WIN)
    think(CONNECT4, CONNECT4.play(position, 4), 11, rote)
    for techniques in (Techniques(table=False), Techniques(sooner=False)):
        plain, helped = (think(CONNECT4, position, 7, each, techniques) for each in (None, rote))
        assert plain.nodes == helped.nodes
    assert len(rote) == 1


def test_estimates_that_rest_on_pruning_stand_apart(rote: Rote) -> None:
    position = CONNECT4.parse("44")
    for pruned in (False, True):
        rote.remember(Finding(position, 3, 5, 8, False, pruned))
    assert len(rote) == 2


# --------------------------------------------------------------------------------------------------------------------
# Forgetting


def test_the_memory_is_bounded() -> None:
    rote = Rote(":memory:", CONNECT4, most=40)
    for lesson in lessons(100):
        rote.remember(lesson)
        assert len(rote) <= 40
        assert knows(rote, lesson)
    rote.keep()
    assert len(rote) > 30


def test_the_oldest_goes_first_and_the_deeper_stays_longer() -> None:
    rote = Rote(":memory:", CONNECT4, most=20)
    each = lessons(30)
    deep = Finding(each[0].position, each[0].move, 7, 18, False)
    for lesson in [deep, *each[1:21]]:
        rote.remember(lesson)
    assert knows(rote, deep)
    assert not knows(rote, each[1])
    assert knows(rote, each[20])


def test_what_was_met_stays() -> None:
    rote = Rote(":memory:", CONNECT4, most=20)
    position = CONNECT4.parse(DEEP_WIN)
    think(CONNECT4, CONNECT4.play(position, 4), 11, rote)
    used = Finding(CONNECT4.play(position, 4), 0, 0, 6, False)
    rote._rows[0, 5] = 6  # as if it were no deeper than the others
    each = lessons(40)
    for lesson in each[:19]:
        rote.remember(lesson)
    think(CONNECT4, position, 4, rote)  # meets it: its age is halved
    for lesson in each[19:24]:
        rote.remember(lesson)
    assert knows(rote, used)
    assert not knows(rote, each[0])


def test_a_small_table_gets_the_most_useful() -> None:
    rote = Rote(":memory:", CONNECT4)
    known = rote._row(Finding(CONNECT4.start(), 3, 5, 9, False))
    rows = np.tile(known, (40_000, 1))
    rows[:, 0] = rows[:, 2] = np.random.default_rng(1).integers(-(1 << 63), (1 << 63) - 1, len(rows))
    rows[:, 6] = np.arange(len(rows))
    rote._set(rows)
    memory = seeded(CONNECT4, CONNECT4.start(), rote)
    assert 10_000 < memory.record.held <= 31_250
    last, first = rote._keys(rows[-1:, 0])[0], rote._keys(rows[:1, 0])[0]
    assert find(memory.record, last)
    assert not find(memory.record, first)


# --------------------------------------------------------------------------------------------------------------------
# The file


def test_it_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    file = tmp_path / "rote.db"
    each = lessons(10)
    with Rote(file, CONNECT4) as rote:
        for lesson in each:
            rote.remember(lesson)
    with Rote(file, CONNECT4) as again:
        assert len(again) == 10
        assert all(knows(again, lesson) for lesson in each)
    with Rote(file, load("connect4", width=5)) as other, Rote(file, load("kalah")) as kalah:
        assert len(other) == len(kalah) == 0  # another size, another game
        other.remember(Finding(load("connect4", width=5).start(), 2, 0, 9, False))
    with Rote(file, CONNECT4) as again:
        assert len(again) == 10


KILLED = """
import os, sys
from damier.books.rote import Rote
from damier.engine.rote import Finding
from damier.games import load
game = load("connect4")
rote = Rote(sys.argv[1], game)
for place, text in enumerate(("1", "2", "3", "4", "11", "12", "13", "14", "15", "16")):
    rote.remember(Finding(game.parse(text), 3, place, 8, False))
    if place == 4:
        rote.keep()
os._exit(9)
"""


def test_what_was_kept_outlives_a_kill(tmp_path: Path) -> None:
    file = tmp_path / "rote.db"
    assert subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False).returncode == 9
    with Rote(file, CONNECT4) as rote:
        assert len(rote) == 5


@pytest.mark.parametrize(
    "damage", ["word = word + 1", "depth = 0", "born = -5", "twin = 'x'", "checksum = checksum + 1", "depth = 2.5"]
)
def test_bad_rows_are_dropped(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "rote.db"
    with Rote(file, CONNECT4) as rote:
        for lesson in lessons(10):
            rote.remember(lesson)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"UPDATE rote SET {damage} WHERE key IN (SELECT key FROM rote LIMIT 3)")
    with Rote(file, CONNECT4) as rote:
        assert len(rote) == 7
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM rote").fetchone() == (7,)


def test_several_may_write_one_file(tmp_path: Path) -> None:
    file = tmp_path / "rote.db"
    each = lessons(30)
    with Rote(file, CONNECT4, most=25) as one, Rote(file, CONNECT4, most=25) as two:
        for lesson in each[:10]:
            one.remember(lesson)
        deeper = Finding(each[0].position, each[0].move, 9, 12, False)
        for lesson in [*each[10:20], deeper]:
            two.remember(lesson)
        one.keep()
        two.keep()
        one.keep()
        assert len(one) == len(two) == 20
        assert depth_of(known_of(deeper.position, seeded(CONNECT4, deeper.position, one))) == 12
        for lesson in each[20:]:
            one.remember(lesson)
    with Rote(file, CONNECT4) as again:
        assert 20 <= len(again) <= 25


def test_two_processes(tmp_path: Path) -> None:
    file = tmp_path / "rote.db"
    command = [sys.executable, "-c", KILLED.replace("os._exit(9)", "rote.keep()"), str(file)]
    running = [subprocess.Popen(command) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    with Rote(file, CONNECT4) as rote:
        assert len(rote) == 10


def test_it_lives_beside_other_tables() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE book (key INTEGER PRIMARY KEY)")
        create(connection)
        with Rote(connection, CONNECT4) as rote:
            rote.remember(lessons(1)[0])
        assert connection.execute("SELECT count(*) FROM rote").fetchone() == (1,)  # and it is still open


def test_a_full_disk_is_said_in_a_line_and_nothing_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "rote.db"
    each = lessons(60)
    rote = Rote(file, CONNECT4)
    rote.remember(each[0])
    rote.keep()
    pages = rote._connection.execute("PRAGMA page_count").fetchone()[0]
    rote._connection.execute(f"PRAGMA max_page_count = {pages}")
    rows = np.tile(rote._rows[:1], (2_000, 1))
    rows[:, 0] = np.arange(2_000)
    rote._set(rows, np.ones(2_000, np.bool_))
    with pytest.raises(BadInput, match=r"^positions cannot be remembered in .*rote\.db: .*full$"):
        rote.keep()
    with Rote(file, CONNECT4) as other:
        assert len(other) == 1
    rote._connection.execute("PRAGMA max_page_count = 100000")
    rote.keep()
    rote.close()
    with Rote(file, CONNECT4) as other:
        assert len(other) == 2_001


def test_what_cannot_be_opened_or_written(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database at all\n" * 100)
    for file in (tmp_path / "text.db", tmp_path / "nowhere" / "rote.db"):
        with pytest.raises(BadInput, match="positions cannot be remembered in"):
            Rote(file, CONNECT4)
    file = tmp_path / "rote.db"
    Rote(file, CONNECT4).close()
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        rote = Rote(connection, CONNECT4)
        rote.remember(lessons(1)[0])
        with pytest.raises(BadInput, match="readonly"):
            rote.keep()


# --------------------------------------------------------------------------------------------------------------------
# The page


def test_the_example_of_the_page(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "rote-learning.md").read_text()
    code, said = re.findall(r"```(?:python)?\n(.*?)```", page, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == said, done.stderr


# --------------------------------------------------------------------------------------------------------------------
# Chess


@pytest.fixture(scope="module")
def chess() -> Game:
    return load("chess")


@pytest.mark.xdist_group("chess")
def test_mates_are_counted_from_where_they_are_met(chess: Game) -> None:
    rote = Rote(":memory:", chess, least_depth=3)
    mate = chess.parse("7k/8/5K2/8/8/8/8/6R1 b - - 0 1")
    before = chess.parse("7k/8/8/5K2/8/8/8/6R1 w - - 0 1")  # Kf6 leads there
    lost = think(chess, mate, 8, rote)
    assert lost.value == LOSS
    thought = Player(chess, seconds=None, depth=2, hash_mb=1, rote=rote).analyse(
        before, 1, moves=[chess.parse_move(before, "Kf6")]
    )[0]
    assert lost.plies is not None
    assert (thought.value, thought.plies) == (WIN, lost.plies + 1)


@pytest.mark.xdist_group("chess")
def test_what_rests_on_the_past_or_on_patience_is_not_remembered(chess: Game) -> None:
    """Black, a rook up, has gone to and fro: White's king can bring about a position for the third time."""
    position, past = chess.parse("6k1/5ppp/8/7r/8/8/5PPP/K7 b - - 0 1"), list[Any]()
    for name in ("Kh8", "Kb1", "Kg8", "Ka1", "Kh8", "Kb1", "Kg8"):
        past.append(position)
        position = chess.play(position, chess.parse_move(position, name))
    rote = Rote(":memory:", chess)
    memory = Workspace(position, chess.weights(), Table(1), Techniques(), past=past, unit=chess.unit)
    rote.seed(memory)
    assert not memory.record.by_rote  # such values tell nothing of a third time
    player = Player(chess, seconds=None, depth=7, hash_mb=1, rote=rote)
    assert player.think(position, past=past).value == 0
    assert len(rote) == 0
    player.think(chess.parse("6k1/5ppp/8/7r/8/8/5PPP/1K6 w - - 85 99"))  # the same, near the end of the fifty moves
    assert len(rote) == 0
    player.forget()
    assert player.think(position).value < -200
    assert len(rote) == 1
