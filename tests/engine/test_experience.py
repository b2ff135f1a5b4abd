"""What a search remembers of replies and of its own errors: what plain Python counts, within bounds, until it is to forget."""

import random
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from damier.bits import mix
from damier.engine.kernel.corrections import (
    MOST_BY_DEPLOYMENT,
    MOST_CORRECTION,
    MOST_LEARNT,
    MOST_MISJUDGED,
    corrected_by_experience,
    learn_correction,
)
from damier.engine.kernel.replies import BACK, MOST_REPLY, NO_ROLE, ROLES, grow_reply, reply_history
from damier.engine.kernel.techniques import Techniques
from damier.engine.kernel.workspace import Workspace
from damier.engine.player import Player
from damier.games import load
from damier.kernel import compiled, native
from damier.rules import deployment, role, structure
from damier.search.table import Table
from walks import random_game

GAME = load("chess")
OPEN_FILE = "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 b - - 0 11"


@compiled
def _grow(answer: Any, by: Any, ply: Any, work: Any) -> Any:
    grow_reply(answer, by, ply, work)


@compiled
def _found(answer: Any, ply: Any, work: Any) -> Any:
    return reply_history(answer, ply, work)


@compiled
def _learn(position: Any, error: Any, depth: Any, ply: Any, work: Any) -> Any:
    learn_correction(position, error, depth, ply, work)


@compiled
def _corrected(position: Any, static: Any, ply: Any, work: Any) -> Any:
    return corrected_by_experience(position, static, ply, work)


def memory_of(**switches: bool) -> Workspace:
    return Workspace(native(GAME.start()), GAME.weights(), Table(1), Techniques(**switches), unit=GAME.unit)


def test_replies_are_those_of_plain_python() -> None:
    """A dictionary by (how far back, what was answered, the answer) says the same after any number of cuts."""
    memory = memory_of()
    work = memory.record
    known: dict[tuple[int, int, int], int] = defaultdict(int)
    rng = random.Random(4)
    few = [rng.randrange(ROLES) for _ in range(4)]
    for _ in range(3000):
        ply = rng.randrange(6)
        work.role[: ply + 1] = [rng.choice([*few, NO_ROLE]) for _ in range(ply + 1)]
        asked = [(back, int(work.role[ply - back])) for back in range(min(BACK, ply + 1)) if work.role[ply - back] != NO_ROLE]
        answer, by = rng.choice(few), rng.randrange(-2000, 2001)
        _grow(np.int64(answer), np.int64(by), np.int64(ply), work)
        for back, before in asked:
            past = known[back, before, answer]
            known[back, before, answer] = past + by - past * abs(by) // MOST_REPLY
        assert _found(np.int64(answer), np.int64(ply), work) == sum(known[back, before, answer] for back, before in asked)
    assert max(map(abs, known.values())) <= MOST_REPLY
    assert len({value > 0 for value in known.values()}) == 2


