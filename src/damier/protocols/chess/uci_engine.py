"""The engine behind a UCI conversation: damier's player of chess, told what to think about and telling what it finds."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from damier.books.aims import AIMS, USUAL_AIM
from damier.books.answer import answer
from damier.books.shelf import Shelf, learning_path
from damier.cancel import Cancel
from damier.endgames.folders import move_to
from damier.endgames.outside import look_in, reader_for, split
from damier.engine.clock import GameClock, Overhead, Ponder
from damier.engine.levels import STRONGEST, TRAPS, Level, level_for_rating, people, styled
from damier.engine.mates import find_mate, is_mate
from damier.engine.player import Player
from damier.engine.question import Question, Thought
from damier.games.chess.position import CLOCK_SHIFT, FIFTY, MOST_CLOCK, Bits, clock_of, is_black
from damier.games.chess.rules import forced
from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.protocols.chess.uci_go import Go
from damier.protocols.chess.uci_info import Ticker, info_line, line_names
from damier.protocols.chess.uci_learning import Learning
from damier.protocols.chess.uci_options import Settings
from damier.protocols.chess.uci_position import has_move, is_over, legal_moves, move_named
from damier.rules import MOST_PLIES, play
from damier.search.perft import perft
from damier.threads import more_than_cores
from damier.wording import beginning, quoted

NO_MOVE = "bestmove (none)"
AT_ONCE = 4  # plies that are counted in one go
HURRY = 0.25  # seconds left, below which only what was found at last is told: to write the rest takes as long as to find it


@dataclass(frozen=True)
class Asked:
    """What an interface wants to know: of a game, whose last position is meant, what `go` says."""

    positions: Sequence[Any]
    go: Go
    settings: Settings
    ponder: Ponder | None  # for a search that begins on the other player's time, or is open
    cancel: Cancel

    @property
    def position(self) -> Any:
        return self.positions[-1]

    @property
    def clock(self) -> GameClock | None:
        """The clock of the player to move; a time for the move alone goes before it."""
        shown = self.go.clock_of(bool(is_black(self.position)))
        if shown is None or self.go.movetime is not None:
            return None
        left, added = shown
        return GameClock(left / 1000, added / 1000, self.go.movestogo or None, self.settings.overhead / 1000)

    @property
    def question(self) -> Question:
        """The same for the player, but for its clock; a search on the other player's time has its limits after that."""
        go = self.go
        seconds = None if go.movetime is None else max(0.001, go.movetime / 1000)
        depth = MOST_PLIES if go.depth is None else max(1, min(go.depth, MOST_PLIES))
        level = _level(self.settings, self.settings.studies(go))
        limits = seconds, depth, go.nodes
        return Question(self.position, self.positions[:-1], None, *limits, None, level, self.ponder, self.cancel)


def _level(settings: Settings, is_study: bool) -> Level:
    """How well it plays, and in what style: who studies a position wants the best move."""
    if settings.discernment:
        return people(settings.discernment)
    if settings.is_limited:
        return level_for_rating(settings.rating)
    if settings.for_traps and not is_study:
        return styled(STRONGEST, TRAPS, settings.opponent, settings.loss / 100)
    return STRONGEST


