"""What the page is told of the games at the board."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from damier.web.boards import BoardView, CellView, Place


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


class LegalMove(BaseModel):
    """A legal move and the cells a person points at to make it."""

    name: str
    cells: list[Place]
    book: str | None = Field(description="the opening it leads to, if it is a move of the book; may be empty")
    becomes: CellView | None = Field(
        default=None, description="what then stands in the last of its cells, where other moves have the same cells"
    )


class ChangeView(BaseModel):
    """A cell, and what stood in it before a move, or stands in it at a step of it."""

    place: Place
    cell: CellView


class ShapeView(BaseModel):
    """An arrow that a person has drawn on the board, or a circle, which ends where it starts."""

    colour: str
    start: Place
    end: Place


class MadeMove(BaseModel):
    """A move and the player who makes it."""

    move: str
    player: int


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


class NodeView(BaseModel):
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
    changed: list[ChangeView] = Field(description="what stood, before the last move, in the cells that it has changed")
    steps: list[list[ChangeView]] = Field(
        description="what changes, one after the other, on the way from there, where that is told"
    )
    highlights: dict[str, list[Place]] = Field(description="cells to be seen at once: a winning line, a king in check")
    shapes: list[ShapeView] = Field(description="arrows and circles that were drawn on the board")
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
    fields: dict[str, str] = Field(description="what else is told of it where it is set up by hand")


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


class PositionText(BaseModel):
    """A position in writing."""

    text: str
