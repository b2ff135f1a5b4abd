"""The signature: nodes visited from the positions that games declare (`BENCH`), at fixed depths, by four searches and the
player, and by the exact solvers of games (`bench/GAME/signature.py`). It changes only with behaviour."""

from damier.bench.measured import Signature
from damier.engine.player import Player
from damier.games import load
from damier.games.catalogue import BUILT_IN
from damier.games.rooms import rooms
from damier.search.driver import Options, search

ALGORITHMS = ("alphabeta", "scout", "sss", "memory-depth")


def signatures() -> list[Signature]:
    """Of all built-in games, those that only the player searches after the others; then of the solvers."""
    games = sorted(map(load, BUILT_IN), key=lambda game: not hasattr(game.module, "BENCH"))
    return [*(signature(game.name) for game in games), *solver_signatures()]


def signature(name: str) -> Signature:
    """The nodes of all searches of one game."""
    game = load(name)
    nodes, seconds = 0, 0.0
    positions, played = (getattr(game.module, constant, ()) for constant in ("BENCH", "BENCH_PLAYED"))
    for text, depth in positions:
        for algorithm in ALGORITHMS:
            deepen = algorithm == "memory-depth"
            found = search(game.parse(text), algorithm, depth, Options(hash_mb=4, deepen=deepen, weights=game.weights()))
            nodes += found.nodes
            seconds += found.seconds
    for text, depth in [*positions, *played]:
        thought = Player(game, seconds=None, depth=depth, hash_mb=4).think(game.parse(text))
        nodes += thought.nodes
        seconds += thought.seconds
    return Signature(game.name, nodes, seconds)


def solver_signatures() -> list[Signature]:
    """The nodes of the exact solvers, each position with a fresh table."""
    return [room.signature() for room in rooms("bench", "signature").values()]
