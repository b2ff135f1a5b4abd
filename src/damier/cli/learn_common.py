"""What the commands that learn share: options, what is left out of collections, and how far it is."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from damier.cli.common import count

OutOption = Annotated[Path, typer.Option("--out", "-o", help="the file of weights to write: NAME.weights")]
OverwriteOption = Annotated[bool, typer.Option("--overwrite", help="replace the file if it is there")]
MOST_GAMES = 10_000_000
SHOWN_FAULTS = 5


def tell_faults(faults: list[str]) -> None:
    """Say which games of a collection are left out, the first few by name."""
    for fault in faults[:SHOWN_FAULTS]:
        print(f"damier: left out: {fault}", file=sys.stderr)
    if len(faults) > SHOWN_FAULTS:
        print(f"damier: {count(len(faults))} games are left out in all", file=sys.stderr)


def progress() -> Callable[[str, int, int], None]:
    """Tell a person on a terminal, twice a second at most, how far it is."""
    began = last = time.perf_counter()

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        now = time.perf_counter()
        if sys.stderr.isatty() and (now - last > 0.5 or done == total):
            last = now
            end = "\n" if done == total else ""
            print(f"\r{count(done)} of {count(total)} {what}, {now - began:.0f} s ", end=end, file=sys.stderr, flush=True)

    return tell
