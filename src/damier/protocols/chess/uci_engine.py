"""The engine behind a UCI conversation: damier's player of chess, told what to think about and telling what it finds."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from damier.books.counsel import Counsel
from damier.books.shelf import Shelf, learning_path, said_of
from damier.engine.clock import GameClock, Overhead, Ponder
from damier.engine.levels import STRONGEST, level_for_rating
from damier.engine.mates import find_mate, is_mate
from damier.engine.player import Player, Thought
from damier.games.chess.position import CLOCK_SHIFT, FIFTY, MOST_CLOCK, Bits, clock_of, is_black
from damier.games.chess.rules import forced
from damier.games.game import Game
from damier.kernel import native
from damier.protocols.chess.uci_go import Go
from damier.protocols.chess.uci_info import Ticker, info_line, line_names
from damier.protocols.chess.uci_learning import Learning
from damier.protocols.chess.uci_options import Settings
from damier.protocols.chess.uci_position import has_move, is_over, legal_moves, move_named
from damier.records.session import Session
from damier.rules import MOST_PLIES, play
from damier.search.perft import perft
from damier.wording import beginning

NO_MOVE = "bestmove (none)"
AT_ONCE = 4  # plies that are counted in one go
HURRY = 0.25  # seconds left, below which only what was found at last is told: to write the rest takes as long as to find it


@dataclass(frozen=True)
class Question:
    """What is to be thought about: the game so far, the last position being the one, and what `go` says."""

    positions: Sequence[Any]
    go: Go
    settings: Settings
    ponder: Ponder | None  # for a search that begins on the other player's time, or is open
    is_wanted: Callable[[], bool]

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


class Engine:
    """The player of chess with what was set last. `say` hears of each depth."""

    def __init__(self, game: Game, say: Callable[[str], None], settings: Settings, seed: int | None = None) -> None:
        self._say = say
        self._settings = settings
        self._chance = random.Random(seed)
        self._shelf: Shelf | None = None
        self._books_wanted: tuple[bool, str, bool] = (False, "", False)
        self._overhead = Overhead()
        self.learning = Learning(game, self._complain_of_book)
        self.player = Player(game, seconds=None, hash_mb=settings.hash_mb, techniques=settings.techniques, seed=seed)
        self._ticker = Ticker(lambda: self.player.nodes, say)
        self.player.complain = self._complain

    def warm(self) -> None:
        """Compile what thinking needs."""
        self.player.warm()

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
        self._settings = settings
        self._take_books(settings)

    def _take_books(self, settings: Settings) -> None:
        """Have the books that are wanted, and the one to learn in."""
        wanted = (settings.uses_book, settings.book_file, settings.learns)
        if wanted == self._books_wanted:
            return
        self._books_wanted = wanted
        game, file = self.player.game, settings.book_file
        if self._shelf:
            self._shelf.close()
        self._shelf = Shelf(game, self._complain_of_book, file, settings.learns, self._chance) if settings.uses_book else None
        self.player.rote = self._shelf.rote if self._shelf else None
        if self._shelf:
            self._shelf.warm()
        self.learning.path = learning_path(game, file) if settings.learns else None

    def _complain_of_book(self, words: str) -> None:
        self._complain(f"Book File: {words}")

    def _complain(self, words: str) -> None:
        self._say(f"info string {' '.join(words.split())}")

    def stop(self) -> None:
        self.player.stop()

    # ----------------------------------------------------------------------------------------------------------------
    # Answers

    def answer(self, question: Question) -> str:
        """The line with which the thinking about a question ends."""
        if question.go.perft is not None:
            return self._count(question, question.go.perft)
        if not has_move(question.position):
            self._say(f"info depth 0 score {'mate 0' if forced(question.position) else 'cp 0'}")
            return NO_MOVE
        question = _played_on(question)
        if is_over(question.position):  # too little to mate with: nothing to think about
            self._say("info depth 0 score cp 0")
            return f"bestmove {next(iter(legal_moves(question.position)))}"
        counsel = self._ask_books(question)
        if counsel.move is not None:
            self._say(f"info string {said_of(counsel)}")
            return f"bestmove {self._names(question, [counsel.move])[0]}"
        self._set_limits(question)
        if question.go.mate is not None:
            return self._best(self._find_mate(question, question.go.mate), question)
        with self._ticker:
            return self._best(self._think(question, counsel.avoid), question)

    def _count(self, question: Question, depth: int) -> str:
        """How many games of so many moves there are, by their first move."""
        total = 0
        for name, move in sorted(legal_moves(question.position).items()) if depth else ():
            below = _count_below(native(play(question.position, move)), min(depth, MOST_PLIES) - 1, question.is_wanted)
            if not question.is_wanted():
                return "info string perft: stopped"
            self._say(f"{name}: {below}")
            total += below
        return f"Nodes searched: {total if depth else 1}"

    def _ask_books(self, question: Question) -> Counsel:
        """What the books say, where a move is to be made and no position studied."""
        if self._shelf is None or question.settings.studies(question.go):
            return Counsel()
        return self._shelf.ask(Session(self.player.game, question.position, before=question.positions[:-1]))

    def _best(self, thought: Thought, question: Question) -> str:
        names = self._names(question, thought.line[:2])
        return f"bestmove {names[0]}" + (f" ponder {names[1]}" if len(names) > 1 else "")

    def _names(self, question: Question, line: list[int]) -> list[str]:
        return line_names(question.position, line, question.settings.is_960)

    # ----------------------------------------------------------------------------------------------------------------
    # Thinking

    def _think(self, question: Question, avoid: Sequence[int] = ()) -> Thought:
        """One line, or as many as are wanted, of all moves or of some; what is found is said as it is found."""
        settings, go, player = question.settings, question.go, self.player
        position, past = question.position, question.positions[:-1]
        clock = self._overhead.learn(question.clock, len(question.positions)) if question.clock else None
        told = list[Thought]()

        def tell(thoughts: list[Thought]) -> None:
            told[:] = thoughts
            for number, thought in enumerate(thoughts, 1):
                self._say(info_line(thought, number, position, settings.is_960))

        chosen = self._chosen(question) or self._without(question, avoid)
        if settings.is_limited or (settings.lines == 1 and chosen is None):
            level = level_for_rating(settings.rating) if settings.is_limited else STRONGEST
            is_hurried = clock is not None and clock.left < HURRY
            on_depth = None if settings.is_limited or is_hurried else lambda each: tell([each])
            found = [player.think(position, level, clock, on_depth, past, go.nodes, question.ponder)]
        else:
            found = player.analyse(
                position, settings.lines, player.seconds, player.depth, tell, past, chosen, go.nodes, clock, question.ponder
            )
        if clock and not go.ponder:
            self._overhead.expect(clock, found[0].seconds, len(question.positions) + 2)
        if [each.line for each in found] != [each.line for each in told]:
            tell(found)
        return found[0]

    def _find_mate(self, question: Question, moves: int) -> Thought:
        """A mate in so many moves or fewer, if there is one."""
        go, position, told = question.go, question.position, list[Thought]()

        def tell(thought: Thought) -> None:
            told[:] = [thought]
            self._say(info_line(thought, 1, position, question.settings.is_960))

        past, is_wanted = question.positions[:-1], question.is_wanted
        found = find_mate(self.player, position, moves, tell, past, go.nodes, question.ponder, is_wanted)
        is_limited = go.movetime is not None or go.nodes is not None or go.depth is not None
        if not is_mate(found, moves) and not is_limited and question.is_wanted():
            self._say(f"info string there is no mate in {moves}")
        if not told or told[0].line != found.line:
            tell(found)
        return found

    def _set_limits(self, question: Question) -> None:
        """What `go` says beside the clock; a search on the other player's time has its limits after that."""
        go = question.go
        self.player.seconds = None if go.movetime is None else max(0.001, go.movetime / 1000)
        self.player.depth = MOST_PLIES if go.depth is None else max(1, min(go.depth, MOST_PLIES))

    def _chosen(self, question: Question) -> list[int] | None:
        """The moves that alone are to be looked at; those that are not legal are named."""
        if not question.go.searchmoves:
            return None
        named = {name: move_named(question.position, name) for name in question.go.searchmoves}
        unknown = [name for name, move in named.items() if move is None]
        if unknown:
            self._say(f"info string searchmoves: {beginning(' '.join(unknown))} not legal here")
        return [move for move in named.values() if move is not None] or None

    def _without(self, question: Question, avoid: Sequence[int]) -> list[int] | None:
        """All moves but some; None for all of them, also if there are no others."""
        return [move for move in legal_moves(question.position).values() if move not in avoid] or None if avoid else None


def _played_on(question: Question) -> Question:
    """Where fifty moves have ended the game but it is played on, those moves are forgotten."""
    position = question.position
    if clock_of(position) < FIFTY:
        return question
    return replace(question, positions=[position._replace(state=position.state & ~Bits(MOST_CLOCK << CLOCK_SHIFT))])


def _count_below(position: Any, depth: int, is_wanted: Callable[[], bool]) -> int:
    """How many games there are from here; in pieces that take no time, since a count that has begun cannot be stopped."""
    if depth <= AT_ONCE:
        return perft(position, depth)
    children = (native(play(position, move)) for move in legal_moves(position).values())
    return sum(_count_below(child, depth - 1, is_wanted) for child in children if is_wanted())
