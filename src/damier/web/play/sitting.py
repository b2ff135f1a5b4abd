"""A game at the board: the tree of its moves, who plays, the clocks, and what the engine does for it.

Requests come from several threads. What a sitting holds changes only under its lock; the engine works outside it, in a
thread of its own, and what it finds counts only if its job is still the sitting's: whoever changes the position gives
the engine another job, or none. Whoever listens is told of every change.
"""

import contextlib
import random
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

from damier.books.book import Book, book_of
from damier.books.counsel import Books, Counsel
from damier.books.openings import openings_of
from damier.cancel import Cancel
from damier.engine.judge import Judge, can_judge
from damier.engine.levels import Level
from damier.engine.player import Player, Thought
from damier.engine.pondering import Ponderer
from damier.engine.preparation import Preparation
from damier.games.game import BadInput
from damier.records.session import Session
from damier.records.variations import ROOT, Variations
from damier.web.offers import Offer, said_clearly
from damier.web.play import to_learn
from damier.web.play.check import Check
from damier.web.play.clocks import Clocks
from damier.web.play.jobs import Blame, Doing, Hint, Job
from damier.web.play.learning import Learning, LearningQueue, Status
from damier.web.play.library import Library
from damier.web.play.library_entry import kept
from damier.web.play.open_books import OpenBooks
from damier.web.play.seats import Memories, Preparations, Seats
from damier.web.play.settings import MOST_LINES, Settings
from damier.web.play.thinking import WORK
from damier.web.play.worth import Worth
from damier.web.refusals import Conflict

T = TypeVar("T")
Listener = Callable[[str], None]  # told what has changed: "state", or "error" and so on

HASH_MB = 32
LEAST_HASH_MB = 1
MOST_LOOKED = 60  # moves of a line that is played out


@dataclass(frozen=True)
class Ended:
    """A game that was ended by something else than the rules of the game: at a node, for a reason, won by a player."""

    node: int
    winner: int
    reason: Literal["time", "resigned"]


