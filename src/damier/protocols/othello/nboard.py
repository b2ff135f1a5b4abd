"""The NBoard protocol, version 2 (C. Welty): how Othello boards such as NBoard ask a program what it thinks.

    the board says                   damier answers
    nboard 2                         set myname damier
    set depth 12
    set game (;GM[Othello]...;)      the position at the end of that game, and the clock, if the game has one (TI)
    set contempt 100                 nothing; damier takes a draw for a draw. The same with other settings
    move F5/0.50/1.20                the position after that move; what comes after the first / may be left out
    go                               search D6c3f4 1.50 0 12 and nodestats 81234 0.31 now and then, then === D6/1.50/0.31
    hint 3                           search ... for the three best moves, at each depth
    analyze                          analysis 58 -4.00 for each position of the game, the last one first
    ping 7                           pong 7
    learn                            learned, when the game is in the book (`books/learnt/`), or is not to be
    quit                             nothing

Moves are two letters, PA is a pass. Evaluations are in discs for the player to move in the position asked about, as the
protocol wants them; a depth of 100% is its word for an exact value, 100%W for a win or loss that is certain.
`status` tells a person what is going on.

Each question is thought about in a thread. A ping ends it: after `go` the move that was found by then is said, then
comes the pong; nothing about an earlier position is said after it. So does a change of the position, or another
question, but then what was found is not said. Lines that are not understood are passed over, with a word on standard error.
"""

import functools
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from damier.books.aims import EVEN
from damier.books.answer import answer
from damier.books.shelf import Shelf, learning_path
from damier.engine.clock import GameClock
from damier.engine.levels import STRONGEST, Level
from damier.engine.player import Player
from damier.engine.preparation import Preparation
from damier.engine.question import Question, Thought
from damier.errors import in_a_line
from damier.games.game import Game
from damier.games.othello.ggf import Record, parse_game
from damier.games.othello.rules import DISC, PASS, SIZE_OF
from damier.protocols.conversation import Conversation
from damier.protocols.job import Job
from damier.protocols.last_resort import plain_thought
from damier.protocols.own_games import OwnGames
from damier.records.session import Session
from damier.wording import quoted, whole_number

VERSION = "2"
NAME = "damier"
PASS_NAME = "PA"
EXACT = "100%"  # the depth of an exact value
OUTCOME = "100%W"  # ... of one that is won or lost for certain, though nobody knows by how much
UNLIMITED = 60  # plies: a depth from here on limits nothing
SOON = 8  # plies that a hint looks ahead first
SECONDS = 1.0  # for a move that neither depth nor clock limits
LEAST_LEFT = 0.1  # seconds on a clock that has run out: the board decides what that means
LINE_MOVES = 12  # of a line that is said
MOST_SECONDS = 1_000_000
ENDINGS = ("r", "t", "s")  # of a game in GGF that did not end by the rules: given up, lost on time, agreed on


