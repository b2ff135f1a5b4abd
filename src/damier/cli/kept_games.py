"""Games of the terminal as files: those a person saves and loads, and the one being played, which is kept after every move.

So nothing is lost whatever ends damier: a game that was not finished or saved is found again where `Kept` has it.
"""

import contextlib
import datetime
import os
import re
from pathlib import Path

from damier.compile_cache import replace
from damier.files import check_regular, read_text
from damier.games.game import BadInput, Game
from damier.games.game_text import MOST_GAME
from damier.records import game_files
from damier.records.session import Session
from damier.records.variations import Variations
from damier.user_files import state_directory

MOST_KEPT = 20  # games that were left: the oldest go
_OURS = re.compile(r".+-\d{8}-\d{6}-\d+\.\w+")


def read_game(game: Game, path: Path) -> Session:
    """The game of a file, at the end of its main line; BadInput if there is none."""
    try:
        return game_files.read(game, read_text(path, "utf-8-sig", most=4 * MOST_GAME)).session
    except BadInput as error:
        message = str(error)
        raise BadInput(message if str(path) in message else f"{path}: {message}") from None


def write_game(session: Session, path: Path, result: str = "") -> None:
    """Write a game as a file, whole or not at all, in the format that its ending tells, else in the game's usual one."""
    formats = game_files.formats_of(session.game)
    chosen = next((each for each in formats if path.suffix.lower() in each.endings), formats[0])
    text = game_files.write(Variations.of_session(session), chosen.name, {}, result)
    check_regular(path)
    try:
        replace(path, text.encode("utf-8", "surrogatepass"), _mode(path))
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def _mode(path: Path) -> int:
    """The rights of a file that is there, else those that a new one would have."""
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def check_replaceable(session: Session, path: Path) -> None:
    """Refuse to replace a file that is there, unless this game goes on from the one in it."""
    check_regular(path)
    if not path.exists():
        return
    try:
        there = read_game(session.game, path)
    except BadInput:
        raise BadInput(f"{path} is there already and is no such game; to replace it: save! {path}") from None
    begins = there.positions[0] == session.positions[0] and there.moves == session.moves[: len(there.moves)]
    if not begins:
        raise BadInput(f"{path} is there already and holds another game; to replace it: save! {path}")


class Kept:
    """The file in which the game being played is kept until it is over, or saved elsewhere."""

    def __init__(self, game: Game, path: Path | None = None) -> None:
        folder = state_directory() / "games"
        if path is None or path.absolute().parent != folder.absolute():  # one that was kept goes on where it is
            now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
            ending = game_files.formats_of(game)[0].ending
            path = folder / f"{Path(game.name).stem}-{now}-{os.getpid()}{ending}"
        self.path = path
        self.is_there = path.exists()

    def keep(self, session: Session) -> None:
        """Write down how far the game has come; BadInput if that cannot be."""
        if not session.moves:
            self.forget()
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{self.path.parent} cannot be made: {error.strerror}") from None
        write_game(session, self.path)
        if not self.is_there:
            self.is_there = True
            self._let_go_of_the_oldest()

    def forget(self) -> None:
        """The game needs no keeping any more."""
        if self.is_there:
            self.is_there = False
            with contextlib.suppress(OSError):
                self.path.unlink()

    def _let_go_of_the_oldest(self) -> None:
        ours = [path for path in self.path.parent.iterdir() if _OURS.fullmatch(path.name)]
        with contextlib.suppress(OSError):  # another damier may do the same
            for path in sorted(ours, key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
                path.unlink()
