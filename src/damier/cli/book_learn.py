"""`damier book learn` and `damier learn book`: a book learns from games that were played, and from games against itself."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.books.aims import USUAL_AIM, aim_named
from damier.cli.book_common import BookOption, end_line, opened, said, sizes, tell_line
from damier.cli.book_files import STOPPED
from damier.cli.common import (
    AimOption,
    GameArgument,
    JsonOption,
    SetOption,
    SizeOption,
    check_seconds,
    count,
    interruptible,
    load_game,
    print_json,
)
from damier.wording import quoted

if TYPE_CHECKING:
    from damier.books.learnt.book import LearntBook
    from damier.books.learnt.learner import Learner, Lessons
    from damier.books.learnt.lesson import Lesson
    from damier.books.learnt.pace import Pace
    from damier.games.formats import WrittenGame
    from damier.games.game import Game

SIDES: dict[str, int | None] = {"first": 0, "second": 1, "both": None}
MOST_GAMES = 10_000_000
MOST_DEPTH = 60
DepthOption = Annotated[int, typer.Option("--depth", help="how deep alternatives are searched, at least")]
MOST_TOLD = 20  # games of which it is said why they were taken in, or not
PliesOption = Annotated[int, typer.Option("--plies", help="from the start of a game, in which alternatives are searched")]


def learn(
    game: GameArgument,
    moves: Annotated[str, typer.Argument(help="the moves of a game, or a file of games")] = "",
    side: Annotated[str, typer.Option("--as", help="whose lessons: first, second, or both")] = "both",
    result: Annotated[str, typer.Option("--result", help="1-0, 0-1 or 1/2-1/2, where the board does not tell")] = "",
    keep_wins: Annotated[bool, typer.Option("--keep-wins", help="take in games that were won, however clear")] = False,
    sweep: Annotated[int, typer.Option("--sweep", help="then play out so many suspicious positions of the book")] = 0,
    aim: AimOption = USUAL_AIM,
    depth: DepthOption = 8,
    seconds: Annotated[
        float | None, typer.Option("--time", help="seconds that a move had: alternatives are searched as long, or longer")
    ] = None,
    plies: PliesOption = 40,
    book: BookOption = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Learn from games: take them in, and search what else could have been played where it was not won.

    A game that was won by the learner (`--as`) is only taken in if the opponent missed something. Alternatives are searched at
    least as deep and as long as the games were played (`--depth`, `--time`). Ctrl-C keeps what was learnt.

    \b
    Example: damier book learn connect4 44444365 --result 0-1 --as first
    Example: damier book learn chess mygames.pgn --as both --depth 10
    Example: damier book learn othello mygames.ggf --as first --time 5
    Example: damier book learn othello --sweep 20
    """
    from damier.books.learnt.pace import Pace
    from damier.games.game_text import RESULTS

    if side not in SIDES:
        raise ValueError(f"as is {quoted(side)}; it can be {', '.join(SIDES)}")
    if result and result not in RESULTS:
        raise ValueError(f"result is {quoted(result)}; it can be {', '.join(list(RESULTS)[:3])}")
    if not moves.strip() and not sweep:
        raise ValueError("there is nothing to learn from: give moves, a file of games, or --sweep NUMBER")
    if not 0 <= sweep <= MOST_GAMES:
        raise ValueError(f"sweep is {sweep}; it must be from 0 to {count(MOST_GAMES)} games")
    played = load_game(game, size, settings)
    said_result = RESULTS[result] if result else None
    check_seconds(seconds)
    lessons = _lessons(depth, plies, aim, keep_wins)
    with opened(played, book, is_writable=True) as found:
        learner = _learner(found, lessons, None)

        def work(heard: Callable[[Any, "Lesson"], None]) -> None:
            if moves.strip():
                _learn_games(learner, moves, SIDES[side], said_result, Pace(seconds or 0.0), heard)
            if sweep and not learner.is_stopped:
                learner.sweep(sweep, heard)

        _run(learner, work, json_)


