"""`damier endgames`: endings and small games solved backwards, kept in the user's folder and asked."""

import functools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import (
    ClusterOption,
    GameArgument,
    JsonOption,
    SetOption,
    SizeOption,
    count,
    interruptible,
    load_game,
    print_json,
    rewritten,
    workers_of,
)
from damier.games.catalogue import USUAL

if TYPE_CHECKING:
    from damier.cancel import Cancel
    from damier.endgames.asked import Worth
    from damier.endgames.census import Told as ToldOfCensus
    from damier.endgames.solved import Statistics
    from damier.endgames.store import TableStore
    from damier.games.game import Game
    from damier.processes.pool import MakesWorkers

Told = Callable[[str, int, list[dict[str, Any]]], None]  # of a table: the ending, its places, what was counted

app = typer.Typer(
    name="endgames",
    help="Solve backwards: tables of endings, and any game with few positions from its rules alone.",
    epilog=f"Examples: damier endgames build {USUAL} --size 4x4 / damier endgames probe {USUAL} --size 4x4",
    no_args_is_help=True,
    rich_markup_mode=None,
)

FolderOption = Annotated[Path | None, typer.Option("--folder", help="where they are kept; default: among your own files")]
LateOption = Annotated[
    int, typer.Option("--late", help="positions with so much left, as so many seeds, where a game tells them")
]
EndingsArgument = Annotated[list[str] | None, typer.Argument(help="endings, as KQKR; default: all that there are")]

GIGA = 1_000_000_000
_WITHOUT_ENDINGS = "{} has no endings with names; it is solved as a whole"
FEW_MEN = 4  # of the endings that are built when none is named


