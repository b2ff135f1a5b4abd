"""The book that learns, as the page is told of it."""

from typing import Literal

from pydantic import BaseModel, Field

from damier.web.boards import Place


class BookGames(BaseModel):
    """How games went."""

    first: int = Field(description="won by the first player")
    drawn: int
    second: int = Field(description="won by the second player")


class BookMove(BaseModel):
    """A move that the book knows something of."""

    move: str
    cells: list[Place]
    games: BookGames
    result: int | None = Field(description="1, 0 or -1: of the best play known, for the first player; null if nobody played it")
    share: float | None = Field(description="the first player's expected share, from 0 to 1, of deviating well after it")
    sure: bool = Field(description="whether the share is a result, not an expectation")
    avoided: bool = Field(description="whether damier leaves it out")
    chosen: bool = Field(description="whether the book would play it, or any other that is as good")


class BookView(BaseModel):
    """What the book that learns knows of the position on the board."""

    kind: Literal["book"] = "book"
    node: int
    status: Literal["none", "opening", "unknown", "known", "trouble"] = Field(
        description="none: there is no book; unknown: it has not come to this position"
    )
    trouble: str | None = Field(default=None, description="why it cannot be read")
    total: int = Field(default=0, description="games in the book")
    games: BookGames | None = Field(default=None, description="that came to this position")
    result: int | None = Field(default=None, description="as that of a move")
    share: float | None = Field(default=None, description="as that of a move")
    sure: bool = False
    searched: int = Field(default=0, description="how deep moves that nobody made were searched")
    moves: list[BookMove] = Field(default=[], description="best first")


class BookImportView(BaseModel):
    """Games that go from files into the book that learns."""

    id: str
    status: Literal["reading", "done", "stopped", "failed"]
    name: str = Field(description="of the file that is read")
    read: int = Field(description="games")
    kept: int
    faults: list[str] = Field(description="of the first games that were passed over, and of files that break off")
    known: bool = Field(description="whether all had been read another time")
    trouble: str


class LessonView(BaseModel):
    """Why a game is in the book that learns, or not, and what was searched for that."""

    ground: str = Field(description="lost, drawn, taken, kept, missed (by the opponent), clear, or unchecked")
    why: str = Field(description="the same as the rest, in an English sentence")
    positions: int = Field(description="in which other moves were searched")
    depths: tuple[int, int] | None = Field(description="the least and the most plies; null: to the end, or nothing")
    seconds: tuple[float, float] | None
    move: str | None = Field(description="the most promising of those moves")
    number: int | None = Field(description="which move of the game it would have been")
    expected: float | None = Field(description="for who makes it, from -1 to 1")


class LearningView(BaseModel):
    """What becomes of the game in the book that learns."""

    status: Literal["waiting", "learning", "learnt", "left", "failed"] = Field(description="left: out of the book")
    trouble: str = Field(description="why it cannot be learnt")
    lesson: LessonView | None = Field(description="what became of it; null until that is known")
