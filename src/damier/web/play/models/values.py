"""What positions and moves are worth, and what the engine found, as the page is told of it."""

from typing import Literal

from pydantic import BaseModel, Field

from damier.web.boards import Place
from damier.web.play.models.moves import MadeMove


class WorthView(BaseModel):
    """What a position is worth."""

    text: str = Field(description="for the first player, as people write it")
    share: float = Field(description="the first player's share of the bar, from 0 to 1")
    exact: bool
    depth: int = Field(description="plies that an estimate looks ahead")
    source: Literal["end", "table", "exact", "estimate"] = Field(
        description="who knows it: the rules, as the game is over, a table, …"
    )
    plies: int | None = Field(description="in how many the game is won or lost, where that is known")
    winner: int | None = Field(description="who wins for sure; null: nobody, or nobody knows")


class ThoughtView(BaseModel):
    """What the engine found."""

    move: str
    cells: list[Place]
    player: int = Field(description="for whom it thought")
    worth: WorthView
    line: list[MadeMove] = Field(description="the play it expects")
    depth: int
    nodes: int
    seconds: float
    exact: bool = Field(description="whether the value is that of the game, not an estimate")


class MoveScore(BaseModel):
    """What a move is worth."""

    move: str
    cells: list[Place]
    score: int = Field(description="for the player to move: above 0 it wins, below it loses, the larger the better")
    text: str = Field(description="the score as people write it")
    plies: int | None = Field(description="in how many plies the game ends, where that is known")
    best: bool = Field(description="whether no move is better")


class Scores(BaseModel):
    """What the moves are worth."""

    player: int
    scores: list[MoveScore] = Field(description="of the moves whose score is known, the best first")
    complete: bool = Field(description="whether those are all")
    exact: bool = Field(default=True, description="whether they are the solver's; else estimates")
    depth: int = Field(description="of estimates")
    by_table: bool = Field(description="whether tables or a solved game tell them: some draws are left out")
    counts_moves: bool = Field(description="there: whether draws because nothing happens for so many moves are in them")
    tells: str = Field(description="what the scores mean")


class HintView(BaseModel):
    """What is suggested: at the first step cells to look at, at the second the move."""

    step: int
    cells: list[Place]
    thought: ThoughtView | None


class SpokeView(BaseModel):
    """What the program thought before its last move."""

    node: int
    book: bool
    thought: ThoughtView


class Progress(BaseModel):
    """What the engine is doing, told ten times a second."""

    kind: Literal["progress"] = "progress"
    doing: str
    status: str = Field(description="compiling, waiting for a processor, or thinking")
    node: int
    depth: int
    nodes: int
    seconds: float
    worth: WorthView | None = Field(description="of the position, by the truest that is known")
    thoughts: list[ThoughtView]
    scores: Scores | None


class TablesView(BaseModel):
    """Tables of endings that are being built, since the game comes near them."""

    ending: str = Field(description="whose table is being built")
    done: int
    total: int
