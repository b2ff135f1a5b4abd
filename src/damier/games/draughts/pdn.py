"""Games in PDN, Portable Draughts Notation (Adrian Millett): PGN with the moves of draughts.

    [Event "..."] [Black "..."] [White "..."] [Result "1-0"]
    1. 11-15 23-19 2. 8-11 22-17 {a comment} 1-0

Black, who begins, is named first, and `1-0` is a win of Black's, as in the archives of English draughts; a game that begins
otherwise has a tag `FEN`. Texts are read word by word by `game_text.py`, within its bounds; variations, comments and files of
many games by `records/`, as those of every game with words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from damier.files import read_text
from damier.games import game_text
from damier.games.draughts import fen
from damier.games.draughts.rules import START, Draughts
from damier.games.draughts.writing import numbered, read_move, refusal
from damier.games.formats import WRITTEN, WordFormat, WrittenGame, names_of
from damier.games.game import BadInput, Game
from damier.games.game_text import UNDECIDED, BadText, GameReader, Token, line_of, tagged, tagged_games
from damier.kernel import native
from damier.rules import play
from damier.wording import quoted

ROSTER = {"Event": "?", "Date": "????.??.??", "Black": "?", "White": "?"}  # always written
ENGLISH = "21"  # the number of English draughts in the tag GameType


def is_pdn(text: str) -> bool:
    """Whether a text has tags, comments or variations, as PDN has and a list of moves has not."""
    return text.lstrip().startswith("[") or "{" in text or "(" in text or bool(re.search(r"\$\d", text))


def check_kind(tags: Mapping[str, str]) -> None:
    """Refuse games of another kind of draughts."""
    kind = tags.get("GameType", ENGLISH).partition(",")[0].strip()
    if kind != ENGLISH:
        raise BadInput(f"GameType {quoted(kind)} is another game than English draughts, which is {ENGLISH}")


# --------------------------------------------------------------------------------------------------------------------
# Reading


class _MainLine(GameReader):
    """Reads the moves of a game; variations and comments are passed over."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.start = self.position = START
        self.moves: list[int] = []

    def begin(self) -> bool:
        check_kind(self.tags)
        if "FEN" in self.tags:
            self.start = self.position = fen.read(self.tags["FEN"])
        return True

    def take(self, token: Token, depth: int) -> None:
        if token.kind in ("quoted", "tag", "odd"):
            raise BadText(token.place, f"{quoted(token.word)} is no part of a game")
        if token.kind != "word" or depth or not token.word.strip("!?*"):
            return
        game_text.long_word(token)
        move = read_move(self.position, token.word)
        if move is None:
            place = numbered(len(self.moves), int(self.start.turn))
            raise BadText(token.place, f"{place} {refusal(self.position, token.word)}")
        if len(self.moves) >= game_text.MOST_MOVES:
            raise BadText(token.place, f"a game has at most {game_text.MOST_MOVES:,} moves")
        self.moves.append(move)
        self.position = native(play(self.position, move))

    def end(self, depth: int) -> None:
        if depth:
            raise BadText(len(self.text), "a variation is not closed: ) is missing")
        if not (self.tags or self.moves or self.result):
            raise BadText(0, "this is no game: neither tags nor moves nor a result")


def main_line(text: str) -> tuple[Draughts, list[int]]:
    """Where the first game of a text begins, and its moves."""
    reader = _MainLine(text)
    try:
        reader.read()
    except BadText as error:
        raise BadInput(f"PDN, line {line_of(text, error.place)}: {error}") from None
    return reader.start, reader.moves


def file_game(path: Path, number: int) -> str:
    """One game of a file in writing, numbered from 1."""
    text = read_text(path)
    starts = [*tagged_games(text), len(text)]
    if not 1 <= number < len(starts):
        raise BadInput(f"{path}: there is no game {number}; they are numbered from 1, the last one is {len(starts) - 1}")
    return text[starts[number - 1] : starts[number]]


# --------------------------------------------------------------------------------------------------------------------
# The format


class Pdn(WordFormat):
    """PDN, as it differs from the names of moves in other games."""

    has_rests = True
    gives_legal = True
    tags_of_start = ("FEN", "SetUp")
    starts = staticmethod(tagged_games)

    def is_in(self, text: str) -> bool:
        return is_pdn(text)

    def check_tags(self, tags: Mapping[str, str]) -> None:
        check_kind(tags)

    def is_position(self, text: str) -> bool:
        return fen.is_fen(text)

    def is_nothing(self, word: str) -> bool:
        """The results of variations, and signs of strength that stand apart."""
        return game_text.is_result(word) or not word.strip("!?*")

    def follow(self, game: Game, position: Any, name: str, turn: int | None = None) -> Iterator[int]:
        """A game may have gone on after the rules have ended it."""
        found = read_move(position, name)
        yield game.parse_move(position, name) if found is None else found

    def place(self, game: Game, position: Any, ply: int) -> str:
        return numbered(ply, (int(position.turn) - ply) % 2)

    def quoted(self, name: str) -> str:
        return name

    def numbers(self, start: str) -> Callable[[int, bool], str]:
        """Before Black's moves, and before White's only if it is the first that is shown."""
        begins = int(start.startswith("W"))

        def number_of_ply(ply: int, is_first: bool) -> str:
            number, is_white = divmod(ply + begins, 2)
            return f"{number + 1}. " if not is_white else f"{number + 1}... " if is_first else ""

        return number_of_ply

    def head(self, game: Game, tags: Mapping[str, str], begins: Mapping[str, str], result: str) -> dict[str, str]:
        known = {**ROSTER, **tags, "Result": result}
        first = [*ROSTER, "Result"]
        return {name: known[name] for name in (*first, *(name for name in known if name not in first))} | (
            {"SetUp": "1", **begins} if begins else {}
        )

    def text(self, head: Mapping[str, str], words: Iterable[str], result: str) -> str:
        return tagged(head, [*words, result])

    def write(self, game: Game, written: WrittenGame, score: int | None = None) -> str:
        named = {"Event": written.event, "Date": written.date, "Black": written.first, "White": written.second}
        tags = {**written.tags, **{name: value for name, value in named.items() if value}}
        tags = {name: value for name, value in tags.items() if name not in self.tags_of_start}
        result = UNDECIDED if written.result is None else WRITTEN[written.result]
        number = self.numbers(written.start)
        names = names_of(game, written.start, written.moves)
        words = [number(ply, ply == 0) + name for ply, name in enumerate(names)]
        return self.text(self.head(game, tags, {"FEN": written.start} if written.start else {}, result), words, result)


PDN = Pdn("PDN", (".pdn",))
