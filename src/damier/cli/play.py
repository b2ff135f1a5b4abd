"""`damier play`: a game in the terminal."""

import functools
from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.cli.common import (
    BookOption,
    GameArgument,
    HashOption,
    LearnOption,
    NoBookOption,
    PositionArgument,
    SetOption,
    SizeOption,
    T,
    check_seconds,
    chosen_book,
    load_game,
    names_of,
    ongoing,
)
from damier.wording import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from damier.engine.judge import Judge
    from damier.engine.levels import Level
    from damier.engine.player import Player
    from damier.engine.question import Question, Thought
    from damier.games.game import Game
    from damier.records.session import Session

HELP = "Write a move, or: hint, {scores}undo, moves, text, resign, help, quit."
ABBREVIATIONS = {"q": "quit", "u": "undo", "h": "hint", "s": "scores", "m": "moves"}
PEOPLE = {"first": (0,), "second": (1,), "both": (0, 1), "none": ()}


def play(
    game: GameArgument,
    position: PositionArgument = "",
    side: Annotated[str, typer.Option(help="which side you play: first, second, both or none")] = "first",
    seconds: Annotated[float, typer.Option(help="damier's time for a move")] = 1.0,
    level: Annotated[str, typer.Option(help="how well damier plays: 1 beginner to 8 strong, 9 perfect")] = "strong",
    ponder: Annotated[bool, typer.Option(help="at level strong, think on your time too")] = True,
    book: BookOption = "",
    no_book: NoBookOption = False,
    learn: LearnOption = False,
    hash_mb: HashOption = 64,
    size: SizeOption = "",
    settings: SetOption = None,
) -> None:
    """Play against damier in the terminal, with undo and hints.

    From level 7 on it plays by your own book, if you have one, and by its openings. With --learn it learns from the game when
    that is over, or one has said resign; Ctrl-C ends the search for better moves.

    \b
    Example: damier play connect4 --side second --level casual
    Example: damier play ./mygame.py --seconds 0.5
    Example: damier play othello --learn
    Example: damier play chess --book gm.bin
    """
    from damier.engine.levels import level_of
    from damier.engine.player import Player
    from damier.records.session import Session

    if side not in PEOPLE:
        raise ValueError(f"side is {quoted(side)}; it can be {', '.join(PEOPLE)}")
    check_seconds(seconds)
    played = load_game(game, size, settings)
    position = played.in_file(position)
    ongoing(played, position)
    session = Session.from_text(played, position)
    player = Player(played, seconds, hash_mb=hash_mb, level=level_of(level))
    TerminalGame(session, player, PEOPLE[side], ponder, chosen_book(book, no_book, learn), learn).play()