class NBoard(Conversation):
    """One conversation: `say` hears what is for the board, `complain` what is for whoever reads standard error."""

    def __init__(
        self,
        game: Game,
        say: Callable[[str], None],
        complain: Callable[[str], None],
        seconds: float | None = None,
        hash_mb: int = 64,
        level: Level = STRONGEST,
        book: str | None = "",  # a file; empty: the user's own, None: none
        learns: bool = False,
        threads: int = 1,
        aim: int = EVEN,  # what a draw counts by the book
    ) -> None:
        super().__init__(say, complain)
        self._threads = threads
        self._seconds = seconds
        self._hash_mb = hash_mb
        self._level = level
        self._book = book
        self._learns = learns
        self._aim = aim
        self._own_games = OwnGames("NBoard", self._tell_trouble, lambda words: self._say(f"status {words}"))
        self._names: dict[str, str] = {}  # who plays
        self._agreed: int | None = None  # the result of a game that did not end by the rules
        self._depth = UNLIMITED
        self._commands = {
            "nboard": self._greet,
            "set": self._set,
            "move": self._move,
            "go": self._go,
            "hint": self._hint,
            "analyze": self._analyse,
            "ping": self._ping,
            "learn": self._learn,
        }
        self._game = game
        self._session = Session(game)
        self._taken: list[float] = []  # seconds, for each move
        self._clock: GameClock | None = None  # as it stood at the beginning
        self._player, self._shelf, self._preparation = self._engine()

    def _close(self) -> None:
        self._own_games.close()
        if self._shelf:
            self._shelf.close()

    def _refuse(self, command: str, error: ValueError) -> None:
        self._trouble(error)

    # ----------------------------------------------------------------------------------------------------------------
    # What changes

    def _greet(self, version: str) -> None:
        if version != VERSION:
            self._complain(f"the board speaks version {quoted(version)} of the protocol, damier version {VERSION}")
        self._say(f"set myname {NAME}")

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "game":
            self._set_game(value)
        elif name == "depth":
            self._depth = _whole("depth", value, 1)
        elif name not in ("contempt", "time"):
            self._complain(f"unknown setting {quoted(name)}")

    def _set_game(self, written: str) -> None:
        """The position at the end of a game; one that cannot be read changes nothing."""
        record = parse_game(written)
        self._give_up()
        self._sit_down(record)

    def _sit_down(self, record: Record) -> None:
        """Take a game as it stands; a board of another size needs another player."""
        game = replace(self._game, options={**self._game.options, "size": SIZE_OF[type(record.position)]})
        session = Session(game, record.position, record.turn)
        for each in record.moves:
            session.play(each.move)
        if session.moves[: len(self._session.moves)] != self._session.moves:
            self._own_games.new_game()
        self._session = session
        self._names = {key: name for key, name in (("first", record.black), ("second", record.white)) if name != "?"}
        self._agreed = _agreed(record)
        self._taken = [_number(each.seconds) for each in record.moves]
        self._clock = read_clock(record.properties.get("TI", ""))
        if type(session.position) is not type(self._player.game.start()):
            self._game = game
            if self._shelf:
                self._shelf.close()
            self._player, self._shelf, self._preparation = self._engine()
        self._learn_by_itself()

    def _engine(self) -> tuple[Player, Shelf | None, Preparation]:
        """A player, its books, and their preparation, which has begun; weaker levels play without."""
        player = Player(self._game, hash_mb=self._hash_mb, level=self._level, threads=self._threads)
        player.complain = self._tell_trouble
        if self._book is None or self._level.is_fallible:
            return player, None, Preparation(player.warm_aside)
        shelf = Shelf(self._game, self._tell_trouble, self._book, self._learns, random.Random(), self._aim)
        player.rote = shelf.rote

        def warm() -> None:
            player.warm_aside()
            shelf.warm()

        return player, shelf, Preparation(warm)

    def _move(self, written: str) -> None:
        name, _, rest = written.partition("/")
        session = self._session
        move = session.game.parse_move(session.position, _ours(name))
        seconds = _number(rest.partition("/")[2])
        self._give_up()
        session.play(move)
        self._taken.append(seconds)
        self._learn_by_itself()

    def _ping(self, number: str) -> None:
        self._give_up(silently=False)
        self._say(f"pong {number}".rstrip())

    def _learn(self, rest: str) -> None:
        """Learn the game; the answer comes when it is in the book, or at once where there is nothing to learn."""
        session = self._session
        result = None if session.is_over else self._agreed
        if self._book is None:
            why = "there is no book to learn in"
        elif not session.is_over and result is None:
            why = "the game is not over: there is nothing to learn"
        elif self._own_games.learn(session, self._path, result, lambda: self._say("learned"), self._names):
            return
        else:
            why = "this game is in the book"
        self._say("learned")
        self._say(f"status {why}")

    def _learn_by_itself(self) -> None:
        """Learn a game that is over and in which damier has played, if that is wanted."""
        session = self._session
        if self._learns and self._book is not None and session.is_over and self._own_games.own_sides(session):
            self._own_games.learn(session, self._path, names=self._names)

    @property
    def _path(self) -> Path:
        """Of the book that learns."""
        return learning_path(self._game, self._book or "")

    # ----------------------------------------------------------------------------------------------------------------
    # Questions

    def _go(self, rest: str) -> None:
        session, clock = self._session, self._time_left()
        legal = session.legal_moves()
        if len(legal) == 1:  # nothing to think about
            self._give_up()
            self._own_games.answered(len(session.moves), legal[0])
            self._say(f"=== {_theirs(session.game, session.position, legal[0])}")
            return

        shelf = self._shelf
        seconds = self._seconds or (SECONDS if self._depth >= UNLIMITED and clock is None else None)
        question = Question(session.position, session.past, None, seconds, self._depth, clock=clock)

        def think(player: Player, job: Job) -> None:
            tell = functools.partial(self._tell, job=job)
            found = answer(shelf, player, replace(question, cancel=job.cancel, on_depth=tell))
            if found.thought:
                self._own_games.thought(len(session.moves), found.thought, seconds is not None or clock is not None)
                self._answer(session, found.thought, job)
            else:
                self._say(f"status {found.counsel.words}")
                self._make(session, found.move, "", job)

        def resort(job: Job) -> None:
            """The thinking has failed: a plain search answers."""
            self._answer(session, plain_thought(session.game, session.position, legal), job)

        self._begin(think, resort=resort)

    def _answer(self, session: Session, thought: Thought, job: Job) -> None:
        """Say what was thought, and the move."""
        self._tell([thought], job)
        self._make(session, thought.move, f"/{_discs(thought)}/{thought.seconds:.2f}", job)

    def _make(self, session: Session, move: int, more: str, job: Job) -> None:
        """Say the move that is made, unless nobody wants it any more."""
        if not job.is_silent:
            self._own_games.answered(len(session.moves), move)
            self._say(f"=== {_theirs(session.game, session.position, move)}{more}")

    def _hint(self, written: str) -> None:
        """The best moves, soon and then better: a solver, which may be asked at the full depth, is silent until it knows."""
        count = _whole("hint", written or "1", 1)
        position, depth = self._session.position, self._depth

        def think(player: Player, job: Job) -> None:
            told = 0

            def tell(found: list[Thought]) -> None:
                nonlocal told
                if found[0].exact or found[0].depth > told:
                    told = found[0].depth
                    self._tell(found, job)

            for reach in sorted({min(depth, SOON), depth}):
                if not job.cancel.is_cancelled:
                    tell(player.rank(Question(position, depth=reach, cancel=job.cancel, on_depth=tell), count))

        self._begin(think)

    def _analyse(self, rest: str) -> None:
        """What each position of the game is worth, from the end: what is found there helps with those before."""
        session, depth = self._session, self._depth
        seconds = self._seconds or (SECONDS if depth >= UNLIMITED else None)
        positions = list(enumerate(session.positions))

        def think(player: Player, job: Job) -> None:
            for number, position in reversed(positions):
                score = session.game.outcome(position)
                if score is None:
                    question = Question(position, seconds=seconds, depth=depth, cancel=job.cancel)
                    score = player.rank(question, 1)[0].value
                if job.cancel.is_cancelled:
                    return
                self._say(f"analysis {number} {score / DISC:.2f}")

        self._begin(think, is_over_too=True)

    def _begin(
        self,
        think: Callable[[Player, Job], None],
        is_over_too: bool = False,
        resort: Callable[[Job], None] = lambda job: None,
    ) -> None:
        """Think in a thread about a question, in place of an earlier one; `resort` has an answer where that fails."""
        self._give_up()
        if self._session.is_over and not is_over_too:
            self._say("status the game is over")
            return
        self._own_games.pause()
        player, preparation = self._player, self._preparation

        def run(job: Job) -> None:
            try:
                self._say("status damier is thinking" if preparation.is_done else "status damier is getting ready")
                try:
                    preparation.wait(job.cancel)
                    if not job.cancel.is_cancelled:
                        think(player, job)
                except BrokenPipeError:
                    raise
                except Exception as error:
                    self._trouble(error)
                    resort(job)
                self._say("status")
            except BrokenPipeError:
                return  # nobody listens any more
            except Exception as error:
                self._trouble(error)
            finally:
                self._own_games.resume()

        self._job = Job(run)

    def _tell(self, thoughts: list[Thought], job: Job) -> None:
        """What was found so far, the best move first."""
        if job.cancel.is_cancelled or not thoughts:
            return
        game, position = self._session.game, self._session.position
        for thought in thoughts:
            depth = EXACT if thought.exact else OUTCOME if thought.result is not None else str(thought.depth)
            self._say(f"search {_line(game, position, thought.line)} {_discs(thought)} 0 {depth}")
        self._say(f"nodestats {thoughts[0].nodes} {thoughts[0].seconds:.2f}")

    def _time_left(self) -> GameClock | None:
        """The clock of the player to move: what his own moves have taken is gone."""
        if self._clock is None:
            return None
        own = self._taken[len(self._taken) % 2 :: 2]
        left = self._clock.left - sum(own) + self._clock.increment * len(own)
        return GameClock(max(left, LEAST_LEFT), self._clock.increment)

    def _trouble(self, error: Exception) -> None:
        """Say what cannot be, to the person at the board and on standard error."""
        self._tell_trouble(in_a_line(error))

    def _tell_trouble(self, words: str) -> None:
        self._say(f"status {words}")
        self._complain(words)


