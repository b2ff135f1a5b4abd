"""`damier suite`: positions with a question, and how many of them are answered."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from damier.cli.common import ClusterOption, JsonOption, check_seconds, count, interruptible, print_json, workers_of

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.suites import SuiteReport
    from damier.suites.report import AnsweredProblem

BAR = 30  # letters of the progress bar


def suite(
    game: Annotated[str, typer.Argument(help="the game of the suite, one that reads such")],
    file: Annotated[Path, typer.Argument(help="a file of EPD lines, or of positions with --mate")],
    time: Annotated[
        float | None, typer.Option("--time", "-t", help="seconds for a position; default: 1, if nothing else is said")
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", help="plies at most")] = None,
    nodes: Annotated[int | None, typer.Option(help="nodes of the search at most")] = None,
    mate: Annotated[int | None, typer.Option(help="each position is a mate in so many moves at most")] = None,
    lines: Annotated[str, typer.Option(help="of the file, as 1-50 or 3,7,20-; default: all")] = "",
    player: Annotated[
        str, typer.Option("--player", help="who answers: a setting as of `damier match`, as null_move=off or uci:glaurung")
    ] = "",
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="positions at the same time; 0: one for each core")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="a file with a line for each answer, from which the same command goes on")
    ] = None,
    cluster: ClusterOption = "",
    all_: Annotated[bool, typer.Option("--all", help="print every position, not only those that were failed")] = False,
    json_: JsonOption = False,
) -> None:
    """Run a test suite: which of its positions are solved, by the move that is the best when time is over.

    A position asks for one of the best moves (bm), for any but bad ones (am), for a mate (dm, or --mate), or gives points for
    moves (STS), which are then added up by theme. Ctrl-C ends the run with what was answered; with --out the same
    command goes on, also after a crash.

    \b
    Example: damier suite chess wac.epd --time 1
    Example: damier suite chess wac.epd --time 10 --out answers.txt
    Example: damier suite chess mate2.fen --mate 2 --time 0.5 --json
    Example: damier suite chess sts.epd --time 0.1 --player uci:glaurung --lines 1-100
    Example: damier suite chess wac.epd --time 1 --cluster
    """
    from damier.suites import SuiteRun, read_suite
    from damier.suites.problem import game_of_suites

    played = game_of_suites(game)
    check_seconds(time)
    if mate is not None and mate < 1:
        raise ValueError(f"mate is {mate}; it must be at least 1")
    found = read_suite(file, mate, lines, game)
    with workers_of(cluster) as workers:
        run = SuiteRun(
            found.problems,
            player,
            seconds=time,
            depth=depth,
            nodes=nodes,
            jobs=jobs,
            out=out,
            on_answer=_progress,
            workers=workers,
        )
        for refusal in found.refused:
            print(f"damier: {refusal}", file=sys.stderr)
        report = interruptible(run.run, run.stop)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    if run.taken_over:
        print(f"damier: {run.taken_over} answers were in {out} already", file=sys.stderr)
    if report.is_interrupted and out is not None:
        print(f"damier: the same command goes on from {out}", file=sys.stderr)
    if not json_ or all_:
        _print_results(played, report, all_)
    if json_:
        print_json(report.to_json() | {"refused": list(found.refused)})
    else:
        print(table(report, len(found.refused)))


def _progress(report: "SuiteReport") -> None:
    """How far the run has come, on one line of a terminal."""
    if sys.stderr.isatty():
        done = BAR * len(report.results) // report.problems
        bar = "█" * done + "·" * (BAR - done)
        points = f", {report.points} points" if report.is_graded else ""
        counts = f"{len(report.results)}/{report.problems}, {report.solved} solved{points}"
        print(f"\r{bar} {counts}\033[K", end="", file=sys.stderr, flush=True)


def _print_results(game: "Game", report: "SuiteReport", is_all: bool) -> None:
    """The failures, or every position."""
    shown = report.results if is_all else report.failures
    width = max((len(result.problem.name) for result in shown), default=0)
    for result in shown:
        print(_line(game, result, width))


def _line(game: "Game", result: "AnsweredProblem", width: int) -> str:
    """One position: its name, the answer and what was wanted, and what the answer took."""
    problem, answer = result.problem, result.answer
    name = f"{problem.name:{width}}"
    if answer.failure:
        return f"{name}  FAILED  {answer.failure}"
    verdict = "solved" if result.is_solved else "FAILED"
    graded = f" ({result.points} points)" if problem.points else ""
    expected = "" if result.is_solved else f", wanted {problem.wanted}"
    score = f"mate in {answer.mate}" if answer.mate and answer.mate > 0 else game.score_text(answer.score or 0)
    effort = f"depth {answer.depth}  {count(answer.nodes)} nodes  {answer.seconds:.3f} s"
    since = problem.solved_since(answer)
    kept = f", found after {since:.3f} s" if since is not None else ""
    return f"{name}  {verdict}  {_in_words(game, problem.position, answer.move)}{graded}{expected}  {score}  {effort}{kept}"


def _in_words(game: "Game", text: str, move: str) -> str:
    """A move in coordinates as people write it."""
    position = game.parse(text)
    names = {game.uci_name(position, each): game.move_name(position, each) for each in game.moves(position)}
    return names.get(move, move)


def table(report: "SuiteReport", refused: int = 0) -> str:
    """A run in a few lines."""
    lines = []
    if report.is_graded:
        themes = report.themes
        if len(themes) > 1:
            width = max(len(theme.name) for theme in themes)
            lines += [f"{theme.name:{width}}  {theme.points:5} of {theme.most}" for theme in themes]
        lines.append(f"points    {report.points} of {report.most_points}")
    tried = len(report.results)
    share = f" ({report.solved / tried:.1%})" if tried else ""
    lines.append(f"solved    {report.solved} of {tried}{share}")
    speed = f", {report.nodes / report.seconds / 1e6:.2f} M nodes/s" if report.seconds > 0.01 else ""
    lines.append(f"effort    depth {report.depth:g} (median), {count(report.nodes)} nodes, {report.seconds:.1f} s{speed}")
    if refused:
        lines.append(f"refused   {refused} line{'s' * (refused > 1)} of the file")
    if report.is_interrupted:
        lines.append(f"ended before its time: {report.problems - tried} positions were not tried")
    return "\n".join(lines)