class TerminalGame:
    """The game, the player and the person at a terminal."""

    def __init__(
        self,
        session: "Session",
        player: "Player",
        people: tuple[int, ...],
        ponder: bool,
        book: str | None = None,
        learns: bool = False,
    ) -> None:
        from rich.console import Console

        from damier.cli.play_book import Bookman
        from damier.engine.pondering import Ponderer

        self.session = session
        self.player = player
        self.ponderer = Ponderer() if ponder else None
        self.judge: Judge | None = None
        self.opening = ""  # that was told last
        self.people = people
        self.console = Console(highlight=False)
        self.bookman = Bookman(session.game, player.level, book, learns, self.console)
        player.rote = self.bookman.memory
        player.complain = self.complain
        self.gave_up: int | None = None  # who has

    def play(self) -> None:
        """Move by move to the end, or until the person leaves."""
        self.console.print(
            f"{self.session.game.title}. {self.legend}{self.help if self.people else ''}", soft_wrap=True, markup=False
        )
        self.show()
        try:
            while not self.session.is_over and self.gave_up is None:
                if self.session.turn in self.people:
                    if not self.ask():
                        return
                else:
                    self.answer()
        finally:
            self.end_pondering()
            self.bookman.keep()
        self.tell_result()
        self.bookman.learn(self.session, self.player, self.people, self.gave_up)

    @property
    def legend(self) -> str:
        """Which discs or pieces are whose, where they have colours of their own."""
        from damier.cli.board import signs

        shown = signs(self.session.game.board(self.session.position, self.session.turn))
        named = [f"{sign} {name}" for sign, name in zip(shown, self.session.game.players, strict=True) if sign]
        return ", ".join(named) + ". " if named else ""

    @property
    def help(self) -> str:
        from damier.engine.judge import can_judge

        return HELP.format(scores="scores, " if can_judge(self.session.game) else "")

    def show(self) -> None:
        from damier.cli.board import draw, legal_cells

        session = self.session
        last: list[tuple[int, int]] = []
        if session.moves:
            last = session.game.cells(session.positions[-2], session.moves[-1], session.turns[-2])[-1:]
        is_asked = session.turn in self.people and not session.is_over
        legal = legal_cells(session.game, session.position, session.turn) if is_asked else []
        self.console.print(draw(session.game.board(session.position, session.turn), last, legal=legal))
        self.tell_opening()

    def complain(self, words: str) -> None:
        """Say what has failed, while the game goes on without it."""
        self.console.print(f"damier: {words}", style="red", soft_wrap=True, markup=False)

    def tell_opening(self) -> None:
        """What the opening is called, each time that the name changes."""
        from damier.books.openings import opening_of

        opening = str(opening_of(self.session) or "")
        if opening and opening != self.opening:
            self.console.print(opening)
        self.opening = opening

    def ask(self) -> bool:
        """One command or move of the person; False to leave."""
        from damier.games.game import BadInput

        try:
            wish = input(f"{self.session.game.players[self.session.turn]}> ").strip()
        except (EOFError, RuntimeError):  # no more input, or none from the beginning
            return False
        finally:
            self.end_pondering()
        names = [self.session.game.move_name(self.session.position, move) for move in self.session.legal_moves()]
        if len(wish) == 1 and wish not in names:  # a move may have such a name too
            wish = ABBREVIATIONS.get(wish, wish)
        if wish in ("quit", "exit"):
            return False
        if wish == "resign":
            self.gave_up = self.session.turn
        elif wish == "undo":
            self.session.undo_to_turn(self.session.turn)
            self.show()
        elif wish == "hint":
            self.tell("hint", self.wait_for(self.player.ask, self.hint_level()))
        elif wish == "scores":
            self.show_scores()
        elif wish == "moves":
            self.console.print("  ".join(names))
        elif wish == "text":
            self.console.print(self.session.text, soft_wrap=True)
        elif wish in ("", "help", "?"):
            self.console.print(self.help)
        else:
            try:
                self.session.play(self.session.game.parse_move(self.session.position, wish))
            except BadInput as error:
                self.console.print(str(error), style="red", soft_wrap=True, markup=False)
            else:
                self.show()
        return True

    def show_scores(self) -> None:
        """What each move is worth; Ctrl-C ends it with what is known."""
        from damier.cli.common import GRACE, interruptible
        from damier.engine.judge import MOST_PATIENCE, Judge, can_judge

        session, game = self.session, self.session.game
        if not can_judge(game):
            self.console.print(f"There is no exact solver for {game.title}, and nothing to count.")
            return
        judge = self.judge = self.judge or Judge(game)
        judge.complain = self.complain
        with self.console.status("looking at each move ... (Ctrl-C shows what is known)"):
            seconds = self.player.seconds or 1.0
            ask = functools.partial(judge.judge, session.position, MOST_PATIENCE, seconds, past=session.past)
            found = interruptible(ask, judge.stop, grace=GRACE)
        texts = {move: found.text(move) for move in sorted(found.scores, key=lambda move: -found.scores[move])}
        self.console.print(_with_scores(game, session.position, session.turn, texts))
        self.console.print(f"Exact: {game.scores_tell}." if found.exact else f"Estimates, {found.depth} moves ahead.")

    def answer(self) -> None:
        """damier's move, by a book or by its own thought."""
        from damier.books.answer import answer

        session, player = self.session, self.player
        found = self.wait_for(lambda question: answer(self.bookman.books, player, question))
        if found.thought:
            self.tell("damier plays", found.thought)
        else:
            self.bookman.tell(session, found.counsel)
        session.play(found.move)
        self.show()
        if found.thought and self.ponderer and session.turn in self.people:
            self.ponderer.begin(player, session, found.thought)

    def end_pondering(self) -> None:
        """The person has moved, or wants something: what the player thinks meanwhile ends."""
        if self.ponderer:
            self.ponderer.end()

    def hint_level(self) -> "Level":
        """Hints are as good as they can be, whoever plays."""
        from damier.engine.levels import STRONGEST

        return max(self.player.level, STRONGEST, key=lambda level: level.number)

    def wait_for(self, ask: "Callable[[Question], T]", level: "Level | None" = None) -> "T":
        """What comes of asking about the position, at the player's level or at another; Ctrl-C ends it with what is known."""
        from damier.cancel import Cancel
        from damier.cli.common import GRACE, interruptible

        cancel = Cancel()
        question = self.player.question(self.session.position, self.session.past, level=level, cancel=cancel)
        with self.console.status("thinking ..."):
            return interruptible(lambda: ask(question), cancel.cancel, grace=GRACE)

    def tell(self, what: str, thought: "Thought") -> None:
        from rich.markup import escape

        names = names_of(self.session.game, self.session.position, thought.line)
        sure = "exact" if thought.exact else f"depth {thought.depth}"
        when = f" in {thought.plies} plies" if thought.plies is not None else ""
        details = f"(value {self.session.game.score_text(thought.value)}{when}, {sure}; {' '.join(names[:8])})"
        self.console.print(f"{what} [bold]{escape(names[0])}[/bold] {escape(details)}", soft_wrap=True)

    def tell_result(self) -> None:
        score: Any = self.session.score
        from damier.games.game import in_units
        from damier.rules import WIN

        if self.gave_up is not None:
            self.console.print(f"{_capital(self.session.game.players[1 - self.gave_up])} wins: the other side has resigned.")
            return
        why = f": {self.session.ending}" if self.session.ending else ""
        if score == 0:
            self.console.print(f"A draw{why}.")
        else:
            game = self.session.game
            points = in_units(abs(score), game.unit)
            margin = "" if abs(score) == WIN else f" by {points} {game.counted}{'' if points == '1' else 's'}"
            winner = game.players[0 if score > 0 else 1]
            self.console.print(f"{_capital(winner)} wins{margin}{why}.")


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _with_scores(game: "Game", position: Any, turn: int, texts: dict[int, str]) -> "Text":
    """The board with a text for each move: below its column where discs fall, on its square, or a list of moves."""
    from damier.cli.board import draw, with_texts

    board = game.board(position, turn)
    if any(len(game.cells(position, move, turn)) > 1 for move in texts):  # no square is a move's own
        from rich.text import Text

        return Text("  ".join(f"{game.move_name(position, move)} {text}" for move, text in texts.items()))
    if not board.falling:
        return draw(with_texts(game, position, turn, texts))
    by_column = {game.cells(position, move, turn)[0][1]: text for move, text in texts.items()}
    return draw(board, below=[by_column.get(column, "") for column in range(len(board.columns))])
