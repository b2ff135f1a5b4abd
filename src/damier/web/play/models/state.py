"""A game at the board, as the page is told of it."""

from typing import Any

from pydantic import BaseModel, Field

from damier.web.boards import BoardView, Place
from damier.web.play.models.books import LearningView
from damier.web.play.models.moves import ChangeView, LegalMove, ShapeView
from damier.web.play.models.review import AttemptView, CheckView, MistakeView, ReviewView
from damier.web.play.models.values import HintView, SpokeView, TablesView, ThoughtView, WorthView


class PlayedMove(BaseModel):
    """A move of the game or of a variation."""

    node: int
    parent: int
    move: str
    player: int
    comment: str
    glyph: str = Field(description="what a person thinks of it: !, ?, !!, ??, !? or ?!; or nothing")
    mark: str = Field(description="?? for a blunder, ? for a mistake, ?! for an inaccuracy, where the game was checked")
    cost: str = Field(description="what it has lost, as people write it; empty where only the result counts")
    best: str = Field(description="the move that was best instead")
    worth: WorthView | None = Field(description="of the position after it")


class ResultView(BaseModel):
    """How a game ended."""

    winner: int | None
    points: str = Field(description="by how many of what people count; empty if only who wins counts")
    counted: str
    reason: str
    words: str


class ClockView(BaseModel):
    """Both clocks, in seconds."""

    base: float
    increment: float
    left: list[float]
    running: int | None


class SpentView(BaseModel):
    """How long both sides have thought, in seconds."""

    seconds: list[float]
    running: int | None = Field(description="whose is counted on")


class SideView(BaseModel):
    program: bool
    level: str
    depth: int | None = Field(description="plies that the program looks ahead; null where it goes by time")
    generation: int | None = Field(description="by whose network the program judges; null: as usual")


class State(BaseModel):
    """A game that is going on."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    start: str = Field(description="the position it started from, as it was asked for")
    players: list[str] = Field(description="what the two players are called")
    text: str = Field(description="the position in writing")
    turn: int
    board: BoardView
    legal: list[LegalMove]
    last: list[Place] = Field(description="the cells of the last move")
    changed: list[ChangeView] = Field(description="what stood, before the last move, in the cells that it has changed")
    steps: list[list[ChangeView]] = Field(
        description="what changes, one after the other, on the way from there, where that is told"
    )
    highlights: dict[str, list[Place]] = Field(description="cells to be seen at once: a winning line, a king in check")
    shapes: list[ShapeView] = Field(description="arrows and circles that were drawn on the board")
    here: int = Field(description="the node that is on the board")
    nodes: list[PlayedMove] = Field(description="all moves, each line to its end before the next")
    line: list[int] = Field(description="the nodes of the line on the board, to its end")
    first_number: int = Field(description="of the first move, as the position counts: 1 where that does not tell")
    start_worth: WorthView | None = Field(description="of the first position")
    worth: WorthView | None = Field(description="of the position on the board, as far as it was looked at")
    sides: list[SideView]
    seconds: float
    clock: ClockView | None
    spent: SpentView | None = Field(description="how long both have thought, where there is no clock and it is no analysis")
    book: bool
    warns: bool
    learn: bool
    aim: str = Field(description="of the book that learns: any; win, a draw counts as lost to the program; draw, as won")
    threads: int
    analysis: bool = Field(description="whether nobody answers: moves are only looked at")
    comment: str = Field(description="on the first position")
    people: list[str] = Field(description="who played a game that was read, as far as it tells")
    headers: dict[str, str] = Field(description="what else a game that was read tells, as its event and its result")
    learning: LearningView | None = Field(description="null for a game that is not learnt from")
    paused: bool
    result: ResultView | None = Field(description="how it ended; null while it goes on")
    opening: str | None
    names: dict[str, dict[str, str]] = Field(description="the names of openings above, by language and as they stand there")
    letters: dict[str, dict[str, str]] = Field(description="letters of figures by language, by those in names of moves")
    captured: list[list[str]] | None = Field(description="figures that each player has taken, in a game of figures")
    balance: int = Field(description="of material, for the first player, in a game of figures")
    material: list[int] | None = Field(description="what the figures of each player are worth, in a game of figures")
    levels: list[str]
    can_score: bool = Field(description="whether the scores of moves can be asked for")
    can_explain: bool = Field(description="whether a network judges the game, and what pieces are worth to it can be asked for")
    lines: int = Field(description="how many lines of analysis are shown")
    scores: bool = Field(description="whether the scores of moves are shown")
    wants_threat: bool = Field(description="whether the other player's threat is shown")
    can_threaten: bool = Field(description="whether that can be asked for")
    threat: ThoughtView | None = Field(description="what the other player would do if it were his turn")
    doing: str | None = Field(description="what the engine is doing: move, hint, glance or analysis")
    ready: bool = Field(description="whether the engine is compiled")
    trouble: str | None = Field(description="why the engine cannot think")
    hint: HintView | None
    warning: MistakeView | None = Field(description="a bad move that a person has just made")
    spoke: SpokeView | None
    check: CheckView | None
    review: ReviewView | None = Field(description="null until the game was checked")
    attempt: AttemptView | None
    won_by: str = Field(description="what a won end is called, as mate; empty: a win")
    tables: TablesView | None = Field(description="tables of endings that are being built meanwhile")