def test_what_always_answers_is_known_to_its_bound_and_no_further() -> None:
    memory = memory_of()
    work = memory.record
    work.role[0] = 3
    for _ in range(1000):
        _grow(np.int64(7), np.int64(MOST_REPLY // 4), np.int64(0), work)
    assert MOST_REPLY - 4 <= _found(np.int64(7), np.int64(0), work) <= MOST_REPLY
    assert _found(np.int64(8), np.int64(0), work) == 0


@pytest.mark.parametrize("error", [-300, -20, 20, 300])
def test_estimates_move_towards_what_searches_found(error: int) -> None:
    """... and by no more than so many hundredths; those that have nothing in common, and won games, stay as they are."""
    memory = memory_of()
    here, other = native(GAME.start()), native(GAME.parse(OPEN_FILE))
    root = np.int64(0)  # to which no move has led
    moved = [_corrected(here, np.int64(0), root, memory.record)]
    for _ in range(300):
        _learn(here, np.int64(error), np.int64(8), root, memory.record)
        moved.append(_corrected(here, np.int64(0), root, memory.record))
    toward = moved if error > 0 else [-score for score in moved]
    assert toward == sorted(toward)
    assert 0 < toward[-1] <= MOST_CORRECTION + 2 * MOST_BY_DEPLOYMENT
    assert _corrected(other, np.int64(5), root, memory.record) == 5
    certain = int(memory.record.certain)
    assert _corrected(here, np.int64(certain), root, memory.record) == certain
    assert MOST_LEARNT < MOST_MISJUDGED


def test_estimates_move_after_the_same_two_moves() -> None:
    """Positions of whatever structure that the moves in two roles led to; no others."""
    memory = memory_of()
    work = memory.record
    here, other = native(GAME.start()), native(GAME.parse(OPEN_FILE))
    ply, far = np.int64(2), np.int64(8)
    work.role[:3] = NO_ROLE, 5, 9
    for _ in range(300):
        _learn(here, np.int64(50), far, ply, work)
    assert MOST_CORRECTION < _corrected(here, np.int64(0), ply, work) <= 2 * (MOST_CORRECTION + MOST_BY_DEPLOYMENT)
    assert 0 < _corrected(other, np.int64(0), ply, work) <= MOST_CORRECTION
    for roles in ((5, 8), (4, 9), (9, 5)):
        work.role[1:3] = roles
        assert _corrected(other, np.int64(0), ply, work) == 0
    work.role[1:3] = 5, NO_ROLE  # a pass
    assert _corrected(other, np.int64(0), ply, work) == 0


def test_estimates_move_where_one_side_has_the_same_men_there() -> None:
    """The pawns are others, and those of one side; the men of the other side count apart."""
    memory = memory_of()
    learnt, alike, unlike = (
        native(GAME.parse(f"{black}/pppp1ppp/8/4p3/8/8/{pawns}/{white} w - - 0 1"))
        for black, pawns, white in (
            ("rnbqkbnr", "PPPPPPPP", "RNBQKBNR"),
            ("r1bqkbnr", "PPPPPPP1", "RNBQKBNR"),
            ("r1bqkbnr", "PPPPPPP1", "RNBQKB1R"),
        )
    )
    root = np.int64(0)
    for _ in range(300):
        _learn(learnt, np.int64(50), np.int64(8), root, memory.record)
    assert 0 < _corrected(alike, np.int64(0), root, memory.record) <= MOST_BY_DEPLOYMENT
    assert _corrected(unlike, np.int64(0), root, memory.record) == 0


def test_a_structure_is_that_of_its_pawns_for_who_is_to_move() -> None:
    """It stays as it is while only pieces move, and is another for the other player."""
    seen: dict[tuple[int, int], int] = {}
    for position, _ in random_game(GAME, "structures", most_plies=150):
        here = int(structure(position))
        pawns = int(position.pawns & position.own), int(position.pawns & position.other)
        assert seen.setdefault(pawns, here) == here
        assert here == int(mix(np.uint64(pawns[0])) ^ np.uint64(pawns[1]))
    assert len(set(seen.values())) == len(seen) > 10


def test_a_deployment_is_how_the_men_of_each_side_stand() -> None:
    """It is another for a side whose pieces stand otherwise, and turns with the board."""
    seen: dict[int, tuple[int, ...]] = {}
    for position, _ in random_game(GAME, "deployments", most_plies=150):
        for side, number in zip((position.own, position.other), deployment(position), strict=True):
            men = tuple(int(each & side) for each in (position.knights, position.diagonals, position.straights, position.kings))
            assert seen.setdefault(int(number), men) == men
    assert len(set(seen.values())) == len(seen) > 20


def test_a_role_is_a_piece_and_where_it_goes() -> None:
    position = GAME.start()
    assert len({int(role(position, move)) for move in GAME.moves(position)}) == 20
    for position, move in random_game(GAME, "roles", most_plies=150):
        if move is not None:
            assert 0 <= role(position, move) < ROLES


@pytest.mark.parametrize("switch", ["replies", "corrections"])
def test_what_is_remembered_counts(switch: str) -> None:
    """With the switch off there is nothing to remember, and the same depth visits other positions."""
    position = GAME.parse(OPEN_FILE)
    told: dict[bool, int] = {}
    for is_on in (True, False):
        player = Player(GAME, seconds=None, depth=9, hash_mb=4, techniques=Techniques(**{switch: is_on}))
        player.think(position)
        told[is_on] = player.nodes
        last = player._last
        assert last is not None
        has_some = [True, is_on or switch != "replies", is_on or switch != "corrections"]
        assert [len(each) > 0 for each in last.experience] == has_some
        assert all(each.any() for each in last.experience if len(each))
    assert told[True] != told[False]


def test_who_forgets_searches_as_if_for_the_first_time() -> None:
    """What was learnt of one position counts in the next, until it is forgotten."""
    first, then = GAME.start(), GAME.parse(OPEN_FILE)

    def nodes(player: Player) -> int:
        player.think(then)
        return player.nodes

    fresh, used = (Player(GAME, seconds=None, depth=9, hash_mb=4) for _ in range(2))
    expected = nodes(fresh)
    used.think(first)
    used.table.clear()
    assert nodes(used) != expected
    used.forget()
    assert nodes(used) == expected


def test_the_two_players_are_told_apart_from_move_to_move() -> None:
    """What one has learnt of his moves is not taken for the other's, whoever is to move at the root."""
    for played in range(3):
        memory = Workspace(
            native(GAME.start()), GAME.weights(), Table(1), Techniques(), past=[native(GAME.start())] * played, unit=GAME.unit
        )
        assert memory.record.root_side == played % 2


def test_threads_that_share_out_the_moves_share_what_they_remember() -> None:
    lead, helper = memory_of(), memory_of()
    helper.share(np.zeros(1 << 12, np.uint64), 1, lead)
    assert helper.record.replies == lead.record.replies
    assert helper.record.corrections == lead.record.corrections
