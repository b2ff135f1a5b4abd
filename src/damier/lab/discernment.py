"""Michie's model put to the test, as the book proposes (Alliot-Schiex 15.7.4): does playing for traps score more than minimax
against players who err, and what does it cost against those who do not?

Two sides play each opponent from the same openings, to the same depth: one makes the best move by minimax, the other plays for
traps (`engine/traps.py`). Opponents who err are levels: `people:1500` chooses by Michie's probabilities, which the side for
traps then knows exactly; `casual` and `club` err in ways of their own, of which it knows nothing. `equal` is minimax to the
same depth and `deeper` to two plies more: they do not err as far as the side for traps can see: what it gives up is lost.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from damier.arena.kept import KeptGames
from damier.arena.openings import spread_over, usual_openings
from damier.arena.playing import PATIENCE, Playing, description
from damier.arena.record import MatchGame
from damier.arena.referee import LONGEST_GAME, Task
from damier.arena.setting import Setting, read_setting
from damier.arena.sides import check_sides
from damier.arena.worker import Terms
from damier.engine.levels import PEOPLE, STRONGEST, Traps, level_of, loss_of, rating_of
from damier.games import load
from damier.games.game import BadInput, Game
from damier.games.rooms import rooms
from damier.lab.halt import Halt
from damier.lab.measure import Progress
from damier.lab.report import Column, Number, Panel, Report, Series
from damier.rating import SUPPOSED, SURE, USUAL_VARIANCE
from damier.wording import quoted, whole_number

SIZE = 4  # games of each side against each opponent
EQUAL, DEEPER = "equal", "deeper"
FURTHER = 2  # plies that `deeper` looks further
OPPONENTS = f"{PEOPLE}:500,{PEOPLE}:1500,{EQUAL}"
DEPTHS = {  # plies that all look ahead, in the games that are played where none are named
    name: room.TRAP_DEPTH for name, room in rooms("lab").items() if hasattr(room, "TRAP_DEPTH")
}
USUAL_DEPTH = 3
MOST_DEPTH = 30
HASH_MB = 8
MINIMAX, FOR_TRAPS = "minimax", "for traps"


class Pairing(NamedTuple):
    """Games of one side against one opponent: which side, and the places of their settings."""

    style: str
    opponent: str
    sides: tuple[int, int]


@dataclass
class Tournament:
    """What is played in one game."""

    game: Game
    depth: int
    settings: list[str] = field(default_factory=list)
    pairings: list[Pairing] = field(default_factory=list)

    def place(self, setting: str) -> int:
        """Where a setting stands in the list, in which each stands once."""
        if setting not in self.settings:
            self.settings.append(setting)
        return self.settings.index(setting)


class Cell(NamedTuple):
    """What one side has got against one opponent: points a game, opening by opening."""

    points: dict[int, float]

    @property
    def mean(self) -> float:
        return sum(self.points.values()) / len(self.points)

    @property
    def error(self) -> float:
        """The true mean is 19 times out of 20 so near."""
        return _error(list(self.points.values()))


def run(
    size: int,
    seed: int,
    progress: Progress,
    *,
    game: str = ",".join(DEPTHS),
    opponents: str = OPPONENTS,
    depth: str = "",
    rating: str = f"{Traps().rating:g}",
    loss: str = f"{Traps().loss:g}",
    jobs: str = "0",
    out: str = "",
    halt: Halt | None = None,
) -> Report:
    """Play `size` games of either side against each opponent, in each game named; all look so many plies ahead.

    The side for traps takes opponents whose rating nobody knows for players of this `rating`, and gives up a `loss` at most.
    `jobs` are processes, 0 for one a core. With `out`, a folder, games are kept there, and a run that was ended goes on.
    """
    names = [name.strip() for name in game.split(",") if name.strip()]
    wanted = [name.strip() for name in opponents.split(",") if name.strip()]
    if not names or not wanted:
        raise BadInput("there must be a game and an opponent at least")
    traps = Traps(rating_of(rating), loss_of(loss))
    processes = _whole("jobs", jobs, 0, 1024)
    if size % 2:
        raise BadInput(f"size is {size}; each opening is played twice, so it must be even")
    tournaments = [_tournament(name, _depth(name, depth), wanted, traps) for name in names]
    halt, total = halt or Halt(), sum(size * len(each.pairings) for each in tournaments)
    cells: dict[tuple[str, str, str], Cell] = {}
    before = 0
    for name, each in zip(names, tournaments, strict=True):
        if halt.is_wanted:
            break
        games = _play(name, each, size, seed, processes, out, halt, lambda done, b=before: progress(b + done, total))
        cells |= {(name, *key): cell for key, cell in games.items()}
        before += size * len(each.pairings)
    if not cells:
        raise BadInput("it was stopped before anything was measured")
    return _report(names, tournaments, wanted, cells, size, seed, traps)


def _whole(name: str, text: str, least: int, most: int) -> int:
    number = whole_number(text)
    if number is None or not least <= number <= most:
        raise BadInput(f"{name} is {quoted(text)}; it must be a whole number from {least} to {most}")
    return number


def _depth(name: str, depth: str) -> int:
    return _whole("depth", depth, 1, MOST_DEPTH) if depth else DEPTHS.get(name, USUAL_DEPTH)


# --------------------------------------------------------------------------------------------------------------------
# Games


def _tournament(name: str, depth: int, opponents: Sequence[str], traps: Traps) -> Tournament:
    """All pairings of one game."""
    tournament = Tournament(load(name), depth)
    plain = f"depth={depth},hash={HASH_MB}"
    for opponent in opponents:
        further = f"depth={depth + FURTHER},hash={HASH_MB}"
        known = {EQUAL: plain, DEEPER: further}.get(opponent) or f"level={opponent},{plain}"
        level = STRONGEST if opponent in (EQUAL, DEEPER) else level_of(opponent)
        rating = traps.rating if level.rating is None else level.rating
        styled = f"style=traps,rating={rating:g},loss={traps.loss:g},{plain}"
        facing = tournament.place(f"name={opponent},{known}")
        for style, setting in ((MINIMAX, f"name={MINIMAX},{plain}"), (FOR_TRAPS, f"name={FOR_TRAPS} {rating:g},{styled}")):
            tournament.pairings.append(Pairing(style, opponent, (tournament.place(setting), facing)))
    check_sides(tournament.game, [read_setting(setting) for setting in tournament.settings])
    return tournament


def _play(
    name: str, tournament: Tournament, size: int, seed: int, jobs: int, out: str, halt: Halt, tell: Progress
) -> dict[tuple[str, str], Cell]:
    """Play everything of one game; the points a game of each pair of games, by style and opponent."""
    game = tournament.game
    settings = [read_setting(setting) for setting in tournament.settings]
    terms = Terms(name, {}, tuple(tournament.settings), tuple(each.name for each in settings), PATIENCE, "", LONGEST_GAME, None)
    openings = spread_over(usual_openings(game, size // 2, seed), size // 2)
    tasks = [
        Task(place * size + number, openings[number // 2], number % 2, (seed << 32) + 2 * number, pairing.sides)
        for place, pairing in enumerate(tournament.pairings)
        for number in range(size)
    ]

    def sides_of(played: MatchGame) -> list[Setting]:
        return [settings[side] for side in tournament.pairings[played.number // size].sides]

    kept = KeptGames(game, {**description(game, terms, seed), "size": size}, sides_of, _file(out, game), None, bool(out))
    done = 0

    def count(played: MatchGame) -> None:
        nonlocal done
        done += 1
        tell(done)

    playing = Playing(terms, tasks, kept, count, jobs)
    halt.reaches(playing.stop)
    playing.run()
    cells = {}
    for place, pairing in enumerate(tournament.pairings):
        points = {played.number: played.points for played in playing.played if played.number // size == place}
        pairs = {
            number // 2 - place * size // 2: (points[number] + points[number + 1]) / 2
            for number in points
            if number % 2 == 0 and number + 1 in points
        }
        if pairs:
            cells[pairing.style, pairing.opponent] = Cell(pairs)
    return cells


def _file(out: str, game: Game) -> Path | None:
    """Where the games are kept."""
    if not out:
        return None
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{out} cannot be made a folder: {error.strerror}") from None
    return folder / f"{game.name}.games"


def _error(values: Sequence[float]) -> float:
    """The true mean is 19 times out of 20 so near; as in matches, some usual pairs are supposed."""
    middle = sum(values) / len(values)
    squares = sum((value - middle) ** 2 for value in values) + SUPPOSED * USUAL_VARIANCE
    return SURE * math.sqrt(squares) / len(values)


# --------------------------------------------------------------------------------------------------------------------
# Report


def _report(
    names: Sequence[str],
    tournaments: Sequence[Tournament],
    opponents: Sequence[str],
    cells: dict[tuple[str, str, str], Cell],
    size: int,
    seed: int,
    traps: Traps,
) -> Report:
    rows, panels = list[list[object]](), list[Panel]()
    for name, tournament in zip(names, tournaments, strict=True):
        found = [
            (opponent, cells[name, MINIMAX, opponent], cells[name, FOR_TRAPS, opponent])
            for opponent in opponents
            if (name, MINIMAX, opponent) in cells and (name, FOR_TRAPS, opponent) in cells
        ]
        for opponent, plain, styled in found:
            both = [styled.points[pair] - plain.points[pair] for pair in plain.points if pair in styled.points]
            gain = 100 * sum(both) / len(both) if both else None
            error = 100 * _error(both) if both else None
            means = (100 * plain.mean, 100 * plain.error, 100 * styled.mean, 100 * styled.error)
            games = 2 * min(len(plain.points), len(styled.points))  # of each side, where a run was ended early
            rows.append([tournament.game.name, opponent, games, *means, gain, error])
        panels.append(_panel(tournament, found))
    return Report(
        name="discernment",
        title="Playing for traps against players who err, and against those who do not",
        columns=[
            Column("game"),
            Column("opponent"),
            Column("games"),
            Column("minimax, %", 1),
            Column("±", 1),
            Column("for traps, %", 1),
            Column("±", 1),
            Column("gain", 1),
            Column("±", 1),
        ],
        rows=rows,
        notes=[
            "Per cent of the points, from the same openings, each from both sides; ± holds 19 times out of 20. The gain is "
            "that of the side for traps over minimax, opening by opening.",
            f"people:C errs by Michie's model at rating C, and the side for traps knows it; the others it takes for players of "
            f"rating {traps.rating:g}. It gives up {traps.loss:g} at most of what is counted in the game.",
            "All look as far ahead: "
            + ", ".join(f"{each.depth} plies in {each.game.name}" for each in tournaments)
            + f"; `deeper` {FURTHER} plies further.",
        ],
        panels=panels,
        published={
            "source": "Alliot-Schiex 15.7.4: Michie's model of discernment",
            "claim": "it would be interesting to test the method; no program seems to use it",
        },
        settings={
            "games": list(names),
            "size": size,
            "seed": seed,
            "opponents": list(opponents),
            "rating": traps.rating,
            "loss": traps.loss,
        },
    )


def _panel(tournament: Tournament, found: Sequence[tuple[str, Cell, Cell]]) -> Panel:
    places: list[Number] = list(range(len(found)))
    by_style = {MINIMAX: [plain for _, plain, _ in found], FOR_TRAPS: [styled for _, _, styled in found]}
    series = [
        Series(style, places, [100 * each.mean for each in cells], [100 * each.error for each in cells], look="points")
        for style, cells in by_style.items()
    ]
    names = [opponent for opponent, _, _ in found]
    return Panel(tournament.game.title, "opponent", "per cent of the points", series, places=names)
