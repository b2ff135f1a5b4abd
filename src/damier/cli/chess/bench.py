"""What `damier bench` measures on chess."""

from typing import Any


def bench(json_: bool) -> bool:
    """Whether that was all that is to be measured: chess has no options of its own."""
    return False


def speeds(json_: bool) -> dict[str, Any]:
    """How fast moves are counted and searched."""
    from damier.bench.chess.speed import counting, searching

    counted, searched = counting(), searching()
    ours = counted[0]
    if not json_:
        print("\nchess, one thread, CPU time: moves counted (perft), and nodes of the player's search in middle games")
        print(f"{'':40} {'nodes':>11} {'M nodes/s':>10} {'per node':>9}")
        for each in counted:
            print(f"{each.name + ', perft':40} {each.nodes:11,} {each.rate / 1e6:10.2f} {ours.rate / each.rate:9.2f}")
        print(f"{'damier, search':40} {searched.nodes:11,} {searched.rate / 1e6:10.2f}")
    told = {
        "perft": [
            {"name": each.name, "nodes": each.nodes, "nodes_per_second": each.rate, "times_as_fast": ours.rate / each.rate}
            for each in counted
        ],
        "search": {"nodes": searched.nodes, "nodes_per_second": searched.rate},
    }
    return {"chess": told}


def compiled() -> tuple[str, ...]:
    """Whose compile times are measured."""
    from damier.bench.compile_time import PLAYER

    return ("alphabeta", PLAYER)
