"""The evaluation of chess: the fast count against the plain one, what must be alike, what the books prefer."""

import functools

import numpy as np
import pytest
from chess_positions import colours_changed, from_random_games, mirrored
from naive_terms import naive_terms

from damier.games.chess import explanation, fen
from damier.games.chess.endings import FULL, MOST_PHASE, UNKNOWN, adjusted, known
from damier.games.chess.evaluation import MOST_ESTIMATE, PHASES, count_terms, estimate, tapered, terms
from damier.games.chess.position import Chess
from damier.games.chess.weights import (
    COUNT,
    PLACES,
    TERMS,
    WeightError,
    by_hand,
    ending_of,
    load,
    middle_of,
    names,
    packed,
    save,
    weights,
)
from damier.kernel import compiled, native
from damier.rules import LOSS, WIN, evaluate, null
from lengths import SOAK

MIDDLE_GAMES = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r3r1k1/1pq2pp1/2p2n1p/p2p4/P2Pn3/2NBP3/1PQ2PPP/R4RK1 w - - 0 19",
    "8/1p3pk1/p1p3p1/3pP2p/P2P1P1P/1P3KP1/8/8 b - - 0 40",
    "4r1k1/6p1/R3pp1p/2Bpb2P/6P1/2PK1r2/1P6/6R1 w - - 5 35",
    "8/p2Pk2p/4P1p1/1b3p2/8/1Br1KP2/6PP/3R4 w - - 1 37",
    "3r2k1/pR3ppp/8/3B4/8/3R4/Pp1R1PPP/6K1 b - - 0 1",
]


@functools.cache
def positions():
    """Middle games, endings, and wild positions of random games."""
    return [native(fen.read(text)) for text in MIDDLE_GAMES] + from_random_games(25, seed=1)


@compiled
def estimate_all(rows, numbers, out):
    for place in range(len(rows)):
        row = rows[place]
        position = Chess(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10])
        out[place] = estimate(position, numbers)


def in_one_go(found, numbers):
    """The estimates of positions, by compiled code."""
    rows, out = np.array([tuple(position) for position in found], np.uint64), np.zeros(len(found), np.int64)
    estimate_all(rows, numbers, out)
    return out.tolist()


def random_weights(seed):
    random = np.random.default_rng(seed)
    return packed(random.integers(-60, 60, COUNT), random.integers(-60, 60, COUNT))


counted = functools.cache(naive_terms)  # slow, and the same for all weights


def by_terms(position, numbers):
    """The estimate by the plain count: weights times terms, and what is known of endings."""
    counts = counted(position)
    if counts.phase <= MOST_PHASE and known(position, numbers) != UNKNOWN:
        return int(known(position, numbers))
    total = int(((counts.own - counts.other).astype(np.int64) * numbers).sum())
    score = tapered(total, PHASES[counts.phase])
    return int(adjusted(position, score)) if counts.phase <= MOST_PHASE else int(score)


def read(text):
    return native(fen.read(text))


# --------------------------------------------------------------------------------------------------------------------
# The twins


def test_fast_count_equals_the_plain_one():
    """Every term is counted twice, by bit operations and square by square: the sums must agree for any weights."""
    found = positions()
    for numbers in (by_hand(), weights(), random_weights(1), random_weights(2)):
        assert in_one_go(found, numbers) == [by_terms(position, numbers) for position in found]


@compiled
def count_all(rows, counts):
    for place in range(len(rows)):
        row = rows[place]
        position = Chess(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10])
        count_terms(position, counts[place])


def test_terms_are_counted_as_by_the_naive_twin():
    """Term by term, for either side, by plain Python and compiled."""
    found = positions()
    compiled_counts = np.ones((len(found), 2, COUNT), np.int32)  # what was there before does not matter
    count_all(np.array([tuple(position) for position in found], np.uint64), compiled_counts)
    for position, both in zip(found, compiled_counts, strict=True):
        plain, naive = terms(position), counted(position)
        assert plain.own.tolist() == naive.own.tolist() == both[0].tolist()
        assert plain.other.tolist() == naive.other.tolist() == both[1].tolist()
        assert plain.phase == naive.phase


def test_every_weight_is_used_and_none_twice():
    """One weight alone gives what the plain count says of it: no term reads the weight of another."""
    found = positions()[:60]
    seen = np.zeros(COUNT, bool)
    for position in found:
        counts = terms(position)
        seen |= (counts.own != 0) | (counts.other != 0)
    for name, count in TERMS.items():
        places = seen[PLACES[name] : PLACES[name] + count]
        assert places.any(), f"no position of the test has anything to do with {name!r}"
    first_seen = [PLACES[name] + int(np.argmax(seen[PLACES[name] : PLACES[name] + count])) for name, count in TERMS.items()]
    for place in range(0, COUNT, 7) if SOAK else first_seen:
        one = np.zeros(COUNT, np.int32)
        one[place] = packed(100, 100)
        assert in_one_go(found, one) == [by_terms(position, one) for position in found]


