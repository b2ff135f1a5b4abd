"""`damier search` and `damier perft`: numbers about a position."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import (
    GRACE,
    AlgorithmOption,
    ChecksOption,
    ClusterOption,
    GainOption,
    GameArgument,
    GrainOption,
    HashOption,
    JsonOption,
    MessageOption,
    NoteOption,
    PositionArgument,
    ProcessorsOption,
    ReductionOption,
    SetOption,
    SizeOption,
    SpreadOption,
    ToleranceOption,
    check_seconds,
    count,
    interruptible,
    load_game,
    ongoing,
    places_of,
    print_json,
    rate,
    rewritten,
)
from damier.games.catalogue import USUAL
from damier.wording import quoted

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.parallel.shared import Shared
    from damier.search.driver import Result
    from damier.search.timeline import Figures


def search(
    game: Annotated[str, typer.Argument(help="a registered game (see `damier games`) or a file: ./mygame.py")] = "",
    position: PositionArgument = "",
    algorithm: AlgorithmOption = "alphabeta",
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", help="moves to look ahead; default 6, trees to their leaves")
    ] = None,
    deepen: Annotated[
        bool, typer.Option("--deepen", help="depth 1, 2, ... first; best moves of each first in the next")
    ] = False,
    seconds: Annotated[float | None, typer.Option(help="stop after so many seconds")] = None,
    nodes: Annotated[int | None, typer.Option(help="stop after about so many nodes")] = None,
    hash_mb: HashOption = 16,
    guess: Annotated[int | None, typer.Option(help="where window and mtd start; default: the evaluation")] = None,
    margin: Annotated[int, typer.Option(help="half the width of the window")] = 50,
    list_length: Annotated[int | None, typer.Option(help="the longest list G of itersss")] = None,
    note: NoteOption = "",
    tolerance: ToleranceOption = 1,
    reduction: ReductionOption = 2,
    checks: ChecksOption = 1,
    processors: ProcessorsOption = 4,
    grain: GrainOption = 1,
    message: MessageOption = 0,
    spread: SpreadOption = None,
    gain: GainOption = 0.0,
    symmetry: Annotated[bool, typer.Option("--symmetry", help="one table entry for positions alike up to symmetry")] = False,
    ordering: Annotated[
        bool, typer.Option("--ordering", help="with a table, scout, pvs, quiescence: moves sorted by the game's hints")
    ] = False,
    size: SizeOption = "",
    settings: SetOption = None,
    cluster: ClusterOption = "",
    scheme: Annotated[
        str,
        typer.Option(help="how workers share the tree: star (with a master, the default on a cluster), distributed"),
    ] = "",
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="workers of a scheme; 0: one for each processor")] = 0,
    list_: Annotated[bool, typer.Option("--list", help="name the algorithms")] = False,
    json_: JsonOption = False,
) -> None:
    """Search a position with one of the textbook's algorithms.

    \b
    Example: damier search connect4 44534 --algorithm mtd --depth 12
    Example: damier search tree "[[3,12,8],[2,4,6],[14,5,2]]" --algorithm sss --json
    Example: damier search connect4 --algorithm pvsplit --processors 8 --depth 10
    Example: damier search connect4 44 --algorithm bstar --depth 8
    Example: damier search othello --algorithm bpip --depth 10 --nodes 20000
    Example: damier search chess --algorithm null-move --reduction 2 --depth 5
    Example: damier search othello --depth 12 --algorithm memory-depth --cluster 192.168.0.7:6379
    Example: damier search connect4 44534 --depth 14 --scheme distributed --jobs 2
    """
    from damier.search.catalogue import ALGORITHMS

    if list_:
        _list_algorithms(json_)
        return
    if not game:
        raise ValueError(f"which game? for example: damier search {USUAL} --depth 10")
    from damier.search.driver import DEFAULT_DEPTH, Options, check
    from damier.search.driver import search as run
    from damier.search.work import Work

    if algorithm not in ALGORITHMS:
        raise ValueError(f"unknown algorithm {quoted(algorithm)}; there are {', '.join(ALGORITHMS)}")
    played = load_game(game, size, settings)
    root = ongoing(played, position)
    if depth is None:
        depth = played.full_depth(root) or DEFAULT_DEPTH
    check_seconds(seconds)
    weights = played.weights(root)
    work = Work(weights=weights, node_limit=nodes or 0)
    options = Options(
        hash_mb=hash_mb,
        guess=guess,
        margin=margin,
        list_length=list_length,
        note=note,
        tolerance=tolerance,
        reduction=reduction,
        checks=checks,
        processors=processors,
        grain=grain,
        message=message,
        spread=spread,
        gain=gain,
        symmetry=symmetry,
        ordering=ordering,
        deepen=deepen,
        seconds=seconds,
        nodes=nodes,
        weights=weights,
        work=work,
    )
    check(algorithm, depth, options)
    shared: Shared | None = None
    if cluster or scheme:
        if nodes is not None or guess is not None or list_length is not None:
            raise ValueError("--nodes, --guess and --list-length do not go with --cluster and --scheme")
        question = {"position": position, "depth": depth, "options": played.options, "algorithm": algorithm}
        question |= {"hash_mb": hash_mb, "symmetry": symmetry, "ordering": ordering, "checks": checks}
        shared = _search_together(game, question, scheme or "star", cluster, jobs, seconds, deepen)
        found = shared.result
    else:
        found = interruptible(lambda: run(root, algorithm, depth, options), work.stop, grace=GRACE)
    line = played.names_of(root, found.line, played.turn_written(position))
    is_known = found.complete or found.depth > 0
    answer: dict[str, Any] = {
        "game": played.name,
        "position": rewritten(played, position),
        "algorithm": algorithm,
        "depth": found.depth,
        "value": found.value if is_known else None,
        "unit": played.unit,
        "move": line[0] if line else None,
        "line": line,
        "leaves": found.leaves,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "memory": found.memory,
        "passes": found.passes,
        "hits": found.hits,
        "exact": found.exact,
        "complete": found.complete,
    }
    if found.timeline:
        figures = found.timeline.figures
        answer |= {"processors": processors, "time": figures.time, "idle": figures.idle, "thrown_away": figures.thrown_away}
        answer |= {"sequential": figures.sequential, "speed_up": figures.speed_up, "nodes_each": list(figures.nodes_each)}
    if found.interval:
        answer |= {"low": found.interval[0], "high": found.interval[1]}
    if shared:
        answer |= {"workers": shared.workers, "tasks": shared.tasks, "stopped": shared.stopped, "lost": shared.lost}
    if json_:
        print_json(answer)
        return
    _tell(played, found, line, is_known)
    if shared:
        workers = f"workers {shared.workers}, lost {shared.lost}"
        print(f"shared    tasks {count(shared.tasks)}    stopped {count(shared.stopped)}    {workers}")


def _search_together(
    game: str, question: dict[str, Any], scheme: str, cluster: str, jobs: int, seconds: float | None, deepen: bool
) -> "Shared":
    """Have many workers search: those of a cluster, or processes of this machine."""
    from damier.parallel.distributed import Distributed
    from damier.parallel.question import Question
    from damier.parallel.star import Star

    if scheme not in ("star", "distributed"):
        raise ValueError(f"scheme is {quoted(scheme)}; it can be star or distributed")
    if scheme == "distributed" and deepen:
        raise ValueError("--deepen does not go with --scheme distributed")
    asked = Question(game, **question)
    asked.check()
    with places_of(cluster) as places:
        if scheme == "star":
            together: Star | Distributed = Star(asked, places, jobs, seconds, deepen)
        else:
            together = Distributed(asked, places, jobs, seconds)

        def tell() -> None:
            if sys.stderr.isatty():
                print(f"\r{count(together.effort.tasks)} tasks done\033[K", end="", file=sys.stderr, flush=True)

        found = interruptible(together.run, together.stop, on_tick=tell)
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        return found


def _tell(game: "Game", found: "Result", line: list[str], is_known: bool) -> None:
    """What a search found, for people."""
    if found.interval:
        _tell_chosen(game, found, line)
        return
    known = "exact" if found.exact else f"at depth {found.depth}"
    if not found.complete:
        known += ", stopped while looking deeper"
    print(f"value     {game.score_text(found.value)} ({known})" if is_known else "stopped   before there was a value")
    print(f"line      {' '.join(line)}")
    print(f"leaves    {count(found.leaves)}    nodes {count(found.nodes)}    {rate(found.nodes, found.seconds)}")
    if found.memory:
        print(f"memory    {count(found.memory)} {'states of G' if 'sss' in found.algorithm else 'table entries'}")
    if found.passes > 1:
        print(f"passes    {found.passes}")
    if found.timeline and found.complete:
        _tell_processors(found.timeline.figures)


def _tell_chosen(game: "Game", found: "Result", line: list[str]) -> None:
    """What a search for a move found, for people."""
    low, high = (game.score_text(bound) for bound in found.interval or ())
    at_depth = f" at depth {found.depth}" if found.estimated else ""
    if not line:
        print("stopped   before there was a move")
    elif found.algorithm == "bstar":
        print(f"move      {line[0]} ({f'proved best{at_depth}' if found.complete else 'not proved best: stopped'})")
        print(
            f"value     {low} (exact)" if found.exact else f"value     {low}" if low == high else f"value     {low} to {high}"
        )
    else:
        known = "exact" if found.exact else f"one deviation: {low} to {high}"
        print(f"move      {line[0]} ({f'looked far enough{at_depth}' if found.complete else 'stopped'})")
        print(f"mean      {game.score_text(found.value)} ({known})")
    print(f"line      {' '.join(line)}")
    print(f"leaves    {count(found.leaves)}    nodes {count(found.nodes)}    {rate(found.nodes, found.seconds)}")
    print(f"memory    {count(found.memory)} nodes of the tree")


def _tell_processors(figures: "Figures") -> None:
    """What simulated processors did, for people."""
    print(f"time      {count(figures.time)} units of one node, on {count(figures.processors)} simulated processors")
    if figures.speed_up is not None and figures.sequential is not None:
        print(f"speed-up  {figures.speed_up:.2f}    alpha-beta on one: {count(figures.sequential)}")
    print(f"idle      {figures.idle / max(1, figures.time * figures.processors):.0%}", end="    ")
    print(f"thrown away {count(figures.thrown_away)} nodes")


def _list_algorithms(json_: bool) -> None:
    from damier.search.catalogue import ALGORITHMS

    if json_:
        print_json({"algorithms": {name: line for name, (_, line) in ALGORITHMS.items()}})
        return
    for name, (_, line) in ALGORITHMS.items():
        print(f"{name:18} {line}")


def perft(
    game: GameArgument,
    position: PositionArgument = "",
    depth: Annotated[int, typer.Option("--depth", "-d", help="moves to play")] = 6,
    divide: Annotated[bool, typer.Option("--divide", help="the count below each first move")] = False,
    finished: Annotated[bool, typer.Option("--finished", help="a game that ends before counts as one")] = False,
    reachable: Annotated[bool, typer.Option("--reachable", help="count all positions that can come up instead")] = False,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Count all games of so many moves, or all positions that can come up.

    \b
    Example: damier perft connect4 --depth 8 --divide
    Example: damier perft connect4 --size 4x4 --reachable
    """
    import time

    from damier.search import perft as counting

    played = load_game(game, size, settings)
    root = ongoing(played, position)
    if finished and reachable:
        raise ValueError("--finished does not go with --reachable, which counts positions")
    interruptible(lambda: counting.perft(root, 0))
    began = time.perf_counter()
    below: dict[str, int] = {}
    if reachable:
        total = interruptible(lambda: counting.reachable(root))
    elif divide:
        if depth < 1:
            raise ValueError(f"depth is {depth}; to divide it must be at least 1")
        divided = interruptible(lambda: counting.divide(root, depth, finished=finished))
        turn = played.turn_written(position)
        below = {played.move_name(root, move, turn): number for move, number in divided.items()}
        total = sum(below.values())
    else:
        total = interruptible(lambda: counting.perft(root, depth, finished=finished))
    seconds = time.perf_counter() - began
    if json_:
        answer = {"game": played.name, "position": rewritten(played, position), "count": total, "seconds": round(seconds, 6)}
        print_json(answer | ({} if reachable else {"depth": depth}) | ({"divide": below} if below else {}))
        return
    for name, number in below.items():
        print(f"{name:8} {count(number):>16}")
    print(f"{'positions' if reachable else f'depth {depth}'}  {count(total)}    {seconds:.3f} s")
