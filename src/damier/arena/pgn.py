"""Games of a match as PGN, for programs that show chess games: each with what the sides told of their moves.

[White "seconds=0.1"]
[Black "uci:glaurung"]
[Termination "normal"]

1. e4 {+0.31/9 0.093s} e5 {-0.2/8 0.1s} 2. Nf3 ... {checkmate} 1-0
"""

import textwrap
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from damier.arena.openings import move_named, read_opening
from damier.arena.record import ENDED, ENDLESS, GIVEN_UP, RESULTS, MatchGame
from damier.arena.setting import Setting
from damier.games.game import BadInput, Game

if TYPE_CHECKING:
    from damier.records.session import Session

GAMES = ("chess",)
EVENT = "damier match"
LINE = 79  # letters
TERMINATIONS = {  # by what the reason of a forfeit says; the words are those of the standard
    "out of time": "time forfeit",
    "no move within": "time forfeit",
    "no answer within": "time forfeit",
    "illegal move": "rules infraction",
}


def check(game: Game) -> None:
    """Refuse games that PGN cannot tell."""
    if game.name not in GAMES:
        raise BadInput(f"games of {game.name} cannot be written as PGN, only those of {', '.join(GAMES)}; --out keeps any")


def write(game: Game, played: MatchGame, settings: Sequence[Setting]) -> str:
    """One game, with an empty line at its end; the settings are those of the match's sides."""
    from damier.games.chess.pgn import Record, write_game

    session = read_opening(game, played.opening).session(game)
    before, is_white_first = len(session.moves), session.turn == 0
    for name in played.moves:
        session.play(move_named(session, name))
    order = (0, 1) if is_white_first else (1, 0)
    white, black = (played.names[each] for each in order)
    sides = [settings[played.first if each == 0 else 1 - played.first] for each in order]
    result = RESULTS[played.result if is_white_first else 1 - played.result]
    tags = {
        "Event": EVENT,
        "Date": time.strftime("%Y.%m.%d"),
        "Round": str(played.number + 1),
        "White": white,
        "Black": black,
        **_time_controls(sides),
        "Termination": termination(played),
        "PlyCount": str(len(session.moves)),
    }
    start = game.text(session.positions[0])
    head = write_game(Record(start, [], result, tags)).partition("\n\n")[0]
    words = [*_words(session, before, played.notes), f"{{{_comment(played)}}}", result]
    text = textwrap.fill(" ".join(words), LINE, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n\n{text}\n\n"


def termination(played: MatchGame) -> str:
    """How a game has ended, in the words of the standard."""
    if played.reason.startswith(ENDED):
        return "normal"
    if played.reason.startswith((ENDLESS, GIVEN_UP)):
        return "adjudication"
    return next((word for what, word in TERMINATIONS.items() if f": {what}" in played.reason), "abandoned")


def _time_controls(sides: Sequence[Setting]) -> dict[str, str]:
    """One tag if both have the same clock; the standard knows nothing else, so that others get one each."""
    written = [side.time_control for side in sides]
    if sides[0].clock is not None and sides[0].clock == sides[1].clock:
        return {"TimeControl": written[0]}
    return {"WhiteTimeControl": written[0], "BlackTimeControl": written[1]}


def _words(session: "Session", before: int, notes: Sequence[str]) -> list[str]:
    """The moves with their numbers; `before` are those of the opening, of which nobody has told anything."""
    words = []
    number = int(session.game.text(session.positions[0]).split()[5])
    for index, (name, turn) in enumerate(zip(session.move_names(), session.turns, strict=False)):
        if turn == 0 or index == 0:
            words.append(f"{number}{'.' if turn == 0 else '...'}")
        words.append(name)
        if before <= index < before + len(notes):
            words.append(f"{{{_plain(notes[index - before])}}}")
        number += turn
    return words


def _comment(played: MatchGame) -> str:
    return _plain(played.reason.removeprefix(f"{ENDED}: "))


def _plain(text: str) -> str:
    """What can stand in a comment."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())
