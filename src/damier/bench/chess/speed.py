"""Chess: moves counted (perft) in turns with Stockfish, where that is installed, and the player's speed in middle games.

One thread, CPU time, the best round of each. Stockfish is started anew for each round; what it takes to start is measured
and left out.
"""

import subprocess
import time
from collections.abc import Callable, Iterable

from damier.arena.uci_program import which
from damier.bench.measured import Speed
from damier.engine.player import Player
from damier.games import load
from damier.search.perft import perft

POSITIONS = (  # FEN, depth, and how many games of so many moves there are
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),  # P. McKenzie, Kiwipete
)
MIDDLE_GAMES = (  # numbers 5 and 17 of the Bratko-Kopec test
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
    "r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - 0 1",
)
NODES = 200_000  # of the search of each
ROUNDS = 2
PATIENCE = 60.0  # seconds for Stockfish

Position = tuple[str, int, int]


def counting(positions: Iterable[Position] = POSITIONS) -> list[Speed]:
    """How fast moves are counted: damier first, then Stockfish if it is there."""
    asked = list(positions)
    perft(load("chess").start(), 2)  # compiles
    counters = [lambda: count_here(asked)]
    program = which("stockfish")
    if program is not None:
        counters.append(lambda: count_by(program, asked))
    return _best_of(counters)


def searching() -> Speed:
    """How fast the player searches middle games, each with an empty table."""
    game = load("chess")
    player = Player(game, seconds=None, hash_mb=16)
    player.warm()

    def search() -> Speed:
        nodes, seconds = 0, 0.0
        for fen in MIDDLE_GAMES:
            player.forget()
            began = time.process_time()
            nodes += player.think(game.parse(fen), nodes=NODES).nodes
            seconds += time.process_time() - began
        return Speed("damier", nodes, seconds)

    return _best_of([search])[0]


def count_here(positions: list[Position]) -> Speed:
    """Count moves with damier's rules."""
    game = load("chess")
    began = time.process_time()
    counts = [perft(game.parse(fen), depth) for fen, depth, _ in positions]
    return _speed("damier", counts, positions, time.process_time() - began)


def count_by(program: str, positions: list[Position]) -> Speed:
    """Let a program that is told `go perft` as Stockfish is count them."""
    questions = [line for fen, depth, _ in positions for line in (f"position fen {fen}", f"go perft {depth}")]
    starting = _ask(program, [])[1]
    answer, seconds = _ask(program, questions)
    told = [line.rpartition(":")[2] for line in answer.splitlines() if line.startswith("Nodes searched")]
    return _speed("Stockfish", [int(number) for number in told], positions, max(seconds - starting, 1e-3))


def _ask(program: str, lines: list[str]) -> tuple[str, float]:
    """What a program answers to some lines, and the CPU seconds of its process."""
    before = _children()
    told = "".join(line + "\n" for line in [*lines, "quit"])
    answer = subprocess.run([program], input=told, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return answer.stdout, _children() - before


def _children() -> float:
    """The CPU seconds of all processes that we have started and that have ended."""
    import resource  # which not every system has; those that Debian's Stockfish runs on have it

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _speed(name: str, counts: list[int], positions: list[Position], seconds: float) -> Speed:
    """A round of counting, which must have come to the known numbers."""
    known = [games for _, _, games in positions]
    if counts != known:
        raise RuntimeError(f"{name} counts {counts} moves; there are {known}")
    return Speed(name, sum(counts), seconds)


def _best_of(rounds: list[Callable[[], Speed]]) -> list[Speed]:
    """The best round of each, taken in turn."""
    measured = [[run() for run in rounds] for _ in range(ROUNDS)]
    return [min(speeds, key=lambda speed: speed.seconds) for speeds in zip(*measured, strict=True)]
