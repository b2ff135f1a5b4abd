"""What the page is told of the games at the board."""

from typing import Any, Literal

from pydantic import BaseModel, Field

Place = tuple[int, int]  # row from the top and column, from 0


class FormatView(BaseModel):
    """A way to write a game."""

    name: str
    ending: str = Field(description="of files, as .pgn")


class CellView(BaseModel):
    """What stands in a cell."""

    text: str
    owner: int = Field(description="0 or 1, or -1 for nobody")
    look: str = Field(description="disc, pit, plain, or piece: a figure, which its text names by a letter, as in a FEN")
    name: str = Field(default="", description="of the cell itself, as the number of a square")


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
    sound: list[str] = Field(description="those of them that do not err: they can play for traps")
    book: bool = Field(description="whether there is an opening book")
    formats: list[FormatView] = Field(description="in which its games can be saved")
    palette: list[CellView] = Field(description="what can be set up in a cell by hand; empty if it cannot")


class KeptView(BaseModel):
    """A game that is kept."""

    id: str
    game: str
    title: str
    summary: str
    begun: float
    changed: float


class BoardView(BaseModel):
    """A board to draw."""

    cells: list[list[CellView]] = Field(description="by rows from the top")
    rows: list[str]
    columns: list[str]
    falling: bool = Field(description="whether a click anywhere in a column plays there")
    caption: str
    theme: str = Field(description="how it is coloured; empty for the page's own colours")


class LegalMove(BaseModel):
    """A legal move and the cells a person points at to make it."""

    name: str
    cells: list[Place]
    book: str | None = Field(description="the opening it leads to, if it is a move of the book; may be empty")


class MadeMove(BaseModel):
    """A move and the player who makes it."""

    move: str
    player: int


class WorthView(BaseModel):
    """What a position is worth."""

    text: str = Field(description="for the first player, as people write it")
    share: float = Field(description="the first player's share of the bar, from 0 to 1")
    exact: bool
    depth: int


class NodeView(BaseModel):
    """A move of the game or of a variation."""

    node: int
    parent: int
    move: str
    player: int
    comment: str
    mark: str = Field(description="?? for a blunder, ? for a mistake, where the game was checked")
    cost: str = Field(description="what it has lost, as people write it")
    best: str = Field(description="the move that was best instead")
    worth: WorthView | None = Field(description="of the position after it")


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


class TablesView(BaseModel):
    """Tables of endings that are being built, since the game comes near them."""

    ending: str = Field(description="whose table is being built")
    done: int
    total: int


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


class HintView(BaseModel):
    """What is suggested: at the first step cells to look at, at the second the move."""

    step: int
    cells: list[Place]
    thought: ThoughtView | None


class WarningView(BaseModel):
    """A bad move of a person."""

    node: int
    move: str
    mark: str
    cost: str
    counted: str
    refutation: list[MadeMove]
    better: str


class CheckView(BaseModel):
    """How far the check of a whole game has come."""

    done: int
    total: int
    running: bool
    error: str | None


class SpokeView(BaseModel):
    """What the program thought before its last move."""

    node: int
    book: bool
    thought: ThoughtView


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
    here: int = Field(description="the node that is on the board")
    nodes: list[NodeView] = Field(description="all moves, each line to its end before the next")
    line: list[int] = Field(description="the nodes of the line on the board, to its end")
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
    learning: LearningView | None = Field(description="null for a game that is not learnt from")
    paused: bool
    result: ResultView | None = Field(description="how it ended; null while it goes on")
    opening: str | None
    names: dict[str, dict[str, str]] = Field(description="the names of openings above, by language and as they stand there")
    captured: list[list[str]] | None = Field(description="figures that each player has taken, in a game of figures")
    balance: int = Field(description="of material, for the first player, in a game of figures")
    material: list[int] | None = Field(description="what the figures of each player are worth, in a game of figures")
    levels: list[str]
    can_score: bool = Field(description="whether the scores of moves can be asked for")
    lines: int = Field(description="how many lines of analysis are shown")
    scores: bool = Field(description="whether the scores of moves are shown")
    doing: str | None = Field(description="what the engine is doing: move, hint, glance or analysis")
    ready: bool = Field(description="whether the engine is compiled")
    trouble: str | None = Field(description="why the engine cannot think")
    hint: HintView | None
    warning: WarningView | None
    spoke: SpokeView | None
    check: CheckView | None
    tables: TablesView | None = Field(description="tables of endings that are being built meanwhile")


class Progress(BaseModel):
    """What the engine is doing, told ten times a second."""

    kind: Literal["progress"] = "progress"
    doing: str
    status: str = Field(description="compiling, waiting for a processor, or thinking")
    node: int
    depth: int
    nodes: int
    seconds: float
    thoughts: list[ThoughtView]
    scores: Scores | None


class LookView(BaseModel):
    """The boards along a line."""

    kind: Literal["look"] = "look"
    node: int
    line: list[str]
    boards: list[BoardView]
    lasts: list[list[Place]]


class LineBoards(BaseModel):
    """The boards of the line on the board, from the first position to the last."""

    boards: list[BoardView]
    lasts: list[list[Place]] = Field(description="the cells of the move that led to each")
    places: list[int] = Field(description="which of the line they are: of a long one some are left out, evenly")


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


class PositionText(BaseModel):
    """A position in writing."""

    text: str
