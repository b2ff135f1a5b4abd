"""The games there are, those that are kept, and those of a file, as the page is told of them."""

from typing import Any

from pydantic import BaseModel, Field

from damier.web.boards import BoardView, CellView


class FormatView(BaseModel):
    """A way to write a game."""

    name: str
    ending: str = Field(description="of files, as .pgn")


class SetUpFieldView(BaseModel):
    """What a person tells who sets up a board, beside its cells and whose turn it is."""

    name: str
    choices: list[str]
    several: bool = Field(description="whether any of them may be chosen, joined in one text; else one is")


class GameView(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    options: dict[str, Any] = Field(description="options of the starting position, with their defaults")
    choices: dict[str, list[Any]] = Field(description="what some of the options can be")
    own: bool = Field(description="whether it comes from a person's own file")
    usual: bool = Field(description="whether it is the one to begin with")
    players: list[str] = Field(description="what the two players are called")
    levels: list[str] = Field(description="at which the program can play, the weakest first")
    ratings: dict[str, int] = Field(
        description="by level, Elo above the first, where that was measured for the game as it usually is"
    )
    sound: list[str] = Field(description="those of them that do not err: they can play for traps")
    book: bool = Field(description="whether there is an opening book")
    formats: list[FormatView] = Field(description="in which its games can be saved")
    palette: list[CellView] = Field(description="what can be set up in a cell by hand; empty if it cannot")
    fields: list[SetUpFieldView] = Field(description="what else is told there, as who may castle")
    played: bool = Field(description="whether people sit down to play it")
    letters: dict[str, dict[str, str]] = Field(description="letters of figures by language, by those in names of moves")


class KeptView(BaseModel):
    """A game that is kept."""

    id: str
    game: str
    title: str
    summary: str
    begun: float
    changed: float
    people: list[str] = Field(default=["", ""], description="who played, where that is known, who moves first first")
    sides: list[str | None] = Field(default=[None, None], description="the level, where damier played a side")
    result: str = Field(default="", description="as in PGN, for the first player; empty while it is open")
    event: str = ""


class ListedGame(BaseModel):
    """A game of a file: who played, how it ended and began; or why it cannot be read."""

    number: int
    where: str
    first: str
    second: str
    result: str = Field(description="as in PGN, for the first player; empty if nobody knows")
    date: str
    event: str
    moves: int
    begins: list[str] = Field(description="the first moves")
    fault: str = Field(description="why it cannot be read; empty if it can")


class GameListView(BaseModel):
    """Some of the games of a file."""

    id: str
    game: str
    name: str = Field(description="of the file")
    format: str
    total: int = Field(description="games in the file")
    found: int = Field(description="in which all words occur that are looked for")
    games: list[ListedGame]
    next: int | None = Field(description="how many of those that were found come before the ones not told yet; null: no more")
    broken: str = Field(description="why the file could not be read to its end; empty if it could")


class SavedGame(BaseModel):
    """A game in writing."""

    name: str = Field(description="of a file")
    text: str


class PositionView(BaseModel):
    """A position that nobody plays."""

    board: BoardView
    turn: int
    players: list[str]
    text: str
    fields: dict[str, str] = Field(description="what else is told of it where it is set up by hand")


class GameRecord(BaseModel):
    """The whole game in words, as a link to it holds it."""

    text: str
    more: bool = Field(description="whether it tells more than the moves of the line on the board")


class PositionText(BaseModel):
    """A position in writing, whether it can be played or not."""

    text: str
    fault: str = Field(default="", description="why it cannot be played; empty if it can")
