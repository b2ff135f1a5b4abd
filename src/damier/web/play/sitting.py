"""A game at the board: the tree of its moves, who plays, the clocks, and who is told what has changed.

Requests come from several threads. What a sitting holds changes only under its lock; its engine (`thinking.py`) works outside
it. Whoever listens is told of every change.
"""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from damier.engine.clock import GameClock
from damier.games.game import BadInput
from damier.records.session import Session, Situation
from damier.records.shapes import Shape
from damier.records.variations import ROOT, Variations
from damier.web.offers import Offer, said_clearly
from damier.web.play import to_learn
from damier.web.play.clocks import Clocks
from damier.web.play.learning import Learning, Status
from damier.web.play.library_entry import entry_of
from damier.web.play.room import Room
from damier.web.play.settings import Settings
from damier.web.play.spent import Spent
from damier.web.play.thinking import Thinking
from damier.web.refusals import Conflict

T = TypeVar("T")
Listener = Callable[[BadInput | None], None]  # hears that something has changed (None), or of what has gone wrong

MOST_LOOKED = 60  # moves of a line that is played out


@dataclass(frozen=True)
class Ended:
    """A game that was ended by something else than the rules of the game: at a node, for a reason, won by a player."""

    node: int
    winner: int
    reason: Literal["time", "resigned"]