# --------------------------------------------------------------------------------------------------------------------
# In writing


def _agreed(record: Record) -> int | None:
    """The result for black of a game that was given up, lost on time or agreed on: `RE[+12:r]`; None if nothing says so."""
    found = record.result
    is_told = record.properties.get("RE", "").partition(":")[2].strip() in ENDINGS
    return None if found is None or not is_told else (found > 0) - (found < 0)


def read_clock(written: str) -> GameClock | None:
    """The clock `15:00/00:10/02:00`: each player's time, what a move adds, and what we do not use; None if there is none."""
    base, _, rest = written.partition("/")
    left = _seconds(base)
    return GameClock(left, _seconds(rest.partition("/")[0])) if left > 0 else None


def _seconds(written: str) -> float:
    """The seconds of `90`, `1:30` or `0:01:30`; 0 if it is none of them."""
    total = 0.0
    for part in written.strip().split(":"):
        total = 60 * total + _number(part)
    return total


def _number(written: str) -> float:
    """A number of seconds; 0 if it is none."""
    try:
        number = float(written)
    except ValueError:
        return 0.0
    return number if 0 <= number < MOST_SECONDS else 0.0


def _whole(name: str, written: str, least: int) -> int:
    number = whole_number(written)
    if number is None or number < least:
        raise ValueError(f"{name} is {quoted(written)}; it must be a whole number from {least} on")
    return min(number, UNLIMITED)


def _ours(name: str) -> str:
    """A move of the board's as damier writes it."""
    return "pass" if name.strip().upper() == PASS_NAME else name


def _theirs(game: Game, position: Any, move: int) -> str:
    return PASS_NAME if move == PASS else game.move_name(position, move).upper()


def _line(game: Game, position: Any, moves: list[int]) -> str:
    """A line of moves as one word."""
    word = ""
    for move in moves[:LINE_MOVES]:
        word += _theirs(game, position, move)
        position = game.play(position, move)
    return word


def _discs(thought: Thought) -> str:
    return f"{thought.value / DISC:.2f}"
