"""Tables of endings in chess: names, places, moves taken back, and what is known of the endings."""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from damier.endgames.numbered import build, build_needed, wrong_place
from damier.endgames.table import UNUSED, Tables
from damier.endgames.verdict import statistics
from damier.games import catalogue
from damier.games.asking import arguments_for
from damier.games.chess.boards import of_boards
from damier.games.chess.families import ALL_KING_PAIRS, SIDES, family_of
from damier.games.chess.generation import piece_at
from damier.games.chess.position import Chess, en_passant_file
from damier.games.game import BadInput, Game
from damier.kernel import CONTRACT, native
from damier.rules import (
    MOST_MOVES,
    converting,
    goes_on,
    has_symmetry,
    index,
    key,
    legal_moves,
    placed,
    play,
    unmoves,
    unplay,
)
from walks import same, tell

NEW_RULES = [CONTRACT[name] for name in ("index", "placed", "converting", "unmoves", "unplay", "has_symmetry")]
LONGEST = {  # moves to mate, of the first side and of the second (Thompson, "Retrograde analysis of certain endgames", 1986)
    "KQK": (10, 0),
    "KRK": (16, 0),
    "KPK": (28, 0),
    "KBK": (0, 0),
    "KNK": (0, 0),
    "KBBK": (19, 0),
    "KBNK": (33, 0),
    "KQQK": (4, 0),
    "KNNK": (1, 0),
    "KQKR": (35, 19),
    "KQKQ": (13, 13),
    "KRKN": (40, 1),
    "KRKP": (26, 43),
    "KPKP": (33, 33),
}


@pytest.fixture(scope="module")
def game() -> Game:
    return catalogue.load("chess")


def some_positions(game: Game, name: str, count: int, seed: int = 1) -> list[Chess]:
    """Positions of an ending, from all over its table."""
    chance = np.random.default_rng(seed)
    found = list[Chess]()
    while len(found) < count:
        family = int(chance.choice(game.endings.find(name).families))
        number = int(chance.integers(game.endings.size(family)))
        position = native(placed(game.start(), family, number))
        if index(position) == (family, number):
            found.append(position)
    return found


def taken_back(position: Any) -> list[Any]:
    out = np.zeros(MOST_MOVES, np.int64)
    return [unplay(position, unmove) for unmove in out[: unmoves(position, out)]]


# --------------------------------------------------------------------------------------------------------------------
# Names


@pytest.mark.parametrize(
    ("written", "name"),
    [("KQKR", "KQKR"), ("krvkq", "KQKR"), (" KP vs KQ ", "KQKP"), ("Kkp", "KPK"), ("KNBK", "KBNK"), ("kppk-", "")],
)
def test_names(game: Game, written: str, name: str) -> None:
    if not name:
        with pytest.raises(BadInput, match="is no ending; expected the pieces of both sides"):
            game.endings.find(written)
    else:
        assert game.endings.find(written).name == name


