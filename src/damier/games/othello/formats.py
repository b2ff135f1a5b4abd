"""How games of Othello are written: as a transcript (`f5d6c3`), in GGF, or, many of them on 8x8, in WTHOR's files."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from damier.files import read_bytes, read_text
from damier.games.formats import GameFormat, LeaveOut, Numbered, WordFormat, WrittenGame, known, later, told
from damier.games.game import BadInput, Game
from damier.games.othello import ggf, records, wthor
from damier.games.othello.rules import DISC, PASS, SIZE_OF, board_type
from damier.games.othello.writing import PASS_NAME, PASSES, move_of, square_of, transcript

_SQUARES = re.compile(r"(?:[a-hA-H][1-8])+")
_HALF = 32  # black's discs in a draw
_UNKNOWN = 0  # the number of nobody's name in WTHOR


def _is_8x8(game: Game) -> bool:
    return type(game.start()) is board_type(8)


def with_passes(games: Sequence[Any]) -> tuple[Any, Any]:
    """The moves of games on 8x8 in which passes are left out, with them: joined, and where those of each end."""
    squares = np.full((len(games), max(map(len, games))), records.NONE, np.int8)
    for row, moves in zip(squares, games, strict=True):
        row[: len(moves)] = moves
    return records.with_passes(squares)


class Transcript(WordFormat):
    """Squares without anything between them; passes may be left out, as they tell themselves, but at the end."""

    def is_position(self, text: str) -> bool:
        """Whether there are squares only."""
        return text.lstrip()[0] not in '[{("' and not re.search(r"\d", re.split("[;%]", text, maxsplit=1)[0])

    def split(self, word: str) -> tuple[list[str], str]:
        names, sign = super().split(re.sub("[.:]", "", word))
        return [PASS_NAME if move_of(name) == PASS else name for name in names], sign

    def follow(self, game: Game, position: Any, name: str, turn: int | None = None) -> Iterator[int]:
        """Passes may be left out before a move, or written in several ways."""
        if name != PASS_NAME and game.moves(position) == [PASS]:
            yield PASS
            position = game.play(position, PASS)
        yield game.parse_move(position, name)

    def quick(self, game: Game, text: str) -> WrittenGame | None:
        if not _SQUARES.fullmatch(text) or not _is_8x8(game):
            return None
        return WrittenGame(moves=[square_of(text[at : at + 2]) for at in range(0, len(text), 2)], lacks_passes=True)

    def in_one_word(self, game: Game, moves: Sequence[int]) -> str:
        made = [int(move) for move in moves]
        at_end = PASSES[2] if made and made[-1] == PASS else ""
        return transcript(made, SIZE_OF[type(game.start())]) + at_end


class Ggf(GameFormat):
    """Games of the Generic Game Server: the main line, with names, evaluations and times."""

    starts = staticmethod(ggf.starts)
    TAGS = {"PB": "Black", "PW": "White", "DT": "Date", "PC": "Site"}  # noqa: RUF012

    def count(self, text: str) -> int:
        return text.count(ggf.START)

    def read(self, game: Game, text: str) -> WrittenGame:
        try:
            record = next(iter(ggf.parse_games(text, self.name)))
        except ValueError as error:
            raise BadInput(" ".join(str(error).split())) from None
        if type(record.position) is not type(game.start()):
            raise BadInput(f"this is a game on another board of {game.title} than the one that was chosen")
        tags = {self.TAGS.get(key, key): value for key, value in record.properties.items() if key not in ("GM", "TY")}
        said = [", ".join(filter(None, (each.evaluation, each.seconds and f"{each.seconds} s"))) for each in record.moves]
        return self._written(game, record)._replace(tags=tags, comments=said)

    def read_file(self, game: Game, path: Path, after: int = 0) -> Iterator[WrittenGame]:
        return later(self._games(game, path), after)

    def _games(self, game: Game, path: Path) -> Iterator[WrittenGame]:
        kind = type(game.start())
        faults: list[str] = []
        number = 0
        for record in ggf.parse_games(read_text(path, errors="replace"), path.name, faults):
            yield from told(faults, f"{path.name}, ")
            number += len(faults) + 1
            faults.clear()
            if type(record.position) is kind:
                yield self._written(game, record)._replace(where=f"game {number}")
            else:
                size = SIZE_OF[type(record.position)]
                yield WrittenGame(f"game {number}", fault=f"it was played on a board of {size}x{size}")
        yield from told(faults, f"{path.name}, ")

    def _written(self, game: Game, record: ggf.Record) -> WrittenGame:
        first, second, date, event = (known(record.properties.get(key, "")) for key in ("PB", "PW", "DT", "EV"))
        won = None if record.result is None else (record.result > 0) - (record.result < 0)
        is_usual = record.turn == 0 and record.position == game.start()
        start = "" if is_usual else game.text_for(record.position, record.turn)
        return WrittenGame("", [each.move for each in record.moves], won, start, first, second, date, event)

    def write(self, game: Game, written: WrittenGame, score: int | None = None) -> str:
        names = {name: key for key, name in self.TAGS.items()}
        properties = {names.get(name, name): " ".join(value.split()) for name, value in written.tags.items()}
        named = {"PB": written.first, "PW": written.second, "DT": written.date, "EV": written.event}
        properties |= {key: value for key, value in named.items() if value}
        properties = {
            key: value.replace(ggf.START, "( ;")
            for key, value in properties.items()
            if re.fullmatch("[A-Z]{2}", key) and key != "BO"
        }
        if score is not None:
            properties["RE"] = f"{score / DISC:+.3f}"
        elif written.result is not None and "RE" not in properties:  # given up, or on time
            properties["RE"] = f"{written.result:+.3f}:r"
        position, turn = game.parse(written.start), game.turn_written(written.start) if written.start else 0
        moves = [ggf.Move(int(move)) for move in written.moves]
        return ggf.format_game(ggf.Record(properties, position, turn, moves)) + "\n"


class Wthor(GameFormat):
    """Files of tournament games from the usual start on 8x8, with the names of players and tournaments beside them."""

    in_folders = True

    def is_for(self, game: Game) -> bool:
        return _is_8x8(game)

    def read_file(self, game: Game, path: Path, after: int = 0) -> Iterator[WrittenGame]:
        if not _is_8x8(game):
            raise BadInput("WTHOR's games were played on 8x8")
        data = read_bytes(path)
        games = wthor.parse_games(data, path.name, partly=True)
        players, tournaments = (_names_beside(path, ending) for ending in (".jou", ".trn"))
        squares = games.squares
        lengths = (squares != records.NONE).sum(axis=1).tolist()
        blacks, whites, events = (column.tolist() for column in (games.black, games.white, games.tournament))
        results = ((games.score > _HALF).astype(int) - (games.score < _HALF)).tolist()
        year = str(int(games.year[0])) if len(games) and games.year[0] else ""
        for index in range(after, len(games)):
            yield WrittenGame(
                f"game {index + 1}",
                squares[index, : lengths[index]],
                results[index],
                "",
                players.get(blacks[index], ""),
                players.get(whites[index], ""),
                year,
                tournaments.get(events[index], ""),
                lacks_passes=True,
            )
        wthor.parse_games(data, path.name)  # says what is missing, if it is cut off

    def write_file(self, game: Game, path: Path, games: Iterable[Numbered], leave_out: LeaveOut) -> dict[Path, bytes]:
        kept: list[WrittenGame] = []
        for number, each, _ in games:
            if each.start:
                leave_out(number, "WTHOR's games begin as usual")
            elif len(each.moves) and each.moves[-1] == PASS:
                leave_out(number, "it ends with a pass, and WTHOR writes none")
            else:
                kept.append(each)
        squares = np.full((len(kept), records.MOST_DISCS), records.NONE, np.int8)
        for row, each in zip(squares, kept, strict=True):
            put = [move for move in each.moves if move != PASS]
            row[: len(put)] = put
        judged = records.judge(squares)
        broken_off = _HALF + np.array([each.result for each in kept], np.int64)
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
        return {
            path.with_suffix(".jou"): wthor.format_names(players.names, wthor.PLAYER),
            path.with_suffix(".trn"): wthor.format_names(tournaments.names, wthor.TOURNAMENT),
            path: wthor.format_games(written),
        }


def _names_beside(path: Path, ending: str) -> dict[int, str]:
    """The names of players or tournaments: in a file of the same name beside the games, or in the only one that is there."""
    beside = [each for each in path.parent.iterdir() if each.suffix.lower() == ending]
    own = [each for each in beside if each.stem == path.stem]
    if len(own or beside) != 1:
        return {}
    return {number: known(name) for number, name in enumerate(wthor.read_names((own or beside)[0]))}


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


TRANSCRIPT = Transcript("transcript", glued=r"pass|pa|ps|--|@@|[a-z]\d")
GGF = Ggf("GGF", (".ggf",), mark=ggf.START)
WTHOR = Wthor("WTHOR", (".wtb",))
FORMATS = (TRANSCRIPT, GGF, WTHOR)
