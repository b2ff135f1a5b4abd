"""Chess in the benchmark: the signature is the same in every process, and moves are counted right or not at all."""

import subprocess
import sys
from pathlib import Path

import pytest

from damier.arena.uci_program import which
from damier.bench import signature
from damier.bench.chess import speed
from damier.bench.chess.speed import POSITIONS, count_by, count_here, counting, searching
from damier.bench.compile_time import SCRIPT
from damier.games import chess, load

pytestmark = pytest.mark.xdist_group("chess bench")

START = POSITIONS[0][0]
FEW = [(START, 3, 8902), ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 4, 396)]


def test_the_signature_is_the_same_in_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [(text, depth - 5) for text, depth in chess.BENCH_PLAYED]
    monkeypatch.setattr(chess, "BENCH_PLAYED", few)
    here = [signature.signature(load("chess")).nodes for _ in range(2)]
    code = (
        "from damier.bench.signature import signature; from damier.games import chess, load; "
        f"chess.BENCH_PLAYED = {few!r}; print(signature(load('chess')).nodes)"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert here == [int(there)] * 2
    assert here[0] > 1000


def test_moves_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "which", lambda name: None)
    [ours] = counting(FEW)
    assert (ours.name, ours.nodes) == ("damier", 9298)
    assert ours.rate > 0
    with pytest.raises(RuntimeError, match=r"damier counts \[8902\] moves; there are \[8901\]"):
        count_here([(START, 3, 8901)])


@pytest.mark.skipif(which("stockfish") is None, reason="Stockfish is not installed")
def test_stockfish_counts_the_same() -> None:
    ours, theirs = counting(FEW)
    assert (theirs.name, theirs.nodes) == ("Stockfish", ours.nodes)


def test_another_program_is_not_believed(tmp_path: Path) -> None:
    program = tmp_path / "counts"
    program.write_text("#!/bin/sh\ncat > /dev/null\necho 'e2e4: 1'\necho 'Nodes searched: 20'\n")
    program.chmod(0o755)
    assert count_by(str(program), [(START, 1, 20)]).nodes == 20
    with pytest.raises(RuntimeError, match=r"Stockfish counts \[20\] moves; there are \[400\]"):
        count_by(str(program), [(START, 2, 400)])


def test_the_player_in_middle_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "NODES", 2000)
    monkeypatch.setattr(speed, "ROUNDS", 1)
    measured = searching()
    assert 4000 <= measured.nodes < 4100
    assert measured.rate > 0


@pytest.mark.parametrize("algorithm", ["alphabeta", "player"])
def test_what_is_timed_when_it_compiles(algorithm: str) -> None:
    told = subprocess.run([sys.executable, "-c", SCRIPT, "nim", algorithm], capture_output=True, text=True, check=True).stdout
    assert float(told) > 0
