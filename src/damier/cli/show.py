"""`damier games`, `damier show` and `damier tree`: what there is, a position, and a picture of a search."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from damier.cli.common import (
    AlgorithmOption,
    ChecksOption,
    GainOption,
    GameArgument,
    GrainOption,
    HashOption,
    JsonOption,
    LanguageOption,
    MessageOption,
    NoteOption,
    PositionArgument,
    ProcessorsOption,
    ReductionOption,
    SetOption,
    SizeOption,
    SpreadOption,
    ToleranceOption,
    interruptible,
    load_game,
    ongoing,
    print_json,
)

MOST_EVENTS = 10_000_000
PNG = ".png"
DRAWN = (".svg", PNG)


def games(json_: JsonOption = False) -> None:
    """List the registered games and their options.

    \b
    Example: damier games
    """
    from damier.games import load, names
    from damier.games.game import BadInput

    found = []
    for name in names():
        try:
            found.append(load(name))
        except BadInput as error:  # a faulty package does not hide the other games
            print(f"damier: {name}: {error}", file=sys.stderr)
    if json_:
        described = [
            {
                "name": game.name,
                "title": game.title,
                "options": getattr(game.module, "OPTIONS", {}),
                "start": game.text(game.start()),
            }
            for game in found
        ]
        print_json({"games": described})
        return
    for game in found:
        options = ", ".join(f"{key}={value}" for key, value in getattr(game.module, "OPTIONS", {}).items())
        print(f"{game.name:12} {game.about}".rstrip())
        if options:
            print(f"{'':12} options: {options}")


def show(
    game: GameArgument,
    position: PositionArgument = "",
    size: SizeOption = "",
    settings: SetOption = None,
    language: LanguageOption = "",
    json_: JsonOption = False,
) -> None:
    """Show a position: the board, whose turn it is, and the legal moves.

    \b
    Example: damier show connect4 44534
    Example: damier show othello f5d6c3 --json
    Example: damier show chess "1. e4 e5 2. Nf3 Nc6"
    Example: damier show chess games.pgn:3
    Example: damier show chess "1. e4 c5" --language fr
    """
    from damier.books.translation import opening_said
    from damier.records.session import Session

    played = load_game(game, size, settings)
    session = Session.from_text(played, played.in_file(position))
    opening = opening_said(session, language)
    names = [session.move_name(move) for move in session.legal_moves()]
    score = 0 if session.is_repeated else played.outcome(session.position)
    if json_:
        answer = {"game": played.name, "position": session.text, "turn": session.turn, "moves": names}
        answer |= {"opening": opening._asdict()} if opening else {}
        print_json(answer | {"score": score, "unit": played.unit} | ({"ending": session.ending} if session.ending else {}))
        return
    from rich.console import Console

    from damier.cli.board import draw, legal_cells, signs

    board = played.board(session.position, session.turn)
    Console(highlight=False).print(draw(board, legal=legal_cells(played, session.position, session.turn)))
    print(f"position  {session.text}")
    print("turn     ", *filter(None, (signs(board)[session.turn], played.players[session.turn])))
    if opening:
        print(f"opening   {opening}")
    if score is None:
        print(f"moves     {' '.join(names)}")
    else:
        why = f": {session.ending}" if session.ending else ""
        print(f"over      {played.score_text(score)} for the player to move{why}")


def tree(
    game: GameArgument,
    position: PositionArgument = "",
    algorithm: AlgorithmOption = "alphabeta",
    depth: Annotated[int | None, typer.Option("--depth", "-d", help="default: 3, trees to their leaves")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="the file, .svg or .png; default: an SVG on standard output")
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="draw every node, however wide; else wide trees are folded to what is worth seeing")
    ] = False,
    events: Annotated[int, typer.Option(help="how many events of the search to keep")] = 100_000,
    most_nodes: Annotated[int, typer.Option(help="the largest tree to draw")] = 2_000,
    hash_mb: HashOption = 16,
    guess: Annotated[int | None, typer.Option(help="where window and mtd start")] = None,
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
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Draw the tree of a search: what was visited, what was cut, what was never seen, with values and windows.

    \b
    Example: damier tree tree "[[3,12,8],[2,4,6],[14,5,2]]" -a alphabeta -o alphabeta.svg
    Example: damier tree tree tipe-4 -a alphabeta-minimax -o tipe.svg
    Example: damier tree tictactoe "xo./.x./o.." --depth 2 --json
    Example: damier tree connect4 44534 --depth 3 -o tree.png
    """
    from damier.search.driver import Options, check
    from damier.trace import to_json, to_svg, trace

    if not 1 <= events <= MOST_EVENTS:
        raise ValueError(f"events is {events}; it can be 1 to {MOST_EVENTS}")
    _check_drawable(output, json_)
    played = load_game(game, size, settings)
    root = ongoing(played, position)
    if depth is None:
        depth = played.full_depth(root) or 3
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
        log=events,
        weights=played.weights(root),
    )
    check(algorithm, depth, options)
    drawn = interruptible(lambda: trace(played, root, algorithm, depth, options, most_nodes=most_nodes))
    if drawn.lost:
        print(f"damier: {drawn.lost} events did not fit in the log of {events}: the tree is not complete", file=sys.stderr)
    if json_ and output is None:
        print_json(to_json(drawn))
        return
    text = json.dumps(to_json(drawn)) if json_ else to_svg(drawn, whole)
    if output is None:
        print(text)
        return
    if output.suffix.lower() == PNG:
        from damier.trace.png import to_png

        write_file(output, to_png(text))
    else:
        write_file(output, text.encode())
    print(f"wrote {output}", file=sys.stderr)


def _check_drawable(output: Path | None, json_: bool) -> None:
    """Refuse a file that cannot be drawn, or not there, before the search."""
    if output is None:
        return
    if json_ and output.suffix.lower() in DRAWN:
        raise ValueError(f"{output}: --json writes the tree as data, not as a drawing; choose another ending")
    if not json_ and output.suffix.lower() not in DRAWN:
        raise ValueError(f"{output}: a tree is drawn as {' or '.join(DRAWN)}, or written with --json")
    if not os.access(output.parent, os.W_OK) or output.is_dir():
        raise ValueError(f"{output} cannot be written: {output.parent} is no folder that can be written to")


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, with an error in one line."""
    from damier.compile_cache import replace
    from damier.games.game import BadInput

    try:
        mask = os.umask(0)
        os.umask(mask)
        replace(path.absolute(), content, 0o666 & ~mask)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