def book(
    game: GameArgument,
    games: Annotated[int, typer.Option("--games", help="that it plays against itself")] = 10,
    depth: DepthOption = 8,
    seconds: Annotated[
        float | None, typer.Option("--time", help="seconds for a move; default: as deep as alternatives")
    ] = None,
    plies: PliesOption = 40,
    aim: AimOption = USUAL_AIM,
    book: BookOption = None,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Learn a book by playing against itself: by the book as far as it goes, and every game corrects it.

    The same command goes on from what is known; Ctrl-C keeps what was learnt. Alternatives are searched at least as deep and as
    long as its own moves.

    \b
    Example: damier learn book connect4 --games 100 --depth 10
    Example: damier learn book othello --games 50 --depth 8 --time 0.5 --book mine.book
    """
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"games is {games}; it must be from 1 to {count(MOST_GAMES)}")
    check_seconds(seconds)
    played = load_game(game, size, settings)
    lessons = _lessons(depth, plies, aim)
    with opened(played, book, is_writable=True) as found:
        learner = _learner(found, lessons, seconds)
        _run(learner, lambda heard: learner.self_play(games, heard), json_)


def _lessons(depth: int, plies: int, aim: str, keep_wins: bool = False) -> "Lessons":
    from damier.books.learnt.learner import Lessons

    if not 1 <= depth <= MOST_DEPTH:
        raise ValueError(f"depth is {depth}; it must be from 1 to {MOST_DEPTH}")
    return Lessons(depth, plies, aim=aim_named(aim), keeps_wins=keep_wins)


def _learner(book: "LearntBook", lessons: "Lessons", seconds: float | None) -> "Learner":
    """Who learns, and plays with so many seconds a move, or else as deep as alternatives are searched."""
    from damier.books.learnt.learner import Learner
    from damier.engine.player import Player

    player = Player(book.game, seconds) if seconds else Player(book.game, None, lessons.depth)
    return Learner(book, player, lessons)


def _run(learner: "Learner", work: "Callable[[Callable[[Any, Lesson], None]], Any]", json_: bool) -> None:
    """Learn, tell how far it is, and in the end what became of the games."""
    from damier.books.learnt.lesson import GROUNDS

    lessons: list[Lesson] = []
    began = time.perf_counter()

    def heard(_: Any, lesson: "Lesson") -> None:
        lessons.append(lesson)
        tell_line(f"{count(len(lessons))} games, {time.perf_counter() - began:.0f} s")

    interruptible(lambda: work(heard), learner.stop)
    end_line()
    kept, searched = sum(each.is_kept for each in lessons), sum(each.searched for each in lessons)
    seconds = time.perf_counter() - began
    if json_:
        why = [each.why for each in lessons[:MOST_TOLD]]
        learnt = {"lessons": len(lessons), "kept": kept, "searched": searched, "seconds": round(seconds, 3), "why": why}
        print_json({**sizes(learner.book), **learnt, "stopped": learner.is_stopped})
    else:
        for number, each in enumerate(lessons[:MOST_TOLD], 1):
            print(f"game {count(number):5}{each.why}")
        left = [each for each in lessons[MOST_TOLD:] if not each.is_kept]
        for ground in sorted({each.ground for each in left}):
            print(f"left out  {count(sum(each.ground == ground for each in left))} more: {GROUNDS[ground]}")
        print(f"learnt    {count(kept)} of {count(len(lessons))} games, {count(searched)} positions searched, {seconds:.1f} s")
        print(said(learner.book))
    if learner.is_stopped:
        raise typer.Exit(STOPPED)


def _learn_games(
    learner: "Learner",
    moves: str,
    mine: int | None,
    result: int | None,
    pace: "Pace",
    heard: "Callable[[Any, Lesson], None]",
) -> None:
    """Learn from a game in writing, or from all of a file; one that cannot be is refused."""
    from damier.books.learnt.judging import judge
    from damier.games.formats import WrittenGame
    from damier.games.game import BadInput
    from damier.records.collections import session_of

    game = learner.book.game
    for name, written in _written(game, moves):
        if learner.is_stopped:
            return
        judged = judge(game, [written if result is None else written._replace(result=result)])[0]
        if isinstance(judged, str):
            raise BadInput(f"{name}: {judged}")
        session = session_of(game, WrittenGame(moves=judged.moves, start=judged.start))
        names = {"first": judged.first, "second": judged.second, "date": judged.date, "event": judged.event}
        heard(session, learner.learn(session, mine, judged.result, pace, **names))


def _written(game: "Game", moves: str) -> "list[tuple[str, WrittenGame]]":
    from damier.records.collections import files_of, game_of, open_file

    path = Path(moves)
    try:
        is_file = path.exists()
    except OSError:  # a game may be longer than a name
        is_file = False
    if not is_file:
        return [("this game", game_of(game, moves))]
    found: list[tuple[str, WrittenGame]] = []
    for each in files_of(game, [path]):
        found += [(f"{each.name}, {written.where}", written) for written in open_file(game, each).read(0)]
    if not found:
        raise ValueError(f"{path}: there is no game in it")
    return found
