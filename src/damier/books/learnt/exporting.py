"""The games of a book as a file, in the formats that `reading.py` reads: read again they are the same, and so are the values.

    PGN, GGF       with the names of the players, date and event
    WTHOR          8x8 from the usual start; names in .jou and .trn beside it, the year if it is one
    transcript, columns, moves
                   a game a line; the result behind it where the board does not tell

A file is replaced whole or not at all. Games that a format has no room for are left out, and told.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from damier.books.learnt.book import FARTHEST, LearntBook
from damier.books.learnt.judging import by_start, joined, outcomes
from damier.books.learnt.places import Places
from damier.books.learnt.reading import OTHELLO_8X8, WRITTEN
from damier.books.learnt.store import BookGame
from damier.compile_cache import replace
from damier.games.game import BadInput, Game
from damier.records import game_files
from damier.rules import ONGOING

MANY = 2000  # games that are looked at together
_UNKNOWN = 0  # the number of nobody's name in WTHOR


@dataclass
class Exported:
    """What was written, and of the games that could not be the first few with the reason."""

    file: Path
    format: str
    games: int = 0
    left_out: int = 0
    faults: list[str] = field(default_factory=list)

    def leave_out(self, number: int, why: str) -> None:
        self.left_out += 1
        if len(self.faults) < 5:
            self.faults.append(f"game {number}: {why}")

    def as_json(self) -> dict[str, object]:
        return {
            "file": str(self.file),
            "format": self.format,
            "games": self.games,
            "left_out": self.left_out,
            "faults": self.faults,
        }


def formats_of(game: Game) -> list[str]:
    """How the games of a book can be written, the usual way first."""
    names = [each.name for each in game_files.formats_of(game)]
    return [*names, "WTHOR"] if type(game.start()).__name__ == OTHELLO_8X8 else names


def format_for(game: Game, path: Path, wanted: str = "") -> str:
    """The format that is asked for, by name or by the ending of a file."""
    known = {name.lower(): name for name in formats_of(game)}
    if wanted:
        if wanted.lower() not in known:
            raise BadInput(f"games of {game.title} are not written as {wanted}; they are as {', '.join(known.values())}")
        return known[wanted.lower()]
    by_ending = {".pgn": "pgn", ".ggf": "ggf", ".wtb": "wthor"}.get(path.suffix.lower(), "")
    return known.get(by_ending, next(iter(known.values())))


def write_games(
    book: LearntBook,
    path: Path,
    format_: str,
    through: Any = None,
    tell: Callable[[int], None] = lambda done: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Exported:
    """Write all games, or those that went through a position, up to symmetry; nothing, if it is stopped."""
    found = Exported(path, format_)
    games = _told(_through(book, through) if through is not None else book.store.games(), tell, is_stopped)
    if format_ == "WTHOR":
        contents = _wthor(book.game, games, found)
    else:
        text = "".join(_texts(book.game, games, format_, found))
        contents = {path: text.encode("utf-8", "surrogatepass")}
    if not is_stopped():
        for each, content in contents.items():
            replace(each, content, 0o644)
    return found


def _told(
    games: Iterator[tuple[int, BookGame]], tell: Callable[[int], None], is_stopped: Callable[[], bool]
) -> Iterator[tuple[int, BookGame]]:
    for done, each in enumerate(games):
        if is_stopped():
            return
        tell(done)
        yield each


def _through(book: LearntBook, position: Any) -> Iterator[tuple[int, BookGame]]:
    """The games that went through a position, after however many plies."""
    places = Places(book.game)
    plies = range(FARTHEST) if places.counts_plies else range(1)
    wanted = np.array([places.around(position, ply).number for ply in plies], np.uint64)
    games = book.store.games()
    while several := list(islice(games, MANY)):
        chosen = []
        for start, which in by_start([each for _, each in several]).items():
            trails = places.trails(book.game.parse(start), *joined([several[index][1] for index in which]))
            goes_there = np.logical_or.reduceat(np.isin(trails.number, wanted), trails.first)
            chosen += [several[which[at]] for at in np.flatnonzero(goes_there).tolist()]
        yield from sorted(chosen, key=lambda each: each[0])


# --------------------------------------------------------------------------------------------------------------------
# Text


def _texts(game: Game, games: Iterator[tuple[int, BookGame]], format_: str, found: Exported) -> Iterator[str]:
    write = {"PGN": _pgn, "GGF": _ggf}.get(format_, _line)
    while several := list(islice(games, MANY)):
        scores = _scores(game, [each for _, each in several])
        for (number, each), score in zip(several, scores, strict=True):
            try:
                text = write(game, each, score)
            except BadInput as error:
                found.leave_out(number, str(error))
                continue
            found.games += 1
            yield text


def _scores(game: Game, games: list[BookGame]) -> list[int | None]:
    """The final scores for the first player; None of a game that is not over."""
    found: list[int | None] = [None] * len(games)
    for start, which in by_start(games).items():
        made, ends = joined([games[index] for index in which])
        for index, score in zip(which, outcomes(game, start, made, ends)[1].tolist(), strict=True):
            found[index] = None if score == ONGOING else score
    return found


def _pgn(game: Game, played: BookGame, score: int | None) -> str:
    from damier.games.chess import fen, pgn

    named = {"White": played.first, "Black": played.second, "Date": played.date, "Event": played.event}
    tags = {name: value for name, value in named.items() if value}
    return pgn.write_game(pgn.Record(played.start or fen.START, list(played.moves), WRITTEN[played.result], tags))


def _ggf(game: Game, played: BookGame, score: int | None) -> str:
    from damier.games.othello import ggf
    from damier.games.othello.rules import DISC

    position, turn = game.parse(played.start), game.turn_written(played.start) if played.start else 0
    named = {"PB": played.first, "PW": played.second, "DT": played.date, "EV": played.event}
    properties = {key: value.replace(game_files.GGF_START, "( ;") for key, value in named.items() if value}
    properties["RE"] = f"{score / DISC:+.3f}" if score is not None else f"{played.result:+.3f}:r"  # given up, or on time
    return ggf.format_game(ggf.Record(properties, position, turn, [ggf.Move(move) for move in played.moves])) + "\n"


def _line(game: Game, played: BookGame, score: int | None) -> str:
    """A game as one line; one with an unusual start has it in a tag above, and an empty line behind it."""
    from damier.games.chess.pgn import tagged

    result = "" if score is not None else WRITTEN[played.result]
    kind = game.module.__name__
    if kind in (game_files.OTHELLO, game_files.CONNECT4) and not played.start:
        return f"{_word(game, played.moves)} {result}".rstrip() + "\n"
    position, words = game.parse(played.start), []
    for move in played.moves:
        words.append(game_files.quoted(game, game.move_name(position, move)))
        position = game.play(position, move)
    text = " ".join([*words, result]).rstrip()
    return tagged({"Start": played.start}, [text]) if played.start else f"{text}\n"


def _word(game: Game, moves: Iterable[int]) -> str:
    """The moves as one word; passes of Othello tell themselves, but at the end."""
    if game.module.__name__ == game_files.CONNECT4:
        from damier.games.connect4 import COLUMNS

        return "".join(COLUMNS[move] for move in moves)
    from damier.games.othello.rules import PASS, SIZE_OF
    from damier.games.othello.writing import transcript

    made = list(moves)
    passes_at_end = "--" if made and made[-1] == PASS else ""
    return transcript(made, SIZE_OF[type(game.start())]) + passes_at_end


# --------------------------------------------------------------------------------------------------------------------
# WTHOR


def _wthor(game: Game, games: Iterable[tuple[int, BookGame]], found: Exported) -> dict[Path, bytes]:
    """The games, and the names of players and tournaments, as files of WTHOR's."""
    from damier.games.othello import records, wthor
    from damier.games.othello.rules import PASS

    kept: list[BookGame] = []
    for number, each in games:
        if each.start:
            found.leave_out(number, "WTHOR's games begin as usual")
        elif len(each.moves) and each.moves[-1] == PASS:
            found.leave_out(number, "it ends with a pass, and WTHOR writes none")
        else:
            kept.append(each)
    squares = np.full((len(kept), records.MOST_DISCS), records.NONE, np.int8)
    for row, each in zip(squares, kept, strict=True):
        put = [move for move in each.moves if move != PASS]
        row[: len(put)] = put
    judged = records.judge(squares)
    broken_off = 32 + np.array([each.result for each in kept], np.int64)
    score = np.where(judged.is_over, judged.black, broken_off)
    years = {each.date[:4] for each in kept}
    year = years.pop() if len(years) == 1 else ""
    players, tournaments = _Numbers(), _Numbers()
    written = wthor.games_of(squares, score, int(year) if year.isascii() and year.isdecimal() else 0)
    for column, numbers, names in (
        (written.black, players, [each.first for each in kept]),
        (written.white, players, [each.second for each in kept]),
        (written.tournament, tournaments, [each.event for each in kept]),
    ):
        column[:] = [numbers.of(name) for name in names]
    found.games = len(kept)
    path = found.file
    return {
        path.with_suffix(".jou"): wthor.format_names(players.names, wthor.PLAYER),
        path.with_suffix(".trn"): wthor.format_names(tournaments.names, wthor.TOURNAMENT),
        path: wthor.format_games(written),
    }


class _Numbers:
    """Numbers for names, as they come."""

    def __init__(self) -> None:
        self.names = ["???"]
        self._known = {"": _UNKNOWN}

    def of(self, name: str) -> int:
        if name not in self._known:
            if len(self.names) > np.iinfo(np.uint16).max:
                raise BadInput("there are more names than WTHOR can number")
            self._known[name] = len(self.names)
            self.names.append(name)
        return self._known[name]
