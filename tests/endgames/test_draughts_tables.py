"""Tables of endings in draughts: names, places, moves taken back, and what is known of the endings."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from naive_solution import known_as, solve_naively

from damier.endgames.numbered import build, build_needed, wrong_place
from damier.endgames.solved import solve_game
from damier.endgames.table import UNUSED, Tables, families_of
from damier.endgames.verdict import statistics
from damier.games import catalogue
from damier.games.asking import arguments_for
from damier.games.draughts.numbering import boards
from damier.games.draughts.rules import Draughts
from damier.games.game import BadInput, Game
from damier.kernel import CONTRACT, native
from damier.rules import MOST_MOVES, converting, index, legal_moves, placed, play, timeless, unmoves, unplay
from walks import same, tell

NEW_RULES = [CONTRACT[name] for name in ("index", "placed", "converting", "unmoves", "unplay", "timeless")]
SOME = ["1K-1K", "1M-1M", "2M-1K", "1K1M-1K1M", "2K1M-2M", "3M-3M"]
BOARDS = {2: 6_972, 3: 261_224, 4: 7_092_774}  # with so many pieces in all (Schaeffer and others, "Checkers Is Solved")


@pytest.fixture(scope="module")
def game() -> Game:
    return catalogue.load("draughts")


def some_positions(game: Game, name: str, count: int, seed: int = 1) -> list[Draughts]:
    """Positions of an ending, from all over its table."""
    chance = np.random.default_rng(seed)
    families = [int(chance.choice(game.endings.find(name).families)) for _ in range(count)]
    return [native(placed(game.start(), family, int(chance.integers(game.endings.size(family))))) for family in families]


def all_positions(game: Game, name: str) -> list[Draughts]:
    families = game.endings.find(name).families
    return [native(placed(game.start(), family, number)) for family in families for number in range(game.endings.size(family))]


def taken_back(position: Any) -> list[Any]:
    out = np.zeros(MOST_MOVES, np.int64)
    return [native(unplay(position, unmove)) for unmove in out[: unmoves(position, out)]]


# --------------------------------------------------------------------------------------------------------------------
# Names


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("2K1M-1K", "2K1M-1K"),
        ("1kv2k1m", "2K1M-1K"),
        (" 2K + 1M vs 1K ", "2K1M-1K"),
        ("KMK-K", "2K1M-1K"),
        ("m:k", "1K-1M"),
        ("2K0M/1K", "2K-1K"),
        ("3M-1K1M", "3M-1K1M"),
        ("1K1M-2M", "1K1M-2M"),
    ],
)
def test_names(game: Game, written: str, name: str) -> None:
    assert game.endings.find(written).name == name


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("2K1K", "is no ending; expected kings and men of both sides, as 2K1M-1K or KKMvK"),
        ("K-0M", "leaves a side without pieces, which has lost"),
        ("4K-3K", "has 7 pieces; endings have 6 at most"),
        ("99K-K", "has 100 pieces"),
        ("KQK", "is no ending"),
        ("²K-K", "is no ending"),
        ("K" * 10**5, "is no ending"),
        ("", "is no ending"),
    ],
)
def test_impossible_endings_are_refused_in_a_line(game: Game, written: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        game.endings.find(written)
    assert len(str(refused.value)) < 300


def test_the_order_in_which_endings_can_be_built(game: Game) -> None:
    for pieces, count in {1: 0, 2: 3, 3: 9, 4: 23, 5: 45, 6: 82}.items():
        names = game.endings.up_to(pieces)
        assert len(names) == len(set(names)) == count
        for place, name in enumerate(names):
            ending = game.endings.find(name)
            assert ending.name == name
            assert set(ending.leads_to) <= set(names[:place])
    assert set(game.endings.find("1K1M-1M").leads_to) == {"2K-1M", "1K1M-1K", "1K-1M", "1M-1M", "1K-1K"}
    assert [game.endings.named(family) for family in game.endings.find("1M-2K").families] == ["2K-1M", "1M-2K"]
    assert len(game.endings.find("2M-2M").families) == 1


@pytest.mark.parametrize("pieces", BOARDS)
def test_places_are_the_boards_that_are_published(game: Game, pieces: int) -> None:
    """But for those on which one side has nothing, and has lost."""
    places = sum(game.endings.places(game.endings.find(name)) for name in game.endings.up_to(pieces))
    smaller = sum(game.endings.places(game.endings.find(name)) for name in game.endings.up_to(pieces - 1))
    alone = sum(2 * int(boards(men, pieces - men, 0, 0)) for men in range(pieces + 1))
    assert places - smaller + alone == BOARDS[pieces]


# --------------------------------------------------------------------------------------------------------------------
# Places and moves taken back


def test_neither_colour_nor_clock_tell_a_place(game: Game) -> None:
    black, white = game.parse("B:WK31,12:BK5,6"), game.parse("W:WK28,27:BK2,21:H30")
    assert index(black) == index(white)
    assert timeless(black) == timeless(white)
    assert index(game.start()) == (-1, 0)
    assert index(game.parse("B:WK31:B")) == index(game.parse("B:W:BK31")) == (-1, 0)


@pytest.mark.parametrize("name", SOME)
def test_moves_that_stay_are_those_that_can_be_taken_back(game: Game, name: str) -> None:
    families = game.endings.find(name).families
    for position in some_positions(game, name, 25):
        if game.outcome(position) is not None:
            continue
        out = np.zeros(MOST_MOVES, np.int64)
        leaving = out[: converting(position, out)].tolist()
        assert all(index(play(position, move))[0] not in families for move in leaving)
        staying = [native(play(position, move)) for move in legal_moves(position) if move not in leaving]
        assert all(index(child)[0] in families for child in staying)
        for child in staying:
            assert Counter(map(index, taken_back(child)))[index(position)] == 1, game.text(position)


@pytest.mark.parametrize("name", SOME)
def test_what_is_taken_back_can_be_played(game: Game, name: str) -> None:
    found = 0
    for position in some_positions(game, name, 25, seed=3):
        for before in taken_back(position):
            assert position._replace(turn=before.turn, quiet=0) in [
                play(before, move)._replace(turn=before.turn, quiet=0) for move in legal_moves(before)
            ], game.text(position)
            found += 1
    assert found


def test_compiled_and_plain_rules_agree(game: Game) -> None:
    for name in SOME:
        for position in some_positions(game, name, 6, seed=5):
            for entry in NEW_RULES:
                if not entry.asked(position):
                    continue
                plain, compiled = (
                    tell(entry, arguments_for(entry, position, 0, game.weights()), is_compiled) for is_compiled in (False, True)
                )
                assert plain.listed == compiled.listed, entry.name
                assert same(plain.given, compiled.given) if entry.gives.shape == "position" else plain.given == compiled.given


# --------------------------------------------------------------------------------------------------------------------
# Tables


@pytest.fixture(scope="module")
def tables(game: Game) -> Tables:
    tables = Tables(game.endings)
    for name in ("1M-1M", "2M-1M"):
        build_needed(game, name, tables)
    return tables


def test_two_pieces_are_worth_what_is_found_on_paper(game: Game, tables: Tables) -> None:
    starts = [position for name in game.endings.up_to(2) for position in all_positions(game, name)]
    naively = solve_naively(starts)
    assert len(starts) == 3_488
    for position in starts:
        worth = naively[known_as(position)]
        assert (tables.wdl(position), tables.distance(position)) == (np.sign(worth.value), worth.distance), game.text(position)


def test_every_number_follows_from_those_one_move_ahead(game: Game, tables: Tables) -> None:
    assert sorted(tables.by_name) == sorted(game.endings.up_to(3))
    for table in tables.by_name.values():
        assert not (table.values == UNUSED).any()
        assert wrong_place(game, table, tables) is None
    two = tables.by_name["2K-1K"]
    place = int(np.argmax(two.values))
    two.values[place] -= 2
    assert wrong_place(game, two, tables) is not None
    two.values[place] += 2


def test_passes_give_the_same_table(game: Game, tables: Tables) -> None:
    table = build(game, "1K1M-1K", tables, threads=1, by_passes=True)
    assert (table.values == tables.by_name["1K1M-1K"].values).all()


def test_two_kings_against_one(game: Game, tables: Tables) -> None:
    """They win but in 34 positions, in which one of them is lost."""
    two, one = statistics(game, tables.by_name["2K-1K"], tables)
    assert (two.won, two.drawn, two.lost) == (14_846, 34, 0)
    assert (one.won, one.drawn, one.lost) == (412, 1_450, 13_018)
    assert two.longest_win is not None
    assert two.longest_win.plies == len(two.longest_win.line) == 33
    for fen, plies in {"B:WK5:B3,K29": 47, "B:W11:B2,4": 61, "B:W30:B25": 13}.items():
        assert tables.distance(game.parse(fen)) == plies
    assert tables.value(game.parse("B:WK31:B1,2,3")) is None


@pytest.mark.soak
def test_all_endings_of_four_pieces(game: Game) -> None:
    """Each by itself, and those of three from the rules alone."""
    tables = Tables(game.endings)
    for name in game.endings.up_to(4):
        tables.add(build(game, name, tables))
        assert wrong_place(game, tables.by_name[name], tables) is None
    solved = solve_game(position for name in game.endings.up_to(3) for position in all_positions(game, name))
    for name in game.endings.up_to(3):
        for family, values in families_of(tables.by_name[name]):
            for number, value in enumerate(values.tolist()):
                position = native(placed(game.start(), family, number))
                assert (np.sign(value), abs(value) - 1 if value else None) == (solved.wdl(position), solved.distance(position))
