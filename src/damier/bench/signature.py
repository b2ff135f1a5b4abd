"""The signature: nodes visited from the positions that games declare (`BENCH`), at fixed depths, by four searches and the
player, and by the exact solvers of games (`bench/GAME/signature.py`). It changes only with behaviour."""

from damier.bench.measured import Signature
from damier.engine.player import Player
from damier.games import load
from damier.games.catalogue import BUILT_IN
from damier.games.game import Game
from damier.games.rooms import rooms
from damier.rules import MOST_PLIES
from damier.search.driver import Options, search

ALGORITHMS = ("alphabeta", "scout", "sss", "memory-depth")
MOST_NODES = 20_000  # that alpha-beta visits at the depth of a game that declares none


def signatures() -> list[Signature]:
    """Of all built-in games, those that only the player searches after the others; then of the solvers."""
    games = sorted(map(load, BUILT_IN), key=lambda game: not hasattr(game.module, "BENCH"))
    return [*map(signature, games), *solver_signatures()]


def signature(game: Game) -> Signature:
    """The nodes of all searches of one game; from its start, where it declares no positions."""
    game = game.as_shipped
    nodes, seconds = 0, 0.0
    positions, played = (getattr(game.module, constant, ()) for constant in ("BENCH", "BENCH_PLAYED"))
    if not positions and not played:
        positions = [("", usual_depth(game))]
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


def usual_depth(game: Game) -> int:
    """The greatest depth at which alpha-beta does not visit too many nodes from the start: the same on every machine."""
    options = Options(weights=game.weights(), nodes=MOST_NODES, whole_line=False)
    for depth in range(1, MOST_PLIES + 1):
        found = search(game.start(), "alphabeta", depth, options)
        if not found.complete:
            return max(1, depth - 1)
        if found.exact:
            break
    return depth


def solver_signatures() -> list[Signature]:
    """The nodes of the exact solvers, each position with a fresh table."""
    return [room.signature() for room in rooms("bench", "signature").values()]
