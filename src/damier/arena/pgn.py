"""Games of a match in the manner of PGN, for programs that show games: each with what the sides told of their moves.

[White "seconds=0.1"]
[Black "uci:glaurung"]
[Termination "normal"]

1. e4 {+0.31/9 0.093s} e5 {-0.2/8 0.1s} 2. Nf3 ... {checkmate} 1-0

Any game can be written so that has a format (`games/formats.py`) of words with room for tags.
"""

import time
from collections.abc import Sequence

from damier.arena.record import ENDED, ENDLESS, GIVEN_UP, RESULTS, MatchGame
from damier.arena.setting import Setting
from damier.games.formats import WordFormat, formats_of, player_tags
from damier.games.game import BadInput, Game
from damier.records import game_files
from damier.records.openings import move_named, read_opening
from damier.records.variations import Variations

EVENT = "damier match"
TERMINATIONS = {  # by what the reason of a forfeit says; the words are those of the standard
    "out of time": "time forfeit",
    "no move within": "time forfeit",
    "no answer within": "time forfeit",
    "illegal move": "rules infraction",
}


def format_of(game: Game) -> WordFormat:
    """The format with tags in which a game is written; BadInput if there is none."""
    formats = formats_of(game)
    found = next((each for each in formats if isinstance(each, WordFormat) and each.keeps_tags), None)
    if found is None:
        raise BadInput(
            f"games of {game.name} cannot be written as PGN: as {formats[0].name} they have no tags; --out keeps any"
        )
    return found


def write(game: Game, played: MatchGame, settings: Sequence[Setting]) -> str:
    """One game, with an empty line at its end; the settings are those of the match's sides."""
    session = read_opening(game, played.opening).session(game)
    before, begins_first = len(session.moves), session.turn == 0
    for name in played.moves:
        session.play(move_named(session, name))
    tree = Variations.of_session(session)
    for node, note in zip(tree.main_line()[before + 1 :], played.notes, strict=False):
        tree.nodes[node].comment = _plain(note)
    order = (0, 1) if begins_first else (1, 0)
    first, second = player_tags(game)
    tree.tags = {
        "Event": EVENT,
        "Date": time.strftime("%Y.%m.%d"),
        "Round": str(played.number + 1),
        first: played.names[order[0]],
        second: played.names[order[1]],
        **_time_controls([settings[played.first if each == 0 else 1 - played.first] for each in order], (first, second)),
        "Termination": termination(played),
        "PlyCount": str(len(session.moves)),
    }
    result = RESULTS[played.result if begins_first else 1 - played.result]
    ending = _plain(played.reason.removeprefix(f"{ENDED}: "))
    return game_files.write(tree, format_of(game).name, result=result, ending=ending).rstrip("\n") + "\n\n"


def termination(played: MatchGame) -> str:
    """How a game has ended, in the words of the standard."""
    if played.reason.startswith(ENDED):
        return "normal"
    if played.reason.startswith((ENDLESS, GIVEN_UP)):
        return "adjudication"
    return next((word for what, word in TERMINATIONS.items() if f": {what}" in played.reason), "abandoned")


def _time_controls(sides: Sequence[Setting], tags: tuple[str, str]) -> dict[str, str]:
    """One tag if both have the same clock; the standard knows nothing else, so that others get one each."""
    written = [side.time_control for side in sides]
    if sides[0].clock is not None and sides[0].clock == sides[1].clock:
        return {"TimeControl": written[0]}
    return {f"{tag}TimeControl": told for tag, told in zip(tags, written, strict=True)}


def _plain(text: str) -> str:
    """What can stand in a comment."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())
