"""`damier analyse`: what the moves of a position are worth, and what those of a game have cost."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.analyse_explained import explained
from damier.cli.common import (
    GRACE,
    GameArgument,
    HashOption,
    JsonOption,
    LanguageOption,
    PositionArgument,
    SetOption,
    SizeOption,
    ThreadsOption,
    check_seconds,
    count,
    interruptible,
    load_game,
    ongoing,
    print_json,
    rate,
    threads_wanted,
)

if TYPE_CHECKING:
    from damier.books.openings import OpeningName
    from damier.engine.player import Thought
    from damier.games.game import Game
    from damier.records.session import Session

SHOWN = 10  # moves of a line that are printed


def analyse(
    game: GameArgument,
    position: PositionArgument = "",
    seconds: Annotated[float | None, typer.Option("--seconds", "--time", help="default 1, with --depth none")] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", help="moves to look ahead; no solver is asked then")] = None,
    lines: Annotated[int, typer.Option("--lines", "-n", help="how many of the best moves")] = 3,
    whole: Annotated[bool, typer.Option("--game", help="the position is a game: what has each of its moves cost?")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="every term of the evaluation, or what each piece is worth to a network")
    ] = False,
    hash_mb: HashOption = 64,
    threads: ThreadsOption = 0,
    size: SizeOption = "",
    settings: SetOption = None,
    language: LanguageOption = "",
    json_: JsonOption = False,
) -> None:
    """Find the best moves of a position, with scores and lines: exact where the game's solver reaches.

    \b
    Example: damier analyse othello f5d6c3d3c4 --lines 5 --explain
    Example: damier analyse othello f5d6c3d3c4f4f6 --game --seconds 0.2
    """
    from damier.books.translation import opening_said, translation_of
    from damier.cli.analyse_game import analyse_game
    from damier.engine.judge import Judge
    from damier.records.session import Session

    check_seconds(seconds)
    _check("depth", depth)
    _check("lines", lines)
    if seconds is None and depth is None:
        seconds = 1.0
    played = load_game(game, size, settings)
    translation_of(played, language)
    position = played.in_file(position)
    judge = Judge(played, hash_mb, threads_wanted(threads))
    if whole:
        if explain:
            raise ValueError("--explain is for one position and does not go with --game")
        analyse_game(played, position, judge, seconds, depth, language, json_)
        return
    ongoing(played, position)
    session = Session.from_text(played, position)
    found = interruptible(lambda: judge.best(session.position, lines, seconds, depth, session.past), judge.stop, grace=GRACE)
    explanation = explained(session) if explain else None
    opening = opening_said(session, language)
    if json_:
        print_json(_as_json(session, opening, found) | (explanation.as_json() if explanation else {}))
    else:
        _tell(session, opening, found)
        if explanation:
            explanation.tell()


def _check(name: str, number: int | None) -> None:
    if number is not None and number < 1:
        raise ValueError(f"{name} is {number}; it must be at least 1")


def _as_json(session: "Session", opening: "OpeningName | None", found: list["Thought"]) -> dict[str, Any]:
    game, root = session.game, session.position
    return {
        "game": game.name,
        "position": session.text,
        **({"opening": opening._asdict()} if opening else {}),
        "unit": game.unit,
        "lines": [
            {
                "move": session.move_name(thought.move),
                "score": thought.value,
                "text": _text(game, thought),
                "exact": thought.exact,
                **({"plies": thought.plies} if thought.plies is not None else {}),
                "depth": thought.depth,
                "line": game.names_of(root, thought.line, session.turn),
            }
            for thought in found
        ],
        "nodes": found[0].nodes,
        "seconds": round(found[0].seconds, 6),
    }


def _text(game: "Game", thought: "Thought") -> str:
    from damier.engine.judge import short_text

    return short_text(thought.value, game.unit, thought.exact)


def _when(thought: "Thought") -> str:
    return f" in {thought.plies} plies" if thought.plies else ""


def _tell(session: "Session", opening: "OpeningName | None", found: list["Thought"]) -> None:
    """The board, and a line for each of the best moves."""
    from rich.console import Console

    from damier.cli.board import draw, legal_cells

    game, root, turn = session.game, session.position, session.turn
    Console(highlight=False).print(draw(game.board(root, turn), legal=legal_cells(game, root, turn)))
    rows = [
        (
            session.move_name(thought.move),
            _text(game, thought) + _when(thought),
            "exact" if thought.exact else f"depth {thought.depth}",
            " ".join(game.names_of(root, thought.line, session.turn)[:SHOWN]),
        )
        for thought in found
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    if opening:
        print(opening)
    print(f"{game.players[turn]} to move")
    for name, score, sure, line in rows:
        print(f"{name:{widths[0]}}  {score:>{widths[1]}}  {sure:{widths[2]}}  {line}")
    if found[0].nodes:
        print(f"nodes     {count(found[0].nodes)}    {rate(found[0].nodes, found[0].seconds)}")
