"""What a person waits for: the first search with an empty compile cache, and the same in a second process.

A search is an algorithm of the textbook, or the player's (`PLAYER`), which is made ready for the first move.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

PLAYER = "player"
SCRIPT = """
import json, sys, time
from damier.games import load
game, algorithm = load(sys.argv[1]), sys.argv[2]
if algorithm == "player":
    from damier.engine.player import Player
    Player(game, hash_mb=1).warm()
else:
    from damier.search.driver import search
    search(game.start(), algorithm, 2)
print(json.dumps(time.process_time()))
"""


@dataclass(frozen=True)
class CompileTime:
    game: str
    algorithm: str
    first: float  # CPU seconds of the whole process, with an empty cache
    second: float  # the same once it is compiled


def compile_time(game: str, algorithm: str) -> CompileTime:
    """Measure one pair in fresh processes."""
    with tempfile.TemporaryDirectory() as folder:
        times = [_run(game, algorithm, folder) for _ in range(2)]
    return CompileTime(game, algorithm, times[0], times[1])


def _run(game: str, algorithm: str, folder: str) -> float:
    environment = dict(os.environ, DAMIER_CACHE=folder)
    command = [sys.executable, "-c", SCRIPT, game, algorithm]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(json.loads(answer.stdout.splitlines()[-1]))