class Sitting:
    """One game at the board."""

    def __init__(self, offer: Offer, tree: Variations, start: str, settings: Settings, room: Room, id: str = "") -> None:
        self.id = id or secrets.token_urlsafe(18)
        self.offer = offer
        self.tree = tree
        self.start = start  # as the person wrote it; empty for the game's own start
        self.settings = settings
        self.pace = settings.pace()  # what the program's moves took
        self.clocks = self._new_clocks()
        self.spent = Spent()
        self.spent.come_to(self.tree.here)
        self.lock = threading.RLock()
        self.is_paused = False
        self.ended: Ended | None = None
        self.begun = time.time()
        self.learning: Learning | None = None  # what becomes of the game in the book that learns
        self.is_closed = False
        self.room = room
        self._listeners: list[Listener] = []
        self._steps_left: int | None = None  # moves that programs may make before they pause
        self.thinking = Thinking(self)

    # ----------------------------------------------------------------------------------------------------------------
    # What there is

    @property
    def session(self) -> Session:
        return self.tree.session

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
        return not self.is_over and self._is_programs(self.session.turn)

    def _is_programs(self, player: int) -> bool:
        """Whether a program plays this side, and answers."""
        return self.settings.sides[player].is_program and not self.settings.analysis

    @property
    def waits_for_program(self) -> bool:
        """Whether a program is to move, and does not stand still."""
        return self.is_programs_turn and not self.is_paused

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
                self.thinking.rest()
                self.spent.stop()

    def changed(self) -> None:
        """Tell everybody that something has changed."""
        for listener in list(self._listeners):
            listener(None)

    def tell(self, error: BadInput) -> None:
        """Tell everybody of something that has gone wrong."""
        for listener in list(self._listeners):
            listener(error)

    def ask(self, question: Callable[[], T]) -> T:
        """Ask the game; what its code raises is said in one line."""
        try:
            return question()
        except Exception as error:
            raise said_clearly(self.tree.game, error) from error

    # ----------------------------------------------------------------------------------------------------------------
    # What people do

    def move(self, name: str, is_walk: bool = False) -> None:
        """Make a person's move, by its name: here, whoever's turn it is on the screen, unless the program is to move.

        On a walk, as through a book, nobody answers, the clocks stand, and nothing is learnt.
        """
        with self.lock:
            if self.is_over:
                raise Conflict("the game is over")
            if self.waits_for_program:
                raise Conflict("it is the program's move; wait, or pause it")
            move = self.ask(lambda: self.session.parse_move(name))
            if is_walk:
                self._note_clocks()
                self._stop_clocks()
                self.is_paused = True
            self._play(move)
            if not is_walk and not self.settings.analysis and any(side.is_program for side in self.settings.sides):
                self.tree.promote(self.tree.here)  # the game goes on here: what was taken back is the variation
            if is_walk:
                self._stand_still()
            else:
                self.is_paused = False
                if self.session.is_over and not self.settings.analysis:
                    to_learn.game_ended(self)
            self.after_change()

    def go(self, number: int) -> None:
        """Show another position of the game: the clocks stand, and the program waits."""
        with self.lock:
            self._check_node(number)
            if number != self.tree.here:
                self.thinking.drop()
                self._note_clocks()
                self.ask(lambda: self.tree.go(number))
                self._stand_still()
            self.after_change()

    def undo(self, count: int | None = None) -> None:
        """Take back so many moves, or, if it is not said, to the last position in which a person was to move."""
        with self.lock:
            if self.tree.here == ROOT:
                raise Conflict("there is no move to take back")
            self.thinking.drop()
            self._note_clocks()
            if count is not None:
                for _ in range(count):
                    self.tree.back()
            else:
                self.tree.back()
                while self.tree.here != ROOT and self._may_go_further_back():
                    self.tree.back()
            self._stand_still()
            if not self.is_programs_turn and self.ended is None:
                self.is_paused = False
            self.after_change()

    def _may_go_further_back(self) -> bool:
        """Whether a program is to move here, and a person was before it."""
        if not self._is_programs(self.session.turn):
            return False
        return any(not self._is_programs(turn) for turn in self.session.turns[:-1])

    def redo(self, count: int = 1) -> None:
        """Make so many moves again that were taken back."""
        with self.lock:
            if not self.tree.node.sons:
                raise Conflict("there is no move to make again")
            self.thinking.drop()
            self._note_clocks()
            for _ in range(count):
                self.tree.forward()
            self._stand_still()
            self.after_change()

    def insert(self, number: int, names: list[str], is_gone_to: bool = False) -> None:
        """Put a line of moves, by their names, into the game after a node, as a variation; show its end, if that is wanted.

        Nobody answers. A line that cannot be played changes nothing.
        """
        with self.lock:
            self._check_node(number)
            session = self.tree.session_to(number)

            def follow() -> list[int]:
                for name in names:
                    session.follow(session.parse_move(name))
                return session.moves[-len(names) :]

            moves = self.ask(follow)
            last = self.ask(lambda: self.tree.insert(number, moves))
            if is_gone_to:
                self.go(last)
            else:
                self.after_change()

    def remove(self, number: int) -> None:
        """Take a move and what follows it out of the game."""
        with self.lock:
            self._check_node(number)
            if number == ROOT:
                raise BadInput("the first position cannot be taken out of a game")
            self.thinking.drop()
            self.ask(lambda: self.tree.remove(number))
            self.thinking.nodes_removed()
            if self.ended is not None and self.ended.node not in self.tree.nodes:
                self.ended = None
            self._stand_still()
            self.after_change()

    def promote(self, number: int) -> None:
        """Make a variation the main line."""
        with self.lock:
            self._check_node(number)
            self.tree.promote(number)
            self.after_change()

    def set(self, settings: Settings) -> None:
        """Play otherwise from now on. Clocks stay as they are if their settings do."""
        with self.lock:
            settings.check(self.tree.game)
            if settings.sides != self.settings.sides:  # who is there already stays, even if it has gone from the disk
                settings.check_generations(self.tree.game)
            if settings.analysis != self.settings.analysis:
                self._stop_clocks()
                self.is_paused = False
            is_same_clock = (settings.base, settings.increment) == (self.settings.base, self.settings.increment)
            self.settings = settings
            if not is_same_clock:
                self._stop_clocks()
                self.clocks = self._new_clocks()
            self.thinking.drop("move", "glance")
            self.after_change()

    def pause(self) -> None:
        """Let programs wait, and the clocks stand."""
        with self.lock:
            self.thinking.drop("move")
            self.is_paused = True
            self._steps_left = None
            self._stop_clocks()
            self.after_change()

    def resume(self, steps: int | None = None) -> None:
        """Go on; only for so many moves, if that is said."""
        with self.lock:
            if self.is_over:
                raise Conflict("the game is over")
            self.is_paused = False
            self._steps_left = steps
            self.after_change()

    def resign(self) -> None:
        """The person whose turn it is, or who plays against a program, gives up."""
        with self.lock:
            if self.is_over:
                raise Conflict("the game is over")
            persons = [player for player in (0, 1) if not self.settings.sides[player].is_program]
            loser = persons[0] if len(persons) == 1 else self.session.turn
            self.thinking.drop()
            self._end(1 - loser, "resigned")
            self.after_change()

    def learn(self) -> None:
        """Learn from the game that has ended here, whoever played it."""
        with self.lock:
            if not self.is_over:
                raise Conflict("the game is not over")
            if self.learning is not None and self.learning.status != "failed":
                raise Conflict("the game is learnt only once")
            to_learn.begin(self)
            self.after_change()

    def learning_went_on(self, status: Status, trouble: str, lesson: dict[str, Any] | None) -> None:
        """The game is being learnt from, or was, or cannot be."""
        with self.lock:
            if self.learning is None:
                return
            self.learning = Learning(self.learning.node, status, trouble, lesson)
            if not self.is_closed:  # else it may be at another board by now, or forgotten
                self.keep()
            if status == "failed":
                self.tell(BadInput(trouble))
            self.changed()

    def comment(self, number: int, text: str) -> None:
        """Write something beside a move."""
        with self.lock:
            self._check_node(number)
            self.tree.nodes[number].comment = " ".join(text.split())
            self.after_change()

    def draw(self, number: int, shapes: list[Shape]) -> None:
        """Keep the arrows and circles of a position, in place of those it had."""
        with self.lock:
            self._check_node(number)
            cells = self.tree.board_at(number).cells
            for row, column in (place for shape in shapes for place in (shape.start, shape.end)):
                if row >= len(cells) or column >= len(cells[row]):
                    raise BadInput(f"there is no cell in row {row}, column {column} of this board to draw on")
            self.tree.nodes[number].shapes = tuple(dict.fromkeys(shapes))
            self.after_change()

    def try_move(self, number: int, name: str) -> None:
        """Have a move judged that a person would make at a node; the game stays as it is."""
        with self.lock:
            self._check_node(number)
            self.thinking.try_move(number, name)

    def glyph(self, number: int, glyph: str) -> None:
        """Say by a sign what one thinks of a move; by none, nothing."""
        with self.lock:
            self._check_node(number)
            if number == ROOT:
                raise BadInput("there is no move before the first position")
            self.tree.nodes[number].glyph = glyph
            self.after_change()

    def line_from(self, number: int, names: list[str]) -> list[Situation]:
        """The positions along a line of moves, by their names, from a node on: each with the move that led to it."""
        with self.lock:
            self._check_node(number)
            session = self.tree.session_to(number)
        found = [session.situation]
        for name in names[:MOST_LOOKED]:
            session.follow(session.parse_move(name))
            found.append(session.situation)
        return found

    def whole_line(self) -> list[Situation]:
        """The positions of the line on the board, from the first to its end."""
        with self.lock:
            return [self.tree.nodes[number].situation for number in self.tree.line_through(self.tree.here)]

    def close(self) -> None:
        """End all that is going on."""
        with self.lock:
            self.is_closed = True
            self.thinking.close()
            self._stop_clocks()

    # ----------------------------------------------------------------------------------------------------------------
    # What follows from it

    def _play(self, move: int) -> None:
        """Make a move here."""
        self.thinking.drop()
        turn = self.session.turn
        if self.clocks and self._may_run:
            self.clocks.note(self.tree.here, is_new=True)
            self.clocks.press(turn)
        self.ask(lambda: self.tree.play(move))
        self.spent.come_to(self.tree.here)
        if self.clocks:
            self.clocks.note(self.tree.here)
        self.thinking.position_changed(self.settings.sides[turn].is_program)

    def program_moves(self, move: int) -> None:
        """The program makes its move; if it may make only so many, it then pauses. Who calls this has the lock."""
        self._play(move)
        if self.session.is_over:
            to_learn.game_ended(self)
        if self._steps_left is not None:
            self._steps_left -= 1
            if self._steps_left <= 0:
                self.is_paused, self._steps_left = True, None

    def _note_clocks(self) -> None:
        """Before going elsewhere: time that has run is not given back."""
        if self.clocks and self.clocks.running is not None:
            self.clocks.note(self.tree.here)

    def _stand_still(self) -> None:
        """After going elsewhere in the game: the clocks show what they did there, and nobody moves by himself."""
        self.thinking.position_changed()
        stands = self.clocks is not None or self.ended is not None  # who looks back at a game given up does not play on
        self.is_paused = self.is_programs_turn or (stands and not self.settings.analysis)
        self.spent.turn_back(self.tree.here)
        if self.clocks:
            self.clocks.turn_back(self.tree.here)

    def after_change(self, is_kept: bool = True) -> None:
        """Tell everybody, keep the game, and let the engine do what is next."""
        if is_kept:
            self.keep()
        self._go_on()
        self.changed()

    def _go_on(self) -> None:
        """Let the clock of a person who is to move run, and give the engine its next job."""
        if self.is_over:
            self._stop_clocks()
        elif self._may_run and not self.is_programs_turn and self.tree.here != ROOT:
            if self.has_listeners:
                self.spent.start(self.session.turn)
            if self.clocks:
                self.clocks.start(self.session.turn)
        self.thinking.go_on()

    @property
    def _may_run(self) -> bool:
        """Whether clocks may run."""
        return not self.is_paused and not self.settings.analysis

    def keep(self) -> None:
        """Put the game into the library; if that cannot be, whoever listens hears why, and the game goes on."""
        try:
            self.room.library.keep(entry_of(self))
        except BadInput as error:
            self.tell(error)

    def _check_node(self, number: int) -> None:
        if number not in self.tree.nodes:
            raise BadInput(f"there is no move {number} in this game")

    # ----------------------------------------------------------------------------------------------------------------
    # Clocks, and how a game ends by them

    def _new_clocks(self) -> Clocks | None:
        settings = self.settings
        return Clocks(settings.base, settings.increment, self.flag_falls) if settings.base else None

    def _stop_clocks(self) -> None:
        self.spent.stop()
        if self.clocks:
            self.clocks.stop()

    def start_clock(self, player: int) -> GameClock | None:
        """Let the clock of a program run, which thinks from now on; it did not while it was compiled, or waited for a seat."""
        with self.lock:
            self.spent.start(player)
            if self.clocks is None:
                self.changed()
                return None
            self.clocks.start(player)
            self.changed()
            return GameClock(self.clocks.shown()[player], self.clocks.increment)

    def flag_falls(self) -> bool:
        """Whether the time of the player to move is up: then the game ends."""
        with self.lock:
            if self.clocks is None or not self.clocks.is_out or self.is_over:
                return False
            loser = self.clocks.running
            assert loser is not None
            self.clocks.stop()
            self.thinking.drop()
            self._end(1 - loser, "time")
            self.after_change()
            return True

    def _end(self, winner: int, reason: Literal["time", "resigned"]) -> None:
        self.ended = Ended(self.tree.here, winner, reason)
        to_learn.game_ended(self)