@pytest.mark.parametrize(
    ("written", "said"),
    [("KK", "bare kings"), ("KQRBKR", "has 6 pieces"), ("K" * 10**5, "no ending"), ("QQ", "no ending"), ("", "no ending")],
)
def test_impossible_endings_are_refused_in_a_line(game: Game, written: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        game.endings.find(written)
    assert len(str(refused.value)) < 300


def test_the_order_in_which_endings_can_be_built(game: Game) -> None:
    counted = {3: 5, 4: 35, 5: 145}
    for men, count in counted.items():
        names = game.endings.up_to(men)
        assert len(names) == len(set(names)) == count
        for place, name in enumerate(names):
            assert set(game.endings.find(name).leads_to) <= set(names[:place])
    assert set(game.endings.find("KPKP").leads_to) == {"KPK", "KQKP", "KRKP", "KBKP", "KNKP", "KQK", "KRK", "KBK", "KNK"}
    assert [ending.name for ending in game.endings.needed("KQKR")] == ["KQK", "KRK", "KQKR"]
    assert game.endings.find("KQKQ").families == (family_of(np.uint64(0x00010000_00010000)),)
    assert game.endings.named(game.endings.find("KRKP").families[1]) == "KP-KR"


def test_sizes(game: Game) -> None:
    sizes = {
        "KQK": [462 * 64] * 2,
        "KQKR": [462 * 64 * 64] * 2,
        "KQQK": [462 * 2016] * 2,
        "KQKQ": [462 * 64 * 64],
        "KPK": [24 * ALL_KING_PAIRS] * 2,
        "KPKP": [24 * 56 * ALL_KING_PAIRS],  # with eight squares for pawns that can be taken en passant
        "KRPKR": [24 * ALL_KING_PAIRS * 64 * 64] * 2,
    }
    for name, expected in sizes.items():
        assert [game.endings.size(family) for family in game.endings.find(name).families] == expected


# --------------------------------------------------------------------------------------------------------------------
# Places


def turned(position: Chess, turn: int, is_transposed: bool) -> Chess:
    """The position on a board that is turned."""
    sides: list[dict[int, int]] = [{}, {}]
    for square in range(64):
        if piece := int(piece_at(position, square)):
            to = square ^ turn
            to = (to & 7) << 3 | to >> 3 if is_transposed else to
            sides[int(position.other) >> square & 1][to] = piece
    file = int(en_passant_file(position))
    return of_boards(*sides, en_passant=file and ((file - 1) ^ (turn & 7)) + 1)


@pytest.mark.parametrize(
    "name", ["KQK", "KBNK", "KQQK", "KQKR", "KPK", "KPKP", "KPPK", "KRKP", "KQQQK", "KPPPK", "KPPKP", "KBPKN"]
)
def test_positions_alike_share_a_place(game: Game, name: str) -> None:
    symmetric = 0
    for position in some_positions(game, name, 40):
        of_rules = game.parse(game.text(position))
        assert of_rules == position
        assert key(of_rules) == key(position)
        turns = list(product((0, 7), (False,)) if position.pawns else product((0, 7, 56, 63), (False, True)))
        images = {turned(position, *turn) for turn in turns}
        assert {index(image) for image in images} == {index(position)}
        assert bool(has_symmetry(position)) == (len(images) < len(turns))
        symmetric += len(images) < len(turns)
    assert symmetric < 40


def test_symmetric_positions_are_known_as_such(game: Game) -> None:
    symmetric = ["8/8/8/8/3k4/8/1Q6/K7 b - - 0 1", "8/8/8/8/3k4/R7/8/K1R5 w - - 0 1", "8/8/8/8/4k3/7R/8/5R1K w - - 0 1"]
    others = ["8/8/8/8/3k4/8/2Q5/K7 b - - 0 1", "8/8/8/8/3k4/R7/8/K1N5 w - - 0 1", "8/8/8/8/4k3/7R/8/5RK1 w - - 0 1"]
    assert all(has_symmetry(game.parse(fen)) for fen in symmetric)
    assert not any(has_symmetry(game.parse(fen)) for fen in others)


def test_what_has_no_place(game: Game) -> None:
    for fen in ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"):
        assert index(game.parse(fen)) == (-1, 0)
    assert index(game.parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))[0] >= 0
    assert family_of(np.uint64(0)) == 0
    assert SIDES == 56


def test_en_passant_has_a_place_of_its_own(game: Game) -> None:
    with_it, without = (game.parse(f"4k3/8/8/3pP3/8/8/8/4K3 w - {square} 0 2") for square in ("d6", "-"))
    assert index(with_it) != index(without)
    for position in (with_it, without):
        assert placed(position, *index(position)) in (turned(position, 0, False), turned(position, 7, False))
    before = game.parse("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1")
    assert [index(each) for each in taken_back(with_it)] == [index(before)]
    assert index(before) not in [index(each) for each in taken_back(without)]
    pinned = game.parse("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2")  # which the capture would uncover: it is none
    assert index(game.parse("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1")) in [index(each) for each in taken_back(pinned)]


# --------------------------------------------------------------------------------------------------------------------
# Moves taken back