class Sitting:
    """One game at the board."""

    def __init__(self, offer: Offer, tree: Variations, start: str, settings: Settings, room: "Room", id: str = "") -> None:
        self.id = id or secrets.token_urlsafe(18)
        self.offer = offer
        self.tree = tree
        self.start = start  # as the person wrote it; empty for the game's own start
        self.settings = settings
        self.clocks = Clocks(settings.base, settings.increment) if settings.base else None
        self.lock = threading.RLock()
        self.is_paused = False
        self.ended: Ended | None = None
        self.hint: Hint | None = None
        self.warning: Blame | None = None
        self.worths: dict[int, Worth] = {}  # what positions are worth, by node, as far as the engine has looked
        self.shown_lines = 0  # how many lines of analysis are wanted
        self.wants_scores = False
        self.analysed: Job | None = None  # the last analysis, which may have ended
        self.spoke: tuple[int, Thought, bool] | None = None  # before the program's last move: where, what, by book
        self.check: Check | None = None
        self.begun = time.time()
        self.learning: Learning | None = None  # what becomes of the game in the book that learns
        self.is_closed = False
        self._clock_at: dict[int, list[float]] = {}  # what the clocks showed, by node
        self.room = room
        self._listeners: list[Listener] = []
        self._job: Job | None = None
        self._player: Player | None = None
        self._judge: Judge | None = None
        self._flag: threading.Timer | None = None
        self._chance = random.Random()
        self._expects: tuple[int, Thought, Level] | None = None  # where the program may think on the person's time
        self._steps_left: int | None = None  # moves that programs may make before they pause
        game = tree.game
        self._broken_books: list[Book] = []
        self.can_score = can_judge(game)
        self.book = _book(game)
        self._prepare()

    # ----------------------------------------------------------------------------------------------------------------
    # What there is

    @property
    def session(self) -> Session:
        return self.tree.session

    @property
    def player(self) -> Player:
        """The engine of this game; made anew if its memory was needed elsewhere."""
        with self.lock:
            player = self._player
            if player is None:
                player = self._player = Player(self.tree.game, hash_mb=HASH_MB)
                player.complain = self.complain
                self.room.memories.use(self)
            return player

    @property
    def nodes(self) -> int:
        """How many positions the engine has looked at in its present search, or its last."""
        player = self._player
        return player.nodes if player is not None else 0

    @property
    def job(self) -> Job | None:
        """What the engine does for this game now."""
        return self._job

    @property
    def score(self) -> int | None:
        """The final score for player 0, by the rules or by the clock; None while the game goes on."""
        score = self.session.score
        if score is None and self.ended is not None and self.ended.node == self.tree.here:
            return 1 if self.ended.winner == 0 else -1
        return score

    @property
    def is_over(self) -> bool:
        return self.session.is_over or self.score is not None

    @property
    def is_programs_turn(self) -> bool:
        return not self.is_over and self.settings.sides[self.session.turn].is_program

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    def listen(self, listener: Listener) -> None:
        """Tell a listener of every change from now on; a game that stood still because nobody looked goes on."""
        with self.lock:
            self._listeners.append(listener)
            self._go_on()

    def leave(self, listener: Listener) -> None:
        """Tell a listener no more. When nobody is left analysis ends; a program finishes its move."""
        with self.lock:
            self._listeners.remove(listener)
            if not self._listeners:
                if self._job is not None and self._job.doing != "move":
                    self._drop()
                if self.check is not None:
                    self.check.stop()

    def _changed(self) -> None:
        for listener in list(self._listeners):
            listener("state")

    def _tell(self, error: BadInput) -> None:
        for listener in list(self._listeners):
            listener(f"error:{error}")

    # ----------------------------------------------------------------------------------------------------------------
    # What people do

    def move(self, name: str, is_walk: bool = False) -> None:
        """Make a person's move, by its name: here, whoever's turn it is on the screen, unless the program is to move.

        On a walk, as through a book, nobody answers, the clocks stand, and nothing is learnt.
        """
        with self.lock:
            if self.is_over:
                raise Conflict("the game is over")
            if self.is_programs_turn and not self.is_paused:
                raise Conflict("it is the program's move; wait, or pause it")
            move = self._ask(lambda: self.tree.game.parse_move(self.session.position, name))
            if is_walk:
                self._note_clocks()
                if self.clocks:
                    self.clocks.stop()
                self.is_paused = True
            self._play(move)
            if is_walk:
                self._stand_still()
            else:
                self.is_paused = False
                if self.session.is_over:
                    to_learn.game_ended(self)
            self._after_change()

    def go(self, number: int) -> None:
        """Show another position of the game: the clocks stand, and the program waits."""
        with self.lock:
            self._check_node(number)
            if number != self.tree.here:
                self._drop()
                self._note_clocks()
                self._ask(lambda: self.tree.go(number))
                self._stand_still()
            self._after_change()

    def undo(self, count: int | None = None) -> None:
        """Take back so many moves, or, if it is not said, to the last position in which a person was to move."""
        with self.lock:
            if self.tree.here == ROOT:
                raise Conflict("there is no move to take back")
            self._drop()
            self._note_clocks()
            if count is not None:
                for _ in range(count):
                    self.tree.back()
            else:
                self.tree.back()
                while self.tree.here != ROOT and self._may_go_further_back():
                    self.tree.back()
            self._stand_still()
            if not self.is_programs_turn:
                self.is_paused = False
            self._after_change()

    def _may_go_further_back(self) -> bool:
        """Whether a program is to move here, and a person was before it."""
        if not self.settings.sides[self.session.turn].is_program:
            return False
        return any(not self.settings.sides[turn].is_program for turn in self.session.turns[:-1])

    def redo(self, count: int = 1) -> None:
        """Make so many moves again that were taken back."""
        with self.lock:
            if not self.tree.node.sons:
                raise Conflict("there is no move to make again")
            self._drop()
            self._note_clocks()
            for _ in range(count):
                self.tree.forward()
            self._stand_still()
            self._after_change()

    def remove(self, number: int) -> None:
        """Take a move and what follows it out of the game."""
        with self.lock:
            self._check_node(number)
            if number == ROOT:
                raise BadInput("the first position cannot be taken out of a game")
            self._drop()
            self._ask(lambda: self.tree.remove(number))
            self.worths = {each: worth for each, worth in self.worths.items() if each in self.tree.nodes}
            if self.ended is not None and self.ended.node not in self.tree.nodes:
                self.ended = None
            self._stand_still()
            self._after_change()

    def promote(self, number: int) -> None:
        """Make a variation the main line."""
        with self.lock:
            self._check_node(number)
            self.tree.promote(number)
            self._after_change()

    def set(self, settings: Settings) -> None:
        """Play otherwise from now on. Clocks stay as they are if their settings do."""
        with self.lock:
            settings.check(self.tree.game)
            is_same_clock = (settings.base, settings.increment) == (self.settings.base, self.settings.increment)
            if not is_same_clock:
                self.clocks = Clocks(settings.base, settings.increment) if settings.base else None
                self._clock_at = {}
            self.settings = settings
            if self._job is not None and self._job.doing in ("move", "glance"):
                self._drop()
            self._after_change()

    def pause(self) -> None:
        """Let programs wait, and the clocks stand."""
        with self.lock:
            if self._job is not None and self._job.doing == "move":
                self._drop()
            self.is_paused = True
            self._steps_left = None
            if self.clocks:
                self.clocks.stop()
            self._after_change()

    def resume(self, steps: int | None = None) -> None:
        """Go on; only for so many moves, if that is said."""
        with self.lock:
            if self.is_over:
                raise Conflict("the game is over")
            self.is_paused = False
            self._steps_left = steps
            self._after_change()

    def move_now(self) -> None:
        """Let the program, if it is thinking, move at once; analysis ends with what it has."""
        with self.lock:
            if self._job is not None:
                self._job.is_hurried = True
                self._job.stop()

    def resign(self) -> None:
        """The person whose turn it is, or who plays against a program, gives up."""
        with self.lock:
            if self.is_over:
                raise Conflict("the game is over")
            persons = [player for player in (0, 1) if not self.settings.sides[player].is_program]
            loser = persons[0] if len(persons) == 1 else self.session.turn
            self._drop()
            self._end(1 - loser, "resigned")
            self._after_change()

    def learn(self) -> None:
        """Learn from the game that has ended here, whoever played it."""
        with self.lock:
            if not self.is_over:
                raise Conflict("the game is not over")
            if self.learning is not None and self.learning.status != "failed":
                raise Conflict("the game is learnt only once")
            to_learn.begin(self)
            self._after_change()

    def learning_went_on(self, status: Status, trouble: str) -> None:
        """The game is being learnt from, or was, or cannot be."""
        with self.lock:
            if self.learning is None:
                return
            self.learning = Learning(self.learning.node, status, trouble)
            if not self.is_closed:  # else it may be at another board by now, or forgotten
                self.keep()
            if status == "failed":
                self._tell(BadInput(trouble))
            self._changed()

    def ask_hint(self) -> None:
        """What to move; asked again, where to."""
        with self.lock:
            if self.is_over:
                raise Conflict("the game is over")
            if self.is_programs_turn and not self.is_paused:
                raise Conflict("it is the program's move")
            if self.hint is not None and self.hint.node == self.tree.here:
                self.hint = replace(self.hint, step=2)
                self._changed()
            elif self._job is None or self._job.doing != "hint":
                self._begin("hint")

    def forgive(self) -> None:
        """Leave a bad move as it is: the warning goes."""
        with self.lock:
            self.warning = None
            self._changed()

    def analyse(self, lines: int, scores: bool) -> None:
        """Show so many lines of analysis, or none; and what each move is worth."""
        with self.lock:
            self.shown_lines = max(0, min(lines, MOST_LINES))
            self.wants_scores = scores and self.can_score
            if self._job is not None and self._job.doing == "analysis":
                self._drop()
            self.analysed = None
            self._after_change(is_kept=False)

    def check_game(self, seconds: float) -> None:
        """Look at every position of the line on the screen, in the background, and mark the mistakes."""
        with self.lock:
            if self.check is not None:
                self.check.stop()
            line = self.tree.line_through(self.tree.here)
            self.check = Check(self, line, seconds, self.room.seats, self.preparation)
            self._changed()

    def stop_check(self) -> None:
        with self.lock:
            if self.check is not None:
                self.check.stop()
            self._changed()

    def check_went_on(self, check: Check, number: int | None) -> None:
        """A position was looked at, or the check has ended."""
        with self.lock:
            if number is not None and number in check.worths:
                self.worths[number] = check.worths[number]
            if self.check is check:
                self._changed()

    def comment(self, number: int, text: str) -> None:
        """Write something beside a move."""
        with self.lock:
            self._check_node(number)
            self.tree.nodes[number].comment = " ".join(text.split())
            self._after_change()

    def line_from(self, number: int, names: list[str]) -> list[tuple[Session, int | None]]:
        """The positions along a line of moves, by their names, from a node on: each with the move that led to it."""
        with self.lock:
            self._check_node(number)
            session = self._ask(lambda: self.tree.session_to(number))
        found: list[tuple[Session, int | None]] = []
        for name in ["", *names[:MOST_LOOKED]]:
            move = None
            if name:
                move = self.tree.game.parse_move(session.position, name)
                session.follow(move)
            copy = Session(session.game, session.position, session.turn)
            copy.before = session.past
            found.append((copy, move))
        return found

    def hush(self) -> None:
        """Ask what the engine does to end, without waiting for whoever holds the game."""
        job, check = self._job, self.check
        if job is not None:
            job.stop()
        if check is not None:
            check.stop()

    def close(self) -> None:
        """End all that is going on."""
        with self.lock:
            self.is_closed = True
            self._drop()
            self._lower_flag()
            if self.check is not None:
                self.check.stop()

    def forget(self) -> bool:
        """Give the memory of the engine back, if it is not in use."""
        if not self.lock.acquire(blocking=False):  # whoever asks may hold a lock that is waited for there
            return False
        try:
            if self._job is not None and self._job.status == "thinking":
                return False
            self._stop_pondering()
            if self._player is not None:
                self._player.forget(LEAST_HASH_MB)  # now, not whenever Python finds that nobody needs it
            self._player = self._judge = None
            return True
        finally:
            self.lock.release()

    # ----------------------------------------------------------------------------------------------------------------
    # What follows from it

    def _play(self, move: int) -> None:
        """Make a move here."""
        self._drop()
        before, turn = self.tree.here, self.session.turn
        if self.clocks and not self.is_paused:
            self._clock_at.setdefault(before, self.clocks.shown())
            self.clocks.press(turn)
        self._ask(lambda: self.tree.play(move))
        if self.clocks:
            self._clock_at[self.tree.here] = self.clocks.shown()
        self.hint = None
        if self.warning is not None and not self.settings.sides[turn].is_program:
            self.warning = None

    def _note_clocks(self) -> None:
        """Before going elsewhere: time that has run is not given back."""
        if self.clocks and self.clocks.running is not None:
            self._clock_at[self.tree.here] = self.clocks.shown()

    def _stand_still(self) -> None:
        """After going elsewhere in the game: the clocks show what they did there, and nobody moves by himself."""
        self.hint = self.warning = None
        self.is_paused = self.is_programs_turn or self.clocks is not None
        if self.clocks and self.tree.here in self._clock_at:
            self.clocks.set(self._clock_at[self.tree.here])
        elif self.clocks:
            self.clocks.stop()

    def _after_change(self, is_kept: bool = True) -> None:
        """Tell everybody, keep the game, and let the engine do what is next."""
        if is_kept:
            self.keep()
        self._go_on()
        self._changed()

    def _go_on(self) -> None:
        """Let the clocks run, and give the engine its next job, if it has none."""
        self._lower_flag()
        if self.is_over:
            if self.clocks:
                self.clocks.stop()
        elif self.clocks and not self.is_paused and not self.is_programs_turn and self.tree.here != ROOT:
            self._run_clock(self.session.turn)
        if self._job is not None or not self._listeners:
            return
        if self.is_programs_turn and not self.is_paused:
            self._begin("move")
        elif (self.shown_lines or self.wants_scores) and not self.is_over and not self._is_analysed:
            self._begin("analysis")
        elif self._wants_glance:
            self._begin("glance")

    @property
    def _is_analysed(self) -> bool:
        return self.analysed is not None and self.analysed.node == self.tree.here

    @property
    def _wants_glance(self) -> bool:
        """Whether a person is to move against a program that will tell whether the move was bad."""
        if not self.settings.warns or self.is_over or self.is_programs_turn or self.is_paused:
            return False
        is_against_program = self.settings.sides[1 - self.session.turn].is_program
        return is_against_program and self.tree.here not in self.worths and self.preparation.is_done

    def _prepare(self) -> None:
        """Have the engine made ready behind, and hear when it is, or that it cannot be."""
        preparation = self.preparation = self.room.preparations.of(self.player, self.session.position)
        preparation.when_done(lambda: self._was_prepared(preparation))

    def _was_prepared(self, preparation: Preparation) -> None:
        """The engine is ready, or cannot be: whoever looks at the game sees it, and what waited for it begins."""
        with self.lock:
            if self.preparation is preparation and self._listeners and not self.is_closed:
                if preparation.error is None:
                    self._go_on()
                self._changed()

    def _begin(self, doing: Doing) -> None:
        """Give the engine a job."""
        self._stop_pondering()
        job = self._job = Job(doing, self.tree.here)
        if self.preparation.error is not None:
            self._prepare()
        if doing == "analysis":
            self.analysed = job
        threading.Thread(target=self._run, args=(job,), name=f"damier-{doing}", daemon=True).start()

    def _drop(self) -> None:
        """What the engine does no longer counts, and it stops."""
        job, self._job = self._job, None
        if job is not None:
            job.cancel.cancel()
            job.stop()
        self._stop_pondering()

    def _run(self, job: Job) -> None:
        """Do a job; in a thread of its own."""

        def counts() -> bool:
            return self._job is job

        try:
            if not self.preparation.is_done:
                job.status = "compiling"
            self._ask(lambda: self.preparation.wait(job.cancel))
            job.status = "waiting"
            with self.room.seats.taken(job.cancel) as is_seated:
                if is_seated and counts():
                    job.status = "thinking"
                    self.room.memories.use(self)
                    WORK[job.doing](self, job)
        except BadInput as error:
            self._fail(job, error)
        finally:
            with self.lock:
                if self._job is job:
                    self._job = None
                    self._go_on()
                    self._changed()

    def _fail(self, job: Job, error: BadInput) -> None:
        """The engine could not do its job: a game's own rules may be wrong. Nothing is tried again by itself."""
        with self.lock:
            if self._job is job:
                self.is_paused = self.is_paused or job.doing == "move"
                self.shown_lines, self.wants_scores = 0, False
                self.worths.setdefault(job.node, Worth(0, False, 0, self.session.positions[0], 0))
                self._tell(error)

    # ----------------------------------------------------------------------------------------------------------------
    # Clocks and pondering

    def _run_clock(self, player: int) -> None:
        """Let a clock run, and end the game when its time is up."""
        assert self.clocks is not None
        self.clocks.start(player)
        self._lower_flag()
        self._flag = threading.Timer(self.clocks.shown()[player] + 0.01, self._flag_falls)
        self._flag.daemon = True
        self._flag.start()

    def _lower_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _flag_falls(self) -> None:
        with self.lock:
            self._is_flag_down()

    def _is_flag_down(self) -> bool:
        """Whether the time of the player to move is up: then the game ends."""
        if self.clocks is None or not self.clocks.is_out or self.is_over:
            return False
        loser = self.clocks.running
        assert loser is not None
        self.clocks.stop()
        self._drop()
        self._end(1 - loser, "time")
        self._after_change()
        return True

    def _end(self, winner: int, reason: Literal["time", "resigned"]) -> None:
        self.ended = Ended(self.tree.here, winner, reason)
        to_learn.game_ended(self)

    def consult(self, session: Session, level: Level, cancel: Cancel) -> Counsel:
        """What the books say before the program thinks.

        It has learnt from its games at whatever level, but for one who is perfect anyway; openings are for those who play as
        well as they can. A book that cannot be read is told of elsewhere, and play goes on without it.
        """
        if not self.settings.book:
            return Counsel()
        openings = None if level.is_fallible or self.book in self._broken_books else self.book
        learnt = None if level.is_perfect else self.room.open_books.wait(self.tree.game, cancel).book
        if learnt in self._broken_books:
            learnt = None
        return Books(learnt, openings, chance=self._chance, on_failure=self._put_aside).ask(session)

    def _put_aside(self, book: Book, error: Exception) -> None:
        """A book has failed: it is told once, and not asked in this game any more."""
        self._broken_books.append(book)
        self.complain(f"a book has failed and is put aside: {said_clearly(self.tree.game, error)}")

    def complain(self, words: str) -> None:
        """Whoever listens hears of what has failed, while the game goes on without it."""
        with self.lock:
            self._tell(BadInput(words))

    def recall(self, player: Player) -> None:
        """Let the player go by what deep searches have found before, where it plays by its books."""
        settings = self.settings
        player.rote = self.room.open_books.memory(self.tree.game, settings.learn, self.complain) if settings.book else None

    def _ponder(self, thought: Thought, level: Level) -> None:
        """The program has moved: let it think on the person's time, after a glance at the position if one is wanted."""
        if not self.settings.sides[self.session.turn].is_program and not self.shown_lines and not self.wants_scores:
            self._expects = (self.tree.here, thought, level)
            if not self._wants_glance:
                self.room.ponderer.begin(self.player, self.session, thought, level)

    def _stop_pondering(self) -> None:
        if self._player is not None:
            self.room.ponderer.end(self._player)

    # ----------------------------------------------------------------------------------------------------------------
    # Keeping

    def keep(self) -> None:
        """Put the game into the library; if that cannot be, whoever listens hears why, and the game goes on."""
        try:
            self.room.library.keep(kept(self))
        except BadInput as error:
            self._tell(error)

    def _check_node(self, number: int) -> None:
        if number not in self.tree.nodes:
            raise BadInput(f"there is no move {number} in this game")

    def _ask(self, question: Callable[[], T]) -> T:
        """Ask the game; what its code raises is said in one line."""
        try:
            return question()
        except Exception as error:
            raise said_clearly(self.tree.game, error) from error


def _book(game: Any) -> Book | None:
    with contextlib.suppress(BadInput):
        return book_of(game) if openings_of(game) else None
    return None


@dataclass
class Room:
    """What all sittings share."""

    library: Library
    seats: Seats = field(default_factory=Seats)
    memories: Memories = field(default_factory=Memories)
    preparations: Preparations = field(default_factory=Preparations)
    ponderer: Ponderer = field(default_factory=Ponderer)
    open_books: OpenBooks = field(default_factory=OpenBooks)
    learning: LearningQueue = field(init=False)

    def __post_init__(self) -> None:
        self.learning = LearningQueue(self.seats, self.open_books.keep_memory)
