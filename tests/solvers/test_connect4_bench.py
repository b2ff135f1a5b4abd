"""The benchmark of the Connect 4 solver: what it visits, and the sets on which it is compared."""

import pytest
from sizes import in_group

from damier.bench.connect4 import solver as bench
from damier.bench.signature import solver_signatures
from damier.games.connect4 import parse
from damier.solvers.connect4.solver import legal

pytestmark = in_group((7, 6))


def write_sets(folder, line):
    for name in bench.PUBLIC_SETS:
        (folder / f"{name}.txt").write_text(f"2252576253462244111563365343671351441 -1\n{line}\n")


def test_signature():
    """Changes only with what the solver does; a commit that changes it says so."""
    assert solver_signatures()[0].nodes == 3_278_334


def test_random_positions_are_the_same_in_every_run():
    sets = dict(bench.position_sets(None))
    assert sets == dict(bench.position_sets(None))
    for name, (count, fewest, most) in bench.RANDOM_SETS.items():
        assert len(sets[name]) == count
        assert all(fewest <= len(position.moves) <= most and legal(parse(position.moves)) for position in sets[name])


@pytest.mark.parametrize(("score", "agree"), [(1, True), (2, False)])
def test_scores_are_compared(tmp_path, monkeypatch, score, agree):
    write_sets(tmp_path, f"7422341735647741166133573473242566 {score}")
    monkeypatch.setattr(bench, "RANDOM_SETS", {})
    compared = list(bench.compare(tmp_path))
    assert [one.name for one in compared] == list(bench.PUBLIC_SETS)
    for one in compared:
        assert (one.positions, one.agree) == (2, agree)
        assert all(each.scores == [-1, 1] for each in one.measured)


def test_a_bad_line_is_refused(tmp_path):
    write_sets(tmp_path, "44")
    with pytest.raises(ValueError, match="Test_L3_R1"):
        list(bench.position_sets(tmp_path))
