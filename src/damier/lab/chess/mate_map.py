"""A picture of tables of endings: how far the mate is, by where the lone king stands.

    python -m damier.lab.chess.mate_map docs/images/mate-map.svg

Four boards, one an ending. Each square has the moves to mate with best play of both: the mean of all won positions with the
lone king there and the other side to move. A bishop that is alone is on dark squares, as a1: near its corners mate is near.
"""

import io
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from damier.compile_cache import replace
from damier.endgames.numbered import build_needed
from damier.endgames.table import Tables, probe
from damier.games import load
from damier.games.chess.position import BISHOP, KNIGHT, QUEEN, ROOK, Bits, Chess
from damier.kernel import compiled, part

ZERO, ONE = Bits(0), Bits(1)
DARK = Bits(0xAA55AA55AA55AA55)
SIDE = 8
TITLE = "Moves to mate, by the square of the lone king: the mean of all won positions, with best play of both"


class Drawn(NamedTuple):
    """An ending, the pieces of its strong side, 0 where there is no second one, and what is written above its board."""

    ending: str
    first: int
    second: int
    title: str


ENDINGS = (
    Drawn("KQK", QUEEN, 0, "Queen"),
    Drawn("KRK", ROOK, 0, "Rook"),
    Drawn("KBBK", BISHOP, BISHOP, "Two bishops"),
    Drawn("KBNK", BISHOP, KNIGHT, "Bishop, on dark squares, and knight"),
)


def moves_to_mate(drawn: Drawn, tables: Tables) -> Any:
    """The mean of the moves to mate, by the square of the lone king, [rank, file]."""
    build_needed(load("chess"), drawn.ending, tables)
    found = np.zeros((2, SIDE * SIDE), np.int64)
    _add_up(found, drawn.first, drawn.second, tables.directory)
    return (found[0] / found[1]).reshape(SIDE, SIDE)


@part
def _of_kind(kind: Any, piece: Any, wanted: Any, other: Any) -> Any:
    """The piece, where it is one of two kinds."""
    return piece if kind in (wanted, other) else ZERO


@compiled
def _add_up(found: Any, first: Any, second: Any, directory: Any) -> None:
    """Add up moves to mate, and positions, by the square of the lone king, of all places of the men."""
    material = ONE << Bits(4 * first - 4)
    if second:
        material += ONE << Bits(4 * second - 4)
    for number in range(64**3 * (64 if second else 1)):
        lone, king = ONE << Bits(number & 63), ONE << Bits(number >> 6 & 63)
        one, two = ONE << Bits(number >> 12 & 63), ONE << Bits(number >> 18) if second else ZERO
        if (lone | king) & (one | two) or lone == king or one == two or (first == BISHOP != second and one & ~DARK):
            continue
        knights = _of_kind(first, one, KNIGHT, KNIGHT) | _of_kind(second, two, KNIGHT, KNIGHT)
        diagonals = _of_kind(first, one, BISHOP, QUEEN) | _of_kind(second, two, BISHOP, QUEEN)
        straights = _of_kind(first, one, ROOK, QUEEN) | _of_kind(second, two, ROOK, QUEEN)
        own, kings = king | one | two, king | lone
        value = probe(Chess(own, lone, ZERO, knights, diagonals, straights, kings, ZERO, ZERO, material, ZERO), directory)
        if value > 0:
            found[0, number & 63] += value // 2
            found[1, number & 63] += 1


def draw(boards: dict[str, Any], path: Path) -> None:
    """Write boards of numbers, by title, as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"font.size": 8, "svg.hashsalt": "damier"}):
        figure = Figure(figsize=(3.1 * len(boards), 3.5), layout="constrained")
        for axes, (title, moves) in zip(figure.subplots(1, len(boards)), boards.items(), strict=True):
            axes.imshow(moves, cmap="YlGnBu", origin="lower")
            axes.set_title(title, fontsize=10)
            axes.set_xticks(range(SIDE), list("abcdefgh"))
            axes.set_yticks(range(SIDE), list("12345678"))
            axes.tick_params(length=0)
            axes.spines[:].set_visible(False)
            middle = (moves.min() + moves.max()) / 2
            for (rank, file), number in np.ndenumerate(moves):
                axes.text(file, rank, f"{number:.0f}", ha="center", va="center", color="white" if number > middle else "black")
        figure.suptitle(TITLE, fontsize=11)
        drawn = io.BytesIO()
        figure.savefig(drawn, format=path.suffix[1:], dpi=120, metadata={"Date": None} if path.suffix == ".svg" else None)
    replace(path, drawn.getvalue(), mode=0o644)


def main(path: Path) -> None:
    """Solve the endings, and draw them."""
    tables = Tables(load("chess").endings)
    draw({drawn.title: moves_to_mate(drawn, tables) for drawn in ENDINGS}, path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
