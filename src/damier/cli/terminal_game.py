"""A game in the terminal: the person, the player, and what is said between them.

The game is kept in a file after every move (`kept_games.py`): whatever ends damier, it can be gone on with.
"""

import contextlib
import functools
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from damier.books.aims import EVEN
from damier.books.answer import answer
from damier.cancel import Cancel
from damier.cli.common import GRACE, interruptible
from damier.cli.kept_games import Kept, check_replaceable, read_game, write_game
from damier.cli.line_input import LineInput
from damier.cli.play_book import Bookman
from damier.cli.terminal_view import View
from damier.cli.wishes import commands, help_text, meant, wish_of
from damier.engine.hints import hints
from damier.engine.judge import MOST_PATIENCE, Judge, can_judge
from damier.engine.player import Player
from damier.engine.pondering import Ponderer
from damier.engine.question import Question
from damier.engine.table_building import TableBuilding
from damier.games.game import BadInput
from damier.records.session import Session
from damier.solvers.registry import has_solver

T = TypeVar("T")


class TerminalGame:
    """The game, the player and the person at a terminal."""

    def __init__(
        self,
        session: Session,
        player: Player,
        people: tuple[int, ...],
        ponder: bool,
        book: str | None = None,
        learns: bool = False,
        file: Path | None = None,
        aim: int = EVEN,
        language: str = "",
        depths: tuple[int, int] | None = None,
    ) -> None:
        self.depths = depths  # plies that damier looks ahead as either player, whatever time that takes; None: as time allows
        self.session = session
        self.player = player
        self.people = people
        self.ponderer = Ponderer() if ponder else None
        self.judge: Judge | None = None
        self.view = View(session.game, people, language)
        self.lines = LineInput(self.completions)
        self.bookman = Bookman(session.game, player.level, book, learns, self.view.console, aim)
        player.rote = self.bookman.memory
        player.complain = self.view.complain
        self.building: TableBuilding | None = None  # of tables of endings, if somebody wants them
        self.is_building = False  # as far as the person was told
        self.has_pressed = False  # Ctrl-C at the last prompt
        self.again = f"damier play {session.game.name}"  # what starts such a game
        self.begin(session, file)

    def begin(self, session: Session, file: Path | None) -> None:
        """Go on with a game, which is that of a file if there is one."""
        self.session = session
        self.bookman.pace.clear()
        self.gave_up: int | None = None  # who has
        self.is_told = False  # whether the result is
        self.is_played = False  # whether a move was made here
        self.kept: Kept | None = Kept(session.game, file)
        self.file = None if file == self.kept.path else file  # of the game: loaded, or saved last
        self.saved = list(session.moves) if self.file else None  # the moves that are in it

    def play(self) -> None:
        """Move by move to the end, or until the person leaves."""
        what_to_do = "Write a move, or help." if self.people else ""
        self.view.say(f"{self.session.game.title}. {self.view.legend(self.session)}{what_to_do}")
        self.view.show(self.session)
        self.compile_behind()
        self.look_around()
        try:
            with _told_to_end():
                while self.goes_on():
                    pass
        finally:
            self.end_pondering()
            if self.player.compiling is not None:
                self.player.compiling.close()
            if self.building is not None:
                self.building.close()
            self.bookman.keep()
            self.lines.close()
            self.leave()
        if self.is_over and self.is_played:
            self.bookman.learn(self.session, self.player, self.people, self.gave_up)

    def goes_on(self) -> bool:
        """One move or command; False when it is the last. At a terminal one may look at a game that is over, and save it."""
        if self.is_over:
            if not self.is_told:
                self.view.tell_result(self.session, self.gave_up)
                self.is_told = True
            return bool(self.people) and self.lines.is_interactive and self.ask()
        self.is_told = False
        if self.session.turn in self.people:
            return self.ask()
        self.answer()
        return True

    @property
    def is_over(self) -> bool:
        """By the rules, or because somebody has resigned."""
        return self.session.is_over or self.gave_up is not None

    def leave(self) -> None:
        """Say how to go on with a game that is not over, and forget one that needs no keeping."""
        if self.kept is None:
            return
        if self.is_over or self.session.moves == self.saved:
            self.kept.forget()
        elif self.kept.is_there:
            with contextlib.suppress(OSError):  # the terminal may be gone
                self.view.say(f"The game is kept. To go on: {self.again} --load {shlex.quote(str(self.kept.path))}")

    def keep(self) -> None:
        """Keep the game as it is now; where that fails it is said once."""
        if self.kept is None:
            return
        try:
            self.kept.keep(self.session)
        except BadInput as error:
            self.kept = None
            self.view.complain(f"the game is not kept: {error}")

    @property
    def missing(self) -> list[str]:
        """Commands that this game does not have."""
        lacks = {"scores": not can_judge(self.session.game), "flip": not self.view.can_turn}
        return [command for command, is_lacking in lacks.items() if is_lacking]

    def completions(self) -> list[str]:
        """What can be said here."""
        return [*self.names(), *commands(self.missing)]

    def names(self) -> list[str]:
        """The legal moves."""
        session = self.session
        return [self.view.notation.shown(session.move_name(move)) for move in session.legal_moves()]

    # ----------------------------------------------------------------------------------------------------------------
    # What the person says

    def ask(self) -> bool:
        """One command or move of the person; False to leave."""
        try:
            line = self.lines.ask(f"{'game over' if self.is_over else self.session.game.players[self.session.turn]}> ")
            self.has_pressed = False
        except EOFError:
            if self.lines.is_interactive:
                self.view.console.print()  # after ^D
            return False
        except KeyboardInterrupt:
            if not self.lines.is_interactive or self.has_pressed:
                raise
            self.has_pressed = True
            self.view.say("\nCtrl-C again to leave; the game is kept.")
            return True
        finally:
            self.end_pondering()
        try:
            return self.do(line)
        except BadInput as error:
            self.view.say(str(error), style="red")
            return True

    def do(self, line: str) -> bool:
        """A move, which comes before a command of that name, or a command; False to leave."""
        names = self.names()
        wish = None if line.lower() in [name.lower() for name in names] else wish_of(line)
        if wish is not None:
            return self.obey(wish.command, wish.file)
        try:
            self.move(self.read_move(line))
        except BadInput as error:
            likely = meant(line, names)
            then = f"did you mean {' or '.join(likely)}?" if likely else "help lists what else can be said"
            raise BadInput(f"{error}; {then}") from None
        self.view.show(self.session)
        return True

    def read_move(self, line: str) -> int:
        """The move that the person has written, in his language or else in English."""
        notation, moves, names = self.view.notation, self.session.legal_moves(), self.names()
        refused: BadInput | None = None
        for text in notation.meant(line):
            try:
                return self.session.parse_move(text)
            except BadInput as error:
                refused = error  # the last: of what stands there
        caseless = [move for move, name in zip(moves, names, strict=True) if name.lower() == line.strip().lower()]
        if len(caseless) == 1:
            return caseless[0]
        words, listing, listed = str(refused).partition("legal moves: ")
        raise BadInput(f"{words}{listing}{notation.shown(listed)}")

    def obey(self, command: str, file: str) -> bool:
        """A command; False to leave."""
        if command == "quit":
            return False
        does: dict[str, Callable[[], None]] = {
            "hint": self.hint,
            "scores": self.show_scores,
            "undo": self.undo,
            "moves": lambda: self.view.say("  ".join(self.names()) or "There are none: the game is over."),
            "game": self.tell_game,
            "text": lambda: self.view.say(self.session.text),
            "flip": self.flip,
            "save": functools.partial(self.save, file),
            "save!": functools.partial(self.save, file, is_forced=True),
            "load": functools.partial(self.load, file),
            "resign": self.resign,
            "help": self.help,
        }
        does[command]()
        return True

    def move(self, move: int) -> None:
        """Make a move, the person's or damier's."""
        self.session.play(move)
        self.is_played = True
        self.keep()
        self.look_around()

    def help(self) -> None:
        """All that can be said."""
        self.view.say(help_text(self.missing))

    def hint(self) -> None:
        """A good move, and whether it is sure."""
        if self.is_over:
            raise BadInput("The game is over.")
        session, player = self.session, self.player
        [thought] = self.wait_for(lambda question: hints(player, session.position, session.past, question.cancel))
        self.view.tell(session, "hint", thought)
        if has_solver(session.game) and not thought.exact:
            self.view.say("It is an estimate: the exact solver did not finish in time.")

    def undo(self) -> None:
        """Take back moves to the last one of a person's."""
        session = self.session
        plies = [ply for ply in range(len(session.moves)) if session.turns[ply] in self.people]
        if self.gave_up is not None:
            self.gave_up = None
            self.view.say("You have not resigned.")
        elif not plies:
            self.view.say("There is nothing to undo: you have made no move yet.")
            return
        else:
            session.undo(len(session.moves) - plies[-1])
            self.keep()
        self.is_told = False
        self.view.show(self.session)

    def flip(self) -> None:
        """Turn the board round."""
        if "flip" in self.missing:
            self.view.say("This board is not turned round.")
            return
        self.view.is_turned = not self.view.is_turned
        self.view.show(self.session)

    def tell_game(self) -> None:
        """The moves so far, and how the game stands."""
        self.view.tell_game(self.session)
        if self.is_over:
            self.view.tell_result(self.session, self.gave_up)
        else:
            self.view.say(f"To move: {self.session.game.players[self.session.turn]}.")

    def resign(self) -> None:
        """Give the game up."""
        if not self.is_over:
            self.gave_up = self.session.turn

    def save(self, file: str, is_forced: bool = False) -> None:
        """Write the game to a file; another game that is there is not replaced unasked."""
        if not file and self.file is None:
            raise BadInput("Name a file, as: save mygame.txt")
        if not self.session.moves:
            raise BadInput("No move was made yet: there is nothing to save")
        path = Path(file).expanduser() if file else self.file
        assert path is not None
        if not is_forced and path != self.file:
            check_replaceable(self.session, path)
        write_game(self.session, path, "" if self.gave_up is None else ("0-1", "1-0")[self.gave_up])
        self.file, self.saved = path, list(self.session.moves)
        self.view.say(f"The game is in {path}.")

    def load(self, file: str) -> None:
        """Go on with the game of a file; the one before is kept."""
        if not file:
            raise BadInput("Name a file, as: load mygame.txt")
        path = Path(file).expanduser()
        session = read_game(self.session.game, path)
        self.leave()
        self.begin(session, path)
        self.view.show(self.session)

    def show_scores(self) -> None:
        """What each move is worth; Ctrl-C ends it with what is known."""
        session, game = self.session, self.session.game
        if self.is_over or not can_judge(game):
            why = "The game is over" if self.is_over else f"There is no exact solver for {game.title}, and nothing to count"
            self.view.say(f"{why}.")
            return
        judge = self.judge = self.judge or Judge(game)
        judge.complain = self.view.complain
        with self.view.console.status("looking at each move ... (Ctrl-C shows what is known)"):
            seconds = self.player.seconds or 1.0
            ask = functools.partial(judge.judge, session.position, MOST_PATIENCE, seconds, past=session.past)
            found = interruptible(ask, judge.stop, grace=GRACE)
        self.view.show_scores(session, {move: found.text(move) for move in found.best_first()})
        exact = f"Exact: {game.scores_tell}. {found.beside}".rstrip()
        self.view.console.print(exact if found.exact else f"Estimates, {found.depth} moves ahead.")

    def answer(self) -> None:
        """damier's move, by a book or by its own thought."""
        session, player = self.session, self.player
        found = self.wait_for(lambda question: answer(self.bookman.books, player, question))
        if found.thought:
            self.view.tell(session, "damier plays", found.thought)
            self.bookman.pace.note(len(session.moves), found.thought, is_timed=player.seconds is not None)
        else:
            self.bookman.tell(session, found.counsel, self.view.notation)
        self.move(found.move)
        self.view.show(self.session)
        if found.thought and self.ponderer and session.turn in self.people:
            self.ponderer.begin(player, session, found.thought)

    def end_pondering(self) -> None:
        """The person has moved, or wants something: what the player thinks meanwhile ends."""
        if self.ponderer:
            self.ponderer.end()

    def compile_behind(self) -> None:
        """Have compiled what never was on this machine, and say so."""
        self.player.compile_behind(self.session.position)
        if self.player.is_compiling:
            self.view.say("The strong search is compiled, first time only; until then a plain one answers.")

    def build_tables(self) -> None:
        """Have tables built behind of endings that the game comes near."""
        self.building = TableBuilding(self.session.game)
        self.building.listen(self.player.look_for_endings)

    def look_around(self) -> None:
        """Have tables built if endings are near, and say so, and when they are there."""
        if self.building is None:
            return
        if names := self.building.come_to(self.session.position):
            shown = ", ".join(names[-3:]) + (f" and {len(names) - 3} others" if len(names) > 3 else "")
            self.view.say(f"Tables of endings are built behind, and used from then on: {shown}.")
            self.is_building = True
        elif self.is_building and self.building.progress is None:
            self.view.say("The tables of endings are there.")
            self.is_building = False

    @property
    def doing(self) -> str:
        """What one waits for."""
        if self.player.compiling is None or not self.player.is_compiling:
            return "thinking ..."
        left = self.player.compiling.seconds_left
        return f"compiling, first time only{'' if left is None else f', {max(1, round(left))} s left'} ..."

    def wait_for(self, ask: Callable[[Question], T]) -> T:
        """What comes of asking about the position; Ctrl-C ends it with what is known, and the game where no person plays."""
        cancel = Cancel()
        limits = {} if self.depths is None else {"depth": self.depths[self.session.turn], "seconds": None}
        question = self.player.question(self.session.position, self.session.past, cancel=cancel, **limits)

        def answer() -> T:
            if self.depths is not None and self.player.compiling is not None:
                self.player.compiling.wait(cancel)  # a plain search in the meantime would not look as far
            return ask(question)

        with self.view.console.status(self.doing) as status:
            found = interruptible(answer, cancel.cancel, lambda: status.update(self.doing), GRACE)
        if cancel.is_cancelled and not self.people:
            raise KeyboardInterrupt
        return found


@contextlib.contextmanager
def _told_to_end() -> Iterator[None]:
    """Within this a process that is told to end, or whose terminal is closed, leaves in order."""

    def end(number: int, frame: Any) -> None:
        sys.exit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        before = {number: signal.signal(number, end) for number in numbers}
    except ValueError:  # not in the main thread, which alone hears signals
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
