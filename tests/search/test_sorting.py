"""Moves tried in another order: by a note for each, and at the root by what the depth before has found."""

import random

import pytest

from damier.games import load
from damier.rules import hint
from damier.search.driver import Options, search
from damier.search.ordering import moves_in_order
from damier.search.work import ENTER

pytestmark = pytest.mark.xdist_group("connect4")

DEPTH = 6


@pytest.fixture(scope="module")
def positions():
    game = load("connect4", width=5, height=4)
    rng = random.Random(8)
    found = []
    while len(found) < 12:
        position = game.start()
        for _ in range(rng.randrange(6)):
            position = game.play(position, rng.choice(game.moves(position)))
            if game.outcome(position) is not None:
                break
        else:
            found.append(position)
    return game, found


def nodes_of(positions, algorithm, **options):
    """The values of all positions, and all nodes together."""
    found = [search(position, algorithm, DEPTH, Options(**options)) for position in positions]
    return [each.value for each in found], sum(each.nodes for each in found)


def test_notes_save_nodes_and_change_no_value(positions):
    _, some = positions
    values, plain = nodes_of(some, "alphabeta")
    for note in ("", "hint", "estimate"):
        sorted_values, nodes = nodes_of(some, "alphabeta-sorted", note=note)
        assert sorted_values == values
        assert nodes < plain / 2
    for algorithm in ("scout", "pvs"):
        plain_values, plain = nodes_of(some, algorithm)
        sorted_values, nodes = nodes_of(some, algorithm, ordering=True)
        assert plain_values == sorted_values == values
        assert nodes < plain


@pytest.mark.parametrize("note", ["hint", "estimate"])
def test_every_node_tries_the_best_note_first(positions, note):
    """The sons of each node come in the order of their notes, equal ones as the game lists them."""
    game, some = positions
    for position in some[:3]:
        found = search(position, "alphabeta-sorted", 3, Options(note=note, log=5_000, whole_line=False))
        path, places = [], [position]
        tried: dict[tuple[int, ...], list[int]] = {}
        for kind, ply, move, *_ in found.events.tolist():
            if kind == ENTER and ply:
                path = [*path[: ply - 1], move]
                places = [*places[:ply], game.play(places[ply - 1], move)]
                tried.setdefault(tuple(path[:-1]), []).append(move)
        for father, moves in tried.items():
            here = position
            for move in father:
                here = game.play(here, move)
            assert moves == moves_in_order(here, 1 if note == "hint" else 2, game.weights())[: len(moves)]
            if note == "hint":
                assert [hint(here, move) for move in moves] == sorted((hint(here, move) for move in moves), reverse=True)


def test_the_moves_of_the_root_are_ranked_from_depth_to_depth(positions):
    """What became the best comes to the front, the last one first; of the others only is known that they were no better."""
    game, some = positions
    has_changed = False
    for position in some:
        found = search(position, "alphabeta", 5, Options(deepen=True, log=100_000, whole_line=False))
        assert found.events_lost == 0
        depths: list[list[int]] = []
        for kind, ply, move, *_ in found.events.tolist():
            if kind == ENTER and ply == 0:
                depths.append([])
            elif kind == ENTER and ply == 1:
                depths[-1].append(move)
        ranking = game.moves(position)
        for depth, tried in enumerate(depths, 1):
            assert tried == ranking[: len(tried)]
            best = None
            for move in list(ranking):
                value = -search(game.play(position, move), "minimax", depth - 1).value
                if best is None or value > best:
                    best = value
                    ranking.remove(move)
                    ranking.insert(0, move)
        has_changed |= ranking[1:] != [move for move in game.moves(position) if move != ranking[0]]
        assert found.value == search(position, "alphabeta", found.depth).value
    assert has_changed  # more than the first move


@pytest.mark.parametrize("algorithm", ["minimax", "scout", "pvs", "sss", "tolerant", "alphabeta-sorted"])
def test_all_that_deepen_without_a_table_are_ranked(positions, algorithm):
    _, some = positions
    for position in some[:4]:
        deepened = search(position, algorithm, 5, Options(deepen=True, tolerance=0))
        assert deepened.value == search(position, "alphabeta", deepened.depth).value
