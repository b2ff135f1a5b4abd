"""What `damier bench` measures on Connect 4: the generic search, and with `--connect4` the exact solver."""

from pathlib import Path
from typing import Annotated, Any

import typer

from damier.cli.common import print_json


def bench(
    json_: bool,
    *,
    connect4: Annotated[bool, typer.Option("--connect4", help="only the exact solver of Connect 4, beside BitBully")] = False,
    sets: Annotated[Path | None, typer.Option("--sets", help="folder of Pascal Pons' test sets, for --connect4")] = None,
    empty: Annotated[bool, typer.Option("--empty", help="solve the empty 7x6 board too, for --connect4")] = False,
) -> bool:
    """Whether that was all that is to be measured: the solver."""
    if connect4:
        _compare(sets, empty, json_)
    elif sets or empty:
        raise ValueError("--sets and --empty go with --connect4")
    return connect4


def speeds(json_: bool) -> dict[str, Any]:
    """How fast the generic search is, beside others."""
    from damier.bench.connect4.speed import speeds

    measured = speeds()
    ours = measured[0]
    if not json_:
        print("\nalpha-beta to depth 10 on Connect 4, one thread, CPU time: how many times as fast damier is")
        print(f"{'':42} {'nodes':>9} {'M nodes/s':>10} {'in time':>9} {'per node':>9}")
        for each in measured:
            ratios = f"{each.seconds / ours.seconds:9.2f} {ours.rate / each.rate:9.2f}"
            print(f"{each.name:42} {each.nodes:9,} {each.rate / 1e6:10.2f} {ratios}")
    told = [
        {
            "name": each.name,
            "nodes": each.nodes,
            "nodes_per_second": each.rate,
            "times_as_fast": each.seconds / ours.seconds,
            "times_as_fast_per_node": ours.rate / each.rate,
        }
        for each in measured
    ]
    return {"speed": told}


def compiled() -> tuple[str, ...]:
    """Whose compile times are measured: all algorithms."""
    from damier.bench.compile_time import PLAYER
    from damier.search.catalogue import ALGORITHMS

    return (*ALGORITHMS, PLAYER)


def _compare(sets: Path | None, empty: bool, json_: bool) -> None:
    """The exact solver beside BitBully."""
    from damier.bench.connect4.solver import bitbully, compare, empty_board

    answer: dict[str, Any] = {"sets": [], "empty": []}
    if not json_:
        print("Connect 4, exact scores: one core, no book, CPU milliseconds a position, nodes a position")
        if not bitbully():
            print("BitBully is not installed: pip install 'damier[bench]' to compare with it")
        print(f"{'':22} {'':26} {'ms':>10} {'nodes':>11} {'x damier':>8}")
    for one in compare(sets):
        ours = one.measured[0]
        rows = [
            {
                "program": each.program,
                "milliseconds": 1000 * each.seconds / one.positions,
                "nodes": None if each.nodes is None else each.nodes / one.positions,
                "times_damiers": each.seconds / ours.seconds,
            }
            for each in one.measured
        ]
        answer["sets"].append({"name": one.name, "positions": one.positions, "agree": one.agree, "programs": rows})
        if not json_:
            print(f"{one.name}: {one.positions} positions, scores {'agree' if one.agree else 'DIFFER'}")
            for row in rows:
                nodes = "" if row["nodes"] is None else f"{row['nodes']:,.0f}"
                print(
                    f"{'':22} {row['program']:26} {row['milliseconds']:10.4f} {nodes:>11} {row['times_damiers']:8.2f}",
                    flush=True,
                )
    if empty and not json_:
        print("the empty 7x6 board: megabytes of table, CPU seconds, nodes, score")
    for megabytes, found, seconds in empty_board() if empty else ():
        answer["empty"].append({"hash_mb": megabytes, "seconds": seconds, "nodes": found.nodes, "score": found.score})
        if not json_:
            print(f"{megabytes:6} {seconds:10.1f} {found.nodes:15,} {found.score:4}", flush=True)
    if json_:
        print_json(answer)
