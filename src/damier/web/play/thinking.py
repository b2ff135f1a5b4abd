"""The engine of one game at the board: one job at a time, when it begins and ends, and what has been found.

A job works outside the sitting's lock, in a thread of its own (`work.py`), and what it finds counts only while it is the job
of this game: whoever changes the position gives the engine another job, or none.
"""

import contextlib
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from damier.engine.hints import best_level
from damier.engine.judge import Judge, can_judge
from damier.engine.levels import Level
from damier.engine.piece_values import network_of
from damier.engine.player import Player
from damier.engine.preparation import Preparation
from damier.engine.question import Thought
from damier.games.game import BadInput
from damier.records.session import Session
from damier.threads import usual_threads
from damier.web.play import attempt
from damier.web.play.attempt import Attempt
from damier.web.play.check import Check
from damier.web.play.jobs import Blame, Doing, Hint, Job, Spoken
from damier.web.play.opponents import Opponents
from damier.web.play.program_books import ProgramBooks
from damier.web.play.settings import MOST_LINES
from damier.web.play.threat import Threat
from damier.web.play.work import WORK
from damier.web.play.worth import after_move, final_worth, worth_of
from damier.web.play.worths import Worths
from damier.web.refusals import Conflict

if TYPE_CHECKING:
    from damier.web.play.sitting import Sitting

HASH_MB = 32
LEAST_HASH_MB = 1
JUDGE_MB = 16  # of the exact solver


