"""`damier match`: many games between two settings, and what they say."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from damier.cli.common import (
    ClusterOption,
    GameArgument,
    JsonOption,
    SetOption,
    SizeOption,
    interruptible,
    load_game,
    print_json,
    workers_of,
)
from damier.cli.match_common import (
    ClockOption,
    DrawAfterOption,
    JobsOption,
    OpeningsOption,
    PatienceOption,
    PgnOption,
    PliesOption,
    RandomOpeningsOption,
    ResignOption,
    SeedOption,
    openings_for,
    resignation,
    warn_of_repeats,
    writable,
)
from damier.wording import quoted

if TYPE_CHECKING:
    from damier.arena import Report, Sprt

SettingArgument = Annotated[
    str, typer.Argument(help="how a side plays, as level=7,seconds=0.1 or killers=off,clock=2+0.02 or uci:COMMAND")
]


def match(
    game: GameArgument,
    one: SettingArgument,
    two: SettingArgument,
    games: Annotated[int, typer.Option("--games", "-n", help="how many at most, two for each opening")] = 100,
    jobs: JobsOption = 0,
    clock: ClockOption = "",
    openings: OpeningsOption = None,
    random_openings: RandomOpeningsOption = 0,
    plies: PliesOption = None,
    seed: SeedOption = 1,
    sprt: Annotated[str, typer.Option(help="end when it is decided which difference is likelier, as 0,10 (Elo)")] = "",
    alpha: Annotated[float, typer.Option(help="the chance that --sprt takes the second wrongly")] = 0.05,
    beta: Annotated[float, typer.Option(help="the chance that --sprt takes the first wrongly")] = 0.05,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="a file to which each game is appended as a line")] = None,
    pgn: PgnOption = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the match in --out, which was ended or killed")] = False,
    draw_after: DrawAfterOption = 1000,
    resign: ResignOption = "",
    patience: PatienceOption = 60.0,
    cluster: ClusterOption = "",
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Play a match between two settings of damier, or against another program, each opening from both sides.

    A setting is a list of name=value: seconds (a move), clock (for the game, plus a move), depth, level, hash, book (a file, or
    on), name; any technique of the player, on or off; or an option of the game. nboard:COMMAND is an Othello program instead,
    uci:COMMAND a chess program, whose options may follow. Ctrl-C ends the match with what was played. With
    --out the same command and --resume goes on, also after a crash: no game is lost or counted twice.

    \b
    Example: damier match connect4 level=7,seconds=0.1 level=6,seconds=0.1 --games 50
    Example: damier match kalah seconds=0.05 seconds=0.05,history=off --sprt 0,20 --games 2000 --out games.txt
    Example: damier match kalah seconds=0.05 seconds=0.05,history=off --sprt 0,20 --games 2000 --out games.txt --resume
    Example: damier match connect4 clock=2+0.02 depth=8,table=off --openings openings.txt --json
    Example: damier match chess name=damier uci:stockfish,UCI_LimitStrength=true,UCI_Elo=2000 --clock 5+0.05 --pgn games.pgn
    Example: damier match othello depth=6 depth=5 --games 1000 --cluster 192.168.0.7:6379 --out games.txt
    """
    from damier.arena import Match

    if games < 1:
        raise ValueError(f"games is {games}; a match has at least one")
    played = load_game(game, size, settings)
    with workers_of(cluster) as workers:
        contest = Match(
            game,
            one,
            two,
            games=games,
            jobs=jobs,
            openings=openings_for(played, openings, (games + 1) // 2, random_openings, plies, seed),
            options=played.options,
            sprt=_sprt(sprt, alpha, beta),
            out=writable(out),
            pgn=writable(pgn),
            goes_on=resume,
            seed=seed,
            patience=patience,
            clock=clock,
            draw_after=draw_after,
            resign=resignation(resign, played.unit),
            on_game=lambda report: _progress(report, games),
            workers=workers,
        )
        warn_of_repeats(contest.openings, (games + 1) // 2)
        report = interruptible(contest.run, contest.stop)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if contest.taken_over:
        print(f"damier: {contest.taken_over} games were in {out} already", file=sys.stderr)
    if report.is_interrupted and out is not None:
        print(f"damier: the same command with --resume goes on from {out}", file=sys.stderr)
    if json_:
        print_json(report.to_json())
    else:
        print(report)


def _sprt(text: str, alpha: float, beta: float) -> "Sprt | None":
    """The sequential test a person asks for."""
    from damier.arena import Sprt

    if not text:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"sprt is {quoted(text)}; it must be two differences in Elo, as 0,10") from None
    return Sprt(low, high, alpha, beta)


def _progress(report: "Report", games: int) -> None:
    """The state of the match, on one line of a terminal."""
    if sys.stderr.isatty():
        test = "" if report.llr is None else f"  LLR {report.llr:+.2f}"
        counts = f"+{report.wins} ={report.draws} -{report.losses}"
        print(f"\r{len(report.games)}/{games}  {counts}  {report.rating}{test} \033[K", end="", file=sys.stderr, flush=True)