def test_compiled_equals_plain():
    found = positions()[:40]
    assert in_one_go(found, by_hand()) == [int(estimate(position, by_hand())) for position in found]


def test_the_rule_is_this_estimate():
    position = read(MIDDLE_GAMES[0])
    assert evaluate(position, weights()) == estimate(position, weights())


# --------------------------------------------------------------------------------------------------------------------
# What must be alike


def test_colours_are_alike():
    for position in positions():
        turned = read(colours_changed(fen.write(position)))
        assert estimate(turned, by_hand()) == estimate(position, by_hand())


def test_left_and_right_are_alike_if_the_squares_are():
    numbers = random_weights(3)
    for name, count in TERMS.items():
        if count == 64:
            table = numbers[PLACES[name] : PLACES[name] + 64].reshape(8, 8)
            table[:, 4:] = table[:, 3::-1]
    for position in positions():
        text = fen.write(position)
        plain = " ".join([*text.split()[:2], "-", "-", *text.split()[4:]])
        assert estimate(read(mirrored(text)), numbers) == estimate(read(plain), numbers)


def test_what_one_player_gains_the_other_loses():
    """Turned over, a score changes its sign, but for the advantage of the move."""
    for position in positions():
        turned = native(null(position))
        counts = terms(position)
        if counts.phase <= MOST_PHASE:
            continue
        tempo = tapered(int(by_hand()[PLACES["tempo"]]), PHASES[counts.phase])
        assert abs(estimate(position, by_hand()) + estimate(turned, by_hand()) - 2 * tempo) <= 2


def test_estimates_are_no_wins():
    heavy = packed(np.full(COUNT, 3000), np.full(COUNT, 3000))
    for numbers in (by_hand(), weights()):
        assert all(LOSS < score < WIN for score in in_one_go(positions(), numbers))
    middle = [position for position in positions() if terms(position).phase > MOST_PHASE]
    assert all(abs(score) <= MOST_ESTIMATE for score in in_one_go(middle, heavy))


def test_no_weights_no_estimate():
    assert estimate(read(MIDDLE_GAMES[0]), np.zeros(0, np.int32)) == 0


# --------------------------------------------------------------------------------------------------------------------
# What the books prefer

BETTER = {  # the better position first, as Alliot-Schiex 15.7.4 and EFREI 3.2 say
    "a castled king": (
        "rnbq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQ1RK1 w - - 0 1",
        "rnbq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQ1KR1 w - - 0 1",
    ),
    "pawns before the king": (
        "r4rk1/pp3ppp/2n5/8/8/2N5/PP3PPP/R4RK1 w - - 0 1",
        "r4rk1/pp3ppp/2n5/8/6P1/2N2P1P/PP6/R4RK1 w - - 0 1",
    ),
    "the pair of bishops": (
        "r4rk1/ppp2ppp/2nn4/8/8/2BB4/PPP2PPP/R4RK1 w - - 0 1",
        "r4rk1/ppp2ppp/2nn4/8/8/2NB4/PPP2PPP/R4RK1 w - - 0 1",
    ),
    "a knight in the centre": (
        "r4rk1/ppp2ppp/3n4/8/4N3/8/PPP2PPP/R4RK1 w - - 0 1",
        "r4rk1/ppp2ppp/3n4/8/8/8/PPP2PPP/RN3RK1 w - - 0 1",
    ),
    "a rook on an open file": (
        "r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/3R2K1 w - - 0 1",
        "r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/1R4K1 w - - 0 1",
    ),
    "doubled rooks on it": (
        "r4rk1/ppp2ppp/8/8/8/3R4/PPP2PPP/3R2K1 w - - 0 1",
        "r4rk1/ppp2ppp/8/8/8/6R1/PPP2PPP/3R2K1 w - - 0 1",
    ),
    "pawns that are not doubled": ("4k3/8/8/8/8/8/1PPP4/4K3 w - - 0 1", "4k3/8/8/8/8/2P5/2PP4/4K3 w - - 0 1"),
    "pawns that are not isolated": ("r3k3/5ppp/8/8/8/8/5PPP/R3K3 w - - 0 1", "r3k3/5ppp/8/8/8/8/1P1P1P2/R3K3 w - - 0 1"),
    "a passed pawn": ("r3k3/pp4pp/8/3P4/8/8/PP4PP/R3K3 w - - 0 1", "r3k3/pp2p1pp/8/3P4/8/8/PP3PPP/R3K3 w - - 0 1"),
    "a far passed pawn": ("r3k3/p6p/3P4/8/8/8/P6P/R3K3 w - - 0 1", "r3k3/p6p/8/8/3P4/8/P6P/R3K3 w - - 0 1"),
    "a supported passed pawn": ("r5k1/pp4pp/8/3P4/2P5/8/P6P/R5K1 w - - 0 1", "r5k1/pp4pp/8/3P4/8/8/P1P4P/R5K1 w - - 0 1"),
    "pieces that are safe": (
        "r4rk1/ppp2ppp/8/4p3/8/5N2/PPP2PPP/R4RK1 w - - 0 1",
        "r4rk1/ppp2ppp/8/4p3/3N4/8/PPP2PPP/R4RK1 w - - 0 1",
    ),
}