class Engine:
    """The player of chess with what was set last. `say` hears of each depth."""

    def __init__(self, game: Game, say: Callable[[str], None], settings: Settings, seed: int | None = None) -> None:
        self._say = say
        self._settings = settings
        self._chance = random.Random(seed)
        self._shelf: Shelf | None = None
        self._books_wanted: tuple[bool, str, bool, str] = (False, "", False, USUAL_AIM)
        self._tables_wanted = ("", "")
        self._overhead = Overhead()
        self.learning = Learning(game, self._complain_of_book, self._complain)
        self.player = Player(
            game, seconds=None, hash_mb=settings.hash_mb, techniques=settings.techniques, seed=seed, threads=settings.threads
        )
        self._ticker = Ticker(lambda: self.player.nodes, say)
        self.player.complain = self._complain

    def warm(self) -> None:
        """Compile what thinking needs."""
        self.player.warm_aside()

    def forget(self) -> None:
        """Another game, or whoever asks wants to begin anew."""
        self.player.forget()
        if self._shelf:
            self._shelf.keep()

    def close(self) -> None:
        """The conversation is over: what was learnt is written down."""
        self.learning.close()
        if self._shelf:
            self._shelf.close()

    def take(self, settings: Settings) -> None:
        """Play with these settings from now on; where there is no memory for so large a table, with the one that there is."""
        if settings.hash_mb != self._settings.hash_mb:
            try:
                self.player.forget(settings.hash_mb)
            except ValueError as error:
                self._say(f"info string Hash: {error}")
        self.player.techniques = settings.techniques
        self.player.threads = settings.threads
        if settings.threads != self._settings.threads and (said := more_than_cores(settings.threads)):
            self._say(f"info string Threads: {said}")
        self._take_tables(settings)
        self._settings = settings
        self._take_books(settings)

    def _take_tables(self, settings: Settings) -> None:
        """Have the tables of endings that are wanted, and those that were built meanwhile."""
        wanted = (settings.endings_folder, settings.syzygy_folders)
        (own, others), self._tables_wanted = self._tables_wanted, wanted
        if settings.endings_folder != own:
            folder = Path(settings.endings_folder)
            if settings.endings_folder and not folder.is_dir():
                self._complain(f"EndgamePath: {quoted(str(folder))} is no folder")
            move_to(folder if settings.endings_folder else None)
        if settings.syzygy_folders != others:
            self._take_syzygy(settings.syzygy_folders)
        self.player.look_for_endings()

    def _take_syzygy(self, folders: str) -> None:
        """Ask the tables of these folders from now on; those of the environment if none is named, none if one is wrong."""
        try:
            look_in(split(folders) if folders else None)
            reader_for(self.player.game)
        except BadInput as error:
            look_in([])
            self._complain(f"SyzygyPath: {error}")

    def _take_books(self, settings: Settings) -> None:
        """Have the books that are wanted, and the one to learn in."""
        wanted = (settings.uses_book, settings.book_file, settings.learns, settings.aim)
        if wanted == self._books_wanted:
            return
        self._books_wanted = wanted
        game, file = self.player.game, settings.book_file
        if self._shelf:
            self._shelf.close()
        self._shelf = None
        if settings.uses_book:
            aim = AIMS[settings.aim]
            self._shelf = Shelf(game, self._complain_of_book, file, settings.learns, self._chance, aim)
        self.player.rote = self._shelf.rote if self._shelf else None
        if self._shelf:
            self._shelf.warm()
        self.learning.path = learning_path(game, file) if settings.learns else None

    def _complain_of_book(self, words: str) -> None:
        self._complain(f"Book File: {words}")

    def _complain(self, words: str) -> None:
        self._say(f"info string {' '.join(words.split())}")

    # ----------------------------------------------------------------------------------------------------------------
    # Answers

    def answer(self, asked: Asked) -> str:
        """The line with which the thinking about a question ends."""
        if asked.go.perft is not None:
            return self._count(asked, asked.go.perft)
        if not has_move(asked.position):
            self._say(f"info depth 0 score {'mate 0' if forced(asked.position) else 'cp 0'}")
            return NO_MOVE
        asked = _played_on(asked)
        if is_over(asked.position):  # too little to mate with: nothing to think about
            self._say("info depth 0 score cp 0")
            return f"bestmove {next(iter(legal_moves(asked.position)))}"
        if asked.go.mate is not None:
            line = self._find_mate(asked, asked.go.mate)
        else:
            with self._ticker:
                line = self._think(asked)
        names = line_names(asked.position, line[:2], asked.settings.is_960)
        return f"bestmove {names[0]}" + (f" ponder {names[1]}" if len(names) > 1 else "")

    def _count(self, asked: Asked, depth: int) -> str:
        """How many games of so many moves there are, by their first move."""
        total = 0
        for name, move in sorted(legal_moves(asked.position).items()) if depth else ():
            below = _count_below(native(play(asked.position, move)), min(depth, MOST_PLIES) - 1, asked.cancel)
            if asked.cancel.is_cancelled:
                return "info string perft: stopped"
            self._say(f"{name}: {below}")
            total += below
        return f"Nodes searched: {total if depth else 1}"

    # ----------------------------------------------------------------------------------------------------------------
    # Thinking

    def _think(self, asked: Asked) -> list[int]:
        """The line that is best, by a book or by thinking: of one line, or as many as are wanted, of all moves or of some."""
        settings, tell = asked.settings, _Teller(self._say, asked)
        chosen, clock = self._chosen(asked), asked.clock

        def begin(question: Question) -> Question:
            """Thinking begins; what it finds is said as it is found, where there is time for that."""
            nonlocal clock
            clock = self._overhead.learn(clock, len(asked.positions)) if clock else None
            is_hurried = clock is not None and clock.left < HURRY and chosen is None and settings.lines == 1
            return replace(question, clock=clock, on_depth=None if settings.errs or is_hurried else tell)

        if settings.errs or (settings.lines == 1 and chosen is None):
            shelf = None if settings.studies(asked.go) else self._shelf
            found = answer(shelf, self.player, asked.question, begin)
            if found.thought is None:
                self._say(f"info string {found.counsel.words}")
                return [found.move]
            thoughts = [found.thought]
            if self.learning.path is not None and not settings.studies(asked.go):
                is_timed = asked.go.depth is None and asked.go.nodes is None
                self.learning.thought(len(asked.positions) - 1, found.thought, is_timed)
        else:
            thoughts = self.player.rank(begin(replace(asked.question, moves=chosen)), settings.lines)
        if clock and not asked.go.ponder:
            self._overhead.expect(clock, thoughts[0].seconds, len(asked.positions) + 2)
        tell.last(thoughts)
        return thoughts[0].line

    def _find_mate(self, asked: Asked, moves: int) -> list[int]:
        """The line of a mate in so many moves or fewer, if there is one."""
        go, tell = asked.go, _Teller(self._say, asked)
        found = find_mate(self.player, replace(asked.question, on_depth=tell), moves)
        is_limited = go.movetime is not None or go.nodes is not None or go.depth is not None
        if not is_mate(found, moves) and not is_limited and not asked.cancel.is_cancelled:
            self._say(f"info string there is no mate in {moves}")
        tell.last([found])
        return found.line

    def _chosen(self, asked: Asked) -> list[int] | None:
        """The moves that alone are to be looked at; those that are not legal are named."""
        if not asked.go.searchmoves:
            return None
        named = {name: move_named(asked.position, name) for name in asked.go.searchmoves}
        unknown = [name for name, move in named.items() if move is None]
        if unknown:
            self._say(f"info string searchmoves: {beginning(' '.join(unknown))} not legal here")
        return [move for move in named.values() if move is not None] or None


