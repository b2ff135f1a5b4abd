"""What the theatre may be asked for, and what it tells."""

from typing import Annotated

from pydantic import BaseModel, Field

from damier.rules import MOST_SCORE
from damier.search.driver import GRAINS, SHORTEST_LIST, Options
from damier.search.null_move import REDUCTIONS
from damier.search.processors import MOST_MESSAGE
from damier.web.boards import BoardView, Place
from damier.web.models import MOST_TEXT, Option, Request

MOST_ALGORITHMS = 3  # side by side
MOST_DEPTH = 60
MOST_LANES = 32  # processors: more cannot be told apart
MOST_PATHS = 40  # positions of nodes that are told at once
MOST_NAME = 200  # letters of a move's name
MOST_MOVES_BELOW = 250  # from the root to a node, with what is played out beyond the horizon


# --------------------------------------------------------------------------------------------------------------------
# Asked


class Programme(Request):
    """What is to be shown."""

    game: str = Field(default="tree", max_length=100, description="its name, as in /api/games")
    options: dict[str, Option] = Field(default={}, max_length=20, description="options of the game")
    position: str = Field(default="", max_length=MOST_TEXT, description="in the game's own writing; a tree as nested lists")
    depth: int | None = Field(
        default=None, ge=1, le=MOST_DEPTH, description="default: as deep as the tree can still be read; trees to their leaves"
    )
    algorithms: list[str] = Field(min_length=1, max_length=MOST_ALGORITHMS, examples=[["alphabeta", "sss"]])
    guess: int | None = Field(default=None, ge=-MOST_SCORE, le=MOST_SCORE, description="where window and mtd start")
    margin: int = Field(default=50, ge=1, le=MOST_SCORE, description="half the width of the window")
    list_length: int | None = Field(default=None, ge=SHORTEST_LIST, le=100_000, description="the longest list G of itersss")
    note: str = Field(default="", pattern="^(hint|estimate|)$", description="what alphabeta-sorted sorts by")
    tolerance: int = Field(default=Options.tolerance, ge=0, le=MOST_SCORE, description="of tolerant")
    reduction: int = Field(default=Options.reduction, ge=REDUCTIONS[0], le=REDUCTIONS[1], description="R of null-move")
    checks: int = Field(default=Options.checks, ge=0, le=MOST_DEPTH, description="quiet checks in a line of quiescence")
    processors: int = Field(default=4, ge=1, le=MOST_LANES, description="simulated ones, of star and pvsplit")
    grain: int = Field(default=1, ge=GRAINS[0], le=GRAINS[-1], description="the level of the positions that the star deals out")
    message: int = Field(default=0, ge=0, le=MOST_MESSAGE, description="units of time that it takes to deal out a position")


Step = Annotated[str, Field(max_length=MOST_NAME)] | None  # a move by its name; none is a pass, which is no move
Path = Annotated[list[Step], Field(max_length=MOST_MOVES_BELOW)]


class Whereabouts(Request):
    """Nodes whose positions are wanted, by the moves that lead to them from the root."""

    game: str = Field(max_length=100, description="its name, as in /api/games")
    options: dict[str, Option] = Field(default={}, max_length=20, description="options of the game")
    position: str = Field(default="", max_length=MOST_TEXT, description="the root, in the game's own writing")
    paths: list[Path] = Field(min_length=1, max_length=MOST_PATHS, examples=[[["d4"], ["d4", "d5"]]])


# --------------------------------------------------------------------------------------------------------------------
# Told


class AlgorithmView(BaseModel):
    """An algorithm that can be shown."""

    name: str
    title: str
    about: str
    has_list: bool = Field(description="whether it keeps SSS*'s list G")
    has_table: bool
    has_lanes: bool = Field(description="whether simulated processors run it")


class Repertoire(BaseModel):
    """What the theatre can show."""

    algorithms: list[AlgorithmView]
    trees: dict[str, str] = Field(description="trees of textbooks, as nested lists")
    most_algorithms: int
    most_nodes: int
    most_lanes: int = Field(description="the most processors")


