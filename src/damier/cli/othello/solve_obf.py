"""`damier solve othello --obf`: the endings of a file one after the other, beside the scores it gives."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from damier.cli.common import count, in_words, print_json
from damier.cli.othello.solve import Ending, as_json, empty_squares, study
from damier.cli.solving import Asked
from damier.wording import quoted, whole_number

if TYPE_CHECKING:
    from damier.games.game import Game
    from damier.games.othello.obf import Problem
    from damier.solvers.othello.solver import Solver

HEAD = f"{'line':>4}  {'empty':>5}  {'score':>5}  {'file':>5}  {'best':4}  {'nodes':>16}  {'seconds':>9}  {'M nodes/s':>9}"


def solve_file(asked: Asked, solver: "Solver", path: Path, chosen: str) -> int:
    """Solve the endings of a file and print a line for each; the exit status: 1 if a score is not the file's."""
    from damier.games.othello.obf import read

    game, wdl, json_ = asked.game, asked.weak, asked.json_
    problems = list(enumerate(read(path), 1))
    if not problems:
        raise ValueError(f"{path}: there is no position in it")
    first, last = _range(chosen, len(problems))
    rows: list[dict[str, Any]] = []
    if not json_:
        print(HEAD)
    for number, problem in problems[first - 1 : last]:
        found = study(solver, problem.position, asked.all_, wdl, asked.seconds)
        rows.append(_row(game, number, problem, found, wdl))
        if not json_:
            print(_in_columns(rows[-1]), flush=True)
        if found.is_interrupted:
            break
    totals = _totals(rows)
    if json_:
        print_json({"game": game.name, "file": path.name, "endings": rows, **totals})
    else:
        _tell_totals(totals, len(rows))
    return 1 if totals["wrong"] else 0


def _range(chosen: str, number: int) -> tuple[int, int]:
    """The first and the last line of `3-7` or `5`; all lines if nothing was chosen."""
    low, dash, high = chosen.partition("-")
    if not chosen:
        return 1, number
    first, last = whole_number(low), whole_number(high if dash else low)
    if first is None or last is None:
        raise ValueError(f"lines is {quoted(chosen)}; it is written first-last, as 3-7, or one number")
    if not 1 <= first <= last <= number:
        raise ValueError(f"lines is {quoted(chosen)}; the file has the endings 1 to {number}")
    return first, last


def _row(game: "Game", number: int, problem: "Problem", found: Ending, wdl: bool) -> dict[str, Any]:
    """One ending: what `as_json` says of it, and whether the file says the same."""
    from damier.records.session import Session

    told = as_json(Session(game, problem.position, problem.turn), found, wdl)
    del told["game"]
    expected = None if problem.best is None else (problem.best > 0) - (problem.best < 0) if wdl else problem.best
    is_right = None if expected is None or found.score is None else found.score == expected
    return {"number": number, **told, "expected": expected, "right": is_right, "empty": empty_squares(problem.position)}


def _in_columns(row: dict[str, Any]) -> str:
    score = row["wdl"] if row["score"] is None else row["score"]
    words = "-" if score is None else in_words(score)
    expected = "" if row["expected"] is None else in_words(row["expected"])
    speed = f"{row['nodes'] / row['seconds'] / 1e6:.1f}" if row["seconds"] > 0.01 else ""
    mark = "  not what the file says" if row["right"] is False else ""
    return (
        f"{row['number']:>4}  {row['empty']:>5}  {words:>5}  {expected:>5}  {row['move'] or '':4}  "
        f"{count(row['nodes']):>16}  {row['seconds']:>9.3f}  {speed:>9}{mark}"
    )


def _totals(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "solved": sum(row["solved"] for row in rows),
        "right": sum(row["right"] is True for row in rows),
        "wrong": sum(row["right"] is False for row in rows),
        "nodes": sum(row["nodes"] for row in rows),
        "seconds": round(sum(row["seconds"] for row in rows), 6),
    }


def _tell_totals(totals: dict[str, Any], number: int) -> None:
    speed = f"{totals['nodes'] / totals['seconds'] / 1e6:.1f}" if totals["seconds"] > 0.01 else ""
    print(f"{'all':>4}  {'':>5}  {'':>5}  {'':>5}  {'':4}  {count(totals['nodes']):>16}  {totals['seconds']:>9.3f}  {speed:>9}")
    compared = totals["right"] + totals["wrong"]
    agree = f", {totals['right']} of {compared} as the file says" if compared else ""
    print(f"{totals['solved']} of {number} solved{agree}")
