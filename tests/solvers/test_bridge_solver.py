"""Deals of bridge: the solver against plain minimax, and each of its ideas against none."""

import itertools

import pytest

import naive
from damier import load
from damier.cancel import Cancel
from damier.games.bridge import start
from damier.games.bridge.writing import TRUMPS, parse, text
from damier.rules import ONGOING, legal_moves, outcome, play, same_player
from damier.search.driver import search
from damier.solvers.bridge import IDEAS, Solver
from damier.solvers.registry import has_solver
from lengths import times


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(16)


def deals(cards: int, count: int, first: int = 0) -> list[object]:
    """Random deals, with each kind of trumps in turn."""
    return [start(cards, trumps, seed) for seed, trumps in zip(range(first, first + count), itertools.cycle(TRUMPS))]


def test_a_thousand_deals_by_plain_minimax(solver: Solver) -> None:
    """Four cards a hand, to the last card, on every deal; by alpha-beta after the first two hundred, unless there is time."""
    for number, position in enumerate(deals(4, 1000)):
        best = solver.best(position)
        assert best is not None
        algorithm = "minimax" if number < times(200, 1000) else "alphabeta"
        assert best[0] == search(position, algorithm, 16).value, text(position)


def test_naive_minimax(solver: Solver) -> None:
    """By a twin that knows nothing of damier, each card's worth."""
    for trumps in TRUMPS:
        twin = naive.Bridge(3, trumps)
        for _ in range(times(4, 40)):
            state = twin.start()
            scores = solver.scores(parse(twin.text(state)))
            for move in twin.legal(state):
                child = twin.after(state, move)
                value = naive.minimax(twin, child)
                assert scores is not None
                assert scores[move] == (value if child.player == state.player else -value), twin.text(state)


@pytest.mark.parametrize("idea", IDEAS)
def test_without_an_idea(solver: Solver, idea: str) -> None:
    """Each idea saves work and changes nothing; cards in the middle of a trick, too."""
    without = Solver(16, without=idea)
    for position in deals(6, times(10, 100), 500):
        assert without.scores(position) == solver.scores(position), text(position)
        move = legal_moves(position)[0]
        assert without.scores(play(position, move)) == solver.scores(play(position, move)), text(position)


def test_partition_search_with_many_cards(solver: Solver) -> None:
    """What was proved of one deal is believed of others: ten tricks, with one table for all, against tables of their own."""
    for position in deals(9, times(6, 60), 900):
        assert solver.best(position) == Solver(16, without="partition").best(position), text(position)


def test_the_line_is_worth_what_was_promised(solver: Solver) -> None:
    for position in deals(7, 10, 40):
        best = solver.best(position)
        assert best is not None
        score, here = best[0], position
        for move in solver.line(position):
            child = play(here, move)
            score = score if same_player(here, child) else -score
            here = child
        assert outcome(here) == score != ONGOING


def test_a_known_squeeze(solver: Solver) -> None:
    """South leads the last club: west must keep the ace of hearts and guard spades, and cannot. All three tricks."""
    position = parse("S:2.2.-.A KQ.A.-.- AJ.K.-.- 43.3.-.- N 0-0")
    assert solver.best(position) == (3, [12])


def test_it_stops(solver: Solver) -> None:
    cancel = Cancel()
    cancel.cancel()
    assert solver.best(start(13, "none", 5), cancel=cancel) is None
    assert solver.scores(start(13, "none", 5), seconds=0.001) is None
    assert not solver.in_reach(start(13, "none", 5), 0.01)


def test_it_is_the_games_solver() -> None:
    game = load("bridge", cards=6)
    assert has_solver(game)
    assert game.solve().value == solver_value(game)


def solver_value(game: object) -> int:
    best = Solver(1).best(game.start())  # type: ignore[attr-defined]
    assert best is not None
    return best[0]