@pytest.mark.parametrize("what", BETTER)
def test_the_books_prefer(what):
    better, worse = (estimate(read(text), by_hand()) for text in BETTER[what])
    assert better > worse


def test_material_decides():
    """Without a piece one is worse off by about what it is worth, whatever else changes."""
    whole = estimate(read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), weights())
    losses = []
    for board in ("PPPP1PPP/RNBQKBNR", "PPPPPPPP/R1BQKBNR", "PPPPPPPP/1NBQKBNR", "PPPPPPPP/RNB1KBNR"):
        rights = "Kkq" if board.endswith("/1NBQKBNR") else "KQkq"
        losses.append(whole - estimate(read(f"rnbqkbnr/pppppppp/8/8/8/8/{board} w {rights} - 0 1"), weights()))
    assert losses == sorted(losses)
    assert 40 < losses[0] < 200
    assert 230 < losses[1] < 500
    assert 700 < losses[3] < 1500


# --------------------------------------------------------------------------------------------------------------------
# Explanation


def test_explained_terms_add_up():
    for position in positions():
        rows = explanation.explain(position)
        assert sum(own - other for _, own, other in rows) == estimate(position, weights())


def test_every_term_has_its_group():
    assert sorted(name for group in explanation.GROUPS.values() for name in group) == sorted(TERMS)


def test_known_endings_are_explained_as_such():
    assert explanation.explain(read("8/8/4k3/8/8/3NNK2/8/8 w - - 0 1")) == [(explanation.ENDING, 0, 0)]
    (name, own, other), *rest = explanation.explain(read("8/8/4k3/8/8/3RK3/8/8 b - - 0 1"))
    assert (name, own, rest) == (explanation.ENDING, 0, [])
    assert other > 10_000


# --------------------------------------------------------------------------------------------------------------------
# Weights


def test_two_numbers_in_one():
    middle, ending = np.array([0, 5, -5, 32_000, -32_000, 7]), np.array([0, -3, 3, -32_000, 32_000, 1])
    numbers = packed(middle, ending)
    assert middle_of(numbers).tolist() == middle.tolist()
    assert ending_of(numbers).tolist() == ending.tolist()
    total = int((numbers[1:3].astype(np.int64) * [7, 4]).sum())
    assert (middle_of(total), ending_of(total)) == (15, -9)


def test_a_file_gives_back_what_was_written(tmp_path):
    numbers = random_weights(4)
    save(tmp_path / "mine.weights", numbers, "from nothing\nat all")
    assert load(tmp_path / "mine.weights").tolist() == numbers.tolist()
    assert weights(str(tmp_path / "mine.weights")).tolist() == numbers.tolist()
    assert "# from nothing\n# at all\n" in (tmp_path / "mine.weights").read_text()
    with pytest.raises(WeightError, match="is there already"):
        save(tmp_path / "mine.weights", numbers)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("tempo:", "haste:"), "'haste' is no term"),
        (lambda text: text.replace("tempo: ", "tempo: 1/1 "), "'tempo' has 2 weights; expected 1"),
        (lambda text: text.replace("bishop pair", "# bishop pair"), "has no weights for 'bishop pair'"),
        (lambda text: text.replace("fork: ", "fork: 1:2 #"), "'1:2' is no weight"),
        (lambda text: text.replace("fork: ", "fork: 99999/0 #"), "too large"),
    ],
)
def test_broken_files_are_refused(tmp_path, change, message):
    path = tmp_path / "mine.weights"
    save(path, by_hand())
    path.write_text(change(path.read_text()))
    with pytest.raises(WeightError, match=message):
        load(path)


def test_evaluations_by_name():
    assert "hand" in names()
    assert weights("hand").tolist() == by_hand().tolist()
    with pytest.raises(ValueError, match="there is no evaluation 'nosuch'"):
        weights("nosuch")


def test_parts_of_drawish_endings():
    """Bishops of opposite colours: the same pawns are worth less than with other pieces."""
    opposite = estimate(read("8/5k2/4b3/8/3PP3/4BK2/8/8 w - - 0 1"), by_hand())
    same = estimate(read("8/5k2/5b2/8/3PP3/4BK2/8/8 w - - 0 1"), by_hand())
    assert 0 < opposite < same
    assert FULL == 64