@pytest.mark.parametrize("name", ["KQKR", "KBNK", "KPK", "KPKP", "KRKP", "KPPKP"])
def test_moves_that_stay_are_those_that_can_be_taken_back(game: Game, name: str) -> None:
    """Move by move: of positions that no symmetry leaves as they are, as many lead to a place as it takes back."""
    for position in some_positions(game, name, 12 if name != "KPPKP" else 25):
        if has_symmetry(position) or not goes_on(position):
            continue
        out = np.zeros(MOST_MOVES, np.int64)
        leaving = out[: converting(position, out)].tolist()
        staying = Counter(index(play(position, move)) for move in legal_moves(position) if move not in leaving)
        assert all(place[0] in game.endings.find(name).families for place in staying)
        assert all(index(play(position, move))[0] not in game.endings.find(name).families for move in leaving)
        for place, count in staying.items():
            child = placed(position, *place)
            if not has_symmetry(child):
                assert Counter(index(before) for before in taken_back(child))[index(position)] == count, game.text(position)


@pytest.mark.parametrize("name", ["KQKR", "KPPKP", "KRKP"])
def test_what_is_taken_back_can_be_played(game: Game, name: str) -> None:
    for position in some_positions(game, name, 12, seed=3):
        for before in taken_back(position):
            stands = placed(before, *index(before)) if index(before)[0] >= 0 else before
            if index(stands) == index(before) and index(before)[0] >= 0 and goes_on(before):
                assert index(position) in [index(play(before, move)) for move in legal_moves(before)], game.text(position)


def test_compiled_and_plain_rules_agree(game: Game) -> None:
    for name in ("KQKR", "KPPKP", "KPK"):
        for position in some_positions(game, name, 8, seed=5):
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
    build_needed(game, "KPK", tables)
    return tables


def check_ending(game: Game, tables: Tables, name: str) -> None:
    """Every number follows from those after it; the longest mates are those that are published."""
    table = tables.by_name[name]
    assert wrong_place(game, table, tables) is None
    if name in LONGEST:
        first, last = (table.of(family) for family in (table.ending.families[0], table.ending.families[-1]))
        assert (int(first.max()) // 2, int(last.max()) // 2) == LONGEST[name]


def test_endings_of_three_men(game: Game, tables: Tables) -> None:
    for name in game.endings.up_to(3):
        check_ending(game, tables, name)
    with_pawn, alone = statistics(game, tables.by_name["KPK"], tables)
    assert with_pawn.won + alone.lost == 111_282  # as other programs count too
    assert (with_pawn.lost, alone.won) == (0, 0)
    assert with_pawn.longest_win is not None
    assert len(with_pawn.longest_win.line) == with_pawn.longest_win.plies == 55


def test_passes_give_the_same_table(game: Game, tables: Tables) -> None:
    others = Tables(game.endings)
    table = build(game, "KQK", others, threads=1, by_passes=True)
    assert (table.values == tables.by_name["KQK"].values).all()


def test_what_tables_say(game: Game, tables: Tables) -> None:
    said = {
        "8/8/8/8/8/2k5/1R6/K7 w - - 0 1": 31,
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": None,  # stalemate
        "7k/6Q1/6K1/8/8/8/8/8 b - - 99 80": 0,
        "K7/8/8/8/8/8/5kp1/8 b - - 0 1": 15,
    }
    for fen, plies in said.items():
        assert tables.distance(game.parse(fen)) == plies, fen
    assert tables.value(game.parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) == 0
    assert tables.value(game.start()) is None


def test_a_missing_table_is_named(game: Game) -> None:
    with pytest.raises(ValueError, match=r"the ending KPK needs the table of K-K[QRBN], which is not there"):
        build(game, "KPK", Tables(game.endings))


@pytest.mark.soak
def test_all_endings_of_four_men(game: Game) -> None:
    tables = Tables(game.endings)
    for name in game.endings.up_to(4):
        tables.add(build(game, name, tables))
        check_ending(game, tables, name)
    assert sum(np.count_nonzero(table.values != UNUSED) for table in tables.by_name.values()) > 10**8
