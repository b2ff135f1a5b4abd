"""Many games of chess against itself, by several processes (`selfplay_worker.py`), each with a seed of its own.

The games are the same however many processes play them. In a file (`batches.py`) they are kept as they end, and whoever is
ended goes on from there.
"""

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from damier.batches import Journal, run_batch
from damier.learning.carried import array_as_text
from damier.learning.chess.selfplay import NODES
from damier.processes.pool import MakesWorkers, Pool, Workers

WORKER = "damier.learning.chess.selfplay_worker"


class SelfPlay:
    """So many games; they can be stopped from another thread."""

    def __init__(
        self,
        count: int,
        weights: Any,
        nodes: int = NODES,
        seed: int = 1,
        kept: Path | None = None,
        jobs: int = 0,
        tell: Callable[[int, int], None] = lambda done, total: None,
        workers: MakesWorkers = Pool,
    ) -> None:
        """`kept` is the file that it goes on from; `jobs` are processes, 0 for one a core."""
        what = {"self-play": "chess", "weights": zlib.crc32(weights.tobytes()), "nodes": nodes}
        self._journal: Journal[str] = Journal(kept, what)
        self._seeds = range(seed, seed + count)
        self._tell = tell
        self._workers: Workers[int] = workers(WORKER, {"weights": array_as_text(weights), "nodes": nodes}, int, jobs)

    def run(self) -> list[str]:
        """The games that were played before somebody stopped it, as plain lines, in the order of their seeds."""
        with self._journal as journal:
            run_batch(journal, self._workers, self._seeds, str, lambda done: self._tell(len(self._games()), len(self._seeds)))
        return self._games()

    def stop(self) -> None:
        """Let it end now; games that are not finished do not count."""
        self._workers.stop()

    def _games(self) -> list[str]:
        done = self._journal.done
        return [done[str(seed)] for seed in self._seeds if str(seed) in done]