@app.command()
def build(
    game: GameArgument,
    endings: Annotated[list[str] | None, typer.Argument(help="endings to build, as KQKR KRPKR or 2K1M-1K")] = None,
    men: Annotated[int | None, typer.Option("--men", help="all endings with so many pieces at most; default 4")] = None,
    memory: Annotated[float, typer.Option("--memory", help="gigabytes that may be taken")] = 2.0,
    threads: Annotated[int, typer.Option("--threads", help="0: one for each core")] = 0,
    gpu: Annotated[bool, typer.Option("--gpu", help="endings on a GPU, in its memory; needs damier's extra gpu")] = False,
    checks: Annotated[bool, typer.Option("--check", help="look each table through before it is written")] = False,
    cluster: ClusterOption = "",
    late: LateOption = 0,
    folder: FolderOption = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Solve endings of a game that numbers its positions, or a whole small game from its rules alone.

    What an ending leads to by captures and promotions is built first. Ctrl-C, or worse, loses nothing that was done: the same
    command goes on from there. On a cluster every worker builds an ending, with so much memory and so many threads each; the
    files are the same.

    \b
    Example: damier endgames build chess KQKR KPK
    Example: damier endgames build chess --men 4
    Example: damier endgames build chess --men 5 --gpu
    Example: damier endgames build chess --men 5 --cluster 192.168.0.7:6379
    Example: damier endgames build draughts 2K1M-1K 3K-2K
    Example: damier endgames build ./mygame.py --memory 4
    Example: damier endgames build awale --late 6
    """
    from damier.cancel import Cancel
    from damier.endgames.folders import folder_of
    from damier.endgames.making import build_into, needed
    from damier.endgames.sharing import build_by
    from damier.endgames.store import TableStore

    if memory <= 0:
        raise ValueError(f"memory is {memory}; it must be above 0, in gigabytes")
    if threads < 0:
        raise ValueError(f"threads is {threads}; it must be 0 or more")
    played, cancel = load_game(game, size, settings), Cancel()
    where = folder or folder_of(played, late)
    if played.has_endings:
        if late:
            raise ValueError(f"{played.title} has tables by endings; --late is for games without")
        few = played.endings.up_to(FEW_MEN if men is None else men) if men is not None or not endings else []
        if not few and not endings:
            raise ValueError(f"{played.title} has no endings with {men} pieces at most")
        wanted = [*(endings or []), *few]
        if gpu and cluster:
            raise ValueError("--gpu and --cluster cannot be together: workers of a cluster build on their processors")
        store = TableStore(played, where)
        making: dict[str, Any] = {"memory": int(memory * GIGA), "checks": checks, "cancel": cancel}

        def build_here(tell: Told) -> None:
            build_into(
                store,
                wanted,
                threads=threads,
                on_table=lambda table, counted: tell(table.ending.name, len(table.values), counted),
                builder=_on_gpu(store) if gpu and needed(store, wanted) else None,
                **making,
            )

        def build_there(workers: "MakesWorkers", tell: Told) -> None:
            build_by(
                workers,
                store,
                wanted,
                game,
                threads=threads or 1,
                on_file=lambda file: tell(file.ending.name, file.head["places"], file.head["counted"]),
                **making,
            )

        if cluster:
            with workers_of(cluster) as workers:
                _build_tables(store, wanted, functools.partial(build_there, workers), cancel, json_)
        else:
            _build_tables(store, wanted, build_here, cancel, json_)
    else:
        if gpu or checks or cluster:
            raise ValueError(f"{played.title} has no tables by endings, which --gpu, --check and --cluster are for")
        if endings or men is not None:
            raise ValueError(_WITHOUT_ENDINGS.format(played.title))
        _solve(played, late, where, int(memory * GIGA), threads, cancel, json_)


def _build_tables(store: "TableStore", names: list[str], build: Callable[[Told], None], cancel: "Cancel", json_: bool) -> None:
    """Have tables built, and tell of each as it is there."""
    from damier.endgames.making import needed
    from damier.endgames.numbered import Stopped

    built, began = list[dict[str, Any]](), time.perf_counter()
    missing = needed(store, names)

    def tell(name: str, places: int, counted: list[dict[str, Any]]) -> None:
        built.append({"ending": name, "places": places, "counted": counted})
        if not json_:
            longest = max((each["longest_win"]["plies"] for each in counted if each["longest_win"]), default=0)
            end = f"longest win {longest} plies" if longest else "nobody wins"
            so_far = f"{len(built)} of {len(missing)}"
            seconds = time.perf_counter() - began
            print(f"{name:9} {count(places):>13} places  {end:24} {so_far:>10}  {seconds:.1f} s", flush=True)

    try:
        interruptible(lambda: build(tell), cancel.cancel)
    except Stopped:
        print(f"stopped; {len(built)} of {len(missing)} are done, the same command goes on", file=sys.stderr)
        raise typer.Exit(130) from None
    seconds = time.perf_counter() - began
    if json_:
        print_json({"folder": str(store.folder), "built": built, "seconds": round(seconds, 3)})
    else:
        there = f"{len(built)} tables in {seconds:.1f} s" if built else "all of them are there"
        print(f"{there}, in {store.folder}")


def _on_gpu(store: "TableStore") -> Any:
    from damier.endgames.on_gpu import OnGpu

    return OnGpu(store)


def _solve(game: "Game", late: int, where: Path, memory: int, threads: int, cancel: Any, json_: bool) -> None:
    from damier.endgames.asked import starts_of
    from damier.endgames.solved import Ended, solve_game

    began = time.perf_counter()
    try:
        solved = interruptible(
            lambda: solve_game(starts_of(game, late), memory, threads, _progress(), cancel, where), cancel.cancel
        )
    except Ended:
        print("stopped; the same command goes on from the last level that was kept", file=sys.stderr)
        raise typer.Exit(130) from None
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)
    found, seconds = solved.statistics(), time.perf_counter() - began
    if json_:
        print_json({"folder": str(where), "seconds": round(seconds, 3), **found._asdict()})
        return
    print(_counted(found))
    if not late:
        from damier.endgames.asked import SolvedOracle

        verdict = SolvedOracle(game, solved).verdict(game.start())
        print(f"start: {_in_words(game, verdict.worth)}" if verdict else "")
    print(f"{seconds:.1f} s, in {where}")


def _counted(found: "Statistics") -> str:
    return (
        f"{count(found.positions)} positions, {count(found.wins)} won, {count(found.draws)} drawn, {count(found.losses)} lost"
    )


def _progress() -> Any:
    def tell(told: "ToldOfCensus") -> None:
        if sys.stderr.isatty():
            of = f" of {count(told.total)}" if told.total else ""
            print(f"\r{told.phase} {told.step}: {count(told.done)}{of} positions ", end="", file=sys.stderr, flush=True)

    return tell


@app.command()
def probe(
    game: GameArgument,
    position: Annotated[str, typer.Argument(help="a position, or the moves to it; default: the start")] = "",
    late: LateOption = 0,
    folder: FolderOption = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """What a position and each of its moves are worth, with the plies to the end.

    \b
    Example: damier endgames probe chess "8/8/8/6k1/8/8/1P4K1/8 w - - 0 1"
    Example: damier endgames probe tictactoe "a1 b2" --json
    """
    from damier.endgames.asked import open_oracle
    from damier.games.game import BadInput

    played = load_game(game, size, settings)
    at = played.parse(position)
    verdict = interruptible(lambda: open_oracle(played, folder, late).verdict(at))
    if verdict is None:
        raise BadInput(_unknown(played, at, rewritten(played, position)))
    named = [(played.move_name(at, move), worth) for move, worth in verdict.moves]
    if json_:
        moves = [{"move": name, **_without_score(worth)} for name, worth in named]
        print_json(
            {"game": played.name, "position": rewritten(played, position), **_without_score(verdict.worth), "moves": moves}
        )
        return
    print(_in_words(played, verdict.worth))
    for name, worth in named:
        print(f"  {name:8} {_in_words(played, worth)}")


def _unknown(game: "Game", position: Any, written: str) -> str:
    if not game.has_endings:
        return f"{written} cannot come up"
    from damier.endgames.table import ending_of

    ending = ending_of(game.endings, position)
    if ending is None:
        return f"{written}: there are no tables for such a position"
    return f"{written}: the table of {ending.name} is not there; `damier endgames build {game.name} {ending.name}` builds it"


def _without_score(worth: "Worth") -> dict[str, Any]:
    told = {"wdl": worth.wdl, "distance": worth.distance}
    others = {"score": worth.score, "dtz": worth.to_zero}
    return told | {name: value for name, value in others.items() if value is not None}


def _in_words(game: "Game", worth: "Worth") -> str:
    if worth.wdl == 0:
        late = {1: ", won too late", -1: ", lost too late"}
        return f"draw{late.get(worth.leaning, '')}"
    if worth.distance is None:  # tables of others, which count to the next capture or the like
        return f"{'win' if worth.wdl > 0 else 'loss'}, {worth.to_zero} plies to a move that begins the count anew"
    points = "" if worth.score is None else f", {game.score_text(worth.score)}"
    return f"{'win' if worth.wdl > 0 else 'loss'} in {worth.distance}{points}"


@app.command()
def stats(
    game: GameArgument,
    endings: EndingsArgument = None,
    late: LateOption = 0,
    folder: FolderOption = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """How many positions are won, drawn and lost; of endings the longest way to the end with its line.

    \b
    Example: damier endgames stats chess KQKR
    Example: damier endgames stats chess --json
    Example: damier endgames stats awale --late 6
    """
    played = load_game(game, size, settings)
    if not played.has_endings:
        _stats_of_solution(played, endings, late, folder, json_)
        return
    store = _store(game, folder, size, settings)
    told = [(name, _file(store, name)) for name in _asked_for(store, endings)]
    if json_:
        print_json({"endings": [{"ending": name, "counted": file.head["counted"]} for name, file in told]})
        return
    print(f"{'':10}{'positions':>13}{'won':>13}{'drawn':>13}{'lost':>13}   longest win")
    for _, file in told:
        for each in file.head["counted"]:
            numbers = "".join(f"{count(each[key]):>13}" for key in ("positions", "won", "drawn", "lost"))
            win = each["longest_win"]
            print(
                f"{each['family']:10}{numbers}   {win['plies']} plies, {win['position']}"
                if win
                else f"{each['family']:10}{numbers}"
            )
        if len(told) == 1:
            for each in file.head["counted"]:
                if win := each["longest_win"]:
                    print(f"\n{each['family']}: {win['line']}")


def _stats_of_solution(game: "Game", endings: list[str] | None, late: int, folder: Path | None, json_: bool) -> None:
    from damier.endgames.asked import solution_of

    if endings:
        raise ValueError(_WITHOUT_ENDINGS.format(game.title))
    found = interruptible(lambda: solution_of(game, folder, late)).statistics()
    if json_:
        print_json(found._asdict())
        return
    print(_counted(found))
    print(f"{count(found.moves)} moves, {count(found.ends)} ends; the longest win or loss takes {found.longest} plies")


@app.command("list")
def list_(
    game: GameArgument,
    folder: FolderOption = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Which tables of a game there are.

    \b
    Example: damier endgames list chess
    """
    store = _store(game, folder, size, settings)
    files = {name: store.file(name) for name in store.names()}
    if json_:
        found = [{"ending": name, "places": file.head["places"], "bytes": file.bytes} for name, file in files.items() if file]
        print_json({"folder": str(store.folder), "tables": found})
        return
    for name, file in files.items():
        if file:
            print(f"{name:9} {count(file.head['places']):>13} places {count(file.bytes):>13} bytes")
    print(f"{len(files)} tables in {store.folder}")


@app.command()
def check(
    game: GameArgument,
    endings: EndingsArgument = None,
    threads: Annotated[int, typer.Option("--threads", help="0: one for each core")] = 0,
    syzygy: Annotated[Path | None, typer.Option("--syzygy", help="compare with tables of others, as Syzygy's, too")] = None,
    late: LateOption = 0,
    folder: FolderOption = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Prove what is kept: every checksum, and that each value follows from those one move ahead.

    With --syzygy every position is looked up there too, and it must be won, drawn or lost in both.

    \b
    Example: damier endgames check chess KQK
    Example: damier endgames check chess KQK --syzygy ./syzygy
    Example: damier endgames check tictactoe
    """
    played = load_game(game, size, settings)
    if played.has_endings:
        store = _store(game, folder, size, settings)
        names = _asked_for(store, endings)
        wrong = interruptible(lambda: [name for name in names if not _is_right(store, name, threads)])
        if syzygy is not None:
            compared, different = _compared(store, names, syzygy)
            wrong = sorted({*wrong, *different})
    else:
        if syzygy is not None:
            raise ValueError(f"{played.title} has no tables by endings to be compared with others")
        from damier.endgames.asked import solution_of

        names = [played.name]
        solved = interruptible(lambda: solution_of(played, folder, late, threads))
        wrong = [] if interruptible(lambda: solved.check(threads)) is None else names
    if json_:
        print_json({"checked": names, "wrong": wrong} | ({"compared": compared} if syzygy is not None else {}))
    else:
        beside = f"; {count(compared)} positions compared" if syzygy is not None else ""
        print(f"{', '.join(names)}: {f'wrong: {wrong}' if wrong else 'all right'}{beside}")
    if wrong:
        raise typer.Exit(1)


def _is_right(store: "TableStore", name: str, threads: int) -> bool:
    """Whether a table on disk is what follows from the rules and from the tables it leads to."""
    from damier.endgames.numbered import wrong_place
    from damier.endgames.table import Tables
    from damier.endgames.unused import mark_unused

    tables, file = Tables(store.game.endings), _file(store, name)
    for each in file.ending.leads_to:
        if not store.take(each, tables):
            raise ValueError(f"{name} cannot be checked: the table of {each} is not there")
    table = file.table(store.game)
    mark_unused(store.game, table)
    tables.add(table)
    return wrong_place(store.game, table, tables, threads) is None


def _compared(store: "TableStore", names: list[str], folder: Path) -> tuple[int, list[str]]:
    """How many positions tables of others know as well, and the endings that have some with another result."""
    from damier.endgames.comparing import compare
    from damier.endgames.outside import reader_for, split
    from damier.games.game import BadInput

    reader = reader_for(store.game, split(str(folder)))
    if reader is None:
        raise BadInput(f"{store.game.title} does not say who reads tables of others")
    compared, different = 0, []
    for name in names:
        table = _file(store, name).table(store.game)
        found = interruptible(functools.partial(compare, store.game, table, reader))
        compared += found.compared
        if found.different:
            different.append(name)
            first = store.game.text(found.first)
            print(f"{name}: {count(found.different)} of {count(found.compared)} differ, first {first}", file=sys.stderr)
    return compared, different


def _store(game: str, folder: Path | None, size: str, settings: list[str] | None) -> "TableStore":
    from damier.endgames.folders import folder_of
    from damier.endgames.store import TableStore

    played = load_game(game, size, settings)
    _ = played.endings  # refused here if it has none
    return TableStore(played, folder or folder_of(played))


def _asked_for(store: "TableStore", names: list[str] | None) -> list[str]:
    found = [store.game.endings.find(name).name for name in names] if names else store.names()
    if not found:
        raise ValueError(f"there are no tables in {store.folder}; `damier endgames build {store.game.name}` builds some")
    return found


def _file(store: "TableStore", name: str) -> Any:
    file = store.file(name)
    if file is None:
        raise ValueError(f"the table of {name} is not there; `damier endgames build {store.game.name} {name}` builds it")
    return file
