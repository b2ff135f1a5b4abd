"""What the page is told, and what it may ask: the models of the JSON interface, and a game as the page sees it."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr

from damier.engine.judge import Judgement, short_text
from damier.engine.levels import STRONGEST, levels_of
from damier.engine.player import Thought
from damier.games.game import PLAYERS, Game, in_units
from damier.rules import WIN
from damier.web.shelf import Offer, said_clearly
from damier.web.sitting import LEAST_SECONDS, MOST_SECONDS, Person, Sitting

Option = StrictBool | StrictInt | StrictFloat | StrictStr
Place = tuple[int, int]  # row from the top and column, from 0


# --------------------------------------------------------------------------------------------------------------------
# Asked


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class NewGame(_Request):
    """A game to start."""

    game: str = Field(max_length=100, description="its name, as in /api/games", examples=["connect4"])
    options: dict[str, Option] = Field(default={}, description="options of the starting position", examples=[{"width": 7}])
    position: str = Field(default="", max_length=20_000, description="where to start, in the game's own writing")
    moves: list[str] = Field(default=[], max_length=2_000, description="moves already made from there")
    person: Person = Field(default=0, description="who the person is: 0 moves first, 1 second")
    seconds: float = Field(default=1.0, ge=LEAST_SECONDS, le=MOST_SECONDS, description="for each move of the engine")


class Move(_Request):
    """A move to make."""

    move: str = Field(max_length=200, description="its name, one of the legal moves", examples=["4"])


class Think(_Request):
    """How the engine is to think."""

    seconds: float | None = Field(default=None, ge=LEAST_SECONDS, le=MOST_SECONDS, description="default: the game's")
    level: str = Field(default=STRONGEST.name, max_length=20, description="how well it is to play, one of the game's levels")


class Score(_Request):
    """How long the solver may take."""

    seconds: float = Field(default=10.0, ge=LEAST_SECONDS, le=MOST_SECONDS)


# --------------------------------------------------------------------------------------------------------------------
# Told


class Trouble(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="one clear message")


class GameView(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    options: dict[str, Any] = Field(description="options of the starting position, with their defaults")
    choices: dict[str, list[Any]] = Field(description="what some of the options can be")
    own: bool = Field(description="whether it comes from a person's own file")


class CellView(BaseModel):
    """What stands in a cell."""

    text: str
    owner: int = Field(description="0 or 1, or -1 for nobody")
    look: str = Field(description="disc, pit, plain, or piece: a figure of chess, its text the letter in a FEN")


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


class Step(BaseModel):
    """A move and the player who makes it."""

    move: str
    player: int


class ThoughtView(BaseModel):
    """What the engine found."""

    move: str
    cells: list[Place]
    player: int = Field(description="for whom it thought")
    value: int = Field(description="for that player")
    words: str = Field(description="the value in words: whose advantage, and whether it is exact")
    line: list[Step] = Field(description="the play it expects")
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
    best: bool = Field(description="whether no move is better")


class Scores(BaseModel):
    """What the moves are worth."""

    player: int | None = Field(description="who is to move; null if the game was changed meanwhile")
    scores: list[MoveScore] = Field(description="of the moves whose score is known")
    complete: bool = Field(description="whether those are all")
    exact: bool = Field(default=True, description="whether they are the solver's; else estimates")
    words: str = Field(default="", description="what the scores mean, and who wins if that is known")


class State(BaseModel):
    """A game that is going on."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    start: str = Field(description="the position it started from, as it was asked for")
    person: Person
    seconds: float
    players: list[str] = Field(description="what the two players are called")
    text: str = Field(description="the position in writing")
    turn: int
    board: BoardView
    legal: list[LegalMove]
    last: list[Place] = Field(description="the cells of the last move")
    history: list[Step]
    unit: int = Field(description="how many points of a value make one of what people count")
    result: str | None = Field(description="how it ended; null while it goes on")
    winner: int | None
    can_undo: bool
    levels: list[str] = Field(description="at which the engine can play, the weakest first")
    can_score: bool = Field(description="whether the scores of moves can be asked for")
    busy: bool = Field(description="whether the engine is thinking")
    ready: bool = Field(description="whether the engine is compiled")
    trouble: str | None = Field(description="why the engine cannot think")
    thought: ThoughtView | None = Field(default=None, description="in answers to think and hint")


# --------------------------------------------------------------------------------------------------------------------
# From a game to what is told of it


def view_game(offer: Offer) -> GameView:
    return GameView(name=offer.name, title=offer.title, options=offer.options, choices=offer.choices, own=offer.own)


def view_state(sitting: Sitting, thought: ThoughtView | None = None) -> State:
    """Everything the page shows of a game."""
    with sitting.lock:
        try:
            return _view_state(sitting, thought)
        except Exception as error:
            raise said_clearly(sitting.session.game, error) from error


