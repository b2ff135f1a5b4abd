"""What a person sees of a game in the terminal: the board from his side, thoughts, scores, the moves so far, the result."""

import sys
from collections.abc import Sequence
from itertools import pairwise

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from damier.books.translation import opening_said, translation_of
from damier.cli.board import Places, can_turn, draw, legal_cells, shown_in, signs, turned, with_texts
from damier.engine.question import Thought
from damier.games.game import Board, Game, in_units
from damier.games.spoken import Notation
from damier.records.session import Session
from damier.rules import WIN


class View:
    """Shows games of one kind to the people who play them."""

    def __init__(self, game: Game, people: tuple[int, ...], language: str = "") -> None:
        translation_of(game, language)  # refused before anything is shown
        self.language = language  # of the names of openings and moves
        self.notation = Notation(game, language)
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # what a terminal cannot show ends no game
        self.game = game
        self.people = people
        self.console = Console(highlight=False)
        self.opening = ""  # that was told last
        board = game.board(game.start(), 0)
        self.can_turn = can_turn(board)
        self.is_turned = people == (1,) and bool(board.theme) and self.can_turn  # who plays second sits on the other side

    def say(self, words: str, style: str = "") -> None:
        """Words in lines that the terminal breaks, so that they can be copied."""
        self.console.print(words, style=style, soft_wrap=True, markup=False)

    def complain(self, words: str) -> None:
        """What has failed, while the game goes on without it."""
        self.say(f"damier: {words}", style="red")

    def legend(self, session: Session) -> str:
        """Which discs or pieces are whose, where they have colours of their own."""
        shown = signs(self.game.board(session.position, session.turn))
        named = [f"{sign} {name}" for sign, name in zip(shown, self.game.players, strict=True) if sign]
        return shown_in(Text(", ".join(named) + ". "), self.console.encoding).plain if named else ""

    def show(self, session: Session) -> None:
        """The board, with the last move, and what the opening is called, each time that the name changes."""
        last: list[tuple[int, int]] = []
        if session.moves:
            last = self.game.cells(session.positions[-2], session.moves[-1], session.turns[-2])[-1:]
        is_asked = session.turn in self.people and not session.is_over
        legal = legal_cells(self.game, session.position, session.turn) if is_asked else []
        self._draw(self.game.board(session.position, session.turn), last, legal=legal)
        opening = str(opening_said(session, self.language) or "")
        if opening and opening != self.opening:
            self.say(opening)
        self.opening = opening

    def _draw(self, board: Board, last: Places = (), below: Sequence[str] = (), legal: Places = ()) -> None:
        """A board as this terminal can show it, from the person's side."""
        if self.is_turned:
            board, (last, legal) = turned(board, last, legal)
        self.console.print(shown_in(draw(board, last, below, legal), self.console.encoding), soft_wrap=True)

    def show_scores(self, session: Session, texts: dict[int, str]) -> None:
        """The board with a text for each move: below its column where discs fall, on its square, or a list of moves."""
        game, position, turn = self.game, session.position, session.turn
        board = game.board(position, turn)
        if any(len(game.cells(position, move, turn)) > 1 for move in texts):  # no square is a move's own
            self.say("  ".join(f"{self.notation.shown(session.move_name(move))} {text}" for move, text in texts.items()))
        elif not board.falling:
            self._draw(with_texts(game, position, turn, texts))
        else:
            by_column = {game.cells(position, move, turn)[0][1]: text for move, text in texts.items()}
            self._draw(board, below=[by_column.get(column, "") for column in range(len(board.columns))])

    def tell(self, session: Session, what: str, thought: Thought) -> None:
        """A move that the player thought of, and what it expects."""
        line = self.game.names_of(session.position, thought.line, session.turn)
        names = [self.notation.shown(name) for name in line]
        proved = {1: "won, ", -1: "lost, "}.get(thought.result or 0, "")
        sure = "exact" if thought.exact else f"{proved}depth {thought.depth}"
        when = f" in {thought.plies} plies" if thought.plies is not None else ""
        details = f"(value {self.game.score_text(thought.value)}{when}, {sure}; {' '.join(names[:8])})"
        self.console.print(f"{what} [bold]{escape(names[0])}[/bold] {escape(details)}", soft_wrap=True)

    def tell_game(self, session: Session) -> None:
        """The moves so far: by pairs where the players take turns, else each with its number."""
        names, first = [self.notation.shown(name) for name in session.move_names()], session.turns[0]
        if any(turn == after for turn, after in pairwise(session.turns[:-1])):
            shown = [f"{number}. {name}" for number, name in enumerate(names, 1)]
        else:
            numbers = [f"{(ply + first) // 2 + 1}. " if (ply + first) % 2 == 0 else "" for ply in range(len(names))]
            shown = [number + name for number, name in zip(numbers, names, strict=True)]
            shown[:1] = [f"1... {name}" if first else name for name in shown[:1]]
        self.say(" ".join(shown) or "No move was made yet.")

    def tell_result(self, session: Session, gave_up: int | None) -> None:
        """Who has won, and why."""
        game, score = self.game, session.score
        why = f": {session.ending}" if session.ending else ""
        if gave_up is not None:
            self.say(f"{_capital(game.players[1 - gave_up])} wins: the other side has resigned.")
        elif not score:
            self.say(f"A draw{why}.")
        else:
            points = in_units(abs(score), game.unit)
            margin = "" if abs(score) == WIN else f" by {points} {game.counted}{'' if points == '1' else 's'}"
            self.say(f"{_capital(game.players[0 if score > 0 else 1])} wins{margin}{why}.")


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