class TreeView(BaseModel):
    """All nodes down to the horizon, and those set aside, level by level from the left: one entry of each list a node."""

    fathers: list[int] = Field(description="-1 at the root")
    moves: list[str] = Field(description="the move that led there")
    max: list[bool] = Field(description="whether Max moves there")
    scores: list[int | None] = Field(description="of leaves, for Max")
    aside: list[str] = Field(description="beyond (the horizon), pass (the null move), behind-pass; else empty")
    named: bool = Field(description="whether moves have names worth showing")


class StepsView(BaseModel):
    """The steps of a search: one entry of each list a step. Windows and values are for Max."""

    kind: list[str] = Field(
        description="enter, leaf, hit, cut, leave, pass; of the list G: insert, take, purge; of several processors: stop, "
        "bound; stand: no leaf, beyond the horizon, and its estimate as it stands; of a tree in memory: grow, back"
    )
    node: list[int]
    alpha: list[int | None]
    beta: list[int | None]
    value: list[int | None] = Field(description="of a state of G its merit")
    solved: list[bool] = Field(description="of a state of G; else false")
    place: list[int | None] = Field(description="where in G a state was inserted or removed")
    line: list[int] = Field(description="of the code, from 0")
    time: list[int] = Field(description="in nodes: when a node is turned to, and, one later, what comes of it")
    processor: list[int] = Field(description="who does it, from 0")


class BlockView(BaseModel):
    """What one processor searched without a break. The window is for Max."""

    processor: int
    node: int
    start: int
    end: int
    alpha: int
    beta: int
    value: int | None = Field(description="null if it was stopped, or only visited the node")
    is_visit: bool = Field(description="of one node, whose sons are shared out")
    is_stopped: bool
    is_thrown_away: bool = Field(description="what it found was not needed")


class PseudoCodeView(BaseModel):
    """The pseudo-code of the books."""

    text: dict[str, list[str]] = Field(description="its lines, by language")
    marks: dict[int, int] = Field(description="for lines of the code at which steps happen the line here, from 0")
    source: str = Field(description="where the books tell of it")


class LanesView(BaseModel):
    """What simulated processors did along a line of time, in which a node takes one unit."""

    processors: int
    time: int
    idle: int = Field(description="units in which a processor had nothing to search, of all together")
    thrown_away: int = Field(description="nodes")
    sequential: int | None = Field(description="nodes, and so the time, of alpha-beta on one processor")
    speed_up: float | None
    nodes_each: list[int]
    blocks: list[BlockView]


class Performance(BaseModel):
    """A search that was run."""

    algorithm: str
    title: str
    has_list: bool
    has_table: bool
    interval: str = Field(description="what alpha and beta are of B*: bounds, and of BPIP: spread; else nothing")
    exact: bool = Field(description="whether it has no windows: what it returns is the value")
    value: int
    low: int | None = Field(description="of a search for a move: alpha and beta of the root at its end")
    high: int | None
    leaves: int
    nodes: int
    hits: int
    passes: int
    memory: int
    moves: list[str] = Field(description="the best line of play")
    line: list[int] = Field(description="the same as nodes of the tree")
    command: str | None = Field(description="what prints the same counters in a terminal")
    code: list[str]
    book: PseudoCodeView
    steps: StepsView
    lanes: LanesView | None = Field(description="of a search by several processors")
    tree: TreeView | None = Field(description="its own, if it visits what is none of the tree of all; else null")


class Evening(BaseModel):
    """The tree and the searches of it."""

    game: str
    title: str
    position: str
    depth: int
    unit: int = Field(description="how many points of a value make one of what people count")
    wins: bool = Field(description="whether values are only won, drawn and lost")
    win: int
    infinity: int = Field(description="bounds this large, or one less, are none")
    tree: TreeView
    performances: list[Performance]


class NodePosition(BaseModel):
    """The position of a node of the tree."""

    board: BoardView
    last: list[Place] = Field(description="the cells of the move that led there")
    turn: int = Field(description="who moves there, 0 or 1")


class NodesView(BaseModel):
    """Positions of nodes, in the order in which they were asked for."""

    players: list[str] = Field(description="what the two players are called")
    nodes: list[NodePosition]
