"""`damier rate`: a list of settings by how well they play, from games between them."""

import itertools
import re
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
    from damier.arena.record import MatchGame
    from damier.games.game import Game

MOST_VARIANTS = 1000
NAMED = re.compile(r"(^|,)\s*name=([^,]*),?")


def rate(
    game: GameArgument,
    sides: Annotated[list[str], typer.Argument(metavar="SETTING...", help="how each plays, as of `damier match`")],
    games: Annotated[int, typer.Option("--games", "-n", help="of each two that meet, two for each opening")] = 20,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="only the first meets all others, and its rating is 0")] = False,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", help="the first setting against itself with each of these, as depth=4,6,8; may be repeated"),
    ] = None,
    turn: Annotated[
        str,
        typer.Option(help="the setting against itself with each of these techniques turned, as killers,history; or all"),
    ] = "",
    jobs: JobsOption = 0,
    clock: ClockOption = "",
    openings: OpeningsOption = None,
    random_openings: RandomOpeningsOption = 0,
    plies: PliesOption = None,
    seed: SeedOption = 1,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="a file with a line for each game, from which the same command goes on")
    ] = None,
    pgn: PgnOption = None,
    draw_after: DrawAfterOption = 1000,
    resign: ResignOption = "",
    patience: PatienceOption = 60.0,
    cluster: ClusterOption = "",
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Let any number of settings, or other programs, play each other, and rate them by all their games.

    The ratings are those under which the games are the likeliest; the true ones are within the error 19 times out of 20. Beside
    them is how likely it is that each is better than the next. Ctrl-C ends it with what was played. With --out the same command
    goes on, also after a crash: no game is lost or counted twice. --vary tries values of a setting, repeated all combinations;
    --turn switches techniques off one by one, and those on that are off as a rule.

    \b
    Example: damier rate connect4 depth=2 depth=4 depth=6 --games 40 --out list.txt
    Example: damier rate kalah name=mine,seconds=0.1 seconds=0.1,killers=off seconds=0.1,history=off --gauntlet
    Example: damier rate kalah depth=6 --vary killers=on,off --vary history=on,off --games 100 --json
    Example: damier rate othello name=all,seconds=0.02 --turn all --games 400 --out techniques.txt
    Example: damier rate connect4 depth=2 depth=4 depth=6 --games 400 --out list.txt --cluster 192.168.0.7:6379
    Example: damier rate chess name=damier uci:stockfish uci:glaurung "uci:gnuchess --uci" --clock 5+0.05 --pgn games.pgn
    """
    from damier.arena.rating_list import RatingList

    if games < 1:
        raise ValueError(f"games is {games}; each two that meet play at least one")
    played = load_game(game, size, settings)
    if vary or turn:
        name = "--vary" if vary else "--turn"
        if len(sides) != 1:
            raise ValueError(f"{name} takes one setting, which it changes; there are {len(sides)}")
        if vary and turn:
            raise ValueError("--vary and --turn are two ways to change a setting; a list takes one of them")
        sides = [*sides, *(variants(sides[0], vary) if vary else with_each_turned(played, sides[0], turn))]
    with workers_of(cluster) as workers:
        contest = RatingList(
            game,
            sides,
            games=games,
            gauntlet=gauntlet or bool(vary or turn),
            jobs=jobs,
            openings=openings_for(played, openings, (games + 1) // 2, random_openings, plies, seed),
            options=played.options,
            out=writable(out),
            pgn=writable(pgn),
            seed=seed,
            patience=patience,
            clock=clock,
            draw_after=draw_after,
            resign=resignation(resign, played.unit),
            workers=workers,
            on_game=(lambda each, done, total: None) if json_ else _show,
        )
        warn_of_repeats(contest.openings, contest.rounds)
        report = interruptible(contest.run, contest.stop)
    if contest.taken_over:
        print(f"damier: {contest.taken_over} games were in {out} already", file=sys.stderr)
    if report.is_interrupted and out is not None:
        print(f"damier: the same command goes on from {out}", file=sys.stderr)
    if json_:
        print_json(report.to_json())
    else:
        print(report)


def with_each_turned(game: "Game", base: str, asked: str) -> list[str]:
    """A setting with each of these techniques turned alone, those left out with which nobody can play."""
    from damier.engine.acting import as_setting, is_playable, read_switches

    return [variants(base, [as_setting(each)])[0] for each in read_switches(game, asked) if is_playable(each)]


def variants(base: str, asked: list[str]) -> list[str]:
    """A setting with each combination of what is to be varied, as `depth=4,6,8`."""
    ranges = []
    for text in asked:
        name, equals, values = (part.strip() for part in text.partition("="))
        listed = [value.strip() for value in values.split(",")]
        if not name or not equals or not all(listed):
            raise ValueError(f"vary is {quoted(text)}; it must be written name=value,value, as depth=4,6,8")
        ranges.append([f"{name}={value}" for value in listed])
    combinations = list(itertools.islice(itertools.product(*ranges), MOST_VARIANTS))
    if len(combinations) == MOST_VARIANTS:
        raise ValueError(f"these are {MOST_VARIANTS} combinations or more; a list has fewer")
    called = NAMED.search(base)
    bare = NAMED.sub(r"\1", base, count=1).rstrip(",")
    if not called:
        return [",".join(filter(None, (base, *parts))) for parts in combinations]
    return [",".join(filter(None, (f"name={called[2].strip()} {' '.join(parts)}", bare, *parts))) for parts in combinations]


def _show(played: "MatchGame", done: int, total: int) -> None:
    """A game that has just ended."""
    from damier.arena.record import RESULTS

    print(f"{done}/{total}  {played.names[0]} - {played.names[1]}  {RESULTS[played.result]}  {played.reason}", flush=True)
