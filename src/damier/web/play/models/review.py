"""What a check of a game has found, as the page is told of it."""

from typing import Literal

from pydantic import BaseModel, Field

from damier.web.play.models.moves import MadeMove
from damier.web.play.models.values import WorthView


class MistakeView(BaseModel):
    """A bad move: what it has changed, what was better, and how it is refuted."""

    node: int
    move: str
    player: int
    mark: str
    cost: str = Field(description="in what people count; empty where only the result counts")
    counted: str
    before: WorthView
    after: WorthView
    better: list[MadeMove] = Field(description="the best play from the position before it")
    refutation: list[MadeMove] = Field(description="the best play after it")


class AccuracyView(BaseModel):
    """How well a player has played, as far as the game was checked."""

    accuracy: float | None = Field(description="in per cent; null without moves that were judged")
    judged: int = Field(description="moves that count: those with a choice")
    marks: dict[str, int] = Field(description="how many moves have each sign")


class ReviewView(BaseModel):
    """What a check of the line on the board has found."""

    mistakes: list[MistakeView]
    players: list[AccuracyView]


class AttemptView(BaseModel):
    """What a person would play where a move was bad."""

    node: int
    move: str
    player: int
    verdict: Literal["best", "good", "inexact", "bad"] | None = Field(description="null while it is looked at")
    mark: str
    cost: str
    counted: str
    before: WorthView | None
    after: WorthView | None
    line: list[MadeMove] = Field(description="how play goes on after it")


class CheckView(BaseModel):
    """How far the check of a whole game has come."""

    done: int
    total: int
    running: bool
    error: str | None