def _view_state(sitting: Sitting, thought: ThoughtView | None) -> State:
    session, preparation = sitting.session, sitting.preparation
    game, position, turn, score = session.game, session.position, session.turn, session.score
    board = game.board(position, turn)
    return State(
        id=sitting.id,
        game=sitting.offer.name,
        title=sitting.offer.title,
        options={**sitting.offer.options, **game.options},
        start=sitting.start,
        person=sitting.person,
        seconds=sitting.seconds,
        players=[_named(game, player) for player in (0, 1)],
        text=session.text,
        turn=turn,
        board=BoardView(
            cells=[[CellView(text=cell.text, owner=cell.owner, look=cell.look) for cell in row] for row in board.cells],
            rows=board.rows,
            columns=board.columns,
            falling=board.falling,
            caption=board.caption,
            theme=board.theme,
        ),
        legal=[
            LegalMove(name=game.move_name(position, move), cells=game.cells(position, move, turn))
            for move in session.legal_moves()
        ],
        last=_last_cells(sitting),
        history=[Step(move=name, player=player) for name, player in zip(session.move_names(), session.turns, strict=False)],
        result=None if score is None else say_result(score, game) + (f": {session.ending}" if session.ending else ""),
        unit=game.unit,
        winner=None if not score else 0 if score > 0 else 1,
        can_undo=sitting.can_undo,
        levels=[level.name for level in levels_of(game)],
        can_score=sitting.can_score,
        busy=sitting.is_busy,
        ready=preparation.is_done,
        trouble=str(said_clearly(game, preparation.error)) if preparation.error is not None else None,
        thought=thought,
    )


def _last_cells(sitting: Sitting) -> list[Place]:
    """The cells of the last move, if they are places of the board now: not on one that only lists what can be chosen."""
    session = sitting.session
    if not session.moves:
        return []
    cells = session.game.cells(session.positions[-2], session.moves[-1], session.turns[-2])
    board = session.game.board(session.position, session.turn).cells
    if not any(cell.owner >= 0 for row in board for cell in row):
        return []
    return [(row, column) for row, column in cells if row < len(board) and column < len(board[row])]


def view_thought(game: Game, thought: Thought, position: Any, turn: int) -> ThoughtView:
    """What the engine found in a position, in writing."""
    return ThoughtView(
        move=game.move_name(position, thought.move),
        cells=game.cells(position, thought.move, turn),
        player=turn,
        value=thought.value,
        words=say_value(thought.value if turn == 0 else -thought.value, thought.exact, game),
        line=_steps(game, position, turn, thought.line),
        depth=thought.depth,
        nodes=thought.nodes,
        seconds=thought.seconds,
        exact=thought.exact,
    )


def view_scores(game: Game, found: Judgement, position: Any, turn: int) -> Scores:
    """The scores of moves; which are best is told only of all."""
    is_complete = len(found.scores) == len(game.moves(position))
    best = max(found.scores.values(), default=0)
    return Scores(
        player=turn,
        scores=[
            MoveScore(
                move=game.move_name(position, move),
                cells=game.cells(position, move, turn),
                score=score,
                text=found.text(move),
                best=is_complete and score == best,
            )
            for move, score in found.scores.items()
        ],
        complete=is_complete,
        exact=found.exact,
        words=say_scores(game, found, best if turn == 0 else -best, is_complete),
    )


def say_scores(game: Game, found: Judgement, best: int, is_complete: bool) -> str:
    """What the scores mean; the best one, for the first player, tells who wins if they are exact and count something."""
    if not found.exact:
        return f"Estimates in {game.counted}s, {found.depth} moves ahead. Exact near the end."
    tells = f"Exact: {game.scores_tell}."
    return f"Solved: {say_result(best, game)}. {tells}" if is_complete and found.unit > 1 else tells


def _steps(game: Game, position: Any, turn: int, line: list[int]) -> list[Step]:
    steps = []
    for move in line:
        if move not in game.moves(position):
            break
        steps.append(Step(move=game.move_name(position, move), player=turn))
        child = game.play(position, move)
        turn = turn if game.same_player(position, child) else 1 - turn
        position = child
    return steps


def say_result(score: int, game: Game | None = None) -> str:
    """The end of a game in words; the score is for the first player."""
    if score == 0:
        return "Draw"
    winner = f"{_named(game, score < 0)} wins"
    if abs(score) == WIN:
        return winner
    points = in_units(abs(score), game.unit if game else 1)
    return f"{winner} by {points} {game.counted if game else 'point'}{'' if points == '1' else 's'}"


def say_value(value: int, exact: bool, game: Game | None = None) -> str:
    """A value for the first player in words: whose advantage it is."""
    if value == 0:
        words = "draw" if exact else "even"
    elif abs(value) == WIN:
        words = f"{_named(game, value < 0)} wins"
    else:
        words = f"{_named(game, value < 0)} {short_text(abs(value), game.unit if game else 1, exact)}"
    return f"exact: {words}" if exact else words


def _named(game: Game | None, player: int) -> str:
    """What a player is called, at the beginning of a sentence."""
    name = game.players[player] if game else PLAYERS[player]
    return name[:1].upper() + name[1:]