class _Teller:
    """Says what is found, as it is found."""

    def __init__(self, say: Callable[[str], None], asked: Asked) -> None:
        self._say = say
        self._asked = asked
        self._told: list[list[int]] = []  # lines

    def __call__(self, thoughts: list[Thought]) -> None:
        self._told = [each.line for each in thoughts]
        for number, thought in enumerate(thoughts, 1):
            self._say(info_line(thought, number, self._asked.position, self._asked.settings.is_960))

    def last(self, thoughts: list[Thought]) -> None:
        """The end, which is said unless it was."""
        if [each.line for each in thoughts] != self._told:
            self(thoughts)


def _played_on(asked: Asked) -> Asked:
    """Where fifty moves have ended the game but it is played on, those moves are forgotten."""
    position = asked.position
    if clock_of(position) < FIFTY:
        return asked
    return replace(asked, positions=[position._replace(state=position.state & ~Bits(MOST_CLOCK << CLOCK_SHIFT))])


def _count_below(position: Any, depth: int, cancel: Cancel) -> int:
    """How many games there are from here; in pieces that take no time, since a count that has begun cannot be stopped."""
    if depth <= AT_ONCE:
        return perft(position, depth)
    children = (native(play(position, move)) for move in legal_moves(position).values())
    return sum(_count_below(child, depth - 1, cancel) for child in children if not cancel.is_cancelled)
