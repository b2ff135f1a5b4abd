"""A game at the board in writing, under a name for its file."""

import time

from damier.games.game import BadInput, Game
from damier.games.game_text import UNDECIDED
from damier.records.game_files import formats_of, write, write_in_words
from damier.web.play.library_entry import result_told
from damier.web.play.settings import Side
from damier.web.play.sitting import Sitting
from damier.wording import quoted

COLOURS = ("White", "Black")  # what PGN calls the first player and the second


def export_game(sitting: Sitting, wanted: str = "") -> tuple[str, str]:
    """A name for the file, and the game in a format by its name, or in the first of those the game has."""
    with sitting.lock:
        tree = sitting.tree
        formats = formats_of(tree.game)
        chosen = next((each for each in formats if each.name.lower() == wanted.lower() or not wanted), None)
        if chosen is None:
            listed = ", ".join(each.name for each in formats)
            raise BadInput(f"games of {sitting.offer.title} cannot be saved as {quoted(wanted)}; they can as {listed}")
        day = time.strftime("%Y-%m-%d", time.localtime(sitting.begun))
        names = zip(_colours(tree.game), map(_name, sitting.settings.sides), strict=True)
        tags = {"Date": day.replace("-", "."), **dict(names)} | tree.tags
        return f"{sitting.offer.name}-{day}{chosen.ending}", write(tree, chosen.name, tags, result_told(sitting) or UNDECIDED)


def record_of(sitting: Sitting) -> tuple[str, bool]:
    """The whole game in words, as a link holds it, and whether that is more than the moves of the line on the board.

    More are variations, comments, signs, drawings, and what a game that was read tells of itself, as who played it.
    """
    with sitting.lock:
        tree = sitting.tree
        line = tree.line_through(tree.here)
        has_more = bool(tree.tags) or len(line) < len(tree.nodes)
        has_more |= any(node.comment or node.glyph or node.shapes for node in tree.nodes.values())
        return write_in_words(tree, result_told(sitting)), has_more


def _colours(game: Game) -> tuple[str, str]:
    """The tags of the two players, who moves first first: White and Black, but where Black begins the other way round."""
    first, second = (player.capitalize() for player in game.players)
    return (first, second) if {first, second} == set(COLOURS) else COLOURS


def _name(side: Side) -> str:
    return f"damier ({side.manner})" if side.is_program else "Player"