class Thinking:
    """What the engine does for a game, and what it has found; changed under the game's lock."""

    def __init__(self, sitting: "Sitting") -> None:
        self.sitting = sitting
        self.id = sitting.id
        self.job: Job | None = None
        self.hint: Hint | None = None
        self.warning: Blame | None = None
        self.spoken: Spoken | None = None
        self.analysed: Job | None = None  # the last analysis, which may have ended
        self.check: Check | None = None
        self.checked: set[int] = set()  # nodes that a check has seen: moves between them have their signs
        self.forced: set[int] = set()  # those of them in which there is only one move
        self.glanced: set[int] = set()  # nodes that need not be looked at again while a person thinks
        self.attempt: Attempt | None = None  # what a person would play where a move was bad
        self.worths = Worths(sitting.tree)
        self.shown_lines = 0  # how many lines of analysis are wanted
        self.wants_scores = False
        self.wants_threat = False
        self.threat: Threat | None = None  # the last that was found
        self.can_score = can_judge(sitting.tree.game)
        self.network: Any = None
        with contextlib.suppress(BadInput):  # the engine, which asks for its weights too, says what is wrong
            self.network = network_of(sitting.tree.game)
        self.books = ProgramBooks(sitting.tree.game, sitting.room.open_books, self.complain)
        self._player: Player | None = None
        self.opponents = Opponents(sitting.tree.game, lambda: self.player, self.complain)
        self._at_work: Player | None = None  # who thinks for the present job, or did for the last
        self._judge: Judge | None = None
        self._expects: tuple[int, Player, Thought, Level] | None = None  # where the program may think on the person's time
        self._prepare()
        self._look_around()

    # ----------------------------------------------------------------------------------------------------------------
    # What it works with

    @property
    def player(self) -> Player:
        """The engine of this game; made anew if its memory was needed elsewhere."""
        with self.sitting.lock:
            player = self._player
            if player is None:
                player = self._player = Player(self.sitting.tree.game, hash_mb=HASH_MB)
                player.complain = self.complain
                self.sitting.room.memories.use(self)
            return player

    @property
    def judge(self) -> Judge:
        """Who asks the exact solver of this game."""
        with self.sitting.lock:
            judge = self._judge
            if judge is None:
                judge = self._judge = Judge(self.sitting.tree.game, JUDGE_MB, usual_threads())
                judge.complain = self.complain
            return judge

    @property
    def nodes(self) -> int:
        """How many positions the engine has looked at in its present search, or its last."""
        player = self._at_work
        return player.nodes if player is not None else 0

    def at_work(self, player: Player) -> Player:
        """This one thinks now."""
        self._at_work = player
        return player

    def forget(self) -> bool:
        """Give the memory of the engine back, if it is not in use."""
        if not self.sitting.lock.acquire(blocking=False):  # whoever asks may hold a lock that is waited for there
            return False
        try:
            if self.job is not None and self.job.status == "thinking":
                return False
            self._stop_pondering()
            if self._player is not None:
                self._player.forget(LEAST_HASH_MB)  # now, not whenever Python finds that nobody needs it
            if self._judge is not None:
                self._judge.forget()
            self.opponents.forget()
            self._player = self._judge = self._at_work = self._expects = None
            return True
        finally:
            self.sitting.lock.release()

    def complain(self, words: str) -> None:
        """Whoever listens hears of what has failed, while the game goes on without it."""
        with self.sitting.lock:
            self.sitting.tell(BadInput(words))

    def _prepare(self) -> None:
        """Have the engine made ready behind, and hear when it is, or that it cannot be."""
        preparation = self.preparation = self.sitting.room.preparations.of(self.player, self.sitting.session.position)
        self.player.compiling = preparation.compiling
        preparation.when_done(lambda: self._was_prepared(preparation))

    def _was_prepared(self, preparation: Preparation) -> None:
        """The engine is ready, or cannot be: whoever looks at the game sees it, and what waited for it begins."""
        with self.sitting.lock:
            if self.preparation is preparation and self.sitting.has_listeners and not self.sitting.is_closed:
                if preparation.error is None:
                    self.go_on()
                self.sitting.changed()

    # ----------------------------------------------------------------------------------------------------------------
    # What is wanted of it

    def ask_hint(self) -> None:
        """What to move; asked again, where to."""
        sitting = self.sitting
        with sitting.lock:
            if sitting.is_over:
                raise Conflict("the game is over")
            if sitting.waits_for_program:
                raise Conflict("it is the program's move")
            if self.hint is not None and self.hint.node == sitting.tree.here:
                self.hint = replace(self.hint, step=2)
                sitting.changed()
            elif self.job is None or self.job.doing != "hint":
                self._begin("hint")

    def forgive(self) -> None:
        """Leave a bad move as it is: the warning goes."""
        with self.sitting.lock:
            self.warning = None
            self.sitting.changed()

    def analyse(self, lines: int, scores: bool, threat: bool = False) -> None:
        """Show so many lines of analysis, or none; what each move is worth; and what the other player threatens."""
        with self.sitting.lock:
            self.wants_threat = threat
            self.shown_lines = max(0, min(lines, MOST_LINES))
            self.wants_scores = scores and self.can_score
            self.drop("analysis", "threat")
            self.analysed = None
            self.sitting.after_change(is_kept=False)

    def check_game(self, seconds: float) -> None:
        """Look at every position of the line on the screen, in the background, and mark the mistakes."""
        with self.sitting.lock:
            if self.check is not None:
                self.check.stop()
            line = self.sitting.tree.line_through(self.sitting.tree.here)
            self.check = Check(self.sitting, line, seconds, self.check_went_on)
            self.sitting.changed()

    def stop_check(self) -> None:
        """End the check of the game with what it has."""
        with self.sitting.lock:
            if self.check is not None:
                self.check.stop()
            self.sitting.changed()

    def check_went_on(self, check: Check, number: int | None) -> None:
        """A position was looked at, or the check has ended."""
        with self.sitting.lock:
            if number is not None:
                self.checked.add(number)
            if self.check is check:
                self.sitting.changed()

    def try_move(self, node: int, name: str) -> None:
        """Judge what a person would play at a node; nobody answers, and the game stays as it is."""
        with self.sitting.lock:
            self._end_attempt()
            self.attempt = attempt.begin(self, node, name)
            self.sitting.changed()

    def _end_attempt(self) -> None:
        if self.attempt is not None:
            self.attempt.cancel.cancel()
        self.attempt = None

    def hurry(self) -> None:
        """Let the program, if it is thinking, move at once; analysis ends with what it has."""
        with self.sitting.lock:
            if self.job is not None:
                self.job.ending.cancel()

    # ----------------------------------------------------------------------------------------------------------------
    # Jobs

    def go_on(self) -> None:
        """Give the engine its next job, if it has none and somebody looks at the game."""
        sitting = self.sitting
        if self.job is not None or not sitting.has_listeners:
            return
        if sitting.waits_for_program:
            self._begin("move")
        elif self.wants_threat and not sitting.is_over and (self.threat is None or self.threat.node != sitting.tree.here):
            self._begin("threat")
        elif (self.shown_lines or self.wants_scores) and not sitting.is_over and not self._is_analysed:
            self._begin("analysis")
        elif self._wants_glance:
            self._begin("glance")

    def drop(self, *doings: Doing) -> None:
        """What the engine does no longer counts, and it stops; only if it is one of these, if any are named."""
        if doings and (self.job is None or self.job.doing not in doings):
            return
        job, self.job = self.job, None
        if job is not None:
            job.drop()
        self._stop_pondering()

    def counts(self, job: Job) -> bool:
        """Whether a job is still the one that the engine has."""
        return self.job is job

    def rest(self) -> None:
        """Nobody looks at the game any more: a program finishes its move, all else ends."""
        self.drop("hint", "glance", "threat", "analysis")
        self._end_attempt()
        if self.check is not None:
            self.check.stop()

    def hush(self) -> None:
        """Ask what is going on to end, without waiting for whoever holds the game."""
        job, check, tried = self.job, self.check, self.attempt
        if job is not None:
            job.ending.cancel()
        if tried is not None:
            tried.cancel.cancel()
        if check is not None:
            check.stop()

    def close(self) -> None:
        """End all that is going on."""
        self.drop()
        self._end_attempt()
        if self.sitting.room.tables is not None:
            self.sitting.room.tables.leave(self.sitting.tree.game, self._tables_changed)
        if self.check is not None:
            self.check.stop()

    @property
    def _is_analysed(self) -> bool:
        return self.analysed is not None and self.analysed.node == self.sitting.tree.here

    @property
    def _wants_glance(self) -> bool:
        """Whether a person is to move against a program that will tell whether the move was bad."""
        sitting = self.sitting
        settings = sitting.settings
        if settings.analysis or not settings.warns or sitting.is_over or sitting.is_programs_turn or sitting.is_paused:
            return False
        is_against_program = settings.sides[1 - sitting.session.turn].is_program
        is_known = sitting.tree.here in self.glanced or self.worths.is_well_known(sitting.tree.here)
        return is_against_program and not is_known and self.preparation.is_done

    def _begin(self, doing: Doing) -> None:
        """Give the engine a job."""
        self._stop_pondering()
        job = self.job = Job(doing, self.sitting.tree.here)
        if self.preparation.error is not None:
            self._prepare()
        if doing == "analysis":
            self.analysed = job
        threading.Thread(target=self._run, args=(job,), name=f"damier-{doing}", daemon=True).start()

    def _run(self, job: Job) -> None:
        """Do a job; in a thread of its own."""
        sitting = self.sitting
        try:
            if not self.preparation.is_done:
                job.status = "compiling"
            if not self._can_begin(job):
                sitting.ask(lambda: self.preparation.wait(job.dropped))
            job.status = "waiting"
            with sitting.room.seats.taken(job.dropped) as is_seated:
                if is_seated and self.counts(job):
                    job.status = "thinking"
                    sitting.room.memories.use(self)
                    threads = sitting.settings.threads if job.doing == "move" else usual_threads()
                    self.at_work(self.player).threads = threads
                    WORK[job.doing](self, job)
        except BadInput as error:
            self._fail(job, error)
        finally:
            with sitting.lock:
                if self.counts(job):
                    self.job = None
                    self.go_on()
                    sitting.changed()

    def _can_begin(self, job: Job) -> bool:
        """Whether a job is done before all is compiled: a move can be found with less, and a table knows at once."""
        if not self.player.is_compiling:
            return False
        return job.doing == "move" or self.player.can_look_up(self.sitting.session.position, best_level(self.player))

    def _fail(self, job: Job, error: BadInput) -> None:
        """The engine could not do its job: a game's own rules may be wrong. Nothing is tried again by itself."""
        sitting = self.sitting
        with sitting.lock:
            if self.counts(job):
                sitting.is_paused = sitting.is_paused or job.doing == "move"
                self.shown_lines, self.wants_scores, self.wants_threat = 0, False, False
                self.glanced.add(job.node)
                sitting.tell(error)

    # ----------------------------------------------------------------------------------------------------------------
    # What was found

    def remember(self, number: int, session: Session, thought: Thought) -> None:
        """Keep what a position is worth, unless something truer is known."""
        with self.sitting.lock:
            self.worths.learn(number, worth_of(session.game, session.situation, thought))

    def program_moves(self, job: Job, session: Session, thought: Thought, level: Level, is_sound: bool) -> None:
        """Make the move that was thought of, unless the job no longer counts or time is up.

        What a weak level thought of its move is not what the position before it is worth.
        """
        sitting = self.sitting
        with sitting.lock:
            if not self.counts(job) or sitting.flag_falls():
                return
            self.job = None
            if not job.by_book:
                if is_sound:
                    self.remember(job.node, session, thought)
                sitting.pace.note(len(session.moves), thought, is_timed=True)
            self.spoken = Spoken(job.node, thought, job.by_book)
            sitting.program_moves(thought.move)
            if not job.by_book:
                after = after_move(session.game, session.situation, sitting.session.situation, thought, is_sound)
                self.worths.learn(sitting.tree.here, after)
            if not sitting.settings.sides[sitting.session.turn].is_program and not self.shown_lines and not self.wants_scores:
                self._expects = (sitting.tree.here, self._at_work or self.player, thought, level)
                if not self._wants_glance:
                    self.ponder(sitting.tree.here)
            sitting.after_change()

    def ponder(self, node: int) -> None:
        """Let the program think on the person's time, if it has moved to this node and has nothing else to do."""
        if self._expects is not None and self._expects[0] == node:
            _, player, thought, level = self._expects
            self.sitting.room.ponderer.begin(player, self.sitting.session, thought, level)

    def _stop_pondering(self) -> None:
        for player in (self._player, self._expects[1] if self._expects else None):
            if player is not None:
                self.sitting.room.ponderer.end(player)

    def position_changed(self, is_programs_move: bool = False) -> None:
        """Another position is on the board: hints are past, and so are warnings but for a move that the program answers."""
        self._look_around()
        self.hint = None
        self._end_attempt()
        if self.sitting.session.is_over:
            self.worths.learn(self.sitting.tree.here, final_worth(self.sitting.session))
        if not is_programs_move:
            self.warning = None

    def _look_around(self) -> None:
        """Have tables built of endings that the game comes near."""
        if self.sitting.room.tables is not None:
            self.sitting.room.tables.come_to(self.sitting.tree.game, self.sitting.session.position, self._tables_changed)

    def _tables_changed(self) -> None:
        """There are more tables, or some are being built: an analysis that has not used them is made again."""
        with self.sitting.lock:
            for each in (self._player, self._judge, *self.opponents.players):
                if each is not None:
                    each.look_for_endings()
            progress = self.sitting.room.tables.progress(self.sitting.tree.game) if self.sitting.room.tables else None
            if progress is None:  # all are there
                self.drop("analysis")
            if self.job is None:
                self.analysed = None
                self.go_on()
            self.sitting.changed()

    def nodes_removed(self) -> None:
        """Forget what was found about nodes that are no longer there."""
        self.worths.keep_only(self.sitting.tree.nodes)
        self.checked &= set(self.sitting.tree.nodes)
